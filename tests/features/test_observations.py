"""What is noticed in the background: in slices, by text, and told for the rows that it concerns only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import get_ident

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from newt_gui.core.files import read_file
from newt_gui.core.merge import Delete, Insert, Move
from newt_gui.core.notes import NoteStore
from newt_gui.core.scan import Finding
from newt_gui.core.snapshot import Checks
from newt_gui.notes import observations as module
from newt_gui.notes.observations import LARGE_TEXT, Observations
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.notes.words import look_through
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

HIDDEN = "a\u200bb"
DEPLOYS = "Deploys go through staging first"


class Bench:
    """A session over a real file, and what is observed of it."""

    def __init__(self, path: Path, bot: QtBot, *notes: str) -> None:
        self.path, self.bot, self.tasks = path, bot, Tasks()
        self.write(*notes)
        self.session = NotesSession(NoteStore(path), self.tasks, FileWatcher(self.tasks, read_file))
        self.observed = Observations(self.session, self.tasks)
        self.told: list[frozenset[int]] = []
        self.observed.observed.connect(self.told.append)

    def write(self, *notes: str) -> None:
        self.path.write_bytes("".join(f"{note}\n§\n" for note in notes).encode())

    def become(self, *notes: str) -> None:
        """The file changes and the session looks at it."""
        self.write(*notes)
        self.session.refresh()
        assert self.tasks.drain()

    def row(self, note_id: int) -> Row:
        return next(row for row in self.session.rows if row.id == note_id)

    def keys(self, *ids: int) -> set[int]:
        return {self.row(note_id).key for note_id in ids}

    def rest(self) -> None:
        self.bot.waitUntil(lambda: not self.observed.is_working)

    def settled(self) -> None:
        self.observed.start()
        self.rest()
        self.told.clear()

    @property
    def told_keys(self) -> set[int]:
        return set().union(*self.told)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def build(*notes: str) -> Bench:
        made.append(Bench(tmp_path / "NOTES.md", qtbot, *notes))
        return made[-1]

    yield build
    for each in made:
        each.session.stop()
        each.tasks.shutdown()


def test_nothing_is_known_and_nothing_done_before_the_start(bench: Callable[..., Bench]) -> None:
    here = bench(HIDDEN, "plain")
    QCoreApplication.processEvents()
    assert here.observed.findings(HIDDEN) is None
    assert here.observed.findings_of(here.row(1)) is None
    assert here.observed.near(here.row(1)) is None
    assert not here.observed.is_working


def test_findings_duplicates_and_likenesses_are_found_and_told(bench: Callable[..., Bench]) -> None:
    here = bench(HIDDEN, DEPLOYS, "uses vim", "uses vim", f"{DEPLOYS}.")
    here.observed.start()
    here.rest()
    known = here.observed
    assert [finding.rule for finding in known.findings(HIDDEN) or ()] == ["invisible-unicode"]
    assert known.findings(DEPLOYS) == ()
    assert known.flagged() == here.keys(1)
    assert [known.duplicate_of(row) for row in here.session.rows] == [None, None, None, 3, None]
    assert [known.near(row) for row in here.session.rows] == [None, 5, None, None, 2]
    assert here.told_keys == here.keys(1, 2, 3, 4, 5)


def test_it_goes_in_slices(bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLICE_SECONDS", 0.0)
    here = bench(*(f"note {number} {HIDDEN}" for number in range(30)))
    known: list[list[bool]] = []
    here.observed.observed.connect(
        lambda: known.append([here.observed.findings(row.text) is not None for row in here.session.rows])
    )
    here.observed.start()
    here.rest()
    assert [sum(state) for state in known[:3]] == [1, 2, 3]
    assert known[-1] == [True] * 30
    assert len(here.told) >= 30
    assert here.told_keys == {row.key for row in here.session.rows}


def test_a_large_text_is_scanned_by_a_worker(
    bench: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[str, int] = {}

    def spied(text: str) -> tuple[Finding, ...]:
        threads[text] = get_ident()
        return look_through(text)

    def spied_at_once(text: str) -> tuple[Finding, ...]:
        assert len(text) <= LARGE_TEXT
        return look_through(text)

    monkeypatch.setattr(module, "look_through", spied)
    monkeypatch.setattr(module, "findings_of", spied_at_once)
    large = "word " * (LARGE_TEXT // 5 + 1) + HIDDEN
    here = bench(large, HIDDEN)
    here.observed.start()
    here.rest()
    assert len(here.observed.findings(large) or ()) == 1
    assert here.row(1).key in here.told_keys
    assert threads.keys() == {large}
    assert threads[large] != get_ident()


def test_a_change_is_told_for_the_rows_that_it_concerns(bench: Callable[..., Bench]) -> None:
    here = bench("one about bees", DEPLOYS, "three about the boiler", f"{DEPLOYS}!")
    here.settled()
    here.become("one about bees", HIDDEN, "three about the boiler", f"{DEPLOYS}!")
    here.rest()
    assert here.told_keys == here.keys(2, 4)
    assert here.observed.near(here.row(4)) is None


def test_numbers_follow_a_move_and_a_delete(bench: Callable[..., Bench]) -> None:
    here = bench("one about bees", "same", DEPLOYS, "same", f"{DEPLOYS}!")
    here.settled()
    here.session.change([Move(5, 1)], "move")
    assert here.tasks.drain()
    here.rest()
    assert here.observed.near(here.row(1)) == 4
    assert here.observed.near(here.row(4)) == 1
    assert here.observed.duplicate_of(here.row(5)) == 3
    here.session.change([Delete(3)], "delete")
    assert here.tasks.drain()
    here.rest()
    assert [here.observed.duplicate_of(row) for row in here.session.rows] == [None] * 4
    assert here.observed.near(here.row(1)) == 3


def test_what_is_written_is_followed_at_once_and_compared_after_a_pause(bench: Callable[..., Bench]) -> None:
    here = bench("one about bees", DEPLOYS, "three")
    here.settled()
    row = here.row(3)
    here.session.edit(row.key, HIDDEN)
    here.bot.waitUntil(lambda: here.observed.findings(HIDDEN) is not None)
    assert here.observed.flagged() == {row.key}
    here.session.edit(row.key, DEPLOYS)
    written = here.row(3)
    assert here.observed.duplicate_of(written) == 2
    here.bot.waitUntil(lambda: here.told_keys >= here.keys(2, 3))
    here.session.edit(row.key, f"{DEPLOYS} always")
    assert here.observed.duplicate_of(here.row(3)) is None
    assert here.observed.near(here.row(3)) is None
    here.rest()
    assert here.observed.near(here.row(3)) == 2
    assert here.observed.near(here.row(2)) == 3
    here.told.clear()
    here.session.revert(row.key)
    here.rest()
    assert here.told_keys >= here.keys(2, 3)  # that one is near to nothing any more is news of both
    assert here.observed.near(here.row(2)) is None
    assert here.observed.flagged() == frozenset()


def test_while_a_draft_is_not_known_yet_the_last_word_stands(bench: Callable[..., Bench]) -> None:
    here = bench(HIDDEN)
    here.settled()
    here.session.edit(here.row(1).key, f"{HIDDEN} and more")
    assert here.observed.findings(here.row(1).text) is None
    assert len(here.observed.findings_of(here.row(1)) or ()) == 1


def test_a_new_row_is_compared_and_has_no_number_to_be_named_by(bench: Callable[..., Bench]) -> None:
    here = bench(DEPLOYS, "two")
    here.settled()
    key = here.session.add_row()
    here.session.edit(key, f"{DEPLOYS}!")
    here.rest()
    new = here.session.row(key)
    assert new is not None
    assert here.observed.near(new) == 1
    assert here.observed.near(here.row(1)) is None
    copy = here.session.row(here.session.add_copy(here.row(2).key))
    assert copy is not None
    assert here.observed.duplicate_of(copy) == 2
    assert here.observed.duplicate_of(here.row(2)) is None


def test_an_empty_new_row_is_a_duplicate_of_nothing(bench: Callable[..., Bench]) -> None:
    here = bench("one")
    here.settled()
    new = here.session.row(here.session.add_row())
    assert new is not None
    here.rest()
    assert here.observed.duplicate_of(new) is None
    assert here.observed.near(new) is None


def test_known_texts_are_not_scanned_again(bench: Callable[..., Bench]) -> None:
    here = bench(*(f"note {number}" for number in range(20)))
    here.settled()
    here.session.change([Insert(1, HIDDEN)], "insert", Checks.HELD)
    assert here.tasks.drain()
    here.rest()
    assert here.told_keys == here.keys(1)


def test_another_file_is_looked_through_from_the_beginning(
    bench: Callable[..., Bench], tmp_path: Path
) -> None:
    here = bench(DEPLOYS, f"{DEPLOYS}!")
    here.settled()
    other = tmp_path / "other" / "NOTES.md"
    other.parent.mkdir()
    other.write_bytes(f"{HIDDEN}\n§\nplain\n§\n".encode())
    here.session.open(NoteStore(other))
    here.rest()
    assert here.observed.flagged() == here.keys(1)
    assert [here.observed.near(row) for row in here.session.rows] == [None, None]
    assert here.observed.findings(DEPLOYS) is None


def test_similar_rows_come_with_what_is_being_written(bench: Callable[..., Bench]) -> None:
    here = bench("one about bees", f"{DEPLOYS}, then production")
    here.settled()
    key = here.session.add_row()
    here.session.edit(key, "Deploys go through")
    here.rest()
    assert here.observed.similar("Deploys go through", key) == [here.row(2)]
    assert here.observed.similar(here.row(2).text, here.row(2).key) != [here.row(2)]


def test_a_deleted_note_takes_nobodys_place(bench: Callable[..., Bench]) -> None:
    here = bench("Deploys go through staging", "Deploys go through staging, then production")
    here.settled()
    key = here.session.add_row()
    here.session.edit(key, "Deploys go through staging.")
    here.session.change([Delete(1)], "delete")
    assert here.tasks.drain()
    here.rest()
    assert here.observed.similar("Deploys go through staging.", key) == [here.row(1)]
