"""The chips in the second line of a row: as many as there is room for, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from newt_gui.qt.theme import Theme

Chip = tuple[str, str]
"""(kind, label): the kind chooses colour and icon."""


def split_off(rect: QRect, width: int, direction: Qt.LayoutDirection) -> tuple[QRect, QRect]:
    """A column of `width` at the reading start, and the rest."""
    column = QRect(rect.left(), rect.top(), width, rect.height())
    rest = rect.adjusted(width, 0, 0, 0)
    if direction is Qt.LayoutDirection.RightToLeft:
        column.moveRight(rect.right())
        rest = rect.adjusted(0, 0, -width, 0)
    return column, rest


def how_many(widths: Sequence[int], room: int, gap: int, more: int) -> int:
    """How many chips fit from the first on, where the rest is told by one of width `more`."""
    if sum(widths) + gap * max(0, len(widths) - 1) <= room:
        return len(widths)
    used, count = more, 0
    for width in widths:
        used += width + gap
        if used > room:
            break
        count += 1
    return count


class RowChips:
    """Paints the chips of any row; nothing is ever drawn beyond the room that it is given."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.take_font()

    def take_font(self) -> None:
        """The theme's font or unit is another one."""
        self._font: QFont = self._theme.font("small")
        self._metrics = QFontMetrics(self._font)

    def paint(
        self,
        painter: QPainter,
        room: QRect,
        chips: Sequence[Chip],
        selected: bool,
        direction: Qt.LayoutDirection,
    ) -> None:
        """Paint from the reading start of `room` on; it is as high as a line of small text."""
        if not chips or room.width() <= 0:
            return
        painter.setFont(self._font)
        gap, more = 2 * self._theme.unit, self._width(("note", f"+{len(chips)}"))
        count = how_many([self._width(chip) for chip in chips], room.width(), gap, more)
        shown = list(chips[:count])
        if not count:
            shown = self._elided(chips[0], room.width() - (more + gap if len(chips) > 1 else 0))
        if len(shown) < len(chips):
            shown.append(("note", f"+{len(chips) - len(shown)}"))
        for chip in shown:
            if self._width(chip) > room.width():
                break
            place, room = split_off(room, self._width(chip), direction)
            self._paint_chip(painter, place, chip, selected, direction)
            _, room = split_off(room, min(gap, room.width()), direction)

    def _width(self, chip: Chip) -> int:
        return self._around(chip[0]) + self._metrics.horizontalAdvance(chip[1])

    def _around(self, kind: str) -> int:
        return self._icon_width(kind) + 3 * self._theme.unit

    def _icon_width(self, kind: str) -> int:
        return 0 if kind == "note" else self._metrics.height()

    def _elided(self, chip: Chip, room: int) -> list[Chip]:
        kind, label = chip
        short = self._metrics.elidedText(label, Qt.TextElideMode.ElideRight, room - self._around(kind))
        return [(kind, short)] if short else []

    def _paint_chip(
        self, painter: QPainter, place: QRect, chip: Chip, selected: bool, direction: Qt.LayoutDirection
    ) -> None:
        (kind, label), unit = chip, self._theme.unit
        ink, ground = self._colours(kind, selected)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setPen(QColor(ink))
        inner = place.adjusted(unit, 0, -unit, 0)
        icon, words_at = split_off(inner, self._icon_width(kind), direction)
        if icon.width():
            name = "octagon-x" if kind == "stop" else "triangle-alert"
            inset = unit // 2
            self._theme.icon(name, kind).paint(painter, icon.adjusted(0, inset, -inset, -inset))
        painter.drawText(words_at, Qt.AlignmentFlag.AlignCenter, label)

    def _colours(self, kind: str, selected: bool) -> tuple[str, str]:
        tokens = self._theme.tokens
        if selected and kind == "note":
            return tokens.quiet, tokens.panel
        return {
            "caution": (tokens.caution, tokens.caution_ground),
            "stop": (tokens.stop, tokens.stop_ground),
        }.get(kind, (tokens.quiet, tokens.side))
