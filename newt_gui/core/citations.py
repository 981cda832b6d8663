"""Where a text cites a note by its number, and what a change of numbers does to that. Pure.

Two ways of writing count, in capitals or not: `note:7`, as newt's model addresses a note, and the
word with its number, "note 7", also "notes 3, 5 and 7". The word must stand alone ("footnote 7" is
none) and so must the number ("note 7b", "note 7.2" and "note 7th" are none).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re


class Citation(NamedTuple):
    """One number that is cited. `start` and `end`: code points; the word "note" is within the first."""

    id: int
    start: int
    end: int


class ChangedCitation(NamedTuple):
    """A number that a text cites and that changes. `at`: 0-based place of the text; `new`: None for gone."""

    at: int
    old: int
    new: int | None


def citations(text: str) -> list[Citation]:
    """Every cited number, in the order of the text. Takes time linear in the text."""
    return list(_cited(text))


def changed_citations(texts: Sequence[str], renumbering: Mapping[int, int | None]) -> list[ChangedCitation]:
    """Which texts cite numbers that change, each number once a text, in the order of the texts.

    `renumbering`: old id to new id, None where the note goes; an id that is not in it stays.
    """
    return [
        ChangedCitation(at, old, renumbering[old])
        for at, text in enumerate(texts)
        for old in dict.fromkeys(cited.id for cited in citations(text))
        if renumbering.get(old, old) != old
    ]


def _cited(text: str) -> Iterator[Citation]:
    first, further = _patterns()
    for match in first.finditer(text):
        yield Citation(int(match["id"]), match.start(), match.end())
        if not match["plural"]:
            continue
        at = match.end()
        while follower := further.match(text, at):
            yield Citation(int(follower["id"]), follower.start("id"), follower.end())
            at = follower.end()


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    import re

    number = r"(?P<id>[0-9]{1,9})(?!\w|\.[0-9])"
    first = rf"(?<!\w)(?:note:|note\s{{1,2}}|(?P<plural>notes\s{{1,2}})){number}"
    further = rf"(?:,\s{{1,2}}(?:and\s|or\s)?|\s(?:and|or|&)\s){number}"
    return re.compile(first, re.IGNORECASE), re.compile(further, re.IGNORECASE)
