"""Conversations as text: as newt's recall tool shows them to the model, and as Markdown for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from newt_gui.core.conversations import SHORT_ID, Conversation
from newt_gui.core.recall import MARK_BEGIN, MARK_END, SearchHit
from newt_gui.core.turns import Role, Turn, collapsed

USUAL_HITS, MOST_HITS = 5, 10


def recall_tool_text(hits: Sequence[SearchHit], limit: int = USUAL_HITS) -> str:
    """What newt's recall tool returns for hits, best first; "" for none. `limit`: 1 to 10."""
    return "\n".join(map(_tool_hit, hits[: max(1, min(MOST_HITS, limit))]))


def _tool_hit(hit: SearchHit) -> str:
    snippet = collapsed(hit.snippet).replace(MARK_BEGIN, "«").replace(MARK_END, "»")
    return f"{hit.conversation_id[:SHORT_ID]} {collapsed(hit.title)} #{hit.seq}\n    {snippet}"


def conversation_markdown(
    conversation: Conversation, turns: Sequence[Turn], when: Callable[[int | None], str]
) -> str:
    """A conversation as Markdown. Text stands in fences, so that nothing in it is taken for markup.

    `when` words a time in nanoseconds since the epoch, None for an unknown one.
    """
    lines = [f"# {collapsed(conversation.title)}", "", f"- Conversation: `{conversation.id}`"]
    if conversation.workspace_path:
        lines.append(f"- Workspace: `{conversation.workspace_path}`")
    lines += [f"- Begun: {when(conversation.started_ns)}", f"- Turns: {len(turns)}", ""]
    for turn in turns:
        lines += _turn(turn, when)
    return "\n".join(lines)


_HEADINGS = {
    Role.PERSON: "Person",
    Role.COMPACTION: "Summary by newt of what went before",
    Role.CONTINUE: "Written by newt: continue",
    Role.GUIDANCE: "Written by newt: guidance",
    Role.APPROVAL: "Written by newt: approval",
}


def _turn(turn: Turn, when: Callable[[int | None], str]) -> Iterator[str]:
    yield from (f"## {turn.seq} · {when(turn.time_ns)}", "")
    if turn.user:
        yield from (f"**{_HEADINGS[turn.role]}**", "", *_fenced(turn.user), "")
    for event in turn.events:
        result = {True: "worked", False: "failed", None: "result unknown"}[event.ok]
        yield f"- Tool `{event.tool}` {result}: `{event.args_digest}`"
    if turn.events:
        yield ""
    if turn.assistant:
        yield from ("**Agent**", "", *_fenced(turn.assistant), "")


def _fenced(text: str) -> list[str]:
    """Between fences that are longer than any run of the sign in the text."""
    longest = run = 0
    for ch in text:
        run = run + 1 if ch == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", text, fence]
