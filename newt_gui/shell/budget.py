"""The line under the small budget meter."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from newt_gui.core.notes import NotesSnapshot
from newt_gui.qt.numbers import number


def budget_text(snapshot: NotesSnapshot) -> str:
    """Percent as newt counts it, and what is left, in bytes."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("shell", text)

    left = snapshot.limit - snapshot.used_bytes
    words = tr("{percent} % · {bytes} bytes too many") if left < 0 else tr("{percent} % · {bytes} bytes left")
    return words.format(percent=number(snapshot.percent), bytes=number(abs(left)))
