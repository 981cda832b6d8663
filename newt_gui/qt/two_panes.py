"""Two panes side by side, or one above the other where there is no room for that."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

NARROW_WIDTH = 90
"""Below this width, in average characters, the first pane stands above the second."""

NARROWEST = 36
"""The panes work down to this width, in average characters."""

SHARES = (2, 3)


class TwoPanes(QSplitter):
    """Keeps two fifths for the first pane and three for the second until a person divides it."""

    def __init__(self, name: str, first: QWidget, second: QWidget, parent: QWidget | None = None) -> None:
        """`name` becomes the objectName, by which the window keeps how it was divided."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName(name)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for pane, share in zip((first, second), SHARES, strict=True):
            self.addWidget(pane)
            self.setStretchFactor(self.indexOf(pane), share)
        # What they would like to have would divide it at each start anew.
        self.setSizes([share * 1_000 for share in SHARES])
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
            self.setSizes([length * share // sum(SHARES) for share in SHARES])
