"""What `--check` says about a newt home without opening a window. Reads only.

Of a note nothing is printed but its id and the beginning of its title. The JSON form:

    format       1; a higher number means that a key changed its meaning or went
    exit         0 clean, 1 findings, 2 the notes can't be read: the exit status of the program
    newt_home    path, source ("argument", "environment", "chosen", "home", "none")
    notes        path, kind ("missing", "empty", "v2", "legacy", "not_utf8", "unreadable"), limit_bytes,
                 count, used_bytes and percent (null where the notes can't be read),
                 next_save_changes (of "line_ends", "legacy", "last_delimiter", "blanks"),
                 unreadable (null, or reason and byte_offset, which is null if nothing could be read)
    findings     a list; kind ("scan", "duplicate", "over_budget", "soul", "conversations"),
                 message, stands_for (how many findings it is), and where they apply, else null:
                 note (1-based id), title, rule, start, end (code points), same_as (id)
    remarks      a list of sentences that are no findings: about notes that say nearly the same,
                 and about the file
    soul         null, or which soul wins in the workspace and why (see core/soul_report.py)
    conversations  null, or how the database is (see core/conversations_report.py)

Of one note at most 100 findings of the scan are listed, and one more, without a place, stands for
the others. Only the first 2,000 notes are compared with each other. A newt home that is not there
can't be read; one without a notes file can, and has none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from newt_gui.core.characters import without_hidden
from newt_gui.core.errors import FileUnreadable
from newt_gui.core.file_trouble import write_reason
from newt_gui.core.notes import FileKind, NotesSnapshot, NoteStore
from newt_gui.core.notes_format import Change, title
from newt_gui.core.paths import NewtHome, display_path, notes_path
from newt_gui.core.quoting import quoted
from newt_gui.core.scan import find_all
from newt_gui.core.similar import exact_duplicates, near_duplicates

if TYPE_CHECKING:
    from newt_gui.core.conversations_report import ConversationsReport
    from newt_gui.core.soul_report import SoulReport

CLEAN, FINDINGS, UNREADABLE = 0, 1, 2

_TITLE_LENGTH = 60  # code points
_MOST_LISTED = 100
_MOST_COMPARED = 2_000

_CHANGES = {
    Change.LEGACY: "The file has one note a line; the next save puts the sign “§” between the notes.",
    Change.LINE_ENDS: "Lines end with CR LF; the next save writes LF.",
    Change.BLANKS: "There are blank lines or spaces around notes; the next save drops them.",
    Change.LAST_DELIMITER: "The last “§” is missing; the next save adds it.",
}
_MARK = "\ufeff"
_MARK_FOUND = (
    "The file begins with a byte order mark (U+FEFF), which newt takes for a part of this note "
    "and refuses when the note is changed."
)
_LOST_RETURN = (
    "A carriage return stands right before a line end inside a note; it counts as a part of that line end "
    "and is gone once the file is written and read again."
)


@dataclass(frozen=True)
class Trouble:
    """One finding, or as many as it stands for.

    `note` and `same_as`: 1-based ids; `start`, `end`: code points in the note.
    """

    kind: str
    message: str
    note: int | None = None
    title: str | None = None
    rule: str | None = None
    start: int | None = None
    end: int | None = None
    same_as: int | None = None
    stands_for: int = 1


@dataclass(frozen=True)
class Report:
    """What was found in a newt home. `problem`: why nothing could be looked at, or None."""

    home: NewtHome
    notes: NotesSnapshot
    problem: FileUnreadable | None
    findings: tuple[Trouble, ...]
    remarks: tuple[str, ...]
    soul: SoulReport | None = None
    conversations: ConversationsReport | None = None

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings, 2 can't be read."""
        if self.problem is not None:
            return UNREADABLE
        return FINDINGS if self.findings else CLEAN

    @property
    def count(self) -> int:
        """How many findings there are."""
        return sum(trouble.stands_for for trouble in self.findings)


class NoSuchHome(FileUnreadable):
    """The folder that is to be the newt home is not there. `path`."""

    what_template = "There is no newt home at {path}."
    why_template = "That folder does not exist."
    hint_template = "Check how it is spelled; --home names another one."

    def __init__(self, path: Path) -> None:
        super().__init__(path, "the newt home does not exist")


def check_all(home: NewtHome, workspace: Path) -> Report:
    """Look through the notes, and at the soul and the conversations of a session in `workspace`."""
    report = check_home(home)
    if isinstance(report.problem, NoSuchHome):
        return report
    from newt_gui.core.conversations_report import conversations_report
    from newt_gui.core.soul import resolve_soul
    from newt_gui.core.soul_report import soul_report

    soul = soul_report(resolve_soul(workspace, home.path))
    conversations = conversations_report(home.path / "conversations.db", workspace)
    more = (
        *(Trouble("soul", message) for message in soul.findings),
        *(Trouble("conversations", message) for message in conversations.findings),
    )
    findings = (*report.findings, *more)
    return replace(report, findings=findings, soul=soul, conversations=conversations)


def check_home(home: NewtHome) -> Report:
    """Look through the notes of a newt home. Never raises for what a file holds."""
    notes = NoteStore(notes_path(home.path)).load()
    problem: FileUnreadable | None = notes.problem
    if notes.kind is FileKind.MISSING and not home.path.exists():
        problem = NoSuchHome(home.path)
    if problem is not None:
        return Report(home, notes, problem, (), ())
    findings = (*_scan(notes), *_duplicates(notes), *_over_budget(notes))
    return Report(home, notes, None, findings, tuple(_remarks(notes)))


