"""What a save of several changes at once would say, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.errors import (
    BrokenCharacter,
    DelimiterInText,
    DuplicateNote,
    EmptyText,
    NotesConflict,
    NotesUnreadable,
    OverBudget,
    ScanRejected,
    UserFacingError,
)
from newt_gui.core.files import FileState
from newt_gui.core.list_check import ListCheck, check_list
from newt_gui.core.merge import Delete, Insert, Move, Operation, Update, perform
from newt_gui.core.notes_format import serialize, used_bytes
from newt_gui.core.snapshot import Checks, NotesSnapshot, snapshot_of, text_error, unreadable_snapshot

PATH = Path("NOTES.md")


def notes(*entries: str, limit: int = 2_200, data: bytes | None = None) -> NotesSnapshot:
    data = serialize(entries).encode() if data is None else data
    return snapshot_of(PATH, FileState(PATH, PATH, data, 0o600, 1), limit)


def check(now: NotesSnapshot, *operations: Operation, **more: Any) -> ListCheck:
    """Of operations made on the very list that is there."""
    return now.check_list(now.entries, operations, **more)


def refused(checked: ListCheck) -> list[tuple[int, type[UserFacingError]]]:
    return [(refusal.at, type(refusal.error)) for refusal in checked.refusals]


def duplicates(checked: ListCheck) -> list[tuple[int, int]]:
    """(place in the result, id of the note that says it already) of each refusal."""
    return [(refusal.at, refusal.error.fields["id"]) for refusal in checked.refusals]


def test_what_passes_is_told_with_its_list_and_bytes() -> None:
    checked = check(notes("one", "two", limit=30), Insert(1, "  é \n"), Delete(2), Update(2, " 2"))
    assert checked.entries == ("é", "2")
    assert (checked.allowed, checked.error(), checked.refusals) == (True, None, ())
    assert (checked.bytes_now, checked.bytes_after, checked.limit, checked.over_by) == (10, 7, 30, 0)
    assert checked.problem is None
    assert not checked.over_budget


@pytest.mark.parametrize(
    "text, error",
    [
        (" \n\t", EmptyText),
        ("one\u200b\n§\n\ud800", ScanRejected),
        ("\ud800\n§", BrokenCharacter),
        ("a\n § \nb", DelimiterInText),
        ("two", DuplicateNote),
        ("x" * 3_000, OverBudget),
    ],
)
@pytest.mark.parametrize("operation", [lambda text: Insert(3, text), lambda text: Update(1, text)])
def test_one_text_is_judged_as_the_editor_judges_it(
    text: str, error: type[UserFacingError], operation: Any
) -> None:
    now = notes("one", "two")
    made: Operation = operation(text)
    told = check(now, made).error()
    assert type(told) is error
    assert not check(now, made).allowed
    assert str(told) == str(now.check(text, made.id if isinstance(made, Update) else None).error())


def test_each_refused_text_is_named_with_its_place_and_first_reason() -> None:
    checked = check(
        notes("one", "two"),
        *(Insert(2 + at, text) for at, text in enumerate(["a\u200b", "good", "§", "two", "", "\udc00"])),
    )
    assert refused(checked) == [
        (1, ScanRejected),
        (3, DelimiterInText),
        (4, DuplicateNote),
        (5, EmptyText),
        (6, BrokenCharacter),
    ]
    assert isinstance(checked.error(), ScanRejected)


def test_the_texts_come_before_the_budget_and_the_file_before_the_texts() -> None:
    now = notes("one", limit=10)
    assert isinstance(check(now, Insert(2, "x" * 20), Insert(3, "§")).error(), DelimiterInText)
    told = check(now, Insert(2, "x" * 20)).error()
    assert isinstance(told, OverBudget)
    assert (told.needed, told.limit, told.used, told.entries) == (27, 10, 3, ("one",))
    for unusable in (notes(data=b"caf\xe9"), unreadable_snapshot(PATH, "it is a folder", 10)):
        checked = unusable.check_list(["one"], [Update(1, "§")])
        assert isinstance(checked.error(), NotesUnreadable)
        assert (checked.entries, checked.refusals, checked.problem) == ((), (), unusable.problem)
        assert isinstance(check(unusable, checks=Checks.HELD).error(), NotesUnreadable)


def test_over_budget_what_makes_it_no_larger_passes() -> None:
    now = notes("x" * 20, "ab", limit=10)
    for operations in ([Update(2, "cd")], [Delete(2)], [Move(1, 2)], [Delete(2), Insert(1, "cd")], []):
        checked = check(now, *operations)
        assert (checked.allowed, checked.over_by > 0) == (True, True), operations
    larger = check(now, Update(2, "abc"))
    assert (larger.over_budget, larger.over_by, larger.bytes_now, larger.bytes_after) == (True, 17, 26, 27)
    assert check(notes("abc", limit=10), Insert(2, "def")).allowed, "exactly the limit"


def test_what_is_there_already_is_not_judged_when_it_moves_or_stays() -> None:
    hostile = "\ufeffone"
    now = notes(hostile, "two", "two")
    assert check(now, Move(1, 3), Delete(2)).allowed
    assert check(now, Delete(1), Insert(3, hostile)).allowed
    assert check(now, Update(1, "two"), Update(2, hostile)).allowed, "they changed places"
    assert refused(check(now, Insert(1, hostile))) == [(0, ScanRejected)]
    assert refused(check(now, Update(2, hostile + "!"))) == [(1, ScanRejected)]


def test_a_duplicate_names_the_note_that_says_it_by_the_number_people_see() -> None:
    now = notes("a", "b", "c")
    assert duplicates(check(now, Insert(1, "b"))) == [(0, 2)]
    assert duplicates(check(now, Insert(2, "b"))) == [(1, 2)]
    assert duplicates(check(now, Insert(4, "b"))) == [(3, 2)]
    assert duplicates(check(now, Update(1, "c"))) == [(0, 3)]
    assert duplicates(check(now, Update(3, "a"))) == [(2, 1)]
    assert duplicates(check(now, Delete(1), Insert(3, "c"))) == [(2, 3)]


def test_of_equal_new_texts_all_but_the_first_are_refused() -> None:
    now = notes("a")
    assert duplicates(check(now, Insert(2, "n"), Insert(3, "n"), Insert(4, " n"))) == [(2, 2), (3, 2)]
    assert duplicates(check(now, Update(1, "n"), Insert(2, "n"))) == [(1, 1)]
    assert duplicates(check(now, Update(1, "x"), Insert(2, "a"), Insert(3, "a"))) == [(2, 2)]
    assert duplicates(check(notes("x\n\nx"), Update(1, "x"), Insert(2, "x"))) == [(1, 1)]
    assert refused(check(now, Insert(2, "§"), Insert(3, "§"))) == [(1, DelimiterInText), (2, DelimiterInText)]


def test_restored_texts_may_be_there_twice_and_nothing_else() -> None:
    now = notes("a", limit=10)
    assert check(now, Insert(2, "a"), Insert(3, "§ "), checks=Checks.RESTORED).refusals[0].at == 2
    assert check(now, Insert(2, "a"), checks=Checks.RESTORED).allowed
    for text, error in {"\u200b": ScanRejected, "§": DelimiterInText, "": EmptyText}.items():
        assert type(check(now, Insert(2, text), checks=Checks.RESTORED).error()) is error
    assert isinstance(check(now, Insert(2, "x" * 10), checks=Checks.RESTORED).error(), OverBudget)


def test_what_was_held_passes_whatever_it_is() -> None:
    now = notes("a", limit=10)
    for text in ("a", "\ufeffbom", "a\n§\nb", "x" * 30):
        checked = check(now, Insert(2, text), checks=Checks.HELD)
        assert (checked.allowed, checked.over_budget, checked.refusals) == (True, False, ())
        assert checked.entries == ("a", text)
        assert checked.over_by == max(0, used_bytes(["a", text]) - 10), "for the badge"


def test_what_was_made_on_an_older_list_is_judged_on_the_one_that_is_there() -> None:
    now = notes("new", "a", "b", limit=20)
    checked = now.check_list(["a", "b"], [Update(1, "A"), Insert(3, "n")])
    assert (checked.entries, checked.bytes_now) == (("new", "A", "b", "n"), 13)
    assert duplicates(now.check_list(["a", "b"], [Update(2, "new")])) == [(2, 1)]
    assert isinstance(now.check_list(["a", "b"], [Insert(1, "x" * 10)]).error(), OverBudget)
    with pytest.raises(NotesConflict) as conflict:
        now.check_list(["a", "z"], [Update(2, "Z")])
    assert (conflict.value.base, conflict.value.mine, conflict.value.theirs) == ("z", "Z", "b")
    with pytest.raises(IndexError):
        now.check_list(["a", "b"], [Delete(3)])


def test_a_text_is_judged_once_where_it_was_judged_before() -> None:
    judged: list[str] = []

    def judge(text: str) -> UserFacingError | None:
        judged.append(text)
        return text_error(text)

    check_list(notes("a"), ["a"], [Insert(2, "b"), Insert(3, "c "), Move(1, 3)], Checks.NEW, judge)
    assert judged == ["b", "c"]


def test_hundreds_of_notes_at_once() -> None:
    entries = [f"note {number}" for number in range(900)]
    now = notes(*entries, limit=100_000)
    checked = check(now, *(Insert(901 + at, f"more {at}") for at in range(900)))
    assert checked.allowed
    assert checked.bytes_after == used_bytes(checked.entries)
    again = check(now, *(Insert(1, text) for text in entries))
    assert duplicates(again) == [(at, 900 - at) for at in range(900)]


TEXTS = ["a", "b", "c", "§", "\u200b", ""]


@given(
    st.lists(st.sampled_from("abc"), max_size=5),
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from(TEXTS)), max_size=5),
    st.sampled_from([10, 14, 100]),
    st.sampled_from(Checks),
)
def test_whatever_is_inserted_new_texts_and_no_others_are_judged(
    entries: list[str], inserted: Sequence[tuple[int, str]], limit: int, checks: Checks
) -> None:
    now = notes(*entries, limit=limit)
    operations = [Insert(at, text) for at, text in inserted]
    checked = check(now, *operations, checks=checks)
    assert list(checked.entries) == perform(entries, operations)
    assert checked.bytes_after == used_bytes(checked.entries)
    bad = [text for _, text in inserted if text in ("§", "\u200b", "")]
    twice = sum((Counter(checked.entries) - Counter(set(checked.entries) | set(entries))).values())
    already = twice - sum(count - 1 for count in Counter(entries).values())
    expected = {
        Checks.HELD: 0,
        Checks.RESTORED: len(bad),
        Checks.NEW: len(bad) + already - sum(count - 1 for count in Counter(bad).values()),
    }
    assert len(checked.refusals) == expected[checks]
    too_large = checked.bytes_after > max(limit, checked.bytes_now)
    assert checked.over_budget is (too_large and checks is not Checks.HELD)
    assert checked.allowed is not bool(checked.refusals or checked.over_budget)
