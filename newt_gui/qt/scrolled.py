"""Room that scrolls where there is less of it than its parts need, so that none of them is cut off."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

LOWEST = 3
"""However little height there is, so many lines are seen."""


class _Content(QWidget):
    """As low as its parts get, and not as high as they would like to be."""

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return 0 if layout is None else layout.minimumHeightForWidth(width)


class Scrolled(QScrollArea):
    """Parts in a `column`, which get all the height there is and never less than they need."""

    def __init__(self, part: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        content = _Content()
        self.column = QVBoxLayout(content)
        if part is not None:
            self.column.setContentsMargins(0, 0, 0, 0)
            self.column.addWidget(part)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its parts have it
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        width = self.column.minimumSize().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(width, LOWEST * self.fontMetrics().lineSpacing())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key with a modifier scrolls nothing here: it means something to whoever is around."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def reveal(self, part: QWidget) -> None:
        """Scroll as little as it takes to have `part` in view, or the cursor in it."""
        if self.verticalScrollBar().maximum() > 0:
            self.ensureWidgetVisible(part, 0, 0)


class Fitted(Scrolled):
    """Takes the height that its parts would like to have, and scrolls where it gets less."""

    def __init__(self, part: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(part, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.column.totalHeightForWidth(width)

    def sizeHint(self) -> QSize:
        return self.column.sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt keeps it from the layout around that the parts want another height."""
        handled = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return handled
