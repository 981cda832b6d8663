"""The format of NOTES.md: text to entries and back, titles, sizes. Pure.

Lines end at LF, and one CR directly before that LF belongs to the line end; nothing else breaks a
line. A line that trims to the delimiter ends an entry ("v2"); a file without one is "legacy", and
each of its lines that isn't blank is an entry. Ids are positions, counted from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from newt_gui.core.characters import trim

DELIMITER = "§"
_SEPARATOR = f"\n{DELIMITER}\n"
_SEPARATOR_BYTES = len(_SEPARATOR.encode())


class Change(StrEnum):
    """What the next save of a file would change beyond the edit."""

    LEGACY = "legacy"
    """One note a line becomes delimited notes."""
    LINE_ENDS = "line_ends"
    """CRLF becomes LF."""
    BLANKS = "blanks"
    """Blank lines and spaces around notes, and empty notes, go; a missing last line end comes."""
    LAST_DELIMITER = "last_delimiter"
    """The last note gets the delimiter that it lacks."""


def parse(text: str) -> list[str]:
    """The entries of a file's text, trimmed, empty ones dropped, in file order. Any text is valid."""
    lines = _lines(text)
    if not any(map(_is_delimiter, lines)):
        return [entry for entry in map(trim, lines) if entry]
    entries, start = [], 0
    for number, line in enumerate([*lines, DELIMITER]):
        if _is_delimiter(line):
            entries.append(trim("\n".join(lines[start:number])))
            start = number + 1
    return [entry for entry in entries if entry]


def serialize(entries: Sequence[str]) -> str:
    """The text of a file that holds the entries; empty for none. Entries are stored as they are."""
    return "".join(f"{entry}{_SEPARATOR}" for entry in entries)


def title(entry: str) -> str:
    """The first line that isn't blank, trimmed; empty where all are."""
    return trim(trim(entry).partition("\n")[0])


def used_bytes(entries: Sequence[str]) -> int:
    """Size in UTF-8 bytes of the entries joined by LF § LF, as newt counts its budget."""
    return sum(map(byte_length, entries)) + separator_bytes(len(entries))


def byte_length(text: str) -> int:
    """Length in UTF-8 bytes. A lone surrogate, which UTF-8 can't hold, counts 3."""
    return len(text.encode("utf-8", "surrogatepass"))


def separator_bytes(count: int) -> int:
    """Bytes between `count` entries: 4 for each gap."""
    return _SEPARATOR_BYTES * max(0, count - 1)


def is_v2(text: str) -> bool:
    """Whether any line is a delimiter."""
    return delimiter_line(text) is not None


def delimiter_line(text: str) -> int | None:
    """The 1-based number of the first line that trims to the delimiter, or None."""
    if DELIMITER not in text:
        return None
    return next((n for n, line in enumerate(_lines(text), start=1) if _is_delimiter(line)), None)


def keep_whole(text: str, id: int, new_text: str) -> str:
    """A legacy file's text as one entry, with entry `id` (1-based) replaced by `new_text`.

    Indentation, blank lines and order of all other lines stay; CRLF becomes LF; the whole is
    trimmed. ValueError for a v2 file, IndexError for an id that is not there.
    """
    if is_v2(text):
        raise ValueError("only a file without delimiters can be kept whole")
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if trim(line)]
    if not 1 <= id <= len(filled):
        raise IndexError(id)
    number = filled[id - 1]
    before, after = lines[number].split(trim(lines[number]), maxsplit=1)
    lines[number] = f"{before}{new_text}{after}"
    return trim("\n".join(lines).replace("\r\n", "\n"))


def prompt_block(entries: Sequence[str], limit: int) -> str | None:
    """What newt puts before its model for the entries, or None for none. `limit` in bytes."""
    if not entries:
        return None
    used = used_bytes(entries)
    body = trim(_SEPARATOR.join(entries))
    return f"## Agent Notes ({used}/{limit}, {used * 100 // limit}%)\n{body}"


def normalising_changes(text: str) -> tuple[Change, ...]:
    """What `serialize(parse(text))` changes; empty exactly where it gives `text` back."""
    written = serialize(parse(text))
    if written == text:
        return ()
    changes = []
    expected = text.replace("\r\n", "\n")
    if expected != text:
        changes.append(Change.LINE_ENDS)
    if written and not is_v2(text):
        changes.append(Change.LEGACY)
        expected = expected.removesuffix("\n").replace("\n", _SEPARATOR) + _SEPARATOR
    elif _lacks_last_delimiter(expected):
        changes.append(Change.LAST_DELIMITER)
        expected = expected.removesuffix("\n") + _SEPARATOR
    if expected != written:
        changes.append(Change.BLANKS)
    return tuple(changes)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _is_delimiter(line: str) -> bool:
    return DELIMITER in line and trim(line) == DELIMITER


def _lacks_last_delimiter(text: str) -> bool:
    last = trim(trim(text).rpartition("\n")[2])
    return last not in ("", DELIMITER)
