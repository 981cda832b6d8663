"""What every source of an agent's memory can do.

A module of its own, because the notes are one such source and must be there at once when the
window starts; the values that pass through are in `memory`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from newt_gui.core.memory import ConversationTurn, MemMessage, SessionContext, TurnMetrics


class MemoryProvider(ABC):
    """One source of memory. All methods are plain functions; what a source doesn't do, it leaves out."""

    @abstractmethod
    def name(self) -> str:
        """A short name for logs and reports."""

    @abstractmethod
    def build_messages(self, system_prompt: str, new_task: str) -> list[MemMessage]:
        """The conversation that the model is to see before it starts; empty where another one makes it."""

    @abstractmethod
    def sync_turn(self, user: str, assistant: str, metrics: TurnMetrics) -> None:
        """Take note of one finished turn."""

    def initialize(self, ctx: SessionContext) -> None:
        """A session begins: load what is needed for it."""
        return

    def system_prompt_block(self) -> str | None:
        """What is to stand in the system prompt, or None."""
        return None

    def prefetch(self, query: str) -> str:
        """What fits the query, for the coming turn; may be empty."""
        return ""

    def reset(self) -> None:
        """The conversation begins anew."""
        return

    def restore_turns(self, turns: Sequence[ConversationTurn]) -> None:
        """The conversation goes on after these turns, oldest first."""
        return

    def take_compaction_record(self) -> str | None:
        """What the last shortening of the conversation left to be recorded, once; else None."""
        return None

    def on_pre_compress(self, messages: Sequence[MemMessage]) -> str:
        """The messages are about to be shortened: what is to be kept of them, maybe nothing."""
        return ""

    def on_session_end(self, messages: Sequence[MemMessage]) -> None:
        """The session ends with these messages."""
        return

    def usage(self) -> tuple[str, int, int] | None:
        """What is limited here: a label, how much is in use, and the most; else None."""
        return None

    def add_note(self, fact: str) -> None:
        """Keep a new note. Raises NotesUnsupported where no notes are kept."""
        raise _unsupported()

    def replace_note(self, old_substring: str, new_text: str) -> None:
        """Replace the one note that contains the substring. Raises NotesUnsupported likewise."""
        raise _unsupported()

    def remove_note(self, substring: str) -> None:
        """Remove the one note that contains the substring. Raises NotesUnsupported likewise."""
        raise _unsupported()


def _unsupported() -> Exception:
    from newt_gui.core.errors import NotesUnsupported

    return NotesUnsupported()
