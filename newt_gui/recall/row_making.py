"""Makes rows of what was looked up."""

from __future__ import annotations

from pathlib import PurePath

from newt_gui.core.conversations import Conversation
from newt_gui.core.excerpt import ELLIPSIS
from newt_gui.core.recall_search import Hit
from newt_gui.core.turns import Role, Turn
from newt_gui.recall import words
from newt_gui.recall.reader_text import Speaker
from newt_gui.recall.rows import LONGEST_SNIPPET, LONGEST_TITLE, Address, Passage, Row, shown
from newt_gui.recall.times import time_text


def workspace_name(path: str) -> str:
    """The last part of a folder's path, which people know it by."""
    return PurePath(path.replace("\\", "/")).name or path


def conversation_row(conversation: Conversation, names_workspace: bool) -> Row:
    """A row for a whole conversation."""
    return Row(
        Address(conversation.id),
        shown(conversation.title, LONGEST_TITLE),
        time_text(conversation.updated_ns),
        words.turns(conversation.turns),
        tags=_tags(conversation.workspace_path if names_workspace else "", conversation.is_live),
    )


def hit_row(hit: Hit, turn: Turn | None, names_workspace: bool) -> Row:
    """A row for a hit; `turn`: the turn itself, where it is still there."""
    passage = passage_of(hit)
    marks = tuple((start, end) for start, end in hit.marks if end <= LONGEST_SNIPPET)
    return Row(
        Address(hit.conversation_id, hit.seq, hit.writer),
        shown(hit.title, LONGEST_TITLE),
        time_text(hit.time_ns),
        words.speaker(_who(turn, passage)) if turn is not None else "",
        shown(hit.snippet),
        marks,
        _tags(hit.workspace_path if names_workspace else "", False),
        passage,
    )


def _tags(workspace_path: str, is_live: bool) -> tuple[str, ...]:
    place = shown(workspace_name(workspace_path), LONGEST_TITLE) if workspace_path else ""
    return tuple(filter(None, (place, words.tr("open in newt now") if is_live else "")))


def passage_of(hit: Hit) -> Passage | None:
    """The snippet as a stretch of the turn, and the first match in it."""
    if not hit.marks:
        return None
    text = hit.snippet
    front = len(ELLIPSIS) if text.startswith(ELLIPSIS) else 0
    text = text[front:].removesuffix(ELLIPSIS)
    start, end = hit.marks[0]
    return Passage(text, max(0, start - front), max(0, end - front))


def _who(turn: Turn, passage: Passage | None) -> Speaker:
    """Whose words were found."""
    said = Speaker.PERSON if turn.role is Role.PERSON else Speaker.SYSTEM
    if passage is None:
        return said
    wanted = passage.text
    for text, who in ((turn.user, said), (turn.assistant, Speaker.AGENT)):
        if wanted in text or wanted in " ".join(text.split()):
            return who
    return Speaker.TOOLS if turn.events else said
