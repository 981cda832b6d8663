"""What is odd about a notes file (pure). Asked before the window is shown, so it is quick."""

from __future__ import annotations

from collections.abc import Callable

from newt_gui.core.notes import FileKind, NotesSnapshot

CONTROLS = tuple(map(chr, (*range(9), *range(11, 32), *range(127, 160))))
"""Everything of category Cc but TAB and LF."""


def oddities(snapshot: NotesSnapshot) -> list[str]:
    """The names of everything odd, what matters most first; empty for an ordinary file.

    unreadable, not_utf8 (then nothing else is known), over_budget, bom (byte order mark), controls
    (inside notes), legacy (a note a line), line_ends (CR LF), second_name (a hard link).
    """
    if snapshot.problem is not None:
        return ["not_utf8" if snapshot.kind is FileKind.NOT_UTF8 else "unreadable"]
    return [name for name, is_there in _TESTS.items() if is_there(snapshot)]


def notes_with_controls(snapshot: NotesSnapshot) -> list[int]:
    """Ids of the notes that hold a control character other than TAB and LF."""
    present = [ch for ch in CONTROLS if ch in snapshot.text]
    if not present:
        return []
    return [id for id, text in enumerate(snapshot.entries, start=1) if any(ch in text for ch in present)]


def has_control(text: str) -> bool:
    """Whether any of `CONTROLS` is in the text."""
    return any(ch in text for ch in CONTROLS)


_TESTS: dict[str, Callable[[NotesSnapshot], object]] = {
    "over_budget": lambda snapshot: snapshot.used_bytes > snapshot.limit,
    "bom": lambda snapshot: snapshot.has_bom,
    "controls": notes_with_controls,
    "legacy": lambda snapshot: snapshot.kind is FileKind.LEGACY,
    "line_ends": lambda snapshot: snapshot.has_crlf,
    "second_name": lambda snapshot: snapshot.links > 1,
}
