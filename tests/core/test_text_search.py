"""What is found in a text, and where it stands in it, capitals counting or not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.text_search import find_spans

letters = st.text("aAßẞİiſsSKkﬁΣς\u0307", max_size=12)


def found(text: str, wanted: str, match_case: bool = False) -> list[str]:
    return [text[start:end] for start, end in find_spans(text, wanted, match_case=match_case)]


@pytest.mark.parametrize(
    "text, wanted, match_case, places",
    [
        ("abcABC", "abc", False, ["abc", "ABC"]),
        ("abcABC", "ABC", True, ["ABC"]),
        ("aaaa", "aa", False, ["aa", "aa"]),
        ("a\nb", "a\nb", False, ["a\nb"]),
        ("Straße, STRASSE", "strasse", False, ["Straße", "STRASSE"]),
        ("Straße, STRASSE", "STRAẞE", False, ["Straße", "STRASSE"]),
        ("Straße", "Stras", False, ["Straß"]),
        ("Straße", "strasse", True, []),
        ("ßß", "s", False, ["ß", "ß"]),
        ("İstanbul x", "x", False, ["x"]),
        ("ﬁne line", "line", False, ["line"]),
        ("ὈΔΥΣΣΕΎΣ ὀδυσσεύς", "ὀδυσσεύσ", False, ["ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς"]),
        ("a", "", False, []),
        ("", "a", False, []),
        ("a", " ", False, []),
        (".*", ".", False, ["."]),
    ],
)
def test_found(text: str, wanted: str, match_case: bool, places: list[str]) -> None:
    assert found(text, wanted, match_case) == places


@given(letters, letters)
def test_what_is_found_holds_what_is_wanted(text: str, wanted: str) -> None:
    spans = list(find_spans(text, wanted))
    assert all(wanted.casefold() in text[start:end].casefold() for start, end in spans)
    assert all(end <= later for (_, end), (later, _) in pairwise(spans))
    assert bool(spans) == bool(wanted and wanted.casefold() in text.casefold())
