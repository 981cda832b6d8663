"""A label and a button in one line, whose text gets an … where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

_AT_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute


def draw_elided(painter: QPainter, rect: QRect, text: str, direction: Qt.LayoutDirection) -> None:
    """Draw one line at the reading start of `rect`; what is left out is always the end of the text.

    `direction`: of what is around. The text itself is set the way its own letters are read.
    """
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    before = painter.layoutDirection()
    painter.setLayoutDirection(_own_direction(text, direction))
    side = _AT_RIGHT if direction == Qt.LayoutDirection.RightToLeft else _AT_LEFT
    painter.drawText(rect, side | Qt.AlignmentFlag.AlignVCenter, shown)
    painter.setLayoutDirection(before)


def _own_direction(text: str, otherwise: Qt.LayoutDirection) -> Qt.LayoutDirection:
    """The direction of the first letter that has one."""
    if text.isascii():
        return Qt.LayoutDirection.LeftToRight
    from unicodedata import bidirectional

    directions = (bidirectional(ch) for ch in text)
    first = next((found for found in directions if found in ("L", "R", "AL")), "")
    ways = {"L": Qt.LayoutDirection.LeftToRight, "": otherwise}
    return ways.get(first, Qt.LayoutDirection.RightToLeft)


class ElidedLabel(QWidget):
    """Plain text in one line; the whole text is the accessible name and the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        return self._text

    def set_text(self, text: str) -> None:
        """Show `text`, whatever it looks like, letter for letter."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 1, metrics.height())  # it was rounded

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance("…"), metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        draw_elided(painter, self.rect(), self._text, self.layoutDirection())


class ElidedButton(QPushButton):
    """A button whose text loses its middle rather than hold the window wide."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str) -> None:
        """Show `text` letter for letter; an ampersand marks no key."""
        self._whole = text
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._around() + self._width_of(self._whole) + 1, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._around() + self._width_of("………"), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _width_of(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)

    def _around(self) -> int:
        """What padding, icon and arrow take."""
        return super().sizeHint().width() - self._width_of(self.text().replace("&&", "&"))

    def _fit(self) -> None:
        room = max(0, self.width() - self._around())
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room)
        if shown.replace("&", "&&") != self.text():
            self.setText(shown.replace("&", "&&"))
