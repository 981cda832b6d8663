"""What is odd about a notes file, in words: what newt makes of it, and what the next save would change."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from newt_gui.core.characters import code_point_name
from newt_gui.core.notes import NotesSnapshot
from newt_gui.notes.file_oddities import CONTROLS, notes_with_controls
from newt_gui.notes.words import named
from newt_gui.qt.messages import Kind
from newt_gui.qt.numbers import number

_MOST_NAMES = 3
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Oddity(NamedTuple):
    """One thing that is odd. `also`: the same as a clause, for where it is not the first.

    `action` is what its button says, empty where nothing can be done at once.
    """

    weight: Kind
    text: str
    hint: str
    also: str = ""
    action: str = ""


def tr(text: str) -> str:
    """Translate a sentence about the file."""
    return QCoreApplication.translate("notes_file", text)


def oddity(name: str, snapshot: NotesSnapshot) -> Oddity:
    """One of `file_oddities.oddities` in words."""
    return _WORDS[name](snapshot)


def _unreadable(snapshot: NotesSnapshot) -> Oddity:
    assert snapshot.problem is not None
    return Oddity(
        "stop",
        tr("NOTES.md can't be read: {reason}.").format(reason=snapshot.problem.reason),
        tr(
            "newt sees no notes while that is so, and could overwrite what is there. "
            "Nothing is changed here. Put that right, and the notes appear by themselves."
        ),
        action=tr("Open the folder"),
    )


def _not_utf8(snapshot: NotesSnapshot) -> Oddity:
    assert snapshot.problem is not None
    data = snapshot.state.data if snapshot.state is not None else None
    text = tr("NOTES.md is not plain UTF-8 text (byte {offset}), so nothing can be edited here.")
    if (data or b"").startswith(_UTF16_MARKS):
        text = tr(
            "NOTES.md is not plain UTF-8 text (byte {offset}), so nothing can be edited here. "
            "It begins like UTF-16, another way of storing text."
        )
    return Oddity(
        "stop",
        text.format(offset=number(snapshot.problem.offset or 0)),
        tr(
            "newt sees no notes in such a file and would wipe it with its next save. Its bytes are kept "
            "safe in this app's history. It can be made readable here: you see the text before it is saved."
        ),
        action=tr("Make it readable…"),
    )


def _over_budget(snapshot: NotesSnapshot) -> Oddity:
    over = number(snapshot.used_bytes - snapshot.limit)
    return Oddity(
        "caution",
        tr("The notes are {over} bytes over newt's limit.").format(over=over),
        tr("newt still reads all of them but adds nothing. Edits that make them shorter are saved."),
        action=tr("Show the sizes"),
    )


def _byte_order_mark(_snapshot: NotesSnapshot) -> Oddity:
    return Oddity(
        "caution",
        tr("The file begins with a byte order mark, a hidden sign that some editors add."),
        tr(
            "newt takes it for the first character of note 1 and refuses that note when it is changed. "
            "Without the sign the note says the same."
        ),
        tr("a byte order mark at the beginning of note 1"),
        tr("Drop the byte order mark"),
    )


def _controls(snapshot: NotesSnapshot) -> Oddity:
    ids = notes_with_controls(snapshot)
    texts = [snapshot.entries[id - 1] for id in ids]
    hint = tr(
        "newt uses them as they stand, but refuses such a note when it is changed. "
        "They are cleaned in the editor, and written when you save."
    )
    if any("\r\n" in text for text in texts):
        hint += " " + tr(
            "A carriage return right before a line end counts as a part of that line end: "
            "it is gone as soon as the file is written and read again."
        )
    text = tr("Control characters, which nobody can see, stand in {notes}: {names}.")
    return Oddity(
        "caution",
        text.format(notes=named(ids), names=_control_names(texts)),
        hint,
        tr("control characters in {notes}").format(notes=named(ids)),
        tr("Clean in the editor"),
    )


def _control_names(texts: list[str]) -> str:
    found = [ch for ch in CONTROLS if any(ch in text for text in texts)]
    names = [code_point_name(ch) for ch in found[:_MOST_NAMES]]
    if len(found) > _MOST_NAMES:
        names.append(tr("{more} more").format(more=number(len(found) - _MOST_NAMES)))
    return ", ".join(names)


def _legacy(_snapshot: NotesSnapshot) -> Oddity:
    return Oddity(
        "note",
        tr("An older file: newt reads each line as a note of its own."),
        tr(
            "Your first save puts a line with “§” after each note, as newt does it now. You are asked before."
        ),
        tr("one note a line, as in older files"),
    )


def _line_ends(_snapshot: NotesSnapshot) -> Oddity:
    return Oddity(
        "note",
        tr("The lines of the file end in Windows style (CR LF)."),
        tr("newt reads them well. Your first save writes plain line ends (LF); you are asked before."),
        tr("Windows line ends (CR LF), which your first save makes LF"),
    )


def _second_name(_snapshot: NotesSnapshot) -> Oddity:
    return Oddity(
        "note",
        tr("The file has a second name on this disk (a hard link)."),
        tr("newt doesn't mind. Your first save parts the two: the other name keeps the old text."),
        tr("a second name on this disk (a hard link), which keeps the old text"),
    )


_WORDS = {
    "unreadable": _unreadable,
    "not_utf8": _not_utf8,
    "over_budget": _over_budget,
    "bom": _byte_order_mark,
    "controls": _controls,
    "legacy": _legacy,
    "line_ends": _line_ends,
    "second_name": _second_name,
}
