"""List operations without widgets: which row goes where, whose draft travels, what can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from newt_gui.core.errors import DelimiterInText, DuplicateNote, NotesConflict, OverBudget, UserFacingError
from newt_gui.core.files import NOTES_LOCK, hold_lock, read_file
from newt_gui.core.merge import Delete, Insert, Move, Operation, Update, apply_all, perform
from newt_gui.core.notes import NoteStore
from newt_gui.core.snapshot import Checks
from newt_gui.notes.list_rows import RowsAfter, Way, concerned
from newt_gui.notes.list_step import CannotRedo, CannotUndo, Step
from newt_gui.notes.list_undo import UndoList
from newt_gui.notes.rows import Row, RowState, rows_of
from newt_gui.notes.session import NotesSession
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

# Rows alone

TEXTS = ["alpha", "bravo", "charlie", "delta", "echo"]
lists = st.lists(st.sampled_from(TEXTS), min_size=1, max_size=6)


@st.composite
def changes(draw: st.DrawFn) -> tuple[list[str], list[Operation]]:
    """A list, and operations that can be made on it."""
    entries = draw(lists)
    size, operations = len(entries), list[Operation]()
    for _ in range(draw(st.integers(1, 4))):
        id = st.integers(1, max(size, 1))
        kind = draw(st.sampled_from("udim")) if size else "i"
        if kind == "u":
            operations.append(Update(draw(id), draw(st.sampled_from(["new", "newer", *TEXTS]))))
        elif kind == "d":
            operations.append(Delete(draw(id)))
        elif kind == "i":
            operations.append(Insert(draw(st.integers(1, size + 1)), draw(st.sampled_from(["new", *TEXTS]))))
        else:
            operations.append(Move(draw(id), draw(id)))
        size += {"d": -1, "i": 1}.get(kind, 0)
    return entries, operations


def keys_from(first: int) -> Callable[[], int]:
    counter = count(first)
    return lambda: next(counter)


def rows(entries: Sequence[str], drafts: dict[int, str] | None = None) -> tuple[Row, ...]:
    """Fresh rows with keys from 1 on; `drafts` by id."""
    drafts = drafts or {}
    return tuple(
        row.edited(drafts[row.id]) if row.id in drafts else row for row in rows_of(entries, keys_from(1))
    )


def written(
    before: Sequence[Row], operations: Sequence[Operation], carried: Sequence[int] = ()
) -> tuple[Step, tuple[Row, ...]]:
    """The step, and the rows once it is written and nobody else was at it."""
    base = tuple(row.stored or "" for row in before if row.id is not None)
    way = Way(base, tuple(operations))
    taken = [row for row in before if row.key in carried]
    step = Step("step", base, tuple(operations), concerned(before, way, taken))
    after = RowsAfter(before, step.forth, perform(base, operations), keys_from(100))
    return step, after.rows


def undone(step: Step, now: Sequence[Row]) -> tuple[Row, ...]:
    entries = [row.stored or "" for row in now if row.id is not None]
    way = step.back
    return RowsAfter(now, way, apply_all(way.seen, way.operations, entries), keys_from(200)).rows


def outcomes(
    entries: Sequence[str], operations: Sequence[Operation], theirs: Sequence[str]
) -> Iterator[list[str]]:
    """What the file can hold after the operations: nobody else wrote, or `theirs` was there before."""
    yield perform(entries, operations)
    with suppress(NotesConflict):
        yield apply_all(entries, operations, theirs)


def test_a_deleted_row_goes_with_its_draft_and_comes_back_with_it() -> None:
    before = rows(["alpha", "bravo", "charlie"], {2: "mine"})
    step, after = written(before, [Delete(2)], carried=[2])
    assert [(row.key, row.id) for row in after] == [(1, 1), (3, 2)]
    assert undone(step, after) == before


def test_a_draft_that_nobody_gave_up_outlives_its_note_and_returns_to_it() -> None:
    before = rows(["alpha", "bravo"], {2: "mine"})
    step, after = written(before, [Delete(2)])
    assert after[1] == Row(2, None, None, draft="mine")
    assert undone(step, after) == before


def test_equal_texts_keep_their_rows() -> None:
    before = rows(["same", "same", "same"], {2: "mine"})
    _, after = written(before, [Delete(1)])
    assert [(row.key, row.id, row.draft) for row in after] == [(2, 1, "mine"), (3, 2, None)]
    _, after = written(before, [Move(2, 3)])
    assert [(row.key, row.draft) for row in after] == [(1, None), (3, None), (2, "mine")]


def test_the_draft_that_a_split_took_in_comes_back_by_undo() -> None:
    before = rows(["alpha", "bravo"], {1: "al pha"})
    step, after = written(before, [Update(1, "al"), Insert(2, "pha")], carried=[1])
    assert after == (Row(1, 1, "al"), Row(100, 2, "pha"), Row(2, 3, "bravo"))
    assert undone(step, after) == before


def test_what_is_written_into_the_parts_outlives_undo_as_new_notes() -> None:
    step, after = written(rows(["alpha"]), [Update(1, "al"), Insert(2, "pha")], carried=[1])
    after = tuple(row.edited(f"{row.text} more") for row in after)
    now = undone(step, after)
    assert now[0] == Row(1, 1, "alpha")
    assert [(row.state, row.draft) for row in now[1:]] == [
        (RowState.NEW, "al more"),
        (RowState.NEW, "pha more"),
    ]


def test_what_is_written_while_the_change_is_under_way_stays() -> None:
    before = rows(["alpha", "bravo"], {1: "al pha", 2: "b"})
    base, operations = ("alpha", "bravo"), (Update(1, "al"), Insert(2, "pha"), Delete(3))
    step = Step("", base, operations, concerned(before, Way(base, operations), before))
    meanwhile = tuple(row.edited(f"{row.text}!") for row in before)
    after = RowsAfter(meanwhile, step.forth, ["al", "pha"], keys_from(100)).rows
    assert [row.draft for row in after] == ["al pha!", None, "b!"]
    assert [row.state for row in after] == [RowState.UNSAVED, RowState.CLEAN, RowState.NEW]


def test_undo_of_a_merge_brings_both_drafts_back() -> None:
    before = rows(["alpha", "bravo", "charlie"], {1: "a", 3: "c"})
    step, after = written(before, [Delete(3), Update(1, "a\n\nc")], carried=[1, 3])
    assert after == (Row(1, 1, "a\n\nc"), Row(2, 2, "bravo"))
    assert undone(step, after) == before


def test_a_new_note_that_was_split_comes_back_as_it_was() -> None:
    before = (*rows(["alpha"]), Row(9, None, None, draft="x y", after=1))
    step, after = written(before, [Insert(2, "x"), Insert(3, "y")], carried=[9])
    assert [row.text for row in after] == ["alpha", "x", "y"]
    assert undone(step, after) == before


@given(changes(), st.dictionaries(st.integers(1, 6), st.sampled_from(["mine", "other", "alpha"])), lists)
def test_no_draft_is_lost_whatever_is_done_and_whatever_others_did(
    change: tuple[list[str], list[Operation]], drafts: dict[int, str], theirs: list[str]
) -> None:
    entries, operations = change
    before = rows(entries, drafts)
    way = Way(
        tuple(entries), tuple(operations), spent=concerned(before, Way(tuple(entries), tuple(operations)), ())
    )
    for result in outcomes(entries, operations, theirs):
        after = RowsAfter(before, way, result, keys_from(100)).rows
        assert [row.stored for row in after if row.id is not None] == result
        assert [row.id for row in after if row.id is not None] == list(range(1, len(result) + 1))
        assert len({row.key for row in after}) == len(after)
        kept = Counter(row.text for row in after)
        assert not Counter(row.draft for row in before if row.draft) - kept


@given(changes(), st.dictionaries(st.integers(1, 6), st.sampled_from(["mine", "other"])), st.booleans())
def test_undo_leads_back_to_the_very_rows(
    change: tuple[list[str], list[Operation]], drafts: dict[int, str], carries: bool
) -> None:
    entries, operations = change
    before = rows(entries, drafts)
    step, after = written(before, operations, carried=[row.key for row in before] if carries else ())
    now = undone(step, after)
    assert [row.stored for row in now if row.id is not None] == entries
    assert not Counter(row.draft for row in before if row.draft) - Counter(row.text for row in now)
    if carries:
        assert now == before


@given(
    st.integers(1, 5),
    st.lists(st.tuples(st.sampled_from("dms"), st.integers(0, 9), st.integers(0, 9)), max_size=12),
)
def test_texts_saved_in_between_are_no_reason_not_to_undo(
    size: int, deeds: list[tuple[str, int, int]]
) -> None:
    """Notes are followed by identity: (which, how often saved)."""
    steps, now, said = UndoList(), list(range(size)), dict.fromkeys(range(size), 0)

    def texts(notes: Sequence[int]) -> list[str]:
        return [f"note {note}, {said[note]}" for note in notes]

    for kind, first, second in deeds:
        if not now:
            break
        at, to = first % len(now), second % len(now)
        if kind == "s":
            before = texts(now)
            said[now[at]] += 1
            steps.text_saved(before, at + 1, texts(now)[at])
        else:
            operation = Delete(at + 1) if kind == "d" else Move(at + 1, to + 1)
            steps.add(Step("", tuple(texts(now)), (operation,)))
            now = [int(note) for note in perform([str(note) for note in now], [operation])]
    entries = texts(now)
    while steps.done:
        step = steps.done.pop()
        entries = apply_all(step.back.seen, step.back.operations, entries)
        steps.undone.append(step)
    assert entries == texts(range(size))
    for note in range(size):
        before = texts(range(size))
        said[note] += note % 2
        steps.text_saved(before, note + 1, texts(range(size))[note])
    entries = texts(range(size))
    while steps.undone:
        step = steps.undone[-1]
        try:
            entries = apply_all(step.base, step.operations, entries)
        except NotesConflict:  # it would delete what was written since
            assert any(isinstance(operation, Delete) for operation in step.operations)
            return
        steps.undone.pop()
    assert entries == texts(now)


# The session on a real file


class Bench:
    """A session on a real file, and what it reported."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tasks = Tasks()
        self.session = NotesSession(NoteStore(path), self.tasks, FileWatcher(self.tasks, read_file))
        self.steps: list[Step] = []
        self.errors: list[UserFacingError] = []
        self.refused: list[UserFacingError] = []
        self.told: list[bool] = []
        self.session.list_changed.connect(self.steps.append)
        self.session.change_refused.connect(self.errors.append)
        self.session.save_refused.connect(lambda _, error: self.refused.append(error))

    @property
    def entries(self) -> list[str]:
        """What the file holds now."""
        return self.path.read_text("utf-8").removesuffix("\n§\n").split("\n§\n")

    def become(self, *entries: str) -> None:
        """Somebody else writes the file, and nobody tells the session."""
        self.path.write_text("".join(f"{entry}\n§\n" for entry in entries), "utf-8")

    def look(self) -> None:
        self.session.refresh()
        self.rest()

    def key(self, text: str) -> int:
        return next(row.key for row in self.session.rows if row.stored == text)

    def row(self, key: int) -> Row:
        row = self.session.row(key)
        assert row is not None
        return row

    def change(
        self, *operations: Operation, carried: Sequence[int] = (), checks: Checks | None = None
    ) -> None:
        self.session.change(operations, "step", checks, self.told.append, carried=carried)
        self.rest()

    def save(self, key: int, text: str) -> None:
        self.session.edit(key, text)
        self.session.save(key)
        self.rest()

    def undo(self) -> None:
        self.session.undo_list(self.told.append)
        self.rest()

    def redo(self) -> None:
        self.session.redo_list(self.told.append)
        self.rest()

    def rest(self) -> None:
        assert self.tasks.drain()


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    path = tmp_path / "NOTES.md"
    path.write_text("one\n§\ntwo\n§\nthree\n§\n", "utf-8")
    made = Bench(path)
    yield made
    made.session.stop()
    made.tasks.shutdown()


