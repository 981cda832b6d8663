"""The notes file of one place: its last reading, and saving it with what it held kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from newt_gui.core import files, notes_format
from newt_gui.core.errors import FileUnreadable, NotesConflict, NotesUnreadable, UserFacingError
from newt_gui.core.snapshot import FileKind, NotesSnapshot, snapshot_of, unreadable_snapshot

if TYPE_CHECKING:
    from newt_gui.core.history import History, Who

Change = Callable[[NotesSnapshot], Sequence[str] | None]
"""From the notes as they are on disk now to what is to be there; None: to nothing else."""


class _Unchanged(Exception):
    """There is nothing to write; never leaves this module."""

    def __init__(self, snapshot: NotesSnapshot) -> None:
        self.snapshot = snapshot
        super().__init__()


class NotesFile:
    """The file at `path`, whose limit is in bytes.

    `load` and `save` belong on one thread at a time. With a `history`, every content that is
    replaced or written is kept.
    """

    def __init__(self, path: Path, limit: int, history: History | None) -> None:
        self.path = path
        self.limit = limit
        self.history_problem: UserFacingError | None = None
        """Why the last saved content is missing from the history, or None."""
        self._history = history
        self._snapshot: NotesSnapshot | None = None
        self._own_bytes: bytes | None = None

    @property
    def snapshot(self) -> NotesSnapshot:
        """The file as last loaded or saved; loaded now where it has not been."""
        return self._snapshot or self.load()

    def load(self) -> NotesSnapshot:
        """Read the file. What is wrong with it stands in the snapshot's `kind` and `problem`.

        Where there were notes and the file is missing or empty now, this takes 300 ms longer.
        """
        had_notes = self._snapshot is not None and bool(self._snapshot.entries)
        try:
            state = files.read_file(self.path, look_again=had_notes)
        except FileUnreadable as error:
            self._snapshot = unreadable_snapshot(self.path, error.reason, self.limit)
        else:
            self._snapshot = snapshot_of(self.path, state, self.limit)
        return self._snapshot

    def record_seen(self) -> None:
        """Put the loaded bytes into the history; may raise HistoryFailed."""
        state = self.snapshot.state
        if state is not None and state.data is not None:
            why = "unreadable" if self.snapshot.kind is FileKind.NOT_UTF8 else "opened"
            self._remember(state.data, why)

    def save(self, change: Change) -> NotesSnapshot:
        """Write what `change` makes of the notes that are there while the lock is held.

        It may be called several times; what it raises leaves file and snapshot as they are, as
        does NotesUnreadable, LockBusy, SaveFailed and HistoryFailed.
        """

        def content(state: files.FileState) -> bytes:
            now = snapshot_of(self.path, state, self.limit)
            if now.problem is not None:
                raise now.problem
            entries = change(now)
            if entries is None:
                raise _Unchanged(now)
            return notes_format.serialize(entries).encode()

        try:
            return self._written(content)
        except _Unchanged as unchanged:
            self._snapshot = unchanged.snapshot
            return self._snapshot

    def rescue(self, seen: bytes, text: str) -> NotesSnapshot:
        """Write `text` in place of the bytes `seen`, which may be no text at all. Raises as `save`;
        NotesConflict where the file holds other bytes by now.
        """

        def content(state: files.FileState) -> bytes:
            if state.data != seen:
                raise NotesConflict(None, text, None)
            return text.encode()

        return self._written(content)

    def _written(self, content: Callable[[files.FileState], bytes]) -> NotesSnapshot:
        before, after = self._replace(content)
        self._snapshot = snapshot_of(self.path, after, self.limit)
        if not before.same_content(after):
            self._keep_written(after.data or b"")
        return self._snapshot

    def _replace(
        self, content: Callable[[files.FileState], bytes]
    ) -> tuple[files.FileState, files.FileState]:
        look_again = bool(self.snapshot.entries)
        try:
            return files.save(
                self.path, content, rule=files.NOTES_LOCK, keep=self._keep, look_again=look_again
            )
        except NotesUnreadable:
            raise
        except FileUnreadable as error:
            raise NotesUnreadable(self.path, None, error.reason) from error

    def _keep(self, replaced: files.FileState) -> None:
        if replaced.data is not None:
            self._remember(replaced.data, "replaced")

    def _keep_written(self, data: bytes) -> None:
        """The save is done, so trouble here must not look like a failed one.

        Nothing is lost by it: the next save keeps what it replaces.
        """
        self._own_bytes, self.history_problem = data, None
        try:
            self._remember(data, "saved")
        except UserFacingError as error:
            self.history_problem = error

    def _remember(self, data: bytes, why: str) -> None:
        if self._history is None:
            return
        from newt_gui.core.history import Who

        who: Who = Who.APP if data == self._own_bytes else Who.OTHER
        self._history.put(self.path, data, who, why)
