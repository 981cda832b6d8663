"""The sentences about notes that are about to come in."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from newt_gui.core.errors import DelimiterInText, NotesUnreadable, ScanRejected, UserFacingError
from newt_gui.core.transfer import Cut, How
from newt_gui.notes.arrivals import Arrival, Arrivals, Outlook, State
from newt_gui.notes.finding_words import badge_label, sentence
from newt_gui.notes.words import size
from newt_gui.qt.messages import Kind, Message, error_message, localised
from newt_gui.qt.numbers import number


def tr(text: str) -> str:
    """Translate a sentence about arriving notes."""
    return QCoreApplication.translate("arrivals", text)


def notes(count: int) -> str:
    """So many notes, for a sentence."""
    return tr("one note") if count == 1 else tr("{count} notes").format(count=number(count))


def cut_label(cut: Cut) -> str:
    """A way to make notes of a text, as a choice."""
    return {
        Cut.LINES: tr("One note a line"),
        Cut.BLOCKS: tr("One note for each block between blank lines"),
        Cut.DELIMITERS: tr("A note up to each “§” line"),
        Cut.WHOLE: tr("One note as it is"),
    }[cut]


def how_label(how: How) -> str:
    """What becomes of the notes that are there, as a choice with its key."""
    return {
        How.SKIP: tr("&Skip those that are there"),
        How.ADD: tr("&Add all"),
        How.REPLACE: tr("&Replace the whole list"),
    }[how]


# One arrival


def verdict(item: Arrival, how: How, is_refused: bool = False) -> tuple[Kind, str]:
    """The weight of what is to be said of an arrival, and that in a few words.

    `is_refused`: it is wanted but can't be stored.
    """
    kind, label = _verdict(item, how)
    return (kind, tr("left out: {why}").format(why=label)) if is_refused else (kind, label)


def _verdict(item: Arrival, how: How) -> tuple[Kind, str]:
    if item.state is State.THERE:
        return _verdict_there(item, how)
    if item.repeats is not None and item.error is None:
        label = tr("same as number {at}").format(at=item.repeats + 1)
        return ("note", tr("skipped: {why}").format(why=label)) if how is How.SKIP else ("caution", label)
    if isinstance(item.error, ScanRejected):
        return "caution", badge_label(item.error.findings[0])
    labels = {State.NEW: tr("new"), State.CUT: tr("a line is only “§”"), State.TOO_LARGE: tr("too large")}
    kind: Kind = "note" if item.state is State.NEW else "caution"
    return kind, labels.get(item.state, tr("can't be stored"))


def _verdict_there(item: Arrival, how: How) -> tuple[Kind, str]:
    label = tr("there as note {id}").format(id=item.there)
    if how is How.SKIP:
        return "note", tr("skipped: {why}").format(why=label)
    return ("note", tr("stays")) if how is How.REPLACE else ("caution", label)


def reason(item: Arrival, limit: int) -> str:
    """The whole sentence behind the verdict, empty where the verdict says all. `limit` in bytes."""
    if isinstance(item.error, ScanRejected):
        return "\n".join(sentence(finding, item.text) for finding in item.error.findings[:5])
    if item.error is not None:
        return " ".join(filter(None, localised(item.error)[:2]))
    if item.is_too_large:
        said = tr("It takes {size}; all notes together may take {limit}.")
        return said.format(size=size(item.size), limit=size(limit))
    return ""


# All of them


def summary(arrivals: Arrivals, outlook: Outlook) -> str:
    """What happens to the list."""
    if arrivals.how is How.REPLACE:
        stay = outlook.taken - outlook.come
        return tr("{come} new, {gone} gone, {stay} kept").format(
            come=number(outlook.come), gone=number(outlook.gone), stay=number(stay)
        )
    return tr("{come} of {all} notes come in").format(
        come=number(outlook.taken), all=number(len(arrivals.items))
    )


def budget_line(outlook: Outlook) -> str:
    """How full the list is after it."""
    check = outlook.check
    said = tr("After it: {used} of {limit} bytes ({percent} %)").format(
        used=number(check.bytes_after),
        limit=number(check.limit),
        percent=number(check.bytes_after * 100 // check.limit),
    )
    if check.over_by:
        said = tr("{line}, {over} too many").format(line=said, over=number(check.over_by))
    return said


def why_not(arrivals: Arrivals, outlook: Outlook) -> Message | None:
    """Why it can't go ahead, or None where it can."""
    check = outlook.check
    if check.problem is not None:
        return _problem(check.problem)
    if outlook.taken == 0 and outlook.refused:
        return Message(_refused(arrivals, outlook), "stop", dismissable=False)
    if outlook.taken == 0:
        return Message(_nothing(arrivals), dismissable=False)
    if check.over_budget:
        return Message(
            tr("There is no room for this: {over} bytes too many.").format(over=number(check.over_by)),
            "stop",
            hint=tr("Take some ticks away, or make room in the list first."),
            dismissable=False,
        )
    if outlook.changes_nothing:
        return Message(tr("The list is exactly like that already."), dismissable=False)
    return None


def left_out(arrivals: Arrivals, outlook: Outlook) -> Message | None:
    """What is wanted but will not come in, and why; None where all of it will."""
    if not outlook.refused:
        return None
    hint = tr("The others can come in.")
    return Message(_refused(arrivals, outlook), "caution", hint=hint, dismissable=False)


def _problem(problem: NotesUnreadable) -> Message:
    return error_message(problem)._replace(dismissable=False)


def _nothing(arrivals: Arrivals) -> str:
    if all(item.there is not None for item in arrivals.items):
        return tr("All of these notes are there already.")
    return tr("No note has a tick, so there is nothing to do.")


def _refused(arrivals: Arrivals, outlook: Outlook) -> str:
    at, error = outlook.refused[0]
    said = _refusal(arrivals.items[at], at + 1, error)
    more = len(outlook.refused) - 1
    if not more:
        return tr("{why} It is left out.").format(why=said)
    if more == 1:
        return tr("{why} It is left out, and one more is.").format(why=said)
    return tr("{why} It is left out, and {more} more are.").format(why=said, more=number(more))


def _refusal(item: Arrival, at: int, error: UserFacingError) -> str:
    if isinstance(error, ScanRejected):
        said = sentence(error.findings[0], item.text)
        return tr("Number {at} is refused by newt. {sentence}").format(at=at, sentence=said)
    if isinstance(error, DelimiterInText):
        said = tr("Line {line} of number {at} is only “§”: newt would cut the note there.")
        return said.format(line=error.line, at=at)
    if item.there is not None:
        return tr("Number {at} is there already, as note {id}.").format(at=at, id=item.there)
    if item.repeats is not None:
        return tr("Number {at} says the same as number {other}.").format(at=at, other=item.repeats + 1)
    return tr("Number {at} can't be stored. {why}").format(at=at, why=localised(error)[0])
