"""What the list wants of the rest of the page: moving, menus, and the view of several notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from newt_gui.qt.messages import Message
from newt_gui.qt.numbers import number
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from newt_gui.notes.page import NotesPage
    from newt_gui.notes.selection_pane import SelectionPane


class ListWishes(QObject):
    """Builds menu and view of a selection when they are first needed."""

    def __init__(self, page: NotesPage, theme: Theme) -> None:
        super().__init__(page)
        self._page, self._theme = page, theme
        self._actions: Mapping[str, QAction] = {}
        self._selection: SelectionPane | None = None
        pane = page.list_pane
        pane.selection_settled.connect(self._show_selection)
        pane.move_requested.connect(lambda keys, position: page.commands.move_to(keys, position))
        pane.move_refused.connect(self._refuse)
        pane.menu_requested.connect(self._open_menu)
        pane.copied.connect(self._tell_copied)
        pane.narrowed.connect(page.state_changed)
        page.session.rows_changed.connect(self._refresh)

    def take_actions(self, actions: Mapping[str, QAction]) -> None:
        """The window's actions by name, for the list's button, keys and menus."""
        self._actions = actions
        pane, delete = self._page.list_pane, actions["action_delete_note"]
        pane.set_new_note_action(actions["action_new_note"])
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # Delete in a text is another wish
        pane.view.addAction(delete)

    @property
    def shows_note(self) -> bool:
        """Whether the open note is in view, and not several selected ones."""
        return self._selection is None or self._page.right.currentWidget() is not self._selection

    # Keys that nothing else heard: their action can't be done now

    def explain_key(self, event: QKeyEvent) -> bool:
        """Say why a key that moves notes does nothing now; whether it is such a key."""
        from PySide6.QtGui import QKeySequence

        pressed = QKeySequence(event.keyCombination())
        for name, step in (("action_move_up", -1), ("action_move_down", +1)):
            if name in self._actions and pressed in self._actions[name].shortcuts():
                from newt_gui.notes.why_not_move import why_not_move

                reason = why_not_move(self._page, step)
                if reason:
                    self._refuse(reason)
                return True
        return False

    # Several notes

    def _show_selection(self) -> None:
        page = self._page
        several = len(page.list_pane.selected_keys()) > 1
        if several == self.shows_note:
            if several:
                page.commit()
                self._leave_text()
                page.right.setCurrentWidget(self._selection_pane())
            else:
                self._show_note()
        self._refresh()

    def _leave_text(self) -> None:
        """Whoever was in the text is in the list now: several of its notes are what this is about."""
        page = self._page
        if page.right.isAncestorOf(page.window().focusWidget()):
            page.list_pane.view.setFocus()

    def _show_note(self) -> None:
        page = self._page
        had_focus = self._selection is not None and self._selection.isAncestorOf(page.window().focusWidget())
        page.right.setCurrentWidget(page.editor_pane)
        if had_focus:
            page.list_pane.view.setFocus()

    def _selection_pane(self) -> SelectionPane:
        if self._selection is None:
            from newt_gui.notes.selection_pane import SelectionPane

            self._selection = SelectionPane(self._theme, self._actions)
            self._selection.left.connect(self._page.list_pane.view.setFocus)
            self._page.right.addWidget(self._selection)
        return self._selection

    def _refresh(self) -> None:
        if self._selection is not None and not self.shows_note:
            rows = self._page.list_pane.selected_rows()
            self._selection.show_rows(rows, self._page.snapshot.limit)

    # Menu and news

    def _open_menu(self, place: QPoint) -> None:
        from newt_gui.notes.row_menu import RowMenu

        if QApplication.activePopupWidget() is not None:
            return  # one key can be two wishes
        self._page.commit()
        RowMenu(self._page.list_pane, self._actions).open(place)

    def _refuse(self, reason: str) -> None:
        self._page.message_posted.emit(Message(reason, "caution"))

    def _tell_copied(self, count: int) -> None:
        one, several = self.tr("Copied the text of 1 note."), self.tr("Copied the text of {count} notes.")
        told = one if count == 1 else several
        self._page.message_posted.emit(Message(told.format(count=number(count))))
