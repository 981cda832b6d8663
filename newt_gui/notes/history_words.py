"""What is said of earlier versions of the notes file."""

from __future__ import annotations

from newt_gui.core.notes_format import title
from newt_gui.core.version_diff import Comparison, NoteThen, Since
from newt_gui.notes.words import shown_title, tr
from newt_gui.qt.numbers import number


def note_line(at: int, note: NoteThen) -> str:
    """One note of that version. `at`: its 0-based place there."""
    since = {
        Since.SAME: tr("there today"),
        Since.CHANGED: tr("says something else today"),
        Since.GONE: tr("gone today"),
    }[note.since]
    return f"{number(at + 1)}  {shown_title(title(note.text)) or tr('(empty)')}\n{since}"


def summary(compared: Comparison) -> str:
    """How that version and the notes of today differ, in one sentence."""
    gone = sum(note.since is Since.GONE for note in compared.notes)
    changed = sum(note.since is Since.CHANGED for note in compared.notes)
    if compared.is_same:
        return tr("These are the notes that are there today.")
    parts = [
        tr("{count} gone since").format(count=number(gone)) if gone else "",
        tr("{count} changed since").format(count=number(changed)) if changed else "",
        tr("{count} added since").format(count=number(len(compared.added))) if compared.added else "",
    ]
    return tr("{count} notes; {since}.").format(
        count=number(len(compared.notes)), since=", ".join(filter(None, parts))
    )
