"""Notes that say the same, or nearly. Pure.

`near_duplicates` and `similar_to` answer for a list at once. `SimilarIndex` does the same for a list
that lives: it takes its work in small steps, and a changed text costs only that text.

How alike two texts have to be is told in `likeness`. What is being written is like a note already
where enough of the shorter of the two is in the other one, because it is not finished yet.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Generic, TypeVar

from newt_gui.core import likeness
from newt_gui.core.likeness import LETTERS_BOUND, WORDS_BOUND, Features

MOST_COMPARED, MOST_NEAR = 400, 12
"""Texts that one text is compared with in full, and that are remembered as near to it."""

_ENOUGH_SHARED = 0.45
_LEAST_SHARED = 12.0  # in weights: about two long words in a row

Key = TypeVar("Key", bound=Hashable)


def exact_duplicates(texts: Sequence[str]) -> dict[int, int]:
    """For each text that stands further up as well: its id and the id of the first (1-based)."""
    first: dict[str, int] = {}
    ids = ((id, first.setdefault(text, id)) for id, text in enumerate(texts, start=1))
    return {id: earlier for id, earlier in ids if id != earlier}


def near_duplicates(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of ids (1-based, the lower one first, ascending) whose texts differ but say nearly the same.

    Of a text that stands there several times only the first is in a pair.
    """
    repeated = exact_duplicates(texts)
    index: SimilarIndex[int] = SimilarIndex()
    for id, text in enumerate(texts, start=1):
        if id not in repeated:
            index.put(id, text)
    index.settle()
    return sorted((id, other) for id in range(1, len(texts) + 1) for other in index.near(id) if id < other)


def similar_to(text: str, entries: Sequence[str], limit: int = 3) -> list[int]:
    """Ids (1-based) of the entries that say what `text`, maybe unfinished, begins to say; best first."""
    index: SimilarIndex[int] = SimilarIndex()
    for id, entry in enumerate(entries, start=1):
        index.put(id, entry)
    index.settle()
    return index.similar(text, limit)


class _Postings(Generic[Key]):
    """Finds the texts whose feature set may share `bound` of all with a given one.

    Two such sets must share one of the few rarest members of either; only those are looked up.
    Which are the rarest is fixed with `rank`: another order would only cost time.
    """

    def __init__(self, bound: float) -> None:
        self._bound = bound
        self._rank: Counter[int] = Counter()
        self._keys: dict[int, dict[Key, None]] = {}

    def rank(self, members: frozenset[int]) -> None:
        self._rank.update(members)

    def add(self, key: Key, members: frozenset[int]) -> None:
        for member in self._rarest(members):
            self._keys.setdefault(member, {})[key] = None

    def drop(self, key: Key, members: frozenset[int]) -> None:
        for member in self._rarest(members):
            keys = self._keys[member]
            keys.pop(key, None)
            if not keys:
                del self._keys[member]

    def candidates(self, members: frozenset[int]) -> Iterator[Key]:
        return (key for member in self._rarest(members) for key in self._keys.get(member, ()))

    def _rarest(self, members: frozenset[int]) -> list[int]:
        count = len(members) - ceil(self._bound * len(members)) + 1
        rank = self._rank
        return sorted(members, key=lambda member: (rank.get(member, 0), member))[:count] if members else []


