"""List and reader side by side, or one above the other where there is no room for that."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

NARROW_WIDTH = 90
"""Below this width, in average characters, the list stands above the reader."""
NARROWEST = 36
"""The panes work down to this width, in average characters."""
FIRST, SECOND = 2, 3
"""How the room is shared until a person divides it."""


class RecallPanes(QSplitter):
    """The two halves of the page."""

    def __init__(self, hits: QWidget, reader: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("recall_splitter")
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.addWidget(hits)
        self.addWidget(reader)
        self.setStretchFactor(0, FIRST)
        self.setStretchFactor(1, SECOND)
        self.setSizes([FIRST * 1_000, SECOND * 1_000])
        self.setMinimumWidth(NARROWEST * self.fontMetrics().averageCharWidth())

    @property
    def is_wide(self) -> bool:
        """Whether the two stand side by side, the way whose sizes are worth keeping."""
        return self.orientation() == Qt.Orientation.Horizontal

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW_WIDTH * self.fontMetrics().averageCharWidth()
        if narrow == self.is_wide:
            self.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
            length = self.height() if narrow else self.width()
            self.setSizes([length * FIRST // (FIRST + SECOND), length * SECOND // (FIRST + SECOND)])
