"""Changes of a list of notes: done, undone, and done to a list that somebody else changed. Pure.

An operation names notes by id, their 1-based place in the list that it was made on. Both lists'
entries are paired once, by equal text; from then on an entry keeps its partner whatever operations
do to it, so that a later operation finds the note which an earlier one moved or changed.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from newt_gui.core.errors import NotesConflict
from newt_gui.core.pairing import pair

__all__ = [
    "Delete",
    "Insert",
    "Move",
    "NotesConflict",
    "Operation",
    "Placed",
    "Update",
    "apply",
    "apply_all",
    "inverse",
    "perform",
    "place_all",
    "renumbering",
]

T = TypeVar("T")

_NEW = 0  # the old id of what had none


class Update(NamedTuple):
    """Note `id` is to say `text`."""

    id: int
    text: str


class Delete(NamedTuple):
    """Note `id` is to go."""

    id: int


class Insert(NamedTuple):
    """A new note is to have the id `at`; beyond the ends: first or last."""

    at: int
    text: str


class Move(NamedTuple):
    """Note `id` is to have the id `to`; beyond the ends: first or last."""

    id: int
    to: int


# Two of different kinds may be equal as tuples: tell them apart by type.
Operation = Update | Delete | Insert | Move


class Placed(NamedTuple):
    """One note of a result: its text, and its 0-based place in `theirs`, None where it was written."""

    text: str
    origin: int | None


def apply(base: Sequence[str], operation: Operation, theirs: Sequence[str]) -> list[str]:
    """The list that `operation`, made on `base`, makes of `theirs`, what is there by now.

    NotesConflict where the same note was changed here and there; IndexError for an id that `base`
    does not have.
    """
    return apply_all(base, (operation,), theirs)


def apply_all(base: Sequence[str], operations: Sequence[Operation], theirs: Sequence[str]) -> list[str]:
    """The same for several, each made on the list that the ones before it left."""
    return [placed.text for placed in place_all(base, operations, theirs)]


def place_all(base: Sequence[str], operations: Sequence[Operation], theirs: Sequence[str]) -> list[Placed]:
    """The same, with where each note comes from."""
    sides = _Sides(base, theirs)
    for operation in operations:
        sides.do(operation)
    return [Placed(note.text, note.origin) for note in sides.theirs]


def perform(base: Sequence[str], operations: Sequence[Operation]) -> list[str]:
    """What the operations make of `base` where nobody else wrote. IndexError for an id that is not there."""
    entries = list(base)
    for operation in operations:
        _do(entries, operation, lambda _, text: text)
    return entries


def inverse(base: Sequence[str], operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """What leads from `perform(base, operations)` back to `base`."""
    entries, back = list(base), list[Operation]()
    for operation in operations:
        back.append(_opposite(entries, operation))
        _do(entries, operation, lambda _, text: text)
    return tuple(reversed(back))


def renumbering(count: int, operations: Sequence[Operation]) -> dict[int, int | None]:
    """The new id of each of `count` notes by its old one; None: it is gone."""
    olds = list(range(1, count + 1))
    for operation in operations:
        _do(olds, operation, lambda old, _: old or _NEW)
    news = {old: new for new, old in enumerate(olds, start=1) if old != _NEW}
    return {old: news.get(old) for old in range(1, count + 1)}


def _do(entries: list[T], operation: Operation, write: Callable[[T | None, str], T]) -> None:
    """`write` makes an entry of the one that it replaces (None: of none) and the text."""
    match operation:
        case Update(id, text):
            at = _place(entries, id)
            entries[at] = write(entries[at], text)
        case Delete(id):
            del entries[_place(entries, id)]
        case Insert(at, text):
            entries.insert(_gap(entries, at), write(None, text))
        case Move(id, to):
            moved = entries.pop(_place(entries, id))
            entries.insert(_gap(entries, to), moved)


def _opposite(entries: Sequence[str], operation: Operation) -> Operation:
    match operation:
        case Update(id, _):
            return Update(id, entries[_place(entries, id)])
        case Delete(id):
            return Insert(id, entries[_place(entries, id)])
        case Insert(at, _):
            return Delete(_gap(entries, at) + 1)
        case Move(id, to):
            return Move(_gap(entries[:-1], to) + 1, _place(entries, id) + 1)


def _place(entries: Sequence[object], id: int) -> int:
    if not 1 <= id <= len(entries):
        raise IndexError(id)
    return id - 1


def _gap(entries: Sequence[object], id: int) -> int:
    """Where to insert what is to have the id."""
    return min(max(0, id - 1), len(entries))


class _Note:
    """A note of one list or, as long as it is paired, of both.

    `instead`: what stands in the other list in the place of one that was changed there.
    """

    __slots__ = ("instead", "origin", "paired", "text")

    def __init__(self, text: str, origin: int | None = None) -> None:
        self.text, self.origin = text, origin
        self.paired = False
        self.instead: _Note | None = None


class _Sides:
    """The list here and the one there, while operations made here are done to both."""

    def __init__(self, base: Sequence[str], theirs: Sequence[str]) -> None:
        self.theirs = [_Note(text, at) for at, text in enumerate(theirs)]
        pairing = pair(base, theirs)
        self._mine = [self._begin(*entry) for entry in zip(base, pairing.same, pairing.replaced, strict=True)]
        self._unpaired: defaultdict[str, deque[_Note]] = defaultdict(deque)
        for note in self.theirs:
            if not note.paired:
                self._unpaired[note.text].append(note)
        self._last_place = 0

    def do(self, operation: Operation) -> None:
        """Do to both lists what was made on the one here."""
        match operation:
            case Update(id, text):
                self._update(_place(self._mine, id), text)
            case Delete(id):
                self._delete(_place(self._mine, id))
            case Insert(at, text):
                self._insert(_gap(self._mine, at), text)
            case Move(id, to):
                self._move(_place(self._mine, id), _gap(self._mine[:-1], to))

    def _begin(self, text: str, same: int | None, replaced: int | None) -> _Note:
        if same is not None:
            self.theirs[same].paired = True
            return self.theirs[same]
        note = _Note(text)
        note.instead = None if replaced is None else self.theirs[replaced]
        return note

    def _update(self, at: int, text: str) -> None:
        note = self._mine[at]
        if note.text == text:
            return
        if note.paired:
            note.text, note.origin = text, None
            return
        there = _counterpart(note)
        if there is None or there.text != text:
            raise NotesConflict(note.text, text, None if there is None else there.text)
        self._unpaired[text].remove(there)
        there.paired = True
        self._mine[at] = there

    def _delete(self, at: int) -> None:
        note = self._mine[at]
        there = _counterpart(note)
        if there is not None and there is not note:
            raise NotesConflict(note.text, None, there.text)
        del self._mine[at]
        if there is not None:
            del self.theirs[self._place_there(there)]

    def _insert(self, at: int, text: str) -> None:
        if self._unpaired[text]:  # they added the same
            note = self._unpaired[text].popleft()
        else:
            note = _Note(text)
            self._put_there(note, at)
        note.paired = True
        self._mine.insert(at, note)

    def _move(self, at: int, to: int) -> None:
        if at == to:
            return
        note = self._mine.pop(at)
        there = _counterpart(note)
        if there is not None:
            del self.theirs[self._place_there(there)]
            self._put_there(there, to)
        self._mine.insert(to, note)

    def _put_there(self, note: _Note, at: int) -> None:
        """Put it behind what is paired and stands nearest before `at` here; sent last, last."""
        if at == len(self._mine):
            place = len(self.theirs)
        else:
            before = next((self._mine[n] for n in range(at - 1, -1, -1) if self._mine[n].paired), None)
            place = 0 if before is None else self._place_there(before) + 1
        self.theirs.insert(place, note)
        self._last_place = place

    def _place_there(self, note: _Note) -> int:
        # Many that are pasted in a row stand each behind the one before: no search for those.
        if self._last_place < len(self.theirs) and self.theirs[self._last_place] is note:
            return self._last_place
        return self.theirs.index(note)


def _counterpart(note: _Note) -> _Note | None:
    """What the note is in the list there: itself, what it was changed to, or None for removed."""
    if note.paired:
        return note
    # An operation may have said the same as they did, elsewhere: that note is not this one any more.
    return None if note.instead is None or note.instead.paired else note.instead
