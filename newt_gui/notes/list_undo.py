"""What can be undone and done again in the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from newt_gui.notes.list_step import Step


class UndoList:
    """The steps of one file, the newest last, until the app closes."""

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self.touched: tuple[int, ...] = ()
        """Keys of the rows that the last change made, brought back, rewrote or moved."""

    def add(self, step: Step) -> None:
        """Something new was done: what was undone before it can't be done again."""
        self.done.append(step)
        self.undone.clear()

    def text_saved(self, entries: Sequence[str], id: int, text: str) -> None:
        """Note `id` of `entries` was saved and says `text` now: that is no reason not to undo."""
        if not (self.done or self.undone):
            return
        from newt_gui.notes.list_step import back_through, forth_through

        self.done[:] = back_through(self.done, entries, id - 1, text)
        self.undone[:] = forth_through(self.undone, entries, id - 1, text)

    @property
    def undo_writes(self) -> bool:
        """Whether undoing the newest step changes the file: what was never saved comes back without that."""
        return bool(self.done and self.done[-1].operations)

    @property
    def redo_writes(self) -> bool:
        """The same for doing again what was undone last."""
        return bool(self.undone and self.undone[-1].operations)

    @property
    def undo_label(self) -> str:
        """What would be undone next, for people; empty for nothing."""
        return self.done[-1].label if self.done else ""

    @property
    def redo_label(self) -> str:
        """What would be done again next, for people; empty for nothing."""
        return self.undone[-1].label if self.undone else ""
