"""NoteStore: reading any file, judging a text, saving a note, and never losing one."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from newt_gui.core import files
from newt_gui.core.errors import (
    DelimiterInText,
    DuplicateNote,
    EmptyText,
    NotesConflict,
    NotesUnreadable,
    OverBudget,
    SaveFailed,
    ScanRejected,
    UserFacingError,
)
from newt_gui.core.history import History, HistoryFailed, Who
from newt_gui.core.notes import DEFAULT_CHAR_LIMIT, BrokenCharacter, FileKind, NotesSnapshot, NoteStore
from newt_gui.core.notes_format import Change, prompt_block, serialize, used_bytes

ROWS = json.loads((Path(__file__).parents[1] / "cases" / "notes_file.json").read_text(encoding="utf-8"))

THREE = b"one\n\xc2\xa7\ntwo\n\xc2\xa7\nthree\n\xc2\xa7\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "NOTES.md"


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history")


def _store(path: Path, data: bytes | None, limit: int = DEFAULT_CHAR_LIMIT, **more: Any) -> NoteStore:
    path.parent.mkdir(exist_ok=True)
    if data is not None:
        path.write_bytes(data)
    store = NoteStore(path, limit, **more)
    store.load()
    return store


def _kept(history: History, path: Path) -> list[tuple[bytes, Who, str]]:
    """What the history holds, oldest first."""
    return [(history.content(v.id), v.who, v.why) for v in reversed(history.versions(path))]


# --- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["file"]))
def test_row_through_a_real_file(path: Path, row: dict[str, Any]) -> None:
    store = _store(path, row["file"].encode())
    assert store.entries == row["entries"]
    assert store.index_entries() == list(enumerate(row["titles"], start=1))
    assert store.char_usage() == (row["used_bytes"], 2_200)
    assert store.is_empty is (not row["entries"])
    assert serialize(store.entries) == row["saved"]
    assert prompt_block(store.entries, store.char_limit) == row["block"]
    assert path.read_bytes() == row["file"].encode()


@pytest.mark.parametrize("row", [row for row in ROWS if row["entries"]], ids=lambda row: repr(row["file"]))
def test_row_saved_with_one_more_note(path: Path, row: dict[str, Any]) -> None:
    store = _store(path, row["file"].encode())
    saved = store.insert(len(row["entries"]) + 1, "one more")
    assert path.read_bytes() == (row["saved"] + "one more\n§\n").encode()
    assert saved is store.snapshot
    assert list(saved.entries) == [*row["entries"], "one more"]


@pytest.mark.parametrize(
    "data, kind",
    [
        (None, FileKind.MISSING),
        (b"", FileKind.EMPTY),
        (b" \r\n\n", FileKind.EMPTY),
        (b"one\ntwo", FileKind.LEGACY),
        (THREE, FileKind.V2),
        (b"\xc2\xa7", FileKind.V2),
        (b"caf\xe9", FileKind.NOT_UTF8),
    ],
)
def test_kinds(path: Path, data: bytes | None, kind: FileKind) -> None:
    store = _store(path, data)
    assert store.snapshot.kind is kind
    assert (store.snapshot.problem is not None) is (kind is FileKind.NOT_UTF8)
    assert path.exists() is (data is not None)


def test_a_missing_home_is_no_notes_and_is_not_made(path: Path) -> None:
    store = NoteStore(path)
    assert store.load().kind is FileKind.MISSING
    assert store.is_empty
    assert not path.parent.exists()


def test_the_snapshot_tells_about_the_file(path: Path) -> None:
    snapshot = _store(path, b"\xef\xbb\xbfa\r\n\xc2\xa7\r\nb").snapshot
    assert (snapshot.has_bom, snapshot.has_crlf, snapshot.links) == (True, True, 1)
    assert snapshot.normalising == (Change.LINE_ENDS, Change.LAST_DELIMITER)
    assert snapshot.entries == ("\ufeffa", "b")
    assert (snapshot.used_bytes, snapshot.percent) == (9, 0)
    os.link(path, path.with_name("other"))
    plain = _store(path, b"\xc3\xa9" * 550).snapshot
    assert (plain.has_bom, plain.has_crlf, plain.links, plain.percent) == (False, False, 2, 50)


def test_what_is_not_utf8_is_told_with_its_byte_and_stays(path: Path) -> None:
    data = b"caf\xc3\xa9 and caf\xe9\n\xc2\xa7\n"
    store = _store(path, data)
    problem = store.snapshot.problem
    assert problem is not None
    assert problem.offset == 13
    assert "byte 13 is not UTF-8" in problem.why
    assert "sees no notes" in problem.why
    assert "wipe" in problem.why
    assert store.entries == []
    assert store.snapshot.text == ""
    assert store.check("new").error() is problem
    for operation in (lambda: store.insert(1, "new"), lambda: store.update(1, "a", "new")):
        with pytest.raises(NotesUnreadable):
            operation()
    assert path.read_bytes() == data


def test_a_folder_in_place_of_the_file_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    store = NoteStore(path)
    snapshot = store.load()
    assert (snapshot.kind, snapshot.state, snapshot.links) == (FileKind.UNREADABLE, None, 0)
    assert snapshot.problem is not None
    assert snapshot.problem.offset is None
    assert "folder" in snapshot.problem.why
    assert not store.check("new").allowed
    with pytest.raises(NotesUnreadable):
        store.insert(1, "new")
    assert path.is_dir()


def test_a_path_that_cannot_exist_is_told(tmp_path: Path) -> None:
    store = NoteStore(tmp_path / "a\0b" / "NOTES.md")
    assert store.load().kind is FileKind.UNREADABLE
    with pytest.raises(NotesUnreadable, match="character"):
        store.insert(1, "new")


@pytest.mark.skipif(sys.platform == "win32", reason="the current folder can't be removed there")
def test_a_current_folder_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    store = NoteStore("NOTES.md")
    snapshot = store.load()
    assert snapshot.kind is FileKind.UNREADABLE
    assert snapshot.problem is not None
    assert snapshot.problem.reason == "the folder is gone"
    with pytest.raises(NotesUnreadable):
        store.insert(1, "new")


@given(st.binary() | st.text(alphabet="ab§\n\r \x85\ufeff").map(str.encode))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@example(b"\xed\xa0\x80")
@example(b"\xff\xfe\x00")
def test_any_bytes_load_and_stay_as_they_are(path: Path, data: bytes) -> None:
    store = _store(path, data)
    snapshot = store.snapshot
    assert path.read_bytes() == data
    assert (snapshot.problem is None) is _is_utf8(data)
    assert snapshot.used_bytes == used_bytes(store.entries)
    assert store.check("a new one").bytes_now == snapshot.used_bytes
    assert os.listdir(path.parent) == ["NOTES.md"]


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize(
    "id, body",
    [("1", "one"), ("+3", "three"), ("003", "three"), ("0", None), ("4", None), ("-1", None), ("", None)]
    + [(odd, None) for odd in ("+", "++1", "1 ", " 1", "1.0", "1_0", "²", "١", "x", "9" * 5_000, "1\n")],
)
def test_body_by_id(path: Path, id: str, body: str | None) -> None:
    assert _store(path, THREE).body_by_id(id) == body


def test_the_default_path_is_newts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEWT_CONFIG_DIR", "/somewhere")
    assert NoteStore.default_path() == Path("/somewhere/NOTES.md")


def test_the_limit_is_never_under_ten(path: Path) -> None:
    assert NoteStore(path, 3).char_usage() == (0, 10)
    assert NoteStore(path).char_limit == 2_200


# --- judging -----------------------------------------------------------------------------------


def test_a_good_text_is_allowed_and_counted_in_bytes(path: Path) -> None:
    store = _store(path, THREE)
    assert store.snapshot.used_bytes == 19
    new = store.check("  é \n")
    assert (new.allowed, new.error(), new.bytes_now, new.bytes_after, new.over_by) == (True, None, 19, 25, 0)
    edit = store.check("é", 3)
    assert (edit.allowed, edit.bytes_after) == (True, 16)
    assert _store(path, b"").check("abc").bytes_after == 3


def test_offsets_and_lines_count_in_the_text_as_given(path: Path) -> None:
    store = _store(path, b"")
    text = " \n\n 🎉a\u200b\n§\nb\r"
    checked = store.check(text)
    (finding,) = checked.findings
    assert text[finding.start : finding.end] == finding.text == "\u200b"
    assert f"offset {finding.start} " in finding.why
    assert checked.delimiter_line == 4
    assert store.check("\n a\ud800b").broken_at == 3


@pytest.mark.parametrize(
    "text, error",
    [
        ("", EmptyText),
        (" \n\t\u3000", EmptyText),
        ("one\u200b\n§", ScanRejected),
        ("\ud800\n§", BrokenCharacter),
        ("a\n § \nb", DelimiterInText),
        (" two ", DuplicateNote),
        ("x" * 3_000, OverBudget),
    ],
)
@pytest.mark.parametrize("id", [None, 1])
def test_the_first_reason_counts_and_the_save_gives_the_same(
    path: Path, text: str, error: type[UserFacingError], id: int | None
) -> None:
    store = _store(path, THREE)
    before = store.snapshot
    checked = store.check(text, id)
    assert type(checked.error()) is error
    assert not checked.allowed
    with pytest.raises(error) as refused:
        store.insert(1, text) if id is None else store.update(id, "one", text)
    assert str(refused.value) == str(checked.error())
    assert path.read_bytes() == THREE
    assert store.snapshot is before


def test_the_budget_is_met_exactly_or_not(path: Path) -> None:
    store = _store(path, b"a\n\xc2\xa7\n", 10)
    assert store.check("bcdef").allowed
    over = store.check("bcdefg")
    assert (over.bytes_after, over.over_by, over.limit) == (11, 1, 10)
    error = over.error()
    assert isinstance(error, OverBudget)
    assert (error.needed, error.limit, error.used, error.entries) == (11, 10, 1, ("a",))
    assert "1. a" in str(error)


def test_over_budget_an_edit_passes_that_makes_it_no_larger(path: Path) -> None:
    store = _store(path, "é".encode() * 10 + b"\n\xc2\xa7\nab\n\xc2\xa7\n", 12)
    assert store.snapshot.used_bytes == 26
    same, smaller, larger = store.check("cd", 2), store.check("c", 2), store.check("abc", 2)
    assert [check.allowed for check in (same, smaller, larger)] == [True, True, False]
    assert [check.over_by for check in (same, smaller, larger)] == [14, 13, 15]
    assert not store.check("c").allowed
    store.update(2, "ab", "c")
    assert path.read_bytes() == "éééééééééé\n§\nc\n§\n".encode()


def test_a_duplicate_is_the_other_note_never_the_edited_one(path: Path) -> None:
    store = _store(path, b"a\n\xc2\xa7\nb\n\xc2\xa7\na\n\xc2\xa7\n")
    assert store.check("a").duplicate_of == 1
    assert store.check("a", 2).duplicate_of == 1
    assert store.check("b", 3).duplicate_of == 2
    assert store.check("a", 1).duplicate_of is None
    assert store.check("a", 3).duplicate_of is None
    assert store.check("A").duplicate_of is None


def test_only_a_note_that_is_there_can_be_judged(path: Path) -> None:
    store = _store(path, THREE)
    for id in (0, 4, -1):
        with pytest.raises(IndexError):
            store.check("a", id)


TEXTS = st.text(alphabet=st.sampled_from("ab§é\n\r \u200b\ud800"), max_size=12)


@given(st.lists(st.sampled_from(["one", "two", "é"])), TEXTS, st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
def test_what_is_allowed_is_saved_and_counted_right(
    path: Path, entries: list[str], text: str, data: st.DataObject
) -> None:
    store = _store(path, serialize(entries).encode(), 20)
    before = path.read_bytes()
    id = data.draw(st.none() | st.integers(1, len(entries))) if entries else None
    checked = store.check(text, id)

    def save() -> NotesSnapshot:
        return store.insert(1, text) if id is None else store.update(id, entries[id - 1], text)

    if checked.allowed:
        saved = save()
        assert saved.used_bytes == checked.bytes_after
        assert NoteStore(path).load().entries == saved.entries
    else:
        with pytest.raises(UserFacingError) as refused:
            save()
        assert str(refused.value) == str(checked.error())
        assert path.read_bytes() == before


# --- saving ------------------------------------------------------------------------------------


def test_update_writes_newts_format_and_nothing_else(path: Path) -> None:
    store = _store(path, THREE)
    saved = store.update(2, "two", " zwei\n\nmit mehr \n")
    assert path.read_bytes() == "one\n§\nzwei\n\nmit mehr\n§\nthree\n§\n".encode()
    assert saved is store.snapshot
    assert saved.entries == ("one", "zwei\n\nmit mehr", "three")
    assert os.listdir(path.parent) == ["NOTES.md"]
    store.update(2, "zwei\n\nmit mehr", "2")
    assert path.read_bytes() == "one\n§\n2\n§\nthree\n§\n".encode()


@pytest.mark.parametrize(
    "at, entries", [(1, "n|a|b"), (2, "a|n|b"), (3, "a|b|n"), (9, "a|b|n"), (0, "n|a|b"), (-9, "n|a|b")]
)
def test_insert_gives_the_note_its_id(path: Path, at: int, entries: str) -> None:
    store = _store(path, b"a\nb\n")
    assert "|".join(store.insert(at, " n ").entries) == entries
    assert path.read_bytes() == serialize(entries.split("|")).encode()


def test_the_first_note_makes_file_and_folder(path: Path) -> None:
    store = NoteStore(path)
    store.insert(1, "first")
    assert path.read_bytes() == "first\n§\n".encode()
    assert store.snapshot.kind is FileKind.V2


def test_an_empty_file_that_newt_left_in_place_of_none_is_no_conflict(path: Path) -> None:
    store = _store(path, None)
    path.write_bytes(b"")
    assert store.insert(1, "first").entries == ("first",)


def test_what_the_file_holds_after_the_save_is_what_the_snapshot_says(path: Path) -> None:
    store = _store(path, b"a\r\r\nb\n\xc2\xa7\nc\n\xc2\xa7\n")
    assert store.entries == ["a\r\nb", "c"]
    store.update(2, "c", "d")
    assert store.entries == ["a\nb", "d"] == NoteStore(path).entries


def test_an_unchanged_note_in_a_normal_file_writes_nothing(path: Path) -> None:
    store = _store(path, THREE)
    before = path.stat()
    store.update(1, "one", "one")
    assert path.stat() == before


@pytest.mark.parametrize(
    "id, seen", [(2, "one"), (1, "one "), (0, "three"), (4, "one"), (-1, "two"), (9, "x")]
)
def test_a_note_that_is_not_what_the_caller_saw_is_a_conflict(path: Path, id: int, seen: str) -> None:
    store = _store(path, THREE)
    with pytest.raises(NotesConflict) as conflict:
        store.update(id, seen, " new ")
    assert (conflict.value.base, conflict.value.mine) == (seen, "new")
    assert path.read_bytes() == THREE


FOUR = THREE + "four\n§\n".encode()


@pytest.mark.parametrize(
    "now, updated, inserted",
    [
        (FOUR, "one zwei three four", "new one two three four"),
        ("zero\n§\n".encode() + THREE, "zero one zwei three", "new zero one two three"),
        (THREE.replace(b"one\n\xc2\xa7\n", b""), "zwei three", "new two three"),
        (THREE.replace(b"three", b"drei"), "one zwei drei", "new one two drei"),
        ("three\n§\none\n§\ntwo\n§\n".encode(), "three one zwei", "new three one two"),
        (THREE + b"\n", "one zwei three", "new one two three"),
    ],
)
def test_what_others_wrote_meanwhile_stays(path: Path, now: bytes, updated: str, inserted: str) -> None:
    for expected, save in (
        (updated, lambda store: store.update(2, "two", "zwei")),
        (inserted, lambda store: store.insert(1, "new")),
    ):
        path.parent.mkdir(exist_ok=True)
        store = _store(path, THREE)
        path.write_bytes(now)
        assert " ".join(save(store).entries) == expected
        assert path.read_bytes() == "".join(f"{text}\n§\n" for text in expected.split()).encode()


@pytest.mark.parametrize(
    "now, theirs",
    [
        (THREE.replace(b"two", b"deux"), "deux"),
        (THREE.replace(b"two\n\xc2\xa7\n", b""), None),
        (b"", None),
        (None, None),
    ],
)
def test_a_note_that_others_changed_or_removed_meanwhile_is_a_conflict_and_the_file_stays(
    path: Path, now: bytes | None, theirs: str | None
) -> None:
    store = _store(path, THREE)
    before = store.snapshot
    path.unlink() if now is None else path.write_bytes(now)
    with pytest.raises(NotesConflict) as conflict:
        store.update(2, "two", " zwei ")
    assert (conflict.value.base, conflict.value.mine, conflict.value.theirs) == ("two", "zwei", theirs)
    assert store.snapshot is before
    assert (path.read_bytes() if path.exists() else None) == now


def test_budget_and_duplicates_are_judged_by_what_is_there_by_then(path: Path) -> None:
    store = _store(path, THREE)
    path.write_bytes(FOUR)
    with pytest.raises(DuplicateNote) as duplicate:
        store.update(2, "two", "four")
    assert duplicate.value.id == 4
    path.write_bytes(THREE + b"x" * 2_180 + "\n§\n".encode())
    with pytest.raises(OverBudget):
        store.update(2, "two", "twenty-two")
    path.write_bytes("one\n§\ntwo\n§\n".encode())
    assert store.update(2, "two", "y" * 2_190).used_bytes == 2_197


def test_what_others_added_themselves_is_there_already(path: Path) -> None:
    store = _store(path, THREE)
    path.write_bytes(FOUR)
    assert store.insert(4, "four").entries == ("one", "two", "three", "four")
    assert path.read_bytes() == FOUR


class _OthersFinishMeanwhile:
    """A clock during whose first pause another program puts its file in place."""

    def __init__(self, path: Path, data: bytes = THREE) -> None:
        self.path, self.data = path, data
        self.pauses: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.path.write_bytes(self.data)


@pytest.mark.parametrize("remains", [None, b""])
def test_notes_caught_in_the_middle_of_a_write_are_not_taken_for_gone(
    path: Path, monkeypatch: pytest.MonkeyPatch, remains: bytes | None
) -> None:
    store = _store(path, THREE)
    path.unlink() if remains is None else path.write_bytes(remains)
    others = _OthersFinishMeanwhile(path, "four\n§\n".encode())
    monkeypatch.setattr(files, "time", others)
    assert store.load().entries == ("four",)
    assert others.pauses == [0.3]


@pytest.mark.parametrize("remains", [None, b""])
def test_notes_that_are_gone_are_gone_and_looked_for_once(path: Path, remains: bytes | None) -> None:
    store = _store(path, THREE)
    path.unlink() if remains is None else path.write_bytes(remains)
    assert store.load().kind is (FileKind.MISSING if remains is None else FileKind.EMPTY)
    assert store.entries == []


@pytest.mark.parametrize("data", [None, b"", b"caf\xe9"])
def test_without_notes_before_loading_does_not_wait(
    path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes | None
) -> None:
    others = _OthersFinishMeanwhile(path)
    monkeypatch.setattr(files, "time", others)
    store = _store(path, data)
    path.unlink(missing_ok=True)
    assert store.load().kind is FileKind.MISSING
    assert others.pauses == []


def test_a_file_that_others_are_just_replacing_is_looked_at_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = _store(path, THREE)
    path.unlink()
    monkeypatch.setattr(files, "time", _OthersFinishMeanwhile(path))
    assert store.update(2, "two", "zwei").entries == ("one", "zwei", "three")


def test_equal_size_and_time_do_not_hide_a_change(path: Path) -> None:
    store = _store(path, THREE)
    old = path.stat()
    path.write_bytes(THREE.replace(b"two", b"TWO"))
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    assert store.update(1, "one", "eins").entries == ("eins", "TWO", "three")


def test_a_file_that_became_unreadable_meanwhile_is_told_and_stays(path: Path) -> None:
    store = _store(path, THREE)
    path.write_bytes(b"caf\xe9")
    with pytest.raises(NotesUnreadable) as unreadable:
        store.update(2, "two", "zwei")
    assert unreadable.value.offset == 3
    assert path.read_bytes() == b"caf\xe9"
    path.unlink()
    path.mkdir()
    with pytest.raises(NotesUnreadable) as unreadable:
        store.update(2, "two", "zwei")
    assert unreadable.value.offset is None
    assert path.is_dir()
    assert store.entries == ["one", "two", "three"]


class _FullDisk:
    """The operating system with a disk that takes no more bytes."""

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def write(self, handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_failed_save_leaves_file_and_snapshot(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = _store(path, THREE)
    before = store.snapshot
    with monkeypatch.context() as patched:
        patched.setattr(files, "os", _FullDisk())
        with pytest.raises(SaveFailed, match="full"):
            store.update(2, "two", "zwei")
    assert store.snapshot is before
    assert path.read_bytes() == THREE
    assert os.listdir(path.parent) == ["NOTES.md"]
    store.update(2, "two", "zwei")
    assert store.entries == ["one", "zwei", "three"]


# --- kept whole --------------------------------------------------------------------------------

LIST = b"# Tools\r\n\r\n  - vi\r\n  - make\r\n"


def test_a_legacy_file_can_be_kept_as_one_note(path: Path) -> None:
    store = _store(path, LIST)
    saved = store.update(2, "- vi", " - emacs ", keep_whole=True)
    assert saved.entries == ("# Tools\n\n  - emacs\n  - make",)
    assert path.read_bytes() == "# Tools\n\n  - emacs\n  - make\n§\n".encode()


def test_keeping_whole_is_judged_as_one_note(path: Path) -> None:
    store = _store(path, LIST, 10)
    assert store.snapshot.used_bytes == 25
    assert not store.check("- make", 2).allowed
    whole = store.snapshot.check_whole("- ed", 2)
    assert (whole.allowed, whole.bytes_now, whole.bytes_after, whole.over_by) == (True, 24, 24, 14)
    assert store.snapshot.check_whole("- m", 3).allowed
    assert store.snapshot.check_whole("- make", 3).allowed
    assert isinstance(store.snapshot.check_whole("- make", 2).error(), OverBudget)
    assert _store(path, LIST).snapshot.check_whole("- make", 2).allowed


@pytest.mark.parametrize(
    "text, error",
    [("", EmptyText), ("a\u200b", ScanRejected), ("a\n§", DelimiterInText), ("\udc00", BrokenCharacter)],
)
def test_what_is_typed_is_judged_when_kept_whole_too(path: Path, text: str, error: type[Exception]) -> None:
    store = _store(path, LIST)
    with pytest.raises(error):
        store.update(2, "- vi", text, keep_whole=True)
    assert path.read_bytes() == LIST


def test_only_a_legacy_file_can_be_kept_whole(path: Path) -> None:
    store = _store(path, THREE)
    with pytest.raises(NotesConflict) as conflict:
        store.update(2, "two", " zwei", keep_whole=True)
    told = conflict.value
    assert (told.base, told.mine, told.theirs) == ("two", "zwei", "two")
    assert path.read_bytes() == THREE


# --- history -----------------------------------------------------------------------------------


def test_what_is_replaced_and_what_is_written_is_kept(path: Path, history: History) -> None:
    store = _store(path, LIST, history=history)
    store.update(1, "# Tools", "# Werkzeug")
    first = path.read_bytes()
    store.update(2, "- vi", "- emacs")
    assert _kept(history, path) == [
        (LIST, Who.OTHER, "replaced"),
        (first, Who.APP, "saved"),
        (path.read_bytes(), Who.APP, "saved"),
    ]


def test_loading_alone_keeps_nothing_and_record_seen_does(path: Path, history: History) -> None:
    store = _store(path, THREE, history=history)
    assert history.versions(path) == []
    store.record_seen()
    store.record_seen()
    assert _kept(history, path) == [(THREE, Who.OTHER, "opened")]
    store.update(1, "one", "eins")
    store.load()
    store.record_seen()
    assert _kept(history, path)[1:] == [(path.read_bytes(), Who.APP, "saved")]


def test_a_save_that_writes_nothing_keeps_nothing(path: Path, history: History) -> None:
    _store(path, THREE, history=history).update(1, "one", "one")
    assert history.versions(path) == []


def test_what_is_not_utf8_is_kept_as_it_is(path: Path, history: History) -> None:
    _store(path, b"caf\xe9", history=history).record_seen()
    assert _kept(history, path) == [(b"caf\xe9", Who.OTHER, "unreadable")]


@pytest.mark.parametrize("data", [None, "folder"])
def test_where_nothing_was_read_nothing_is_kept(path: Path, history: History, data: str | None) -> None:
    store = _store(path, None, history=history)
    if data:
        path.mkdir()
        store.load()
    store.record_seen()
    assert history.versions(path) == []


def test_what_others_wrote_between_two_saves_is_theirs(path: Path, history: History) -> None:
    store = _store(path, THREE, history=history)
    store.update(1, "one", "eins")
    path.write_bytes(THREE)
    store.load()
    store.update(1, "one", "uno")
    assert [(who, why) for _, who, why in _kept(history, path)] == [
        (Who.OTHER, "replaced"),
        (Who.APP, "saved"),
        (Who.OTHER, "replaced"),
        (Who.APP, "saved"),
    ]


def test_without_a_store_of_versions_nothing_is_replaced(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = _store(path, THREE, history=History(tmp_path / "file"))
    before = store.snapshot
    with pytest.raises(HistoryFailed):
        store.update(1, "one", "eins")
    assert path.read_bytes() == THREE
    assert store.snapshot is before


def test_trouble_with_versions_after_the_save_is_no_failed_save(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = _store(path, None, history=History(tmp_path / "file"))
    assert store.insert(1, "first").entries == ("first",)
    assert path.read_bytes() == "first\n§\n".encode()
    assert isinstance(store.history_problem, HistoryFailed)


# --- weight ------------------------------------------------------------------------------------


def test_loading_and_judging_import_nothing_heavy(path: Path) -> None:
    _store(path, THREE)
    heavy = (
        "sqlite3",
        "tomlkit",
        "tomllib",
        "platformdirs",
        "json",
        "hashlib",
        "unicodedata",
        "regex",
        "difflib",
    )
    script = (
        "import sys; from pathlib import Path; from newt_gui.core.notes import NoteStore;"
        "NoteStore(Path(sys.argv[1])).check('a new note');"
        f"print(*(name for name in {heavy} if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"
