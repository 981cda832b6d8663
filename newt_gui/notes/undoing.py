"""Undo and redo by where the person is: in the text they concern the text, elsewhere the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage


class Undoing(QObject):
    """Remembers which of the two had the focus last: an open menu has it while it is read."""

    changed = Signal()
    """What can be undone here may be something else now."""

    def __init__(self, page: NotesPage) -> None:
        super().__init__(page)
        self._page, self._session, self._editor = page, page.session, page.editor_pane.editor
        self._is_in_text = False
        self._editor.undoAvailable.connect(self.changed)
        self._editor.redoAvailable.connect(self.changed)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None:
            return
        in_text = self._page.editor_pane.is_about_text(new)
        if in_text != self._is_in_text and (in_text or self._page.isAncestorOf(new)):
            self._is_in_text = in_text
            self.changed.emit()

    def undo(self) -> None:
        """Undo the last edit of the text, or the last change of the list."""
        if self._is_in_text:
            self._editor.undo()
        else:
            self._page.commands.undo()

    def redo(self) -> None:
        """Do again what was undone last, in the text or in the list."""
        if self._is_in_text:
            self._editor.redo()
        else:
            self._page.commands.redo()

    @property
    def can_undo(self) -> bool:
        document = self._editor.document()
        return document.isUndoAvailable() if self._is_in_text else self._session.can_undo_list

    @property
    def can_redo(self) -> bool:
        document = self._editor.document()
        return document.isRedoAvailable() if self._is_in_text else self._session.can_redo_list

    @property
    def undo_text(self) -> str:
        """What the menu says; it names the step in the list."""
        label = "" if self._is_in_text else self._session.steps.undo_label
        return self.tr("&Undo: {what}").format(what=_menu_text(label)) if label else self.tr("&Undo")

    @property
    def redo_text(self) -> str:
        label = "" if self._is_in_text else self._session.steps.redo_label
        return self.tr("&Redo: {what}").format(what=_menu_text(label)) if label else self.tr("&Redo")


def _menu_text(label: str) -> str:
    return label.replace("&", "&&")
