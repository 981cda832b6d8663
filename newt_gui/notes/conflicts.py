"""What a person does about a note that somebody else changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newt_gui.notes.words import tr
from newt_gui.qt.dialogs import Dialogs

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage


def keep_as_new(page: NotesPage) -> None:
    """Make the unsaved text of the open note a note of its own; what somebody else wrote stays."""
    page.editor_pane.commit()
    key = page.session.split_off(page.editor_pane.key)
    page.open_note(key)
    page.flow.save(key)


def show_theirs(page: NotesPage, dialogs: Dialogs) -> None:
    """Show the open note as it is in the file."""
    row = page.session.row(page.editor_pane.key)
    if row is not None and row.stored is not None:
        dialogs.tell(
            tr("Note {id} as it is in the file").format(id=row.id),
            tr("Somebody else wrote this. Your own text stays in the editor."),
            row.stored,
        )
