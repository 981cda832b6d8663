"""Texts too large for an editor: which these are, and how they are shown or broken (pure)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

LONGEST_PLAIN_LINE = 1 << 16
LARGEST_NOTE = 1 << 20
"""In characters: a wrapped editor takes minutes to lay out a longer line, and stalls on a larger text."""

SLICE = 1_000
"""How long a piece of a line is, in characters."""

MOST_SHOWN = LARGEST_NOTE
"""So many characters of a text are shown; more would only be slow to scroll through."""


def is_too_large(text: str) -> bool:
    """Whether an editor would freeze on the text."""
    if len(text) <= LONGEST_PLAIN_LINE:
        return False
    return len(text) > LARGEST_NOTE or max(map(len, text.split("\n"))) > LONGEST_PLAIN_LINE


class Shown(NamedTuple):
    """What of a text is shown: `pieces`, one a line, and whether that is `whole`."""

    pieces: list[str]
    whole: bool


def shown_slices(text: str) -> Shown:
    """The text, or its beginning, in lines of at most SLICE characters."""
    pieces = [piece for line in text[:MOST_SHOWN].split("\n") for piece in slices(line)]
    return Shown(pieces, len(text) <= MOST_SHOWN)


def slices(line: str) -> Iterator[str]:
    """A line in pieces of at most SLICE characters, cut behind a space where there is one."""
    start = 0
    while len(line) - start > SLICE:
        cut = line.rfind(" ", start, start + SLICE) + 1 or start + SLICE
        yield line[start:cut]
        start = cut
    yield line[start:]


def broken_lines(text: str, longest: int = LONGEST_PLAIN_LINE) -> str:
    """The text with each line of more than `longest` characters broken into slices.

    A line break stands in place of a space, so the text keeps its size; one is put in only where
    there is no space to give up.
    """
    return "\n".join(_broken(line) if len(line) > longest else line for line in text.split("\n"))


def _broken(line: str) -> str:
    *pieces, last = slices(line)
    return "\n".join([*(piece.removesuffix(" ") for piece in pieces), last])
