"""Where the keyboard goes on when the part that had it is put away or can't be used any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from newt_gui.notes.page import NotesPage


def came_home(page: NotesPage) -> bool:
    """Put the keyboard into the text or the list if what had it on this page is gone.

    Left to Qt it would go to whatever part is next, such as the side bar.
    """
    lost: QWidget | None = page.window().focusWidget()
    if lost is None or not page.isVisible() or not page.isAncestorOf(lost):
        return False
    if lost.isVisible() and lost.isEnabled():
        return False
    home = _home(page, lost)
    if home is not None:
        home.setFocus()
    return home is not None


def _home(page: NotesPage, lost: QWidget) -> QWidget | None:
    pane, rows = page.editor_pane, page.list_pane.view
    texts = [pane.editor, pane.sliced.view] if "sliced" in pane.__dict__ else [pane.editor]
    places = [*texts, rows] if pane.isAncestorOf(lost) else [rows, *texts]
    return next((part for part in places if part is not lost and part.isVisible() and part.isEnabled()), None)
