"""Several changes with one save: delete, move, split, merge, and what others wrote meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newt_gui.core import files, list_check
from newt_gui.core.errors import (
    DelimiterInText,
    DuplicateNote,
    EmptyText,
    NotesConflict,
    NotesUnreadable,
    OverBudget,
    ScanRejected,
    UserFacingError,
)
from newt_gui.core.files import NOTES_LOCK, hold_lock
from newt_gui.core.history import History, Who
from newt_gui.core.merge import Delete, Insert, Move, Operation, Update, inverse, perform
from newt_gui.core.notes import Checks, FileKind, NotesSnapshot, NoteStore
from newt_gui.core.notes_format import serialize
from tests.harness.faulty_os import FaultyOs
from tests.harness.newt_writer import NewtWriter

THREE = "one\n§\ntwo\n§\nthree\n§\n".encode()
SEEN = ["one", "two", "three"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "NOTES.md"


def store_of(path: Path, data: bytes | None = THREE, limit: int = 2_200, **more: Any) -> NoteStore:
    path.parent.mkdir(exist_ok=True)
    if data is not None:
        path.write_bytes(data)
    store = NoteStore(path, limit, **more)
    store.load()
    return store


def on_disk(path: Path) -> list[str]:
    """What the file holds, the file being in newt's form."""
    data = path.read_bytes()
    entries = list(NoteStore(path).load().entries)
    assert data == serialize(entries).encode()
    return entries


# --- one save -----------------------------------------------------------------------------------


def test_several_changes_are_one_save(path: Path) -> None:
    store = store_of(path)
    with FaultyOs().installed() as counting:
        saved = store.change(SEEN, [Delete(2), Insert(1, " new\n"), Move(3, 1), Update(3, "uno")])
    assert [operation.name for operation in counting.log].count("replace") == 1
    assert path.read_bytes() == "three\n§\nnew\n§\nuno\n§\n".encode()
    assert saved is store.snapshot
    assert store.entries == ["three", "new", "uno"]
    assert os.listdir(path.parent) == ["NOTES.md"]


@pytest.mark.parametrize(
    "operation, entries",
    [
        (lambda store: store.delete(2, "two"), "one|three"),
        (lambda store: store.delete(3, "three"), "one|two"),
        (lambda store: store.move(1, "one", 3), "two|three|one"),
        (lambda store: store.move(3, "three", -4), "three|one|two"),
        (lambda store: store.move(1, "one", 99), "two|three|one"),
        (lambda store: store.split(2, "two", ["2a\n", " \n", "", " 2b", "2c"]), "one|2a|2b|2c|three"),
        (lambda store: store.split(2, "two", ["", "deux"]), "one|deux|three"),
        (lambda store: store.merge([1, 2], ["one", "two"]), "one\n\ntwo|three"),
        (lambda store: store.merge([3, 1], ["three", "one"]), "one\n\nthree|two"),
        (lambda store: store.merge([2, 3, 1], ["two", "three", "one"]), "one\n\ntwo\n\nthree"),
        (lambda store: store.merge([2], ["two"]), "one|two|three"),
    ],
)
def test_each_operation_writes_its_list(
    path: Path, operation: Callable[[NoteStore], NotesSnapshot], entries: str
) -> None:
    store = store_of(path)
    assert operation(store).entries == store.snapshot.entries == tuple(entries.split("|"))
    assert on_disk(path) == entries.split("|")


def test_the_last_note_deleted_leaves_an_empty_file(path: Path) -> None:
    store = store_of(path, "a\n§\n".encode())
    store.delete(1, "a")
    assert path.read_bytes() == b""
    assert store.snapshot.kind is FileKind.EMPTY


def test_the_first_notes_make_file_and_folder(path: Path) -> None:
    store = NoteStore(path)
    store.change([], [Insert(1, "a"), Insert(2, "b")])
    assert path.read_bytes() == "a\n§\nb\n§\n".encode()


@pytest.mark.parametrize("data", [b"a\nb\n", b"a\r\n\xc2\xa7\r\nb\r\n\xc2\xa7\r\n", b"\n a\n\xc2\xa7\nb"])
def test_any_change_gives_the_file_newts_form(path: Path, data: bytes) -> None:
    store_of(path, data).move(1, "a", 2)
    assert path.read_bytes() == "b\n§\na\n§\n".encode()


