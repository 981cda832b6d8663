"""The keyboard on the Notes page: where it goes on when a part is put away, and keys that nothing took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from newt_gui.notes.editor_pane import EditorPane
    from newt_gui.notes.list_pane import ListPane
    from newt_gui.notes.list_wishes import ListWishes


class PageKeys(QWidget):
    """What of a page has to do with keys; the page itself gives it its parts."""

    list_pane: ListPane
    editor_pane: EditorPane
    wishes: ListWishes

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key whose action can't be done now says why."""
        if not self.wishes.explain_key(event):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802
        """Qt asks it also when what has the keyboard is hidden or can't be used any more: then it goes
        into the text or the list, and not to whatever part is next, such as the side bar.
        """
        lost: QWidget | None = self.window().focusWidget()
        if lost is not None and self._is_gone(lost):
            home = self._home(lost)
            if home is not None:
                home.setFocus()
                return True
        return super().focusNextPrevChild(forward)

    def _is_gone(self, part: QWidget) -> bool:
        mine = self.isVisible() and self.isAncestorOf(part)
        return mine and not (part.isVisible() and part.isEnabled())

    def _home(self, lost: QWidget) -> QWidget | None:
        pane, rows = self.editor_pane, self.list_pane.view
        texts = [pane.editor, pane.sliced.view] if "sliced" in pane.__dict__ else [pane.editor]
        places = [*texts, rows] if pane.isAncestorOf(lost) else [rows, *texts]
        usable = (part for part in places if part is not lost and part.isVisible() and part.isEnabled())
        return next(usable, None)
