"""Trouble that a person can act on, as types with fields.

Every error says what happened, why, and what to do. The sentences are templates over the error's
fields, so that a window can translate the template before it fills it in. A bug is never one of
these: it stays an ordinary Python exception and goes to the crash report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from newt_gui.core.quoting import quoted

if TYPE_CHECKING:
    from newt_gui.core.scan import Finding


_ORDINALS = frozenset(("column", "id", "line"))
"""Fields that say which one, not how many: they are written without groups of digits."""


def _unchanged(template: str) -> str:
    return template


def _grouped(value: int) -> str:
    return f"{value:,}"


class UserFacingError(Exception):
    """Something in the environment or the input is in the way; nothing was written.

    `what`, `why` and `hint` are plain sentences (never markup). `fields` fill the templates.
    """

    what_template: ClassVar[str] = "{what}"
    why_template: ClassVar[str] = "{why}"
    hint_template: ClassVar[str] = "{hint}"

    def __init__(self, what: str = "", why: str = "", hint: str = "", **fields: Any) -> None:
        self.fields = {"what": what, "why": why, "hint": hint, **fields}
        super().__init__(type(self).__name__)

    def texts(
        self, translate: Callable[[str], str] = _unchanged, number: Callable[[int], str] = _grouped
    ) -> tuple[str, str, str]:
        """(what, why, hint), each template passed through `translate` before it is filled in.

        `number` writes the whole numbers among the fields.
        """
        fields = {
            name: number(value) if isinstance(value, int) and name not in _ORDINALS else value
            for name, value in self.fields.items()
        }
        what, why, hint = (
            translate(template).format(**fields) if template else ""
            for template in (self.what_template, self.why_template, self.hint_template)
        )
        return what, why, hint

    @property
    def what(self) -> str:
        """What happened, one sentence."""
        return self.texts()[0]

    @property
    def why(self) -> str:
        """Why it happened, one sentence or empty."""
        return self.texts()[1]

    @property
    def hint(self) -> str:
        """What to do now, one sentence or empty."""
        return self.texts()[2]

    def __str__(self) -> str:
        return " ".join(text for text in self.texts() if text)


class ScanRejected(UserFacingError):
    """The security scan refuses a text. `findings`: at least one, in rule order."""

    what_template = "newt refuses this text."
    why_template = "{reason}"
    hint_template = "Remove or rephrase the marked part, then save again."

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(reason=self.findings[0].why)


class OverBudget(UserFacingError):
    """The list would be larger than newt's limit.

    `needed`: bytes of the resulting list; `limit`: bytes allowed; `used`: bytes in use now;
    `entries`: the current notes in file order, for the person to choose what to cut.
    """

    what_template = "There is no room for this: {over} bytes too many."
    why_template = (
        "With it the notes would take {needed} bytes; newt's limit is {limit} bytes, "
        "and {used} ({percent} %) are in use now."
    )
    hint_template = "Shorten this note or another one, then save again."

    def __init__(self, needed: int, limit: int, used: int, entries: Sequence[str]) -> None:
        self.needed, self.limit, self.used, self.entries = needed, limit, used, tuple(entries)
        super().__init__(
            needed=needed, limit=limit, used=used, over=needed - limit, percent=used * 100 // limit
        )

    def __str__(self) -> str:
        numbered = "\n".join(f"{n}. {entry}" for n, entry in enumerate(self.entries, start=1))
        return f"{super().__str__()}\n{numbered}"


class BrokenCharacter(UserFacingError):
    """The text holds half of a character (a lone surrogate), which no file can hold.

    `offset`: its place in code points.
    """

    what_template = "The character at offset {offset} is broken."
    why_template = (
        "It is half of a character, as damaged text from elsewhere can contain; it can't be stored."
    )
    hint_template = "Remove it, then save again."

    def __init__(self, offset: int) -> None:
        self.offset = offset
        super().__init__(offset=offset)


class DelimiterInText(UserFacingError):
    """A line of the text is the delimiter alone. `line`: 1-based line number in the text."""

    what_template = "Line {line} holds only the sign “§”."
    why_template = "newt uses such a line to mark the end of a note, so the note would be cut there."
    hint_template = "Remove the line or write something beside the sign."

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(line=line)


class NoMatch(UserFacingError):
    """No note contains the substring."""

    what_template = "No note contains {quote}."
    why_template = "The text is looked for exactly as written, capitals included."
    hint_template = "Quote a piece of the note as it stands."

    def __init__(self, substring: str) -> None:
        self.substring = substring
        super().__init__(quote=quoted(substring))


class AmbiguousMatch(UserFacingError):
    """Several notes contain the substring. `candidates`: (id, text) of each, in file order."""

    what_template = "{count} notes contain {quote}."
    why_template = "They are:\n{numbered}"
    hint_template = "Quote a longer piece, one that only the note you mean contains."

    def __init__(self, substring: str, candidates: Sequence[tuple[int, str]]) -> None:
        self.substring, self.candidates = substring, tuple(candidates)
        numbered = "\n".join(f"{note_id}. {text}" for note_id, text in self.candidates)
        super().__init__(quote=quoted(substring), count=len(self.candidates), numbered=numbered)


class EmptyText(UserFacingError):
    """A note can't be replaced by nothing."""

    what_template = "The note would be empty."
    why_template = "newt keeps no empty notes."
    hint_template = "Write something, or take back the change; to be rid of a note, remove it as a whole."


