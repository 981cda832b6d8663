"""Every place in the notes, unsaved text included, that holds what somebody looks for (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from newt_gui.core.text_search import Span, find_spans
from newt_gui.notes.rows import Row

MOST_HITS = 2_000
"""So many are shown; whoever gets more goes on typing."""
_BEFORE, _AFTER = 32, 160
"""How much of its line is shown around a hit, in characters."""


class Hit(NamedTuple):
    """One place. `key`, `id`: of the row, `id` None for a note that is not in the file; `line`: 1-based.

    `start`, `end`: code points in the row's text. `before` and `after` stand around `match` in its
    line, with an … where they are cut.
    """

    key: int
    id: int | None
    line: int
    start: int
    end: int
    before: str
    match: str
    after: str


class Hits(NamedTuple):
    """What was found: the first MOST_HITS of `total` places, in the order of the list, in `notes` notes."""

    shown: tuple[Hit, ...]
    total: int
    notes: int


class NotesSearch:
    """Looks through the rows. A text that it knows already is not looked through again."""

    def __init__(self) -> None:
        self._wanted: tuple[str, bool] = ("", False)
        self._spans: dict[int, tuple[str, tuple[Span, ...]]] = {}

    def search(self, rows: Sequence[Row], wanted: str, match_case: bool) -> Hits:
        """All places of `wanted`; none for nothing."""
        if (wanted, match_case) != self._wanted:
            self._wanted, self._spans = (wanted, match_case), {}
        self._spans = {row.key: (row.text, self._in_row(row)) for row in rows}
        found = [(row, self._spans[row.key][1]) for row in rows]
        shown: list[Hit] = []
        for row, spans in found:
            shown.extend(_hits(row, spans[: MOST_HITS - len(shown)]))
        total = sum(len(spans) for _, spans in found)
        return Hits(tuple(shown), total, sum(1 for _, spans in found if spans))

    def _in_row(self, row: Row) -> tuple[Span, ...]:
        known = self._spans.get(row.key)
        if known is not None and known[0] == row.text:
            return known[1]
        wanted, match_case = self._wanted
        return tuple(find_spans(row.text, wanted, match_case=match_case))


def _hits(row: Row, spans: Iterable[Span]) -> Iterator[Hit]:
    text, line, counted = row.text, 1, 0
    for start, end in spans:
        line += text.count("\n", counted, start)
        counted = start
        yield Hit(row.key, row.id, line, start, end, _before(text, start), text[start:end], _after(text, end))


def _before(text: str, start: int) -> str:
    first = text.rfind("\n", 0, start) + 1
    if start - first <= _BEFORE:
        return text[first:start].lstrip()
    piece = text[start - _BEFORE : start]
    _part_of_a_word, _, whole_words = piece.partition(" ")
    return "…" + (whole_words.lstrip() or piece)


def _after(text: str, end: int) -> str:
    last = text.find("\n", end, end + _AFTER)
    if last != -1:
        return text[end:last]
    return text[end : end + _AFTER] + ("…" if len(text) > end + _AFTER else "")
