"""Folders that are missing above a file: made private, and taken back if nothing comes of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from newt_gui.core.file_attributes import NEW_FOLDER
from newt_gui.core.file_trouble import close_quietly, optional_flags


class NewFolders:
    """`folder` and what is missing above it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[Path] = []

    def make(self) -> None:
        """Make what is missing, mode 0700. Raises OSError."""
        for folder in reversed(self._missing()):
            try:
                os.mkdir(folder, NEW_FOLDER)
            except FileExistsError:  # somebody was faster
                if not os.path.isdir(folder):
                    raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
                continue
            self._made.append(folder)
            sync_folder(folder.parent)

    def remove(self) -> None:
        """Remove what `make` made, unless somebody uses it by now."""
        for folder in reversed(self._made):
            try:
                os.rmdir(folder)
            except OSError:
                return

    def _missing(self) -> list[Path]:
        missing = []
        for folder in (self._folder, *self._folder.parents):
            try:
                os.stat(folder)
            except FileNotFoundError:
                missing.append(folder)
            else:
                break
        return missing


def sync_folder(folder: Path) -> None:
    """Make a new name in `folder` survive a power cut, where the file system can.

    A failure is not told: what has the name is in place and synced itself.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | optional_flags("O_DIRECTORY"))
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        close_quietly(handle)
