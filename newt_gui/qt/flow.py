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
        """All parts in one line."""
        sizes = [part.sizeHint() for part in self._parts()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSizeHint(self) -> QSize:
        widest = max((part.minimumSizeHint().width() for part in self._parts()), default=0)
        return QSize(widest, self.heightForWidth(max(self.width(), widest)))

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
        """Where each part stands in a box of this width, read from the left: in the middle of its line."""
        top = 0
        for line in self._lines(width):
            height, left = max(size.height() for _, size in line), 0
            for part, size in line:
                yield part, QRect(QPoint(left, top + (height - size.height()) // 2), size)
                left += size.width() + self._gap
            top += height + self._gap

    def _lines(self, width: int) -> Iterator[list[tuple[QWidget, QSize]]]:
        line: list[tuple[QWidget, QSize]] = []
        used = 0
        for part in self._parts():
            size = part.sizeHint()
            size.setWidth(min(size.width(), max(1, width)))
            if line and used + size.width() > width:
                yield line
                line, used = [], 0
            line.append((part, size))
            used += size.width() + self._gap
        if line:
            yield line
