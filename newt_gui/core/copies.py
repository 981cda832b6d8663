"""Putting an earlier version into another file, never over the one that it is a version of."""

from __future__ import annotations

import os
from pathlib import Path

from newt_gui.core import files
from newt_gui.core.errors import SaveFailed, UserFacingError


class NotOverTheFile(UserFacingError):
    """A copy would take the place of the very file that it was made from. `path`."""

    what_template = "{path} is the very file that this is an earlier version of."
    why_template = "A copy over it would replace what it holds now."
    hint_template = "Choose another name or another folder."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


class CopyFailed(SaveFailed):
    """A copy could not be written. `path`; `reason`: a clause without a full stop."""

    what_template = "The copy {path} could not be written."
    hint_template = "Nothing else was changed. Put that right, or choose another place."


def write_copy(path: Path, data: bytes, original: Path) -> None:
    """Put `data` into the file at `path`; `original`: the file that it was made from.

    Raises NotOverTheFile and CopyFailed.
    """
    if is_same_file(path, original):
        raise NotOverTheFile(path)
    try:
        files.write_export(path, data)
    except SaveFailed as error:
        raise CopyFailed(path, error.reason) from error


def is_same_file(one: Path, other: Path) -> bool:
    """Whether both are one file, by name (links followed) or by a second name on the disk."""
    try:
        return os.path.realpath(one) == os.path.realpath(other) or os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
