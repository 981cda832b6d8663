"""Collects reference cycles on the UI thread only.

Python collects on whatever thread happens to allocate. A Qt object that goes in such a collection is
destroyed on that thread, with its timers and socket notifiers still known to the UI thread: that ends
in a crash or in an event loop that spins for ever.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 1_000


class Collector(QObject):
    """While one of these is at work, nobody but its timer collects."""

    _at_work = 0

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """Take over from Python's own collecting."""
        gc.disable()
        Collector._at_work += 1
        self._timer.start()

    def stop(self) -> None:
        """Give it back, when the last one stops. The worker threads must have ended before."""
        self._timer.stop()
        Collector._at_work -= 1
        if not Collector._at_work:
            gc.enable()

    @staticmethod
    def collect() -> None:
        """Collect the oldest generation that is due, as Python itself would."""
        due = [count > limit > 0 for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))
