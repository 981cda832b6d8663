"""The state of the Notes page without its widgets: rows, drafts, saving, and what others write."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from newt_gui.core.errors import FileUnreadable, NotesConflict, UserFacingError
from newt_gui.core.notes import NotesSnapshot, NoteStore
from newt_gui.notes.rows import Row, RowState, reconcile, rows_of
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

if TYPE_CHECKING:
    from newt_gui.core.files import FileState

SETTLE_MS = 300
"""A file that looks empty may be caught between two steps of another writer: look again after this."""


class NotesSession(QObject):
    """What the person has before them: the notes of one file and the unsaved text beside them.

    Everything here runs on the UI thread; files are read and written on the mutation worker, one
    job after the other. A row is named by its key, which outlives changes of its number.
    """

    rows_changed = Signal()
    """The rows or the snapshot are other ones: opened, reloaded, saved, added or removed."""
    draft_changed = Signal(int)
    """The unsaved text of the row with this key changed."""
    saved = Signal(int)
    save_refused = Signal(int, object)
    """(key, UserFacingError): nothing was written; the text is still the row's draft."""
    changed_outside = Signal()
    """The file holds something else than before, and this window did not write it."""
    trouble = Signal(object)
    """A UserFacingError that belongs to no single note."""

    def __init__(
        self, store: NoteStore, tasks: Tasks, watcher: FileWatcher, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._keys = count(1)
        self._tasks, self._watcher = tasks, watcher
        watcher.setParent(self)
        self._saving: set[int] = set()
        watcher.content_changed.connect(self._on_content_changed)
        self._adopt_store(store)

    # Opening

    def _adopt_store(self, store: NoteStore) -> None:
        self._store = store
        self.snapshot: NotesSnapshot = store.load()
        self.rows: tuple[Row, ...] = rows_of(self.snapshot.entries, self._new_key)

    def open(self, store: NoteStore) -> None:
        """Show another file. The caller has dealt with the drafts of this one."""
        self._adopt_store(store)
        self.rows_changed.emit()
        self.start()

    def start(self) -> None:
        """Begin watching, and keep what was read: both may wait until the window is painted."""
        self._watcher.watch(self.snapshot.path, _seen(self.snapshot))
        self.keep_seen()

    def keep_seen(self) -> None:
        """Put what was read into the history."""
        self._tasks.mutate(self._store.record_seen, lambda _: None, self.trouble.emit)

    def stop(self) -> None:
        """Watch no longer; a save under way is finished by the worker."""
        self._watcher.stop()

    # Rows

    def row(self, key: int) -> Row | None:
        return next((row for row in self.rows if row.key == key), None)

    def dirty_rows(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.is_dirty)

    @property
    def is_read_only(self) -> bool:
        """The file can't be read as text: nothing may be written over it."""
        return self.snapshot.problem is not None

    def edit(self, key: int, text: str) -> None:
        """Take the text of the editor as the row's draft."""
        row = self.row(key)
        if row is None or row.text == text:
            return
        self._put(row.edited(text))
        self.draft_changed.emit(key)

    def add_row(self) -> int:
        """A new, empty, unsaved note at the end; its key. An untouched one is used again."""
        empty = next((row for row in self.rows if row.state is RowState.NEW and not row.text), None)
        if empty is not None:
            return empty.key
        row = Row(self._new_key(), None, None, draft="")
        self._set_rows((*self.rows, row))
        return row.key

    def revert(self, key: int) -> None:
        """Drop the draft: what is on disk stands again; a row that is not there goes."""
        row = self.row(key)
        if row is None or row.draft is None:
            return
        if row.id is None:
            self._set_rows(tuple(other for other in self.rows if other.key != key))
        else:
            self._put(row.reverted())
            self.rows_changed.emit()

    def put_back(self, row: Row) -> None:
        """Bring back a row that `revert` let go."""
        if self.row(row.key) is None:
            self._set_rows((*self.rows, row))

    def _new_key(self) -> int:
        return next(self._keys)

    def _put(self, row: Row) -> None:
        self.rows = tuple(row if other.key == row.key else other for other in self.rows)

    def _set_rows(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows
        self.rows_changed.emit()

    # Saving

    def is_saving(self, key: int) -> bool:
        return key in self._saving

    def save(self, key: int, keep_whole: bool = False, then: Callable[[bool], None] | None = None) -> None:
        """Check and write one row's draft. `then` hears whether it is on disk now.

        `keep_whole`: make a legacy file one note instead of a note a line.
        """
        finish = then or (lambda _: None)
        row = self.row(key)
        if row is None or not row.is_dirty or key in self._saving:
            finish(row is not None and not row.is_dirty)
            return
        error = self.refusal(row)
        if error is not None:
            self._refuse(key, error, finish)
            return
        self._write(row, keep_whole, finish)

    def save_as_new(self, key: int) -> int:
        """Store a draft whose note was changed elsewhere as a note of its own; theirs stays.

        The key of the new row.
        """
        row = self.row(key)
        if row is None or row.draft is None:
            return key
        self._put(row.reverted())
        added = Row(self._new_key(), None, None, draft=row.draft)
        self._set_rows((*self.rows, added))
        self.save(added.key)
        return added.key

    def refusal(self, row: Row) -> UserFacingError | None:
        """Why this row's draft can't be saved as things stand, or None."""
        if self.snapshot.problem is not None:
            return self.snapshot.problem
        if row.state is RowState.CHANGED:
            return NotesConflict(row.base, row.draft, row.stored)
        return self.snapshot.check(row.text, row.id).error()

    def _refuse(self, key: int, error: UserFacingError, finish: Callable[[bool], None]) -> None:
        self._saving.discard(key)
        self.save_refused.emit(key, error)
        finish(False)

    def _write(self, row: Row, keep_whole: bool, finish: Callable[[bool], None]) -> None:
        store, draft, note_id, seen = self._store, row.text, row.id, row.stored
        self._saving.add(row.key)
        self._watcher.pause()

        def work() -> NotesSnapshot:
            if note_id is None or seen is None:
                return store.insert(len(store.entries) + 1, draft)
            return store.update(note_id, seen, draft, keep_whole=keep_whole)

        def done(snapshot: NotesSnapshot) -> None:
            self._on_written(row.key, draft, snapshot)
            finish(True)

        def failed(error: UserFacingError) -> None:
            self._watcher.resume()
            if isinstance(error, NotesConflict):
                self._reload()
            self._refuse(row.key, error, finish)

        self._tasks.mutate(work, done, failed)

    def _on_written(self, key: int, draft: str, snapshot: NotesSnapshot) -> None:
        self._saving.discard(key)
        row = self.row(key)
        if row is not None:
            self._put(self._after_save(row, draft, snapshot))
        self._adopt(snapshot)
        self._watcher.acknowledge(_seen(snapshot))
        self._watcher.resume()
        self.saved.emit(key)
        if self._store.history_problem is not None:
            self.trouble.emit(self._store.history_problem)

    def _after_save(self, row: Row, draft: str, snapshot: NotesSnapshot) -> Row:
        """The row as written; what was typed while the save was under way stays a draft."""
        note_id = min(row.id or len(snapshot.entries), len(snapshot.entries))
        stored = snapshot.entries[note_id - 1]
        if row.draft == draft:
            return Row(row.key, note_id, stored)
        return row._replace(id=note_id, stored=stored, base=stored)

    def _adopt(self, snapshot: NotesSnapshot) -> None:
        self.snapshot = snapshot
        self._set_rows(reconcile(self.rows, snapshot.entries, self._new_key))

    # Other writers

    def _on_content_changed(self, _state: object) -> None:
        if self._saving:
            return  # the save itself compares, and the watcher looks again after it
        self._reload()

    def refresh(self) -> None:
        """Look at the file now."""
        self._reload()

    def _reload(self, settled: bool = False) -> None:
        store = self._store
        self._tasks.mutate(store.load, lambda snapshot: self._on_loaded(store, snapshot, settled), None)

    def _on_loaded(self, store: NoteStore, snapshot: NotesSnapshot, settled: bool) -> None:
        if store is not self._store:
            return
        if not snapshot.entries and self.snapshot.entries and not settled:
            QTimer.singleShot(SETTLE_MS, self, lambda: self._reload(settled=True))
            return
        self._watcher.acknowledge(_seen(snapshot))
        if snapshot.state == self.snapshot.state and snapshot.kind is self.snapshot.kind:
            self.snapshot = snapshot
            return
        self._adopt(snapshot)
        self.keep_seen()
        self.changed_outside.emit()


def _seen(snapshot: NotesSnapshot) -> FileState | FileUnreadable | None:
    """What the watcher need not report: the content, or why there is none to be had."""
    return snapshot.problem if snapshot.state is None else snapshot.state
