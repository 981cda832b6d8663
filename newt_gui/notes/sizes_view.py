"""The notes with their sizes as a list, one line each."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem

from newt_gui.notes import words
from newt_gui.notes.chosen_ground import paint_chosen
from newt_gui.notes.delegate import LONGEST_TITLE, visible
from newt_gui.notes.model import Index, NotesModel, Role
from newt_gui.notes.rows import Row
from newt_gui.qt.elided import draw_elided
from newt_gui.qt.theme import Theme

ROWS_AT_ONCE, LEAST_ROWS = 8, 2
"""How many rows are in view where there is room, and where there is hardly any."""


class SizesModel(QSortFilterProxyModel):
    """The notes of the file, and the one that waits to be one, in their order or the largest first."""

    def __init__(self, source: NotesModel, parent: QObject) -> None:
        super().__init__(parent)
        self._source, self.waiting = source, -1
        self.setSourceModel(source)

    def wait_for(self, key: int) -> None:
        """The note that waits to be saved, -1 for none."""
        self.beginFilterChange()
        self.waiting = key
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def put_largest_first(self, wanted: bool) -> None:
        self.setSortRole(Role.SIZE_BYTES)
        if wanted:
            self.sort(0, Qt.SortOrder.DescendingOrder)
        else:
            self.sort(-1, Qt.SortOrder.AscendingOrder)  # descending would turn the file's order round

    def largest_other(self) -> int:
        """The place of the largest note that does not wait to be saved, -1 without any."""
        rows = [self.index(at, 0) for at in range(self.rowCount())]
        sizes = {
            at: int(row.data(Role.SIZE_BYTES))
            for at, row in enumerate(rows)
            if row.data(Role.KEY) != self.waiting
        }
        return max(sizes, key=lambda at: sizes[at], default=-1)

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        row = self._source.row(source_row)
        return row.id is not None or row.key == self.waiting


class SizeDelegate(QStyledItemDelegate):
    """One line: number, title, size; a waiting note says so."""

    def __init__(
        self, theme: Theme, view: QListView, sizes: SizesModel, row_of: Callable[[int], Row | None]
    ) -> None:
        super().__init__(view)
        self._theme, self._view, self._sizes, self._row_of = theme, view, sizes, row_of

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(20 * self._theme.unit, self._view.fontMetrics().height() + 2 * self._theme.unit)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setLayoutDirection(option.direction)
        paint_chosen(painter, option.rect.adjusted(1, 1, -1, -1), index, self._view, self._theme)
        tokens, unit, metrics = self._theme.tokens, self._theme.unit, self._view.fontMetrics()
        number, title, size = index.data(Role.ID), index.data(Role.TITLE), self._size(index)
        first = max(metrics.horizontalAdvance("0000"), metrics.horizontalAdvance(words.tr("new"))) + unit
        last = metrics.horizontalAdvance(size)
        inner = option.rect.adjusted(unit, 0, -2 * unit, 0)
        columns = _columns(inner, first, last, 2 * unit, option.direction)
        across = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(tokens.quiet))
        shown = words.tr("new") if number is None else str(number)
        painter.drawText(columns[0], Qt.AlignmentFlag.AlignTrailing | across, shown)
        painter.drawText(columns[2], Qt.AlignmentFlag.AlignTrailing | across, size)
        painter.setPen(QColor(tokens.text))
        draw_elided(painter, columns[1], visible(words.shown_title(title)[:LONGEST_TITLE]), option.direction)
        painter.restore()

    def _size(self, index: Index) -> str:
        """What the note takes; of unsaved text also what it took before."""
        row = self._row_of(int(index.data(Role.KEY)))
        now = words.size(int(index.data(Role.SIZE_BYTES)))
        if row is None or row.draft is None:
            return now
        if row.stored is not None:
            stored = words.size(len(row.stored.encode("utf-8", "surrogatepass")))
            now = words.tr("{before} → {size}").format(before=stored, size=now)
        waits = row.key == self._sizes.waiting
        return (words.tr("{size}, waits to be saved") if waits else words.tr("{size}, not saved")).format(
            size=now
        )


def _columns(
    rect: QRect, first: int, last: int, gap: int, direction: Qt.LayoutDirection
) -> tuple[QRect, QRect, QRect]:
    """A column at either end and what is left between them, in reading order."""
    left = QRect(rect.left(), rect.top(), first, rect.height())
    right = QRect(rect.right() - last + 1, rect.top(), last, rect.height())
    if direction == Qt.LayoutDirection.RightToLeft:
        left.moveRight(rect.right())
        right.moveLeft(rect.left())
        return left, rect.adjusted(last + gap, 0, -first - gap, 0), right
    return left, rect.adjusted(first + gap, 0, -last - gap, 0), right


class SizesView(QListView):
    """Enter shortens, Delete deletes."""

    shorten_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.doubleClicked.connect(self.shorten_wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.shorten_wanted.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_wanted.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height(ROWS_AT_ONCE))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height(LEAST_ROWS))

    def _height(self, most: int) -> int:
        rows = max(1, min(most, self.model().rowCount()))
        return rows * max(self.sizeHintForRow(0), self.fontMetrics().height()) + 2 * self.frameWidth()
