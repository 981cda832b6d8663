"""A person's wishes as operations on the list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.merge import Operation, perform
from newt_gui.notes import plans

LETTERS = list("abcdef")


def made(operations: list[Operation], entries: list[str] = LETTERS) -> str:
    return "".join(perform(entries, operations))


def test_deleting_several() -> None:
    assert made(plans.deletion([2, 6, 3])) == "ade"


@pytest.mark.parametrize(
    "ids, expected", [([3], "acbdef"), ([6, 2, 3], "bcadfe"), ([1, 4], "abcdef"), ([], "abcdef")]
)
def test_one_up(ids: list[int], expected: str) -> None:
    assert made(plans.one_up(ids)) == expected


@pytest.mark.parametrize(
    "ids, expected", [([3], "abdcef"), ([4, 3, 1], "baecdf"), ([6, 1], "abcdef"), ([], "abcdef")]
)
def test_one_down(ids: list[int], expected: str) -> None:
    assert made(plans.one_down(ids, 6)) == expected


@given(st.sets(st.integers(1, 6)), st.integers(1, 7))
def test_several_go_together_before_a_place_in_their_order(ids: set[int], place: int) -> None:
    moved = [letter for at, letter in enumerate(LETTERS, start=1) if at in ids]
    above = [letter for letter in LETTERS[: place - 1] if letter not in moved]
    below = [letter for letter in LETTERS[place - 1 :] if letter not in moved]
    operations = plans.before(ids, place, 6)
    assert made(operations) == "".join([*above, *moved, *below])
    assert len(operations) <= len(ids)


def test_parts_of_a_note_and_of_a_new_one() -> None:
    assert made(plans.split(2, 9, ["X", "Y", "Z"])) == "aXYZcdef"
    assert made(plans.split(None, 3, ["X", "Y"])) == "abXYcdef"


def test_merging_keeps_the_order_of_the_list_and_leaves_out_what_is_empty() -> None:
    operations = plans.merge({5: " five\n", 2: "two", 4: " \n"})
    assert perform(LETTERS, operations) == ["a", "two\n\nfive", "c", "f"]


@pytest.mark.parametrize(
    "text, offset, parts",
    [
        ("one two", 3, ["one", "two"]),
        ("one\n\ntwo", 4, ["one", "two"]),
        ("one two", 0, ["one two"]),
        ("one two  ", 8, ["one two"]),
        ("  ", 1, []),
    ],
)
def test_a_cut_at_a_place(text: str, offset: int, parts: list[str]) -> None:
    assert plans.parts_at(text, offset) == parts


@pytest.mark.parametrize(
    "text, parts",
    [
        ("a\n§\nb", ["a", "b"]),
        ("§\na\n \u00a0§ \n\n§\nb\nc\n§", ["a", "b\nc"]),
        ("a\r\n§\r\nb", ["a", "b"]),
        ("a §\n§§\nb", ["a §\n§§\nb"]),
        ("§\n§", []),
    ],
)
def test_a_cut_at_delimiter_lines(text: str, parts: list[str]) -> None:
    assert plans.parts_between_delimiters(text) == parts
