"""Two newts and the app write one file in turns, and every note is accounted for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import pytest

from newt_gui.core.errors import NotesConflict
from newt_gui.core.history import History, Who
from newt_gui.core.notes import Checks, NoteStore
from newt_gui.core.stale_save import KeptList, Vanished, find_vanished
from newt_gui.core.version_diff import notes_in, restore_all
from tests.harness.newt_writer import NewtWriter

MOST_NOTES = 12


class Office:
    """The app and two newts at one file."""

    def __init__(self, folder: Path, newts: list[NewtWriter], chance: random.Random) -> None:
        self.path, self.newts, self.chance = folder / "NOTES.md", newts, chance
        self.history = History(folder / "data")
        self.store = NoteStore(self.path, history=self.history)
        self.store.load()
        self.store.record_seen()
        self.number = 0
        self.meant: dict[int, set[str]] = {}
        self.owned: set[str] = set()
        """What the app wrote and what has stood there ever since."""

    def entries(self) -> list[str]:
        return list(notes_in(self.path.read_bytes()) or ()) if self.path.exists() else []

    def name(self) -> str:
        """A text like no other: those that are alike are taken for one that was edited."""
        self.number += 1
        return sha256(str(self.number).encode()).hexdigest()[:12]

    # The app

    def app_saves(self) -> None:
        """From the list that it loaded last, however old that is; nothing of others is lost."""
        before = Counter(self.entries())
        loaded = self.store.entries
        text = self.name()
        try:
            if not loaded or self.chance.random() < 0.5:
                self.store.insert(self.chance.randint(1, len(loaded) + 1), text)
                gone: Counter[str] = Counter()
            else:
                id = self.chance.randint(1, len(loaded))
                gone = Counter([loaded[id - 1]])
                if self.chance.random() < 0.4 or len(loaded) > MOST_NOTES:
                    self.store.delete(id, loaded[id - 1])
                    text = ""
                else:
                    self.store.update(id, loaded[id - 1], text)
        except NotesConflict:
            assert Counter(self.entries()) == before
            self.app_looks()
            return
        after = Counter(self.entries())
        assert not before - after - gone
        assert not text or after[text] == 1
        self.owned |= {text} if text else set()

    def app_looks(self) -> Vanished | None:
        """The file changed: it is read, kept, and compared with what was saved."""
        self.store.load()
        self.store.record_seen()
        now = tuple(self.store.entries)
        kept = [
            KeptList(notes_in(self.history.content(version.id)) or (), version.who is Who.APP)
            for version in reversed(self.history.versions(self.path)[:200])
        ]
        while kept and kept[-1].entries == now and not kept[-1].by_app:
            kept.pop()
        return find_vanished(kept, now)

    def app_puts_back(self, found: Vanished) -> None:
        now = self.store.entries
        self.store.change(now, restore_all(found.mended, now), Checks.HELD)
        assert set(found.texts) <= set(self.entries())
        self.owned |= set(found.texts)

    # The newts

    def newt_saves(self) -> None:
        """With the list of its start: what the app saved since is gone, and the app has to notice."""
        newt = self.chance.choice(self.newts)
        if self.chance.random() < 0.3:
            newt.reload()
            self.meant[id(newt)] = set()
        known, before = list(newt.entries), self.entries()
        touched = self.newt_changes(newt, known)
        self.meant.setdefault(id(newt), set()).update(touched)
        # What a session took out of its list once stays out of it.
        ours = set(before) & self.owned - self.meant[id(newt)]
        lost = Counter(ours) - Counter(self.entries())
        found = self.app_looks()
        if lost and not touched:
            assert found is not None
            assert not lost - Counter(found.texts)
        if found is not None:
            self.app_puts_back(found)
        self.owned &= set(self.entries())

    def newt_changes(self, newt: NewtWriter, known: list[str]) -> list[str]:
        """What its own change concerned: gone or replaced on purpose."""
        if not known or (len(known) < MOST_NOTES and self.chance.random() < 0.5):
            newt.add(self.name())
            return []
        text = self.chance.choice(known)
        if self.chance.random() < 0.6 or len(known) >= MOST_NOTES:
            newt.remove(text)
        else:
            newt.replace(text, self.name())
        return [text]


@pytest.fixture
def newts(tmp_path: Path) -> Iterator[list[NewtWriter]]:
    (tmp_path / "NOTES.md").write_bytes("start\n§\n".encode())
    with ExitStack() as stack:
        yield [stack.enter_context(NewtWriter(tmp_path / "NOTES.md")) for _ in range(2)]


@pytest.mark.parametrize(
    "operations, seed",
    [(150, 1), *(pytest.param(1_000, seed, marks=pytest.mark.long) for seed in range(2, 6))],
)
def test_nothing_is_lost_unseen(tmp_path: Path, newts: list[NewtWriter], operations: int, seed: int) -> None:
    office = Office(tmp_path, newts, random.Random(seed))
    for _ in range(operations):
        if office.chance.random() < 0.5:
            office.app_saves()
        else:
            office.newt_saves()