def test_a_change_is_written_told_and_can_be_undone_and_redone(bench: Bench) -> None:
    bench.change(Delete(2), Move(1, 2))
    assert bench.entries == ["three", "one"]
    assert [step.operations for step in bench.steps] == [(Delete(2), Move(1, 2))]
    assert (bench.session.steps.undo_label, bench.session.can_redo_list) == ("step", False)
    bench.undo()
    assert bench.path.read_bytes() == "one\n§\ntwo\n§\nthree\n§\n".encode()
    assert (bench.session.can_undo_list, bench.session.steps.redo_label) == (False, "step")
    bench.redo()
    assert bench.entries == ["three", "one"]
    assert bench.told == [True, True, True]


def test_the_last_note_gone_leaves_an_empty_file(bench: Bench) -> None:
    bench.change(Delete(3), Delete(2), Delete(1))
    assert bench.path.read_bytes() == b""
    bench.undo()
    assert bench.entries == ["one", "two", "three"]


@pytest.mark.parametrize(
    "operation, error",
    [
        (Insert(1, "two"), DuplicateNote),
        (Update(1, "a\n§\nb"), DelimiterInText),
        (Insert(4, "x" * 3_000), OverBudget),
    ],
)
def test_a_refused_change_changes_nothing(bench: Bench, operation: Operation, error: type) -> None:
    before = bench.path.stat()
    bench.change(Delete(3), operation)
    assert [type(told) for told in bench.errors] == [error]
    assert bench.told == [False]
    assert bench.path.stat() == before
    assert bench.session.rows == rows(["one", "two", "three"])
    assert not bench.session.can_undo_list


