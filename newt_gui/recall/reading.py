"""Makes of a conversation what the reader shows: who said what, the tools used, and where to open it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from newt_gui.core.characters import trim
from newt_gui.core.conversations import Conversation
from newt_gui.core.paths import display_path
from newt_gui.core.text_search import find_spans
from newt_gui.core.turns import Role, ToolEvent, Turn
from newt_gui.qt.numbers import number
from newt_gui.recall import words
from newt_gui.recall.findings import Reading
from newt_gui.recall.reader_text import Part, Place, Speaker
from newt_gui.recall.rows import Address, Passage
from newt_gui.recall.times import time_text


def reading_of(
    conversation: Conversation, turns: Sequence[Turn], address: Address, passage: Passage | None
) -> Reading:
    """The conversation, opened at the turn of `address` and there at `passage`."""
    parts = [part for at, turn in enumerate(turns) for part in parts_of(at, turn)]
    goal = _goal(parts, _turn_at(turns, address), passage)
    return Reading(address, conversation.title, about(conversation), parts, len(turns), goal)


def about(conversation: Conversation) -> str:
    """The line under the title."""
    return " · ".join(
        filter(
            None,
            (
                words.tr("newt has it open now") if conversation.is_live else "",
                display_path(conversation.workspace_path) if conversation.workspace_path else "",
                words.turns(conversation.turns),
                words.tr("begun {time}").format(time=time_text(conversation.started_ns)),
            ),
        )
    )


def parts_of(at: int, turn: Turn) -> Iterator[Part]:
    """What was said in one turn, in order; the first part has the time in its heading."""
    said = list(_said(turn)) or [(Speaker.PERSON, words.speaker(Speaker.PERSON), "")]
    for count, (who, heading, text) in enumerate(said):
        if count == 0:
            heading = f"{heading} · {time_text(turn.time_ns)}"
        yield Part(at, who, heading, text)


def _said(turn: Turn) -> Iterator[tuple[Speaker, str, str]]:
    if trim(turn.user):
        who = Speaker.PERSON if turn.role is Role.PERSON else Speaker.SYSTEM
        yield who, words.role(turn.role), turn.user
    if trim(turn.assistant):
        yield Speaker.AGENT, words.speaker(Speaker.AGENT), turn.assistant
    if turn.events or turn.events_broken:
        yield Speaker.TOOLS, words.speaker(Speaker.TOOLS), _tools(turn)


def _tools(turn: Turn) -> str:
    if turn.events_broken:
        return words.tr("What newt noted of its tools here can't be read.")
    return "\n".join(map(_event, turn.events))


def _event(event: ToolEvent) -> str:
    went = {True: words.tr("ok"), False: words.tr("failed"), None: ""}[event.ok]
    told = (event.tool or words.tr("(no name)"), event.args_digest, went, _duration(event.duration_ms))
    return "   ".join(filter(None, told))


def _duration(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    if milliseconds < 1_000:
        return words.tr("{count} ms").format(count=milliseconds)
    if milliseconds < 60_000:
        return words.tr("{count} s").format(count=f"{milliseconds / 1_000:.1f}")
    return words.tr("{minutes} min {seconds} s").format(
        minutes=number(milliseconds // 60_000), seconds=milliseconds // 1_000 % 60
    )


def _turn_at(turns: Sequence[Turn], address: Address) -> int:
    """The place of the turn among the others, -1 where the address is of the whole conversation."""
    for at, turn in enumerate(turns):
        if turn.seq == address.seq and address.writer in (None, turn.writer):
            return at
    return -1


def _goal(parts: Sequence[Part], turn: int, passage: Passage | None) -> Place | None:
    own = [(at, part) for at, part in enumerate(parts) if part.turn == turn]
    if not own:
        return None
    if passage is not None:
        for search in (_passage_in, _match_in):
            for at, part in own:
                span = search(part.text, passage)
                if span is not None:
                    return Place(at, *span)
    return Place(own[0][0], 0, 0)


def _passage_in(text: str, passage: Passage) -> tuple[int, int] | None:
    at = text.find(passage.text) if passage.text else -1
    return None if at < 0 else (at + passage.start, at + passage.end)


def _match_in(text: str, passage: Passage) -> tuple[int, int] | None:
    """What was found, wherever it stands: the index joins texts that stand apart here."""
    return next(find_spans(text, passage.text[passage.start : passage.end]), None)
