"""The sentences of the Notes page, and the small marks on its rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from newt_gui.core.characters import code_point_label, code_point_name, is_hidden, is_white_space
from newt_gui.core.notes import FileKind, NotesSnapshot, WriteCheck
from newt_gui.core.notes_format import Change
from newt_gui.core.scan import Finding, find_all
from newt_gui.notes.rows import Row, RowState
from newt_gui.qt.messages import Message
from newt_gui.qt.numbers import number

AUTO_PREFIX = "(auto-extracted) "
KIND_PREFIXES = ("user:", "project:")


class Badge(NamedTuple):
    """A mark on a row. `name` is for programs, `label` for people; `kind` chooses the colour."""

    name: str
    label: str
    kind: str
    reason: str


def tr(text: str) -> str:
    """Translate a sentence of this page."""
    return QCoreApplication.translate("notes", text)


def size(value: int) -> str:
    """A size in bytes, short."""
    return tr("{bytes} B").format(bytes=number(value))


def kind_chips(text: str) -> list[str]:
    """The conventions newt follows in a note's first words, as short labels."""
    chips = []
    if text.startswith(AUTO_PREFIX):
        chips.append(tr("auto-extracted"))
        text = text[len(AUTO_PREFIX) :]
    chips.extend(prefix[:-1] for prefix in KIND_PREFIXES if text.startswith(prefix))
    return chips


def shown_title(title: str) -> str:
    """A title without the conventions that its chips show already."""
    rest = title.removeprefix(AUTO_PREFIX)
    prefix = next((prefix for prefix in KIND_PREFIXES if rest.startswith(prefix)), "")
    return rest[len(prefix) :].lstrip() or title


@lru_cache(maxsize=4096)
def findings_of(text: str) -> tuple[Finding, ...]:
    """The findings of a text; rows on screen ask for the same texts again and again."""
    return tuple(find_all(text))


def badges(row: Row, duplicate_of: int | None) -> list[Badge]:
    """Everything that a row's marks have to say, most urgent first."""
    return [*_finding_badges(row.text), *_state_badges(row.state), *_duplicate_badges(duplicate_of)]


def _finding_badges(text: str) -> list[Badge]:
    findings = findings_of(text)
    if not findings:
        return []
    return [Badge("finding", tr("hidden character"), "caution", finding_sentence(findings[0], text))]


def _state_badges(state: RowState) -> list[Badge]:
    return {
        RowState.CLEAN: [],
        RowState.UNSAVED: [
            Badge("unsaved", tr("not saved"), "note", tr("You changed this note and have not saved it."))
        ],
        RowState.NEW: [Badge("unsaved", tr("not saved"), "note", tr("This note is not in the file yet."))],
        RowState.CHANGED: [
            Badge(
                "changed",
                tr("changed on disk"),
                "stop",
                tr("Somebody else changed this note while you were editing it. Both texts are kept."),
            )
        ],
        RowState.REMOVED: [
            Badge(
                "removed",
                tr("removed on disk"),
                "stop",
                tr("Somebody else removed this note while you were editing it. Your text is kept."),
            )
        ],
    }[state]


def _duplicate_badges(duplicate_of: int | None) -> list[Badge]:
    if duplicate_of is None:
        return []
    label = tr("same as note {id}").format(id=duplicate_of)
    return [Badge("duplicate", label, "note", tr("Two notes say exactly the same; one would do."))]


def file_message(snapshot: NotesSnapshot) -> Message | None:
    """What the banner over the list says of an odd file, or None for an ordinary one."""
    if snapshot.problem is not None:
        return _problem_message(snapshot)
    if snapshot.kind is FileKind.LEGACY and snapshot.entries:
        return Message(
            text=tr("An older file: newt reads each line as a note of its own."),
            hint=tr("Your first save turns it into newt's present format. You are asked before."),
        )
    if snapshot.used_bytes > snapshot.limit:
        over = number(snapshot.used_bytes - snapshot.limit)
        return Message(
            text=tr("The notes are {over} bytes over newt's limit.").format(over=over),
            hint=tr("newt still reads all of them but adds nothing. Edits that make them shorter are saved."),
            kind="caution",
        )
    if snapshot.has_bom:
        return Message(
            text=tr("The file begins with a byte order mark, a hidden sign that some editors add."),
            hint=tr("newt takes it for the first character of note 1. Remove it there, then save."),
            kind="caution",
        )
    return None


