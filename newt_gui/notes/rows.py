"""The rows of the notes list: what is on disk beside what is being written (pure)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from newt_gui.core.characters import trim
from newt_gui.core.pairing import pair


class RowState(StrEnum):
    """How a row stands to the file."""

    CLEAN = "clean"
    UNSAVED = "unsaved"
    NEW = "new"
    CHANGED = "changed"
    REMOVED = "removed"


class Row(NamedTuple):
    """One note in the list.

    `key` stays for as long as the window shows the note, whatever its number becomes. `id` and
    `stored` are its 1-based number and text on disk, None where it is not there. `draft` is
    unsaved text; `base` is the stored text that the draft was begun from, None for a new note.
    `after`: the key of the row that a new note is to stand behind, None for the end of the list.
    `is_news`: somebody else wrote it since the person last looked at it.
    """

    key: int
    id: int | None
    stored: str | None
    draft: str | None = None
    base: str | None = None
    after: int | None = None
    is_news: bool = False

    @property
    def text(self) -> str:
        """What the person sees: the draft where there is one."""
        return self.draft if self.draft is not None else self.stored or ""

    @property
    def state(self) -> RowState:
        if self.draft is None:
            return RowState.CLEAN
        if self.id is None:
            return RowState.NEW if self.base is None else RowState.REMOVED
        return RowState.UNSAVED if self.base == self.stored else RowState.CHANGED

    @property
    def is_dirty(self) -> bool:
        """Whether there is something to save: a new note with nothing in it yet is nothing."""
        return self.draft is not None and not (self.state is RowState.NEW and not self.draft)

    def edited(self, text: str, shown: str | None = None) -> Row:
        """The row with `text` as its draft; back to the stored text means no draft.

        `shown`: the stored text that the editor showed when this was begun, where that may be
        another one than is stored now. White space at the ends is not stored, so it is no change.
        """
        if self.id is not None and trim(text) == self.stored:
            return self.reverted()
        begun = self.stored if shown is None else shown
        return self._replace(draft=text, base=begun if self.draft is None else self.base)

    def reverted(self) -> Row:
        return self._replace(draft=None, base=None)

    def at(self, position: int, text: str) -> Row:
        """The row at a 0-based place of the file that holds `text`; a draft of that text is done."""
        moved = self._replace(id=position + 1, stored=text, after=None)
        return moved.reverted() if moved.draft == text else moved


def rows_of(entries: Iterable[str], new_key: Callable[[], int]) -> tuple[Row, ...]:
    """Fresh rows for the entries of a file."""
    return tuple(Row(new_key(), at, text) for at, text in enumerate(entries, start=1))


def reconcile(rows: Sequence[Row], entries: Sequence[str], new_key: Callable[[], int]) -> tuple[Row, ...]:
    """The rows after the file came to hold `entries`: no draft is lost, each finds its note again.

    Rows on disk come in file order, drafts without a place there as `arranged` has them.
    """
    placed = _place_stored([row for row in rows if row.id is not None], entries)
    settled = {row.key for row in placed.values()}
    homeless = [row for row in rows if row.draft is not None and row.key not in settled]
    loose = _place_returned(homeless, entries, placed)
    on_disk = [placed.get(at) or Row(new_key(), at + 1, text) for at, text in enumerate(entries)]
    return arranged(on_disk, [row._replace(id=None, stored=None) for row in loose])


def with_news(rows: Sequence[Row], before: Sequence[Row]) -> tuple[Row, ...]:
    """The rows, those marked that hold something else in the file than `before`, or were not there."""
    known = {row.key: row.stored for row in before}
    return tuple(
        row._replace(is_news=True)
        if row.id is not None and (row.key not in known or known[row.key] != row.stored)
        else row
        for row in rows
    )


def arranged(on_disk: Sequence[Row], loose: Sequence[Row]) -> tuple[Row, ...]:
    """Rows on disk as given; each loose one behind the row that it belongs after, else at the end."""
    keys = {row.key for row in (*on_disk, *loose)}
    behind: dict[int | None, list[Row]] = {}
    for row in loose:
        behind.setdefault(row.after if row.after in keys else None, []).append(row)
    waiting = [*reversed(behind.get(None, ())), *reversed(on_disk)]
    rows = []
    while waiting:
        row = waiting.pop()
        rows.append(row)
        waiting.extend(reversed(behind.get(row.key, ())))
    return tuple(rows)


def _place_stored(rows: Sequence[Row], entries: Sequence[str]) -> dict[int, Row]:
    pairing = pair([row.stored or "" for row in rows], entries)
    placed: dict[int, Row] = {}
    for row, same, replaced in zip(rows, pairing.same, pairing.replaced, strict=True):
        position = replaced if same is None else same
        if position is not None:
            placed[position] = row.at(position, entries[position])
    return placed


def _place_returned(homeless: list[Row], entries: Sequence[str], placed: dict[int, Row]) -> list[Row]:
    """A draft whose note had gone and is there again goes back to it."""
    loose = []
    for row in homeless:
        position = next(
            (at for at, text in enumerate(entries) if at not in placed and text == row.base), None
        )
        if position is None:
            loose.append(row)
        else:
            placed[position] = row.at(position, entries[position])
    return loose
