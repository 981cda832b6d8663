"""The sentences beside what newt's recall tool returns."""

from __future__ import annotations

from collections.abc import Sequence

from newt_gui.core.conversations import Conversation
from newt_gui.qt.numbers import number
from newt_gui.recall.words import tr


def fence(workspace: str, conversations: Sequence[Conversation]) -> str:
    """What newt can find at all, whatever the list beside it shows."""
    count = len(conversations)
    if not count:
        return tr("newt's own recall sees nothing: this workspace ({name}) has no conversations.").format(
            name=workspace
        )
    said = tr(
        "newt's own recall sees only this workspace ({name}, conversations: {count}), and leaves out the "
        "conversation that it is in. The filters beside the list mean nothing to it."
    )
    return said.format(name=workspace, count=number(count))


def nothing() -> str:
    """The search found nothing."""
    return tr("(no hits)")


def no_query() -> str:
    """There is nothing typed that newt could search for."""
    return tr("(nothing to search for: type a query on the other side)")


def long_turns() -> str:
    """Some of the turns found are very long."""
    return tr("Some of the turns below are very long: newt may show another passage of them.")


def recent(active: Conversation | None, is_chosen: bool) -> str:
    """Which conversation the last turns are of."""
    if active is None:
        return tr(
            "No newt has a conversation of this workspace open now. Choose one with the menu of its row."
        )
    said = (
        tr("Last turns of “{title}”, which you chose.")
        if is_chosen
        else tr("Last turns of “{title}”, which newt has open now.")
    )
    return said.format(title=" ".join(active.title.split()))
