"""Notes on their way in: from files, from the clipboard, from a text that was pasted as one note."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget

from newt_gui.core.errors import UserFacingError
from newt_gui.core.transfer import How, looks_like_list, split_list
from newt_gui.core.transfer_files import read_import_file
from newt_gui.notes.arrival_source import (
    Failed,
    Origin,
    Read,
    Source,
    dropped,
    files_name,
    line_ends_notice,
    pasted,
    source_of_files,
    source_of_text,
    written,
)
from newt_gui.notes.arrival_words import notes, tr
from newt_gui.notes.arrivals_dialog import ArrivalsDialog
from newt_gui.notes.page import NotesPage
from newt_gui.notes.rows import RowState
from newt_gui.qt.messages import Message, error_message, localised
from newt_gui.qt.mime_text import IncomingText, files_in, has_text, read_mime
from newt_gui.qt.services import Services

MOST_TOLD = 3
"""Of more files that can't be read the others are not told of."""

_Result = tuple[list[Read], list[Failed]]


class ArrivalFlow(QObject):
    """Reads, shows, and lets the list take what the person says yes to: one write each time."""

    def __init__(self, page: NotesPage, services: Services) -> None:
        super().__init__(page)
        self._page, self._session, self._services = page, page.session, services
        self._folder: Path | None = None
        self._reading: list[Path] = []

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
        # Where nothing was copied there is nothing at all, whatever the types say.
        mime: QMimeData | None = QGuiApplication.clipboard().mimeData()
        if mime is None or not self._take(mime, pasted()):
            hint = self.tr("Copy what is to become notes, then try again.")
            self._tell(Message(self.tr("The clipboard holds no text."), "caution", hint=hint))

    def take_dropped(self, mime: QMimeData) -> None:
        """Make notes of what was dropped."""
        if not self._take(mime, dropped()):
            self._tell(Message(self.tr("There is no text in what was dropped."), "caution"))

    def _take(self, mime: QMimeData, origin: Origin) -> bool:
        """Files or text; whether there is any."""
        paths = files_in(mime)
        arrived = read_mime(mime) if not paths and has_text(mime) else None
        if not paths and (arrived is None or not split_list(arrived.text)):
            return False
        if self._session.is_read_only:
            text = self.tr("Nothing can come in while the notes can't be read.")
            self._tell(Message(text, "caution"))
        elif arrived is None:
            self.read_files(paths)
        elif looks_like_list(arrived.text):
            self._offer_text(origin, arrived.text, _notice(arrived))
        else:
            self._page.new_note()
            self._page.editor_pane.editor.insertPlainText(arrived.text)
        return True

    def offer_draft(self, key: int) -> None:
        """Make several notes of an unsaved new one, whose row goes then."""
        self._page.commit()
        row = self._session.row(key)
        if row is None or row.state is not RowState.NEW:
            self._tell(Message(self.tr("That text is no unsaved new note any more."), "caution"))
        else:
            self._offer_text(written(), row.text, "", carried=[key])

    def read_files(self, paths: Sequence[Path]) -> None:
        """Import these files in one go, together with those that are being read now."""
        self._reading += paths
        wanted = list(dict.fromkeys(self._reading))

        def work(_job: object) -> _Result:
            read: list[Read] = []
            failed: list[Failed] = []
            for path in wanted:
                try:
                    read.append((path, read_import_file(path)))
                except UserFacingError as error:
                    failed.append((path, error))
            return read, failed

        self._services.tasks.query("import", work, self._offer_files)

    # What is offered

    def _offer_files(self, result: _Result) -> None:
        self._reading.clear()
        read, failed = result
        if not read:
            self._tell(_failure(failed))
            return
        source = source_of_files(read, failed)
        error = source.beyond_measure(files_name(read))
        if error is not None:
            self._tell(error_message(error))
            return
        told = self.tr("Imported {notes}; counts from the next session.")
        self._offer(source, self.tr("import {notes}"), told)

    def _offer_text(self, origin: Origin, text: str, notice: str, carried: Collection[int] = ()) -> None:
        source = source_of_text(origin, text, notice)
        error = source.beyond_measure(origin.name)
        if error is not None:
            self._tell(error_message(error))
            return
        told = self.tr("Made {notes}; counts from the next session.")
        self._offer(source, origin.label, told, carried)

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


def _notice(arrived: IncomingText) -> str:
    """What it took to make text of it."""
    said = [line_ends_notice()] if arrived.line_ends_changed else []
    if arrived.incomplete:
        said.append(tr("Some of it wasn't readable text and was left out. Check what is missing."))
    return " ".join(said)


def _failure(failed: Sequence[Failed]) -> Message:
    """None of these files could be read."""
    message = error_message(failed[0][1])
    others = [" ".join(filter(None, localised(error)[:2])) for _, error in failed[1:]]
    return message._replace(text="\n".join([message.text, *others[:MOST_TOLD]]))
