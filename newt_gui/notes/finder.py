"""What newt would refuse in the text that is being written, without holding up whoever writes it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from newt_gui.core.scan import Finding
from newt_gui.notes import words
from newt_gui.qt.tasks import Tasks

MOST_AT_ONCE = 1 << 16
"""In characters: a longer text is scanned in the background."""

Findings = tuple[Finding, ...]


class Finder(QObject):
    """Answers for small texts at once. Of large ones only the one asked for last is looked through."""

    found = Signal()
    """What the large text holds is known now: ask again."""

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._channel = f"findings {id(self)}"
        self._wanted = ""
        self._known: Findings | None = None

    def findings(self, text: str) -> Findings | None:
        """Every finding in `text`; None while that is not known yet."""
        if len(text) <= MOST_AT_ONCE:
            return words.findings_of(text)
        if text != self._wanted:
            self._wanted, self._known = text, None
            self._tasks.query(self._channel, lambda _job: words.look_through(text), self._take)
        return self._known

    def _take(self, findings: Findings) -> None:
        self._known = findings
        self.found.emit()
