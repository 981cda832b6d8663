"""What the operating system refuses, in plain words, and patience with what passes by itself."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from newt_gui.core.errors import SaveFailed

T = TypeVar("T")

PATIENCE = 2.0  # seconds that another program may keep a file busy
_PAUSE = 0.05
_ATTEMPTS = 3
_IN_USE = frozenset({32, 33})  # Windows: sharing violation, lock violation
_MAY_PASS = _IN_USE | {5}  # Windows also says "access denied" of a file that is just being deleted

_REASONS = {
    errno.EACCES: "you have no permission to write here",
    errno.EPERM: "you have no permission to write here",
    errno.EBUSY: "another program is using it",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "it would be too large for this disk",
    errno.EIO: "the disk reported an error",
    errno.EISDIR: "it is a folder",
    errno.ELOOP: "the link leads round in a circle",
    errno.EMFILE: "too many files are open",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENFILE: "too many files are open",
    errno.ENODEV: "the disk is gone",
    errno.ENOENT: "the folder is gone",
    errno.ENOSPC: "the disk is full",
    errno.ENOTDIR: "a part of its path is a file where a folder should be",
    errno.EROFS: "the disk is read-only",
    errno.ESTALE: "the network disk has lost it",
    errno.ETIMEDOUT: "the network disk does not answer",
}
_READ_REASONS = {
    errno.EACCES: "you have no permission to read it",
    errno.EPERM: "you have no permission to read it",
}


def write_reason(error: OSError) -> str:
    """Why writing failed: a plain clause without a full stop."""
    if _windows_code(error) in _IN_USE:
        return "another program is using it"
    return _REASONS.get(error.errno or 0) or (error.strerror or type(error).__name__).rstrip(".")


def read_reason(error: OSError) -> str:
    """Why reading failed: a plain clause without a full stop."""
    return _READ_REASONS.get(error.errno or 0) or write_reason(error)


def may_pass(error: OSError) -> bool:
    """Whether Windows may refuse only because another program has the file open at the moment."""
    return _windows_code(error) in _MAY_PASS


def _windows_code(error: OSError) -> int | None:
    code: int | None = getattr(error, "winerror", None)
    return code


@contextmanager
def told_as_save_failed(path: Path) -> Iterator[None]:
    """Turn what the operating system refuses inside the block into SaveFailed(path, reason)."""
    try:
        yield
    except OSError as error:
        raise SaveFailed(path, write_reason(error)) from error


def patiently(operation: Callable[[], T]) -> T:
    """Run `operation`; while another program has the file open, try again for about 2 s."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            return operation()
        except PermissionError as error:
            if not may_pass(error) or time.monotonic() >= give_up:
                raise
        time.sleep(_PAUSE)


def insist(operation: Callable[..., Any], *arguments: Any) -> bool:
    """Clean up: a few attempts, no error. True if it worked or what was to go is gone already."""
    for attempt in range(_ATTEMPTS):
        try:
            operation(*arguments)
        except FileNotFoundError:
            return True
        except OSError:
            if attempt + 1 < _ATTEMPTS:
                time.sleep(_PAUSE)
        else:
            return True
    return False


def close_quietly(handle: int) -> None:
    """Close what holds nothing unwritten. Never twice: the number may be another file's by then."""
    try:
        os.close(handle)
    except OSError:
        return


def move_unless_taken(source: Path, target: Path) -> bool:
    """Rename `source`, False if something has the name `target` already. Raises OSError."""
    try:
        os.link(source, target)
    except FileExistsError:
        return False
    except OSError:  # no hard links here: look first, then rename
        if os.path.lexists(target):
            return False
        os.rename(source, target)
        return True
    insist(os.unlink, source)
    return True


def optional_flags(*names: str) -> int:
    """The `os.open` flags of these names, joined; a flag that this system lacks counts nothing."""
    flags = 0
    for name in names:
        flags |= getattr(os, name, 0)
    return flags
