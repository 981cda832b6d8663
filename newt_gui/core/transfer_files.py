"""Notes from files and into files: the two places where `transfer` meets a disk."""

from __future__ import annotations

import os
from pathlib import Path

from newt_gui.core import files
from newt_gui.core.copies import is_same_file
from newt_gui.core.errors import FileUnreadable, SaveFailed, UserFacingError
from newt_gui.core.transfer import MOST_BYTES, Incoming, TooLargeToImport, read_import


class NotOverTheNotes(UserFacingError):
    """An export would take the place of the notes file itself. `path`."""

    what_template = "{path} is the file that newt keeps its notes in."
    why_template = "An export over it would replace your agent's notes."
    hint_template = "Choose another name or another folder."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


class CantImport(FileUnreadable):
    """A file to import can't be read. `path`; `reason`: a short clause without a full stop."""

    hint_template = "Put that right and import it again, or choose another file."


class ExportFailed(SaveFailed):
    """An export could not be written. `path`; `reason`: a clause without a full stop."""

    what_template = "The notes could not be exported to {path}."
    hint_template = "Put that right, or export them to another place."


def read_import_file(path: Path) -> Incoming:
    """The notes in the file at `path`. Raises CantImport and what `read_import` raises."""
    _refuse_giant(path)
    try:
        state = files.read_file(path)
    except FileUnreadable as error:
        raise CantImport(path, error.reason) from error
    if state.data is None:
        raise CantImport(path, "it is not there any more")
    return read_import(state.data, path.name)


def write_export_file(path: Path, text: str, notes: Path) -> None:
    """Put `text` into the file at `path`; `notes`: the notes file, which it must not be.

    Raises NotOverTheNotes and ExportFailed.
    """
    if is_same_file(path, notes):
        raise NotOverTheNotes(path)
    try:
        files.write_export(path, text.encode())
    except SaveFailed as error:
        raise ExportFailed(path, error.reason) from error


def _refuse_giant(path: Path) -> None:
    """A file of gigabytes isn't even read; whatever else is wrong, reading it tells."""
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        return
    if size > MOST_BYTES:
        raise TooLargeToImport(path.name, size)
