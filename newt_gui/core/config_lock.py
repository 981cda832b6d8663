"""newt's lock of a configuration file: who may write it now.

The lock is `<name>.lock` beside the file, with "process:nonce" and a line end in it. It is written
under another name first and published by a hard link, so that nobody sees it half-written. A lock
whose process is dead may be taken away; who does so holds an exclusive lock of the system on
`<name>.lock.reclaim`, a file that stays.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from newt_gui.core.errors import LockBusy
from newt_gui.core.file_trouble import (
    close_quietly,
    insist,
    move_unless_taken,
    optional_flags,
    told_as_save_failed,
)
from newt_gui.core.leftovers import own_name

_BODY = re.compile(rb"([0-9]{1,10}):[^\r\n]*\n?")
_LONGEST = 256  # bytes of a lock that are looked at


class ConfigLockRule(NamedTuple):
    """newt's rule for its configuration files. Times in seconds.

    `tries`, `pause`: how often to try, and how long to wait between; `empty_after`,
    `unreadable_after`: how old a lock without a process in it must be to be taken away.
    """

    tries: int = 100
    pause: float = 0.02
    empty_after: float = 0.2
    unreadable_after: float = 30.0

    def hold(self, path: Path) -> HeldConfigLock:
        """Hold the lock of `path` for the length of a `with` block.

        Entering raises LockBusy where it stays somebody else's, SaveFailed where it can't be made.
        """
        return HeldConfigLock(path, self)


CONFIG_LOCK = ConfigLockRule()


class _Seen(NamedTuple):
    """Somebody's lock: what it holds, which file it is and since when (seconds since the epoch)."""

    body: bytes
    identity: tuple[int, int]
    time: float


class HeldConfigLock:
    """The lock while it is held; get one from `ConfigLockRule.hold`."""

    def __init__(self, path: Path, rule: ConfigLockRule) -> None:
        self._path, self._rule = path, rule
        self._lock = path.with_name(f"{path.name}.lock")
        self._body = f"{os.getpid()}:{os.urandom(16).hex()}\n".encode("ascii")

    def __enter__(self) -> HeldConfigLock:
        with told_as_save_failed(self._path):
            self._acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._is_ours():
            insist(os.unlink, self._lock)

    def require(self) -> None:
        """Raise LockBusy if somebody took the lock away."""
        if not self._is_ours():
            raise LockBusy(self._lock, _age(_look(self._lock)))

    def _is_ours(self) -> bool:
        seen = _look(self._lock)
        return seen is not None and seen.body == self._body

    def _acquire(self) -> None:
        draft = own_name(self._lock)
        try:
            _write(draft, self._body)
            for _ in range(self._rule.tries):
                if _publish(draft, self._lock, self._body):
                    return
                if not self._take_away():
                    time.sleep(self._rule.pause)
        finally:
            insist(os.unlink, draft)
        raise LockBusy(self._lock, _age(_look(self._lock)))

    def _take_away(self) -> bool:
        """Remove the lock if its owner can't come back for it. Whether a next try makes sense at once."""
        seen = _look(self._lock)
        if seen is None or not self._is_abandoned(seen):
            return False
        with _reclaiming(self._lock) as granted:
            # It may have been taken away, and another one be there, while we waited for this.
            if granted and _look(self._lock) == seen:
                return insist(os.unlink, self._lock)
        return False

    def _is_abandoned(self, seen: _Seen) -> bool:
        owner = _BODY.fullmatch(seen.body)
        if owner is not None:
            return not _is_running(int(owner[1]))
        limit = self._rule.unreadable_after if seen.body else self._rule.empty_after
        return _age(seen) > limit


def _write(path: Path, body: bytes) -> None:
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | optional_flags("O_NOFOLLOW", "O_BINARY")
    handle = os.open(path, flags, 0o600)
    try:
        rest = memoryview(body)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _publish(draft: Path, lock: Path, body: bytes) -> bool:
    """Give the draft the lock's name too. False: somebody has the lock."""
    try:
        os.link(draft, lock)
    except FileExistsError:
        return False
    except OSError:  # a disk without hard links
        return _publish_a_copy(lock, body)
    return True


def _publish_a_copy(lock: Path, body: bytes) -> bool:
    copy = own_name(lock)
    try:
        _write(copy, body)
        return move_unless_taken(copy, lock)
    finally:
        insist(os.unlink, copy)


def _look(lock: Path) -> _Seen | None:
    """What lies there; None: nothing, or nothing that could be a lock's file."""
    try:
        handle = os.open(lock, os.O_RDONLY | optional_flags("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
    except OSError:
        return None
    try:
        info = os.fstat(handle)
        return _Seen(os.read(handle, _LONGEST), (info.st_dev, info.st_ino), info.st_mtime)
    except OSError:  # a folder
        return None
    finally:
        close_quietly(handle)


def _age(seen: _Seen | None) -> float:
    return 0.0 if seen is None else max(0.0, time.time() - seen.time)


def _is_running(process: int) -> bool:
    import psutil

    try:
        return process > 0 and psutil.pid_exists(process)
    except OverflowError:  # larger than any process's number
        return False


@contextmanager
def _reclaiming(lock: Path) -> Iterator[bool]:
    """Of all who want to take the lock away, only one at a time may; False: another one is at it."""
    handle = os.open(
        lock.with_name(f"{lock.name}.reclaim"),
        os.O_CREAT | os.O_RDWR | optional_flags("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"),
        0o600,
    )
    try:
        yield _lock_exclusively(handle)
    finally:
        close_quietly(handle)  # which also gives the system's lock back


def _lock_exclusively(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
