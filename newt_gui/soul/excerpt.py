"""As much of a text as a view can show without standing still."""

from __future__ import annotations

from typing import NamedTuple

from newt_gui.core.characters import is_hidden

MOST = 200_000
"""In characters."""
LONGEST_LINE = 8_000
"""In characters: a view that wraps takes minutes for a much longer one."""
MOST_HIDDEN = 2_000
"""Characters that nobody can see, each of which is drawn as a small sign."""


class Excerpt(NamedTuple):
    """`text`: the beginning; `is_whole`: whether that is all of it."""

    text: str
    is_whole: bool


def excerpt(text: str) -> Excerpt:
    """The beginning of `text`, up to where it gets too much."""
    end, start, hidden = min(len(text), MOST), 0, 0
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if stop - start > LONGEST_LINE:
            end = stop = start + LONGEST_LINE
        line = text[start:stop]
        if not line.isprintable():
            hidden += sum(map(is_hidden, line))
        if hidden > MOST_HIDDEN:
            end = start
        start = stop + 1
    return Excerpt(text[:end], end >= len(text))