class DuplicateNote(UserFacingError):
    """The same text is stored already. `id`: 1-based id of the note that holds it."""

    what_template = "Note {id} says exactly this already."
    why_template = "The same text twice would only use up the budget."
    hint_template = "Change the text, or leave it at that one note."

    def __init__(self, id: int) -> None:
        self.id = id
        super().__init__(id=id)


class NotesUnsupported(UserFacingError):
    """Nobody who was asked keeps notes. Callers go by this type, never by its words."""

    what_template = "There are no notes here to write to."
    why_template = "None of the sources of memory in use keeps notes."
    hint_template = "Use one that does, then try again."

    def __init__(self) -> None:
        super().__init__()


class NotesConflict(UserFacingError):
    """The note was changed here and elsewhere. None stands for "removed".

    `base`: the text that the caller was shown; `mine`: what the caller wants; `theirs`: what is
    on disk now.
    """

    what_template = "Somebody else changed the notes since you opened this one."
    why_template = "Saving now could overwrite what they wrote, so nothing was saved."
    hint_template = "Your text is kept here. Look at theirs, then save again."

    def __init__(self, base: str | None, mine: str | None, theirs: str | None) -> None:
        self.base, self.mine, self.theirs = base, mine, theirs
        super().__init__()


class FileUnreadable(UserFacingError):
    """A file can't be read. `path`; `reason`: a short clause without a full stop."""

    what_template = "{path} can't be read."
    why_template = "The reason: {reason}."
    hint_template = "Nothing was changed. Put that right, then try again."

    def __init__(self, path: Path, reason: str, **fields: Any) -> None:
        self.path, self.reason = path, reason
        super().__init__(path=path, reason=reason, **fields)


class ChangedMeanwhile(UserFacingError):
    """The file is not what the person was shown. `path`."""

    what_template = "{path} was changed since you looked at it."
    why_template = "Restoring now could replace what nobody has seen yet, so nothing was written."
    hint_template = "Look at the difference as it is now, then decide again."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


class NotesUnreadable(FileUnreadable):
    """The notes file can't be read as text, so newt would see no notes and could wipe it.

    `offset`: the byte offset of the first byte that is not UTF-8, or None where the file
    could not be read at all.
    """

    def __init__(self, path: Path, offset: int | None, reason: str) -> None:
        self.offset = offset
        super().__init__(path, reason)


class LockBusy(UserFacingError):
    """Another writer holds the lock. `path`: the lock; `age`: its age in seconds."""

    what_template = "Somebody else is writing this file right now."
    why_template = "The lock {path} is held ({age:.1f} s old)."
    hint_template = "Nothing was saved. Wait a moment and save again."

    def __init__(self, path: Path, age: float) -> None:
        self.path, self.age = path, age
        super().__init__(path=path, age=age)


class SaveFailed(UserFacingError):
    """Writing failed; the old file is whole. `path`; `reason`: a clause without a full stop."""

    what_template = "{path} could not be saved."
    why_template = "The reason: {reason}."
    hint_template = "The file is as it was, and your text is still here. Put that right and save again."

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(path=path, reason=reason)
