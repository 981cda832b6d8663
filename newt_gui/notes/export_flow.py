"""Notes on their way out: into a file that the person names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from newt_gui.core.errors import UserFacingError
from newt_gui.core.transfer import export_json, export_markdown
from newt_gui.core.transfer_files import write_export_file
from newt_gui.notes.arrival_words import notes
from newt_gui.notes.page import NotesPage
from newt_gui.notes.rows import Row
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.numbers import number
from newt_gui.qt.services import Services


class ExportFlow(QObject):
    """Exports what is in the notes file, never what is not saved."""

    def __init__(self, page: NotesPage, services: Services) -> None:
        super().__init__(page)
        self._page, self._session, self._services = page, page.session, services
        self._place = Path.home() / "newt-notes.md"

    def choose_place(self) -> None:
        """Let the place for the file be chosen, then write the selected notes, or all of them.

        One selected note is just the one that the person is at, so that means all.
        """
        self._page.commit()
        keys = set(self._page.list_pane.selected_keys())
        rows = [row for row in self._session.rows if row.key in keys or len(keys) < 2]
        types = ((self.tr("Notes, as newt keeps them"), ("md",)), (self.tr("JSON"), ("json",)))

        def picked(path: Path | None) -> None:
            if path is not None:
                self._place = path
                self._write(path, rows)

        title = self.tr("Export {notes}").format(notes=notes(sum(row.id is not None for row in rows)))
        self._services.dialogs.save_file(title, self._place, types, picked)

    def _write(self, path: Path, rows: Sequence[Row]) -> None:
        stored = {row.id: row.stored or "" for row in rows if row.id is not None}
        texts, ids = list(stored.values()), list(stored)
        as_json = path.suffix.lower() == ".json"
        text = export_json(texts, ids) if as_json else export_markdown(texts)
        file, unsaved = self._session.snapshot.path, sum(row.is_dirty for row in rows)

        def done(_: object) -> None:
            said = self.tr("Exported {notes} to {path}.").format(notes=notes(len(texts)), path=path)
            hint = self._hint(unsaved)
            self._tell(Message(said, "caution" if hint else "note", hint=hint))

        def failed(error: UserFacingError) -> None:
            self._tell(error_message(error))

        self._services.tasks.mutate(lambda: write_export_file(path, text, file), done, failed)

    def _hint(self, unsaved: int) -> str:
        if not unsaved:
            return ""
        if unsaved == 1:
            return self.tr("One note has text that is not saved; the export has only what is saved.")
        said = self.tr("{count} notes have text that is not saved; the export has only what is saved.")
        return said.format(count=number(unsaved))

    def _tell(self, message: Message) -> None:
        self._page.message_posted.emit(message)
