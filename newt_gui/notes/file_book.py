"""The rows of one file: read, followed while others write it, and written as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newt_gui.core.errors import FileUnreadable, NotesConflict, UserFacingError
from newt_gui.core.notes import NotesSnapshot, NoteStore
from newt_gui.notes.row_book import RowBook
from newt_gui.notes.rows import Row, reconcile, rows_of, with_news
from newt_gui.notes.writes import Writes
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

if TYPE_CHECKING:
    from newt_gui.core.files import FileState

RowsFrom = Callable[[Sequence[Row], NotesSnapshot], tuple[Row, ...]]
"""The rows before and the file now -> the rows now."""


class FileBook(RowBook):
    """Everything here runs on the UI thread; files are read and written on the mutation worker."""

    changed_outside = Signal()
    """The file holds something else than before, and this window did not write it."""
    trouble = Signal(object)
    """A UserFacingError that belongs to no single note."""

    def __init__(
        self, store: NoteStore, tasks: Tasks, watcher: FileWatcher, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tasks, self._watcher = tasks, watcher
        self.has_reader = False
        """Whether somebody looks at the rows, so that what others write may be news (see `looked_at`)."""
        watcher.setParent(self)
        self._writes = Writes(tasks, watcher, self)
        watcher.content_changed.connect(self._on_content_changed)
        self._adopt_store(store)

    # Opening

    def _adopt_store(self, store: NoteStore) -> None:
        self._store = store
        self.snapshot: NotesSnapshot = store.load()
        self.rows = rows_of(self.snapshot.entries, self.new_key)

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
        """Watch no longer; a write under way is finished by the worker."""
        self._writes.drop_wishes()
        self._watcher.stop()

    @property
    def is_read_only(self) -> bool:
        """The file can't be read as text: nothing may be written over it."""
        return self.snapshot.problem is not None

    # Writing

    def when_idle(self, then: Callable[[], None]) -> None:
        """Run `then` as soon as nothing is being written, at once where nothing is."""
        self._writes.when_idle(then)

    @property
    def is_saving(self) -> bool:
        """Whether something is being written or decided, or waits for that."""
        return self._writes.is_busy

    def rewrite(
        self,
        work: Callable[[NoteStore], NotesSnapshot],
        rows_after: RowsFrom,
        told: Callable[[UserFacingError | None], None],
        ended: Callable[[], None] | None = None,
    ) -> None:
        """One write, whatever it is. `told` hears the error, None where it is on disk and in the rows.

        Nothing may be under way. `ended` is called before, in any case.
        """
        store = self._store

        def write() -> tuple[NotesSnapshot, NotesConflict | None]:
            try:
                return work(store), None
            except NotesConflict as conflict:
                return store.load(), conflict

        def done(written: tuple[NotesSnapshot, NotesConflict | None]) -> None:
            snapshot, conflict = written
            if conflict is not None:
                self._on_loaded(store, snapshot)
            elif store is self._store:
                self._take_written(snapshot, rows_after)
            told(conflict)

        self._writes.begin(write, done, told, ended)

    def _take_written(self, snapshot: NotesSnapshot, rows_after: RowsFrom) -> None:
        self.rows_about_to_change.emit()
        rows = rows_after(self.rows, snapshot)
        self.snapshot = snapshot
        self._set_rows(rows)
        self._watcher.acknowledge(_seen(snapshot))
        if self._store.history_problem is not None:
            self.trouble.emit(self._store.history_problem)

    # Other writers

    def _on_content_changed(self, _state: object) -> None:
        if not self._writes.is_writing:  # a write compares by itself, and the watcher looks again after it
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
        could_be_read = not self.is_read_only
        self.snapshot = snapshot
        rows = reconcile(self.rows, snapshot.entries, self.new_key)
        self._set_rows(with_news(rows, self.rows) if self.has_reader and could_be_read else rows)
        self.keep_seen()
        self.changed_outside.emit()


def _seen(snapshot: NotesSnapshot) -> FileState | FileUnreadable | None:
    """What the watcher need not report: the content, or why there is none to be had."""
    return snapshot.problem if snapshot.state is None else snapshot.state
