"""A note that was changed here and elsewhere: all three texts, and what can be made of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from newt_gui.notes.rows import Row
from newt_gui.qt.flow import FlowBox
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

SIDE_BY_SIDE = 72
"""With less width than so many average characters the texts stand one below the other."""


class ConflictView(QWidget):
    """Shows the texts, read-only, and says what the person decides."""

    mine_requested = Signal()
    theirs_requested = Signal()
    together_requested = Signal()
    both_requested = Signal()
    left = Signal()
    """The person puts it off; nothing is decided."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("conflict_view")
        self.explanation = WrappedText()
        self.explanation.setAccessibleName(self.tr("What happened"))
        self.mine = self._text(self.tr("Your text"))
        self.theirs = self._text(self.tr("In the file now"))
        self.base = self._text(self.tr("Before both changes"))
        self._build_choices()
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

    def _build_choices(self) -> None:
        self.choices = FlowBox(2 * self._theme.unit, self)
        self._button(
            self.tr("Use mine"),
            self.tr("Saves your text in place of theirs, which stays in this app's history."),
            self.mine_requested,
        )
        self._button(
            self.tr("Use theirs"),
            self.tr("Shows what is in the file; Undo in the text brings yours back."),
            self.theirs_requested,
        )
        self._button(
            self.tr("Edit together"),
            self.tr("Puts both texts into the editor, to be made one. Nothing is saved yet."),
            self.together_requested,
        )
        self._button(
            self.tr("Keep both as two notes"),
            self.tr("Saves your text as a new note at the end."),
            self.both_requested,
        )
        self._button(self.tr("Decide later"), self.tr("Both texts stay as they are."), self.left)

    def _button(self, words: str, tip: str, wish: object) -> None:
        button = QPushButton(words, self.choices)
        button.setToolTip(tip)
        button.setAccessibleDescription(tip)
        button.clicked.connect(wish)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        self._texts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._texts.setSpacing(3 * unit)
        for view in (self.mine, self.theirs, self.base):
            column = QVBoxLayout()
            column.setSpacing(unit)
            column.addWidget(plain_label(view.accessibleName(), role="small", quiet=True))
            column.addWidget(view, 1)
            self._texts.addLayout(column, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        column.setSpacing(3 * unit)
        column.addWidget(self.explanation)
        column.addLayout(self._texts, 1)
        column.addWidget(self.choices)

    def show_row(self, row: Row) -> None:
        """Show the three texts of a row that was changed on both sides."""
        self.explanation.setPlainText(
            self.tr(
                "Note {id} was changed here and by somebody else at the same time. All texts are kept "
                "until you decide; nothing is saved before that."
            ).format(id=row.id)
        )
        for view, text in ((self.mine, row.text), (self.theirs, row.stored), (self.base, row.base)):
            if view.text() != (text or ""):
                view.set_text(text or "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._texts.setDirection(across if wide else down)
