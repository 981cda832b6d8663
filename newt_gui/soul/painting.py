"""Text that wraps, and small tags, for whatever paints itself."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QStaticText, QTextOption

from newt_gui.qt.theme import Theme
from newt_gui.soul.words import PillKind

_PILLS: dict[PillKind, tuple[str, str]] = {
    "accent": ("accent", "on_accent"),
    "plain": ("side", "quiet"),
    "caution": ("caution_ground", "caution"),
    "stop": ("stop_ground", "stop"),
}


class Block:
    """Plain text in one font at one width; a word that is wider than that, such as a path, is broken."""

    def __init__(self, text: str, font: QFont, width: int, *, mirrored: bool) -> None:
        self._font = font
        self._laid = QStaticText(text)
        self._laid.setTextFormat(Qt.TextFormat.PlainText)
        option = QTextOption(Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        # By its own first letter: a path does not turn round where the language runs the other way.
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self._laid.setTextOption(option)
        self._laid.setTextWidth(max(1, width))
        self._laid.prepare(font=font)
        self._is_empty = not text

    @property
    def height(self) -> int:
        """In pixels; nothing for no text."""
        return 0 if self._is_empty else round(self._laid.size().height() + 0.49)

    def paint(self, painter: QPainter, left: int, top: int, colour: str) -> None:
        painter.setFont(self._font)
        painter.setPen(QColor(colour))
        painter.drawStaticText(QPointF(left, top), self._laid)


def pill_size(word: str, font: QFont, theme: Theme) -> QSize:
    """How large a tag with this word is."""
    metrics = QFontMetrics(font)
    return QSize(metrics.horizontalAdvance(word) + 4 * theme.unit, metrics.height() + theme.unit)


def paint_pill(painter: QPainter, place: QRect, word: str, kind: PillKind, font: QFont, theme: Theme) -> None:
    """A word on a rounded ground, with an edge where the colours are the system's own."""
    colours = theme.tokens._asdict()
    ground, ink = (colours[name] for name in _PILLS[kind])
    painter.setPen(QColor(ink) if theme.is_forced else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    round_off = place.height() / 2
    painter.drawRoundedRect(QRectF(place), round_off, round_off)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, word)


def frame(rect: QRect, pen: float) -> QRectF:
    """Where to draw a line of this width along the inside of `rect`."""
    half = pen / 2
    return QRectF(rect.topLeft(), QSizeF(rect.size())).adjusted(half, half, -half, -half)
