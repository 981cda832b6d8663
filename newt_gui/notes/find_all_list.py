"""What was found in the notes as a list: the line with its match marked, and where that is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from newt_gui.notes import words
from newt_gui.notes.chosen_ground import paint_chosen
from newt_gui.notes.delegate import visible
from newt_gui.notes.find_hits import Hit
from newt_gui.notes.model import Index
from newt_gui.qt.theme import Theme

HIT = Qt.ItemDataRole.UserRole + 1


def place(hit: Hit) -> str:
    """Where a hit is, in words."""
    if hit.id is None:
        return words.tr("new note, line {line}").format(line=hit.line)
    return words.tr("note {id}, line {line}").format(id=hit.id, line=hit.line)


class HitsModel(QAbstractListModel):
    """One row for each hit."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hits: tuple[Hit, ...] = ()

    def show(self, hits: tuple[Hit, ...]) -> None:
        """Other hits."""
        self.beginResetModel()
        self.hits = hits
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        hit = self.hits[index.row()]
        if role == HIT:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return visible(hit.before + hit.match + hit.after)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{place(hit)}: {hit.before}{hit.match}{hit.after}"
        return None


class HitDelegate(QStyledItemDelegate):
    """Two lines a row, as in the list of notes."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        body, small = self._view.fontMetrics(), self._small_height()
        return QSize(20 * self._theme.unit, body.height() + small + 5 * self._theme.unit)

    def _small_height(self) -> int:
        return round(self._view.fontMetrics().height() * 0.88) + 1

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        hit, unit = index.data(HIT), self._theme.unit
        painter.save()
        rect = option.rect.adjusted(unit, unit // 2, -unit, -unit // 2)
        paint_chosen(painter, rect, index, self._view, self._theme)
        inner = rect.adjusted(2 * unit, unit, -2 * unit, -unit)
        self._paint_line(painter, inner, hit, option.direction)
        painter.setFont(self._theme.font("small", tabular=True))
        painter.setPen(QColor(self._theme.tokens.quiet))
        painter.setLayoutDirection(option.direction)
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignBottom, place(hit))
        painter.restore()

    def _paint_line(self, painter: QPainter, rect: QRect, hit: Hit, direction: Qt.LayoutDirection) -> None:
        """The line with its match on a ground of its own and set heavier: not by colour alone."""
        before, match, font = visible(hit.before), visible(hit.match), self._view.font()
        whole = before + match + visible(hit.after)
        shown = QFontMetrics(font).elidedText(whole, Qt.TextElideMode.ElideRight, rect.width())
        option = QTextOption(Qt.AlignmentFlag.AlignLeading)
        option.setTextDirection(direction)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout = QTextLayout(shown, font)
        layout.setTextOption(option)
        layout.setFormats([self._mark(before, match)])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(rect.width())
        layout.endLayout()
        painter.setClipRect(rect)
        painter.setPen(QColor(self._theme.tokens.text))
        layout.draw(painter, QPointF(rect.topLeft()))

    def _mark(self, before: str, match: str) -> QTextLayout.FormatRange:
        mark, form = QTextLayout.FormatRange(), QTextCharFormat()
        form.setFontWeight(QFont.Weight.DemiBold)
        form.setBackground(QColor(self._theme.tokens.caution_ground))
        mark.start = _units(before)
        mark.length = _units(match)
        mark.format = form
        return mark


def _units(text: str) -> int:
    """The length of `text` as Qt counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class HitsView(QListView):
    """The list; Enter goes on to the text, Esc away."""

    opened = Signal()
    left = Signal()

    def __init__(self, theme: Theme, model: HitsModel) -> None:
        super().__init__()
        self.setObjectName("find_all_hits")
        self.setAccessibleName(self.tr("Places found"))
        self.setModel(model)
        self.setItemDelegate(HitDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setProperty("bare", True)
        self.doubleClicked.connect(self.opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
