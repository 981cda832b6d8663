"""Notes that are about to come in: which of them, how, and what would be said to that (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from newt_gui.core.errors import DelimiterInText, ScanRejected, UserFacingError
from newt_gui.core.list_check import ListCheck, check_list
from newt_gui.core.merge import Delete, Operation
from newt_gui.core.notes_format import byte_length
from newt_gui.core.snapshot import Checks, NotesSnapshot, text_error
from newt_gui.core.transfer import How, plan_import


class State(StrEnum):
    """How one arriving note stands to the list."""

    NEW = "new"
    THERE = "there"
    """A note of the list says the same."""
    REPEATED = "repeated"
    """One that arrives before it says the same."""
    FLAGGED = "flagged"
    """The scan refuses it."""
    CUT = "cut"
    """A line of it is the delimiter alone."""
    BROKEN = "broken"
    """It can't be stored for another reason."""
    TOO_LARGE = "too_large"
    """It is larger than the whole budget."""


class Arrival(NamedTuple):
    """One arriving note. `size` in bytes.

    `error`: why it can't be stored, whatever else there is. `there`: the number of the note that
    says the same; `repeats`: the 0-based place of the arrival that does. None for none.
    """

    text: str
    size: int
    error: UserFacingError | None
    there: int | None
    repeats: int | None
    is_too_large: bool

    @property
    def state(self) -> State:
        if self.there is not None:
            return State.THERE
        if self.error is not None:
            return _state_of(self.error)
        if self.is_too_large:
            return State.TOO_LARGE
        return State.NEW if self.repeats is None else State.REPEATED

    @property
    def is_hopeless(self) -> bool:
        """Whether it can't be stored as it is, whatever else is chosen."""
        return self.state in _HOPELESS


def _state_of(error: UserFacingError) -> State:
    if isinstance(error, ScanRejected):
        return State.FLAGGED
    return State.CUT if isinstance(error, DelimiterInText) else State.BROKEN


class Arrivals:
    """What a person decides about texts (trimmed, none empty) that are to become notes.

    What can't be stored as it is begins without its tick; everything else has one.
    """

    def __init__(self, snapshot: NotesSnapshot, texts: Iterable[str], how: How = How.SKIP) -> None:
        self.how = how
        self._texts = tuple(texts)
        # A scan takes its time, and each tick asks anew.
        self._errors = {text: text_error(text) for text in self._texts}
        self.settle(snapshot)
        self.ticked = [not item.is_hopeless for item in self.items]

    def settle(self, snapshot: NotesSnapshot) -> None:
        """The list that the notes come to is another one by now."""
        self._snapshot = snapshot
        ids = range(len(snapshot.entries), 0, -1)
        there = dict(zip(reversed(snapshot.entries), ids, strict=True))
        first: dict[str, int] = {}
        self.items = tuple(
            Arrival(
                text,
                size := byte_length(text),
                self._errors[text],
                there.get(text),
                at if (at := first.setdefault(text, place)) != place else None,
                size > snapshot.limit,
            )
            for place, text in enumerate(self._texts)
        )

    # Which of them

    def may_tick(self, at: int) -> bool:
        """Whether the tick of an arrival counts: what is skipped anyway has none."""
        item = self.items[at]
        return self.how is not How.SKIP or (item.there is None and item.repeats is None)

    def tick(self, at: int, wanted: bool) -> None:
        self.ticked[at] = wanted

    def taken(self) -> list[int]:
        """The 0-based places of the arrivals that become notes or, replacing, stay notes.

        What can't be stored is left out, ticked or not.
        """
        return self._sort_out()[0]

    # What comes of it

    def plan(self) -> tuple[Operation, ...]:
        """What would be done to the list."""
        return self._plan_of(self.taken())

    def outlook(self) -> Outlook:
        """What would be said to it."""
        taken, refused = self._sort_out()
        plan, now = self._plan_of(taken), self._snapshot.entries
        check = self._check(plan)
        gone = sum(isinstance(operation, Delete) for operation in plan)
        kept = len(now) - gone if self.how is How.REPLACE else 0
        return Outlook(check, len(taken), len(taken) - kept, gone, refused, not plan)

    def _sort_out(self) -> tuple[list[int], list[tuple[int, UserFacingError]]]:
        """The places of the arrivals that are wanted and can be stored, and of those that can't."""
        taken = [at for at, ticked in enumerate(self.ticked) if ticked and self.may_tick(at)]
        first = 0 if self.how is How.REPLACE else len(self._snapshot.entries)
        refused: dict[int, UserFacingError] = {}
        while refusals := self._check(self._plan_of(taken)).refusals:
            found = {taken[refusal.at - first]: refusal.error for refusal in refusals}
            refused |= found
            taken = [at for at in taken if at not in found]
        return taken, sorted(refused.items())

    def _plan_of(self, places: Iterable[int]) -> tuple[Operation, ...]:
        return plan_import(self._snapshot.entries, [self._texts[at] for at in places], self.how)

    def _check(self, plan: Sequence[Operation]) -> ListCheck:
        return check_list(self._snapshot, self._snapshot.entries, plan, Checks.NEW, self._judge)

    def _judge(self, text: str) -> UserFacingError | None:
        return self._errors[text]


_HOPELESS = {State.FLAGGED, State.CUT, State.BROKEN, State.TOO_LARGE}


class Outlook(NamedTuple):
    """What a decision comes to.

    `taken`: how many arrivals are in the list then; `come`: how many notes are new in it; `gone`:
    how many of those there now are not. `refused`: place and reason of each arrival that is wanted
    but can't be stored, and so is left out.
    """

    check: ListCheck
    taken: int
    come: int
    gone: int
    refused: Sequence[tuple[int, UserFacingError]]
    changes_nothing: bool

    @property
    def is_possible(self) -> bool:
        """Whether it can be done, and there is anything to do."""
        return self.check.allowed and not self.changes_nothing and self.taken > 0
