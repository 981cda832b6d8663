"""What is said of earlier versions of the notes file."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale

from newt_gui.core.history import Version, Who
from newt_gui.core.notes_format import title
from newt_gui.core.version_diff import Comparison, NoteThen, Since
from newt_gui.notes.words import shown_title, size, tr
from newt_gui.qt.numbers import number


def version_line(version: Version, is_now: bool) -> str:
    """Two lines: when; then who, how large, and whether that is what the file says now."""
    when = QDateTime.fromMSecsSinceEpoch(version.time_ns // 1_000_000)
    said = [_who(version), size(version.size)]
    if is_now:
        said.append(tr("as it is now"))
    return f"{QLocale().toString(when, QLocale.FormatType.ShortFormat)}\n{' · '.join(said)}"


def _who(version: Version) -> str:
    if version.why == "unreadable":
        return tr("not readable as text")
    return tr("written by this app") if version.who is Who.APP else tr("written by somebody else")


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
