"""Where a text cites a note by number, and which of that changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.citations import ChangedCitation, changed_citations, citations


@pytest.mark.parametrize(
    "text, ids",
    [
        ("see note:7", [7]),
        ("note:7, note:12.", [7, 12]),
        ("(note:7)", [7]),
        ("Note 7 says so. NOTE 8 does not.", [7, 8]),
        ("as in note 7", [7]),
        ("note\n7", [7]),
        ("note\u00a07", [7]),
        ("notes 3 and 7", [3, 7]),
        ("Notes 3, 5 and 7 agree", [3, 5, 7]),
        ("notes 3, 5, and 7; notes 1 or 2", [3, 5, 7, 1, 2]),
        ("notes 3 & 4", [3, 4]),
        ("note 3 and 7 eggs", [3]),
        ("note 3. 7 eggs", [3]),
        ("notes 3 and 7.5 litres", [3]),
        ("footnote 7", []),
        ("keynote:7", []),
        ("note_7 note7 note-7", []),
        ("note:7b", []),
        ("note 7th", []),
        ("note 7.2", []),
        ("note: 7", []),
        ("note seven", []),
        ("note ٧", []),
        ("note " + "9" * 5_000, []),
        ("note", []),
    ],
)
def test_what_is_a_citation(text: str, ids: list[int]) -> None:
    assert [cited.id for cited in citations(text)] == ids


def test_the_place_is_that_of_the_words() -> None:
    text = "🌱 see note:7 and Notes 3, 15."
    assert [text[found.start : found.end] for found in citations(text)] == ["note:7", "Notes 3", "15"]


@given(st.text(alphabet="note: 123,\n&and", max_size=60))
def test_places_are_in_order_and_hold_the_number(text: str) -> None:
    end = 0
    for found in citations(text):
        assert end <= found.start < found.end
        assert text[found.start : found.end].endswith(str(found.id)) or "0" in text
        end = found.end


def test_only_numbers_that_change_are_told_each_once() -> None:
    texts = ["see note 2 and note:2, also note 5", "nothing", "notes 3 and 4", "note 99"]
    changes = changed_citations(texts, {1: 1, 2: 3, 3: None, 4: 4, 5: 6})
    assert changes == [
        ChangedCitation(0, 2, 3),
        ChangedCitation(0, 5, 6),
        ChangedCitation(2, 3, None),
    ]


def test_nothing_changes_where_every_number_stays() -> None:
    assert changed_citations(["note 1", "note:2"], {1: 1, 2: 2}) == []