def test_undo_is_not_checked(bench: Bench) -> None:
    bench.become("same", "same", "x" * 3_000)
    bench.look()
    bench.change(Delete(1), Delete(2))
    assert bench.entries == ["same"]
    bench.undo()
    assert bench.entries == ["same", "same", "x" * 3_000]


def test_a_new_change_ends_redoing(bench: Bench) -> None:
    bench.change(Delete(1))
    bench.undo()
    bench.change(Delete(3))
    assert not bench.session.can_redo_list
    bench.redo()
    assert bench.entries == ["one", "two"]
    assert bench.told[-1] is False


def test_a_saved_text_in_between_does_not_disturb_undo(bench: Bench) -> None:
    bench.change(Delete(1))
    bench.save(bench.key("three"), "three!")
    bench.change(Move(2, 1))
    bench.save(bench.key("two"), "two!")
    bench.undo()
    assert bench.entries == ["two!", "three!"]
    bench.undo()
    assert bench.entries == ["one", "two!", "three!"]
    bench.redo()
    bench.redo()
    assert bench.entries == ["three!", "two!"]


def test_rows_and_drafts_keep_their_keys_through_it_all(bench: Bench) -> None:
    keys = {text: bench.key(text) for text in ("one", "two", "three")}
    bench.session.edit(keys["two"], "my two")
    bench.session.edit(keys["three"], "my three")
    bench.change(Delete(2), carried=[keys["two"]])
    bench.change(Move(2, 1))
    assert [(row.key, row.draft) for row in bench.session.rows] == [
        (keys["three"], "my three"),
        (keys["one"], None),
    ]
    bench.undo()
    bench.undo()
    assert [(row.key, row.draft) for row in bench.session.rows] == [
        (keys["one"], None),
        (keys["two"], "my two"),
        (keys["three"], "my three"),
    ]
    assert bench.session.steps.touched == (keys["two"],)


