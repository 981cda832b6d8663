"""What is said of an earlier version of a file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from newt_gui.core.history import Version, Who
from newt_gui.qt.numbers import number


def version_line(version: Version, is_now: bool) -> str:
    """Short lines: when and how large; who; and, where it is so, that this is what the file says now."""
    moment = QDateTime.fromMSecsSinceEpoch(version.time_ns // 1_000_000)
    when = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
    lines = [
        f"{when} · {_tr('{bytes} B').format(bytes=number(version.size))}",
        _who(version),
        *([_tr("as it is now")] if is_now else []),
    ]
    return "\n".join(lines)


def _who(version: Version) -> str:
    if version.why == "unreadable":
        return _tr("not readable as text")
    return _tr("written by this app") if version.who is Who.APP else _tr("written by somebody else")


def _tr(text: str) -> str:
    return QCoreApplication.translate("versions", text)
