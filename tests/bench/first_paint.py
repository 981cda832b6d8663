"""Says, on standard output, when a window has been painted first and what that took."""

from __future__ import annotations

import json
import os
import sys
import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class FirstPaint(QObject):
    """Ends the process after the first paint of `window` and of everything in it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._tell)
        return False

    def _tell(self) -> None:
        at = time.monotonic()
        told = {"at": at, "peak_mb": peak_mb(), "modules": sorted(sys.modules)}
        sys.stdout.write(json.dumps(told))
        sys.stdout.flush()
        os._exit(0)  # nothing after this is measured


def peak_mb() -> float:
    """The most memory that this process has held so far, in MB; 0 where the system doesn't say."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return getrusage(RUSAGE_SELF).ru_maxrss * unit / 1_000_000
