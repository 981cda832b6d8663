"""newt's own three operations on its notes, each with newt's order of checks. Pure.

Each gives the change to make to the notes as they are on disk, once the text has passed what needs
no other note.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from newt_gui.core.characters import trim
from newt_gui.core.errors import AmbiguousMatch, NoMatch, OverBudget
from newt_gui.core.notes_format import used_bytes
from newt_gui.core.snapshot import NotesSnapshot, text_error

if TYPE_CHECKING:
    from newt_gui.core.notes_file import Change


def adding(fact: str) -> Change | None:
    """Add a note at the end; None, and no error, where it is empty. The same text twice is no error.

    Raises what the text itself is refused for; the change raises OverBudget.
    """
    text = trim(fact)
    if not text:
        return None
    _require_storable(text)

    def change(now: NotesSnapshot) -> Sequence[str] | None:
        return None if text in now.entries else _within_budget(now, (*now.entries, text))

    return change


def replacing(old_substring: str, new_text: str) -> Change:
    """Put `new_text` in the place of the one note that contains the substring.

    Raises what the text itself is refused for, EmptyText included; the change raises NoMatch,
    AmbiguousMatch and OverBudget, this also for a list that is over the limit but smaller than now.
    """
    text = trim(new_text)
    _require_storable(text)

    def change(now: NotesSnapshot) -> Sequence[str]:
        at = _only_match(now.entries, old_substring)
        return _within_budget(now, (*now.entries[:at], text, *now.entries[at + 1 :]))

    return change


def removing(substring: str) -> Change:
    """Remove the one note that contains the substring. The change raises NoMatch and AmbiguousMatch."""

    def change(now: NotesSnapshot) -> Sequence[str]:
        at = _only_match(now.entries, substring)
        return (*now.entries[:at], *now.entries[at + 1 :])

    return change


def _require_storable(trimmed: str) -> None:
    error = text_error(trimmed)
    if error is not None:
        raise error


def _only_match(entries: Sequence[str], substring: str) -> int:
    """The 0-based place of the one note that contains the trimmed, non-empty substring."""
    part = trim(substring)
    found = [at for at, entry in enumerate(entries) if part and part in entry]
    if not found:
        raise NoMatch(part)
    if len(found) > 1:
        raise AmbiguousMatch(part, [(at + 1, entries[at]) for at in found])
    return found[0]


def _within_budget(now: NotesSnapshot, entries: Sequence[str]) -> Sequence[str]:
    needed = used_bytes(entries)
    if needed > now.limit:
        raise OverBudget(needed, now.limit, now.used_bytes, now.entries)
    return entries
