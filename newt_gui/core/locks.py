"""Lock files by newt's rule: who may write a file now.

A lock is a file beside the path that is opened, created exclusively. One that is older than
`stale_after` is a crashed writer's and may be taken over. While it is held here, a thread touches it.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from newt_gui.core.errors import LockBusy
from newt_gui.core.file_trouble import (
    close_quietly,
    insist,
    may_pass,
    move_unless_taken,
    optional_flags,
    patiently,
    told_as_save_failed,
)
from newt_gui.core.leftovers import own_name

if TYPE_CHECKING:
    import threading

_HEARTBEAT = 1.0  # seconds
_TOUCH_BY_HANDLE = os.utime in os.supports_fd


class Held(Protocol):
    """A lock while it is held."""

    def require(self) -> None:
        """Raise LockBusy if somebody took it away."""


class Locking(Protocol):
    """A rule by which writers of one kind of file agree."""

    def hold(self, path: Path) -> AbstractContextManager[Held]:
        """Hold the lock of `path` for a `with` block; entering may raise LockBusy or SaveFailed."""


class LockRule(NamedTuple):
    """The rule of the notes: a lock that is kept fresh. Times in seconds.

    `name`: the lock of a path; `stale_after`: older than that, the lock is a crashed writer's;
    `wait`: how long to try; `pause`: between two tries.
    """

    name: Callable[[Path], Path]
    stale_after: float
    wait: float
    pause: float

    def hold(self, path: Path) -> HeldLock:
        """As `hold_lock`."""
        return HeldLock(path, self)


def _dotted(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


# newt itself tries for half a second only, which fails on every lock that a crash left behind.
NOTES_LOCK = LockRule(name=_dotted, stale_after=3.0, wait=4.0, pause=0.025)


def hold_lock(path: Path, rule: LockRule) -> HeldLock:
    """Hold the lock of `path` for the length of a `with` block.

    The lock lies beside `path` as given: a link is not followed. Entering raises LockBusy where
    the lock stays somebody else's for `rule.wait` seconds, SaveFailed where it can't be created.
    Leaving removes the lock only if it is still the one created here.
    """
    return rule.hold(path)


class HeldLock:
    """The lock while it is held; get one from `hold_lock`."""

    def __init__(self, path: Path, rule: LockRule) -> None:
        self._path = path
        self._lock = rule.name(path)
        self._rule = rule
        self._handle = -1
        self._heartbeat: _Heartbeat | None = None

    def __enter__(self) -> HeldLock:
        with told_as_save_failed(self._path):
            self._handle = self._acquire()
        try:
            self._heartbeat = _Heartbeat(self._handle, self._lock)
        except BaseException:
            self._release()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._release()

    def require(self) -> None:
        """Raise LockBusy if somebody took the lock away, say while this computer was asleep."""
        if not _is_still(self._handle, self._lock):
            raise LockBusy(self._lock, _Sighting(self._lock).age())

    def _acquire(self) -> int:
        give_up = time.monotonic() + self._rule.wait
        sighting = _Sighting(self._lock)
        while True:
            handle = _create(self._lock)
            if handle is not None:
                return handle
            age = sighting.age()
            if age > self._rule.stale_after and sighting.info and _set_aside(self._lock, sighting.info):
                continue
            if time.monotonic() >= give_up:
                raise LockBusy(self._lock, age)
            time.sleep(self._rule.pause)

    def _release(self) -> None:
        if self._heartbeat is not None:
            self._heartbeat.stop()
        ours = _is_still(self._handle, self._lock)
        if os.name == "nt":  # an open file can't be removed there
            close_quietly(self._handle)
        if ours:
            insist(os.unlink, self._lock)
        if os.name != "nt":  # while it was open, no other file could get its identity
            close_quietly(self._handle)
        self._handle = -1


class _Heartbeat:
    """Touches the open lock, wherever it lies by now; it can't bring back a removed one."""

    def __init__(self, handle: int, lock: Path) -> None:
        import threading

        self._stopped = threading.Event()
        self._thread = threading.Thread(
            target=_beat, args=(self._stopped, handle, lock), name="lock-heartbeat", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Return when the thread has ended, so that the handle can be closed."""
        self._stopped.set()
        self._thread.join()


def _beat(stopped: threading.Event, handle: int, lock: Path) -> None:
    while not stopped.wait(_HEARTBEAT):
        try:
            _touch(handle, lock)
        except OSError:
            continue  # the next beat tries again


def _touch(handle: int, lock: Path) -> None:
    if _TOUCH_BY_HANDLE:
        os.utime(handle)
    elif _is_still(handle, lock):
        os.utime(lock)


class _Sighting:
    """How long somebody's lock has been there."""

    def __init__(self, lock: Path) -> None:
        self._lock = lock
        self._since = time.monotonic()
        self.info: os.stat_result | None = None

    def age(self) -> float:
        """Seconds, 0.0 where there is no lock now.

        By the wall clock, but never less than it was watched here unchanged: a lock dated in the
        future (a clock was set back, a server's is ahead) grows old all the same.
        """
        try:
            info = os.lstat(self._lock)
        except FileNotFoundError:
            self.info = None
            return 0.0
        now = time.monotonic()
        if self.info is None or not _same(info, self.info):
            self.info, self._since = info, now
        return max(0.0, time.time() - info.st_mtime, now - self._since)


def _create(lock: Path) -> int | None:
    """The handle of a new lock, None where one is there already."""
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | optional_flags("O_NOFOLLOW", "O_BINARY")
    try:
        return patiently(lambda: os.open(lock, flags, 0o600))
    except FileExistsError:
        return None
    except PermissionError as error:
        if may_pass(error) and os.path.lexists(lock):  # what Windows says of a folder in this place
            return None
        raise


def _same(one: os.stat_result, other: os.stat_result) -> bool:
    """Whether it is one file that nobody touched in between (a number alone may be used again)."""
    return _identity(one) == _identity(other) and one.st_mtime_ns == other.st_mtime_ns


def _identity(info: os.stat_result) -> tuple[int, int]:
    return info.st_dev, info.st_ino


def _is_still(handle: int, lock: Path) -> bool:
    """Whether the open file is what lies at `lock`."""
    for _ in range(2):
        try:
            return _identity(os.fstat(handle)) == _identity(os.lstat(lock))
        except FileNotFoundError:
            return False
        except OSError:
            continue  # a passing fault must not leave a lock behind
    return False


def _set_aside(lock: Path, seen: os.stat_result) -> bool:
    """Take the stale lock `seen` out of the way. False: somebody was faster, or it can't be moved.

    What was moved is looked at again: a writer who follows the rule less strictly may have put
    its own new lock there meanwhile, and gets it back.
    """
    if stat.S_ISDIR(seen.st_mode):
        return False
    with _claimed(lock, seen) as claimed:
        if not claimed:
            return False
        aside = own_name(lock)
        try:
            os.rename(lock, aside)
        except OSError:
            return False
        if _is_unchanged(aside, seen):
            insist(os.unlink, aside)
            return True
        insist(move_unless_taken, aside, lock)
        insist(os.unlink, aside)  # still there only if a third writer has the lock by now
        return False


@contextmanager
def _claimed(lock: Path, seen: os.stat_result) -> Iterator[bool]:
    """Of this app's processes, only one at a time may move a given stale lock.

    Without that, a second one could move the new lock of the first. The claim is the system's
    lock on the stale file itself: it ends with the process, and holds only as long as this very
    file lies there.
    """
    try:
        import fcntl
    except ImportError:  # Windows, where a lock that its owner has open can't be moved anyway
        yield True
        return
    try:
        handle = os.open(lock, os.O_RDWR | optional_flags("O_NONBLOCK", "O_NOFOLLOW"))
    except FileNotFoundError:
        yield False
        return
    except OSError:  # somebody else's file: the look after the move has to do
        yield True
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        except OSError:  # a file system without such locks
            yield True
        else:
            yield _same(os.fstat(handle), seen) and _is_unchanged(lock, seen)
    finally:
        close_quietly(handle)


def _is_unchanged(path: Path, seen: os.stat_result) -> bool:
    try:
        return _same(os.lstat(path), seen)
    except OSError:
        return False
