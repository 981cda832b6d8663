"""NoteStore: the notes of one newt home, read and saved by newt's rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from newt_gui.core import files, notes_format, paths
from newt_gui.core.characters import trim
from newt_gui.core.errors import FileUnreadable, NotesConflict, NotesUnreadable, UserFacingError
from newt_gui.core.snapshot import (
    BrokenCharacter,
    FileKind,
    NotesSnapshot,
    WriteCheck,
    snapshot_of,
    unreadable_snapshot,
)

if TYPE_CHECKING:
    from newt_gui.core.history import History, Who

__all__ = [
    "DEFAULT_CHAR_LIMIT",
    "BrokenCharacter",
    "FileKind",
    "NoteStore",
    "NotesSnapshot",
    "WriteCheck",
]

DEFAULT_CHAR_LIMIT = 2_200
"""newt's budget in bytes. newt calls them characters and has no setting for it."""

_SMALLEST_LIMIT = 10


class NoteStore:
    """The notes in the file at `path`.

    Notes are addressed by id (1-based place in the file) together with the text that the caller
    was shown. `load`, `update` and `insert` belong on one thread at a time; everything else reads
    the immutable snapshot. With a `history`, every content that is replaced or written is kept.
    """

    def __init__(
        self,
        path: str | Path,
        char_limit: int = DEFAULT_CHAR_LIMIT,
        *,
        history: History | None = None,
    ) -> None:
        """`char_limit` is in bytes, and never under 10."""
        self.path = Path(path)
        self.char_limit = max(_SMALLEST_LIMIT, char_limit)
        self.history_problem: UserFacingError | None = None
        """Why the last saved content is missing from the history, or None."""
        self._history = history
        self._snapshot: NotesSnapshot | None = None
        self._own_bytes: bytes | None = None

    @staticmethod
    def default_path() -> Path:
        """The notes file that a newt started from this environment would use."""
        return paths.notes_path(paths.newt_home().path)

    def load(self) -> NotesSnapshot:
        """Read the file. What is wrong with it stands in the snapshot's `kind` and `problem`.

        Where there were notes and the file is missing or empty now, this takes 300 ms longer.
        """
        had_notes = self._snapshot is not None and bool(self._snapshot.entries)
        try:
            state = files.read_file(self.path, look_again=had_notes)
        except FileUnreadable as error:
            self._snapshot = unreadable_snapshot(self.path, error.reason, self.char_limit)
        else:
            self._snapshot = snapshot_of(self.path, state, self.char_limit)
        return self._snapshot

    def record_seen(self) -> None:
        """Put the loaded bytes into the history; may raise HistoryFailed.

        Apart from `load`, because opening should be quick.
        """
        state = self.snapshot.state
        if state is not None and state.data is not None:
            why = "unreadable" if self.snapshot.kind is FileKind.NOT_UTF8 else "opened"
            self._remember(state.data, why)

    @property
    def snapshot(self) -> NotesSnapshot:
        """The file as last loaded or saved; loaded now where it has not been."""
        return self._snapshot or self.load()

    @property
    def entries(self) -> list[str]:
        """The texts of the notes in file order."""
        return list(self.snapshot.entries)

    @property
    def is_empty(self) -> bool:
        """Whether there are no notes."""
        return not self.snapshot.entries

    def body_by_id(self, id: str) -> str | None:
        """The note with the id as newt's model writes it: ASCII digits, a plus sign allowed before."""
        digits = id.removeprefix("+")
        if not (digits.isascii() and digits.isdigit()):
            return None
        # Cut, because Python refuses to convert thousands of digits; 20 are beyond any file anyway.
        number = int(digits.lstrip("0")[:20] or "0")
        return self.snapshot.entries[number - 1] if 1 <= number <= len(self.snapshot.entries) else None

    def index_entries(self) -> list[tuple[int, str]]:
        """Id and title of every note."""
        return [(id, notes_format.title(text)) for id, text in enumerate(self.snapshot.entries, start=1)]

    def char_usage(self) -> tuple[int, int]:
        """Bytes in use, and the limit in bytes."""
        return self.snapshot.used_bytes, self.char_limit

    def check(self, text: str, id: int | None = None) -> WriteCheck:
        """What a save of `text` as note `id` (None: as a new note) would say; see NotesSnapshot."""
        return self.snapshot.check(text, id)

    def update(self, id: int, seen: str, text: str, *, keep_whole: bool = False) -> NotesSnapshot:
        """Replace note `id`, which the caller was shown as `seen`, and save.

        `keep_whole`: the text of a legacy file becomes one note, with this part replaced. Raises
        what `check` says; NotesConflict where the note or the file is not what it was (a legacy one
        for `keep_whole`); NotesUnreadable, LockBusy, SaveFailed. Then file and snapshot are as before.
        """
        snapshot = self._usable()
        new = trim(text)
        is_as_seen = id >= 1 and seen in snapshot.entries[id - 1 : id]
        if not is_as_seen or (keep_whole and snapshot.kind is not FileKind.LEGACY):
            raise NotesConflict(seen, new, _theirs(snapshot.entries, (), id, seen))
        _pass(snapshot.check_whole(text, id) if keep_whole else snapshot.check(text, id))
        entries = list(snapshot.entries)
        entries[id - 1] = new
        if keep_whole:
            entries = [notes_format.keep_whole(snapshot.text, id, new)]
        return self._save(
            entries, lambda now: NotesConflict(seen, new, _theirs(now, snapshot.entries, id, seen))
        )

    def insert(self, at: int, text: str) -> NotesSnapshot:
        """Add a note that is to have the id `at` (beyond the ends: first or last), and save.

        Raises as `update` does, EmptyText for nothing included.
        """
        snapshot = self._usable()
        _pass(snapshot.check(text))
        new = trim(text)
        entries = list(snapshot.entries)
        entries.insert(max(0, at - 1), new)
        return self._save(entries, lambda now: NotesConflict(None, new, new if new in now else None))

    def _usable(self) -> NotesSnapshot:
        snapshot = self.snapshot
        if snapshot.problem is not None:
            raise snapshot.problem.with_traceback(None)
        return snapshot

    def _save(
        self, entries: Sequence[str], conflict: Callable[[tuple[str, ...]], NotesConflict]
    ) -> NotesSnapshot:
        base = self.snapshot
        data = notes_format.serialize(entries).encode()

        def content(now: files.FileState) -> bytes:
            if base.state is None or (now.data or b"") != (base.state.data or b""):
                current = snapshot_of(self.path, now, self.char_limit)
                raise current.problem or conflict(current.entries)
            return data

        try:
            before, after = files.save(
                self.path, content, rule=files.NOTES_LOCK, keep=self._keep, look_again=bool(base.entries)
            )
        except NotesUnreadable:
            raise
        except FileUnreadable as error:
            raise NotesUnreadable(self.path, None, error.reason) from error
        self._snapshot = snapshot_of(self.path, after, self.char_limit)
        if not before.same_content(after):
            self._keep_written(data)
        return self._snapshot

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


def _pass(checked: WriteCheck) -> None:
    error = checked.error()
    if error is not None:
        raise error


def _theirs(now: tuple[str, ...], base: tuple[str, ...], id: int, seen: str) -> str | None:
    """What the note is on disk: still there, changed in its place, or (as far as one can tell) gone."""
    if seen in now:
        return seen
    in_place = now[id - 1 : id] if id > 0 else ()
    return next((text for text in in_place if text not in base), None)
