"""Which rows the list shows, and in which order: both only on the screen, never in the file."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt

from newt_gui.core.notes_format import byte_length, title
from newt_gui.notes import words
from newt_gui.notes.model import Index, NotesModel, Role
from newt_gui.notes.rows import Row
from newt_gui.qt.numbers import number

_MOST_FOLDED = 1 << 12
"""Texts whose folded form is remembered; newt's budget holds some twenty notes."""

_MARKED = (Qt.ItemDataRole.AccessibleTextRole, Role.BADGE_LABELS)


class Order(StrEnum):
    """How the rows are sorted on the screen."""

    FILE = "file"
    SIZE = "size"
    TITLE = "title"


class NotesFilter(QSortFilterProxyModel):
    """The rows whose text holds what is typed, case ignored, and that are of a chosen kind.

    A note with unsaved text always stays, and so does the one that the person is at.
    """

    def __init__(self, source: NotesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted, self._current = "", -1
        self._kinds: frozenset[str] = frozenset()
        self._order = Order.FILE
        self._ranks: dict[int, int] = {}
        self._folded: dict[str, str] = {}
        self._source = source
        self.setSourceModel(source)

    def keep(self, key: int) -> None:
        """The row that the person is at; the one before goes with the next change of either."""
        self._current = key

    # What is shown

    @property
    def is_narrowed(self) -> bool:
        """Whether rows may be left out."""
        return bool(self._wanted or self._kinds)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds that are chosen; none: all rows are shown."""
        return self._kinds

    def set_wanted(self, text: str) -> None:
        """Show only rows whose text holds `text`."""
        self._narrow(text.casefold(), self._kinds)

    def set_kinds(self, kinds: frozenset[str]) -> None:
        """Show only rows of at least one of these kinds; none: of any."""
        self._narrow(self._wanted, kinds)

    def _narrow(self, wanted: str, kinds: frozenset[str]) -> None:
        if (wanted, kinds) == (self._wanted, self._kinds):
            return
        self.beginFilterChange()
        self._wanted, self._kinds = wanted, kinds
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if not self._wanted and not self._kinds:
            return True
        row = self._source.row(source_row)
        return row.draft is not None or row.key == self._current or self._matches(row)

    def _matches(self, row: Row) -> bool:
        if self._kinds and not self._kinds & self._source.kinds(row):
            return False
        return self._wanted in self._fold(row.text)

    def is_kept(self, at: int) -> bool:
        """Whether the row at a place on the screen is there though it is not what was looked for."""
        if not self.is_narrowed:
            return False
        return not self._matches(self._source.row(self.mapToSource(self.index(at, 0)).row()))

    @property
    def matching(self) -> list[int]:
        """The places on the screen of what was looked for."""
        return [at for at in range(self.rowCount()) if not self.is_kept(at)]

    def summary(self) -> str:
        """How many notes are what was looked for, and how they are sorted; empty for all as in the file.

        Notes that are only kept in view do not count.
        """
        sorted_by = {Order.SIZE: words.tr("sorted by size"), Order.TITLE: words.tr("sorted by title")}
        parts = [self._found(), sorted_by.get(self._order, "")]
        return " · ".join(filter(None, parts))

    def _found(self) -> str:
        if not self.is_narrowed:
            return ""
        found, all_rows = len(self.matching), self._source.rowCount()
        said = words.tr("{shown} of {all} shown") if found else words.tr("Nothing matches")
        return said.format(shown=number(found), all=number(all_rows))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        said = self._source.data(self.mapToSource(index), role)  # to and from Qt once: a BOM is lost there
        if role not in _MARKED or not self.is_kept(index.row()):
            return said
        kept = words.tr("kept: being edited")
        return [("note", kept), *said] if role == Role.BADGE_LABELS else f"{said}, {kept}"

    def _fold(self, text: str) -> str:
        folded = self._folded.get(text)
        if folded is None:
            if len(self._folded) >= _MOST_FOLDED:
                self._folded.clear()
            folded = self._folded[text] = text.casefold()
        return folded

    # In which order

    @property
    def order(self) -> Order:
        """How the rows are sorted now."""
        return self._order

    def set_order(self, order: Order) -> None:
        """Sort the rows on the screen. While a note is written it stays where it is."""
        was, self._order = self._order, order
        if order is Order.FILE:
            self._ranks = {}
            self.sort(-1)
        elif was is Order.FILE:
            self._rank_all()
            self.sort(0)
        else:
            self.sort_anew()

    def sort_anew(self) -> None:
        """The rows are other ones now, or hold something else."""
        if self._order is not Order.FILE:
            self._rank_all()
            self.invalidate()

    def _rank_all(self) -> None:
        rows = [self._source.row(at) for at in range(self._source.rowCount())]
        rows.sort(key=_SORT_KEYS[self._order])
        self._ranks = {row.key: at for at, row in enumerate(rows)}

    def lessThan(self, left: Index, right: Index) -> bool:
        return self._rank(left.row()) < self._rank(right.row())

    def _rank(self, source_row: int) -> tuple[int, int]:
        key = self._source.row(source_row).key
        return self._ranks.get(key, len(self._ranks)), source_row


def _by_size(row: Row) -> tuple[bool, int]:
    return row.id is None, -byte_length(row.text)


def _by_title(row: Row) -> tuple[bool, str]:
    return row.id is None, words.shown_title(title(row.text)).casefold()


_SORT_KEYS: dict[Order, Callable[[Row], tuple[bool, int | str]]] = {
    Order.SIZE: _by_size,
    Order.TITLE: _by_title,
}
