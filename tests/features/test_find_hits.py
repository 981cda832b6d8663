"""What is found in all notes: places, the lines around them, and what is looked through again."""

from __future__ import annotations

import pytest

from newt_gui.notes.find_hits import MOST_HITS, Hit, NotesSearch
from newt_gui.notes.rows import Row


def rows(*texts: str) -> list[Row]:
    return [Row(at, at, text) for at, text in enumerate(texts, start=1)]


def found(texts: list[str], wanted: str, match_case: bool = False) -> list[Hit]:
    return list(NotesSearch().search(rows(*texts), wanted, match_case).shown)


def test_places_in_the_order_of_the_list() -> None:
    hits = found(["one", "x\nOne, one", "none"], "one")
    assert [(hit.id, hit.line, hit.start, hit.end) for hit in hits] == [
        (1, 1, 0, 3),
        (2, 2, 2, 5),
        (2, 2, 7, 10),
        (3, 1, 1, 4),
    ]
    assert [(hit.before, hit.match, hit.after) for hit in hits[1:3]] == [
        ("", "One", ", one"),
        ("One, ", "one", ""),
    ]


def test_capitals_count_if_wanted() -> None:
    assert [hit.match for hit in found(["One one"], "one", match_case=True)] == ["one"]


def test_nothing_is_found_for_nothing() -> None:
    result = NotesSearch().search(rows("one"), "", False)
    assert (result.shown, result.total, result.notes) == ((), 0, 0)


def test_offsets_count_in_the_text_though_letters_get_longer_by_folding() -> None:
    [hit] = found(["İİ Straße ends"], "STRASSE")
    assert (hit.start, hit.end, hit.before, hit.match) == (3, 9, "İİ ", "Straße")


def test_a_draft_is_looked_through_and_not_what_it_replaces() -> None:
    draft = Row(1, 1, "stored", "written", "stored")
    new = Row(2, None, None, "written too")
    search = NotesSearch()
    assert [hit.id for hit in search.search([draft, new], "written", False).shown] == [1, None]
    assert search.search([draft, new], "stored", False).total == 0


@pytest.mark.parametrize("side", ["before", "after"])
def test_long_lines_are_cut(side: str) -> None:
    text = "a" * 500 + "X" + "b" * 500
    [hit] = found([f"first\n{text}\nlast"], "X")
    assert hit.before == "…" + "a" * 32
    assert hit.after == "b" * 160 + "…"
    [whole] = found(["first\n  aX\nlast"], "X")
    assert (whole.before, whole.after) == ("a", "")


def test_only_so_many_are_shown_but_all_are_counted() -> None:
    result = NotesSearch().search(rows("a" * MOST_HITS, "aaa"), "a", False)
    assert (len(result.shown), result.total, result.notes) == (MOST_HITS, MOST_HITS + 3, 2)
    result = NotesSearch().search(rows("a" * (MOST_HITS - 1), "aaa"), "a", False)
    assert (result.shown[-1].id, result.shown[-1].start) == (2, 0)


def test_what_changed_is_looked_through_anew() -> None:
    search, before = NotesSearch(), rows("one", "two")
    assert search.search(before, "o", False).total == 2
    after = [before[0].edited("ooo"), before[1]]
    assert search.search(after, "o", False).total == 4
    assert search.search(after, "O", True).total == 0
    assert search.search(after[1:], "o", False).total == 1
