"""Long lines cut for showing lose nothing; broken for good they keep their size where they can."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newt_gui.notes.slices import (
    LARGEST_NOTE,
    LONGEST_PLAIN_LINE,
    MOST_HIDDEN,
    MOST_SHOWN,
    SLICE,
    broken_lines,
    has_too_many_hidden,
    is_too_large,
    shown_slices,
    shown_text,
    slices,
)

LONGEST = 3 * SLICE
long_lines = st.builds(
    lambda piece, times: piece * times, st.text(alphabet="ab .é字", min_size=1), st.integers(1, 900)
)


@given(long_lines)
def test_the_pieces_of_a_line_are_the_line(line: str) -> None:
    pieces = list(slices(line))
    assert "".join(pieces) == line
    assert all(len(piece) <= SLICE for piece in pieces)
    assert all(pieces) or line == ""


def test_a_line_is_cut_behind_a_space_where_there_is_one() -> None:
    words = "word " * 500
    assert all(piece.endswith(" ") for piece in list(slices(words))[:-1])
    assert [len(piece) for piece in slices("x" * (SLICE + 1))] == [SLICE, 1]


@given(st.lists(long_lines, max_size=4).map("\n".join))
def test_broken_lines_are_short_and_say_the_same(text: str) -> None:
    broken = broken_lines(text, LONGEST)
    assert max(map(len, broken.split("\n"))) <= LONGEST
    assert "".join(broken.split()) == "".join(text.split())


def test_breaking_at_spaces_keeps_the_size_and_all_other_lines() -> None:
    short, long = "left  alone ", "ab cd " * SLICE
    broken = broken_lines(f"{short}\n{long}\n{short}", LONGEST)
    assert len(broken) == len(f"{short}\n{long}\n{short}")
    assert broken.startswith(short + "\n")
    assert broken.endswith("\n" + short)


def test_the_end_of_a_broken_line_keeps_its_space() -> None:
    assert broken_lines("ab " * SLICE, SLICE).endswith("ab ")


def test_only_the_beginning_of_a_huge_text_is_shown_and_that_is_known() -> None:
    assert shown_slices("a\n\nb").pieces == ["a", "", "b"]
    assert shown_slices("a").whole
    huge = shown_slices("x" * (MOST_SHOWN + 1))
    assert not huge.whole
    assert sum(map(len, huge.pieces)) == MOST_SHOWN


def test_what_is_too_large_for_an_editor() -> None:
    line = "x" * LONGEST_PLAIN_LINE
    assert not is_too_large(f"{line}\n{line}")
    assert is_too_large(f"short\n{line}x")
    assert not is_too_large("ab\n" * (LARGEST_NOTE // 3))
    assert is_too_large("ab\n" * (LARGEST_NOTE // 3 + 1))


def test_thousands_of_hidden_characters_are_too_much_in_a_small_text_too() -> None:
    some = "a\u200b" * MOST_HIDDEN
    assert not is_too_large(some)
    assert has_too_many_hidden(some + "\u202e")
    assert is_too_large(some + "\u202e")
    shown = shown_slices(some + "\u202e\u200bb")
    assert not shown.whole
    assert "".join(shown.pieces) == some


def test_a_text_is_shown_as_it_is_where_that_can_be() -> None:
    assert shown_text("a\nb") == "a\nb"
    line = "word " * LONGEST_PLAIN_LINE
    assert shown_text(line).replace("\n", "") == line
    assert shown_text("a\u200b" * 3 * MOST_HIDDEN).endswith("\n…")
