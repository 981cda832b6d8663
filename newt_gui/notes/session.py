"""The state of the Notes page without its widgets: rows, drafts, saving, and what others write."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from newt_gui.core.characters import trim
from newt_gui.core.errors import FileUnreadable, NotesConflict, UserFacingError
from newt_gui.core.notes import NotesSnapshot, NoteStore
from newt_gui.notes.rows import Row, RowState, reconcile, rows_of
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

if TYPE_CHECKING:
    from newt_gui.core.files import FileState

Finish = Callable[[bool], None]


class NotesSession(QObject):
    """What the person has before them: the notes of one file and the unsaved text beside them.

    Everything here runs on the UI thread; files are read and written on the mutation worker, one
    job after the other. A row is named by its key, which outlives changes of its number.
    """

    rows_about_to_change = Signal()
    """What is in the editor and not yet in a draft must be taken now."""
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
        self._saving: dict[int, list[Finish]] = {}
        self._idle_wishes: list[Callable[[], None]] = []
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

    def edit(self, key: int, text: str, shown: str | None = None) -> None:
        """Take the text of the editor as the row's draft.

        `shown`: the stored text that the editor had before it was changed, None where it is sure
        to be what is stored now.
        """
        row = self.row(key)
        if row is None or row.text == text:
            return
        self._put(row.edited(text, shown))
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

    def save(self, key: int, keep_whole: bool = False, then: Finish | None = None) -> None:
        """Check and write one row's draft. `then` hears whether it is on disk now.

        `keep_whole`: make a legacy file one note instead of a note a line. While the row is being
        saved already, what has been written since is saved after that.
        """
        finish = then or (lambda _: None)
        row = self.row(key)
        if key in self._saving:
            self._saving[key].append(finish)
        elif row is None or not row.is_dirty:
            finish(row is not None)
        elif (error := self.refusal(row)) is not None:
            self._refuse(key, error, finish)
        else:
            self._write(row, keep_whole, finish)

    def when_idle(self, then: Callable[[], None]) -> None:
        """Run `then` as soon as no save is under way, at once where none is."""
        if self._saving:
            self._idle_wishes.append(then)
        else:
            then()

    @property
    def is_saving(self) -> bool:
        return bool(self._saving)

    def split_off(self, key: int) -> int:
        """Make the draft of a note that was changed elsewhere a new note; the key of its row."""
        row = self.row(key)
        if row is None or row.draft is None:
            return key
        self._put(row.reverted())
        added = Row(self._new_key(), None, None, draft=row.draft)
        self._set_rows((*self.rows, added))
        return added.key

    def refusal(self, row: Row) -> UserFacingError | None:
        """Why this row's draft can't be saved as things stand, or None."""
        if self.snapshot.problem is not None:
            return self.snapshot.problem
        if row.state is RowState.CHANGED:
            return NotesConflict(row.base, row.draft, row.stored)
        return self.snapshot.check(row.text, row.id).error()

    def _refuse(self, key: int, error: UserFacingError, finish: Finish) -> None:
        self.save_refused.emit(key, error)
        finish(False)

    def _write(self, row: Row, keep_whole: bool, finish: Finish) -> None:
        store, key, draft, note_id, seen = self._store, row.key, row.text, row.id, row.stored
        waiting: list[Finish] = []
        self._saving[key] = waiting
        self._watcher.pause()

        def work() -> NotesSnapshot:
            if note_id is None or seen is None:
                return store.insert(len(store.entries) + 1, draft)
            return store.update(note_id, seen, draft, keep_whole=keep_whole)

        def ended() -> None:
            self._saving.pop(key, None)
            self._watcher.resume()
            QTimer.singleShot(0, self, self._tell_idle)

        def done(snapshot: NotesSnapshot) -> None:
            if store is self._store:
                self._on_written(key, draft, snapshot)
            finish(True)
            if waiting:
                self.save(key, then=lambda ok: _tell_all(waiting, ok))

        def failed(error: UserFacingError) -> None:
            if isinstance(error, NotesConflict):
                self._reload()
            self._refuse(key, error, finish)
            _tell_all(waiting, False)

        self._tasks.mutate(work, done, failed, ended)

    def _tell_idle(self) -> None:
        if not self._saving:
            wishes, self._idle_wishes = self._idle_wishes, []
            for wish in wishes:
                wish()

    def _on_written(self, key: int, draft: str, snapshot: NotesSnapshot) -> None:
        self.rows_about_to_change.emit()
        row = self.row(key)
        if row is not None:
            self._put(_after_save(row, draft, snapshot))
        self._adopt(snapshot)
        self._watcher.acknowledge(_seen(snapshot))
        self.saved.emit(key)
        if self._store.history_problem is not None:
            self.trouble.emit(self._store.history_problem)

    def _adopt(self, snapshot: NotesSnapshot) -> None:
        self.snapshot = snapshot
        self._set_rows(reconcile(self.rows, snapshot.entries, self._new_key))

    # Other writers

    def _on_content_changed(self, _state: object) -> None:
        if not self._saving:  # a save compares by itself, and the watcher looks again after it
            self._reload()

    def refresh(self) -> None:
        """Look at the file now."""
        self._reload()

    def _reload(self) -> None:
        store = self._store
        self._tasks.mutate(store.load, lambda snapshot: self._on_loaded(store, snapshot))

    def _on_loaded(self, store: NoteStore, snapshot: NotesSnapshot) -> None:
        if store is not self._store:
            return
        self._watcher.acknowledge(_seen(snapshot))
        if snapshot.state == self.snapshot.state and snapshot.kind is self.snapshot.kind:
            self.snapshot = snapshot
            return
        self.rows_about_to_change.emit()
        self._adopt(snapshot)
        self.keep_seen()
        self.changed_outside.emit()


def _after_save(row: Row, draft: str, snapshot: NotesSnapshot) -> Row:
    """The row as written; what was written since the save began stays a draft."""
    note_id = min(row.id or len(snapshot.entries), len(snapshot.entries))
    stored = snapshot.entries[note_id - 1]
    if row.draft is None or row.draft == draft or trim(row.draft) == stored:
        return Row(row.key, note_id, stored)
    return row._replace(id=note_id, stored=stored, base=stored)


def _tell_all(finishes: list[Finish], ok: bool) -> None:
    for finish in finishes:
        finish(ok)


def _seen(snapshot: NotesSnapshot) -> FileState | FileUnreadable | None:
    """What the watcher need not report: the content, or why there is none to be had."""
    return snapshot.problem if snapshot.state is None else snapshot.state
