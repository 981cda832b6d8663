"""The list under a note's text: one line for each thing that newt would refuse, and its repair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QListView,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from newt_gui.notes.model import Index
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_label, plain_tip
from newt_gui.qt.theme import Theme

MOST_LINES = 200
"""More are only counted; they can still be gone to and repaired."""
ROWS_AT_ONCE = 4
"""How many lines are in view before the list scrolls."""
REPAIR_ROLE: int = Qt.ItemDataRole.UserRole + 1

_WRAP = Qt.TextFlag.TextWordWrap
# Where the list would get less than this many characters of width, the buttons go under it.
_NARROW = 48


class Line(NamedTuple):
    """One finding in words. `repair` is what its button says, empty where there is none."""

    sentence: str
    repair: str


class _Lines(QAbstractListModel):
    """Sentence, repair label; the accessible text has both where rows differ in that."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[Line, ...] = ()
        self.differ = False
        """Whether there is more than one kind of repair; else the button beside the list tells it."""

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.sentence
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(filter(None, (line.sentence, line.repair if self.differ else "")))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(line.sentence)
        return line.repair if role == REPAIR_ROLE and self.differ else None

    def put(self, lines: tuple[Line, ...]) -> bool:
        """Whether anything is another one now."""
        if lines == self.lines:
            return False
        self.differ = len({line.repair for line in lines}) > 1
        if len(lines) == len(self.lines):
            self.lines = lines
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
        else:
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()
        return True


