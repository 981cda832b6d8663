"""The menu of the selected rows, built each time that it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from newt_gui.notes.list_pane import ListPane
from newt_gui.notes.rows import Row

_ONE = (
    ("action_duplicate_note", "action_delete_note"),
    ("action_move_up", "action_move_down"),
    ("action_split_delimiters",),
)
_SEVERAL = (("action_merge_notes", "action_delete_note"), ("action_move_up", "action_move_down"))
_NONE = (("action_new_note", "action_paste_notes", "action_import"),)


class RowMenu(QMenu):
    """Made of the window's actions; `open` shows it, and it goes by itself."""

    def __init__(self, pane: ListPane, actions: Mapping[str, QAction]) -> None:
        super().__init__(pane)
        self.setObjectName("row_menu")
        self._pane, self._actions = pane, actions
        rows = pane.selected_rows()
        if len(rows) == 1:
            self._add_own(self.tr("&Edit"), pane.edit_current)
        for group in _NONE if not rows else _ONE if len(rows) == 1 else _SEVERAL:
            self._add_group(group)
        if rows:
            self._add_copying(rows)
        self.aboutToHide.connect(self.deleteLater)

    def open(self, place: QPoint) -> None:
        """Show the menu at a place of the screen, its first entry chosen."""
        self.popup(place)
        first = next((action for action in self.actions() if action.isEnabled()), None)
        if first is not None:
            self.setActiveAction(first)

    def _add_group(self, names: tuple[str, ...]) -> None:
        if self.actions():
            self.addSeparator()
        self.addActions([self._actions[name] for name in names if name in self._actions])

    def _add_own(self, text: str, act: Callable[[], object]) -> None:
        self.addAction(text).triggered.connect(lambda: act())

    def _add_copying(self, rows: list[Row]) -> None:
        self.addSeparator()
        text = self.tr("Copy te&xt") if len(rows) == 1 else self.tr("Copy te&xts")
        self._add_own(text, self._pane.view.copy_texts)
        self._add_reference(rows)
        if len(rows) > 1 and "action_export" in self._actions:
            self._add_own(self.tr("E&xport selected…"), self._actions["action_export"].trigger)

    def _add_reference(self, rows: list[Row]) -> None:
        """How the agent addresses the notes; one that is not saved has no number yet."""
        ids = [row.id for row in rows if row.id is not None]
        if not ids:
            entry = self.addAction(self.tr("Copy as note:<number> (save it first)"))
            entry.setEnabled(False)
        elif len(rows) == 1:
            text = self.tr("&Copy as {reference}").format(reference=f"note:{ids[0]}")
            self._add_own(text, self._actions["action_copy_reference"].trigger)
        else:
            self.addAction(self._actions["action_copy_reference"])
