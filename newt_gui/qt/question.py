"""A question with its answers as buttons, shown without blocking anything."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QBoxLayout, QDialog, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from newt_gui.qt.dialogs import Choice, ChoiceRole, Question
from newt_gui.qt.plain import WrappedText, plain_label

# Where each kind of answer stands in the row: what destroys is far from what is recommended.
_ORDER: tuple[ChoiceRole, ...] = ("destructive", "plain", "cancel", "primary")
_COLUMNS, _DETAIL_LINES = 64, 12
_AROUND = 8
"""What the edges take of the columns, in characters."""


class _Detail(QPlainTextEdit):
    """Long text in a field of its own: as high as it needs, up to a height at which it scrolls."""

    def sizeHint(self) -> QSize:
        columns = self.fontMetrics().averageCharWidth() * (_COLUMNS - _AROUND)
        layout = QTextDocument(self.toPlainText())
        layout.setDefaultFont(self.font())
        layout.setTextWidth(columns)
        margins = 2 * (self.document().documentMargin() + self.frameWidth())
        wanted = layout.size().height() - 2 * layout.documentMargin() + margins
        most = self.fontMetrics().lineSpacing() * _DETAIL_LINES
        return QSize(columns, min(math.ceil(wanted), most))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint().boundedTo(QSize(0, self.fontMetrics().lineSpacing() * 4))


class QuestionDialog(QDialog):
    """The dialog of one question. `answer` is the key of the choice once it has finished."""

    def __init__(self, question: Question, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.answer = question.escape
        self._question = question
        self.setObjectName("question")
        self.setWindowTitle(QGuiApplication.applicationDisplayName())
        self.setAccessibleName(question.title)
        self.setAccessibleDescription(question.text)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._buttons = {choice.key: self._button(choice) for choice in _in_order(question)}
        self._rows = self._lay_out()
        default = self._buttons[_default_key(question)]
        default.setDefault(True)
        default.setFocus()
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, also one that is never the default."""
        focused = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, QPushButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold(self.width())

    def _fold(self, width: int) -> None:
        """Buttons that do not fit beside each other stand one under the other."""
        margins = self._rows.contentsMargins()
        buttons = [button.sizeHint().width() for button in self._buttons.values()]
        wanted = sum(buttons) + self._row.spacing() * len(buttons) + margins.left() + margins.right()
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if wanted > width else across)

    def _fit(self) -> None:
        """As high as the text needs at this width; Qt would measure it at another one."""
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        room = self.screen().availableGeometry().size() * 0.9
        self.setMinimumWidth(min(self.fontMetrics().averageCharWidth() * _COLUMNS, room.width()))
        width = min(max(self.sizeHint().width(), self.minimumWidth()), room.width())
        self._fold(width)
        self.resize(width, min(self._rows.totalHeightForWidth(width), room.height()))

    def _lay_out(self) -> QVBoxLayout:
        unit = round(self.fontMetrics().lineSpacing() / 4)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(*(unit * 6,) * 4)
        rows.setSpacing(unit * 3)
        title, text = plain_label(self._question.title, role="title", wrap=True), WrappedText()
        title.setContentsMargins(text.inset, 0, text.inset, 0)
        rows.addWidget(title)
        rows.addWidget(text)
        text.setAccessibleName(self._question.title)
        text.setPlainText(self._question.text)
        text.setVisible(bool(self._question.text))
        if self._question.detail:
            rows.addWidget(self._detail(), 1)
        else:
            rows.addStretch()
        rows.addSpacing(unit)
        rows.addLayout(self._button_row(unit))
        return rows

    def _detail(self) -> QPlainTextEdit:
        detail = _Detail()
        detail.setReadOnly(True)
        detail.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        detail.setPlainText(self._question.detail)
        detail.setAccessibleName(self.tr("Details"))
        detail.document().setDocumentMargin(self.fontMetrics().lineSpacing() / 2)
        return detail

    def _button_row(self, unit: int) -> QBoxLayout:
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(unit * 2)
        stretched = False
        for choice in _in_order(self._question):
            if choice.role != "destructive" and not stretched:
                row.addStretch()
                stretched = True
            row.addWidget(self._buttons[choice.key])
        return row

    def _button(self, choice: Choice) -> QPushButton:
        button = QPushButton(choice.label, self)
        button.setObjectName(f"choice_{choice.key}")
        button.setAutoDefault(choice.role != "destructive")
        button.setProperty("primary", choice.role == "primary")
        button.clicked.connect(lambda: self._choose(choice.key))
        return button

    def _choose(self, key: str) -> None:
        self.answer = key
        self.accept()


def _in_order(question: Question) -> list[Choice]:
    return sorted(question.choices, key=lambda choice: _ORDER.index(choice.role))


def _default_key(question: Question) -> str:
    """The recommended answer, or the one that changes nothing; never one that destroys."""
    for role in ("primary", "cancel"):
        for choice in question.choices:
            if choice.role == role:
                return choice.key
    return question.escape