def test_undo_after_others_wrote_and_nobody_noticed(bench: Bench) -> None:
    bench.session.edit(bench.key("two"), "my two")
    bench.change(Delete(2), carried=[bench.key("two")])
    bench.become("zero", "one", "three", "four")
    bench.undo()
    assert bench.entries == ["zero", "one", "two", "three", "four"]
    assert [row.text for row in bench.session.rows] == ["zero", "one", "my two", "three", "four"]


def test_a_change_goes_to_the_list_as_others_left_it(bench: Bench) -> None:
    bench.session.edit(bench.key("three"), "my three")
    bench.become("zero", "one", "two", "three")
    bench.change(Delete(1))
    assert bench.entries == ["zero", "two", "three"]
    assert [row.text for row in bench.session.rows] == ["zero", "two", "my three"]


def test_a_note_changed_elsewhere_is_not_deleted(bench: Bench) -> None:
    bench.become("one", "two by them", "three")
    bench.change(Delete(2))
    assert [type(error) for error in bench.errors] == [NotesConflict]
    assert bench.entries == ["one", "two by them", "three"]
    assert [row.stored for row in bench.session.rows] == ["one", "two by them", "three"]
    assert not bench.session.can_undo_list


def test_a_step_that_can_not_be_undone_is_told_and_dropped(bench: Bench) -> None:
    bench.change(Delete(3))
    bench.change(Update(1, "ONE"))
    bench.save(bench.key("ONE"), "ONE and more")
    bench.undo()
    [error] = bench.errors
    assert isinstance(error, CannotUndo)
    assert not isinstance(error, CannotRedo)
    assert "step" in error.what
    assert bench.entries == ["ONE and more", "two"]
    bench.undo()
    assert bench.entries == ["ONE and more", "two", "three"]