class _LineDelegate(QStyledItemDelegate):
    """An icon, the sentence on as many lines as it needs, and the repair's name where rows differ."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._view.viewport().width()
        room = self._columns(QRect(0, 0, width, 1), index)[1]
        metrics = self._view.fontMetrics()
        text = metrics.boundingRect(QRect(0, 0, room.width(), 1 << 16), _WRAP, index.data())
        return QSize(width, max(text.height(), metrics.height()) + 2 * self._theme.unit)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        tokens, unit = self._theme.tokens, self._theme.unit
        has_focus, is_alone = self._view.hasFocus(), self._view.model().rowCount() == 1
        if self._view.selectionModel().isSelected(index) and (has_focus or not is_alone):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(tokens.accent if has_focus else tokens.line), 1))
            painter.setBrush(QColor(tokens.panel))
            painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), unit * 1.5, unit * 1.5)
        icon, text, repair = self._columns(option.rect, index)
        side = self._view.fontMetrics().height()
        self._theme.icon("triangle-alert", "caution").paint(painter, QRect(icon.topLeft(), QSize(side, side)))
        painter.setLayoutDirection(option.direction)
        painter.setPen(QColor(tokens.text))
        painter.drawText(text, Qt.AlignmentFlag.AlignLeading | _WRAP, index.data())
        painter.setPen(QColor(tokens.caution))
        if index != self._view.currentIndex():  # the button beside it says the same
            painter.drawText(repair, Qt.AlignmentFlag.AlignTrailing, _repair(index))
        painter.restore()

    def _columns(self, rect: QRect, index: Index) -> tuple[QRect, QRect, QRect]:
        unit, metrics = self._theme.unit, self._view.fontMetrics()
        inner = rect.adjusted(2 * unit, unit, -2 * unit, -unit)
        side = metrics.height() + 2 * unit
        label = _repair(index)
        last = metrics.horizontalAdvance(label) + 2 * unit if label else 0
        icon = QRect(inner.left(), inner.top(), side, inner.height())
        text = inner.adjusted(side, 0, -last, 0)
        repair = QRect(inner.right() - last + 1, inner.top(), last, inner.height())
        if self._view.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            icon.moveRight(inner.right())
            text = inner.adjusted(last, 0, -side, 0)
            repair.moveLeft(inner.left())
        return icon, text, repair


def _repair(index: Index) -> str:
    return str(index.data(REPAIR_ROLE) or "")


class _LinesView(QListView):
    """As high as its first few rows. Enter goes to the place in the text."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows_at_once = ROWS_AT_ONCE
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setProperty("nav", True)
        self.doubleClicked.connect(self.opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()

    def fit(self) -> None:
        rows = range(min(self.rows_at_once, self.model().rowCount()))
        self.setFixedHeight(sum(self.sizeHintForRow(row) for row in rows) + 2 * self.frameWidth())


class FindingsList(QFrame):
    """The lines and two buttons. It knows nothing of the text that they speak of."""

    chosen = Signal(int)
    """The person went to this line."""
    opened = Signal()
    """The person wants to be in the text, where the chosen line says."""
    repair_requested = Signal()
    repair_all_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._low, self._repairable = theme, False, 0
        self.setProperty("message", "caution")
        # What it says must not decide how wide the pane is.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._model = _Lines()
        self.view = _LinesView()
        self.view.setObjectName("findings_list")
        self.view.setAccessibleName(self.tr("What newt would refuse in this text"))
        self.view.setModel(self._model)
        self.view.setItemDelegate(_LineDelegate(theme, self.view))
        self.view.selectionModel().currentChanged.connect(lambda index: self.chosen.emit(index.row()))
        self.view.opened.connect(self.opened)
        self.more = plain_label(role="small")
        self.repair_button, self.repair_all_button = QPushButton(), QPushButton()
        self.repair_button.setToolTip(self.tr("Repair this place (Ctrl+.)"))
        self.repair_button.clicked.connect(self.repair_requested)
        self.repair_all_button.clicked.connect(self.repair_all_requested)
        self._lay_out()
        theme.changed.connect(self.view.fit)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        said = QVBoxLayout()
        said.setSpacing(unit)
        said.addWidget(self.view)
        said.addWidget(self.more)
        self._buttons = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._buttons.setSpacing(2 * unit)
        self._buttons.addWidget(self.repair_button)
        self._buttons.addWidget(self.repair_all_button)
        self._buttons.addStretch()
        self._outer = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._outer.setContentsMargins(unit, unit, 2 * unit, unit)
        self._outer.setSpacing(2 * unit)
        self._outer.addLayout(said, 1)
        self._outer.addLayout(self._buttons)

    def show_lines(self, lines: Sequence[Line], count: int, repairable: int) -> None:
        """Show these lines. `count`: how many findings there are; `repairable`: how many have a repair."""
        at = self.view.currentIndex().row()
        with QSignalBlocker(self.view.selectionModel()):
            changed = self._model.put(tuple(lines))
        if changed:
            self.view.fit()
            self.choose(max(0, min(at, len(lines) - 1)))
        more = count - len(lines)
        self.more.setText(self.tr("… and {count} more").format(count=number(more)))
        self.more.setVisible(more > 0 and not self._low)
        self._repairable = repairable
        self._show_repair_all()

    def _show_repair_all(self) -> None:
        count = number(self._repairable)
        self.repair_all_button.setText(self.tr("Repair all {count}").format(count=count))
        self.repair_all_button.setVisible(self._repairable > 1 and not self._low)

    def choose(self, row: int) -> None:
        """Make a line current without telling; none that is not there."""
        index = self._model.index(row) if row < len(self._model.lines) else QModelIndex()
        with QSignalBlocker(self.view.selectionModel()):
            self.view.setCurrentIndex(index)
        self.view.viewport().update()

    def set_low(self, low: bool) -> None:
        """Whether there is room for one line at a time only."""
        self._low = low
        self.view.rows_at_once = 1 if low else ROWS_AT_ONCE
        self.view.fit()
        self._show_repair_all()
        self._fold()

    def show_repair(self, label: str, enabled: bool) -> None:
        """What the button for the chosen line says; empty: it has no repair."""
        self.repair_button.setText(label)
        self.repair_button.setVisible(bool(label))
        for button in (self.repair_button, self.repair_all_button):
            button.setEnabled(enabled)
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """In a narrow place the buttons stand under the list."""
        buttons = self._buttons.sizeHint().width()
        room = self.width() - buttons
        narrow = not self._low and room < self.fontMetrics().averageCharWidth() * _NARROW
        side, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        if self._outer.direction() != (down if narrow else side):
            self._outer.setDirection(down if narrow else side)
            self._buttons.setDirection(side if narrow else down)