def run(home: NewtHome, as_json: bool, workspace: Path | None = None) -> int:
    """Print the report on standard output, as lines or as JSON; return the exit status.

    2 also where it can't be printed; that nobody reads it any more is not worth a word. Without a
    `workspace` only the notes are looked at.
    """
    report = check_home(home) if workspace is None else check_all(home, workspace)
    try:
        _print_report(report, as_json)
    except BrokenPipeError:
        _discard(sys.stdout)
        return UNREADABLE
    except OSError as error:
        _discard(sys.stdout)
        _complain(f"The report could not be written: {write_reason(error)}.")
        return UNREADABLE
    return report.exit_code


def _print_report(report: Report, as_json: bool) -> None:
    if as_json:
        import json

        _print(json.dumps(_as_json(report), indent=2))
    else:
        for line in _as_lines(report):
            _print(without_hidden(line))
    print(end="", flush=True)  # now, not at exit, where no failure can be told


def _scan(notes: NotesSnapshot) -> Iterator[Trouble]:
    for id, text in enumerate(notes.entries, start=1):
        findings = find_all(text)
        shown = _short_title(text) if findings else None
        for found in findings[:_MOST_LISTED]:
            why = _MARK_FOUND if id == 1 and notes.has_bom and found.text == _MARK else found.why
            yield Trouble("scan", why, id, shown, found.rule, start=found.start, end=found.end)
        more = len(findings) - _MOST_LISTED
        if more > 0:
            said = f"There are {more:,} more places that newt would refuse."
            yield Trouble("scan", said, id, shown, stands_for=more)


def _duplicates(notes: NotesSnapshot) -> Iterator[Trouble]:
    for id, first in exact_duplicates(notes.entries).items():
        shown = _short_title(notes.entries[id - 1])
        yield Trouble("duplicate", f"It says exactly what note {first} says.", id, shown, same_as=first)


def _over_budget(notes: NotesSnapshot) -> Iterator[Trouble]:
    over = notes.used_bytes - notes.limit
    if over > 0:
        yield Trouble(
            "over_budget", f"The notes are {over:,} bytes over newt's limit; newt refuses to add any more."
        )


def _remarks(notes: NotesSnapshot) -> Iterator[str]:
    yield from _likenesses(notes.entries)
    if notes.kind is FileKind.MISSING:
        yield "There is no notes file yet."
    for change in notes.normalising:
        yield _CHANGES[change]
    if any("\r\n" in text for text in notes.entries):
        yield _LOST_RETURN
    if notes.links > 1:
        yield "The file has another name on this disk (a hard link); the next save parts them."


def _likenesses(entries: Sequence[str]) -> Iterator[str]:
    """A sentence for each note that says nearly the same as one further up, which it names."""
    told: set[int] = set()
    for first, id in near_duplicates(entries[:_MOST_COMPARED]):
        if id not in told:
            told.add(id)
            yield f"Note {id} {quoted(_short_title(entries[id - 1]))} says nearly the same as note {first}."
    if len(entries) > _MOST_COMPARED:
        yield f"Only the first {_MOST_COMPARED:,} notes were compared with each other."


def _short_title(text: str) -> str:
    shown = title(text)
    return shown if len(shown) <= _TITLE_LENGTH else shown[: _TITLE_LENGTH - 1] + "…"


def _as_json(report: Report) -> dict[str, Any]:
    notes, problem = report.notes, report.problem
    is_read = problem is None
    return {
        "format": 1,
        "exit": report.exit_code,
        "newt_home": {"path": os.fspath(report.home.path), "source": report.home.source},
        "notes": {
            "path": os.fspath(notes.path),
            "kind": notes.kind,
            "count": len(notes.entries) if is_read else None,
            "used_bytes": notes.used_bytes if is_read else None,
            "limit_bytes": notes.limit,
            "percent": notes.percent if is_read else None,
            "next_save_changes": notes.normalising,
            "unreadable": problem
            and {"reason": problem.reason, "byte_offset": getattr(problem, "offset", None)},
        },
        "findings": [asdict(trouble) for trouble in report.findings],
        "remarks": report.remarks,
        "soul": report.soul and report.soul.as_dict(),
        "conversations": report.conversations and report.conversations.counts,
    }


def _as_lines(report: Report) -> Iterator[str]:
    notes = report.notes
    if report.problem is not None:
        yield str(report.problem)
        if report.soul is None:
            return
    else:
        yield (
            f"{display_path(notes.path)}: notes: {len(notes.entries):,}; "
            f"{notes.used_bytes:,} of {notes.limit:,} bytes in use ({notes.percent:,} %)"
        )
    yield from (f"soul: {line}" for line in (report.soul.lines if report.soul else ()))
    if report.conversations is not None:
        yield from (f"conversations: {line}" for line in report.conversations.lines)
    for trouble in report.findings:
        where = f"note {trouble.note} {quoted(trouble.title or '')}: " if trouble.note else ""
        yield f"finding: {where}{trouble.message}"
    for remark in report.remarks:
        yield f"remark: {remark}"
    counted = f"Findings: {report.count:,}." if report.findings else "No findings."
    yield f"{counted} Remarks: {len(report.remarks):,}." if report.remarks else counted


def _discard(stream: TextIO) -> None:
    """Let what `stream` still holds go nowhere: Python flushes it once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _complain(message: str) -> None:
    try:
        print(f"newt-gui: {message}", file=sys.stderr, flush=True)
    except OSError:  # it goes where the report should have gone
        _discard(sys.stderr)


def _print(text: str) -> None:
    """Print on any terminal: what its encoding lacks stands as an escape."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
