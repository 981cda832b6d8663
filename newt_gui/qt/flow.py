"""A box whose parts stand in lines, as many in each as there is room for."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class FlowBox(QWidget):
    """Its child widgets in the order of their making, hidden ones left out. `gap` in pixels."""

    def __init__(self, gap: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gap = gap
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def arrange(self) -> None:
        """Parts came, went or became other ones."""
        self.updateGeometry()
        self._place()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((rect.bottom() + 1 for _, rect in self._places(width)), default=0)

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(max((part.minimumSizeHint().width() for part in self._parts()), default=0), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _parts(self) -> Iterator[QWidget]:
        children = self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return (part for part in children if not part.isHidden())

    def _place(self) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for part, rect in list(self._places(self.width())):
            if mirrored:
                rect.moveLeft(self.width() - rect.right() - 1)
            part.setGeometry(rect)

    def _places(self, width: int) -> Iterator[tuple[QWidget, QRect]]:
        """Where each part stands in a box of this width, read from the left."""
        at, height = QPoint(0, 0), 0
        for part in self._parts():
            size = part.sizeHint().boundedTo(QSize(max(1, width), part.sizeHint().height()))
            if at.x() and at.x() + size.width() > width:
                at, height = QPoint(0, at.y() + height + self._gap), 0
            yield part, QRect(at, size)
            at.setX(at.x() + size.width() + self._gap)
            height = max(height, size.height())
