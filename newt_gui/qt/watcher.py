"""Notices when the content of one file changes, by whatever hand and in whatever way.

The system's watcher alone is not enough: it goes deaf when a file is replaced, and some file
systems never report at all. So file and folders are watched, watched anew after every look, and
the content is compared in a slow poll besides.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from newt_gui.core.errors import FileUnreadable
from newt_gui.qt.tasks import Job, Tasks
from newt_gui.qt.watch_places import Identity, watch_places

if TYPE_CHECKING:
    from newt_gui.core.files import FileState

_numbers = count(1)

# However many events come in a row, a look is never put off for longer than this many settle times.
_MOST_DELAY = 4


class _Observation(NamedTuple):
    found: FileState | FileUnreadable
    places: dict[str, Identity]


class FileWatcher(QObject):
    """Watches one file at a time and reads it in the background.

    `content_changed` carries a FileState, or a FileUnreadable where it can't be read. It comes
    only when that differs from what was last acknowledged or reported, byte for byte.
    `native=False` leaves the system's watcher out, so that the poll alone has to notice.
    """

    content_changed = Signal(object)

    def __init__(
        self,
        tasks: Tasks,
        read: Callable[[Path], FileState],
        poll_ms: int = 2000,
        settle_ms: int = 50,
        parent: QObject | None = None,
        *,
        native: bool = True,
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._read = read
        self._settle_ms = settle_ms
        self._channel = f"watch {next(_numbers)}"
        self._path: Path | None = None
        self._known: FileState | FileUnreadable | None = None
        self._pauses = 0
        self._outdated = False
        self._look_again = False
        self._stirred_at = 0.0
        self._armed: dict[str, Identity] = {}
        self._native = QFileSystemWatcher(self) if native else None
        if self._native is not None:
            self._native.fileChanged.connect(self._stir)
            self._native.directoryChanged.connect(self._stir)
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self._look)
        self._poll = QTimer(self, interval=poll_ms)
        self._poll.timeout.connect(self._look)

    def watch(self, path: Path, known: FileState | FileUnreadable | None) -> None:
        """Watch `path` from now on. `known`: what the caller has read; None: report what is there."""
        self.stop()
        self._path = path
        self._known = known
        self._pauses = 0
        self._poll.start()
        self._look()

    def acknowledge(self, state: FileState | FileUnreadable | None) -> None:
        """The caller has this content now; None: report whatever is there."""
        self._known = state
        # A look under way may have read the file before this content was written.
        self._outdated = self._tasks.active(self._channel)

    def pause(self) -> None:
        """Say nothing until `resume`, because the caller is about to write. Pauses add up."""
        self._pauses += 1
        self._quieten()

    def resume(self) -> None:
        """End one pause. After the last one the file is looked at again."""
        self._pauses = max(0, self._pauses - 1)
        if self._path is not None and self._pauses == 0:
            self._poll.start()
            self._look()

    def stop(self) -> None:
        """Watch nothing any more."""
        self._path = None
        self._quieten()
        if self._native is not None and self._armed:
            self._native.removePaths(list(self._armed))
        self._armed = {}

    def _quieten(self) -> None:
        self._poll.stop()
        self._settle.stop()
        self._tasks.interrupt(self._channel)
        self._outdated = self._look_again = False

    def _stir(self) -> None:
        """Something happened nearby. Writers do several things in a row: wait until they are done."""
        if self._path is None or self._pauses:
            return
        now = monotonic()
        if not self._settle.isActive():
            self._stirred_at = now
        if (now - self._stirred_at) * 1000 < self._settle_ms * _MOST_DELAY:
            self._settle.start(self._settle_ms)

    def _look(self) -> None:
        path = self._path
        if path is None or self._pauses:
            return
        if self._tasks.active(self._channel):
            self._look_again = True
            return
        self._look_again = False
        read = self._read

        def observe(_job: Job) -> _Observation:
            return _observe(read, path)

        self._tasks.query(self._channel, observe, self._note)

    def _note(self, seen: _Observation) -> None:
        newly_armed = self._arm(seen.places)
        outdated, self._outdated = self._outdated, False
        # Between the reading and the watching something may have happened.
        if newly_armed or outdated or self._look_again:
            self._stir()
        if not outdated and not _same(seen.found, self._known):
            self._known = seen.found
            self.content_changed.emit(seen.found)

    def _arm(self, places: dict[str, Identity]) -> bool:
        """Watch exactly `places`. Says whether one of them was not watched before."""
        if self._native is None:
            return False
        watched = {*self._native.files(), *self._native.directories()}
        stale = [place for place in watched if self._armed.get(place) != places.get(place)]
        if stale:
            self._native.removePaths(stale)
        missing = [place for place in places if place not in watched or place in stale]
        known_before = self._armed
        self._armed = places
        if missing:
            self._native.addPaths(missing)
        # One that keeps falling out by itself is left to the poll, lest this never ends.
        return any(known_before.get(place) != places[place] for place in missing)


def _observe(read: Callable[[Path], FileState], path: Path) -> _Observation:
    """Called in a worker thread: the file system may take its time."""
    places = watch_places(path)
    try:
        return _Observation(read(path), places)
    except FileUnreadable as error:
        return _Observation(error, places)


def _same(found: FileState | FileUnreadable, known: FileState | FileUnreadable | None) -> bool:
    if known is None:
        return False
    if isinstance(found, FileUnreadable) or isinstance(known, FileUnreadable):
        return (
            isinstance(found, FileUnreadable)
            and isinstance(known, FileUnreadable)
            and (found.reason == known.reason)
        )
    return found.same_content(known)
