"""A conversation as pieces of text for the reader, in bits that are quick to show. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from newt_gui.core.characters import is_hidden

LONGEST_LINE = 1_000
"""In characters: a longer line is shown as several, since wrapping one of megabytes takes minutes."""

MOST_CHARACTERS, MOST_LINES = 4_000, 60
"""So much of a text is shown in one go; the next bit follows when the window has caught its breath."""

_HIDDEN_WEIGHT = 20


class Speaker(StrEnum):
    """Who a part of a conversation is from."""

    PERSON = "person"
    AGENT = "agent"
    SYSTEM = "system"
    TOOLS = "tools"

    @property
    def is_spoken(self) -> bool:
        """Whether it is what somebody said, not what newt noted."""
        return self in (Speaker.PERSON, Speaker.AGENT)


class Part(NamedTuple):
    """What one speaker said in one turn. `turn`: its place in the conversation, from 0."""

    turn: int
    speaker: Speaker
    heading: str
    text: str


class Place(NamedTuple):
    """A span of one part's text, in code points. `part`: its number in the list of parts."""

    part: int
    start: int
    end: int


class Bit(NamedTuple):
    """Some lines of a text. `continued[i]`: line i goes on in the next one, with no line end between."""

    lines: tuple[str, ...]
    continued: tuple[bool, ...]


def bits(text: str) -> Iterator[Bit]:
    """The text in bits, in order; at least one."""
    lines: list[str] = []
    continued: list[bool] = []
    size = 0
    for line, goes_on in _short_lines(text):
        weight = _weight(line)
        if lines and (size + weight > MOST_CHARACTERS or len(lines) >= MOST_LINES):
            yield Bit(tuple(lines), tuple(continued))
            lines, continued, size = [], [], 0
        lines.append(line)
        continued.append(goes_on)
        size += weight
    yield Bit(tuple(lines), tuple(continued))


def _weight(line: str) -> int:
    """How much there is to show, in plain characters: each that nobody can see is put in by itself."""
    return len(line) + (0 if line.isprintable() else _HIDDEN_WEIGHT * sum(map(is_hidden, line)))


def line_starts(text: str) -> list[int]:
    """Where each line that is shown begins in the text."""
    starts, at = [], 0
    for line, goes_on in _short_lines(text):
        starts.append(at)
        at += len(line) + (not goes_on)
    return starts


def _short_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line of at most LONGEST_LINE characters, and whether the next one belongs to it."""
    start = 0
    while True:
        end = text.find("\n", start)
        stop = len(text) if end == -1 else end
        while stop - start > LONGEST_LINE:
            cut = text.rfind(" ", start, start + LONGEST_LINE) + 1 or start + LONGEST_LINE
            yield text[start:cut], True
            start = cut
        yield text[start:stop], False
        if end == -1:
            return
        start = end + 1
