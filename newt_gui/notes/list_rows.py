"""The rows of the list after a list operation: which note went where, and whose draft travels (pure)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from newt_gui.core.characters import trim
from newt_gui.core.errors import NotesConflict
from newt_gui.core.merge import Delete, Insert, Operation, Update, apply_all, inverse, perform
from newt_gui.core.pairing import pair
from newt_gui.notes.rows import Row, arranged, reconcile


class Source(NamedTuple):
    """Where an entry of a changed list comes from.

    `place`: 0-based in the list before, None for a new one. `operation`: index of the last
    operation that made, rewrote or moved it, None where none did. `text`: what it holds now,
    None where that is what it held before.
    """

    place: int | None
    operation: int | None
    text: str | None


class Way(NamedTuple):
    """One way over a list: what is done, on which list, and what becomes of the rows concerned.

    `seen`: the list that `operations` are made on. `spent`: rows whose unsaved text goes with the
    operations. `returning`: rows that come back, or get back the draft that they had.
    """

    seen: tuple[str, ...]
    operations: tuple[Operation, ...]
    spent: tuple[Row, ...] = ()
    returning: tuple[Row, ...] = ()


def sources(
    seen: Sequence[str], operations: Sequence[Operation], entries: Sequence[str]
) -> list[Source] | None:
    """What each entry comes from once `operations`, made on `seen`, are applied to `entries`.

    None where that is not certain: a conflict, or something that others did already.
    """
    tokens = [f"seen {at}" for at in range(len(seen))]
    theirs = [f"theirs {at}" for at in range(len(entries))]
    for at, place in enumerate(pair(seen, entries).same):
        if place is not None:
            theirs[place] = tokens[at]
    marked = [_marked(operation, index) for index, operation in enumerate(operations)]
    before, last = _history(tokens, marked)
    try:
        result = apply_all(tokens, marked, theirs) if tokens != theirs else perform(tokens, marked)
    except NotesConflict:
        return None
    places = {token: place for place, token in enumerate(theirs)}
    return [_source(token, places, operations, before, last) for token in result]


def _marked(operation: Operation, index: int) -> Operation:
    """The operation with a text that tells it from all others."""
    if isinstance(operation, Update | Insert):
        return operation._replace(text=f"operation {index}")
    return operation


def _history(tokens: list[str], marked: Sequence[Operation]) -> tuple[dict[str, str], dict[str, int]]:
    """For each token that an operation wrote, the one before it; for each the last operation on it."""
    before: dict[str, str] = {}
    last: dict[str, int] = {}
    current = list(tokens)
    for index, operation in enumerate(marked):
        if isinstance(operation, Update | Insert):
            last[operation.text] = index
        if isinstance(operation, Update):
            before[operation.text] = current[operation.id - 1]
        elif not isinstance(operation, Insert | Delete):
            last[current[operation.id - 1]] = index
        current = perform(current, [operation])
    return before, last


def _source(
    token: str,
    places: Mapping[str, int],
    operations: Sequence[Operation],
    before: Mapping[str, str],
    last: Mapping[str, int],
) -> Source:
    text, operation = None, last.get(token)
    if token.startswith("operation "):
        made_by = operations[int(token.split()[1])]
        text = made_by.text if isinstance(made_by, Update | Insert) else None
    origin = token
    while origin in before:
        origin = before[origin]
    return Source(places.get(origin), operation, text)


def way_back(base: tuple[str, ...], operations: tuple[Operation, ...], rows: Iterable[Row]) -> Way:
    """What undoes `operations`, made on `base`; `rows` come back with it."""
    return Way(tuple(perform(base, operations)), tuple(inverse(base, operations)), returning=tuple(rows))


def concerned(rows: Sequence[Row], way: Way, carried: Iterable[Row]) -> tuple[Row, ...]:
    """The rows that `way` removes or rewrites, and those of `carried` that are not on disk.

    `carried`: rows whose drafts, as they are there, are given up; the others come without theirs.
    """
    on_disk = [row for row in rows if row.id is not None]
    found = sources(way.seen, way.operations, [row.stored or "" for row in on_disk])
    wanted = {row.key: row for row in carried}
    if found is None:
        return tuple(wanted.values())
    places = (source.place for source in found if source.text is None)
    untouched = {on_disk[place].key for place in places if place is not None}
    return tuple(
        wanted.get(row.key) or row.reverted()
        for row in rows
        if (row.key in wanted if row.id is None else row.key not in untouched)
    )


class RowsAfter:
    """The rows once `way` was written and the file holds `entries`; no draft is lost.

    `rows`: all of them; `touched`: the keys of those that were made, rewritten, moved or came back.
    """

    def __init__(
        self, rows: Sequence[Row], way: Way, entries: Sequence[str], new_key: Callable[[], int]
    ) -> None:
        self._way, self._new_key = way, new_key
        self._spent = {row.key: row.draft for row in way.spent}
        self._back = {row.key: row for row in way.returning}
        self._on_disk = [row for row in rows if row.id is not None]
        self._loose = [row for row in rows if row.id is None and not self._is_spent(row)]
        self.touched: tuple[int, ...] = ()
        placed = self._place()
        held = {(row.key, row.draft) for row in placed}
        back = [row for row in self._back.values() if row.draft and (row.key, row.draft) not in held]
        returned = [self._homeless(row) for row in back]
        self._loose += returned
        self.touched += tuple(row.key for row in returned)
        self.rows = arranged(placed, self._loose)
        if [row.stored for row in placed] != list(entries):
            self.rows = reconcile(self.rows, entries, new_key)

    def _place(self) -> list[Row]:
        way = self._way
        found = sources(way.seen, way.operations, [row.stored or "" for row in self._on_disk])
        if found is None:
            return [
                row._replace(draft=None, base=None) if self._is_spent(row) else row for row in self._on_disk
            ]
        owners = self._owners()
        placed = [self._row(at, source, owners) for at, source in enumerate(found, start=1)]
        self.touched = tuple(
            row.key for row, source in zip(placed, found, strict=True) if source.operation is not None
        )
        kept = {row.key for row in placed}
        gone = [row for row in self._on_disk if row.key not in kept and not self._is_spent(row)]
        self._loose += [Row(row.key, None, None, row.draft) for row in gone if row.draft]
        return placed

    def _owners(self) -> dict[int, Row]:
        """By index of the operation that makes a note anew: the row that this note had."""
        way = self._way
        found = sources(way.seen, way.operations, way.seen) or []
        by_id = {row.id: row for row in way.returning if row.id is not None}
        return {
            source.operation: by_id[at]
            for at, source in enumerate(found, start=1)
            if source.place is None
            and source.operation is not None
            and at in by_id
            and by_id[at].stored == source.text
        }

    def _row(self, note_id: int, source: Source, owners: Mapping[int, Row]) -> Row:
        if source.place is None:
            owner = owners.get(-1 if source.operation is None else source.operation)
            return self._come_back(owner, note_id) if owner else self._made(note_id, source)
        row = self._on_disk[source.place]
        if source.text is None:
            return row._replace(id=note_id)
        return self._rewritten(row, note_id, source.text)

    def _made(self, note_id: int, source: Source) -> Row:
        assert source.text is not None
        return Row(self._new_key(), note_id, trim(source.text))

    def _come_back(self, owner: Row, note_id: int) -> Row:
        """The row of a note that is there again, with the draft that it had or that outlived it."""
        self._back.pop(owner.key, None)
        outlived = next((row for row in self._loose if row.key == owner.key), None)
        if outlived is not None:
            self._loose.remove(outlived)
            return owner._replace(id=note_id, draft=outlived.draft, base=owner.stored)
        return owner._replace(key=self._free_key(owner.key), id=note_id)

    def _homeless(self, row: Row) -> Row:
        """A row whose note could not be found again: its draft waits for it, or is a new note."""
        row = row._replace(key=self._free_key(row.key))
        return row if row.id is None else row._replace(id=None, stored=None, base=row.stored)

    def _free_key(self, key: int) -> int:
        taken = any(row.key == key for row in (*self._on_disk, *self._loose))
        return self._new_key() if taken else key

    def _rewritten(self, row: Row, note_id: int, text: str) -> Row:
        """The row with another text on disk; a draft that is not part of that stays beside it."""
        stored = trim(text)
        back = self._back.get(row.key)
        restored = back if back is not None and back.stored == stored else None
        if restored is not None:
            del self._back[row.key]
        if row.draft and not self._is_spent(row) and trim(row.draft) != stored:
            if row.key in self._spent and restored is None:  # written since: it goes on from here
                return Row(row.key, note_id, stored, row.draft, stored)
            self._loose.append(Row(self._new_key(), None, None, row.draft, after=row.key))
        if restored is not None:
            return restored._replace(id=note_id)
        return Row(row.key, note_id, stored)

    def _is_spent(self, row: Row) -> bool:
        return row.key in self._spent and self._spent[row.key] == row.draft
