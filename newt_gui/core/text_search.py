"""Where a text holds what somebody looks for, capitals counting or not. Pure.

Capitals are taken away by Unicode's full case folding, which may make a text longer ("ß" becomes
"ss"): what is found is told by its place in the text itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

Span = tuple[int, int]


def find_spans(text: str, wanted: str, *, match_case: bool = False) -> Iterator[Span]:
    """(start, end) in code points of each place, ascending and apart. Nothing for an empty `wanted`.

    Where only a part of a folded character is wanted, as "s" of "ß", the whole one is the place.
    """
    if match_case:
        return _exact(text, wanted)
    folded, needle = text.casefold(), wanted.casefold()
    # No character gets shorter by folding, so an equal length means that none has moved.
    if len(folded) == len(text):
        return _exact(folded, needle)
    return _unfolded(text, _exact(folded, needle))


def _exact(text: str, wanted: str) -> Iterator[Span]:
    at = text.find(wanted) if wanted else -1
    while at != -1:
        yield at, at + len(wanted)
        at = text.find(wanted, at + len(wanted))


def _unfolded(text: str, spans: Iterator[Span]) -> Iterator[Span]:
    starts = [0, *accumulate(len(ch.casefold()) for ch in text)]
    done = 0
    for start, end in spans:
        first = bisect_right(starts, start) - 1
        last = bisect_right(starts, end - 1)
        if first >= done:
            yield first, last
            done = last
