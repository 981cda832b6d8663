"""Notes from files and into files: the two places where `transfer` meets a disk."""

from __future__ import annotations

import os
from pathlib import Path

from newt_gui.core import files
from newt_gui.core.errors import FileUnreadable, UserFacingError
from newt_gui.core.transfer import MOST_BYTES, Incoming, TooLargeToImport, read_import


class NotOverTheNotes(UserFacingError):
    """An export would take the place of the notes file itself. `path`."""

    what_template = "{path} is the file that newt keeps its notes in."
    why_template = "An export over it would replace your agent's notes."
    hint_template = "Choose another name or another folder."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


def read_import_file(path: Path) -> Incoming:
    """The notes in the file at `path`. Raises FileUnreadable and what `read_import` raises."""
    _refuse_giant(path)
    state = files.read_file(path)
    if state.data is None:
        raise FileUnreadable(path, "it is not there any more")
    return read_import(state.data, path.name)


def write_export_file(path: Path, text: str, notes: Path) -> None:
    """Put `text` into the file at `path`; `notes`: the notes file, which it must not be.

    Raises NotOverTheNotes and SaveFailed.
    """
    write_copy(path, text.encode(), notes)


def write_copy(path: Path, data: bytes, notes: Path) -> None:
    """The same for the very bytes of an earlier version."""
    if _is_same(path, notes):
        raise NotOverTheNotes(path)
    files.write_export(path, data)


def _refuse_giant(path: Path) -> None:
    """A file of gigabytes isn't even read; whatever else is wrong, reading it tells."""
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        return
    if size > MOST_BYTES:
        raise TooLargeToImport(path.name, size)


def _is_same(one: Path, other: Path) -> bool:
    """Whether both are one file, by name (links followed) or by a second name on the disk."""
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
