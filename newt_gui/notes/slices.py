"""Texts too much for an editor: which these are, and how they are shown or broken (pure)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from newt_gui.core.scan import up_to_hidden

LONGEST_PLAIN_LINE = 1 << 16
LARGEST_NOTE = 1 << 20
"""In characters: a wrapped editor takes minutes to lay out a longer line, and stalls on a larger text."""

SLICE = 1_000
"""How long a piece of a line is, in characters."""

MOST_SHOWN = LARGEST_NOTE
"""So many characters of a text are shown; more would only be slow to scroll through."""

MOST_HIDDEN = 4_000
"""So many characters that nobody can see are shown, each of which is drawn as a small sign."""


def is_too_large(text: str) -> bool:
    """Whether an editor would freeze on the text."""
    return is_too_long(text) or has_too_many_hidden(text)


def is_too_long(text: str) -> bool:
    """Whether it would because of the size of the text or of its lines."""
    if len(text) <= LONGEST_PLAIN_LINE:
        return False
    return len(text) > LARGEST_NOTE or max(map(len, text.split("\n"))) > LONGEST_PLAIN_LINE


def has_too_many_hidden(text: str) -> bool:
    """Whether it would because of what nobody can see in the text."""
    return up_to_hidden(text, MOST_HIDDEN) < len(text)


class Shown(NamedTuple):
    """What of a text is shown: `pieces`, one a line, and whether that is `whole`."""

    pieces: list[str]
    whole: bool


def shown_slices(text: str) -> Shown:
    """The text, or its beginning, in lines of at most SLICE characters."""
    beginning = text[:MOST_SHOWN]
    beginning = beginning[: up_to_hidden(beginning, MOST_HIDDEN)]
    pieces = [piece for line in beginning.split("\n") for piece in slices(line)]
    return Shown(pieces, len(beginning) == len(text))


def shown_text(text: str) -> str:
    """The text as a view shows it without standing still: sliced, or only its beginning, where it must be."""
    if not is_too_large(text):
        return text
    shown = shown_slices(text)
    return "\n".join(shown.pieces if shown.whole else [*shown.pieces, "…"])


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
