"""The state of the Notes page without its widgets: rows, drafts, saving, and what others write."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newt_gui.core.characters import trim
from newt_gui.core.errors import NotesConflict, UserFacingError
from newt_gui.core.notes import NotesSnapshot, NoteStore
from newt_gui.notes.file_book import FileBook
from newt_gui.notes.list_undo import UndoList
from newt_gui.notes.rows import Row, RowState
from newt_gui.notes.writes import Answered, Ask
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

if TYPE_CHECKING:
    from newt_gui.core.merge import Operation
    from newt_gui.core.snapshot import Checks
    from newt_gui.notes.list_changes import ListChanges

Finish = Callable[[bool], None]


class NotesSession(FileBook):
    """What the person has before them: the notes of one file and the unsaved text beside them.

    Everything here runs on the UI thread; files are read and written on the mutation worker, one
    job after the other.
    """

    saved = Signal(int)
    save_refused = Signal(int, object)
    """(key, UserFacingError): nothing was written; the text is still the row's draft."""
    list_changed = Signal(object)
    """A list_step.Step was done, undone or done again; the rows are the new ones already."""
    change_refused = Signal(object)
    """A UserFacingError: a list operation, an undo or a redo was refused, and nothing was written."""

    def __init__(
        self, store: NoteStore, tasks: Tasks, watcher: FileWatcher, parent: QObject | None = None
    ) -> None:
        super().__init__(store, tasks, watcher, parent)
        self.steps = UndoList()
        self._saving: dict[int, list[Finish]] = {}

    def open(self, store: NoteStore) -> None:
        """Show another file. The caller has dealt with the drafts of this one."""
        self.steps = UndoList()
        super().open(store)

    # Saving

    def save(self, key: int, keep_whole: bool = False, then: Finish | None = None) -> None:
        """Check and write one row's draft. `then` hears whether it is on disk now.

        `keep_whole`: make a legacy file one note instead of a note a line. While something is being
        written it waits; of a row that is being saved, what was written since is saved after that.
        """
        finish = then or _ignore
        row = self.row(key)
        if key in self._saving:
            self._saving[key].append(finish)
        elif self._writes.is_taken:
            self._writes.when_idle(lambda: self.save(key, keep_whole, finish))
        elif row is None or not row.is_dirty:
            finish(row is not None)
        elif (error := self.refusal(row)) is not None:
            self._refuse(key, error, finish)
        else:
            self._write(row, keep_whole, finish)

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
        from newt_gui.notes.save_way import rows_after_save, save_way  # nobody saves before the first paint

        key, waiting = row.key, list[Finish]()
        way = save_way(self.snapshot.entries, row, self.place_of_new(row))
        self._saving[key] = waiting

        def work(store: NoteStore) -> NotesSnapshot:
            if keep_whole and row.id is not None and row.stored is not None:
                return store.update(row.id, row.stored, row.text, keep_whole=True)
            return store.change(way.seen, way.operations)

        def rows_after(rows: Sequence[Row], snapshot: NotesSnapshot) -> tuple[Row, ...]:
            if keep_whole:
                return self._changes().kept_whole(row, rows, snapshot)
            if row.id is not None:
                self.steps.text_saved(way.seen, row.id, trim(row.text))
            return rows_after_save(rows, way, snapshot.entries, self.new_key)

        def ended() -> None:
            del self._saving[key]

        def told(error: UserFacingError | None) -> None:
            if error is not None:
                self._refuse(key, error, finish)
                _tell_all(waiting, False)
                return
            self.saved.emit(key)
            finish(True)
            if waiting:
                self.save(key, then=lambda ok: _tell_all(waiting, ok))

        self.rewrite(work, rows_after, told, ended)

    def place_of_new(self, row: Row) -> int:
        """The number that a row gets when it is saved as a new note."""
        behind = self.row(row.after) if row.after is not None else None
        return (behind.id if behind is not None and behind.id else len(self.snapshot.entries)) + 1

    # List operations

    def change(
        self,
        operations: Sequence[Operation],
        label: str,
        checks: Checks | None = None,
        then: Finish | None = None,
        *,
        carried: Collection[int] = (),
        ask: Ask | None = None,
    ) -> None:
        """Check and write list operations, made on the list as it is, as one step that can be undone.

        `label` says what is done, for people ("delete note 3"). `checks`: None for those of new
        text. `then` hears whether it is done. `carried`: keys of the rows whose unsaved text, as it
        is, goes with the operations; all other drafts stay. Waits while something is being written.
        `ask` may find out first whether it is wanted; nothing else is written meanwhile.
        """
        base, spent = self.snapshot.entries, [row for row in self.rows if row.key in carried]
        finish = then or _ignore
        self._decide(
            ask, lambda: self._changes().change(operations, label, checks, finish, base, spent), finish
        )

    def discard(self, keys: Collection[int], label: str) -> None:
        """Let rows go that are not in the file, as one step that can be undone; nothing is written."""
        rows = [row for row in self.rows if row.key in keys and row.id is None]
        if rows:
            self._changes().discard(rows, label)

    def rearrange(self, rows_from: Callable[[Sequence[Row]], tuple[Row, ...]]) -> None:
        """The same file, with other rows beside what is in it."""
        self.rows_about_to_change.emit()
        self._set_rows(rows_from(self.rows))

    def undo_list(self, then: Finish | None = None, ask: Ask | None = None) -> None:
        """Undo the newest list operation; `then` hears whether it is undone. `ask` as in `change`."""

        def asked(answered: Answered) -> None:
            answered(True) if ask is None or not self.steps.undo_writes else ask(answered)

        self._decide(asked, lambda: self._changes().undo(then or _ignore), then or _ignore)

    def redo_list(self, then: Finish | None = None, ask: Ask | None = None) -> None:
        """Do again what was undone last; `then` hears whether it is done. `ask` as in `change`."""

        def asked(answered: Answered) -> None:
            answered(True) if ask is None or not self.steps.redo_writes else ask(answered)

        self._decide(asked, lambda: self._changes().redo(then or _ignore), then or _ignore)

    def _decide(self, ask: Ask | None, write: Callable[[], None], finish: Finish) -> None:
        store = self._store

        def answered(wanted: bool) -> None:
            if wanted and store is self._store:
                write()
            else:
                finish(False)

        if ask is None:
            self._writes.when_idle(lambda: answered(True))
        else:
            self._writes.when_idle(lambda: self._writes.decide(ask, answered))

    @property
    def can_undo_list(self) -> bool:
        """Whether there is something to undo, or may be as soon as what is being written is done."""
        if self.is_read_only:
            return bool(self.steps.done) and not self.steps.undo_writes
        return bool(self.steps.done) or self.is_saving

    @property
    def can_redo_list(self) -> bool:
        return bool(self.steps.undone) and not (self.is_read_only and self.steps.redo_writes)

    def _changes(self) -> ListChanges:
        from newt_gui.notes.list_changes import ListChanges  # nobody changes the list before it is shown

        return ListChanges(self)


def _ignore(_ok: bool) -> None:
    """Nobody wants to hear what came of it."""


def _tell_all(finishes: list[Finish], ok: bool) -> None:
    for finish in finishes:
        finish(ok)
