"""The notes list model: exact signals, roles, and Qt's own model tester."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, SignalInstance
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from pytestqt.qtbot import QtBot

from newt_gui.core.files import read_file
from newt_gui.core.merge import Move
from newt_gui.core.notes import NoteStore
from newt_gui.notes.model import MOST_SINGLE_STEPS, NotesModel, Role
from newt_gui.notes.notes_filter import NotesFilter
from newt_gui.notes.observations import Observations
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

    def move(self, note_id: int, to: int) -> None:
        """A list operation of this window."""
        self.session.change([Move(note_id, to)], "move")
        assert self.tasks.drain()

    @property
    def signals(self) -> list[SignalInstance]:
        """Everything by which the model tells that it changed."""
        model = self.model
        rows = [model.rowsInserted, model.rowsRemoved, model.rowsMoved]
        return [model.modelReset, model.layoutChanged, *rows, model.dataChanged]

    @staticmethod
    def told(spies: list[QSignalSpy]) -> dict[str, int]:
        """How often each signal came; those that did not are left out."""
        return {
            bytes(spy.signal().data()).decode().split("(")[0]: spy.count() for spy in spies if spy.count()
        }

    def observe(self, bot: QtBot) -> None:
        """Look through the notes in the background, to the end."""
        observations = Observations(self.session, self.tasks, self.model)
        self.model.observe(observations)
        observations.start()
        bot.waitUntil(lambda: not observations.is_working)

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


def test_another_order_is_one_change_of_places(bench: Bench) -> None:
    held = QPersistentModelIndex(bench.model.index(0))
    keys = bench.column(Role.KEY)
    spies = [QSignalSpy(signal) for signal in bench.signals]
    bench.move(3, 1)
    assert bench.column(Role.TITLE) == ["three", "one", "two"]
    assert bench.column(Role.ID) == [1, 2, 3]
    assert bench.column(Role.KEY) == [keys[2], keys[0], keys[1]]
    assert (held.row(), held.data(Role.TITLE)) == (1, "one")
    assert bench.told(spies) == {"layoutChanged": 1, "dataChanged": 1}


def test_a_new_number_is_told_of_where_it_is_shown(bench: Bench) -> None:
    changed = QSignalSpy(bench.model.dataChanged)
    bench.become("two", "three")
    assert [(spy[0].row(), spy[1].row()) for spy in map(changed.at, range(changed.count()))] == [(0, 1)]


def test_what_did_not_change_is_not_told_of(bench: Bench) -> None:
    changed = QSignalSpy(bench.model.dataChanged)
    bench.become("one", "two", "THREE")
    assert [(spy[0].row(), spy[1].row()) for spy in map(changed.at, range(changed.count()))] == [(2, 2)]


def test_a_mark_that_names_another_number_is_told_of(bench: Bench) -> None:
    bench.become("one", "same", "three", "same")
    assert bench.column(Role.BADGE_LABELS)[3] == [("note", "same as note 2")]
    bench.move(3, 1)
    assert bench.column(Role.BADGE_LABELS)[3] == [("note", "same as note 3")]


def test_a_row_alone_in_its_place_is_drawn_anew_for_its_mark(bench: Bench) -> None:
    bench.become("one", "same", "same")
    assert bench.column(Role.BADGE_LABELS)[2] == [("note", "same as note 2")]
    changed = QSignalSpy(bench.model.dataChanged)
    bench.move(2, 1)
    assert bench.column(Role.BADGE_LABELS)[2] == [("note", "same as note 1")]
    rows = {
        row
        for spy in map(changed.at, range(changed.count()))
        for row in range(spy[0].row(), spy[1].row() + 1)
    }
    assert rows == {0, 1, 2}


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


def test_marks_come_when_somebody_has_looked(bench: Bench, qtbot: QtBot) -> None:
    bench.become("one", "ha\u200blt", "three")
    assert bench.column(Role.BADGE_LABELS) == [[], [], []]
    assert bench.column(Role.BADGES) == [[], ["finding"], []]
    changed = QSignalSpy(bench.model.dataChanged)
    bench.observe(qtbot)
    assert bench.column(Role.BADGE_LABELS) == [[], [("caution", "hidden character")], []]
    assert {(spy[0].row(), spy[1].row()) for spy in map(changed.at, range(changed.count()))} == {(1, 1)}


def test_notes_that_say_nearly_the_same_name_each_other(bench: Bench, qtbot: QtBot) -> None:
    first = "The backup of the shop runs every night at two and goes to the blue disk in the office"
    bench.become(first, "other", first.replace("two", "three"))
    bench.observe(qtbot)
    labels = [("note", "like note 3")], [], [("note", "like note 1")]
    assert tuple(bench.column(Role.BADGE_LABELS)) == labels
    assert "like note 1" in str(bench.column(Qt.ItemDataRole.AccessibleTextRole)[2])
    assert "Note 1 says nearly the same" in str(bench.column(Qt.ItemDataRole.ToolTipRole)[2])


def test_an_edit_changes_the_marks_of_others(bench: Bench, qtbot: QtBot) -> None:
    bench.become("same", "other", "same")
    bench.observe(qtbot)
    bench.session.edit(bench.session.rows[0].key, "a very different matter")
    qtbot.waitUntil(lambda: bench.column(Role.BADGES) == [["unsaved"], [], []])


def test_marks_are_worked_out_once(bench: Bench, qtbot: QtBot) -> None:
    bench.become("one", "ha\u200blt", "three")
    bench.observe(qtbot)
    row = bench.model.row(1)
    before = bench.model.badges(row)
    bench.session.edit(bench.session.rows[0].key, "one more")
    assert bench.model.badges(bench.model.row(1)) is before


def test_a_tip_is_never_markup(bench: Bench) -> None:
    bench.become("<b>bold</b>\u200b")
    [tip] = bench.column(Qt.ItemDataRole.ToolTipRole)
    assert "“&lt;b&gt;bold&lt;/b&gt;”" in str(tip)


def test_nothing_can_be_dropped_into_the_rows(bench: Bench) -> None:
    mime = bench.model.mimeData([bench.model.index(0)])
    row = bench.model.index(1)
    assert not bench.model.canDropMimeData(mime, Qt.DropAction.MoveAction, -1, -1, row)
    assert not bench.model.dropMimeData(mime, Qt.DropAction.MoveAction, 0, 0, QModelIndex())
    assert not bench.model.removeRows(0, 1)
    assert bench.column(Role.TITLE) == ["one", "two", "three"]


def test_equal_notes_are_marked(bench: Bench) -> None:
    bench.become("same", "other", "same")
    assert bench.column(Role.BADGES) == [[], [], ["duplicate"]]
