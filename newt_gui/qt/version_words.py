"""What is said of an earlier version of a file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from newt_gui.core.history import Version, Who
from newt_gui.qt.numbers import number


def version_line(version: Version, is_now: bool) -> str:
    """Lines: when; who and how large; and, where it is so, that this is what the file says now."""
    when = QDateTime.fromMSecsSinceEpoch(version.time_ns // 1_000_000)
    lines = [
        QLocale().toString(when, QLocale.FormatType.ShortFormat),
        f"{_who(version)} · {_tr('{bytes} B').format(bytes=number(version.size))}",
        *([_tr("as it is now")] if is_now else []),
    ]
    return "\n".join(lines)


def _who(version: Version) -> str:
    if version.why == "unreadable":
        return _tr("not readable as text")
    return _tr("written by this app") if version.who is Who.APP else _tr("written by somebody else")


def _tr(text: str) -> str:
    return QCoreApplication.translate("versions", text)
