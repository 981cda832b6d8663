"""A label and a button in one line, whose text gets an … where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget


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
        shown = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, shown)


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
