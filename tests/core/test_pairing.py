"""Which entry of an older list is which of a newer one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.pairing import pair

short_lists = st.lists(st.sampled_from("abcd"), max_size=7)


def longest(old: list[str], new: list[str]) -> int:
    """Length of the longest common subsequence, by the textbook recursion."""
    if not old or not new:
        return 0
    if old[0] == new[0]:
        return 1 + longest(old[1:], new[1:])
    return max(longest(old[1:], new), longest(old, new[1:]))


def test_equal_lists_pair_in_place() -> None:
    assert pair(["a", "b", "a"], ["a", "b", "a"]).same == (0, 1, 2)


def test_something_added_before_shifts() -> None:
    assert pair(["a", "b"], ["x", "a", "b"]).same == (1, 2)


def test_changed_in_place_is_replaced() -> None:
    pairing = pair(["a", "b", "c"], ["a", "x", "c"])
    assert pairing.same == (0, None, 2)
    assert pairing.replaced == (None, 1, None)


def test_removed_has_no_place() -> None:
    pairing = pair(["a", "b", "c"], ["a", "c"])
    assert pairing.same == (0, None, 1)
    assert pairing.replaced == (None, None, None)


def test_two_changed_in_one_gap_keep_their_order() -> None:
    assert pair(["a", "b", "c", "d"], ["a", "x", "y", "d"]).replaced == (None, 1, 2, None)


def test_unequal_gaps_say_removed() -> None:
    assert pair(["a", "b", "d"], ["a", "x", "y", "d"]).replaced == (None, None, None)


def test_reordered_entries_pair_by_text() -> None:
    assert pair(["a", "b", "c"], ["c", "b", "a"]).same == (2, 1, 0)


def test_earliest_of_equal_texts_is_taken() -> None:
    assert pair(["b", "a"], ["a", "c", "a"]).same == (None, 0)


@given(short_lists, short_lists)
def test_pairs_are_equal_texts_used_once(old: list[str], new: list[str]) -> None:
    pairing = pair(old, new)
    used = [at for at in pairing.same if at is not None]
    assert len(set(used)) == len(used)
    assert all(at is None or old[place] == new[at] for place, at in enumerate(pairing.same))
    assert len(used) == sum(min(old.count(text), new.count(text)) for text in set(old))


@given(short_lists, short_lists)
def test_no_entry_of_the_new_list_is_used_twice(old: list[str], new: list[str]) -> None:
    pairing = pair(old, new)
    used = [at for at in (*pairing.same, *pairing.replaced) if at is not None]
    assert len(set(used)) == len(used)


@given(short_lists, short_lists)
def test_the_order_kept_is_as_long_as_it_can_be(old: list[str], new: list[str]) -> None:
    from newt_gui.core.pairing import _spine

    spine = _spine(old, new)
    assert spine == sorted(spine)
    assert all(old[a] == new[b] for a, b in spine)
    assert len(spine) == longest(old, new)
