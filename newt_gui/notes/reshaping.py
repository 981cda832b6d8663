"""One note into several, several into one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from newt_gui.core.characters import trim
from newt_gui.notes import plans
from newt_gui.notes.list_desk import ListDesk, ids_of
from newt_gui.notes.rows import Row, RowState
from newt_gui.notes.words import named
from newt_gui.qt.numbers import number


class Reshaping(QObject):
    """Splits and merges what is on the screen, unsaved text included."""

    def __init__(self, desk: ListDesk) -> None:
        super().__init__(desk)
        self._desk = desk

    def split_here(self) -> None:
        """Cut the open note in two at the cursor."""
        editor = self._desk.editor_pane.editor

        def parts(row: Row) -> list[str]:
            text = editor.text()
            shown = trim(text) == trim(row.text)  # one that is too large for the editor is not in it
            return plans.parts_at(text, editor.cursor_offset()) if shown else []

        why_not = self.tr("There is nothing to split here: put the cursor between two pieces of text.")
        self._split(parts, 2, why_not)

    def split_at_delimiters(self) -> None:
        """Cut the open note at the lines that hold only the delimiter."""
        why_not = self.tr("There is no text between these lines.")
        self._split(lambda row: plans.parts_between_delimiters(row.text), 1, why_not)

    def _split(self, parts_of: Callable[[Row], list[str]], least: int, why_not: str) -> None:
        desk = self._desk

        def split(rows: list[Row]) -> None:
            [row] = rows
            if row.key != desk.open_key:
                return  # the person went to another note while something was being written
            parts = parts_of(row)
            if row.state is RowState.CHANGED:
                desk.refuse(
                    self.tr("Somebody else changed this note: decide about that before you split it.")
                )
            elif len(parts) < least:
                desk.refuse(why_not)
            else:
                self._write_parts(row, parts)

        desk.with_rows([desk.open_key], split)

    def _write_parts(self, row: Row, parts: list[str]) -> None:
        desk = self._desk
        told = self.tr("Split into {count} notes; counts from the next session.")

        def done(ok: bool) -> None:
            if ok:
                desk.go_to_touched(row.key)
                desk.tell_change(told.format(count=number(len(parts))))

        label = self.tr("split {notes}").format(notes=named(ids_of([row])))
        operations = plans.split(row.id, desk.session.place_of_new(row), parts)
        desk.change(operations, label, then=done, carried=[row.key])

    def merge(self, keys: Sequence[int] | None = None) -> None:
        """Make one note of several (None: of the selected ones)."""
        self._desk.with_rows(keys, self._merge)

    def _merge(self, rows: list[Row]) -> None:
        ids = ids_of(rows)
        if len(ids) < len(rows):
            self._desk.refuse(self.tr("A note that is not saved yet can't be merged: save it first."))
        elif any(row.state is RowState.CHANGED for row in rows):
            self._desk.refuse(
                self.tr("Somebody else changed one of these notes: decide about that before you merge them.")
            )
        elif len(ids) < 2:
            self._desk.refuse(self.tr("Select two or more notes to merge them."))
        else:
            self._write_merged(rows, ids)

    def _write_merged(self, rows: list[Row], ids: list[int]) -> None:
        desk = self._desk
        told = self.tr("Merged {notes}; counts from the next session.").format(notes=named(ids))
        begun_at = desk.open_key

        def done(ok: bool) -> None:
            if ok:
                desk.go_to_touched(begun_at)
                desk.tell_change(told)

        operations = plans.merge({row.id: row.text for row in rows if row.id is not None})
        label = self.tr("merge {notes}").format(notes=named(ids))
        desk.change(operations, label, then=done, carried=[row.key for row in rows])
