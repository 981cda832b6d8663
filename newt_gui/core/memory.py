"""An agent's memory as a whole: its sources in order, and the values that pass through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from newt_gui.core.errors import NotesUnsupported
from newt_gui.core.memory_provider import MemoryProvider

__all__ = [
    "ConversationTurn",
    "MemMessage",
    "MemoryManager",
    "MemoryProvider",
    "NotesUnsupported",
    "Role",
    "SessionContext",
    "TokenUsage",
    "TurnMetrics",
]

Role = Literal["system", "user", "assistant", "tool"]


class SessionContext(NamedTuple):
    """What a session is about. `workspace`: the absolute path of the folder that it works in."""

    workspace: str
    session_id: str


class MemMessage(NamedTuple):
    """One message as the model sees it."""

    role: Role
    content: str


class ConversationTurn(NamedTuple):
    """One turn that is over.

    `events`: what the tools did, an object each (tool, args_digest, ok, duration_ms);
    `phantom_reaches`: what was reached for and was not there; `sources`: what the answer rests on.
    `tokens_in`, `tokens_out`: tokens read and written, None where that was not reported.
    """

    user: str
    assistant: str
    events: Sequence[dict[str, Any]] = ()
    phantom_reaches: Sequence[str] = ()
    tokens_in: int | None = None
    tokens_out: int | None = None
    sources: Sequence[str] = ()


class TokenUsage(NamedTuple):
    """Tokens that a turn took, as the endpoint counted them."""

    input_tokens: int
    output_tokens: int


class TurnMetrics(NamedTuple):
    """What one turn took.

    `elapsed_ms`: milliseconds from the question to the end of the answer; `usage`: None where it
    was not reported; `cost_usd`: US dollars, None where unknown, 0.0 where known to be free;
    `hallucinations`: how often something was reached for that is not there; `end_reason`: why the
    turn ended, None where it just did.
    """

    elapsed_ms: int
    usage: TokenUsage | None = None
    cost_usd: float | None = None
    model_id: str = ""
    endpoint: str = ""
    hallucinations: int = 0
    end_reason: str | None = None


class MemoryManager:
    """Sources of memory in the order of their blocks: soul, instructions file, history, notes."""

    def __init__(self, providers: Iterable[MemoryProvider]) -> None:
        self.providers = tuple(providers)

    def initialize_all(self, ctx: SessionContext) -> list[tuple[str, Exception]]:
        """Begin a session with every source; return the name and the error of each that failed."""
        failures = []
        for provider in self.providers:
            try:
                provider.initialize(ctx)
            except Exception as error:
                failures.append((provider.name(), error))
        return failures

    def system_prompt(self) -> str:
        """The blocks that are not empty, with one blank line between them."""
        blocks = (provider.system_prompt_block() for provider in self.providers)
        return "\n\n".join(block for block in blocks if block)

    def build_messages(self, system_prompt: str, new_task: str) -> list[MemMessage]:
        """The messages of the first source that has any, else the prompt and the task."""
        for provider in self.providers:
            messages = provider.build_messages(system_prompt, new_task)
            if messages:
                return messages
        return [MemMessage("system", system_prompt), MemMessage("user", new_task)]

    def usage(self) -> list[tuple[str, int, int]]:
        """(label, in use, most) of every source that is limited."""
        triples = (provider.usage() for provider in self.providers)
        return [triple for triple in triples if triple is not None]

    def add_note(self, fact: str) -> None:
        """Keep a new note with the first source that can.

        Raises the first error of those that keep notes, NotesUnsupported where none does.
        """
        self._first_success(lambda provider: provider.add_note(fact))

    def replace_note(self, old_substring: str, new_text: str) -> None:
        """Replace the one note that contains the substring; raises as `add_note` does."""
        self._first_success(lambda provider: provider.replace_note(old_substring, new_text))

    def remove_note(self, substring: str) -> None:
        """Remove the one note that contains the substring; raises as `add_note` does."""
        self._first_success(lambda provider: provider.remove_note(substring))

    def _first_success(self, operation: Callable[[MemoryProvider], None]) -> None:
        first_error: Exception | None = None
        for provider in self.providers:
            try:
                operation(provider)
            except NotesUnsupported:
                continue
            except Exception as error:
                first_error = first_error or error
            else:
                return
        raise first_error or NotesUnsupported()
