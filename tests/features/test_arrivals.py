"""Notes that are about to come in: their verdicts, their ticks, and what it comes to."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.files import FileState
from newt_gui.core.merge import Insert, perform
from newt_gui.core.notes_format import serialize, used_bytes
from newt_gui.core.snapshot import NotesSnapshot, snapshot_of
from newt_gui.core.transfer import How
from newt_gui.notes import arrival_words
from newt_gui.notes.arrivals import Arrivals, State

LIMIT = 100


def snapshot(*entries: str, limit: int = LIMIT) -> NotesSnapshot:
    data = serialize(entries).encode()
    return snapshot_of(Path("NOTES.md"), FileState(Path(), Path(), data, 0o600, 1), limit)


def verdicts(arrivals: Arrivals) -> list[tuple[str, str]]:
    return [arrival_words.verdict(item, arrivals.how) for item in arrivals.items]


def why_not(arrivals: Arrivals) -> str:
    message = arrival_words.why_not(arrivals, arrivals.outlook())
    return "" if message is None else message.text


MIXED = ("new", "there", "new", "hid\u200bden", "a\n§\nb", "x" * (LIMIT + 1))


class TestVerdicts:
    def test_each_has_its_state(self) -> None:
        items = Arrivals(snapshot("there"), MIXED).items
        assert [item.state for item in items] == [
            State.NEW,
            State.THERE,
            State.REPEATED,
            State.FLAGGED,
            State.CUT,
            State.TOO_LARGE,
        ]
        assert [item.size for item in items] == [3, 5, 3, 9, 6, LIMIT + 1]
        assert (items[1].there, items[2].repeats) == (1, 0)

    def test_skipping(self) -> None:
        assert verdicts(Arrivals(snapshot("there"), MIXED)) == [
            ("note", "new"),
            ("note", "skipped: there as note 1"),
            ("note", "skipped: same as number 1"),
            ("caution", "hidden character"),
            ("caution", "a line is only “§”"),
            ("caution", "too large"),
        ]

    def test_adding(self) -> None:
        assert verdicts(Arrivals(snapshot("there"), MIXED, How.ADD))[:3] == [
            ("note", "new"),
            ("caution", "there as note 1"),
            ("caution", "same as number 1"),
        ]

    def test_replacing(self) -> None:
        assert verdicts(Arrivals(snapshot("there"), MIXED, How.REPLACE))[1] == ("note", "stays")

    def test_what_is_wrong_in_a_sentence(self) -> None:
        items = Arrivals(snapshot("there"), MIXED).items
        reasons = [arrival_words.reason(item, LIMIT) for item in items]
        assert reasons[:3] == ["", "", ""]
        assert "sits after “hid”" in reasons[3]
        assert "Line 2 holds only the sign" in reasons[4]
        assert reasons[5] == "It takes 101 B; all notes together may take 100 B."

    def test_a_flagged_text_that_is_there_is_no_trouble(self) -> None:
        arrivals = Arrivals(snapshot("hid\u200bden"), ["hid\u200bden", "new"], How.REPLACE)
        assert arrivals.items[0].state is State.THERE
        assert arrivals.taken() == [0, 1]
        assert arrivals.outlook().is_possible


class TestTicks:
    def test_what_can_not_be_stored_begins_without(self) -> None:
        arrivals = Arrivals(snapshot("there"), MIXED)
        assert arrivals.ticked == [True, True, True, False, False, False]
        assert [arrivals.may_tick(at) for at in range(6)] == [True, False, False, True, True, True]
        assert arrivals.taken() == [0]

    def test_take_one_away(self) -> None:
        arrivals = Arrivals(snapshot("a"), ["b", "c"])
        arrivals.tick(0, False)
        assert arrivals.plan() == (Insert(2, "c"),)

    def test_they_outlive_another_way_and_another_list(self) -> None:
        arrivals = Arrivals(snapshot("a"), ["b", "c"])
        arrivals.tick(0, False)
        arrivals.how = How.REPLACE
        arrivals.settle(snapshot("c", "d"))
        assert arrivals.ticked == [False, True]
        assert perform(["c", "d"], arrivals.plan()) == ["c"]
        assert arrivals.items[1].there == 1


class TestOutlook:
    def test_skip(self) -> None:
        outlook = Arrivals(snapshot("there"), MIXED).outlook()
        assert (outlook.taken, outlook.come, outlook.gone) == (1, 1, 0)
        assert outlook.check.bytes_after == used_bytes(["there", "new"])
        assert outlook.is_possible

    def test_replace_counts_what_goes(self) -> None:
        arrivals = Arrivals(snapshot("a", "b", "c"), ["c", "d"], How.REPLACE)
        outlook = arrivals.outlook()
        assert (outlook.taken, outlook.come, outlook.gone) == (2, 1, 2)
        assert arrival_words.summary(arrivals, outlook) == "1 new, 2 gone, 1 kept"

    def test_the_bytes_after_it(self) -> None:
        outlook = Arrivals(snapshot("there"), ["new"]).outlook()
        assert arrival_words.budget_line(outlook) == "After it: 12 of 100 bytes (12 %)"
        over = Arrivals(snapshot("there"), ["x" * 100]).outlook()
        over_line = Arrivals(snapshot("there"), ["x" * 99])
        assert over.check.over_by == 0 or over_line.outlook().check.over_by == 8
        assert arrival_words.budget_line(over_line.outlook()).endswith("(108 %), 8 too many")


class TestWhyNot:
    @pytest.mark.parametrize(
        "how, texts, ticks, reason",
        [
            (How.SKIP, ("new",), {}, ""),
            (How.SKIP, ("there",), {}, "All of these notes are there already."),
            (How.SKIP, ("new",), {0: False}, "No note has a tick"),
            (How.REPLACE, ("new",), {0: False}, "No note has a tick"),
            (How.REPLACE, ("there",), {}, "exactly like that already"),
            (How.SKIP, ("hid\u200bden",), {0: True}, "Number 1 is refused by newt. A hidden"),
            (How.SKIP, ("a\n§",), {0: True}, "Line 2 of number 1 is only “§”"),
            (How.ADD, ("there",), {}, "Number 1 is there already, as note 1. It is left out."),
            (How.SKIP, ("x" * 60, "y" * 60), {}, "no room for this: 33 bytes too many"),
        ],
    )
    def test_says_why(self, how: How, texts: tuple[str, ...], ticks: dict[int, bool], reason: str) -> None:
        arrivals = Arrivals(snapshot("there"), texts, how)
        for at, wanted in ticks.items():
            arrivals.tick(at, wanted)
        assert reason in why_not(arrivals)
        assert bool(reason) is bool(why_not(arrivals))
        assert arrivals.outlook().is_possible is not bool(reason)

    @pytest.mark.parametrize(
        "how, texts, ticks, reason, after",
        [
            (How.SKIP, ("a", "hid\u200bden"), {1: True}, "Number 2 is refused by newt. A hidden", ["a"]),
            (How.ADD, ("new", "there"), {}, "Number 2 is there already, as note 1. It is left", ["new"]),
            (How.ADD, ("new", "new"), {}, "Number 2 says the same as number 1. It is left out.", ["new"]),
            (How.REPLACE, ("new", "new"), {}, "Number 2 says the same as number 1.", ["new"]),
            (How.ADD, ("new",) * 3, {}, "It is left out, and one more is.", ["new"]),
            (How.ADD, ("new",) * 4, {}, "It is left out, and 2 more are.", ["new"]),
            (How.ADD, ("a", "b"), {1: False}, "", ["a"]),
        ],
    )
    def test_what_is_left_out_is_told_and_the_others_come(
        self, how: How, texts: tuple[str, ...], ticks: dict[int, bool], reason: str, after: list[str]
    ) -> None:
        arrivals = Arrivals(snapshot("there"), texts, how)
        for at, wanted in ticks.items():
            arrivals.tick(at, wanted)
        outlook = arrivals.outlook()
        message = arrival_words.left_out(arrivals, outlook)
        assert reason in ("" if message is None else message.text)
        assert bool(reason) is (message is not None)
        assert outlook.is_possible
        assert perform(["there"], arrivals.plan()) == [*([] if how is How.REPLACE else ["there"]), *after]

    def test_a_list_that_is_over_may_be_replaced_by_a_smaller_one(self) -> None:
        over = snapshot("x" * 90, "y" * 90)
        assert why_not(Arrivals(over, ["x" * 90, "z" * 40], How.REPLACE)) == ""
        assert why_not(Arrivals(over, ["z"])) != ""


texts = st.sampled_from(["a", "b", "c", "hid\u200bden", "§", "x" * 120])


@given(
    st.lists(st.sampled_from("abc"), max_size=4), st.lists(texts, max_size=6), st.sampled_from(How), st.data()
)
def test_what_is_told_is_what_is_done(
    held: list[str], arriving: list[str], how: How, data: st.DataObject
) -> None:
    arrivals = Arrivals(snapshot(*held), arriving, how)
    for at in range(len(arriving)):
        arrivals.tick(at, data.draw(st.booleans()))
    outlook = arrivals.outlook()
    after = perform(held, arrivals.plan())
    assert outlook.check.bytes_after == used_bytes(after)
    assert len(after) == len(held) - outlook.gone + outlook.come
    assert (why_not(arrivals) == "") is outlook.is_possible
    assert all(arriving[at] in after for at in arrivals.taken())
    assert outlook.check.refusals == ()
    assert not {at for at, _ in outlook.refused} & set(arrivals.taken())
