"""Which rows the list shows and in which order: by text, by kind, sorted; drafts always stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from newt_gui.core.files import read_file
from newt_gui.core.notes import NoteStore
from newt_gui.notes.badges import KINDS
from newt_gui.notes.model import NotesModel, Role
from newt_gui.notes.notes_filter import NotesFilter, Order
from newt_gui.notes.session import NotesSession
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

ENTRIES = (
    "project: Zebra\nneedle",
    "user: apple",
    "(auto-extracted) user: Mango and more",
    "NEEDLE",
    "user: apple",
)


class Bench:
    """A filter over a session on a real file, watched by Qt's model tester."""

    def __init__(self, path: Path) -> None:
        path.write_text("".join(f"{entry}\n§\n" for entry in ENTRIES), "utf-8")
        self.path, self.tasks = path, Tasks()
        self.session = NotesSession(NoteStore(path), self.tasks, FileWatcher(self.tasks, read_file))
        self.model = NotesModel(self.session)
        self.filtered = NotesFilter(self.model)
        fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
        self.tester = QAbstractItemModelTester(self.filtered, fatal)

    def column(self, role: int) -> list[object]:
        return [self.filtered.index(at, 0).data(role) for at in range(self.filtered.rowCount())]

    @property
    def ids(self) -> list[object]:
        return self.column(Role.ID)

    def key(self, note_id: int) -> int:
        return self.session.rows[note_id - 1].key


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path / "NOTES.md")
    yield made
    made.session.stop()
    made.tasks.shutdown()


def test_it_looks_at_the_whole_text_and_ignores_case(bench: Bench) -> None:
    bench.filtered.set_wanted("Needle")
    assert bench.ids == [1, 4]
    bench.filtered.set_wanted("")
    assert bench.ids == [1, 2, 3, 4, 5]
    assert not bench.filtered.is_narrowed


@pytest.mark.parametrize(
    "kinds, ids",
    [
        ({"user"}, [2, 3, 5]),
        ({"project"}, [1]),
        ({"auto"}, [3]),
        ({"project", "auto"}, [1, 3]),
        ({"duplicates"}, [5]),
        ({"flagged"}, []),
    ],
)
def test_kinds_add_up(bench: Bench, kinds: set[str], ids: list[int]) -> None:
    assert kinds <= set(KINDS)
    bench.filtered.set_kinds(frozenset(kinds))
    assert bench.ids == ids


def test_text_and_kind_narrow_together(bench: Bench) -> None:
    bench.filtered.set_kinds(frozenset({"user"}))
    bench.filtered.set_wanted("mango")
    assert bench.ids == [3]


def test_unsaved_text_and_the_current_row_always_stay(bench: Bench) -> None:
    bench.session.edit(bench.key(1), "something else")
    bench.filtered.keep(bench.key(4))
    new = bench.session.add_row()
    bench.filtered.set_wanted("apple")
    assert bench.ids == [1, 2, 4, 5, None]
    bench.filtered.set_kinds(frozenset({"project"}))
    assert bench.ids == [1, 4, None]
    assert bench.column(Role.KEY)[-1] == new


def test_sorting_changes_no_number(bench: Bench) -> None:
    titles = dict(zip(bench.ids, bench.column(Role.TITLE), strict=True))
    bench.filtered.set_order(Order.SIZE)
    assert bench.ids == [3, 1, 2, 5, 4]
    assert [titles[id] for id in bench.ids] == bench.column(Role.TITLE)
    bench.filtered.set_order(Order.TITLE)
    assert bench.ids == [2, 5, 3, 4, 1]
    bench.filtered.set_order(Order.FILE)
    assert bench.ids == [1, 2, 3, 4, 5]


def test_new_notes_are_last_in_any_order(bench: Bench) -> None:
    bench.session.edit(bench.session.add_row(), "A very long text, the longest of all of them by far, surely")
    for order in Order:
        bench.filtered.set_order(order)
        assert bench.ids[-1] is None


def test_a_note_stays_in_its_place_while_it_is_written(bench: Bench) -> None:
    bench.filtered.set_order(Order.SIZE)
    bench.session.edit(bench.key(4), "NEEDLE" * 40)
    assert bench.ids == [3, 1, 2, 5, 4]
    bench.filtered.sort_anew()
    assert bench.ids == [4, 3, 1, 2, 5]


def test_sorted_and_narrowed_at_once(bench: Bench) -> None:
    bench.filtered.set_order(Order.TITLE)
    bench.filtered.set_kinds(frozenset({"user", "project"}))
    assert bench.ids == [2, 5, 3, 1]
