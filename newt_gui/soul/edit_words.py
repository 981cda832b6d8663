"""What the banner over a soul's editor says."""

from __future__ import annotations

from collections.abc import Callable

from newt_gui.qt.messages import Message, error_message
from newt_gui.soul.draft import Draft
from newt_gui.soul.words import tr


def draft_message(draft: Draft, compare: Callable[[], None], *, is_faithful: bool) -> Message | None:
    """What stands in the way of the draft, or what the next save does besides; None for nothing."""
    if draft.theirs is not None:
        return _conflict(draft, compare)
    if draft.problem is not None:
        return error_message(draft.problem, "caution")
    if not is_faithful:
        return Message(
            tr("This text holds something that can't be shown and given back as it is, so it is read-only."),
            "caution",
            dismissable=False,
        )
    if draft.links > 1:
        return Message(
            tr("The file has a second name (a hard link). When you save, that other name keeps the old text.")
        )
    return None


def _conflict(draft: Draft, compare: Callable[[], None]) -> Message:
    gone = draft.theirs is None or draft.theirs.text is None
    text = (
        tr("Somebody else removed this file while you were editing it.")
        if gone
        else tr("Somebody else changed this file while you were editing it.")
    )
    return Message(
        text,
        "caution",
        ((tr("Decide…") if gone else tr("Compare…"), compare),),
        tr("Your text is kept until you decide; nothing is saved before that."),
        dismissable=False,
    )
