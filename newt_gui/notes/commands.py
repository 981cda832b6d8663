"""What a person can do with whole notes: delete, duplicate, move, split, merge, and take that back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from newt_gui.core.characters import trim
from newt_gui.core.merge import Operation
from newt_gui.core.notes_format import title
from newt_gui.notes import plans
from newt_gui.notes.list_desk import ListDesk, ids_of
from newt_gui.notes.reshaping import Reshaping
from newt_gui.notes.rows import Row
from newt_gui.notes.session import Finish
from newt_gui.notes.words import named, quoted, shown_title
from newt_gui.qt.numbers import number


class NotesCommands(QObject):
    """Each is one write, and one step of the list's undo. Rows are named by their keys.

    Where no keys are given, the selected rows are meant.
    """

    def __init__(self, desk: ListDesk) -> None:
        super().__init__(desk)
        self._desk = desk
        reshaping = Reshaping(desk)
        self.split_here = reshaping.split_here
        self.split_at_delimiters = reshaping.split_at_delimiters
        self.merge = reshaping.merge
        self.change = desk.change
        self.undo, self.redo, self.undo_action = desk.undo, desk.redo, desk.undo_action

    def delete(self, keys: Sequence[int] | None = None) -> None:
        """Delete notes; unsaved new ones alone are discarded."""
        self._desk.with_rows(keys, self._delete)

    def _delete(self, rows: list[Row]) -> None:
        desk, ids = self._desk, ids_of(rows)
        if not ids:
            self.discard([row.key for row in rows])
            return
        told = self.tr("Deleted {notes}; counts from the next session.").format(notes=named(ids))

        begun_at = desk.open_key

        def done(ok: bool) -> None:
            if ok:
                self._leave_editor(begun_at)
                if not desk.list_pane.selected_keys():
                    desk.list_pane.choose(desk.list_pane.current_key())
                desk.tell_change(told)

        label = self.tr("delete {notes}").format(notes=named(ids))
        desk.change(plans.deletion(ids), label, then=done, carried=[row.key for row in rows])

    def _leave_editor(self, key: int) -> None:
        """Whoever was writing in a note that is gone is not to write on in the next one."""
        desk = self._desk
        focused = desk.editor_pane.window().focusWidget()
        if desk.session.row(key) is None and desk.editor_pane.isAncestorOf(focused):
            desk.list_pane.view.setFocus()

    def discard(self, keys: Sequence[int]) -> None:
        """Let unsaved new notes go: a step of the list's undo, unless nothing was written in them."""
        desk = self._desk
        found = map(desk.session.row, keys)
        rows = [row for row in found if row is not None and row.id is None]
        written = [row for row in rows if trim(row.text)]
        begun_at = desk.open_key
        for row in rows:
            if row not in written:
                desk.session.revert(row.key)
        if written:
            label, told = self._discarding(written)
            desk.session.discard([row.key for row in written], label)
            desk.tell_change(told)
        self._leave_editor(begun_at)

    def _discarding(self, rows: Sequence[Row]) -> tuple[str, str]:
        """The name of the step, and what is told of it."""
        if len(rows) == 1:
            name = shown_title(title(rows[0].text))
            return (
                self.tr("discard the unsaved note {title}").format(title=quoted(name)),
                self.tr("Discarded the unsaved note {title}.").format(title=quoted(name)),
            )
        count = number(len(rows))
        return (
            self.tr("discard {count} unsaved notes").format(count=count),
            self.tr("Discarded {count} unsaved notes.").format(count=count),
        )

    def keep_whole(self, key: int, then: Finish) -> None:
        """Save a note of a file with a note a line so that the whole file becomes one note."""
        desk = self._desk
        begun_at = desk.open_key

        def done(ok: bool) -> None:
            if ok:
                had_text = desk.open_key == begun_at or desk.session.row(begun_at) is None
                desk.go_to_touched(begun_at)
                if had_text:
                    desk.editor_pane.focus_text()
                desk.tell_change(self.tr("The whole file is one note now; counts from the next session."))
            then(ok)

        desk.session.save(key, keep_whole=True, then=done)

    def duplicate(self, key: int | None = None) -> None:
        """An unsaved copy right after a note (None: the open one), open for editing."""
        desk = self._desk
        desk.editor_pane.commit()
        original = desk.editor_pane.key if key is None else key
        if desk.session.row(original) is not None and not desk.session.is_read_only:
            desk.list_pane.choose(desk.session.add_copy(original))
            desk.editor_pane.editor.setFocus()

    def copy_reference(self, keys: Sequence[int] | None = None) -> None:
        """Put `note:<id>` into the clipboard, as the agent addresses a note."""

        def copy(rows: list[Row]) -> None:
            reference = " ".join(f"note:{id}" for id in ids_of(rows))
            if reference:
                QGuiApplication.clipboard().setText(reference)
                self._desk.tell(self.tr("Copied: {reference}").format(reference=reference))

        self._desk.with_rows(keys, copy)

    # Order

    def move_up(self, keys: Sequence[int] | None = None) -> None:
        """Move notes one place up together."""
        self._desk.with_rows(keys, lambda rows: self._move(rows, plans.one_up(ids_of(rows))))

    def move_down(self, keys: Sequence[int] | None = None) -> None:
        """Move notes one place down together."""
        desk = self._desk
        desk.with_rows(keys, lambda rows: self._move(rows, plans.one_down(ids_of(rows), desk.count)))

    def move_to(self, keys: Sequence[int], position: int) -> None:
        """Move notes together to before the row at `position` of the session's rows (0-based)."""
        desk = self._desk
        before = next((row.key for row in desk.session.rows[position:] if row.id is not None), -1)

        def move(rows: list[Row]) -> None:
            target = desk.session.row(before)
            place = target.id if target is not None and target.id else desk.count + 1
            self._move(rows, plans.before(ids_of(rows), place, desk.count))

        desk.with_rows(keys, move)

    def _move(self, rows: list[Row], operations: list[Operation]) -> None:
        desk = self._desk
        if not ids_of(rows):
            desk.refuse(self.tr("A note that is not saved yet has no place in the list: save it first."))
        if not operations:
            return
        begun_at = desk.open_key

        def done(ok: bool) -> None:
            if ok:
                moved = [row for row in map(desk.session.row, (row.key for row in rows)) if row]
                desk.go_to_touched(begun_at)
                desk.tell_change(self.tr("Moved; now {notes}.").format(notes=named(ids_of(moved))))

        desk.change(operations, self.tr("move {notes}").format(notes=named(ids_of(rows))), then=done)
