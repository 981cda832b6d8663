"""Which entry of an older list is which entry of a newer one (pure)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from typing import NamedTuple

_MOST_CELLS = 90_000  # of one table of lengths: a few hundredths of a second


class Pairing(NamedTuple):
    """Where each entry of `old` stands in `new`, as 0-based positions; None where it is gone.

    `same`: entries that stand there with equal text. `replaced`: entries that do not, but whose
    place between their neighbours holds another text now.
    """

    same: tuple[int | None, ...]
    replaced: tuple[int | None, ...]


def pair(old: Sequence[str], new: Sequence[str]) -> Pairing:
    """Pair by longest common subsequence of equal texts, earliest first, then the rest by equal text.

    Where both lists differ in hundreds of places that would take too long: there the subsequence
    goes by way of the texts that occur once in each list, and may not be the longest.
    """
    spine = _spine(old, new)
    same: list[int | None] = [None] * len(old)
    for old_at, new_at in spine:
        same[old_at] = new_at
    _pair_leftovers(old, new, same)
    return Pairing(tuple(same), tuple(_replaced(spine, same, len(old), len(new))))


def _spine(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    start = _common_prefix(old, new)
    cut = _unique_common_suffix(old, new, start)
    old_end, new_end = len(old) - cut, len(new) - cut
    middle = _common_in_order(old[start:old_end], new[start:new_end])
    return [
        *((at, at) for at in range(start)),
        *((start + old_at, start + new_at) for old_at, new_at in middle),
        *((old_end + at, new_end + at) for at in range(cut)),
    ]


def _common_prefix(old: Sequence[str], new: Sequence[str]) -> int:
    shorter = min(len(old), len(new))
    return next((at for at in range(shorter) if old[at] != new[at]), shorter)


def _unique_common_suffix(old: Sequence[str], new: Sequence[str], start: int) -> int:
    """Length of the common end, as far as its texts occur once: a repeated one might pair earlier."""
    seen_old, seen_new = Counter(old), Counter(new)
    cut = 0
    while cut < min(len(old), len(new)) - start:
        text = old[len(old) - 1 - cut]
        if text != new[len(new) - 1 - cut] or seen_old[text] != 1 or seen_new[text] != 1:
            break
        cut += 1
    return cut


def _common_in_order(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """A common subsequence, the longest one where that takes little.

    What is left out is no loss: its equal texts are paired afterwards.
    """
    if len(old) * len(new) <= _MOST_CELLS:
        return _common_subsequence(old, new)
    pairs: list[tuple[int, int]] = []
    old_start = new_start = 0
    for old_at, new_at in [*_anchors(old, new), (len(old), len(new))]:
        if (old_at - old_start) * (new_at - new_start) <= _MOST_CELLS:
            between = _common_subsequence(old[old_start:old_at], new[new_start:new_at])
            pairs += [(old_start + old_in, new_start + new_in) for old_in, new_in in between]
        pairs.append((old_at, new_at))
        old_start, new_start = old_at + 1, new_at + 1
    return pairs[:-1]


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """As many as possible of the texts that occur once in each list, in the order of both."""
    seen_old, seen_new = Counter(old), Counter(new)
    places = {text: at for at, text in enumerate(new) if seen_new[text] == 1}
    return _longest_rise(
        [(at, places[text]) for at, text in enumerate(old) if seen_old[text] == 1 and text in places]
    )


def _longest_rise(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs whose second numbers rise."""
    lowest: list[int] = []  # by length of a rise: the lowest number that one can end with ...
    ends: list[int] = []  # ... the pair with that number ...
    before: list[int] = []  # ... and for each pair the one before it, -1 where there is none
    for index, (_, number) in enumerate(pairs):
        length = bisect_left(lowest, number)
        before.append(ends[length - 1] if length else -1)
        lowest[length : length + 1] = [number]
        ends[length : length + 1] = [index]
    rise = []
    index = ends[-1] if ends else -1
    while index != -1:
        rise.append(pairs[index])
        index = before[index]
    return rise[::-1]


def _common_subsequence(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Longest common subsequence; among equally long ones the earliest positions."""
    lengths = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for old_at in range(len(old) - 1, -1, -1):
        row, below, text = lengths[old_at], lengths[old_at + 1], old[old_at]
        for new_at in range(len(new) - 1, -1, -1):
            row[new_at] = (
                below[new_at + 1] + 1 if text == new[new_at] else max(below[new_at], row[new_at + 1])
            )
    return _walk(old, new, lengths)


def _walk(old: Sequence[str], new: Sequence[str], lengths: list[list[int]]) -> list[tuple[int, int]]:
    """Take each old entry that a longest one can hold, at the earliest new place that allows it."""
    pairs: list[tuple[int, int]] = []
    new_at = 0
    for old_at, text in enumerate(old):
        place = next((at for at in range(new_at, len(new)) if new[at] == text), None)
        if place is not None and lengths[old_at + 1][place + 1] + 1 == lengths[old_at][new_at]:
            pairs.append((old_at, place))
            new_at = place + 1
    return pairs


def _pair_leftovers(old: Sequence[str], new: Sequence[str], same: list[int | None]) -> None:
    """Equal texts off the spine were reordered; pair them in order."""
    taken = set(same)
    free: defaultdict[str, deque[int]] = defaultdict(deque)
    for new_at, text in enumerate(new):
        if new_at not in taken:
            free[text].append(new_at)
    for old_at, text in enumerate(old):
        if same[old_at] is None and free[text]:
            same[old_at] = free[text].popleft()


def _replaced(
    spine: list[tuple[int, int]], same: list[int | None], old_count: int, new_count: int
) -> list[int | None]:
    taken = set(same)
    replaced: list[int | None] = [None] * old_count
    before = (-1, -1)
    for after in [*spine, (old_count, new_count)]:
        old_gap = [at for at in range(before[0] + 1, after[0]) if same[at] is None]
        new_gap = [at for at in range(before[1] + 1, after[1]) if at not in taken]
        if len(old_gap) == len(new_gap):
            for old_at, new_at in zip(old_gap, new_gap, strict=True):
                replaced[old_at] = new_at
        before = after
    return replaced
