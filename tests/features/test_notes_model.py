"""The notes list model: exact signals, roles, and Qt's own model tester."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from pytestqt.qtbot import QtBot

from newt_gui.core.files import read_file
from newt_gui.core.notes import NoteStore
from newt_gui.notes.model import MOST_SINGLE_STEPS, NotesFilter, NotesModel, Role
from newt_gui.notes.session import NotesSession
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


class Bench:
    """A session, its model and a proxy over a real file, each watched by Qt's model tester."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tasks = Tasks()
        self.session = NotesSession(NoteStore(path), self.tasks, FileWatcher(self.tasks, read_file))
        self.model = NotesModel(self.session)
        self.filtered = NotesFilter(self.model)
        self.testers = [QAbstractItemModelTester(part, FATAL) for part in (self.model, self.filtered)]

    def become(self, *entries: str) -> None:
        """The file changes and the session looks at it."""
        self.path.write_text("".join(f"{entry}\n§\n" for entry in entries), "utf-8")
        self.session.refresh()
        assert self.tasks.drain()

    def column(self, role: int) -> list[object]:
        return [self.model.index(at).data(role) for at in range(self.model.rowCount())]


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    path = tmp_path / "NOTES.md"
    path.write_text("one\n§\ntwo\n§\nthree\n§\n", "utf-8")
    made = Bench(path)
    yield made
    made.session.stop()
    made.tasks.shutdown()


def test_roles(bench: Bench) -> None:
    assert bench.column(Role.ID) == [1, 2, 3]
    assert bench.column(Role.TITLE) == ["one", "two", "three"]
    assert bench.column(Role.SIZE_BYTES) == [3, 3, 5]
    assert bench.column(Role.BADGES) == [[], [], []]
    names = {bytes(name.data()) for name in bench.model.roleNames().values()}
    assert {b"id", b"title", b"text", b"size_bytes", b"badges"} <= names


def test_accessible_text_says_it_all(bench: Bench) -> None:
    bench.become("user: ha\u200blt")
    [text] = bench.column(Qt.ItemDataRole.AccessibleTextRole)
    assert text == "note 1, user: ha\u200blt, user, hidden character, 13 B"


def test_one_added_is_one_insertion(bench: Bench) -> None:
    inserted, reset = QSignalSpy(bench.model.rowsInserted), QSignalSpy(bench.model.modelReset)
    bench.become("zero", "one", "two", "three")
    assert inserted.count() == 1
    assert inserted.at(0)[1:] == [0, 0]
    assert reset.count() == 0
    assert bench.column(Role.ID) == [1, 2, 3, 4]


def test_two_removed_are_two_removals(bench: Bench) -> None:
    removed = QSignalSpy(bench.model.rowsRemoved)
    bench.become("two")
    assert [removed.at(at)[1:] for at in range(removed.count())] == [[2, 2], [0, 0]]


def test_a_changed_note_is_no_removal(bench: Bench) -> None:
    removed, changed = QSignalSpy(bench.model.rowsRemoved), QSignalSpy(bench.model.dataChanged)
    bench.become("one", "TWO", "three")
    assert (removed.count(), changed.count()) == (0, 1)
    assert bench.column(Role.TITLE) == ["one", "TWO", "three"]


def test_another_order_is_one_reset(bench: Bench) -> None:
    reset = QSignalSpy(bench.model.modelReset)
    bench.become("three", "two", "one")
    assert reset.count() == 1


def test_very_many_at_once_are_one_reset(bench: Bench) -> None:
    reset = QSignalSpy(bench.model.modelReset)
    bench.become(*(f"note {number}" for number in range(MOST_SINGLE_STEPS + 4)))
    assert reset.count() == 1


def test_editing_changes_one_row(bench: Bench) -> None:
    changed = QSignalSpy(bench.model.dataChanged)
    bench.session.edit(bench.session.rows[1].key, "two and a half")
    assert changed.count() == 1
    assert changed.at(0)[0].row() == 1
    assert bench.column(Role.BADGES)[1] == ["unsaved"]
    assert bench.column(Role.SIZE_BYTES)[1] == 14


def test_equal_notes_are_marked(bench: Bench) -> None:
    bench.become("same", "other", "same")
    assert bench.column(Role.BADGES) == [[], [], ["duplicate"]]


def test_the_filter_looks_at_the_text_and_ignores_case(bench: Bench) -> None:
    bench.become("Title\nneedle", "other", "NEEDLE")
    bench.filtered.set_wanted("needle")
    assert [bench.filtered.index(at, 0).data(Role.ID) for at in range(bench.filtered.rowCount())] == [1, 3]
