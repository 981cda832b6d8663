"""Which entry of an older list is which of a newer one."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newt_gui.core import pairing as module
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


# --- lists that differ too much for the exact way ------------------------------------------------

MANY = 20_000
numbered = st.lists(st.sampled_from([str(number) for number in range(12)]), max_size=14)
in_few_steps = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The cells of every table that is filled; one that is too large is refused."""
    cells: list[int] = []
    exact = module._common_subsequence

    def counted(old: list[str], new: list[str]) -> list[tuple[int, int]]:
        cells.append(len(old) * len(new))
        assert cells[-1] <= 90_000
        return exact(old, new)

    monkeypatch.setattr(module, "_common_subsequence", counted)
    return cells


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_CELLS", 4)


def test_many_replaced_entries_pair_in_their_order(tables: list[int]) -> None:
    pairing = pair([f"old {at}" for at in range(MANY)], [f"new {at}" for at in range(MANY)])
    assert pairing.same == (None,) * MANY
    assert pairing.replaced == tuple(range(MANY))
    assert sum(tables) == 0


def test_many_shuffled_entries_pair_by_text(tables: list[int]) -> None:
    places = list(range(MANY))
    random.Random(7).shuffle(places)
    new = [str(place) for place in places]
    pairing = pair([str(at) for at in range(MANY)], new)
    assert [new[at] for at in pairing.same if at is not None] == [str(at) for at in range(MANY)]
    assert sum(tables) <= 150 * 2 * MANY


def test_between_many_that_stay_the_exact_way_goes_on(tables: list[int]) -> None:
    """Every other entry stays; repeated ones between them are found too, and where they were."""
    old = [text for at in range(MANY // 4) for text in (f"stays {at}", "again", f"old {at}", "again")]
    new = ["first", *(text.replace("old", "new") for text in old), "last"]
    pairing = pair(old, new)
    places = range(1, MANY + 1)
    assert pairing.same == tuple(place if place % 4 != 3 else None for place in places)
    assert pairing.replaced == tuple(place if place % 4 == 3 else None for place in places)
    assert 0 < sum(tables) <= 150 * 2 * MANY


def test_many_equal_entries_pair_in_their_order(tables: list[int]) -> None:
    assert pair(["b"] + ["a"] * 500, ["a"] * 400 + ["c"]).same == (None, *range(400), *([None] * 100))


@pytest.mark.usefixtures("small_tables")
@given(numbered, numbered)
@in_few_steps
def test_any_lists_pair_well_without_the_exact_way(old: list[str], new: list[str]) -> None:
    pairing = pair(old, new)
    same = [at for at in pairing.same if at is not None]
    used = [*same, *(at for at in pairing.replaced if at is not None)]
    assert len(set(used)) == len(used)
    assert all(at is None or old[place] == new[at] for place, at in enumerate(pairing.same))
    assert len(same) == sum(min(old.count(text), new.count(text)) for text in set(old))
    assert all(now is None or was is None for was, now in zip(pairing.same, pairing.replaced, strict=True))


@pytest.mark.usefixtures("small_tables")
@given(numbered, numbered)
@in_few_steps
def test_what_keeps_its_order_is_in_order_without_the_exact_way(old: list[str], new: list[str]) -> None:
    spine = module._spine(old, new)
    assert all(a < b and c < d for (a, c), (b, d) in pairwise(spine))
    assert all(old[a] == new[b] for a, b in spine)


@pytest.mark.usefixtures("small_tables")
@given(st.permutations([str(number) for number in range(9)]))
@in_few_steps
def test_of_texts_that_occur_once_as_many_as_can_keep_their_order(new: list[str]) -> None:
    old = sorted(new)
    assert len(module._spine(old, new)) == longest(old, new)