@pytest.mark.parametrize(
    "operations",
    [[], [Move(2, 2)], [Update(1, " one ")], [Delete(1), Insert(1, "one")], [Move(1, 3), Move(3, 1)]],
)
@pytest.mark.parametrize("data", [THREE, b"one\r\ntwo\r\nthree"])
def test_a_list_that_comes_out_the_same_is_not_written(
    path: Path, operations: list[Operation], data: bytes
) -> None:
    store = store_of(path, data)
    before = path.stat()
    assert store.change(SEEN, operations).entries == tuple(SEEN)
    assert (path.stat(), path.read_bytes()) == (before, data)
    assert os.listdir(path.parent) == ["NOTES.md"]


def test_nothing_to_write_makes_no_file_and_no_folder(path: Path) -> None:
    store = NoteStore(path)
    assert store.change([], []).kind is FileKind.MISSING
    assert not path.parent.exists()


def test_hundreds_of_notes(path: Path) -> None:
    entries = [f"note {number}" for number in range(900)]
    store = store_of(path, serialize(entries).encode(), 2_200)
    store.delete(450, "note 449")
    store.move(899, "note 899", 1)
    store.merge([2, 3], ["note 0", "note 1"])
    store.change(store.entries, [Delete(id) for id in range(898, 3, -1)])
    assert on_disk(path) == ["note 899", "note 0\n\nnote 1", "note 2"]
    pasted = [Insert(1, f"pasted {number}") for number in range(900)]
    with pytest.raises(OverBudget):
        store.change(store.entries, pasted)
    store.change(store.entries, pasted, Checks.HELD)
    assert len(on_disk(path)) == 903


# --- who is meant ---------------------------------------------------------------------------------


@pytest.mark.parametrize("id, seen", [(2, "one"), (1, "one "), (0, "three"), (4, "one"), (-1, "two")])
@pytest.mark.parametrize(
    "operation, mine",
    [
        (lambda store, id, seen: store.delete(id, seen), None),
        (lambda store, id, seen: store.move(id, seen, 1), "seen"),
        (lambda store, id, seen: store.split(id, seen, [" ", " x", "y"]), "x"),
        (lambda store, id, seen: store.merge([id], [seen]), "seen"),
    ],
)
def test_a_note_that_is_not_what_the_caller_saw_is_a_conflict(
    path: Path, operation: Any, mine: str | None, id: int, seen: str
) -> None:
    store = store_of(path)
    with pytest.raises(NotesConflict) as conflict:
        operation(store, id, seen)
    assert (conflict.value.base, conflict.value.mine) == (seen, seen if mine == "seen" else mine)
    assert path.read_bytes() == THREE


def test_one_of_several_that_is_not_what_the_caller_saw_stops_all(path: Path) -> None:
    store = store_of(path)
    with pytest.raises(NotesConflict) as conflict:
        store.merge([1, 3], ["one", "drei"])
    told = conflict.value
    assert (told.base, told.mine, told.theirs) == ("drei", "one\n\ndrei", "three")
    assert path.read_bytes() == THREE


@pytest.mark.parametrize("operation", [Update(4, "x"), Delete(0), Move(-1, 1), Delete(4)])
def test_an_id_that_the_list_does_not_have_is_a_mistake(path: Path, operation: Operation) -> None:
    store = store_of(path)
    for checks in Checks:
        with pytest.raises(IndexError):
            store.change(SEEN, [Insert(1, "new"), Delete(1), operation], checks)
    assert path.read_bytes() == THREE
    assert os.listdir(path.parent) == ["NOTES.md"]


def test_merging_nothing_or_unequal_numbers_is_a_mistake(path: Path) -> None:
    store = store_of(path)
    for ids, seen in (([], []), ([1, 2], ["one"])):
        with pytest.raises(ValueError, match=r"."):
            store.merge(ids, seen)


# --- what each text must pass -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "operations, error",
    [
        ([Insert(1, "good"), Insert(2, "  ")], EmptyText),
        ([Delete(1), Update(1, "a\u200b")], ScanRejected),
        ([Delete(1), Insert(1, "a\n§")], DelimiterInText),
        ([Move(1, 3), Insert(1, "two")], DuplicateNote),
        ([Insert(4, "same"), Insert(5, "same")], DuplicateNote),
        ([Delete(1), Insert(1, "x" * 3_000)], OverBudget),
    ],
)
def test_one_refused_text_refuses_all_and_says_what_the_check_says(
    path: Path, operations: list[Operation], error: type[UserFacingError]
) -> None:
    store = store_of(path)
    before = store.snapshot
    with pytest.raises(error) as refused:
        store.change(SEEN, operations)
    assert str(refused.value) == str(before.check_list(SEEN, operations).error())
    assert path.read_bytes() == THREE
    assert store.snapshot is before


