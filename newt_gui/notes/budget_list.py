"""The full list of notes with their sizes, for somebody who has to make room."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from newt_gui.notes import words
from newt_gui.notes.chosen_ground import paint_chosen
from newt_gui.notes.delegate import LONGEST_TITLE, visible
from newt_gui.notes.model import Index, NotesModel, Role
from newt_gui.notes.rows import Row
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.theme import Theme

ROWS_AT_ONCE = 8


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

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        row = self._source.row(source_row)
        return row.id is not None or row.key == self.waiting


class _SizeDelegate(QStyledItemDelegate):
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
        text = visible(words.shown_title(title)[:LONGEST_TITLE])
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, columns[1].width())
        painter.drawText(columns[1], Qt.AlignmentFlag.AlignLeading | across, elided)
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


class _SizesView(QListView):
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
        return QSize(super().minimumSizeHint().width(), self._height(1))

    def _height(self, most: int) -> int:
        rows = max(1, min(most, self.model().rowCount()))
        return rows * max(self.sizeHintForRow(0), self.fontMetrics().height()) + 2 * self.frameWidth()


class BudgetList(QFrame):
    """Tells how much is still too much, and lets notes be shortened or deleted. Esc dismisses it."""

    shorten_requested = Signal(int)
    delete_requested = Signal(int)
    save_requested = Signal()
    fold_requested = Signal(bool)
    """Only the heading is to be seen, or everything again."""
    dismissed = Signal()

    def __init__(self, theme: Theme, source: NotesModel, row_of: Callable[[int], Row | None]) -> None:
        super().__init__()
        self._theme = theme
        self._fits = self._is_foldable = self._is_folded = False
        self.setObjectName("budget_list")
        self.setProperty("message", "note")
        # What it says must not decide how wide the pane is.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Sizes of the notes"))
        self.sizes = SizesModel(source, self)
        self.view = _SizesView()
        self.view.setObjectName("budget_sizes")
        self.view.setAccessibleName(self.tr("Notes and their sizes"))
        self.view.setModel(self.sizes)
        self.view.setItemDelegate(_SizeDelegate(theme, self.view, self.sizes, row_of))
        self._build()
        self._lay_out()
        self._dress()
        theme.changed.connect(self._dress)

    def _build(self) -> None:
        self._icon, self.heading = QLabel(), plain_label(role="title")
        self.detail = WrappedText()
        self.detail.setAccessibleName(self.tr("What it takes"))
        self.order = QCheckBox(self.tr("Largest first"))
        self.order.toggled.connect(self._on_order)
        self.fold_button = QPushButton()
        self.fold_button.clicked.connect(lambda: self.fold_requested.emit(not self.view.isHidden()))
        self.close_button = QToolButton()
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self.close_button.clicked.connect(self.dismissed)
        self.shorten_button = QPushButton(self.tr("Shorten"))
        self.shorten_button.setToolTip(self.tr("Open the chosen note to make it shorter (Enter)"))
        self.delete_button = QPushButton(self.tr("Delete"))
        self.delete_button.setToolTip(self.tr("Delete the chosen note; that can be undone (Del)"))
        self.save_button = QPushButton()
        self.save_button.clicked.connect(self.save_requested)
        for wish in (self.shorten_button.clicked, self.view.shorten_wanted):
            wish.connect(lambda *_: self._tell(self.shorten_requested.emit))
        for wish in (self.delete_button.clicked, self.view.delete_wanted):
            wish.connect(lambda *_: self._tell(self.delete_requested.emit))
        self.view.selectionModel().currentChanged.connect(self._refresh_buttons)
        self.sizes.rowsRemoved.connect(self._refresh_buttons)
        self.sizes.rowsInserted.connect(self.view.updateGeometry)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        top, bottom = QHBoxLayout(), QHBoxLayout()
        for row in (top, bottom):
            row.setSpacing(2 * unit)
        top.addWidget(self._icon)
        top.addWidget(self.heading, 1)
        top.addWidget(self.save_button)
        top.addWidget(self.fold_button)
        top.addWidget(self.close_button)
        bottom.addWidget(self.shorten_button)
        bottom.addWidget(self.delete_button)
        bottom.addStretch()
        bottom.addWidget(self.order)
        content = QWidget()  # labels right in a message are dressed as its heading
        around = QVBoxLayout(self)
        around.setContentsMargins(3 * unit, 2 * unit, 2 * unit, 2 * unit)
        around.addWidget(content)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * unit)
        column.addLayout(top)
        column.addWidget(self.detail)
        column.addWidget(self.view, 1)
        column.addLayout(bottom)

    # What it shows

    def fold(self, folded: bool, foldable: bool) -> None:
        """Show everything, or just how it stands; `foldable`: whether the person may choose."""
        for part in (self.detail, self.view, self.order, self.shorten_button, self.delete_button):
            part.setHidden(folded)
        self._is_foldable, self._is_folded = foldable, folded
        self.fold_button.setText(self.tr("Show the sizes") if folded else self.tr("Back to the text"))
        self._show_fold_button()

    def _show_fold_button(self) -> None:
        """Where everything is folded there is room for one button: saving comes first."""
        can_save = bool(self.save_button.text())
        self.fold_button.setVisible(self._is_foldable and not (self._is_folded and can_save))

    def show_need(self, heading: str, detail: str, fits: bool, save_label: str) -> None:
        """`save_label`: what the button for saving says, empty where there is nothing to save yet."""
        self._fits = fits
        self.heading.setText(heading)
        if detail != self.detail.toPlainText():
            self.detail.setPlainText(detail)
        self.setAccessibleDescription(f"{heading} {detail}")
        self.save_button.setText(save_label)
        self.save_button.setVisible(bool(save_label))
        self._show_fold_button()
        self._dress()

    def choose(self, key: int) -> None:
        """Make a note the current one, the first where it is not there."""
        rows = range(self.sizes.rowCount())
        at = next((row for row in rows if self.sizes.index(row, 0).data(Role.KEY) == key), 0)
        self.view.setCurrentIndex(self.sizes.index(at, 0))
        self._refresh_buttons()

    def _dress(self) -> None:
        unit = self._theme.unit
        name, token = ("check", "accent") if self._fits else ("octagon-x", "stop")
        size = QSize(4 * unit, 4 * unit)
        self._icon.setPixmap(self._theme.icon(name, token).pixmap(size, self.devicePixelRatio()))
        self.close_button.setIcon(self._theme.icon("x", "quiet"))

    # What the person does

    def _tell(self, wish: Callable[[int], object]) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            wish(int(index.data(Role.KEY)))

    def _on_order(self, largest_first: bool) -> None:
        self.sizes.put_largest_first(largest_first)
        self.view.setCurrentIndex(self.sizes.index(0, 0))
        self.view.scrollToTop()

    def _refresh_buttons(self) -> None:
        chosen = self.view.currentIndex().isValid()
        self.shorten_button.setEnabled(chosen)
        self.delete_button.setEnabled(chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)
