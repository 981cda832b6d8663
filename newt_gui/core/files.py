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

from newt_gui.core.errors import FileUnreadable, SaveFailed
from newt_gui.core.file_attributes import NEW_DOCUMENT, NEW_FILE, copy_attributes, set_private
from newt_gui.core.file_reading import FileState, decode, read_with_info, target_of
from newt_gui.core.file_trouble import (
    close_quietly,
    insist,
    move_unless_taken,
    optional_flags,
    patiently,
    told_as_save_failed,
)
from newt_gui.core.leftovers import own_name, remove_own_leftovers
from newt_gui.core.locks import NOTES_LOCK, Held, Locking, LockRule, hold_lock
from newt_gui.core.new_folders import NewFolders, sync_folder

__all__ = [
    "NOTES_LOCK",
    "FileState",
    "LockRule",
    "create",
    "decode",
    "hold_lock",
    "read_file",
    "remove_own_leftovers",
    "save",
    "write_export",
    "write_own",
]

_LOOK_AGAIN = 0.3  # seconds
_ROUNDS = 5  # how often a save starts again because somebody wrote without taking the lock
_AS_THIS_USER = os.access in os.supports_effective_ids


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
    rule: Locking,
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
    target_of(path)
    folders = NewFolders(path.parent)
    try:
        with told_as_save_failed(path):
            folders.make()
        with rule.hold(path) as lock:
            return _save_locked(path, transform, lock, keep, look_again)
    except BaseException:
        folders.remove()
        raise


def create(path: Path, data: bytes, *, rule: Locking) -> FileState | None:
    """Put a new file at `path`, under its lock. None: the name is taken, and nothing was done.

    What appears there until the last moment is not overwritten. Raises as `save`.
    """
    target_of(path)
    if os.path.lexists(path):
        return None
    folders = NewFolders(path.parent)
    created = None
    try:
        with told_as_save_failed(path):
            folders.make()
        with rule.hold(path) as lock, told_as_save_failed(path):
            created = _created(path, data, lock)
    finally:
        if created is None:
            folders.remove()
    return created


def _created(path: Path, data: bytes, lock: Held) -> FileState | None:
    target = target_of(path)
    with _Temporary(target) as temporary:
        mode = temporary.fill(data)
        lock.require()
        if not temporary.move_unless_taken():
            return None
    return FileState(path, target, data, mode, links=1)


def write_own(path: Path, data: bytes) -> None:
    """Write one of the app's own files, whole or not at all: mode 0600, new folders 0700.

    Raises SaveFailed.
    """
    try:
        target = target_of(path)
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
        before, info = read_with_info(path)
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
    lock: Held,
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


def _replace(before: FileState, info: os.stat_result | None, data: bytes, lock: Held) -> FileState | None:
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

    def move_unless_taken(self) -> bool:
        """Give it the target's name; False if something has that by now."""
        if not patiently(lambda: move_unless_taken(self._path, self._target)):
            return False
        self._path = self._target
        sync_folder(self._target.parent)
        return True

    def _drop(self) -> None:
        if self.handle != -1:
            close_quietly(self.handle)
        if self._path != self._target:
            insist(os.unlink, self._path)


def _read_settled(path: Path, look_again: bool) -> tuple[FileState, os.stat_result | None]:
    state, info = read_with_info(path)
    if look_again and not state.data:
        time.sleep(_LOOK_AGAIN)
        return read_with_info(path)
    return state, info
