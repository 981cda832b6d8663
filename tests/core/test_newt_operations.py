"""newt's own add, replace and remove: what each does, and in which order it checks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newt_gui.core.errors import (
    AmbiguousMatch,
    BrokenCharacter,
    DelimiterInText,
    EmptyText,
    LockBusy,
    NoMatch,
    NotesUnreadable,
    OverBudget,
    ScanRejected,
    UserFacingError,
)
from newt_gui.core.files import NOTES_LOCK
from newt_gui.core.locks import LockRule
from newt_gui.core.notes import FileKind, NoteStore
from newt_gui.core.notes_format import serialize
from tests.harness.faulty_os import FaultyOs
from tests.harness.newt_writer import NewtWriter

THREE = "one\n§\ntwo\n§\nthree\n§\n".encode()  # 19 bytes by newt's count


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "NOTES.md"


def store_of(path: Path, data: bytes | None = THREE, limit: int = 2_200) -> NoteStore:
    path.parent.mkdir(exist_ok=True)
    if data is not None:
        path.write_bytes(data)
    store = NoteStore(path, limit)
    store.load()
    return store


def nothing_done(operation: Callable[[], object]) -> None:
    """Not so much as a look at the disk."""
    with FaultyOs().installed() as counting:
        operation()
    assert counting.log == []


def refusal(operation: Callable[[], object]) -> UserFacingError:
    with pytest.raises(UserFacingError) as refused:
        operation()
    return refused.value


# --- what they do ------------------------------------------------------------------------------


def test_add_puts_the_trimmed_text_last(path: Path) -> None:
    store = store_of(path)
    saved = store.add(" \u3000four\n and more \n")
    assert path.read_bytes() == THREE + "four\n and more\n§\n".encode()
    assert saved is store.snapshot
    assert store.entries == ["one", "two", "three", "four\n and more"]


def test_replace_puts_the_trimmed_text_in_the_place_of_the_whole_note(path: Path) -> None:
    store = store_of(path)
    store.replace(" w\n", "\tzwei\n")
    assert path.read_bytes() == "one\n§\nzwei\n§\nthree\n§\n".encode()
    assert store.entries == ["one", "zwei", "three"]


def test_remove_takes_the_note_away(path: Path) -> None:
    store = store_of(path)
    store.remove(" w ")
    store.remove("one")
    assert path.read_bytes() == "three\n§\n".encode()
    store.remove("three")
    assert (path.read_bytes(), store.entries) == (b"", [])


def test_the_first_note_makes_file_and_folder(path: Path) -> None:
    store = NoteStore(path)
    store.add("first")
    assert path.read_bytes() == "first\n§\n".encode()


@pytest.mark.parametrize("data", [b"one\ntwo\n", b"one\r\n\xc2\xa7\r\ntwo"])
def test_each_writes_newts_form(path: Path, data: bytes) -> None:
    store_of(path, data).add("three")
    assert path.read_bytes() == THREE
    store_of(path, data).replace("two", "2")
    assert path.read_bytes() == "one\n§\n2\n§\n".encode()
    store_of(path, data).remove("two")
    assert path.read_bytes() == "one\n§\n".encode()


@pytest.mark.parametrize("fact", ["", " \n\t", "\u2028", "two", " two\n"])
def test_add_of_nothing_or_of_what_is_there_does_nothing(path: Path, fact: str) -> None:
    for data in (THREE, b"one\r\ntwo\r\nthree"):
        store = store_of(path, data)
        before = path.stat()
        assert store.add(fact).entries == ("one", "two", "three")
        assert (path.stat(), path.read_bytes()) == (before, data)


def test_add_of_nothing_does_not_even_look(path: Path) -> None:
    store = store_of(path)
    nothing_done(lambda: store.add(" \n "))


def test_what_is_almost_the_same_is_not_there_yet(path: Path) -> None:
    store = store_of(path)
    store.add("Two")
    store.add("tw")
    assert store.entries == ["one", "two", "three", "Two", "tw"]


def test_replace_may_make_a_note_the_same_as_another(path: Path) -> None:
    """newt has no such check there."""
    store = store_of(path)
    store.replace("three", "two")
    assert path.read_bytes() == "one\n§\ntwo\n§\ntwo\n§\n".encode()


# --- the order of the checks --------------------------------------------------------------------

HOSTILE = "one\u200b"
DELIMITED = "a\n§\nb"
BROKEN = "\ud800"

TEXT_FAILURES = [
    (HOSTILE + "\n§", ScanRejected),
    (HOSTILE + BROKEN, ScanRejected),
    (HOSTILE + "x" * 3_000, ScanRejected),
    (BROKEN + "\n§", BrokenCharacter),
    (DELIMITED + "x" * 3_000, DelimiterInText),
]


@pytest.mark.parametrize("text, error", TEXT_FAILURES)
def test_add_names_the_first_failure(path: Path, text: str, error: type[UserFacingError]) -> None:
    store = store_of(path)
    assert type(refusal(lambda: store.add(text))) is error
    assert path.read_bytes() == THREE


def test_hostile_or_delimited_text_that_is_there_already_gets_no_silent_success(path: Path) -> None:
    store = store_of(path, f"{HOSTILE}\n§\n".encode())
    assert isinstance(refusal(lambda: store.add(HOSTILE)), ScanRejected)
    assert isinstance(refusal(lambda: store.add("§")), DelimiterInText)


def test_what_is_there_already_is_no_question_of_the_budget(path: Path) -> None:
    store = store_of(path, limit=10)
    assert store.add("three").entries == ("one", "two", "three")
    over = refusal(lambda: store.add("n"))
    assert isinstance(over, OverBudget)
    assert (over.needed, over.limit, over.used) == (24, 10, 19)
    assert over.entries == ("one", "two", "three")
    assert "19 (190 %)" in over.why
    assert str(over).endswith("1. one\n2. two\n3. three")


@pytest.mark.parametrize("text, error", [(" \n", EmptyText), *TEXT_FAILURES])
@pytest.mark.parametrize("old", ["two", "nowhere", "o", ""])
def test_replace_judges_the_text_before_it_looks_for_the_note(
    path: Path, text: str, error: type[UserFacingError], old: str
) -> None:
    store = store_of(path)
    told = refusal(lambda: store.replace(old, text))
    assert type(told) is error
    assert path.read_bytes() == THREE
    if error is EmptyText:
        assert "remove" in told.hint


@pytest.mark.parametrize("old, error", [("nowhere", NoMatch), ("TWO", NoMatch), ("o", AmbiguousMatch)])
def test_replace_looks_for_the_note_before_it_counts(
    path: Path, old: str, error: type[UserFacingError]
) -> None:
    store = store_of(path, limit=10)
    assert type(refusal(lambda: store.replace(old, "x" * 3_000))) is error
    assert isinstance(refusal(lambda: store.replace("two", "x" * 3_000)), OverBudget)
    assert path.read_bytes() == THREE


def test_text_is_judged_before_the_file_is_touched(path: Path) -> None:
    store = store_of(path)
    nothing_done(lambda: refusal(lambda: store.add(HOSTILE)))
    nothing_done(lambda: refusal(lambda: store.replace("two", DELIMITED)))
    nothing_done(lambda: refusal(lambda: store.replace("two", " ")))


def test_replace_is_refused_where_the_result_is_over_also_if_it_is_smaller(path: Path) -> None:
    store = store_of(path, limit=17)
    told = refusal(lambda: store.replace("three", "thre"))
    assert isinstance(told, OverBudget)
    assert (told.needed, told.limit, told.used, told.entries) == (18, 17, 19, ("one", "two", "three"))
    store.replace("three", "thr")
    assert store.char_usage() == (17, 17), "exactly the limit"


def test_remove_asks_for_nothing_but_the_note(path: Path) -> None:
    store = store_of(path, f"{HOSTILE}\n§\ntwo\n§\n{'x' * 30}\n§\n".encode(), 10)
    store.remove("\u200b")
    assert store.entries == ["two", "x" * 30]


# --- which note is meant ------------------------------------------------------------------------

BY_SUBSTRING = [lambda store, part: store.remove(part), lambda store, part: store.replace(part, "new")]


@pytest.mark.parametrize("operation", BY_SUBSTRING)
@pytest.mark.parametrize("part", ["", " \n", "Two", "one\ntwo", "§", "o ne"])
def test_a_note_that_is_not_there_is_named(path: Path, operation: Any, part: str) -> None:
    store = store_of(path)
    told = refusal(lambda: operation(store, part))
    assert isinstance(told, NoMatch)
    assert told.substring == part.strip()
    assert f"“{part.strip()}”" in told.what
    assert path.read_bytes() == THREE


@pytest.mark.parametrize("operation", BY_SUBSTRING)
def test_of_several_the_candidates_are_listed(path: Path, operation: Any) -> None:
    store = store_of(path, "one a\n§\ntwo\n§\none b\nand more\n§\n".encode())
    told = refusal(lambda: operation(store, " one "))
    assert isinstance(told, AmbiguousMatch)
    assert told.substring == "one"
    assert told.candidates == ((1, "one a"), (3, "one b\nand more"))
    assert "1. one a\n3. one b\nand more" in told.why
    assert "longer" in told.hint


@pytest.mark.parametrize("operation", BY_SUBSTRING)
def test_equal_notes_can_not_be_told_apart(path: Path, operation: Any) -> None:
    store = store_of(path, "a\n§\na\n§\n".encode())
    assert isinstance(refusal(lambda: operation(store, "a")), AmbiguousMatch)


# --- what is on disk now ------------------------------------------------------------------------


def test_they_act_on_what_newt_wrote_meanwhile(path: Path) -> None:
    store = store_of(path)
    with NewtWriter(path) as newt:
        assert newt.add("four")
        store.add("five")
        assert store.entries == ["one", "two", "three", "four", "five"]
        newt.reload()
        assert newt.remove("one")
        store.replace("four", "4")
        newt.reload()
        assert newt.replace("three", "3")
        store.remove("3")
    assert store.entries == ["two", "4", "five"]
    assert path.read_bytes() == serialize(store.entries).encode()


def test_what_others_added_already_is_there(path: Path) -> None:
    store = store_of(path)
    path.write_bytes(THREE + "four\n§\n".encode())
    before = path.stat()
    store.add("four")
    assert path.stat() == before
    assert store.entries[3:] == ["four"]


def test_budget_and_matches_are_those_on_disk(path: Path) -> None:
    store = store_of(path, limit=24)
    path.write_bytes(THREE + "4\n§\n".encode())
    told = refusal(lambda: store.add("5"))
    assert isinstance(told, OverBudget)
    assert (told.used, told.needed, told.entries) == (24, 29, ("one", "two", "three", "4"))
    path.write_bytes("two and two\n§\ntwo\n§\n".encode())
    assert isinstance(refusal(lambda: store.remove("two")), AmbiguousMatch)
    assert store.entries == ["one", "two", "three"], "what is refused changes nothing here either"


def test_a_file_that_was_mended_is_written_to_and_a_broken_one_is_not(path: Path) -> None:
    store = store_of(path, b"caf\xe9")
    for operation in (lambda: store.add("n"), lambda: store.replace("a", "b"), lambda: store.remove("a")):
        assert isinstance(refusal(operation), NotesUnreadable)
    assert path.read_bytes() == b"caf\xe9"
    assert store.snapshot.kind is FileKind.NOT_UTF8
    path.write_bytes(THREE)
    store.add("four")
    path.write_bytes(b"caf\xe9")
    assert isinstance(refusal(lambda: store.remove("four")), NotesUnreadable)
    assert path.read_bytes() == b"caf\xe9"
    assert store.entries == ["one", "two", "three", "four"]


@pytest.mark.parametrize("operation", [lambda s: s.add("n"), lambda s: s.replace("two", "2")])
def test_only_after_the_save_the_list_is_another(path: Path, operation: Any) -> None:
    store = store_of(path)
    before = store.snapshot
    with FaultyOs(space=3).installed():
        assert "full" in refusal(lambda: operation(store)).why
    assert store.snapshot is before
    assert path.read_bytes() == THREE
    assert os.listdir(path.parent) == ["NOTES.md"]


def test_a_held_lock_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from newt_gui.core import files

    store = store_of(path)
    impatient = LockRule(NOTES_LOCK.name, stale_after=60, wait=0.1, pause=0.01)
    monkeypatch.setattr(files, "NOTES_LOCK", impatient)
    with NewtWriter(path) as newt:
        assert newt.hold_lock()
        assert isinstance(refusal(lambda: store.remove("two")), LockBusy)
    assert path.read_bytes() == THREE


# --- beside a newt -------------------------------------------------------------------------------

WISHES = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(["a", " b ", "ab", "§", "x\n§\ny", "", "z" * 18, "é" * 6])),
    st.tuples(
        st.just("replace"), st.sampled_from(["a", "b", " a ", "", "zz"]), st.sampled_from(["c", "", "§ "])
    ),
    st.tuples(st.just("remove"), st.sampled_from(["a", "b", "c", "z", ""])),
)


@given(st.lists(WISHES, max_size=8))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
def test_the_same_wishes_leave_the_same_file_as_with_newt(
    tmp_path: Path, wishes: list[tuple[str, ...]]
) -> None:
    from tests.harness import newt_writer

    ours, theirs = tmp_path / "ours.md", tmp_path / "theirs.md"
    for path in (ours, theirs):
        path.write_bytes(b"a\nb\n")
    store = NoteStore(ours, newt_writer.LIMIT)
    session = newt_writer.Session(str(theirs))
    for name, *arguments in wishes:
        assert _done(getattr(store, name), arguments) == _done(getattr(session, name), arguments), name
        assert store.entries == session.entries
        assert ours.read_bytes() == theirs.read_bytes()


def _done(operation: Callable[..., object], arguments: list[str]) -> bool:
    from tests.harness.newt_writer import Refused

    try:
        operation(*arguments)
    except (UserFacingError, Refused):
        return False
    return True