def test_splitting_and_merging_store_new_texts(path: Path) -> None:
    store = store_of(path, "a\ufeff b\n§\nc\n§\na\n§\n".encode(), 20)
    for operation, error in (
        (lambda: store.split(2, "c", ["  ", ""]), EmptyText),
        (lambda: store.split(1, "a\ufeff b", ["a\ufeff", "b"]), ScanRejected),
        (lambda: store.split(2, "c", ["d", "a"]), DuplicateNote),
        (lambda: store.split(2, "c", ["d", "d"]), DuplicateNote),
        (lambda: store.split(2, "c", ["d", "§"]), DelimiterInText),
        (lambda: store.split(2, "c", ["cc", "ccc"]), OverBudget),
        (lambda: store.merge([1, 2], ["a\ufeff b", "c"]), ScanRejected),
    ):
        with pytest.raises(error):
            operation()
    store.merge([2, 3], ["c", "a"])
    assert store.entries == ["a\ufeff b", "c\n\na"]
    with pytest.raises(DuplicateNote) as twice:
        store_of(path, "a b\n§\na\n\nb\n§\na\n§\nb\n§\n".encode()).merge([3, 4], ["a", "b"])
    assert twice.value.id == 2


def test_a_text_that_is_refused_for_itself_is_refused_before_anybody_is_locked_out(path: Path) -> None:
    store = store_of(path)
    with hold_lock(path, NOTES_LOCK), FaultyOs().installed() as counting:
        for text, error in {"\u200b": ScanRejected, "§": DelimiterInText, " ": EmptyText}.items():
            with pytest.raises(error):
                store.change(SEEN, [Insert(1, text)])
    assert counting.log == []


