"""List operations of one file: checked here, written by the worker, undone and done again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from newt_gui.core.errors import NotesConflict, UserFacingError
from newt_gui.core.merge import Insert, Operation
from newt_gui.core.snapshot import Checks, NotesSnapshot
from newt_gui.notes.list_rows import RowsAfter, Way, concerned
from newt_gui.notes.list_step import CannotRedo, CannotUndo, Step
from newt_gui.notes.plans import deletion
from newt_gui.notes.rows import Row
from newt_gui.notes.words import tr

if TYPE_CHECKING:
    from newt_gui.notes.session import Finish, NotesSession


class ListChanges:
    """Changes the list behind a session, and remembers in its `steps` how to go back."""

    def __init__(self, session: NotesSession) -> None:
        self._session, self._steps = session, session.steps

    def change(
        self,
        operations: Sequence[Operation],
        label: str,
        checks: Checks | None,
        then: Finish,
        seen: Sequence[str],
        carried: Sequence[Row],
    ) -> None:
        """As `NotesSession.change`; nothing is being written now."""
        way = Way(tuple(seen), tuple(operations))
        checks = Checks.NEW if checks is None else checks
        refusal = self._refusal(way, checks)
        if refusal is not None:
            self._refuse(refusal, then)
            return
        rows = concerned(self._session.rows, way, carried)
        step = Step(label, way.seen, way.operations, rows)
        self._write(step, step.forth, checks, lambda: self._steps.add(step), then)

    def discard(self, rows: Sequence[Row], label: str) -> None:
        """Let rows go that are not in the file."""
        step = Step(label, self._session.snapshot.entries, (), tuple(rows))
        self._rearrange(step, step.forth, lambda: self._steps.add(step))

    def kept_whole(self, saved: Row, rows: Sequence[Row], snapshot: NotesSnapshot) -> tuple[Row, ...]:
        """The rows once the whole file was written as one note; `saved`: the row with the edit.

        It is a note of its own with a past of its own: what one line said is no earlier text of it.
        """
        base = self._session.snapshot.entries
        operations = (*deletion(range(1, len(base) + 1)), Insert(1, snapshot.entries[0]))
        way = Way(base, operations)
        step = Step(tr("keep the whole file as one note"), base, operations, concerned(rows, way, [saved]))
        after = RowsAfter(rows, step.forth, snapshot.entries, self._session.new_key)
        self._steps.touched = after.touched
        self._steps.add(step)
        return after.rows

    def undo(self, then: Finish) -> None:
        """Take back the newest step; one that can't be taken back is forgotten."""
        done, undone = self._steps.done, self._steps.undone
        self._go(done, undone, lambda step: step.back, CannotUndo, then)

    def redo(self, then: Finish) -> None:
        """Do again what was undone last; what can't be done again is forgotten."""
        done, undone = self._steps.done, self._steps.undone
        self._go(undone, done, lambda step: step.forth, CannotRedo, then)

    def _go(
        self,
        here: list[Step],
        there: list[Step],
        way_of: Callable[[Step], Way],
        cannot: type[CannotUndo],
        then: Finish,
    ) -> None:
        if not here:
            then(False)
            return
        step = here[-1]
        way = way_of(step)

        def moved() -> None:
            here.remove(step)
            there.append(step)

        if not way.operations:
            self._rearrange(step, way, moved)
            then(True)
            return

        def failed(error: UserFacingError) -> None:
            if isinstance(error, NotesConflict):
                give_up()
            else:
                self._refuse(error, then)

        def give_up() -> None:
            here.remove(step)
            self._refuse(cannot(step.label), then)

        refusal = self._refusal(way, Checks.HELD)
        if refusal is None and self._leads_nowhere(way):
            give_up()
        elif refusal is None:
            self._write(step, way, Checks.HELD, moved, then, failed)
        else:
            failed(refusal)

    def _refusal(self, way: Way, checks: Checks) -> UserFacingError | None:
        """Why `way` can't be gone as things stand, or None."""
        snapshot = self._session.snapshot
        if snapshot.problem is not None:
            return snapshot.problem
        try:
            return snapshot.check_list(way.seen, way.operations, checks).error()
        except NotesConflict as conflict:
            return conflict

    def _leads_nowhere(self, way: Way) -> bool:
        """Whether others took away all that `way` would change: to say that it is done would not be true."""
        snapshot = self._session.snapshot
        after = snapshot.check_list(way.seen, way.operations, Checks.HELD).entries
        return after == snapshot.entries and not any(row.draft for row in way.returning)

    def _refuse(self, error: UserFacingError, then: Finish) -> None:
        self._session.change_refused.emit(error)
        then(False)

    def _rearrange(self, step: Step, way: Way, done: Callable[[], None]) -> None:
        """Go a way that leaves the file alone."""
        session = self._session

        def rows_from(rows: Sequence[Row]) -> tuple[Row, ...]:
            after = RowsAfter(rows, way, session.snapshot.entries, session.new_key)
            self._steps.touched = after.touched
            return after.rows

        done()
        session.rearrange(rows_from)
        session.list_changed.emit(step)

    def _write(
        self,
        step: Step,
        way: Way,
        checks: Checks,
        done: Callable[[], None],
        then: Finish,
        failed: Callable[[UserFacingError], None] | None = None,
    ) -> None:
        session = self._session

        def rows_after(rows: Sequence[Row], snapshot: NotesSnapshot) -> tuple[Row, ...]:
            after = RowsAfter(rows, way, snapshot.entries, session.new_key)
            self._steps.touched = after.touched
            return after.rows

        def told(error: UserFacingError | None) -> None:
            if error is None:
                done()
                session.list_changed.emit(step)
                then(True)
            elif failed is not None:
                failed(error)
            else:
                self._refuse(error, then)

        session.rewrite(lambda store: store.change(way.seen, way.operations, checks), rows_after, told)
