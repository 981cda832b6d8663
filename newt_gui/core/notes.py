"""NoteStore: the notes of one newt home, read and saved by newt's rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from newt_gui.core import notes_format, paths
from newt_gui.core.characters import trim
from newt_gui.core.errors import BrokenCharacter, EmptyText, NotesConflict, UserFacingError
from newt_gui.core.newt_notes import NewtNotes
from newt_gui.core.notes_file import Change, NotesFile
from newt_gui.core.snapshot import Checks, FileKind, NotesSnapshot, WriteCheck

if TYPE_CHECKING:
    from newt_gui.core.history import History
    from newt_gui.core.merge import Operation

__all__ = [
    "DEFAULT_CHAR_LIMIT",
    "BrokenCharacter",
    "Checks",
    "FileKind",
    "NoteStore",
    "NotesSnapshot",
    "WriteCheck",
]

DEFAULT_CHAR_LIMIT = 2_200
"""newt's budget in bytes. newt calls them characters and has no setting for it."""

_SMALLEST_LIMIT = 10
_BLANK_LINE = "\n\n"


class NoteStore(NewtNotes):
    """The notes in the file at `path`.

    Notes are addressed by id (1-based place in the file) together with the text that the caller
    was shown; newt's own `add`, `replace` and `remove` go by what a note contains. What writes, and
    `load`, belongs on one thread at a time; everything else reads the immutable snapshot. With a
    `history`, every content that is replaced or written is kept.

    Every writing method raises NotesUnreadable, LockBusy, SaveFailed or HistoryFailed where the
    file is in the way, and then file and snapshot are as before.
    """

    def __init__(
        self,
        path: str | Path,
        char_limit: int = DEFAULT_CHAR_LIMIT,
        *,
        history: History | None = None,
    ) -> None:
        """`char_limit` is in bytes, and never under 10."""
        super().__init__(NotesFile(Path(path), max(_SMALLEST_LIMIT, char_limit), history))

    @staticmethod
    def default_path() -> Path:
        """The notes file that a newt started from this environment would use."""
        return paths.notes_path(paths.newt_home().path)

    @property
    def path(self) -> Path:
        return self._file.path

    @property
    def char_limit(self) -> int:
        """The budget in bytes."""
        return self._file.limit

    @property
    def history_problem(self) -> UserFacingError | None:
        """Why the last saved content is missing from the history, or None."""
        return self._file.history_problem

    # Reading

    def load(self) -> NotesSnapshot:
        """Read the file. What is wrong with it stands in the snapshot's `kind` and `problem`.

        Where there were notes and the file is missing or empty now, this takes 300 ms longer.
        """
        return self._file.load()

    def record_seen(self) -> None:
        """Put the loaded bytes into the history; may raise HistoryFailed.

        Apart from `load`, because opening should be quick.
        """
        self._file.record_seen()

    @property
    def snapshot(self) -> NotesSnapshot:
        """The file as last loaded or saved; loaded now where it has not been."""
        return self._file.snapshot

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

    # Changes by an editor

    def update(self, id: int, seen: str, text: str, *, keep_whole: bool = False) -> NotesSnapshot:
        """Replace note `id`, which the caller was shown as `seen`, and save.

        What others wrote into the file meanwhile stays. Raises what `check` says of the notes as they
        are by then; NotesConflict where this note was changed or removed there; NotesUnreadable,
        LockBusy, SaveFailed. Then file and snapshot are as before.

        `keep_whole`: the text of a legacy file becomes one note, with this part replaced. Then any
        change of the file is a conflict.
        """
        from newt_gui.core.merge import Update

        base = self._as_seen(id, seen, trim(text))
        if keep_whole:
            return self._keep_whole(id, seen, text)
        _pass(self.snapshot.check(text, id).text_error())
        return self.change(base, [Update(id, text)])

    def _keep_whole(self, id: int, seen: str, text: str) -> NotesSnapshot:
        snapshot, new = self.snapshot, trim(text)

        def conflict(now: tuple[str, ...]) -> NotesConflict:
            return NotesConflict(seen, new, _theirs(now, snapshot.entries, id, seen))

        if snapshot.kind is not FileKind.LEGACY:
            raise conflict(snapshot.entries)
        _pass(snapshot.check_whole(text, id).error())
        whole = [notes_format.keep_whole(snapshot.text, id, new)]
        return self._file.save(_unless_changed(snapshot, whole, conflict))

    def insert(self, at: int, text: str) -> NotesSnapshot:
        """Add a note that is to have the id `at` (beyond the ends: first or last), and save.

        Where others wrote meanwhile it stands behind the note that it was put behind. A text that
        they have added themselves is there already. Raises as `change` does, EmptyText included.
        """
        from newt_gui.core.merge import Insert

        base = self._usable().entries
        _pass(self.snapshot.check(text).text_error())
        return self.change(base, [Insert(at, text)])

    def change(
        self, seen: Sequence[str], operations: Sequence[Operation], checks: Checks = Checks.NEW
    ) -> NotesSnapshot:
        """Do several operations, made on the list `seen`, with one save or none.

        Where the file holds another list by now, they are done to that one. Raises NotesConflict
        where the same note was changed there, what `check_list` says, and IndexError for an id
        that `seen` does not have. A list that comes out as it is on disk is not written.
        """
        from newt_gui.core.list_check import changing  # at the start no list is judged

        self._usable()
        return self._file.save(changing(seen, operations, checks))

    def rescue(self, seen: bytes, text: str) -> NotesSnapshot:
        """Put `text` in place of a file that is not UTF-8 and held the bytes `seen`, and save.

        It is not judged: the file held it before, in another way of writing. Raises NotesConflict
        where the file holds other bytes by now, LockBusy, SaveFailed, HistoryFailed.
        """
        return self._file.rescue(seen, text)

    def delete(self, id: int, seen: str) -> NotesSnapshot:
        """Remove note `id`, which the caller was shown as `seen`. Raises as `change` does."""
        from newt_gui.core.merge import Delete

        return self.change(self._as_seen(id, seen, None), [Delete(id)])

    def move(self, id: int, seen: str, to: int) -> NotesSnapshot:
        """Give note `id` the id `to` (beyond the ends: first or last). Raises as `change` does."""
        from newt_gui.core.merge import Move

        return self.change(self._as_seen(id, seen, seen), [Move(id, to)])

    def split(self, id: int, seen: str, parts: Sequence[str]) -> NotesSnapshot:
        """Put the parts, empty ones left out, in the place of note `id`. EmptyText where none is left.

        Otherwise raises as `change` does.
        """
        from newt_gui.core.merge import Insert, Update

        texts = [text for text in map(trim, parts) if text]
        if not texts:
            raise EmptyText()
        base = self._as_seen(id, seen, texts[0])
        others = (Insert(id + at, text) for at, text in enumerate(texts[1:], start=1))
        return self.change(base, [Update(id, texts[0]), *others])

    def merge(self, ids: Sequence[int], seen: Sequence[str]) -> NotesSnapshot:
        """Join the notes, in the order of the list, with a blank line between, where the first one is.

        `seen`: what the caller was shown of each. Raises as `change` does, ValueError for no notes.
        """
        from newt_gui.core.merge import Delete, Update

        notes = sorted(dict(zip(ids, seen, strict=True)).items())
        first, *others = (id for id, _ in notes)
        joined = _BLANK_LINE.join(text for _, text in notes)
        for id, text in notes:
            self._as_seen(id, text, joined)
        return self.change(self.snapshot.entries, [Update(first, joined), *map(Delete, reversed(others))])

    def _usable(self) -> NotesSnapshot:
        snapshot = self.snapshot
        if snapshot.problem is not None:
            raise snapshot.problem.with_traceback(None)
        return snapshot

    def _as_seen(self, id: int, seen: str, mine: str | None) -> tuple[str, ...]:
        """The list in which note `id` still is what the caller was shown."""
        entries = self._usable().entries
        if not (id >= 1 and seen in entries[id - 1 : id]):
            raise NotesConflict(seen, mine, _theirs(entries, (), id, seen))
        return entries


def _unless_changed(
    base: NotesSnapshot, entries: Sequence[str], conflict: Callable[[tuple[str, ...]], NotesConflict]
) -> Change:
    """The list `entries`, as long as the file holds the very bytes of `base`."""

    def change(now: NotesSnapshot) -> Sequence[str]:
        if _content(now) != _content(base):
            raise conflict(now.entries)
        return entries

    return change


def _content(snapshot: NotesSnapshot) -> bytes:
    return (snapshot.state and snapshot.state.data) or b""


def _pass(error: UserFacingError | None) -> None:
    if error is not None:
        raise error


def _theirs(now: tuple[str, ...], base: tuple[str, ...], id: int, seen: str) -> str | None:
    """What the note is on disk: still there, changed in its place, or (as far as one can tell) gone."""
    if seen in now:
        return seen
    in_place = now[id - 1 : id] if id > 0 else ()
    return next((text for text in in_place if text not in base), None)
