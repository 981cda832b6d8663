"""Whether somebody who loaded an earlier list has written it over what was saved since (pure).

A running newt writes back the list that it loaded at its start plus its own changes. What was saved
here in between is gone then, unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from newt_gui.core.pairing import pair


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


def find_vanished(kept: Sequence[KeptList], now: Sequence[str]) -> Vanished | None:
    """What this app saved and `now` lacks as if it had never been; None: nothing speaks for that.

    `kept`: what the file held before, oldest first. A list that was loaded at some time has all that was
    saved until then and nothing of later saves. So whoever wrote `now` had not seen the saves after the
    last one of which `now` has something; what is missing of an earlier one was removed on purpose.
    """
    saves = _Saves(kept)
    last, there = kept[-1].entries if kept else (), set(now)
    seen = max((at for text, at in saves.written.items() if text in there), default=-1)
    texts = tuple(
        text for text in dict.fromkeys(last) if text not in there and saves.latest.get(text, -1) > seen
    )
    returned = tuple(
        text for text, at in saves.removed.items() if at > seen and text in there and text not in last
    )
    if not returned and not any(_is_gone(text, saves, last, now) for text in texts):
        return None
    return Vanished(texts, returned, tuple(_mended(texts, returned, saves, last, now)))


class _Saves:
    """The saves of this app, by number: `written`, the one that a text came with first; `latest`, the
    last one that put it there, perhaps again; `removed`, the last one that took it away.

    `earlier`: by text, what the note said before.
    """

    def __init__(self, kept: Sequence[KeptList]) -> None:
        self.written: dict[str, int] = {}
        self.latest: dict[str, int] = {}
        self.removed: dict[str, int] = {}
        self.earlier: dict[str, str] = {}
        known = set(kept[0].entries) if kept else set()
        for at, (older, newer) in enumerate(pairwise(kept)):
            if newer.by_app:
                self._take(at, older.entries, newer.entries, known)
            known.update(newer.entries)

    def _take(self, at: int, before: Sequence[str], after: Sequence[str], known: set[str]) -> None:
        for text in after:
            if text not in known:
                self.written[text] = at
            if text not in before:
                self.latest[text] = at
        for text in before:
            if text not in after:
                self.removed[text] = at
        for text, replaced in zip(before, pair(before, after).replaced, strict=True):
            if replaced is not None and after[replaced] not in known:
                self.earlier[after[replaced]] = text

    def history(self, text: str) -> Iterator[str]:
        """What a note said before it said this, newest first."""
        passed = {text}
        while (earlier := self.earlier.get(text)) is not None and earlier not in passed:
            passed.add(earlier)
            yield earlier
            text = earlier


def _is_gone(text: str, saves: _Saves, last: Sequence[str], now: Sequence[str]) -> bool:
    """Whether a missing text is not just one that somebody edited further."""
    if any(earlier in now for earlier in saves.history(text)):
        return True
    replaced = pair(last, now).replaced[last.index(text)]
    if replaced is None:
        return True
    return text not in saves.earlier and not _is_alike(text, now[replaced])


def _is_alike(one: str, other: str) -> bool:
    """Whether half of the longer one is a beginning and an end that both have."""
    shorter, longer = sorted((one, other), key=len)
    begin = _common(shorter, longer)
    end = _common(shorter[begin:][::-1], longer[begin:][::-1])
    return 2 * (begin + end) >= len(longer)


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _mended(
    texts: Sequence[str], returned: Sequence[str], saves: _Saves, last: Sequence[str], now: Sequence[str]
) -> list[str]:
    """The list of now, each text in the place of what it said before, or behind its old neighbour."""
    entries = list(now)
    for text in texts:
        before = next((one for one in saves.history(text) if one in entries), None)
        if before is not None:
            entries[entries.index(before)] = text
        else:
            entries.insert(_place(text, last, entries), text)
    return [text for text in entries if text not in returned or text in texts]


def _place(text: str, last: Sequence[str], entries: Sequence[str]) -> int:
    """Behind the nearest earlier note that is there; sent last, last."""
    at = last.index(text)
    if at == len(last) - 1:
        return len(entries)
    places: Mapping[str, int] = {entry: place for place, entry in enumerate(entries)}
    return next((places[before] + 1 for before in reversed(last[:at]) if before in places), 0)