def _problem_message(snapshot: NotesSnapshot) -> Message:
    assert snapshot.problem is not None
    if snapshot.kind is FileKind.NOT_UTF8:
        return Message(
            text=tr(
                "NOTES.md is not plain UTF-8 text (byte {offset}), so nothing can be edited here."
            ).format(offset=number(snapshot.problem.offset or 0)),
            hint=tr(
                "newt sees no notes in such a file and would wipe it with its next save. "
                "Its bytes are kept safe in this app's history."
            ),
            kind="stop",
            dismissable=False,
        )
    return Message(
        text=tr("NOTES.md can't be read: {reason}.").format(reason=snapshot.problem.reason),
        hint=tr("Nothing is changed. Put that right, and the notes appear here by themselves."),
        kind="stop",
        dismissable=False,
    )


def row_message(row: Row, refused: bool = False) -> Message | None:
    """What the banner at the editor says of a row that somebody else touched."""
    if row.state is RowState.CHANGED:
        text = (
            tr("Not saved: somebody else changed this note while you were editing it.")
            if refused
            else tr("Somebody else changed this note while you were editing it.")
        )
        return Message(
            text=text,
            hint=tr("Both texts are kept: yours is below, theirs is in the file. Revert takes theirs."),
            kind="stop" if refused else "caution",
            dismissable=False,
        )
    if row.state is RowState.REMOVED:
        return Message(
            text=tr("Somebody else removed this note while you were editing it."),
            hint=tr("Your text is kept. Save stores it as a new note, Revert lets it go."),
            kind="caution",
            dismissable=False,
        )
    return None


def finding_message(findings: Sequence[Finding], text: str, refused: bool) -> Message:
    """The first finding in `text` as the banner at the editor tells it, before or after a save."""
    sentence = finding_sentence(findings[0], text)
    more = len(findings) - 1
    if more:
        others = (
            tr("One more place is like this.")
            if more == 1
            else tr("{more} more places are like this.").format(more=number(more))
        )
        sentence = f"{sentence} {others}"
    hint = tr("newt refuses it, because hidden text can carry orders.")
    if refused:
        return Message(tr("Not saved. {reason}").format(reason=sentence), "stop", hint=hint)
    return Message(sentence, "caution", hint=hint)


def finding_sentence(finding: Finding, text: str) -> str:
    """What was found and where, so that somebody who can't see it finds the place."""
    names = code_point_name(finding.text[0])
    if len(finding.text) > 1:
        names = tr("{first} and {more} more").format(first=names, more=number(len(finding.text) - 1))
    if finding.text == "\r":
        names = tr("{name}, an old kind of line end").format(name=names)
    before = _last_word(text[: finding.start])
    if not before:
        return tr("A hidden character ({names}) stands at the beginning.").format(names=names)
    return tr("A hidden character ({names}) sits after “{word}”.").format(names=names, word=before)


def _last_word(text: str) -> str:
    """The last few visible characters before a place, for a person to search for."""
    words = "".join(" " if is_hidden(ch) or is_white_space(ch) else ch for ch in text[-60:]).split(" ")
    return next((word[-24:] for word in reversed(words) if word), "")


def repair_label(finding: Finding) -> str:
    """What the repair button says."""
    if finding.repair:
        return tr("Make it a line break")
    first = code_point_label(finding.text[0])
    return tr("Remove it") if len(finding.text) == 1 else tr("Remove {first} …").format(first=first)


def budget_line(check: WriteCheck) -> str:
    """The line under the editor's meter."""
    used, limit = number(check.bytes_after), number(check.limit)
    if check.over_by:
        return tr("{used} of {limit} bytes with this note: {over} too many").format(
            used=used, limit=limit, over=number(check.over_by)
        )
    change = check.bytes_after - check.bytes_now
    if not change:
        return tr("{used} of {limit} bytes").format(used=used, limit=limit)
    sign = "+" if change > 0 else "−"
    return tr("{used} of {limit} bytes with this note ({change})").format(
        used=used, limit=limit, change=sign + number(abs(change))
    )


def bytes_reason() -> str:
    """Why bytes are counted and not letters."""
    return tr(
        "newt counts bytes, not letters: a plain letter takes 1, é takes 2, most Chinese and Japanese "
        "characters take 3, an emoji takes 4. The line between two notes takes 4."
    )


def change_sentence(change: Change) -> str:
    """What a first save changes beside the edit."""
    return {
        Change.LEGACY: tr("Each line becomes a note of its own, with a “§” line after it."),
        Change.LINE_ENDS: tr("Line ends change from Windows style (CR LF) to LF."),
        Change.BLANKS: tr("Blank lines and spaces around the notes go."),
        Change.LAST_DELIMITER: tr("The “§” line after the last note is written again."),
    }[change]
