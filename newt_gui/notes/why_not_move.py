"""What the keys that move notes tell where nothing can be moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newt_gui.notes.words import tr

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage


def why_not_move(page: NotesPage, step: int) -> str:
    """Why the selected notes can't go one place up (-1) or down (1); empty where they can, or for none."""
    obstacle = page.list_pane.move_obstacle()
    rows = page.list_pane.selected_rows()
    if obstacle or not rows:
        return obstacle
    ids = [row.id for row in rows if row.id is not None]
    if not ids:
        return tr("Save a new note before you move it: it has no place yet.")
    if step < 0 and 1 in ids:
        return tr("It is at the top of the list already.")
    if step > 0 and len(page.snapshot.entries) in ids:
        return tr("It is at the end of the list already.")
    return ""
