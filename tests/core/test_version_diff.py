"""An earlier list beside the one of now: what became of each note, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.merge import Insert, Update, perform
from newt_gui.core.version_diff import Since, compare, restore_all, restore_one

lists = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), max_size=7)


def told(then: str, now: str) -> list[tuple[str, int | None]]:
    return [(note.since.value, note.now) for note in compare(then.split(), now.split()).notes]


def test_each_note_is_the_same_changed_or_gone() -> None:
    assert told("a b c d", "x a B c") == [("same", 1), ("changed", 2), ("same", 3), ("gone", None)]
    assert compare(["a", "b", "c", "d"], ["x", "a", "B", "c"]).added == (0,)


@pytest.mark.parametrize(
    "then, now, at, expected",
    [
        ("a b c", "a b c", 1, []),
        ("a b c", "a B c", 1, [Update(2, "b")]),
        ("a b c", "a c", 1, [Insert(2, "b")]),
        ("a b c", "b c", 0, [Insert(1, "a")]),
        ("a b c", "x c a", 1, [Insert(4, "b")]),
        ("a", "", 0, [Insert(1, "a")]),
    ],
)
def test_one_note_comes_back_to_its_place(then: str, now: str, at: int, expected: list[object]) -> None:
    operations = restore_one(then.split(), now.split(), at)
    assert [(type(one), one) for one in operations] == [(type(one), one) for one in expected]


@given(then=lists, now=lists)
def test_all_of_it_comes_back(then: list[str], now: list[str]) -> None:
    assert perform(now, restore_all(then, now)) == then


@given(then=lists, now=lists)
def test_what_is_the_same_is_not_touched(then: list[str], now: list[str]) -> None:
    if compare(then, now).is_same and then == now:
        assert restore_all(then, now) == []
    else:
        assert then != now


@given(then=lists, now=lists, data=st.data())
def test_one_note_brings_back_no_other(then: list[str], now: list[str], data: st.DataObject) -> None:
    if not then:
        return
    at = data.draw(st.integers(0, len(then) - 1))
    after = perform(now, restore_one(then, now, at))
    assert then[at] in after
    since = compare(then, now).notes[at].since
    assert len(after) - len(now) == (since is Since.GONE)
