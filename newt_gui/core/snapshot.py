"""The notes file as it was at one moment, and what a save would say. Pure.

The editor asks on each keystroke and the save asks again: it is the one place where a text to be
stored is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from newt_gui.core import files, notes_format
from newt_gui.core.characters import WHITE_SPACE, trim
from newt_gui.core.errors import (
    BrokenCharacter,
    DelimiterInText,
    DuplicateNote,
    EmptyText,
    NotesUnreadable,
    OverBudget,
    ScanRejected,
    UserFacingError,
)
from newt_gui.core.scan import Finding, find_all

if TYPE_CHECKING:
    from newt_gui.core.list_check import ListCheck
    from newt_gui.core.merge import Operation


class FileKind(StrEnum):
    """What the notes file is. EMPTY: no notes and no delimiter; LEGACY: one note a line."""

    MISSING = "missing"
    EMPTY = "empty"
    V2 = "v2"
    LEGACY = "legacy"
    NOT_UTF8 = "not_utf8"
    UNREADABLE = "unreadable"


class Checks(StrEnum):
    """What a list of changes must pass."""

    NEW = "new"
    """Scan, delimiter, exact duplicate and budget."""
    RESTORED = "restored"
    """From an earlier version: the same, but a duplicate is allowed."""
    HELD = "held"
    """What this file held before, or what is rescued as it stands: nothing is checked."""


class WriteCheck(NamedTuple):
    """What a save of one text would say.

    Offsets (code points) and the line number (1-based) count in the text as it was given, before
    trimming. `bytes_now` and `bytes_after`: UTF-8 bytes of all notes; `over_by`: bytes that
    `bytes_after` is over `limit`, which an edit may be that makes the whole no larger.
    """

    findings: tuple[Finding, ...]
    delimiter_line: int | None
    duplicate_of: int | None
    bytes_now: int
    bytes_after: int
    limit: int
    over_by: int
    empty: bool
    over_budget: bool
    """Whether the budget forbids this save."""
    broken_at: int | None
    """Offset of the first lone surrogate, or None."""
    entries: tuple[str, ...]
    """The notes as they are now, for the message about the budget."""
    problem: NotesUnreadable | None
    """Why the file can't take any save, or None."""

    @property
    def allowed(self) -> bool:
        """Whether a save would go through."""
        return self.error() is None

    def error(self) -> UserFacingError | None:
        """The first reason against the save, in the order in which they are tried, or None."""
        if self.problem is not None:
            return self.problem
        wrong = self.text_error()
        if wrong is not None:
            return wrong
        if self.duplicate_of is not None:
            return DuplicateNote(self.duplicate_of)
        if self.over_budget:
            return OverBudget(self.bytes_after, self.limit, self.bytes_now, self.entries)
        return None

    def text_error(self) -> UserFacingError | None:
        """What is against the text itself, whatever the other notes are."""
        return _text_error(self.empty, self.findings, self.broken_at, self.delimiter_line)


