"""What newt itself does with its notes: a source of memory, and three operations on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newt_gui.core.memory_provider import MemoryProvider
from newt_gui.core.notes_format import prompt_block

if TYPE_CHECKING:
    from newt_gui.core.memory import MemMessage, SessionContext, TurnMetrics
    from newt_gui.core.notes_file import NotesFile
    from newt_gui.core.snapshot import NotesSnapshot


class NewtNotes(MemoryProvider):
    """The notes of a file as newt has them: frozen for a session, added to and replaced by substring.

    The operations act on what is on disk at that moment, not on what was loaded.
    """

    def __init__(self, file: NotesFile) -> None:
        self._file = file
        self._frozen_block: str | None = None

    def name(self) -> str:
        return "note_store"

    def initialize(self, ctx: SessionContext) -> None:
        """Load the notes and freeze the block: as newt does, until the next session begins."""
        self._frozen_block = prompt_block(self._file.load().entries, self._file.limit)

    def system_prompt_block(self) -> str | None:
        """The notes as they were when the session began; None before, and where there were none."""
        return self._frozen_block

    def build_messages(self, system_prompt: str, new_task: str) -> list[MemMessage]:
        return []

    def sync_turn(self, user: str, assistant: str, metrics: TurnMetrics) -> None:
        return

    def usage(self) -> tuple[str, int, int]:
        """Bytes in use now, and the limit in bytes."""
        return ("notes", self._file.snapshot.used_bytes, self._file.limit)

    def add(self, fact: str) -> NotesSnapshot:
        """Add a note at the end; nothing happens where it is empty or there already.

        Raises ScanRejected, BrokenCharacter, DelimiterInText, OverBudget.
        """
        from newt_gui.core.newt_operations import adding

        change = adding(fact)
        return self._file.snapshot if change is None else self._file.save(change)

    def replace(self, old_substring: str, new_text: str) -> NotesSnapshot:
        """Put `new_text` in the place of the one note that contains the substring.

        Raises EmptyText, then as `add` does, NoMatch and AmbiguousMatch before OverBudget.
        """
        from newt_gui.core.newt_operations import replacing

        return self._file.save(replacing(old_substring, new_text))

    def remove(self, substring: str) -> NotesSnapshot:
        """Remove the one note that contains the substring. Raises NoMatch, AmbiguousMatch."""
        from newt_gui.core.newt_operations import removing

        return self._file.save(removing(substring))

    def add_note(self, fact: str) -> None:
        self.add(fact)

    def replace_note(self, old_substring: str, new_text: str) -> None:
        self.replace(old_substring, new_text)

    def remove_note(self, substring: str) -> None:
        self.remove(substring)
