"""The arriving notes as a table: number with its tick, title, size, and what there is to say."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTreeView, QWidget

from newt_gui.core.notes_format import title
from newt_gui.notes import arrival_words, words
from newt_gui.notes.arrivals import Arrivals
from newt_gui.notes.delegate import visible
from newt_gui.notes.model import Index
from newt_gui.qt.messages import Kind
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_tip
from newt_gui.qt.theme import Theme


class Column(IntEnum):
    """What stands beside what."""

    TICK = 0
    NUMBER = 1
    TITLE = 2
    SIZE = 3
    VERDICT = 4


_ICONS = {"caution": "triangle-alert", "stop": "octagon-x"}
_NUMERIC = (Column.NUMBER, Column.SIZE)
_RIGHT = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter


class ArrivalsModel(QAbstractTableModel):
    """One row for each arrival; its tick is the person's to set."""

    ticks_changed = Signal()

    def __init__(self, arrivals: Arrivals, limit: int, theme: Theme, parent: QObject) -> None:
        """`limit`: newt's budget in bytes."""
        super().__init__(parent)
        self._arrivals, self._limit, self._theme = arrivals, limit, theme
        self._refused: frozenset[int] = frozenset()

    def show(self, arrivals: Arrivals) -> None:
        """Other arrivals, or the same in another light."""
        self.beginResetModel()
        self._arrivals = arrivals
        self.endResetModel()

    def retell(self, refused: Iterable[int]) -> None:
        """The same arrivals, of which something else is to be said now.

        `refused`: the 0-based places of those that are wanted but can't be stored.
        """
        self._refused = frozenset(refused)
        last = self.index(self.rowCount() - 1, Column.VERDICT)
        self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._arrivals.items)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and section in _NUMERIC:
            return _RIGHT
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return (self.tr("Take"), self.tr("Number"), self.tr("Note"), self.tr("Size"), self.tr("Remark"))[
            section
        ]

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        if index.column() == Column.TICK and self._arrivals.may_tick(index.row()):
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        at, column = index.row(), index.column()
        item = self._arrivals.items[at]
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                None,
                number(at + 1),
                visible(title(item.text)),
                words.size(item.size),
                self._verdict(at)[1],
            )[column]
        if role == Qt.ItemDataRole.CheckStateRole and column == Column.TICK:
            return self._tick(at)
        if role == Qt.ItemDataRole.SizeHintRole and column == Column.TICK:
            return QSize(0, 7 * self._theme.unit)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _NUMERIC:
            return _RIGHT
        if role == Qt.ItemDataRole.DecorationRole and column == Column.VERDICT:
            kind = self._verdict(at)[0]
            return self._theme.icon(_ICONS[kind], kind) if kind in _ICONS else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(arrival_words.reason(item, self._limit)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole and column == Column.TICK:
            return self._spoken(at)
        return None

    def _tick(self, at: int) -> Qt.CheckState | None:
        if not self._arrivals.may_tick(at):
            return None
        return Qt.CheckState.Checked if self._arrivals.ticked[at] else Qt.CheckState.Unchecked

    def _spoken(self, at: int) -> str:
        item = self._arrivals.items[at]
        return ", ".join([number(at + 1), title(item.text), words.size(item.size), self._verdict(at)[1]])

    def _verdict(self, at: int) -> tuple[Kind, str]:
        return arrival_words.verdict(self._arrivals.items[at], self._arrivals.how, at in self._refused)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not self._arrivals.may_tick(index.row()):
            return False
        self.tick([index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def tick(self, rows: Iterable[int], wanted: bool) -> None:
        """Set or take the ticks of these rows."""
        for row in rows:
            self._arrivals.tick(row, wanted)
        self.ticks_changed.emit()


class ArrivalsView(QTreeView):
    """The table; Space sets or takes the ticks of the selected rows."""

    def __init__(self, model: ArrivalsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("arrivals")
        self.setAccessibleName(self.tr("Notes that would come in"))
        self._arrivals_model = model
        self.setModel(model)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.TITLE, QHeaderView.ResizeMode.Stretch)

    def choose(self, at: int) -> None:
        """Make a row current and visible."""
        index = self.model().index(at, 0)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self._toggle()
        else:
            super().keyPressEvent(event)

    def _toggle(self) -> None:
        """All of the selected rows get what the current one hasn't."""
        state = self.currentIndex().siblingAtColumn(Column.TICK).data(Qt.ItemDataRole.CheckStateRole)
        rows = [index.row() for index in self.selectionModel().selectedRows()]
        self._arrivals_model.tick(rows, state != Qt.CheckState.Checked)
