"""Notices that something may have happened to any of many files, by whatever hand.

As with a single file the system's watcher alone is not enough: it goes deaf when a file is replaced,
and some file systems never report. So what is watched is renewed after every look, and a slow poll
looks besides.
"""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from newt_gui.qt.watch_places import Identity

POLL_MS, SETTLE_MS = 2000, 50
# However many events come in a row, a look is never put off for longer than this many settle times.
_MOST_DELAY = 4


class PlacesWatcher(QObject):
    """Says when to look. `native=False` leaves the system's watcher out, so that the poll has to do."""

    stirred = Signal()
    """Look now: something may be another than it was."""

    def __init__(
        self,
        poll_ms: int = POLL_MS,
        settle_ms: int = SETTLE_MS,
        parent: QObject | None = None,
        *,
        native: bool = True,
    ) -> None:
        super().__init__(parent)
        self._settle_ms = settle_ms
        self._stirred_at = 0.0
        self._armed: dict[str, Identity] = {}
        self._native = QFileSystemWatcher(self) if native else None
        if self._native is not None:
            self._native.fileChanged.connect(self.stir)
            self._native.directoryChanged.connect(self.stir)
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self.stirred)
        self._poll = QTimer(self, interval=poll_ms)
        self._poll.timeout.connect(self.stirred)

    def watch(self, places: dict[str, Identity]) -> None:
        """Watch exactly `places` (see `watch_places`), and begin to poll."""
        if not self._poll.isActive():
            self._poll.start()
        if self._native is not None and self._arm(self._native, places):
            self.stir()  # between the reading and the watching something may have happened

    def stop(self) -> None:
        """Watch nothing any more."""
        self._poll.stop()
        self._settle.stop()
        if self._native is not None and self._armed:
            self._native.removePaths(list(self._armed))
        self._armed = {}

    def stir(self) -> None:
        """Something happened nearby. Writers do several things in a row: wait until they are done."""
        now = monotonic()
        if not self._settle.isActive():
            self._stirred_at = now
        if (now - self._stirred_at) * 1000 < self._settle_ms * _MOST_DELAY:
            self._settle.start(self._settle_ms)

    def _arm(self, native: QFileSystemWatcher, places: dict[str, Identity]) -> bool:
        """Whether one of the places was not watched before."""
        watched = {*native.files(), *native.directories()}
        stale = [place for place in watched if self._armed.get(place) != places.get(place)]
        if stale:
            native.removePaths(stale)
        missing = [place for place in places if place not in watched or place in stale]
        before, self._armed = self._armed, places
        if missing:
            native.addPaths(missing)
        # One that keeps falling out by itself is left to the poll, lest this never ends.
        return any(before.get(place) != places[place] for place in missing)
