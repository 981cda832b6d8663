"""What one-line fields and choosers share."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyledItemDelegate

from newt_gui.qt.theme import Theme

_CLEAR = "_q_qlineeditclearaction"
"""What Qt calls the action behind its own button."""


def dress_clear_button(field: QLineEdit, theme: Theme) -> None:
    """Give a field's clear button the icon of the theme; the style's own is drawn for one look only."""
    action = field.findChild(QAction, _CLEAR)
    if action is not None:
        action.setIcon(theme.icon("x", "quiet"))


def dress_chooser(chooser: QComboBox) -> None:
    """Let the stylesheet give the lines of a chooser's list their room; Qt's own painter does not ask it."""
    chooser.setItemDelegate(QStyledItemDelegate(chooser))
