"""What newt itself would see: what its recall tool returns, and what it has of the open conversation."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

MOST, USUAL = 10, 5


class ToolPane(QWidget):
    """Two texts, read only."""

    limit_changed = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.heading = plain_label(self.tr("As newt's recall tool returns it"), role="title")
        self.fence = WrappedText()
        self.fence.setAccessibleName(self.tr("What newt itself can find"))
        self.limit = QComboBox()
        self.limit.setObjectName("recall_limit")
        self.limit.setAccessibleName(self.tr("How many hits newt asks for"))
        for count in range(1, MOST + 1):
            self.limit.addItem(str(count), count)
        self.limit.setCurrentIndex(USUAL - 1)
        self.limit.currentIndexChanged.connect(lambda at: self.limit_changed.emit(at + 1))
        self.answer = self._text("recall_tool_text", self.tr("What newt's recall tool returns"))
        self.recent_heading = plain_label(self.tr("From the conversation that is open now"), role="title")
        self.recent_note = WrappedText()
        self.recent_note.setAccessibleName(self.tr("Which conversation that is"))
        self.recent = self._text("recall_recent_text", self.tr("The last turns of the open conversation"))
        self.back_button = QPushButton(self.tr("Back to the conversation"))
        self.back_button.clicked.connect(self.left)
        self._lay_out()

    def _text(self, name: str, spoken: str) -> FaithfulTextView:
        view = FaithfulTextView(self._theme)
        view.setObjectName(name)
        view.setAccessibleName(spoken)
        view.setTabChangesFocus(True)
        view.set_locked(True)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), view)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self.left)
        return view

    def _lay_out(self) -> None:
        unit = self._theme.unit
        top = QHBoxLayout()
        top.setSpacing(2 * unit)
        top.addWidget(plain_label(self.tr("Hits newt asks for"), role="small", quiet=True))
        top.addWidget(self.limit)
        top.addStretch(1)
        top.addWidget(self.back_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        column.setSpacing(2 * unit)
        column.addWidget(self.heading)
        column.addWidget(self.fence)
        column.addLayout(top)
        column.addWidget(self.answer, 3)
        column.addWidget(self.recent_heading)
        column.addWidget(self.recent_note)
        column.addWidget(self.recent, 2)

    @property
    def wanted(self) -> int:
        """How many hits newt asks for."""
        return self.limit.currentIndex() + 1

    def set_limit(self, limit: int) -> None:
        """Show another number without telling it."""
        with QSignalBlocker(self.limit):
            self.limit.setCurrentIndex(max(1, min(MOST, limit)) - 1)

    def show_answer(self, fence: str, text: str) -> None:
        """`fence`: a sentence on what newt can find at all; `text`: what its tool returns."""
        self.fence.setPlainText(fence)
        if text != self.answer.text():
            self.answer.set_text(text)

    def show_recent(self, note: str, text: str) -> None:
        """`note`: which conversation, or why there is none; `text`: its last turns as newt gives them."""
        self.recent_note.setPlainText(note)
        self.recent.setHidden(not text)
        if text != self.recent.text():
            self.recent.set_text(text)
