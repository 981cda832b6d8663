"""A text that was changed here and elsewhere: all three, read only, and what can be made of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from newt_gui.qt.flow import FlowBox
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

SIDE_BY_SIDE = 72
"""With less width than so many average characters the texts stand one below the other."""


class ConflictTexts(QWidget):
    """Says what the person decides; a subclass says what it is about."""

    mine_requested = Signal()
    theirs_requested = Signal()
    together_requested = Signal()
    both_requested = Signal()
    left = Signal()
    """The person puts it off; nothing is decided."""

    def __init__(self, name: str, theme: Theme, *, with_both: bool, parent: QWidget | None = None) -> None:
        """`name` becomes the objectName. `with_both`: whether both texts may be kept, each on its own."""
        super().__init__(parent)
        self._theme = theme
        self.setObjectName(name)
        self.explanation = WrappedText()
        self.explanation.setAccessibleName(self.tr("What happened"))
        self.mine = self._text(self.tr("Your text"))
        self.theirs = self._text(self.tr("In the file now"))
        self.base = self._text(self.tr("Before both changes"))
        self._build_choices(with_both)
        self._lay_out()
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self.left)

    def _text(self, name: str) -> FaithfulTextView:
        view = FaithfulTextView(self._theme)
        view.setAccessibleName(name)
        view.setTabChangesFocus(True)
        view.set_locked(True)
        view.setMinimumHeight(3 * view.fontMetrics().lineSpacing())
        return view

    def _build_choices(self, with_both: bool) -> None:
        self.choices = FlowBox(2 * self._theme.unit, self)
        self._button(
            self.tr("Use mine"),
            self.tr("Saves your text in place of theirs, which stays in this app's history."),
            self.mine_requested,
        )
        self.theirs_button = self._button(
            self.tr("Use theirs"),
            self.tr("Shows what is in the file; Undo in the text brings yours back."),
            self.theirs_requested,
        )
        self.together_button = self._button(
            self.tr("Edit together"),
            self.tr("Puts both texts into the editor, to be made one. Nothing is saved yet."),
            self.together_requested,
        )
        if with_both:
            self._button(
                self.tr("Keep both as two notes"),
                self.tr("Saves your text as a new note at the end."),
                self.both_requested,
            )
        self._button(self.tr("Decide later"), self.tr("Both texts stay as they are."), self.left)

    def _button(self, words: str, tip: str, wish: object) -> QPushButton:
        button = QPushButton(words, self.choices)
        button.setToolTip(tip)
        button.setAccessibleDescription(tip)
        button.clicked.connect(wish)
        return button

    def _lay_out(self) -> None:
        unit = self._theme.unit
        texts = QWidget()
        self._texts = QBoxLayout(QBoxLayout.Direction.LeftToRight, texts)
        self._texts.setContentsMargins(0, 0, 0, 0)
        self._texts.setSpacing(3 * unit)
        for view in (self.mine, self.theirs, self.base):
            column = QVBoxLayout()
            column.setSpacing(unit)
            column.addWidget(plain_label(view.accessibleName(), role="small", quiet=True))
            column.addWidget(view, 1)
            self._texts.addLayout(column, 1)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(3 * unit)
        self.column.addWidget(self.explanation)
        self.column.addWidget(self.choices)
        self.column.addWidget(texts, 1)

    def show_texts(self, explanation: str, mine: str, theirs: str, base: str) -> None:
        """Show these; a view that shows its text already is left where it is."""
        self.explanation.setPlainText(explanation)
        for view, text in ((self.mine, mine), (self.theirs, theirs), (self.base, base)):
            if view.text() != text:
                view.set_text(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._texts.setDirection(across if wide else down)
