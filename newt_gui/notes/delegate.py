"""How a row of the notes list is drawn: number, title, then chips and size below."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from newt_gui.core.characters import is_hidden
from newt_gui.notes import words
from newt_gui.notes.model import Index, Role
from newt_gui.notes.row_chips import RowChips, split_off
from newt_gui.qt.elided import draw_elided
from newt_gui.qt.theme import Theme

LONGEST_TITLE = 400
"""In characters: no list is so wide that more of a line could be seen, and lines can be very long."""


class NoteDelegate(QStyledItemDelegate):
    """Two lines a row. Everything is drawn from plain strings, so no text can act as markup.

    What is selected, under the mouse or has the focus is asked of the view: the option's state would
    make PySide build its class for styles, which takes 10 ms of the start.
    """

    def __init__(self, theme: Theme, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._under_mouse = QModelIndex()
        self._chips = RowChips(theme)
        view.entered.connect(self._on_entered)
        view.viewportEntered.connect(lambda: self._on_entered(QModelIndex()))
        self._forget_metrics()
        theme.changed.connect(self._forget_metrics)

    def _on_entered(self, index: QModelIndex) -> None:
        self._under_mouse = index  # for comparing only, so an index that has gone stale does no harm
        self._view.viewport().update()

    def _forget_metrics(self) -> None:
        self._body = self._theme.font("body", tabular=True)
        self._small = self._theme.font("small", tabular=True)
        self._strong = self._theme.font("body", tabular=True)
        self._strong.setWeight(self._strong.Weight.DemiBold)
        self._body_metrics = QFontMetrics(self._body)
        self._small_metrics = QFontMetrics(self._small)
        self._chips.take_font()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        unit = self._theme.unit
        height = self._body_metrics.height() + self._small_metrics.height() + 5 * unit
        return QSize(20 * unit, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(option.direction)
        unit = self._theme.unit
        selected = self._view.selectionModel().isSelected(index)
        rect = option.rect.adjusted(unit, unit // 2, -unit, -unit // 2)
        self._paint_ground(painter, rect, index, selected)
        inner = rect.adjusted(unit // 2, unit, -2 * unit, -unit)
        if option.direction is Qt.LayoutDirection.RightToLeft:
            inner.moveRight(rect.right() - unit // 2)
        number_width = max(
            self._body_metrics.horizontalAdvance("0000"),
            self._small_metrics.horizontalAdvance(words.tr("new")),
        )
        number_width += 2 * unit
        number, body = split_off(inner, number_width, option.direction)
        number, _ = split_off(number, number_width - 2 * unit, option.direction)
        self._paint_number(painter, number, index)
        self._paint_title(painter, body, index, selected)
        self._paint_details(painter, body, index, selected, option.direction)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, index: Index, selected: bool) -> None:
        if not selected and index != self._under_mouse:
            return
        tokens = self._theme.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.accent_ground if selected else tokens.window))
        if selected and index == self._view.currentIndex() and self._view.hasFocus():
            painter.setPen(QPen(QColor(tokens.accent), 1))
        radius = self._theme.unit * 1.5
        painter.drawRoundedRect(rect, radius, radius)

    def _paint_number(self, painter: QPainter, rect: QRect, index: Index) -> None:
        note_id = index.data(Role.ID)
        text = words.tr("new") if note_id is None else str(note_id)
        painter.setFont(self._body if note_id is not None else self._small)
        painter.setPen(QColor(self._theme.tokens.quiet))
        column = QRect(rect.left(), rect.top(), rect.width(), self._body_metrics.height())
        painter.drawText(column, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_title(self, painter: QPainter, rect: QRect, index: Index, selected: bool) -> None:
        painter.setFont(self._strong if selected else self._body)
        painter.setPen(QColor(self._theme.tokens.text))
        line = QRect(rect.left(), rect.top(), rect.width(), self._body_metrics.height())
        title = visible(words.shown_title(index.data(Role.TITLE))[:LONGEST_TITLE])
        draw_elided(painter, line, title, painter.layoutDirection())

    def _paint_details(
        self, painter: QPainter, rect: QRect, index: Index, selected: bool, direction: Qt.LayoutDirection
    ) -> None:
        painter.setFont(self._small)
        height = self._small_metrics.height()
        line = QRect(rect.left(), rect.bottom() - height + 1, rect.width(), height)
        size = words.size(index.data(Role.SIZE_BYTES))
        size_width = self._small_metrics.horizontalAdvance(size) + self._theme.unit
        mirrored = Qt.LayoutDirection(1 - direction.value)
        column, rest = split_off(line, size_width, mirrored)
        painter.setPen(QColor(self._theme.tokens.quiet))
        painter.drawText(column, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter, size)
        chips = [*index.data(Role.BADGE_LABELS), *(("note", chip) for chip in index.data(Role.CHIPS))]
        self._chips.paint(painter, rest, chips, selected, direction)


@lru_cache(maxsize=256)  # a row is drawn again with every key in it
def visible(text: str) -> str:
    """The text with nothing in it that could hide, reorder or break a line of a list."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("␣" if is_hidden(ch) or ch in "\u2028\u2029\ufffc" else ch for ch in text)
