"""What a file holds now, and what is kept of it from before."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from newt_gui.core import files
from newt_gui.core.errors import FileUnreadable
from newt_gui.core.keeping import Keeper, why_opened

if TYPE_CHECKING:
    from newt_gui.core.history import History, Version

MOST_BYTES = 16 << 20
"""A larger file is neither read nor kept: nobody could look at what it holds."""


class FileVersions(NamedTuple):
    """`data`: what the file holds now, None where it is gone or can't be read; then `problem` says
    why it can't. `sha256`: of `data`, empty for None; `links`: how many names the file has; `versions`:
    what is kept of it, newest first.
    """

    data: bytes | None
    problem: FileUnreadable | None
    sha256: str
    links: int
    versions: list[Version]


def read_now(path: Path) -> files.FileState:
    """Read the file; no file is no error. Raises FileUnreadable, also where it is too large."""
    try:
        size = os.stat(path).st_size
    except (OSError, ValueError):
        size = 0  # whatever is wrong, reading it tells
    if size > MOST_BYTES:
        raise FileUnreadable(path, "it is larger than any file that is kept here")
    return files.read_file(path)


def versions_of(path: Path, history: History, *, keep: bool = True) -> FileVersions:
    """Look at the file and at what is kept of it. Raises HistoryFailed.

    `keep`: what it holds now becomes a version, if it is none yet.
    """
    try:
        state = read_now(path)
    except FileUnreadable as error:
        return FileVersions(None, error, "", 0, history.versions(path))
    if state.data is not None and keep:
        Keeper(path, history).seen(state.data, why_opened(state.data))
    return FileVersions(state.data, None, state.fingerprint(), state.links, history.versions(path))
