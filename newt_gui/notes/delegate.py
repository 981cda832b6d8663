"""How a row of the notes list is drawn: number, title, then chips and size below."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from newt_gui.core.characters import is_hidden
from newt_gui.notes import words
from newt_gui.notes.model import Index, Role
from newt_gui.qt.theme import Theme


class NoteDelegate(QStyledItemDelegate):
    """Two lines a row. Everything is drawn from plain strings, so no text can act as markup.

    What is selected, under the mouse or has the focus is asked of the view: the option's state would
    make PySide build its class for styles, which takes 10 ms of the start.
    """

    def __init__(self, theme: Theme, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._under_mouse = QModelIndex()
        view.entered.connect(self._on_entered)
        view.viewportEntered.connect(lambda: self._on_entered(QModelIndex()))
        self._forget_metrics()
        theme.changed.connect(self._forget_metrics)

    def _on_entered(self, index: QModelIndex) -> None:
        self._under_mouse = index  # for comparing only, so an index that has gone stale does no harm
        self._view.viewport().update()

    def _forget_metrics(self) -> None:
        self._body = self._theme.font("body")
        self._small = self._theme.font("small")
        self._strong = self._theme.font("body")
        self._strong.setWeight(self._strong.Weight.DemiBold)
        self._body_metrics = QFontMetrics(self._body)
        self._small_metrics = QFontMetrics(self._small)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        unit = self._theme.unit
        height = self._body_metrics.height() + self._small_metrics.height() + 5 * unit
        return QSize(20 * unit, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        unit = self._theme.unit
        selected = self._view.selectionModel().isSelected(index)
        rect = option.rect.adjusted(unit, unit // 2, -unit, -unit // 2)
        self._paint_ground(painter, rect, index, selected)
        inner = rect.adjusted(unit // 2, unit, -2 * unit, -unit)
        number_width = max(
            self._body_metrics.horizontalAdvance("0000"),
            self._small_metrics.horizontalAdvance(words.tr("new")),
        )
        number_width += 2 * unit
        number, body = self._split(inner, number_width, option.direction)
        self._paint_number(painter, number, index)
        self._paint_title(painter, body, index, selected, option.direction)
        self._paint_details(painter, body, index, selected, option.direction)
        painter.restore()

    @staticmethod
    def _split(rect: QRect, width: int, direction: Qt.LayoutDirection) -> tuple[QRect, QRect]:
        """A column of `width` at the reading start, and the rest."""
        column = QRect(rect.left(), rect.top(), width, rect.height())
        rest = rect.adjusted(width, 0, 0, 0)
        if direction is Qt.LayoutDirection.RightToLeft:
            column.moveRight(rect.right())
            rest = rect.adjusted(0, 0, -width, 0)
        return column, rest

    def _paint_ground(self, painter: QPainter, rect: QRect, index: Index, selected: bool) -> None:
        if not selected and index != self._under_mouse:
            return
        tokens = self._theme.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.accent_ground if selected else tokens.window))
        if selected and self._view.hasFocus():
            painter.setPen(QPen(QColor(tokens.accent), 1))
        radius = self._theme.unit * 1.5
        painter.drawRoundedRect(rect, radius, radius)

    def _paint_number(self, painter: QPainter, rect: QRect, index: Index) -> None:
        note_id = index.data(Role.ID)
        text = words.tr("new") if note_id is None else str(note_id)
        painter.setFont(self._body if note_id is not None else self._small)
        painter.setPen(QColor(self._theme.tokens.quiet))
        column = rect.adjusted(0, 0, -2 * self._theme.unit, 0)
        column.setHeight(self._body_metrics.height())
        painter.drawText(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_title(
        self, painter: QPainter, rect: QRect, index: Index, selected: bool, direction: Qt.LayoutDirection
    ) -> None:
        painter.setFont(self._strong if selected else self._body)
        painter.setPen(QColor(self._theme.tokens.text))
        line = QRect(rect.left(), rect.top(), rect.width(), self._body_metrics.height())
        metrics = QFontMetrics(painter.font())
        title = visible(words.shown_title(index.data(Role.TITLE)))
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, line.width())
        painter.setLayoutDirection(direction)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_details(
        self, painter: QPainter, rect: QRect, index: Index, selected: bool, direction: Qt.LayoutDirection
    ) -> None:
        painter.setFont(self._small)
        height = self._small_metrics.height()
        line = QRect(rect.left(), rect.bottom() - height + 1, rect.width(), height)
        size = words.size(index.data(Role.SIZE_BYTES))
        size_width = self._small_metrics.horizontalAdvance(size) + self._theme.unit
        mirrored = Qt.LayoutDirection(1 - direction.value)
        column, rest = self._split(line, size_width, mirrored)
        painter.setPen(QColor(self._theme.tokens.quiet))
        painter.drawText(column, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter, size)
        chips = [*index.data(Role.BADGE_LABELS), *(("note", chip) for chip in index.data(Role.CHIPS))]
        for chip in chips:
            rest = self._paint_chip(painter, rest, chip, selected, direction)

    def _paint_chip(
        self,
        painter: QPainter,
        rest: QRect,
        chip: tuple[str, str],
        selected: bool,
        direction: Qt.LayoutDirection,
    ) -> QRect:
        """Draw one chip (kind, label) at the start of `rest`; what is left of it."""
        (kind, label), unit = chip, self._theme.unit
        icon_width = 0 if kind == "note" else self._small_metrics.height()
        width = icon_width + self._small_metrics.horizontalAdvance(label) + 3 * unit
        if width > rest.width():
            return rest
        place, rest = self._split(rest, width, direction)
        ink, ground = self._chip_colours(kind, selected)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setPen(QColor(ink))
        icon, words_at = self._split(place.adjusted(unit, 0, -unit, 0), icon_width, direction)
        if icon_width:
            name = "octagon-x" if kind == "stop" else "triangle-alert"
            inset = unit // 2
            self._theme.icon(name, kind).paint(painter, icon.adjusted(0, inset, -inset, -inset))
        painter.drawText(words_at, Qt.AlignmentFlag.AlignCenter, label)
        _, rest = self._split(rest, min(unit * 2, rest.width()), direction)
        return rest

    def _chip_colours(self, kind: str, selected: bool) -> tuple[str, str]:
        tokens = self._theme.tokens
        if selected and kind == "note":
            return tokens.quiet, tokens.panel
        return {
            "caution": (tokens.caution, tokens.caution_ground),
            "stop": (tokens.stop, tokens.stop_ground),
        }.get(kind, (tokens.quiet, tokens.side))


def visible(text: str) -> str:
    """The text with nothing in it that could hide, reorder or break a line of a list."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("␣" if is_hidden(ch) or ch in "\u2028\u2029\ufffc" else ch for ch in text)
