"""One turn of a conversation as a value: who said what, what was done, when that was claimed to be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from newt_gui.core.characters import trim

COMPACTION = "[CONTEXT COMPACTION — REFERENCE ONLY]"
_BY_HARNESS = {
    "[POST-COMPACTION — CONTINUE]": "continue",
    "[loop-guidance]": "guidance",
    "[plan-mode/approval]": "approval",
}
TITLE_LENGTH = 60  # code points
_LONGEST_MS = 1e12
_YEAR_2000, _YEAR_2200 = 946_684_800_000_000_000, 7_258_118_400_000_000_000


class Role(StrEnum):
    """Whose words the user's side of a turn holds.

    PERSON; COMPACTION: newt's own summary of what went before; CONTINUE, GUIDANCE, APPROVAL: written
    by the harness around the agent.
    """

    PERSON = "person"
    COMPACTION = "compaction"
    CONTINUE = "continue"
    GUIDANCE = "guidance"
    APPROVAL = "approval"


class ToolEvent(NamedTuple):
    """A tool that the agent used. `ok` and `duration_ms` are None where newt did not say."""

    tool: str
    args_digest: str
    ok: bool | None
    duration_ms: int | None


class Turn(NamedTuple):
    """`rowid`: SQLite's own number of it. `time_ns`: nanoseconds since the epoch, None where the claim
    makes no sense. `events_broken`: the cell is no valid JSON list. Tokens: None where not reported.
    """

    rowid: int
    conversation_id: str
    writer: str
    seq: int
    user: str
    assistant: str
    role: Role
    events: tuple[ToolEvent, ...]
    events_broken: bool
    tokens_in: int | None
    tokens_out: int | None
    time_ns: int | None

    @property
    def address(self) -> str:
        """newt's own name for the turn."""
        return f"turn:{self.conversation_id}#{self.seq}"

    @property
    def tools(self) -> str:
        """What can be found of its tool events."""
        return " ".join(f"{event.tool} {event.args_digest}" for event in self.events)


def role_of(user: str, assistant: str) -> Role:
    """Who wrote the user's side."""
    if user.startswith(COMPACTION) and not assistant:
        return Role.COMPACTION
    return next((Role(name) for begin, name in _BY_HARNESS.items() if user.startswith(begin)), Role.PERSON)


def claim(value: object) -> int | None:
    """A claim of the time in nanoseconds since the epoch; None for what can't be one (0, seconds)."""
    return value if isinstance(value, int) and _YEAR_2000 <= value < _YEAR_2200 else None


def events_of(cell: object) -> tuple[tuple[ToolEvent, ...], bool]:
    """The tool events of a cell, and whether the cell was broken: that spoils nothing else."""
    if cell in (None, ""):
        return (), False
    try:
        told = json.loads(cell) if isinstance(cell, str) else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, list):
        return (), True
    return tuple(_event(one) for one in told if isinstance(one, dict)), False


def _event(told: dict[str, Any]) -> ToolEvent:
    ok, duration = told.get("ok"), told.get("duration_ms")
    return ToolEvent(
        _text(told.get("tool")),
        _text(told.get("args_digest")),
        ok if isinstance(ok, bool) else None,
        _milliseconds(duration),
    )


def _milliseconds(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return round(value) if 0 <= value < _LONGEST_MS else None


def _text(value: object) -> str:
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value)
    # JSON can name half a character, which no file and no window can hold.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def collapsed(text: str) -> str:
    """The text in one line: every run of white space is one space."""
    return " ".join(trim(text).split())


def title_from(texts: Sequence[tuple[str, str]]) -> str:
    """A title out of the first (user, assistant) texts; what no person said never becomes one."""
    said = (user for user, assistant in texts if role_of(user, assistant) is Role.PERSON and trim(user))
    first = next(said, None)
    return "(untitled)" if first is None else collapsed(first)[:TITLE_LENGTH]
