"""Ladder and text side by side, or one above the other where there is no room for that."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

NARROW_WIDTH = 90
"""Below this width, in average characters, the ladder stands above the text."""
NARROWEST = 36
"""The panes work down to this width, in average characters."""
SHARES = (2, 3)


class SoulPanes(QSplitter):
    """Keeps two fifths for the ladder and three for the text until a person divides it."""

    def __init__(self, ladder: QWidget, text: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("soul_splitter")
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for pane, share in ((ladder, SHARES[0]), (text, SHARES[1])):
            self.addWidget(pane)
            self.setStretchFactor(self.indexOf(pane), share)
        self.setSizes([share * 1_000 for share in SHARES])
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
