"""What a save that met a full file would need now. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from newt_gui.core.snapshot import NotesSnapshot, WriteCheck
from newt_gui.notes.rows import Row, RowState
from newt_gui.notes.words import findings_of


class Need(NamedTuple):
    """Sizes in bytes of all notes as they would be after the save.

    Counted are the note that waits and, before it, every other note whose unsaved text is shorter than
    what is stored and could be saved as it is: `first` has their keys. Unsaved text that makes the
    file larger is not counted, because the waiting note does not need it.
    """

    bytes_after: int
    limit: int
    over: int
    fits: bool
    first: tuple[int, ...]


def need(rows: Iterable[Row], snapshot: NotesSnapshot, waiting: Row | None) -> Need:
    """What the save of `waiting` needs; without one: what the file as it is would need."""
    shorter = {
        row.key: grown
        for row in rows
        if (waiting is None or row.key != waiting.key) and (grown := _growth_if_shorter(row, snapshot)) < 0
    }
    wanted = 0 if waiting is None else _growth(snapshot.check(waiting.text, waiting.id, ()))
    after = snapshot.used_bytes + wanted
    if after > snapshot.limit:
        after += sum(shorter.values())
    else:
        shorter = {}
    over = max(0, after - snapshot.limit)
    # newt's rule for a note that is there already: the whole may stay too large if it gets no larger.
    shrinks = waiting is not None and waiting.id is not None and wanted <= 0
    return Need(after, snapshot.limit, over, not over or shrinks, tuple(shorter))


def _growth(check: WriteCheck) -> int:
    return check.bytes_after - check.bytes_now


def _growth_if_shorter(row: Row, snapshot: NotesSnapshot) -> int:
    """By how many bytes a note's unsaved text is larger; 0 where it is no shorter or can't be saved."""
    if row.state is not RowState.UNSAVED or len(row.text) > len(row.stored or "") * 4:
        return 0
    check = snapshot.check(row.text, row.id, ())
    if _growth(check) >= 0:
        return 0
    savable = check._replace(findings=findings_of(row.text)).error() is None
    return _growth(check) if savable else 0
