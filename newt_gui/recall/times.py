"""A time that newt wrote down, for people. Pure; may be called in any thread."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_MILLISECOND = 1_000_000


def time_text(nanoseconds: int | None) -> str:
    """Unix nanoseconds as local time with its offset; None, a time that can't be right, as "unknown"."""
    if nanoseconds is None:
        return QCoreApplication.translate("recall", "unknown")
    moment = QDateTime.fromMSecsSinceEpoch(nanoseconds // _MILLISECOND)
    # Day before month and the month in letters: nobody can take one for the other.
    said = QLocale().toString(moment, "d MMM yyyy HH:mm")
    return f"{said} {offset_text(moment.offsetFromUtc())}"


def offset_text(seconds: int) -> str:
    """An offset from UTC as "+01:00"."""
    sign = "-" if seconds < 0 else "+"
    minutes = abs(seconds) // 60
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}"
