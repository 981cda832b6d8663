"""Reading a person's file: what it holds, and which real file it is. Nothing special is opened."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.errors import FileUnreadable
from newt_gui.core.file_trouble import optional_flags, patiently, read_reason

_CHUNK = 1 << 16  # bytes


class FileState(NamedTuple):
    """A file as it was read.

    `path`: as asked for; `target`: the real file behind it, links followed; `data`: its bytes,
    None where there is no file; `mode`: its permission bits, None where there is no file;
    `links`: how many names the file has, 0 where there is none.
    """

    path: Path
    target: Path
    data: bytes | None
    mode: int | None
    links: int

    def fingerprint(self) -> str:
        """The SHA-256 of the content in hexadecimal, "" where there is no file."""
        if self.data is None:
            return ""
        import hashlib

        return hashlib.sha256(self.data).hexdigest()

    def same_content(self, other: FileState) -> bool:
        """Whether both hold the same bytes (no file and an empty file are different)."""
        return self.data == other.data


def decode(data: bytes) -> str:
    """The text of UTF-8 bytes, a byte order mark and every line end kept.

    Raises UnicodeDecodeError; its `start` is the offset of the first bad byte.
    """
    return data.decode("utf-8")


def read_with_info(path: Path) -> tuple[FileState, os.stat_result | None]:
    """The file behind `path`, and what the system says about it, None where there is none.

    Raises FileUnreadable.
    """
    target = _real_file(path)
    if target is not None:
        try:
            info, data = patiently(lambda: _read_ordinary(path, target))
        except FileNotFoundError:
            pass  # it went in this moment
        except OSError as error:
            raise FileUnreadable(path, read_reason(error)) from error
        else:
            return FileState(path, target, data, stat.S_IMODE(info.st_mode), info.st_nlink), info
    return FileState(path, _place_of_new(path), None, None, 0), None


def _read_ordinary(path: Path, target: Path) -> tuple[os.stat_result, bytes]:
    # Looked at before it is opened (opening alone can set off something) and after (it may have
    # been exchanged, and must not block then).
    _require_ordinary(path, os.stat(target))
    handle = os.open(target, os.O_RDONLY | optional_flags("O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW", "O_BINARY"))
    try:
        info = os.fstat(handle)
        _require_ordinary(path, info)
        parts = []
        while part := os.read(handle, _CHUNK):
            parts.append(part)
    finally:
        os.close(handle)
    return info, b"".join(parts)


def _require_ordinary(path: Path, info: os.stat_result) -> None:
    if stat.S_ISDIR(info.st_mode):
        raise FileUnreadable(path, "it is a folder")
    if not stat.S_ISREG(info.st_mode):
        raise FileUnreadable(path, "it is not an ordinary file")


def target_of(path: Path) -> Path:
    """The real file behind `path`, or the place of a new one. Raises FileUnreadable."""
    return _real_file(path) or _place_of_new(path)


def _real_file(path: Path) -> Path | None:
    """The file behind `path`, links followed, None where there is none. Raises FileUnreadable."""
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        _refuse_dangling(path)
        return None
    except OSError as error:
        raise FileUnreadable(path, read_reason(error)) from error
    except ValueError as error:  # say, the character NUL
        raise FileUnreadable(path, "its path holds a character that no path can hold") from error


def _refuse_dangling(path: Path) -> None:
    for place in (path, *path.parents):
        try:
            os.lstat(place)
            if os.path.islink(place) and not os.path.exists(place):
                raise FileUnreadable(path, f"the link points to nothing: {os.readlink(place)}")
        except FileNotFoundError:
            continue
        except OSError as error:
            raise FileUnreadable(path, read_reason(error)) from error
        return


def _place_of_new(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path.parent)) / path.name
    except OSError as error:  # relative to a current folder that was removed
        raise FileUnreadable(path, read_reason(error)) from error
