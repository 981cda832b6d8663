"""The ground under the chosen line of a list that is not the notes list."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView

from newt_gui.notes.model import Index
from newt_gui.qt.theme import Theme


def paint_chosen(painter: QPainter, rect: QRect, index: Index, view: QAbstractItemView, theme: Theme) -> None:
    """Paint it where `index` is chosen; with the focus it has an edge, too."""
    if not view.selectionModel().isSelected(index):
        return
    tokens, radius = theme.tokens, theme.unit * 1.5
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(tokens.accent if view.hasFocus() else tokens.accent_ground), 1))
    painter.setBrush(QColor(tokens.accent_ground))
    painter.drawRoundedRect(rect, radius, radius)
