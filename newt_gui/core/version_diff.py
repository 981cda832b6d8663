"""An earlier list of notes compared with the one of now, and how to go back to it (pure)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from newt_gui.core.merge import Delete, Insert, Move, Operation, Update
from newt_gui.core.notes_format import parse
from newt_gui.core.pairing import pair


class Since(StrEnum):
    """What became of a note since then."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


class NoteThen(NamedTuple):
    """One note of the earlier list. `now`: its 0-based place today, None where it is gone."""

    text: str
    since: Since
    now: int | None


class Comparison(NamedTuple):
    """`notes`: those of the earlier list, in its order; `added`: 0-based places today of those that
    were not there.
    """

    notes: tuple[NoteThen, ...]
    added: tuple[int, ...]

    @property
    def is_same(self) -> bool:
        """Whether the very same notes are there today, in whatever order."""
        return not self.added and all(note.since is Since.SAME for note in self.notes)


def notes_in(data: bytes) -> tuple[str, ...] | None:
    """The notes in the bytes of a notes file as newt reads them; None where they are not UTF-8."""
    try:
        return tuple(parse(data.decode("utf-8")))
    except UnicodeDecodeError:
        return None


def compare(then: Sequence[str], now: Sequence[str]) -> Comparison:
    """What became of each note of `then`."""
    pairing = pair(then, now)
    notes = tuple(map(_note, then, pairing.same, pairing.replaced))
    known = {note.now for note in notes}
    return Comparison(notes, tuple(at for at in range(len(now)) if at not in known))


def _note(text: str, same: int | None, replaced: int | None) -> NoteThen:
    if same is not None:
        return NoteThen(text, Since.SAME, same)
    return NoteThen(text, Since.GONE if replaced is None else Since.CHANGED, replaced)


def restore_one(then: Sequence[str], now: Sequence[str], at: int) -> list[Operation]:
    """Bring back the note at 0-based place `at` of `then`; nothing where it is there as it was.

    One that is gone comes behind the nearest earlier note that is still there.
    """
    notes = compare(then, now).notes
    note = notes[at]
    if note.since is Since.SAME:
        return []
    if note.now is not None:
        return [Update(note.now + 1, note.text)]
    before = next((other.now for other in reversed(notes[:at]) if other.now is not None), -1)
    return [Insert(before + 2, note.text)]


def restore_all(then: Sequence[str], now: Sequence[str]) -> list[Operation]:
    """What leads from `now` to `then`; notes that are there as they were stay the same notes."""
    compared = compare(then, now)
    changed = [note for note in compared.notes if note.since is Since.CHANGED and note.now is not None]
    operations: list[Operation] = [
        Update(note.now + 1, note.text) for note in changed if note.now is not None
    ]
    operations += [Delete(at + 1) for at in reversed(compared.added)]
    order = [at for at in range(len(now)) if at not in set(compared.added)]
    for place, note in enumerate(compared.notes):
        if note.now is None:
            operations.append(Insert(place + 1, note.text))
            order.insert(place, -1)
        elif order[place] != note.now:
            stands = order.index(note.now)
            operations.append(Move(stands + 1, place + 1))
            order.insert(place, order.pop(stands))
    return operations
