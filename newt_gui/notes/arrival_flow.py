"""Notes on their way in: from files, from the clipboard, from a text that was pasted as one note."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget

from newt_gui.core.errors import UserFacingError
from newt_gui.core.notes_format import byte_length
from newt_gui.core.transfer import (
    MOST_BYTES,
    MOST_NOTES,
    Form,
    How,
    Incoming,
    TooLargeToImport,
    TooManyNotes,
    cuts_of,
    looks_like_list,
    split_list,
)
from newt_gui.core.transfer_files import read_import_file
from newt_gui.notes.arrival_words import notes
from newt_gui.notes.arrivals_dialog import ArrivalsDialog, Source
from newt_gui.notes.page import NotesPage
from newt_gui.notes.rows import RowState
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.mime_text import has_text, read_mime
from newt_gui.qt.numbers import number
from newt_gui.qt.services import Services

_Read = tuple[list[tuple[Path, Incoming]], list[UserFacingError]]


class ArrivalFlow(QObject):
    """Reads, shows, and lets the list take what the person says yes to: one write each time."""

    def __init__(self, page: NotesPage, services: Services) -> None:
        super().__init__(page)
        self._page, self._session, self._services = page, page.session, services
        self._folder: Path | None = None

    # Ways in

    def choose_file(self) -> None:
        """Let a file be chosen, and import it."""
        types = ((self.tr("Notes"), ("md", "markdown", "txt")), (self.tr("JSON"), ("json",)))

        def picked(path: Path | None) -> None:
            if path is not None:
                self._folder = path.parent
                self.read_files([path])

        start = self._folder or Path.home()
        self._services.dialogs.pick_file(self.tr("Choose a file to import"), start, types, picked)

    def take_clipboard(self) -> None:
        """Make notes of what was copied."""
        self.take(QGuiApplication.clipboard().mimeData())

    def take(self, mime: QMimeData) -> None:
        """Make notes of what was pasted or dropped: files or text."""
        paths = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
        if self._session.is_read_only:
            return
        if paths:
            self.read_files(paths)
            return
        arrived = read_mime(mime) if has_text(mime) else None
        if arrived is None or not split_list(arrived.text):
            self._tell(Message(self.tr("There is no text to paste."), "caution"))
        elif looks_like_list(arrived.text):
            self._offer_text(arrived.text, self._notice(arrived.line_ends_changed, arrived.incomplete))
        else:
            self._page.new_note()
            self._page.editor_pane.editor.insertPlainText(arrived.text)

    def offer_draft(self, key: int) -> None:
        """Make several notes of an unsaved new one, whose row goes then."""
        self._page.commit()
        row = self._session.row(key)
        if row is None or row.state is not RowState.NEW:
            self._tell(Message(self.tr("That text is no unsaved new note any more."), "caution"))
        else:
            self._offer_text(row.text, "", carried=[key])

    def read_files(self, paths: Sequence[Path]) -> None:
        """Import these files, all of them in one go."""

        def work(_job: object) -> _Read:
            read, failed = [], []
            for path in paths:
                try:
                    read.append((path, read_import_file(path)))
                except UserFacingError as error:
                    failed.append(error)
            return read, failed

        self._services.tasks.query("import", work, self._offer_files)

    # What is offered

    def _offer_files(self, result: _Read) -> None:
        read, failed = result
        if failed:
            self._tell(error_message(failed[0]))
        if not read:
            return
        texts = tuple(text for _, incoming in read for text in incoming.texts)
        name = read[0][0].name if len(read) == 1 else self.tr("{count} files").format(count=number(len(read)))
        if len(texts) > MOST_NOTES:
            self._tell(error_message(TooManyNotes(name, len(texts))))
            return
        source = Source(
            title=self.tr("Import from {name}").format(name=name),
            verb=self.tr("Import {notes}"),
            texts=texts,
            notice=self._notice(any(incoming.line_ends_changed for _, incoming in read)),
        )
        if len(read) == 1 and read[0][1].form is Form.LINES:
            source = source._replace(text=read[0][1].text, cuts=cuts_of(read[0][1].text))
        self._offer(
            source, self.tr("import {notes}"), self.tr("Imported {notes}; counts from the next session.")
        )

    def _offer_text(self, text: str, notice: str, carried: Collection[int] = ()) -> None:
        error = self._beyond_measure(text)
        if error is not None:
            self._tell(error_message(error))
            return
        source = Source(
            title=self.tr("Make notes of the pasted text"),
            verb=self.tr("Make {notes}"),
            text=text,
            cuts=cuts_of(text),
            notice=notice,
            can_replace=False,
        )
        told = self.tr("Made {notes}; counts from the next session.")
        self._offer(source, self.tr("paste {notes}"), told, carried)

    def _beyond_measure(self, text: str) -> UserFacingError | None:
        name, size = self.tr("the pasted text"), byte_length(text)
        if size > MOST_BYTES:
            return TooLargeToImport(name, size)
        count = len(split_list(text))
        return TooManyNotes(name, count) if count > MOST_NOTES else None

    def _notice(self, line_ends_changed: bool, incomplete: bool = False) -> str:
        said = []
        if line_ends_changed:
            said.append(
                self.tr("It came with Windows line ends. They are plain line ends now, as notes have them.")
            )
        if incomplete:
            said.append(self.tr("Some of it wasn't readable text and was left out. Check what is missing."))
        return " ".join(said)

    # What is done

    def _offer(self, source: Source, label: str, told: str, carried: Collection[int] = ()) -> None:
        self._page.commit()

        def make(parent: QWidget | None) -> QDialog:
            return ArrivalsDialog(source, self._session, self._services.theme, parent)

        def finished(dialog: ArrivalsDialog) -> None:
            if dialog.result() == QDialog.DialogCode.Accepted:
                self._take_in(dialog, label, told, carried)

        self._services.dialogs.show(make, finished)

    def _take_in(self, dialog: ArrivalsDialog, label: str, told: str, carried: Collection[int]) -> None:
        self._page.commit()
        outlook = dialog.arrivals.outlook()
        if dialog.arrivals.how is How.REPLACE:
            label = self.tr("replace the list")
            told = self.tr(
                "Replaced the list: {come} came, {gone} went. It counts from the next session."
            ).format(come=notes(outlook.come), gone=notes(outlook.gone))
        count = notes(outlook.taken)
        self._page.commands.change(
            dialog.arrivals.plan(),
            label.format(notes=count),
            then=partial(self._tell_done, told.format(notes=count)),
            carried=carried,
        )

    def _tell_done(self, told: str, done: bool) -> None:
        if not done:
            return
        keys = [key for key in self._session.steps.touched if self._session.row(key) is not None]
        if keys:
            self._page.list_pane.choose(keys[0])
        self._page.list_pane.view.setFocus()
        self._tell(Message(told, actions=(self._page.commands.undo_action(),)))

    def _tell(self, message: Message) -> None:
        self._page.message_posted.emit(message)
