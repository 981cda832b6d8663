"""Changes of a list of notes: done, undone, numbered anew, and done to what somebody else changed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core import merge as module
from newt_gui.core.errors import NotesConflict
from newt_gui.core.merge import (
    Delete,
    Insert,
    Move,
    Operation,
    Placed,
    Update,
    apply,
    apply_all,
    inverse,
    perform,
    place_all,
    renumbering,
)
from newt_gui.core.pairing import pair

ROWS = json.loads((Path(__file__).parents[1] / "cases" / "merge.json").read_text(encoding="utf-8"))
KINDS = {"update": Update, "delete": Delete, "insert": Insert, "move": Move}

ABC = ["a", "b", "c"]


def operation_of(row: dict[str, Any]) -> Operation:
    fields = dict(row)
    operation: Operation = KINDS[fields.pop("op")](**fields)
    return operation


def told(conflict: NotesConflict) -> tuple[str | None, str | None, str | None]:
    return conflict.base, conflict.mine, conflict.theirs


def outcome(base: list[str], operation: Operation, theirs: list[str]) -> list[str] | NotesConflict:
    try:
        return apply(base, operation, theirs)
    except NotesConflict as conflict:
        return conflict


# --- the known answers -------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["case"])
def test_row(row: dict[str, Any]) -> None:
    operation = operation_of(row["op"])
    given_lists = list(row["base"]), list(row["theirs"])
    if row["result"] == "ok":
        assert apply(row["base"], operation, row["theirs"]) == row["entries"]
    else:
        with pytest.raises(NotesConflict) as conflict:
            apply(row["base"], operation, row["theirs"])
        expected = row["conflict"]
        assert told(conflict.value) == (expected["base"], expected["mine"], expected["theirs"])
    assert (row["base"], row["theirs"]) == given_lists, "what is given stays as it is"


def test_there_are_rows_of_each_kind_and_of_both_ends() -> None:
    assert {row["op"]["op"] for row in ROWS} == set(KINDS)
    assert {row["result"] for row in ROWS} == {"ok", "conflict"}
    assert len(ROWS) >= 29


# --- where nobody else wrote -------------------------------------------------------------------


@pytest.mark.parametrize(
    "operation, entries",
    [
        (Update(2, "x"), "a|x|c"),
        (Delete(1), "b|c"),
        (Insert(1, "x"), "x|a|b|c"),
        (Insert(3, "x"), "a|b|x|c"),
        (Insert(4, "x"), "a|b|c|x"),
        (Insert(99, "x"), "a|b|c|x"),
        (Insert(0, "x"), "x|a|b|c"),
        (Insert(-7, "x"), "x|a|b|c"),
        (Move(1, 2), "b|a|c"),
        (Move(1, 3), "b|c|a"),
        (Move(3, 1), "c|a|b"),
        (Move(2, 2), "a|b|c"),
        (Move(1, 99), "b|c|a"),
        (Move(3, -9), "c|a|b"),
    ],
)
def test_one_operation(operation: Operation, entries: str) -> None:
    assert perform(ABC, [operation]) == entries.split("|")
    assert apply(ABC, operation, ABC) == entries.split("|")


@pytest.mark.parametrize("kind", [lambda id: Update(id, "x"), Delete, lambda id: Move(id, 1)])
@pytest.mark.parametrize("id", [0, 4, -1])
def test_an_id_that_is_not_there_is_a_mistake(kind: Any, id: int) -> None:
    for attempt in (
        lambda: perform(ABC, [kind(id)]),
        lambda: inverse(ABC, [kind(id)]),
        lambda: renumbering(3, [kind(id)]),
        lambda: apply(ABC, kind(id), ABC),
        lambda: apply(ABC, kind(id), [*ABC, "d", "e"]),
    ):
        with pytest.raises(IndexError):
            attempt()


def test_kinds_that_are_equal_as_tuples_are_told_apart() -> None:
    pairs: list[tuple[Operation, Operation]] = [(Update(1, "x"), Insert(1, "x"))]
    for one, other in pairs:
        assert one == other
        assert perform(ABC, [one]) != perform(ABC, [other])
        assert apply(ABC, one, ABC) != apply(ABC, other, ABC)


def test_renumbering_names_who_is_where_and_who_is_gone() -> None:
    assert renumbering(3, []) == {1: 1, 2: 2, 3: 3}
    assert renumbering(3, [Update(2, "x"), Insert(1, "n"), Delete(2), Move(3, 1)]) == {1: None, 2: 3, 3: 1}
    assert renumbering(2, [Insert(9, "n"), Move(3, 1)]) == {1: 2, 2: 3}
    assert renumbering(0, [Insert(1, "n")]) == {}


# --- any lists and operations ------------------------------------------------------------------


@st.composite
def operations(draw: st.DrawFn, count: int, most: int = 6, texts: str = "abcx") -> list[Operation]:
    """Operations that can be made one after the other on so many notes."""
    made: list[Operation] = []
    for _ in range(draw(st.integers(0, most))):
        kinds = ["insert"] if count == 0 else list(KINDS)
        kind = draw(st.sampled_from(kinds))
        text = draw(st.sampled_from(texts))
        place = draw(st.integers(-1, count + 2))
        id = draw(st.integers(1, max(1, count)))
        made.append(
            {"update": Update(id, text), "delete": Delete(id), "insert": Insert(place, text)}.get(
                kind, Move(id, place)
            )
        )
        count += {"insert": 1, "delete": -1}.get(kind, 0)
    return made


bases = st.lists(st.sampled_from("abcd"), max_size=6)
with_operations = bases.flatmap(lambda base: st.tuples(st.just(base), operations(len(base))))


@given(with_operations)
def test_alone_it_makes_no_difference_which_way(case: tuple[list[str], list[Operation]]) -> None:
    base, made = case
    assert apply_all(base, made, base) == perform(base, made)


@given(with_operations)
def test_the_inverse_leads_back(case: tuple[list[str], list[Operation]]) -> None:
    base, made = case
    after = perform(base, made)
    back = inverse(base, made)
    assert perform(after, back) == base
    assert apply_all(after, back, after) == base
    assert perform(base, inverse(after, back)) == after


@given(with_operations)
def test_one_call_per_operation_is_the_same_alone(case: tuple[list[str], list[Operation]]) -> None:
    base, made = case
    step = base
    for operation in made:
        step = apply(step, operation, step)
    assert step == perform(base, made)


@given(st.integers(0, 6).flatmap(lambda count: st.tuples(st.just(count), operations(count))))
def test_renumbering_agrees_with_what_happens(case: tuple[int, list[Operation]]) -> None:
    count, made = case
    base = [f"note {id}" for id in range(1, count + 1)]
    silent = [Move(op.id, op.id) if isinstance(op, Update) else op for op in made]
    after = perform(base, silent)
    found = {id: after.index(text) + 1 if text in after else None for id, text in enumerate(base, 1)}
    assert renumbering(count, silent) == found
    assert renumbering(count, made) == found, "a text that changes moves nobody"


# --- where somebody else wrote too -------------------------------------------------------------


@st.composite
def two_sides(draw: st.DrawFn) -> tuple[list[str], Operation, list[str]]:
    """A list of different notes, an operation, and what somebody else made of the list."""
    base = [f"n{number}" for number in range(draw(st.integers(0, 6)))]
    theirs = perform(base, [_renamed(op, at) for at, op in enumerate(draw(operations(len(base))))])
    made = draw(operations(len(base), 1).filter(bool))[0]
    return base, _with_text(made, "mine"), theirs


def _renamed(operation: Operation, at: int) -> Operation:
    return _with_text(operation, f"theirs {at}")


def _with_text(operation: Operation, text: str) -> Operation:
    return operation._replace(text=text) if isinstance(operation, (Update, Insert)) else operation


@given(two_sides())
def test_both_sides_edits_are_there_and_their_order_wins(
    case: tuple[list[str], Operation, list[str]],
) -> None:
    base, made, theirs = case
    subject = None if isinstance(made, Insert) else base[made.id - 1]
    pairing = pair(base, theirs)
    changed = None if subject is None else pairing.replaced[base.index(subject)]
    merged = outcome(base, made, theirs)
    if isinstance(merged, NotesConflict):
        assert not isinstance(made, (Insert, Move))
        assert subject is not None
        assert subject not in theirs
        mine = "mine" if isinstance(made, Update) else None
        assert told(merged) == (subject, mine, None if changed is None else theirs[changed])
        assert mine is not None or changed is not None, "removed on both sides is no conflict"
        return
    match made:
        case Update():
            assert merged == ["mine" if text == subject else text for text in theirs]
            assert "mine" in merged
        case Delete():
            assert merged == [text for text in theirs if text != subject]
        case Insert():
            assert [text for text in merged if text != "mine"] == theirs
            assert merged.count("mine") == 1
        case Move():
            moved = subject if changed is None else theirs[changed]
            assert [text for text in merged if text != moved] == [text for text in theirs if text != moved]
            assert sorted(merged) == sorted(theirs)


@given(two_sides())
def test_what_is_put_somewhere_stands_behind_the_nearest_that_is_there(
    case: tuple[list[str], Operation, list[str]],
) -> None:
    base, made, theirs = case
    if not isinstance(made, Insert):
        return
    merged = apply(base, made, theirs)
    before = [text for text in base[: max(0, made.at - 1)] if text in theirs]
    place = merged.index("mine")
    if max(1, made.at) > len(base):
        assert place == len(theirs)
    elif before:
        assert merged[place - 1] == before[-1]
    else:
        assert place == 0


@given(bases, bases, st.data())
def test_any_lists_lose_nothing_that_nobody_removed(
    base: list[str], theirs: list[str], data: st.DataObject
) -> None:
    """Equal texts included: never more of theirs goes than was deleted or changed here."""
    made = data.draw(operations(len(base)))
    try:
        placed = place_all(base, made, theirs)
    except NotesConflict:
        return
    taken = sum(isinstance(operation, (Delete, Update)) for operation in made)
    origins = [note.origin for note in placed if note.origin is not None]
    assert len(set(origins)) == len(origins)
    assert all(note.origin is None or theirs[note.origin] == note.text for note in placed)
    assert len(theirs) - len(origins) <= taken
    assert [note.text for note in placed] == apply_all(base, made, theirs)


@given(with_operations, st.lists(st.sampled_from(["new 1", "new 2"]), max_size=3), st.integers(0, 6))
def test_after_others_added_something_everything_can_be_undone(
    case: tuple[list[str], list[Operation]], added: list[str], at: int
) -> None:
    base, made = case
    after = perform(base, made)
    theirs = [*after[:at], *added, *after[at:]]
    undone = apply_all(after, inverse(base, made), theirs)
    assert Counter(undone) == Counter([*base, *added])


# --- several in a row --------------------------------------------------------------------------


def test_a_later_operation_finds_the_note_that_an_earlier_one_moved_or_changed() -> None:
    theirs = ["new", *ABC]
    assert apply_all(ABC, [Update(2, "x"), Move(2, 1), Update(1, "y")], theirs) == ["y", "new", "a", "c"]
    assert apply_all(ABC, [Delete(1), Delete(1)], theirs) == ["new", "c"]


def test_a_changed_note_stays_known_as_changed_whatever_is_put_beside_it() -> None:
    """Found anew after each operation, it would pass for removed as soon as its gap holds another."""
    for later, mine in ((Update(3, "z"), "z"), (Delete(3), None)):
        with pytest.raises(NotesConflict) as conflict:
            apply_all(ABC, [Insert(2, "new"), later], ["a", "b of theirs", "c"])
        assert told(conflict.value) == ("b", mine, "b of theirs")
    assert apply_all(ABC, [Insert(2, "new"), Move(3, 1)], ["a", "B", "c"]) == ["B", "a", "new", "c"]


def test_split_and_merged_notes_keep_together() -> None:
    split = [Update(2, "b1"), Insert(3, "b2"), Insert(4, "b3")]
    assert apply_all(ABC, split, ["c", "new", "b", "a"]) == ["c", "new", "b1", "b2", "b3", "a"]
    joined = [Update(1, "a\n\nc"), Delete(3)]
    assert apply_all(ABC, joined, ["c", "new", "b", "a"]) == ["new", "b", "a\n\nc"]
    with pytest.raises(NotesConflict) as conflict:
        apply_all(ABC, joined, ["a", "b", "C"])
    assert told(conflict.value) == ("c", None, "C")


def test_pasted_ones_stay_in_a_row() -> None:
    pasted = [Insert(3 + at, f"p{at}") for at in range(3)]
    assert apply_all(ABC, pasted, ["x", "a", "b", "y", "c"]) == ["x", "a", "b", "p0", "p1", "p2", "y", "c"]
    assert apply_all(ABC, pasted, []) == ["p0", "p1", "p2"]


def test_what_they_added_too_is_there_once_and_is_the_same_note_from_then_on() -> None:
    assert apply_all(ABC, [Insert(4, "n"), Update(4, "m")], ["n", *ABC]) == ["m", *ABC]
    assert apply_all(ABC, [Insert(4, "n"), Insert(5, "n")], [*ABC, "n"]) == [*ABC, "n", "n"]


def test_a_note_that_they_changed_to_what_is_inserted_here_is_used_up() -> None:
    """Inserted and deleted here, changed there: both came to the same list."""
    assert apply_all(ABC, [Insert(3, "B"), Delete(2)], ["a", "B", "c"]) == ["a", "B", "c"]
    with pytest.raises(NotesConflict) as conflict:
        apply_all(ABC, [Insert(3, "B"), Update(2, "z")], ["a", "B", "c"])
    assert told(conflict.value) == ("b", "z", None)


def test_both_changed_to_the_same_text_and_one_goes_on() -> None:
    assert apply_all(ABC, [Update(2, "B"), Update(2, "B!")], ["a", "B", "c"]) == ["a", "B!", "c"]
    assert apply_all(ABC, [Update(2, "B"), Insert(3, "B")], ["a", "B", "c"]) == ["a", "B", "B", "c"]


def test_nothing_edited_is_nothing_to_do() -> None:
    assert apply(ABC, Update(2, "b"), ["a", "B", "c"]) == ["a", "B", "c"]
    assert apply(ABC, Update(2, "b"), ["a", "c"]) == ["a", "c"]
    assert apply(ABC, Move(2, 2), ["c", "b", "a"]) == ["c", "b", "a"]
    assert apply_all(ABC, [], ["z"]) == ["z"]


def test_each_note_of_the_result_says_where_it_comes_from() -> None:
    made = [Update(1, "x"), Insert(2, "n"), Move(4, 1)]
    assert place_all(ABC, made, ["new", *ABC]) == [
        Placed("c", 3),
        Placed("new", 0),
        Placed("x", None),
        Placed("n", None),
        Placed("b", 2),
    ]


class _Counted(list[Any]):
    """A list that counts how often it is searched."""

    searches = 0

    def index(self, *arguments: Any) -> int:
        type(self).searches += 1
        return super().index(*arguments)


def test_thousands_pasted_in_a_row_search_for_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = module._Sides.__init__

    def counted(self: Any, base: list[str], theirs: list[str]) -> None:
        begin(self, base, theirs)
        self.theirs = _Counted(self.theirs)

    monkeypatch.setattr(module._Sides, "__init__", counted)
    base = [f"note {number}" for number in range(900)]
    pasted = [Insert(450 + at, f"pasted {at}") for at in range(5_000)]
    merged = apply_all(base, pasted, ["new", *base])
    assert merged == ["new", *perform(base, pasted)]
    assert _Counted.searches <= 1
