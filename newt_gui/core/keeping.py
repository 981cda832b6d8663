"""Putting what a file held, and what is written over it, into the history."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from newt_gui.core.errors import UserFacingError

if TYPE_CHECKING:
    from newt_gui.core.files import FileState
    from newt_gui.core.history import History


class Keeper:
    """Keeps the contents of `path` in `history`; without one it keeps nothing."""

    def __init__(self, path: Path, history: History | None) -> None:
        self.problem: UserFacingError | None = None
        """Why the last written content is missing from the history, or None."""
        self._path, self._history = path, history
        self._own: bytes | None = None

    def seen(self, data: bytes, why: str) -> None:
        """Keep what was read. May raise HistoryFailed."""
        if self._history is None:
            return
        from newt_gui.core.history import Who

        who: Who = Who.APP if data == self._own else Who.OTHER
        self._history.put(self._path, data, who, why)

    def replaced(self, state: FileState) -> None:
        """Keep what is about to be replaced. May raise HistoryFailed: then nothing is to be written."""
        if state.data is not None:
            self.seen(state.data, "replaced")

    def written(self, data: bytes) -> None:
        """Keep what was written; trouble with it is in `problem`, as the save itself is done."""
        self._own, self.problem = data, None
        try:
            self.seen(data, "saved")
        except UserFacingError as error:
            self.problem = error


def why_opened(data: bytes) -> str:
    """Why a content that was found in a file is kept: `unreadable` where it is no UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "unreadable"
    return "opened"
