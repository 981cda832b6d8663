"""The rows before the person: what they write, begin, drop and bring back. Nothing here is saved."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QObject, Signal

from newt_gui.notes.rows import Row, RowState, arranged


class RowBook(QObject):
    """The rows in the order of the list. A row is named by its key, which outlives its number.

    Used on the UI thread only.
    """

    rows_about_to_change = Signal()
    """What is in the editor and not yet in a draft must be taken now."""
    rows_changed = Signal()
    """The rows or the snapshot are other ones: opened, reloaded, saved, added or removed."""
    draft_changed = Signal(int)
    """The unsaved text of the row with this key changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keys = count(1)
        self.rows: tuple[Row, ...] = ()

    def row(self, key: int) -> Row | None:
        return next((row for row in self.rows if row.key == key), None)

    def dirty_rows(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.is_dirty)

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
        row = Row(self.new_key(), None, None, draft="")
        self._set_rows((*self.rows, row))
        return row.key

    def add_copy(self, key: int) -> int:
        """An unsaved copy of what a row shows, right behind it; its key."""
        row = self.row(key)
        if row is None:
            return key
        return self._add_loose(Row(self.new_key(), None, None, draft=row.text, after=key))

    def adopt(self, base: str | None, text: str) -> int:
        """Take unsaved text of an earlier window; `base`: what it was begun from. The key of its row.

        It goes to the note that it belongs to, where that still says the same and nothing else is
        written there; else it gets a row of its own.
        """
        home = next((row for row in self.rows if row.draft is None and row.stored == base is not None), None)
        if home is None:
            return self._add_loose(Row(self.new_key(), None, None, draft=text, base=base))
        self._put(home._replace(draft=text, base=base))
        self.rows_changed.emit()
        return home.key

    def split_off(self, key: int) -> int:
        """Make the draft of a note that was changed elsewhere a new note; the key of its row."""
        row = self.row(key)
        if row is None or row.draft is None:
            return key
        self._put(row.reverted())
        return self._add_loose(Row(self.new_key(), None, None, draft=row.draft))

    def looked_at(self, key: int) -> None:
        """The person sees this row, or has seen it: what others made of it is no news any more."""
        row = self.row(key)
        if row is not None and row.is_news:
            self._put(row._replace(is_news=False))
            self.rows_changed.emit()

    def accept_stored(self, key: int) -> None:
        """The person has seen what somebody else made of a note: their draft is to replace that."""
        row = self.row(key)
        if row is not None and row.draft is not None and row.id is not None:
            self._put(row._replace(base=row.stored))
            self.rows_changed.emit()

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

    def new_key(self) -> int:
        """A key that no row has had."""
        return next(self._keys)

    def _add_loose(self, row: Row) -> int:
        on_disk = [other for other in self.rows if other.id is not None]
        loose = [other for other in self.rows if other.id is None]
        self._set_rows(arranged(on_disk, [*loose, row]))
        return row.key

    def _put(self, row: Row) -> None:
        self.rows = tuple(row if other.key == row.key else other for other in self.rows)

    def _set_rows(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows
        self.rows_changed.emit()
