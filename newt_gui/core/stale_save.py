"""Whether somebody who loaded an earlier list has written it over what was saved since (pure).

A running newt writes back the list that it loaded at its start plus its own change. What was saved
here in between is gone then, unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from newt_gui.core.errors import NotesConflict
from newt_gui.core.merge import Operation, Update, apply
from newt_gui.core.version_diff import restore_all


class KeptList(NamedTuple):
    """One content that the file had. `by_app`: this app wrote it."""

    entries: tuple[str, ...]
    by_app: bool


class Vanished(NamedTuple):
    """What may have been overwritten. `texts`: written by this app and missing now; `returned`: removed
    by it and there again; `mended`: the list of now with all of that put back.
    """

    texts: tuple[str, ...]
    returned: tuple[str, ...]
    mended: tuple[str, ...]


class _Step(NamedTuple):
    """A save of this app."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def wrote(self) -> Counter[str]:
        return Counter(self.after) - Counter(self.before)

    @property
    def removed(self) -> Counter[str]:
        return Counter(self.before) - Counter(self.after)


def find_vanished(kept: Sequence[KeptList], now: Sequence[str]) -> Vanished | None:
    """What this app saved and `now` lacks as if it had never been; None: nothing speaks for that.

    `kept`: what the file held before, oldest first. The earliest list that explains `now` counts:
    one since when nothing that this app did, and that stood till the end, is left.
    """
    found: list[_Step] = []
    steps: list[_Step] = []
    for older, newer in reversed(list(pairwise(kept))):
        if newer.by_app:
            steps.insert(0, _Step(older.entries, newer.entries))
            wrote, removed = _lasting(steps, kept[-1].entries)
            if (wrote or removed) and _is_undone(steps, kept[-1].entries, now):
                found = list(steps)
    if not found:
        return None
    wrote, removed = _lasting(found, kept[-1].entries)
    return Vanished(tuple(wrote.elements()), tuple(removed.elements()), tuple(_put_back(found, now)))


def _lasting(steps: Sequence[_Step], last: Sequence[str]) -> tuple[Counter[str], Counter[str]]:
    """What the steps wrote that was still there at the end, and removed that was not there again."""
    wrote: Counter[str] = Counter()
    removed: Counter[str] = Counter()
    for step in steps:
        wrote += step.wrote
        removed += step.removed
    first, last_counts = Counter(steps[0].before), Counter(last)
    return wrote & (last_counts - first), removed & (first - last_counts)


def _is_undone(steps: Sequence[_Step], last: Sequence[str], now: Sequence[str]) -> bool:
    """Whether `now` has nothing of what the steps wrote, and all of what they removed."""
    wrote, removed = _lasting(steps, last)
    there, first = Counter(now), Counter(steps[0].before)
    return all(there[text] <= first[text] for text in wrote) and all(
        there[text] >= first[text] for text in removed
    )


def _put_back(steps: Sequence[_Step], now: Sequence[str]) -> list[str]:
    """The steps made again on what is there; a note that somebody else changed gets company."""
    entries = list(now)
    for step in steps:
        base = list(step.before)
        for operation in restore_all(step.after, step.before):
            entries = _again(base, operation, entries)
            base = apply(base, operation, base)
    return entries


def _again(base: Sequence[str], operation: Operation, entries: list[str]) -> list[str]:
    try:
        return apply(base, operation, entries)
    except NotesConflict:
        text = operation.text if isinstance(operation, Update) else None
        return entries if text is None or text in entries else [*entries, text]
