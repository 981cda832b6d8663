"""Reading and safely replacing files: the only module that opens a user's file to write.

A save holds the lock of the file, reads it again, lets the caller make the new content from what
is there now, keeps what is being replaced, and renames a finished file into place. Whatever
fails or dies on the way, the file is the old one or the new one, whole.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from newt_gui.core.errors import FileUnreadable, SaveFailed
from newt_gui.core.file_attributes import NEW_DOCUMENT, NEW_FILE, copy_attributes, set_private
from newt_gui.core.file_trouble import (
    close_quietly,
    insist,
    optional_flags,
    patiently,
    read_reason,
    told_as_save_failed,
)
from newt_gui.core.leftovers import own_name, remove_own_leftovers
from newt_gui.core.locks import NOTES_LOCK, HeldLock, LockRule, hold_lock
from newt_gui.core.new_folders import NewFolders, sync_folder

__all__ = [
    "NOTES_LOCK",
    "FileState",
    "LockRule",
    "decode",
    "hold_lock",
    "read_file",
    "remove_own_leftovers",
    "save",
    "write_export",
    "write_own",
]

_CHUNK = 1 << 16  # bytes
_LOOK_AGAIN = 0.3  # seconds
_ROUNDS = 5  # how often a save starts again because somebody wrote without taking the lock
_AS_THIS_USER = os.access in os.supports_effective_ids


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


def read_file(path: Path, *, look_again: bool = False) -> FileState:
    """Read the file at `path`, following links. A missing file or folder is no error.

    `look_again`: where the file is missing or empty, look once more after 300 ms, as others may
    be just replacing it. Raises FileUnreadable for a folder, a special file (which is never opened:
    it could block), a link to nothing or in a circle, a path that can't exist, and whatever the
    operating system refuses.
    """
    state, _ = _read_settled(path, look_again)
    return state


def save(
    path: Path,
    transform: Callable[[FileState], bytes],
    *,
    rule: LockRule,
    keep: Callable[[FileState], None],
    look_again: bool = False,
) -> tuple[FileState, FileState]:
    """Replace the content of `path` under its lock; return what was there and what is there now.

    `transform` gets the file as it is now and returns the new bytes; the same bytes: nothing is
    written. `keep` gets what is about to be replaced (it is not called for a new file). Both may
    raise: then nothing is written. Both may be called again, should somebody without the lock
    write in the very moment. `look_again`: as for `read_file`.

    Raises LockBusy, FileUnreadable (see `read_file`) and SaveFailed, the file being as it was.
    """
    _target_of(path)
    folders = NewFolders(path.parent)
    try:
        with told_as_save_failed(path):
            folders.make()
        with hold_lock(path, rule) as lock:
            return _save_locked(path, transform, lock, keep, look_again)
    except BaseException:
        folders.remove()
        raise


def write_own(path: Path, data: bytes) -> None:
    """Write one of the app's own files, whole or not at all: mode 0600, new folders 0700.

    Raises SaveFailed.
    """
    try:
        target = _target_of(path)
    except FileUnreadable as error:
        raise SaveFailed(path, error.reason) from error
    with told_as_save_failed(path):
        NewFolders(path.parent).make()
        with _Temporary(target) as temporary:
            temporary.fill(data)
            temporary.move()


def write_export(path: Path, data: bytes) -> None:
    """Write a document for the person, whole or not at all, over what has the name already.

    A new file gets the mode that the umask gives, an old one keeps its own. Raises SaveFailed.
    """
    try:
        before, info = _read(path)
    except FileUnreadable as error:
        raise SaveFailed(path, error.reason) from error
    with told_as_save_failed(path):
        _refuse_read_only(before)
        with _Temporary(before.target, private=info is not None) as temporary:
            if info is not None:
                copy_attributes(temporary.handle, before.target, info)
            temporary.fill(data)
            temporary.move()


def _save_locked(
    path: Path,
    transform: Callable[[FileState], bytes],
    lock: HeldLock,
    keep: Callable[[FileState], None],
    look_again: bool,
) -> tuple[FileState, FileState]:
    for _ in range(_ROUNDS):
        before, info = _read_settled(path, look_again)
        data = transform(before)
        if data == before.data:
            return before, before
        if before.data is not None:
            keep(before)
        with told_as_save_failed(path):
            after = _replace(before, info, data, lock)
        if after is not None:
            return before, after
    raise SaveFailed(path, "another program keeps writing it")


def _replace(before: FileState, info: os.stat_result | None, data: bytes, lock: HeldLock) -> FileState | None:
    """Put `data` in the place of `before`. None: it is not what is there any more."""
    _refuse_read_only(before)
    with _Temporary(before.target) as temporary:
        if info is not None:
            copy_attributes(temporary.handle, before.target, info)
        mode = temporary.fill(data)
        lock.require()
        now = read_file(before.path)
        if now.target != before.target or not now.same_content(before):
            return None
        temporary.move()
    return FileState(before.path, before.target, data, mode, links=1)


def _refuse_read_only(state: FileState) -> None:
    # Renaming over it would work where the folder is writable, but somebody protected this file.
    if os.path.exists(state.target) and not os.access(state.target, os.W_OK, effective_ids=_AS_THIS_USER):
        raise SaveFailed(state.path, "the file is read-only")


class _Temporary:
    """A file of our own beside `target` that becomes `target`, or goes when the block ends.

    `private`: only this user may read it; else the umask decides, as of any new document.
    """

    def __init__(self, target: Path, *, private: bool = True) -> None:
        self._target, self._private = target, private
        self._path = own_name(target)
        self.handle = -1

    def __enter__(self) -> _Temporary:
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | optional_flags("O_NOFOLLOW", "O_BINARY")
        mode = NEW_FILE if self._private else NEW_DOCUMENT
        self.handle = patiently(lambda: os.open(self._path, flags, mode))
        try:
            if self._private:
                set_private(self.handle)
        except BaseException:
            self._drop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._drop()

    def fill(self, data: bytes) -> int:
        """Write everything through to the disk and close; return the permission bits."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self.handle, rest) :]
        os.fsync(self.handle)
        mode = stat.S_IMODE(os.fstat(self.handle).st_mode)
        handle, self.handle = self.handle, -1
        os.close(handle)
        return mode

    def move(self) -> None:
        """Rename it over the target; from then on there is nothing to clean up."""
        patiently(lambda: os.replace(self._path, self._target))
        self._path = self._target
        sync_folder(self._target.parent)

    def _drop(self) -> None:
        if self.handle != -1:
            close_quietly(self.handle)
        if self._path != self._target:
            insist(os.unlink, self._path)


def _read_settled(path: Path, look_again: bool) -> tuple[FileState, os.stat_result | None]:
    state, info = _read(path)
    if look_again and not state.data:
        time.sleep(_LOOK_AGAIN)
        return _read(path)
    return state, info


def _read(path: Path) -> tuple[FileState, os.stat_result | None]:
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


def _target_of(path: Path) -> Path:
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
