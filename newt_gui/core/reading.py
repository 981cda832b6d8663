"""Looking at a file whatever it is: never raises, never blocks, never reads without end."""

from __future__ import annotations

import errno
import os
import stat
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.file_trouble import optional_flags, read_reason

_CHUNK = 1 << 16  # bytes


class Obstacle(StrEnum):
    """Why there is nothing to read."""

    MISSING = "missing"
    DANGLING = "dangling"
    PATH_THROUGH_FILE = "path_through_file"
    FOLDER = "folder"
    SPECIAL = "special"
    PERMISSION = "permission"
    LOOP = "loop"
    BAD_PATH = "bad_path"
    OTHER = "other"


ABSENT = frozenset({Obstacle.MISSING, Obstacle.DANGLING, Obstacle.PATH_THROUGH_FILE})
NO_FILE = frozenset({Obstacle.FOLDER, Obstacle.SPECIAL})


class Reading(NamedTuple):
    """What is at `path`, links followed.

    `data`: its bytes, no more than asked for, b"" with an `obstacle`; `size`: of the file in bytes,
    None where it can't be told; `links`: how many names it has; `identity`: what tells it from every
    other file; `detail`: an obstacle in the system's words; `link_target`: what a link that leads
    nowhere names.
    """

    path: Path
    obstacle: Obstacle | None = None
    data: bytes = b""
    size: int | None = None
    links: int = 0
    identity: tuple[int, int] | None = None
    detail: str = ""
    link_target: str = ""


def read_up_to(path: Path, limit: int | None) -> Reading:
    """Read the file at `path`, at most `limit` bytes of it. What is no ordinary file is not opened."""
    try:
        info = os.stat(path)
        if not stat.S_ISREG(info.st_mode):
            return _no_file(path, info)
        handle = os.open(path, os.O_RDONLY | optional_flags("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
        try:
            info = os.fstat(handle)  # it may have been exchanged meanwhile
            if not stat.S_ISREG(info.st_mode):
                return _no_file(path, info)
            data = _read(handle, limit)
        finally:
            os.close(handle)
    except (OSError, ValueError) as error:
        return _refused(path, error)
    size = max(info.st_size, len(data))
    return Reading(path, None, data, size, info.st_nlink, (info.st_dev, info.st_ino))


def _read(handle: int, limit: int | None) -> bytes:
    parts, left = [], limit
    while left is None or left > 0:
        part = os.read(handle, _CHUNK if left is None else min(_CHUNK, left))
        if not part:
            break
        parts.append(part)
        left = None if left is None else left - len(part)
    return b"".join(parts)


def _no_file(path: Path, info: os.stat_result) -> Reading:
    obstacle = Obstacle.FOLDER if stat.S_ISDIR(info.st_mode) else Obstacle.SPECIAL
    return Reading(path, obstacle, identity=(info.st_dev, info.st_ino))


def _refused(path: Path, error: OSError | ValueError) -> Reading:
    if not isinstance(error, OSError):  # say, the character NUL
        return Reading(path, Obstacle.BAD_PATH)
    if error.errno == errno.ENOENT:
        target = _link_target(path)
        return Reading(path, Obstacle.DANGLING if target else Obstacle.MISSING, link_target=target)
    return Reading(path, _OBSTACLES.get(error.errno or 0, Obstacle.OTHER), detail=read_reason(error))


def _link_target(path: Path) -> str:
    try:
        return os.readlink(path)
    except (OSError, ValueError):
        return ""


_OBSTACLES = {
    errno.ENOTDIR: Obstacle.PATH_THROUGH_FILE,
    errno.EACCES: Obstacle.PERMISSION,
    errno.EPERM: Obstacle.PERMISSION,
    errno.ELOOP: Obstacle.LOOP,
    errno.ENAMETOOLONG: Obstacle.BAD_PATH,
    errno.EINVAL: Obstacle.BAD_PATH,
}
