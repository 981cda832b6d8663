"""Import, export, pasted lists, earlier versions, finding in all notes: each built when first wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from newt_gui.notes.page import NotesPage
from newt_gui.notes.rows import RowState
from newt_gui.qt.messages import Message
from newt_gui.qt.mime_text import files_in
from newt_gui.qt.services import Services

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QDropEvent

    from newt_gui.core.history import History
    from newt_gui.notes.arrival_flow import ArrivalFlow
    from newt_gui.notes.export_flow import ExportFlow
    from newt_gui.notes.find_all import FindAll
    from newt_gui.notes.history_flow import HistoryFlow
    from newt_gui.notes.repair_flow import RepairFlow

_DRAGS = frozenset((QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop))


class InAndOut(QObject):
    """Gives the page its actions for these, and hears what is pasted and dropped."""

    def __init__(self, page: NotesPage, history: History, services: Services) -> None:
        super().__init__(page)
        self._page, self._history, self._services = page, history, services
        self._versions: HistoryFlow | None = None
        self._repairs: RepairFlow | None = None
        self._arrivals: ArrivalFlow | None = None
        self._exports: ExportFlow | None = None
        self._find_all: FindAll | None = None
        page.offer("action_import", lambda: self._arrival_flow().choose_file(), lambda: page.can_add)
        page.offer("action_paste_notes", lambda: self._arrival_flow().take_clipboard(), lambda: page.can_add)
        page.offer("action_export", self._export, lambda: bool(page.snapshot.entries))
        page.offer("action_find_all", self._find)
        page.offer("action_history", lambda: self._show_history())
        page.file_banner.repair_requested.connect(self._repair)
        page.changes_requested.connect(lambda: self._show_history(1))
        paste = QShortcut(QKeySequence("Ctrl+V"), page.list_pane.view)
        paste.setContext(Qt.ShortcutContext.WidgetShortcut)
        paste.activated.connect(lambda: self._arrival_flow().take_clipboard())
        page.list_pane.dropped.connect(self._take)
        page.setAcceptDrops(True)
        page.installEventFilter(self)
        page.editor_pane.editor.filled.connect(self._on_filled)

    def _arrival_flow(self) -> ArrivalFlow:
        if self._arrivals is None:
            from newt_gui.notes.arrival_flow import ArrivalFlow

            self._arrivals = ArrivalFlow(self._page, self._services)
        return self._arrivals

    def _take(self, mime: QMimeData) -> None:
        self._arrival_flow().take_dropped(mime)

    def eventFilter(self, _page: QObject, event: QEvent) -> bool:
        """Files can be dropped anywhere on the page; what has a use for them takes them first."""
        if event.type() not in _DRAGS:
            return False
        drop = cast("QDropEvent", event)
        if not files_in(drop.mimeData()):
            return False
        drop.setDropAction(Qt.DropAction.CopyAction)
        drop.accept()
        if event.type() == QEvent.Type.Drop:
            self._take(drop.mimeData())
        return True

    def _export(self) -> None:
        if self._exports is None:
            from newt_gui.notes.export_flow import ExportFlow

            self._exports = ExportFlow(self._page, self._services)
        self._exports.choose_place()

    def _find(self) -> None:
        if self._find_all is None:
            from newt_gui.notes.find_all import FindAll

            self._find_all = FindAll(self._page, self._services.theme)
        self._find_all.open()

    def _repair(self) -> None:
        if self._repairs is None:
            from newt_gui.notes.repair_flow import RepairFlow

            self._repairs = RepairFlow(self._page, self._services)
        self._repairs.start()

    def _show_history(self, at: int = 0) -> None:
        if self._versions is None:
            from newt_gui.notes.history_flow import HistoryFlow

            self._versions = HistoryFlow(self._page, self._history, self._services)
        self._versions.open(at)

    def _on_filled(self, text: str) -> None:
        """A new note that began with a pasted list could be several."""
        key = self._page.editor_pane.key
        row = self._page.session.row(key)
        if "\n" not in text or row is None or row.state is not RowState.NEW:
            return
        from newt_gui.core.transfer import cuts_of, looks_like_list, split_list
        from newt_gui.notes.arrival_words import notes

        if looks_like_list(text):
            count = len(split_list(text, cuts_of(text)[0]))
            label = self.tr("Make {notes} of it…").format(notes=notes(count))
            offer = (label, lambda: self._arrival_flow().offer_draft(key))
            said = self.tr("This text has several lines.")
            message = Message(said, actions=(offer,), holds=lambda: self._could_be_several(key))
            self._page.message_posted.emit(message)

    def _could_be_several(self, key: int) -> bool:
        """Whether that is still to be offered, and the editor doesn't offer it already."""
        row, pane = self._page.session.row(key), self._page.editor_pane
        is_refused = pane.key == key and pane.refusal is not None
        return row is not None and row.state is RowState.NEW and "\n" in row.text and not is_refused