class NotesSnapshot:
    """The notes file as it was at one moment; nothing in it changes. Any thread may use it.

    `state` is None and `problem` tells why where the file could not be read. Where it is not UTF-8,
    `problem` has the byte offset, and `text` and `entries` are empty: newt sees no notes either.
    `limit` is in bytes.
    """

    def __init__(
        self,
        path: Path,
        state: files.FileState | None,
        kind: FileKind,
        entries: tuple[str, ...],
        limit: int,
        problem: NotesUnreadable | None = None,
        text: str = "",
    ) -> None:
        self.path = path
        self.state = state
        self.kind = kind
        self.entries = entries
        self.limit = limit
        self.problem = problem
        self.text = text

    @property
    def has_bom(self) -> bool:
        """Whether the text begins with U+FEFF, which newt takes for a part of the first note."""
        return self.text.startswith("\ufeff")

    @property
    def has_crlf(self) -> bool:
        """Whether any line ends with CRLF."""
        return "\r\n" in self.text

    @property
    def links(self) -> int:
        """How many names the file has on its disk; 0 where there is no file to read."""
        return self.state.links if self.state is not None else 0

    @cached_property
    def normalising(self) -> tuple[notes_format.Change, ...]:
        """What the next save would change beyond the edit."""
        return notes_format.normalising_changes(self.text)

    @cached_property
    def used_bytes(self) -> int:
        """UTF-8 bytes of all notes with their separators."""
        return notes_format.used_bytes(self.entries)

    @property
    def percent(self) -> int:
        """Share of the budget in use, rounded down as newt does."""
        return self.used_bytes * 100 // self.limit

    def check(
        self, text: str, id: int | None = None, findings: Sequence[Finding] | None = None
    ) -> WriteCheck:
        """What a save of `text` as note `id` (1-based; None: as a new note) would say.

        `findings`: what a scan of `text` found, where that is known already. IndexError for an id
        that is not there.
        """
        if id is not None and not 1 <= id <= len(self.entries):
            raise IndexError(id)
        trimmed = trim(text)
        lead = len(text) - len(text.lstrip(WHITE_SPACE))
        line = notes_format.delimiter_line(trimmed)
        after = self._bytes_after(trimmed, id)
        return WriteCheck(
            findings=tuple(find_all(trimmed, lead) if findings is None else findings),
            delimiter_line=line and line + text.count("\n", 0, lead),
            duplicate_of=self._duplicate_of(trimmed, id),
            bytes_now=self.used_bytes,
            bytes_after=after,
            limit=self.limit,
            over_by=max(0, after - self.limit),
            empty=not trimmed,
            over_budget=after > self.limit and (id is None or after > self.used_bytes),
            broken_at=_lone_surrogate(trimmed, lead),
            entries=self.entries,
            problem=self.problem,
        )

    def check_whole(self, text: str, id: int) -> WriteCheck:
        """The same for a legacy file whose text becomes one note with note `id` replaced by `text`.

        Becoming one note costs nothing by itself, so the bytes are those of that one note before
        and after the edit, and a line that says the same is not a second note.
        """
        checked = self.check(text, id)
        now, after = (
            notes_format.byte_length(notes_format.keep_whole(self.text, id, entry))
            for entry in (self.entries[id - 1], trim(text))
        )
        return checked._replace(
            duplicate_of=None,
            bytes_now=now,
            bytes_after=after,
            over_by=max(0, after - self.limit),
            over_budget=after > self.limit and after > now,
        )

    def check_list(
        self, seen: Sequence[str], operations: Sequence[Operation], checks: Checks = Checks.NEW
    ) -> ListCheck:
        """What a save of `operations`, made on the list `seen`, would say.

        Raises NotesConflict where they can't be done to the notes as they are, IndexError for an
        id that `seen` does not have.
        """
        from newt_gui.core.list_check import check_list  # at the start no list is judged

        return check_list(self, seen, operations, checks)

    @cached_property
    def _ids_by_text(self) -> dict[str, int]:
        ids = range(len(self.entries), 0, -1)
        return dict(zip(reversed(self.entries), ids, strict=True))

    def _bytes_after(self, trimmed: str, id: int | None) -> int:
        size = notes_format.byte_length(trimmed)
        if id is not None:
            return self.used_bytes - notes_format.byte_length(self.entries[id - 1]) + size
        if not trimmed:
            return self.used_bytes
        return self.used_bytes + size + notes_format.separator_bytes(2 if self.entries else 1)

    def _duplicate_of(self, trimmed: str, id: int | None) -> int | None:
        if id is not None and self.entries[id - 1] == trimmed:
            return None
        return self._ids_by_text.get(trimmed)


def text_error(trimmed: str) -> UserFacingError | None:
    """Why a text can't be stored whatever the other notes are: the first reason, or None."""
    return _text_error(
        not trimmed, tuple(find_all(trimmed)), _lone_surrogate(trimmed), notes_format.delimiter_line(trimmed)
    )


def unreadable_snapshot(path: Path, reason: str, limit: int) -> NotesSnapshot:
    """The snapshot of a file that can't be read at all. `reason`: a clause without a full stop."""
    problem = NotesUnreadable(path, None, reason)
    return NotesSnapshot(path, None, FileKind.UNREADABLE, (), limit, problem)


def snapshot_of(path: Path, state: files.FileState, limit: int) -> NotesSnapshot:
    """The snapshot that a file's content makes. `limit` in bytes."""
    if state.data is None:
        return NotesSnapshot(path, state, FileKind.MISSING, (), limit)
    try:
        text = files.decode(state.data)
    except UnicodeDecodeError as error:
        problem = NotesUnreadable(path, error.start, _not_utf8(error.start))
        return NotesSnapshot(path, state, FileKind.NOT_UTF8, (), limit, problem)
    entries = tuple(notes_format.parse(text))
    return NotesSnapshot(path, state, _kind(text, entries), entries, limit, text=text)


def _kind(text: str, entries: tuple[str, ...]) -> FileKind:
    if notes_format.is_v2(text):
        return FileKind.V2
    return FileKind.LEGACY if entries else FileKind.EMPTY


def _not_utf8(offset: int) -> str:
    return f"byte {offset:,} is not UTF-8, so newt sees no notes in it and would wipe it with its next save"


def _text_error(
    empty: bool, findings: tuple[Finding, ...], broken_at: int | None, delimiter_line: int | None
) -> UserFacingError | None:
    if empty:
        return EmptyText()
    if findings:
        return ScanRejected(findings)
    if broken_at is not None:
        return BrokenCharacter(broken_at)
    return None if delimiter_line is None else DelimiterInText(delimiter_line)


def _lone_surrogate(text: str, base: int = 0) -> int | None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return base + error.start
    return None
