"""The rows of the notes list when the file becomes another one."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.notes.rows import Row, RowState, reconcile, rows_of

texts = st.lists(st.sampled_from(["alpha", "bravo", "charlie", "delta"]), max_size=6)


def rows(*entries: str, keys: count[int] | None = None) -> tuple[Row, ...]:
    counter = keys or count(1)
    return rows_of(entries, lambda: next(counter))


def after(old: tuple[Row, ...], *entries: str) -> tuple[Row, ...]:
    counter = count(100)
    return reconcile(old, entries, lambda: next(counter))


def edited(old: tuple[Row, ...], note_id: int, text: str) -> tuple[Row, ...]:
    return tuple(row.edited(text) if row.id == note_id else row for row in old)


def test_a_clean_row_follows_its_text_to_another_number() -> None:
    new = after(rows("alpha", "bravo"), "new", "alpha", "bravo")
    assert [(row.key, row.id) for row in new] == [(100, 1), (1, 2), (2, 3)]


def test_a_draft_follows_its_note() -> None:
    new = after(edited(rows("alpha", "bravo"), 2, "bravo 2"), "new", "alpha", "bravo")
    assert (new[2].id, new[2].draft, new[2].state) == (3, "bravo 2", RowState.UNSAVED)


def test_a_draft_of_a_note_changed_elsewhere_keeps_both_texts() -> None:
    new = after(edited(rows("alpha", "bravo"), 2, "mine"), "alpha", "theirs")
    assert new[1] == Row(2, 2, "theirs", draft="mine", base="bravo")
    assert new[1].state is RowState.CHANGED


def test_a_draft_of_a_note_removed_elsewhere_stays() -> None:
    new = after(edited(rows("alpha", "bravo"), 2, "mine"), "alpha")
    assert new[1] == Row(2, None, None, draft="mine", base="bravo")
    assert new[1].state is RowState.REMOVED


def test_a_removed_note_that_comes_back_takes_its_draft() -> None:
    gone = after(edited(rows("alpha", "bravo"), 2, "mine"), "alpha")
    back = after(gone, "alpha", "bravo")
    assert back[1] == Row(2, 2, "bravo", draft="mine", base="bravo")


def test_a_new_note_stays_at_the_end() -> None:
    old = (*rows("alpha"), Row(9, None, None, draft="fresh"))
    assert [row.key for row in after(old, "alpha", "bravo")] == [1, 100, 9]


def test_the_same_change_on_both_sides_is_no_draft_any_more() -> None:
    new = after(edited(rows("alpha"), 1, "alpha 2"), "alpha 2")
    assert new == (Row(1, 1, "alpha 2"),)


def test_a_changed_note_that_changes_back_is_simply_unsaved() -> None:
    there = after(edited(rows("alpha"), 1, "mine"), "theirs")
    assert after(there, "alpha")[0].state is RowState.UNSAVED


def test_editing_back_to_the_stored_text_is_clean() -> None:
    row = rows("alpha")[0].edited("alpha 2").edited("alpha")
    assert row.state is RowState.CLEAN


def test_editing_a_changed_note_keeps_the_text_it_was_begun_from() -> None:
    row = Row(1, 1, "theirs", draft="mine", base="alpha").edited("mine 2")
    assert (row.base, row.state) == ("alpha", RowState.CHANGED)


@pytest.mark.parametrize("draft", ["mine", ""])
@given(old=texts, new=texts, note_id=st.integers(1, 6))
def test_no_draft_is_ever_lost(draft: str, old: list[str], new: list[str], note_id: int) -> None:
    before = edited(rows(*old), note_id, draft)
    there = after(before, *new)
    drafts = [row.draft for row in before if row.is_dirty]
    assert [row.draft for row in there if row.is_dirty] == drafts
    assert [row.stored for row in there if row.id is not None] == new
    assert [row.id for row in there if row.id is not None] == list(range(1, len(new) + 1))
    assert len({row.key for row in there}) == len(there)
