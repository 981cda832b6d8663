"""What saving one row does to the list, and the rows after that (pure)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from newt_gui.core.characters import trim
from newt_gui.core.merge import Insert, Update
from newt_gui.notes.list_rows import RowsAfter, Way
from newt_gui.notes.rows import Row


def save_way(entries: Sequence[str], row: Row, at: int) -> Way:
    """Saving `row` into the list that the person sees; `at`: the number that a new note is to have."""
    text = trim(row.text)
    if row.id is not None:
        return Way(tuple(entries), (Update(row.id, text),), spent=(row,))
    return Way(tuple(entries), (Insert(at, text),), spent=(row,), returning=(Row(row.key, at, text),))


def rows_after_save(
    rows: Sequence[Row], way: Way, entries: Sequence[str], new_key: Callable[[], int]
) -> tuple[Row, ...]:
    """The rows once `way` was written; what was written since the save began stays a draft."""
    return tuple(map(_settled, RowsAfter(rows, way, entries, new_key).rows))


def _settled(row: Row) -> Row:
    done = row.id is not None and row.draft is not None and trim(row.draft) == row.stored
    return row.reverted() if done else row
