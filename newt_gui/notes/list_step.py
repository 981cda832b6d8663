"""One list operation with the list that it was made on, so that it can be undone and done again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from newt_gui.core.errors import UserFacingError
from newt_gui.core.merge import Operation, perform
from newt_gui.core.pairing import pair
from newt_gui.notes.list_rows import Way, sources, way_back
from newt_gui.notes.rows import Row


class Step(NamedTuple):
    """One list operation. `label` says what was done ("delete note 3"), for people.

    `base`: the texts that `operations` were made on; `rows`: those that it removed or rewrote, as
    they were, with the drafts that went with them. Without operations nothing was written: rows that
    were never saved went.
    """

    label: str
    base: tuple[str, ...]
    operations: tuple[Operation, ...]
    rows: tuple[Row, ...] = ()

    @property
    def forth(self) -> Way:
        """Doing it again."""
        return Way(self.base, self.operations, spent=self.rows)

    @property
    def back(self) -> Way:
        """Undoing it."""
        return way_back(self.base, self.operations, self.rows)

    @property
    def result(self) -> tuple[str, ...]:
        """What it made of `base`."""
        return tuple(perform(self.base, self.operations))

    def passage(self) -> dict[int, int]:
        """0-based places in `base` by those in `result`, of the notes that it left as they are."""
        found = sources(self.base, self.operations, self.base) or []
        return {
            at: source.place
            for at, source in enumerate(found)
            if source.place is not None and source.text is None
        }

    def saying(self, place: int, text: str) -> Step:
        """The same step on a list that says `text` at a place (0-based)."""
        return self._replace(base=(*self.base[:place], text, *self.base[place + 1 :]))


def back_through(steps: Sequence[Step], entries: Sequence[str], place: int, text: str) -> list[Step]:
    """The steps, newest last, as if the note at `place` of `entries` had always said `text`.

    `entries` is the list before that was saved. A step that wrote the note itself, and those before
    it, stay as they are.
    """
    changed = list(steps)
    for index in range(len(changed) - 1, -1, -1):
        step = changed[index]
        at = pair(entries, step.result).same[place]
        before = step.passage().get(-1 if at is None else at)
        if before is None:
            break
        changed[index] = step.saying(before, text)
        entries, place = step.base, before
    return changed


def forth_through(steps: Sequence[Step], entries: Sequence[str], place: int, text: str) -> list[Step]:
    """The same for steps that were undone, of which the last is the next to be done again."""
    changed = list(steps)
    for index in range(len(changed) - 1, -1, -1):
        step = changed[index]
        at = pair(entries, step.base).same[place]
        after = next((new for new, old in step.passage().items() if old == at), None)
        if at is None or after is None:
            break
        changed[index] = step.saying(at, text)
        entries, place = step.result, after
    return changed


class CannotUndo(UserFacingError):
    """What a list operation changed was changed since. `label`: the operation."""

    what_template = "This can't be undone any more: {label}."
    why_template = "A note that it concerns has been changed since."
    hint_template = "Everything stays as it is; older texts are in this app's history."

    def __init__(self, label: str) -> None:
        self.label = label
        super().__init__(label=label)


class CannotRedo(CannotUndo):
    """The same for doing it again."""

    what_template = "This can't be done again: {label}."