def test_others_do_not_wait_while_a_text_is_scanned(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[bool] = []

    def judge(text: str) -> None:
        locked.append(NOTES_LOCK.name(path).exists())

    monkeypatch.setattr(list_check, "text_error", judge)
    store_of(path).change(SEEN, [Update(1, "a long one"), Insert(4, "another")])
    assert locked == [False, False]


def test_deleting_and_moving_store_nothing_new(path: Path) -> None:
    data = "\u200bbad\n§\nsame\n§\nsame\n§\n".encode()
    store = store_of(path, data, 10)
    store.move(1, "\u200bbad", 3)
    assert on_disk(path) == ["same", "same", "\u200bbad"]
    store.delete(1, "same")
    assert on_disk(path) == ["same", "\u200bbad"]


def test_over_budget_what_makes_it_no_larger_is_saved(path: Path) -> None:
    store = store_of(path, "x\n§\nxxxxxxxx\n§\nyy\n§\n".encode(), 10)
    store.split(2, "xxxxxxxx", ["wwww"])
    assert store.entries == ["x", "wwww", "yy"]
    store.merge([1, 3], ["x", "yy"])
    assert store.entries == ["x\n\nyy", "wwww"]
    with pytest.raises(OverBudget) as over:
        store.split(1, "x\n\nyy", ["x", "y", "y!"])
    assert over.value.entries == ("x\n\nyy", "wwww")
    assert on_disk(path) == ["x\n\nyy", "wwww"]


def test_restored_may_be_there_twice_and_held_may_be_anything(path: Path) -> None:
    store = store_of(path, limit=40)
    store.change(SEEN, [Insert(4, "one")], Checks.RESTORED)
    with pytest.raises(ScanRejected):
        store.change(store.entries, [Insert(5, "\ufeff")], Checks.RESTORED)
    store.change(store.entries, [Insert(5, "\ufeffbom" * 9), Insert(6, "two")], Checks.HELD)
    assert on_disk(path) == [*SEEN, "one", "\ufeffbom" * 9, "two"]


# --- others write meanwhile -------------------------------------------------------------------------


def test_what_newt_added_meanwhile_stays_and_the_change_is_made(path: Path) -> None:
    store = store_of(path)
    with NewtWriter(path) as newt:
        assert newt.add("of newt")
        store.change(SEEN, [Update(2, "zwei"), Delete(1), Insert(3, "mine")])
        assert on_disk(path) == ["zwei", "three", "of newt", "mine"]
        newt.reload()
        assert newt.remove("zwei")
        assert newt.replace("three", "drei")
    store.move(4, "mine", 1)
    assert on_disk(path) == store.entries == ["mine", "drei", "of newt"]


@pytest.mark.parametrize(
    "operation, mine",
    [
        (lambda store: store.delete(2, "two"), None),
        (lambda store: store.change(SEEN, [Insert(1, "new"), Update(2, "one!"), Delete(3)]), None),
        (lambda store: store.split(2, "two", ["zwei", "deux"]), "zwei"),
        (lambda store: store.merge([1, 2], ["one", "two"]), None),
        (lambda store: store.merge([2, 3], ["two", "three"]), "two\n\nthree"),
    ],
)
def test_the_same_note_changed_by_newt_is_a_conflict_and_nothing_is_written(
    path: Path, operation: Any, mine: str | None
) -> None:
    store = store_of(path)
    before = store.snapshot
    with NewtWriter(path) as newt:
        assert newt.replace("two", "two of newt")
    with pytest.raises(NotesConflict) as conflict:
        operation(store)
    told = conflict.value
    assert (told.base, told.mine, told.theirs) == ("two", mine, "two of newt")
    assert on_disk(path) == ["one", "two of newt", "three"]
    assert store.snapshot is before
    assert os.listdir(path.parent) == ["NOTES.md"]


def test_a_note_that_is_gone_can_be_moved_or_deleted_but_not_changed(path: Path) -> None:
    store = store_of(path)
    path.write_bytes("one\n§\nthree\n§\n".encode())
    with pytest.raises(NotesConflict) as conflict:
        store.change(SEEN, [Update(2, "zwei")])
    assert (conflict.value.base, conflict.value.mine, conflict.value.theirs) == ("two", "zwei", None)
    before = path.stat()
    store.change(SEEN, [Move(2, 1)])
    store.load()
    store.change(SEEN, [Delete(2)])
    assert path.stat() == before
    assert store.entries == ["one", "three"], "what is there is known now"


def test_the_checks_are_made_on_what_is_there(path: Path) -> None:
    store = store_of(path, limit=30)
    path.write_bytes(THREE + "of newt\n§\n".encode())
    with pytest.raises(DuplicateNote) as duplicate:
        store.change(SEEN, [Update(1, "of newt")])
    assert duplicate.value.id == 4
    with pytest.raises(OverBudget) as over:
        store.change(SEEN, [Update(1, "one!")])
    assert (over.value.needed, over.value.used, over.value.entries) == (31, 30, (*SEEN, "of newt"))
    path.write_bytes("two\n§\n".encode())
    assert store.change(SEEN, [Insert(4, "x" * 23)]).used_bytes == 30, "newt made room"


def test_the_change_is_made_on_the_list_that_was_seen_not_on_what_the_store_holds(path: Path) -> None:
    """A window may show an older list than the store has read meanwhile."""
    store = store_of(path)
    store.insert(1, "zero")
    store.change(SEEN, [Delete(1), Move(2, 1)])
    assert on_disk(path) == ["three", "zero", "two"]


def test_undone_after_others_wrote(path: Path) -> None:
    store = store_of(path)
    made: list[Operation] = [Delete(1), Update(1, "zwei"), Insert(9, "new")]
    store.change(SEEN, made)
    path.write_bytes(path.read_bytes() + "of newt\n§\n".encode())
    store.change(perform(SEEN, made), inverse(SEEN, made), Checks.HELD)
    assert on_disk(path) == ["one", "two", "three", "of newt"]


class _WritesAnyhow:
    """Somebody who takes no lock and writes while the save is under way."""

    def __init__(self, path: Path, *contents: bytes) -> None:
        self.path, self.contents = path, list(contents)

    def __call__(self) -> None:
        if self.contents:
            self.path.write_bytes(self.contents.pop(0))


def test_written_by_somebody_without_the_lock_in_the_very_moment(path: Path) -> None:
    store = store_of(path)
    others = _WritesAnyhow(path, THREE + "four\n§\n".encode())
    with FaultyOs(meanwhile={"fsync": others}).installed():
        store.change(SEEN, [Delete(2)])
    assert on_disk(path) == store.entries == ["one", "three", "four"]
    others = _WritesAnyhow(path, b"caf\xe9")
    with FaultyOs(meanwhile={"fsync": others}).installed(), pytest.raises(NotesUnreadable):
        store.change(store.entries, [Delete(2)])
    assert path.read_bytes() == b"caf\xe9"
    assert store.entries == ["one", "three", "four"]


@pytest.mark.parametrize("remains", [None, b""])
def test_a_file_that_is_gone_is_looked_for_again_and_then_taken_for_empty(
    path: Path, monkeypatch: pytest.MonkeyPatch, remains: bytes | None
) -> None:
    pauses: list[float] = []

    class Clock:
        def __getattr__(self, name: str) -> Any:
            import time

            return pauses.append if name == "sleep" else getattr(time, name)

    monkeypatch.setattr(files, "time", Clock())
    store = store_of(path)
    path.unlink() if remains is None else path.write_bytes(remains)
    with pytest.raises(NotesConflict) as conflict:
        store.change(SEEN, [Update(2, "zwei")])
    assert (conflict.value.mine, conflict.value.theirs, pauses) == ("zwei", None, [0.3])
    assert (path.read_bytes() if path.exists() else None) == remains
    assert store.change(SEEN, [Delete(2)]).entries == ()
    assert (path.read_bytes() if path.exists() else None) == remains, "nothing is there to delete"
    store.change(SEEN, [Insert(4, "new")])
    assert on_disk(path) == ["new"]


def test_what_can_not_be_read_is_told_and_stays(path: Path) -> None:
    store = store_of(path, b"caf\xe9")
    for operation in (
        lambda: store.change([], [Insert(1, "new")]),
        lambda: store.change([], [Insert(1, "new")], Checks.HELD),
        lambda: store.delete(1, "a"),
        lambda: store.split(1, "a", ["b"]),
    ):
        with pytest.raises(NotesUnreadable) as unreadable:
            operation()
        assert unreadable.value.offset == 3
    assert path.read_bytes() == b"caf\xe9"
    path.write_bytes(THREE)
    with pytest.raises(NotesUnreadable):
        store.change([], [Insert(1, "new")])
    store.load()
    assert store.delete(1, "one").entries == ("two", "three"), "read again, and shown"


def test_what_became_unreadable_meanwhile_is_told_and_stays(path: Path) -> None:
    store = store_of(path)
    path.write_bytes(b"caf\xe9")
    with pytest.raises(NotesUnreadable) as unreadable:
        store.delete(1, "one")
    assert unreadable.value.offset == 3
    assert path.read_bytes() == b"caf\xe9"
    path.unlink()
    path.mkdir()
    with pytest.raises(NotesUnreadable, match="folder"):
        store.delete(1, "one")
    assert store.entries == SEEN


# --- history ------------------------------------------------------------------------------------


def test_what_is_replaced_and_what_is_written_is_kept(path: Path, tmp_path: Path) -> None:
    history = History(tmp_path / "history")
    store = store_of(path, history=history)
    others = THREE + "of newt\n§\n".encode()
    path.write_bytes(others)
    store.delete(1, "one")
    store.change(store.entries, [])
    store.add("added")
    kept = [(history.content(v.id), v.who, v.why) for v in reversed(history.versions(path))]
    assert kept == [
        (others, Who.OTHER, "replaced"),
        ("two\n§\nthree\n§\nof newt\n§\n".encode(), Who.APP, "saved"),
        ("two\n§\nthree\n§\nof newt\n§\nadded\n§\n".encode(), Who.APP, "saved"),
    ]


# --- anything ----------------------------------------------------------------------------------


ANY_TEXT = st.sampled_from(["one", "two", "é", "§", "a\u200b", "  ", "x" * 15, "new 1", "new 2"])
ANY_OPERATION = st.one_of(
    st.builds(Update, st.integers(1, 2), ANY_TEXT),
    st.builds(Delete, st.integers(1, 2)),
    st.builds(Insert, st.integers(0, 5), ANY_TEXT),
    st.builds(Move, st.integers(1, 2), st.integers(0, 5)),
)


@given(
    st.lists(st.sampled_from(["one", "two", "three"]), min_size=4, max_size=6),
    st.lists(st.sampled_from(["one", "two", "three", "of newt"]), max_size=6) | st.none(),
    st.lists(ANY_OPERATION, max_size=3),
    st.sampled_from(Checks),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
def test_what_is_allowed_is_saved_and_counted_right(
    path: Path,
    entries: list[str],
    theirs: list[str] | None,
    operations: list[Operation],
    checks: Checks,
) -> None:
    store = store_of(path, serialize(entries).encode(), 40)
    if theirs:
        path.write_bytes(serialize(theirs).encode())
    before = path.read_bytes()
    now = NoteStore(path, 40).load()
    try:
        checked = now.check_list(entries, operations, checks)
    except NotesConflict:
        with pytest.raises(UserFacingError):
            store.change(entries, operations, checks)
        assert path.read_bytes() == before
        return
    error = checked.error()
    if error is None:
        saved = store.change(entries, operations, checks)
        assert path.read_bytes() == serialize(checked.entries).encode()
        assert saved.entries == NoteStore(path).load().entries
        if checks is not Checks.HELD:
            assert (saved.entries, saved.used_bytes) == (checked.entries, checked.bytes_after)
    else:
        with pytest.raises(UserFacingError):
            store.change(entries, operations, checks)
        assert path.read_bytes() == before
