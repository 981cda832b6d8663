"""Characters: which are white space, which can't be seen, and what they are called."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest

from newt_gui.core.characters import (
    HIDDEN_RANGES,
    WHITE_SPACE,
    code_point_label,
    code_point_name,
    is_hidden,
    is_white_space,
    trim,
    without_hidden,
)

EVERY_CHARACTER = [chr(code) for code in range(sys.maxunicode + 1)]

REFUSED = """00AD 0600-0605 061C 06DD 070F 0890-0891 08E2 180E 200B-200F 202A-202E 2060-2064 2066-206F FEFF
FFF9-FFFB 110BD 110CD 13430-1343F 1BCA0-1BCA3 1D173-1D17A E0000-E007F"""


def _refused() -> set[str]:
    spans = (re.fullmatch(r"(\w+)(?:-(\w+))?", part) for part in REFUSED.split())
    codes = (range(int(m[1], 16), int(m[2] or m[1], 16) + 1) for m in spans if m)
    return {chr(code) for span in codes for code in span}


def test_hidden_is_every_control_but_tab_and_lf_and_the_listed_invisible_ones() -> None:
    controls = {ch for ch in EVERY_CHARACTER if unicodedata.category(ch) == "Cc"} - {"\n", "\t"}
    assert {ch for ch in EVERY_CHARACTER if is_hidden(ch)} == controls | _refused()


def test_hidden_ranges_are_ascending_and_say_what_is_hidden() -> None:
    flat = [code for pair in HIDDEN_RANGES for code in pair]
    assert flat == sorted(flat)
    inside = {chr(code) for first, last in HIDDEN_RANGES for code in range(first, last + 1)}
    assert inside == {ch for ch in EVERY_CHARACTER if is_hidden(ch)}


def test_white_space_is_what_strip_strips_less_the_four_separators() -> None:
    stripped_by_python = {ch for ch in EVERY_CHARACTER if not ch.strip()}
    expected = stripped_by_python - set("\x1c\x1d\x1e\x1f")
    assert {ch for ch in EVERY_CHARACTER if is_white_space(ch)} == expected
    assert set(WHITE_SPACE) == expected
    assert not is_white_space("")


@pytest.mark.parametrize("kept", ["\x1c", "\x1f", "\u200b", "\ufeff", "\u180e"])
def test_trim_keeps_what_only_looks_like_space(kept: str) -> None:
    assert trim(f" \u00a0\r\n{kept}a b{kept}\u2028\t\x85") == f"{kept}a b{kept}"


@pytest.mark.parametrize(
    "ch, name",
    [
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\x07", "U+0007 BELL"),
        ("\x00", "U+0000 NULL"),
        ("\r", "U+000D CARRIAGE RETURN"),
        ("\x7f", "U+007F DELETE"),
        ("\x85", "U+0085 NEXT LINE"),
        ("\x9f", "U+009F APPLICATION PROGRAM COMMAND"),
        ("a", "U+0061 LATIN SMALL LETTER A"),
        ("\U0001f389", "U+1F389 PARTY POPPER"),
        ("\U000e0002", "U+E0002"),
    ],
)
def test_names(ch: str, name: str) -> None:
    assert code_point_name(ch) == name
    assert code_point_label(ch) == name.split()[0]


def test_every_control_has_the_name_that_unicode_knows_it_by() -> None:
    for ch in (c for c in EVERY_CHARACTER if unicodedata.category(c) == "Cc" and c != "\x07"):
        assert unicodedata.lookup(code_point_name(ch).split(" ", 1)[1]) == ch


def test_text_for_a_terminal_shows_what_would_move_the_cursor_or_hide() -> None:
    assert without_hidden("a\x1b[2J\r\n\tb\u202ec\u2028\ud800é🎉") == (
        "a<U+001B>[2J<U+000D><U+000A><U+0009>b<U+202E>c<U+2028><U+D800>é🎉"
    )
