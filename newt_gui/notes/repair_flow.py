"""Making a notes file that is not UTF-8 readable again, the way a person chooses."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from newt_gui.core.encodings import Reading, readings
from newt_gui.core.errors import NotesConflict, UserFacingError
from newt_gui.core.notes import NotesSnapshot
from newt_gui.notes.page import NotesPage
from newt_gui.notes.repair_dialog import RepairDialog
from newt_gui.notes.rows import Row, reconcile
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services


class RepairFlow(QObject):
    """Nothing is written before the person has seen the text and said so."""

    def __init__(self, page: NotesPage, services: Services) -> None:
        super().__init__(page)
        self._page, self._session, self._services = page, page.session, services

    def start(self) -> None:
        """Find out how the file may be meant, and show that."""
        state = self._session.snapshot.state
        if state is None or state.data is None or not self._session.is_read_only:
            return
        data = state.data
        self._services.tasks.query(
            "repair", lambda _job: readings(data), lambda found: self._show(data, found)
        )

    def _show(self, data: bytes, found: Sequence[Reading]) -> None:
        def make(parent: QWidget | None) -> QDialog:
            return RepairDialog(found, self._services.theme, parent)

        def finished(dialog: QDialog) -> None:
            if isinstance(dialog, RepairDialog) and dialog.result() == QDialog.DialogCode.Accepted:
                self._save(data, dialog.reading.text)

        self._services.dialogs.show(make, finished)

    def _save(self, data: bytes, text: str) -> None:
        def rows_after(rows: Sequence[Row], snapshot: NotesSnapshot) -> tuple[Row, ...]:
            return reconcile(rows, snapshot.entries, self._session.new_key)

        def write() -> None:
            self._session.rewrite(lambda store: store.rescue(data, text), rows_after, self._tell)

        self._session.when_idle(write)

    def _tell(self, error: UserFacingError | None) -> None:
        if error is None:
            said = self.tr("The notes can be read again. The file as it was stays in “Earlier versions”.")
            self._page.message_posted.emit(Message(said))
            self._page.list_pane.view.setFocus()
        elif isinstance(error, NotesConflict):
            said = self.tr("Nothing was changed: somebody else wrote the file meanwhile.")
            self._page.message_posted.emit(Message(said, "stop"))
        else:
            self._page.message_posted.emit(error_message(error))