def test_a_step_that_can_not_be_done_again_is_told_and_dropped(bench: Bench) -> None:
    bench.change(Update(1, "ONE"))
    bench.undo()
    bench.become("one by them", "two", "three")
    bench.redo()
    assert [type(error) for error in bench.errors] == [CannotRedo]
    assert not bench.session.can_redo_list


def test_a_step_stays_when_the_file_can_not_be_written_just_now(bench: Bench) -> None:
    bench.change(Delete(1))
    lock = bench.path.with_name(".NOTES.md.lock")
    lock.mkdir()
    bench.undo()
    assert len(bench.errors) == 1
    lock.rmdir()
    bench.undo()
    assert bench.entries == ["one", "two", "three"]


def test_what_is_wished_during_a_save_waits_for_it(bench: Bench, qtbot: QtBot) -> None:
    one, three = bench.key("one"), bench.key("three")
    with hold_lock(bench.path, NOTES_LOCK):
        bench.session.edit(one, "one!")
        bench.session.save(one)
        bench.session.change([Delete(2)], "first", then=bench.told.append)
        bench.session.change([Move(3, 1)], "second", then=bench.told.append)
        bench.session.edit(three, "three!")
        bench.session.save(three)
        bench.session.undo_list(bench.told.append)
        assert bench.session.is_saving
    qtbot.waitUntil(lambda: not bench.session.is_saving)
    assert bench.told == [True, True, True]
    assert bench.entries == ["one!", "three!"]
    assert bench.errors == bench.refused == []


def test_a_copy_is_saved_right_after_its_original(bench: Bench) -> None:
    copy = bench.session.add_copy(bench.key("one"))
    new = bench.session.add_row()
    assert [row.id for row in bench.session.rows] == [1, None, 2, 3, None]
    bench.session.save(copy)
    assert [type(error) for error in bench.refused] == [DuplicateNote]
    bench.save(copy, "one and a half")
    bench.save(new, "four")
    assert bench.entries == ["one", "one and a half", "two", "three", "four"]
    assert [row.key for row in bench.session.rows][1] == copy


def test_a_copy_whose_original_is_gone_is_saved_last(bench: Bench) -> None:
    copy = bench.session.add_copy(bench.key("one"))
    bench.change(Delete(1))
    bench.save(copy, "copy")
    assert bench.entries == ["two", "three", "copy"]


def test_copies_of_copies_stand_behind_them(bench: Bench) -> None:
    first = bench.session.add_copy(bench.key("one"))
    second = bench.session.add_copy(first)
    assert [row.key for row in bench.session.rows][:3] == [bench.key("one"), first, second]
    bench.session.edit(second, "second")
    bench.save(first, "first")
    bench.session.save(second)
    bench.rest()
    assert bench.entries == ["one", "first", "second", "two", "three"]


def test_another_file_begins_with_nothing_to_undo(bench: Bench, tmp_path: Path) -> None:
    bench.change(Delete(1))
    (tmp_path / "other").mkdir()
    bench.session.open(NoteStore(tmp_path / "other" / "NOTES.md"))
    assert not bench.session.can_undo_list
    bench.undo()
    assert bench.told[-1] is False


def test_nothing_is_changed_in_a_file_that_can_not_be_read(bench: Bench) -> None:
    bench.change(Delete(1))
    bench.path.write_bytes(b"\xff")
    bench.look()
    assert not bench.session.can_undo_list
    bench.change(Insert(1, "new"))
    bench.undo()
    assert len(bench.errors) == 2
    assert bench.path.read_bytes() == b"\xff"
    bench.become("two", "three")
    bench.look()
    bench.undo()
    assert bench.entries == ["one", "two", "three"]
