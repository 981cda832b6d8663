"""An empty state: one sentence and at most one action."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from newt_gui.qt.theme import Theme


class EmptyState(QWidget):
    """Stands where there is nothing to show."""

    action_requested = Signal()

    def __init__(self, theme: Theme, action_text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = QLabel()
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence.setProperty("quiet", True)
        self.button = QPushButton(action_text)
        self.button.clicked.connect(self.action_requested)
        column = QVBoxLayout(self)
        column.setSpacing(4 * theme.unit)
        column.setContentsMargins(8 * theme.unit, 8 * theme.unit, 8 * theme.unit, 8 * theme.unit)
        column.addStretch(1)
        column.addWidget(self.sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(2)

    def show_text(self, sentence: str, with_action: bool) -> None:
        """Say `sentence`; the action is offered only where it helps."""
        self.sentence.setText(sentence)
        self.button.setVisible(with_action)