class SimilarIndex(Generic[Key]):
    """Texts by key, and which of them say nearly the same. Not for several threads at once.

    `put` and `drop` only note down; `step` does one small piece of the work, about a millisecond for
    an ordinary note, and says whether there is more. Answers are complete once nothing is left.
    """

    def __init__(self) -> None:
        self._texts: dict[Key, str] = {}
        self._features: dict[Key, Features] = {}
        self._near: dict[Key, set[Key]] = {}
        self._same: dict[str, dict[Key, None]] = {}
        self._words: _Postings[Key] = _Postings(WORDS_BOUND)
        self._letters: _Postings[Key] = _Postings(LETTERS_BOUND)
        self._to_read: deque[Key] = deque()
        self._to_place: deque[Key] = deque()
        self.changed: set[Key] = set()
        """Keys whose answer of `near` changed, dropped ones too; whoever asks empties it."""

    # Filling

    def put(self, key: Key, text: str) -> None:
        """Take `text` under `key`, instead of what was there."""
        if self._texts.get(key) == text:
            return
        had_some = bool(self._near.get(key))
        self.drop(key)
        if had_some:
            self.changed.add(key)  # what it was near to counts no more
        self._texts[key] = text
        self._to_read.append(key)

    def drop(self, key: Key) -> None:
        """Forget the key."""
        if self._texts.pop(key, None) is None:
            return
        for pending in (self._to_read, self._to_place):
            if key in pending:
                pending.remove(key)
        read = self._features.pop(key, None)
        if read is not None and key in self._near:
            self._unplace(key, read)

    @property
    def pending(self) -> bool:
        """Whether steps are left to do."""
        return bool(self._to_read or self._to_place)

    def step(self) -> bool:
        """Do one piece of work; whether there is more."""
        if self._to_read:
            self._read(self._to_read.popleft())
        elif self._to_place:
            self._place(self._to_place.popleft())
        return self.pending

    def settle(self) -> None:
        """Do all the work that is left."""
        while self.step():
            pass

    def _read(self, key: Key) -> None:
        read = self._features[key] = likeness.features(self._texts[key])
        if not self._near:  # the order is fixed with the first text that is placed
            self._words.rank(read.words)
            self._letters.rank(read.letters)
        self._to_place.append(key)

    def _place(self, key: Key) -> None:
        read = self._features[key]
        found = (other for other in self._candidates(read) if likeness.alike(read, self._features[other]))
        near = set(islice((other for other in found if other != key), MOST_NEAR)) | self._near.get(key, set())
        self._near[key] = near
        for other in near:
            self._near[other].add(key)
        if near:
            self.changed |= {key, *near}
        self._same.setdefault(read.plain, {})[key] = None
        self._words.add(key, read.words)
        self._letters.add(key, read.letters)

    def _candidates(self, read: Features) -> list[Key]:
        same = self._same.get(read.plain, {})
        by_words, by_letters = self._words.candidates(read.words), self._letters.candidates(read.letters)
        found = dict.fromkeys(islice(same, MOST_COMPARED))
        for keys in (by_words, by_letters):
            found |= dict.fromkeys(islice(keys, MOST_COMPARED * 16))  # each comes again with each member
        return list(islice(found, MOST_COMPARED))

    def _unplace(self, key: Key, read: Features) -> None:
        near = self._near.pop(key)
        if near:
            self.changed |= {key, *near}
        for other in near:
            self._near[other].discard(key)
            if not self._near[other]:
                self._to_place.append(other)  # of many that were near only some are remembered
        same = self._same[read.plain]
        del same[key]
        if not same:
            del self._same[read.plain]
        self._words.drop(key, read.words)
        self._letters.drop(key, read.letters)

    # Asking

    def near(self, key: Key) -> frozenset[Key]:
        """The keys whose texts say nearly the same, or the same, as far as is known now."""
        return frozenset(self._near.get(key, ()))

    def similar(self, text: str, limit: int = 3, but: Key | None = None) -> list[Key]:
        """Keys of the texts that say what `text`, maybe unfinished, begins to say; best first.

        `but`: the key of the text itself. Takes about 2 microseconds for each text.
        """
        shown = likeness.plain(text[: likeness.LONGEST])
        wanted = likeness.weights(likeness.words_of(shown))
        members, whole = frozenset(wanted), sum(wanted.values())
        found = []
        for key, read in self._features.items():
            shared = sum(map(wanted.__getitem__, members & read.words))
            score = shared / min(whole, read.weight) if shared >= _LEAST_SHARED else 0.0
            if read.plain == shown:
                score = 2.0  # however short
            if score >= _ENOUGH_SHARED and key != but:
                found.append((score, key))
        found.sort(key=lambda pair: -pair[0])
        return [key for _, key in found[:limit]]
