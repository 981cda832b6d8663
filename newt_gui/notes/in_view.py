"""Keeps the current note in sight: where it moved, where the list got smaller, after each change."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from newt_gui.notes.list_pane import ListPane
from newt_gui.notes.session import NotesSession


class InView(QObject):
    """Brings the current row back where it was in view before, and after all that the person did to the
    list. Whoever has scrolled away to read is left there when only others write.
    """

    def __init__(self, pane: ListPane, session: NotesSession) -> None:
        super().__init__(pane)
        self._view, self._was_seen = pane.view, True
        self._late = QTimer(self, singleShot=True, interval=0)
        self._late.timeout.connect(self._bring_back)
        self._view.verticalScrollBar().valueChanged.connect(self._look)
        self._view.selectionModel().currentChanged.connect(self._on_current_changed)
        for changed in (session.saved, session.list_changed):
            changed.connect(self._on_own_change)
        for moved in (session.rows_changed, pane.filtered.layoutChanged, pane.narrowed):
            moved.connect(self._late.start)
        self._view.resized.connect(self._late.start)

    def _look(self) -> None:
        """The person scrolls; what the list does by itself comes with something else."""
        if not self._late.isActive():
            self._was_seen = self._is_seen()

    def _is_seen(self) -> bool:
        place = self._view.visualRect(self._view.currentIndex())
        return place.isValid() and self._view.viewport().rect().intersects(place)

    def _on_current_changed(self) -> None:
        self._was_seen = True
        self._late.start()

    def _on_own_change(self) -> None:
        self._was_seen = True
        self._late.start()

    def _bring_back(self) -> None:
        index = self._view.currentIndex()
        if self._was_seen and index.isValid():
            self._view.scrollTo(index)
        self._was_seen = self._is_seen()
