"""How a row of the list is drawn: title and time, then who said it and the text with its match marked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from newt_gui.qt.theme import Theme
from newt_gui.recall.rows import Row

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole + 1
_WIDTH_OF_TITLE = 18
"""In average characters: with less room beside it the time goes under the title."""


class HitDelegate(QStyledItemDelegate):
    """Everything is drawn from plain strings; the match is marked by format ranges, never by tags."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._lines = 2
        self._under_mouse = QModelIndex()
        view.entered.connect(self._on_entered)
        view.viewportEntered.connect(lambda: self._on_entered(QModelIndex()))
        self._forget_metrics()
        theme.changed.connect(self._forget_metrics)

    def set_lines(self, lines: int) -> None:
        """How many lines stand under the title of each row: one for conversations, two for hits."""
        if lines != self._lines:
            self._lines = lines
            self._view.scheduleDelayedItemsLayout()

    def _on_entered(self, index: QModelIndex) -> None:
        self._under_mouse = index  # for comparing only, so an index that has gone stale does no harm
        self._view.viewport().update()

    def _forget_metrics(self) -> None:
        self._body = self._theme.font("body")
        self._small = self._theme.font("small", tabular=True)
        self._strong = self._theme.font("body")
        self._strong.setWeight(QFont.Weight.DemiBold)
        self._body_metrics = QFontMetrics(self._body)
        self._small_metrics = QFontMetrics(self._small)
        self._strong_metrics = QFontMetrics(self._strong)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        unit = self._theme.unit
        text = self._body_metrics.lineSpacing() * self._lines
        return QSize(20 * unit, self._body_metrics.height() + text + 6 * unit)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, unit = index.data(ROW), self._theme.unit
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(option.direction)
        rect = option.rect.adjusted(4 * unit, unit // 2, -4 * unit, -unit // 2)
        self._paint_ground(painter, rect, index)
        inner = rect.adjusted(3 * unit, 2 * unit, -3 * unit, -2 * unit)
        self._paint_head(painter, inner, row)
        below = inner.adjusted(0, self._body_metrics.height() + unit // 2, 0, 0)
        self._paint_text(painter, below, row, option.direction)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, index: Index) -> None:
        selected = self._view.selectionModel().isSelected(index)
        if not selected and index != self._under_mouse:
            return
        tokens = self._theme.tokens
        focused = selected and self._view.hasFocus()
        painter.setPen(QPen(QColor(tokens.accent), 1) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.accent_ground if selected else tokens.window))
        radius = self._theme.unit * 1.5
        painter.drawRoundedRect(rect, radius, radius)

    def _has_room_for_time(self, width: int, row: Row) -> bool:
        title = _WIDTH_OF_TITLE * self._strong_metrics.averageCharWidth()
        return bool(row.time) and width - self._small_metrics.horizontalAdvance(row.time) > title

    def _paint_head(self, painter: QPainter, rect: QRect, row: Row) -> None:
        """The title, and the time at the other end as long as enough of the title is left."""
        title = QRect(rect.left(), rect.top(), rect.width(), self._body_metrics.height())
        if self._has_room_for_time(rect.width(), row):
            painter.setFont(self._small)
            painter.setPen(QColor(self._theme.tokens.quiet))
            painter.drawText(title, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter, row.time)
            taken = self._small_metrics.horizontalAdvance(row.time) + 2 * self._theme.unit
            mirrored = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
            title.adjust(taken if mirrored else 0, 0, 0 if mirrored else -taken, 0)
        painter.setFont(self._strong)
        painter.setPen(QColor(self._theme.tokens.text))
        elided = self._strong_metrics.elidedText(row.title, Qt.TextElideMode.ElideRight, title.width())
        painter.drawText(title, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, elided)

    def _paint_text(self, painter: QPainter, rect: QRect, row: Row, direction: Qt.LayoutDirection) -> None:
        time = "" if self._has_room_for_time(rect.width(), row) else row.time
        head = " · ".join(filter(None, (row.where, *row.tags, time)))
        start = len(head) + 2 if head and row.snippet else len(head)
        text = head.ljust(start) + row.snippet
        spans = [(0, len(head), self._quiet())]
        mark = self._mark()
        spans += [(start + first, start + last, mark) for first, last in row.marks]
        mirrored = direction == Qt.LayoutDirection.RightToLeft
        option = QTextOption(Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = laid_out(text, self._body, option, spans, rect.width(), self._lines)
        painter.setPen(QColor(self._theme.tokens.text))
        painter.setClipRect(rect)
        layout.draw(painter, QPointF(rect.topLeft()))

    def _quiet(self) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setForeground(QColor(self._theme.tokens.quiet))
        return form

    def _mark(self) -> QTextCharFormat:
        """A ground of its own and set heavier: not by colour alone."""
        form = QTextCharFormat()
        form.setFontWeight(QFont.Weight.DemiBold)
        form.setBackground(QColor(self._theme.tokens.caution_ground))
        form.setForeground(QColor(self._theme.tokens.caution))
        return form


Span = tuple[int, int, QTextCharFormat]
"""Start and end in code points, and how it looks."""


def laid_out(
    text: str, font: QFont, option: QTextOption, spans: list[Span], width: int, lines: int
) -> QTextLayout:
    """`text` in at most so many lines, each `width` pixels wide; the last one ends with … if need be."""
    layout = _filled(text, font, option, spans, width, lines)
    last = layout.lineAt(layout.lineCount() - 1) if layout.lineCount() else None
    if last is None or last.textStart() + last.textLength() >= _units(text):
        return layout
    start = len(
        text.encode("utf-16-le", "surrogatepass")[: 2 * last.textStart()].decode("utf-16-le", "replace")
    )
    rest = QFontMetrics(font).elidedText(text[start:], Qt.TextElideMode.ElideRight, width)
    return _filled(text[:start] + rest, font, option, spans, width, lines)


def _filled(
    text: str, font: QFont, option: QTextOption, spans: list[Span], width: int, lines: int
) -> QTextLayout:
    layout, height = QTextLayout(text, font), 0.0
    layout.setTextOption(option)
    layout.setFormats([_range(text, *span) for span in spans])
    layout.beginLayout()
    for _ in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout


def _range(text: str, start: int, end: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = _units(text[:start])
    found.length = _units(text[start:end])
    found.format = form
    return found


def _units(text: str) -> int:
    """The length of `text` as Qt counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
