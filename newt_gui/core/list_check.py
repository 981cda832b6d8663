"""What a save of several changes at once would say. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from newt_gui.core import notes_format
from newt_gui.core.characters import trim
from newt_gui.core.errors import DuplicateNote, NotesUnreadable, OverBudget, UserFacingError
from newt_gui.core.merge import Insert, Operation, Placed, Update, perform, place_all
from newt_gui.core.snapshot import Checks, NotesSnapshot, text_error

if TYPE_CHECKING:
    from newt_gui.core.notes_file import Change

Judge = Callable[[str], UserFacingError | None]


class Refusal(NamedTuple):
    """Why one text is refused. `at`: its 0-based place in the resulting list."""

    at: int
    error: UserFacingError


class ListCheck(NamedTuple):
    """What a save of a list of changes would say. Bytes are UTF-8, of all notes.

    `entries`: the notes as they would be; `refusals`: by place; `over_by`: bytes that
    `bytes_after` is over `limit`.
    """

    entries: tuple[str, ...]
    refusals: tuple[Refusal, ...]
    bytes_now: int
    bytes_after: int
    limit: int
    over_by: int
    over_budget: bool
    """Whether the budget forbids this save: it may be over as long as it makes the whole no larger."""
    entries_now: tuple[str, ...]
    """The notes as they are, for the message about the budget."""
    problem: NotesUnreadable | None
    """Why the file can't take any save, or None."""

    @property
    def allowed(self) -> bool:
        """Whether a save would go through."""
        return self.error() is None

    def error(self) -> UserFacingError | None:
        """The first reason against the save: the file, then the texts in their order, then the budget."""
        if self.problem is not None:
            return self.problem
        if self.refusals:
            return self.refusals[0].error
        if self.over_budget:
            return OverBudget(self.bytes_after, self.limit, self.bytes_now, self.entries_now)
        return None


def check_list(
    now: NotesSnapshot,
    seen: Sequence[str],
    operations: Sequence[Operation],
    checks: Checks,
    judge: Judge = text_error,
) -> ListCheck:
    """See `NotesSnapshot.check_list`. `judge`: `text_error`, or one that remembers what it said.

    Only texts that the notes do not hold yet are judged: to delete or to move stores nothing new.
    """
    placed = [] if now.problem else place_all(seen, _trimmed(operations), now.entries)
    entries = tuple(note.text for note in placed)
    after = notes_format.used_bytes(entries)
    over_by = max(0, after - now.limit)
    is_new = checks is not Checks.HELD
    return ListCheck(
        entries=entries,
        refusals=tuple(_refusals(now.entries, placed, checks, judge)) if is_new else (),
        bytes_now=now.used_bytes,
        bytes_after=after,
        limit=now.limit,
        over_by=over_by,
        over_budget=is_new and over_by > 0 and after > now.used_bytes,
        entries_now=now.entries,
        problem=now.problem,
    )


def changing(seen: Sequence[str], operations: Sequence[Operation], checks: Checks) -> Change:
    """The change of a notes file that does the operations and raises what `check_list` says.

    Raises at once what a new text is refused for whatever the other notes are: to scan a long one
    takes time, and while the change is made others wait.
    """
    judge = cache(text_error)
    if checks is not Checks.HELD:
        for error in filter(None, map(judge, _new_texts(seen, operations))):
            raise error

    def change(now: NotesSnapshot) -> Sequence[str] | None:
        checked = check_list(now, seen, operations, checks, judge)
        error = checked.error()
        if error is not None:
            raise error
        return None if checked.entries == now.entries else checked.entries

    return change


def _new_texts(seen: Sequence[str], operations: Sequence[Operation]) -> list[str]:
    """What the operations would store that is not there, in its order."""
    return list(Counter(perform(seen, _trimmed(operations))) - Counter(seen))


def _trimmed(operations: Sequence[Operation]) -> list[Operation]:
    return [
        operation._replace(text=trim(operation.text))
        if isinstance(operation, (Update, Insert))
        else operation
        for operation in operations
    ]


def _refusals(
    now: Sequence[str], placed: Sequence[Placed], checks: Checks, judge: Judge
) -> Iterator[Refusal]:
    new = _new_places(now, placed)
    ids = _first_ids(placed, new)
    for at in new:
        text = placed[at].text
        error = judge(text)
        if error is None and checks is Checks.NEW and text in ids:
            error = DuplicateNote(ids[text])
        ids.setdefault(text, at + 1)
        if error is not None:
            yield Refusal(at, error)


def _new_places(now: Sequence[str], placed: Sequence[Placed]) -> list[int]:
    """The places, ascending, of as many of each text as there are more than now.

    Those are the ones that were written; where that was some other one's text before, the last.
    """
    more = Counter(note.text for note in placed) - Counter(now)
    places = []
    for at in range(len(placed) - 1, -1, -1):
        text, origin = placed[at]
        if origin is None and more[text] > 0:
            more[text] -= 1
            places.append(at)
    return places[::-1]


def _first_ids(placed: Sequence[Placed], new: Sequence[int]) -> dict[str, int]:
    """By text, the id of the first note that stays with it: the one that it has now, as people see that."""
    skipped = set(new)
    ids: dict[str, int] = {}
    for at, (text, origin) in enumerate(placed):
        if at not in skipped:
            ids.setdefault(text, (at if origin is None else origin) + 1)
    return ids
