"""What every command on whole notes needs: rows, questions, the change itself, and news of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QObject, Signal

from newt_gui.core.merge import Operation
from newt_gui.core.snapshot import Checks
from newt_gui.notes.editor_pane import EditorPane
from newt_gui.notes.list_pane import ListPane
from newt_gui.notes.number_questions import NumberQuestions
from newt_gui.notes.rows import Row
from newt_gui.notes.save_flow import SaveFlow
from newt_gui.notes.selection import select
from newt_gui.notes.session import Finish, NotesSession
from newt_gui.notes.writes import Answered, Ask
from newt_gui.qt.messages import Message, MessageAction
from newt_gui.qt.numbers import number


class ListDesk(QObject):
    """Brings a wish to the session and what came of it to the person."""

    message_posted = Signal(object)
    """A Message that says what was done, or why not."""

    def __init__(
        self,
        session: NotesSession,
        list_pane: ListPane,
        editor_pane: EditorPane,
        flow: SaveFlow,
        numbers: NumberQuestions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session, self.list_pane, self.editor_pane = session, list_pane, editor_pane
        self._flow, self._numbers = flow, numbers

    def change(
        self,
        operations: Sequence[Operation],
        label: str,
        checks: Checks = Checks.NEW,
        then: Finish | None = None,
        *,
        carried: Collection[int] = (),
    ) -> None:
        """Ask what has to be asked of `operations`, made on the list as it is now, then change it.

        As `NotesSession.change`; `then` hears False where the person says no.
        """
        seen = self.session.snapshot.entries

        def ask(answered: Answered) -> None:
            self._flow.before_change(
                lambda wanted: self._numbers.ask(seen, operations, answered) if wanted else answered(False)
            )

        self.session.change(operations, label, checks, then, carried=carried, ask=ask)

    def with_rows(self, keys: Sequence[int] | None, then: Callable[[list[Row]], None]) -> None:
        """Give `then` these rows (None: the selected ones) as soon as nothing is being written.

        They come in the order of the list; those that are gone by then are left out.
        """
        chosen = set(self.list_pane.selected_keys() if keys is None else keys)

        def go() -> None:
            self.editor_pane.commit()
            rows = [row for row in self.session.rows if row.key in chosen]
            if rows and not self.session.is_read_only:
                then(rows)

        self.session.when_idle(go)

    @property
    def count(self) -> int:
        """How many notes the file holds."""
        return len(self.session.snapshot.entries)

    @property
    def open_key(self) -> int:
        """The key of the note that is open, -1 for none."""
        return self.editor_pane.key

    def go_to_touched(self, begun_at: int) -> None:
        """Select what the last change made, brought back, rewrote or moved.

        `begun_at`: the note that was open when it was wished. Whoever has opened another one since
        is left there.
        """
        keys = [key for key in self.session.steps.touched if self.session.row(key) is not None]
        if keys and (self.open_key == begun_at or self.session.row(begun_at) is None):
            select(self.list_pane, keys)

    def tell(self, text: str, *actions: MessageAction) -> None:
        """Say that something was done."""
        self.message_posted.emit(Message(text, actions=actions))

    def tell_change(self, text: str) -> None:
        """Say that the list was changed, and offer to undo it."""
        self.tell(text, self.undo_action())

    def undo_action(self) -> MessageAction:
        """For a message about the newest change of the list: a button that undoes it, and no other."""
        steps, count = self.session.steps.done, len(self.session.steps.done)

        def undo() -> None:
            self.session.when_idle(lambda: self.undo() if len(steps) == count else None)

        return self.tr("Undo"), undo

    def _back_to_list(self) -> None:
        """Whoever used a button that is gone now is in the list again."""
        if not self.editor_pane.isAncestorOf(self.editor_pane.window().focusWidget()):
            self.list_pane.view.setFocus()

    def refuse(self, text: str) -> None:
        """Say why something is not done."""
        self.message_posted.emit(Message(text, "caution"))

    # Back and forth

    def undo(self) -> None:
        """Undo the newest list operation."""
        steps = self.session.steps
        self._walk(self.session.undo_list, lambda: self.tr("Undone: {what}.").format(what=steps.redo_label))

    def redo(self) -> None:
        """Do again what was undone last."""
        steps = self.session.steps
        self._walk(
            self.session.redo_list, lambda: self.tr("Done again: {what}.").format(what=steps.undo_label)
        )

    def _walk(self, walk: Callable[[Finish, Ask], None], told: Callable[[], str]) -> None:
        self.editor_pane.commit()
        begun_at = self.open_key

        def done(ok: bool) -> None:
            if ok:
                self.go_to_touched(begun_at)
                self._back_to_list()
                self._tell_walk(told())

        walk(done, self._flow.before_change)

    def _tell_walk(self, text: str) -> None:
        """What was held before needs no room to come back, but then nothing new fits in."""
        snapshot = self.session.snapshot
        over = snapshot.used_bytes - snapshot.limit
        if over > 0:
            more = self.tr("The notes are {bytes} bytes over newt's limit now.")
            text = f"{text} {more.format(bytes=number(over))}"
        self.tell(text)


def ids_of(rows: Sequence[Row]) -> list[int]:
    """The numbers of those rows that are in the file."""
    return [row.id for row in rows if row.id is not None]
