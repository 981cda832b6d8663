"""What the window's actions do in the editor, and what the editor wants of the rest of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage


def connect_editor(page: NotesPage) -> None:
    """Offer the editor's actions to the window, and carry out what making room needs."""
    _offer_actions(page)
    pane = page.editor_pane
    pane.note_requested.connect(lambda key: _open_to_shorten(page, key))
    pane.delete_requested.connect(lambda key: page.commands.delete([key]))
    pane.save_rows_requested.connect(lambda keys: _save_in_turn(page, keys))


def _offer_actions(page: NotesPage) -> None:
    pane = page.editor_pane
    # What is behind `search` is made on first use.
    actions: dict[str, Callable[[], object]] = {
        "action_find": lambda: pane.search.open(),
        "action_replace": lambda: pane.search.open(replacing=True),
        "action_find_next": lambda: pane.search.step(1),
        "action_find_previous": lambda: pane.search.step(-1),
        "action_next_finding": lambda: pane.findings.step(1),
        "action_previous_finding": lambda: pane.findings.step(-1),
        "action_repair": lambda: pane.findings.repair(),
    }
    for name, handler in actions.items():
        page.offer(name, handler, lambda: pane.key != -1 and page.wishes.shows_note)


def _open_to_shorten(page: NotesPage, key: int) -> None:
    page.list_pane.choose(key)
    page.editor_pane.focus_text()


def _save_in_turn(page: NotesPage, keys: Sequence[int]) -> None:
    """Save notes one after the other, as far as none is refused."""
    page.commit()
    left = list(keys)

    def go_on(saved: bool = True) -> None:
        if saved and left:
            page.flow.save(left.pop(0), go_on)

    go_on()
