"""List and editor side by side, or one above the other where there is no room for that."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

NARROW_WIDTH = 90
"""Below this width, in average characters, the list stands above the editor."""

NARROWEST = 36
"""The panes work down to this width, in average characters."""


class TwoPanes(QSplitter):
    """Keeps two fifths for the first pane and three for the second until a person divides it."""

    def __init__(self, first: QWidget, second: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.addWidget(first)
        self.addWidget(second)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.setSizes([2_000, 3_000])  # what they would like to have would divide it at each start anew
        # Side by side the two need more than the window may have: it must be able to get there.
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
            self.setSizes([length * 2 // 5, length * 3 // 5])
