"""What the window's actions do on the Notes page, and when they can be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from newt_gui.core.notes_format import DELIMITER, delimiter_line

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage
    from newt_gui.notes.session import NotesSession


class Offer:
    """One action: what it does, and whether it can be done now."""

    def __init__(self, handler: Callable[[], object], can: Callable[[], bool]) -> None:
        self.handler, self.can = handler, can


def own_offers(page: NotesPage) -> dict[str, Offer]:
    """The actions that the page itself has, by name. What is behind `commands` is made on first use."""
    state = _State(page)
    return {
        "action_new_note": Offer(page.new_note, lambda: page.can_add),
        "action_save": Offer(page.save, lambda: page.can_save),
        "action_save_all": Offer(page.save_all, lambda: page.has_drafts),
        "action_revert": Offer(page.revert, state.can_revert),
        "action_undo": Offer(page.undoing.undo, lambda: page.undoing.can_undo),
        "action_redo": Offer(page.undoing.redo, lambda: page.undoing.can_redo),
        "action_refresh": Offer(page.refresh, lambda: True),
        "action_duplicate_note": Offer(lambda: page.commands.duplicate(), state.can_change_current),
        "action_delete_note": Offer(lambda: page.commands.delete(), state.can_delete),
        "action_move_up": Offer(lambda: page.commands.move_up(), lambda: state.can_move(-1)),
        "action_move_down": Offer(lambda: page.commands.move_down(), lambda: state.can_move(+1)),
        "action_split_here": Offer(lambda: page.commands.split_here(), state.can_change_current),
        "action_split_delimiters": Offer(lambda: page.commands.split_at_delimiters(), state.has_delimiters),
        "action_merge_notes": Offer(lambda: page.commands.merge(), state.can_merge),
        "action_copy_reference": Offer(lambda: page.commands.copy_reference(), state.has_numbers),
    }


class DraftState:
    """What the actions have to know of the note being written; asked with every key."""

    def __init__(self, session: NotesSession) -> None:
        self._session = session
        self._last: object = None

    def has_changed(self, key: int) -> bool:
        """Whether an action may be possible now that was not with the key before, or the other way round."""
        row = self._session.row(key)
        now = row and (key, row.state, row.is_dirty, DELIMITER in row.text)
        before, self._last = self._last, now
        return now != before


class _State:
    """What the selection and the open note allow."""

    def __init__(self, page: NotesPage) -> None:
        self._page = page

    def _ids(self) -> list[int]:
        return [row.id for row in self._page.list_pane.selected_rows() if row.id is not None]

    def can_change_current(self) -> bool:
        return self._page.can_save and len(self._page.list_pane.selected_keys()) == 1

    def can_revert(self) -> bool:
        row = self._page.session.row(self._page.editor_pane.key)
        return row is not None and row.draft is not None

    def can_delete(self) -> bool:
        return not self._page.session.is_read_only and bool(self._page.list_pane.selected_keys())

    def can_move(self, step: int) -> bool:
        ids = self._ids()
        edge = 1 if step < 0 else len(self._page.snapshot.entries)
        return bool(ids) and edge not in ids and not self._page.list_pane.move_obstacle()

    def has_delimiters(self) -> bool:
        row = self._page.session.row(self._page.editor_pane.key)
        if row is None or DELIMITER not in row.text or not self.can_change_current():
            return False
        return delimiter_line(row.text) is not None

    def can_merge(self) -> bool:
        return not self._page.session.is_read_only and len(self._page.list_pane.selected_keys()) > 1

    def has_numbers(self) -> bool:
        return bool(self._ids())
