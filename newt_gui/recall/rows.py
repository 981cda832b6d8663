"""The rows of the list: what was found, or which conversations there are, ready to be drawn. Pure."""

from __future__ import annotations

from typing import NamedTuple

from newt_gui.core.characters import is_hidden

LONGEST_TITLE = 200
"""In characters: no list is so wide that more of it could be seen."""
LONGEST_SNIPPET = 600

_ALSO_KEPT_OUT = "\t\n\u2028\u2029\ufffc"


class Address(NamedTuple):
    """What a row leads to. `seq` is None for a conversation as a whole."""

    conversation_id: str
    seq: int | None = None
    writer: str | None = None


class Passage(NamedTuple):
    """A stretch of a turn as it was said, and the span of it that was found, in code points."""

    text: str
    start: int
    end: int


class Row(NamedTuple):
    """One row. `marks`: spans of `snippet` in code points. `tags`: short words for its state.

    `passage`: what to go to in the conversation; None for its beginning or that of the turn.
    """

    address: Address
    title: str
    time: str
    where: str
    snippet: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    tags: tuple[str, ...] = ()
    passage: Passage | None = None

    @property
    def spoken(self) -> str:
        """All of it for a screen reader."""
        return ", ".join(filter(None, (self.title, *self.tags, self.time, self.where, self.snippet)))


def shown(text: str, longest: int = LONGEST_SNIPPET) -> str:
    """The text for a line of the list, one character for one: nothing in it hides, breaks or reorders."""
    text = text[:longest]
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(ch) for ch in text)


def _shown(ch: str) -> str:
    if ch in _ALSO_KEPT_OUT:
        return " "
    return "␣" if is_hidden(ch) or "\ud800" <= ch <= "\udfff" else ch
