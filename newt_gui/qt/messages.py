"""News and trouble in words: a bar for the window, and the same as a banner for one pane.

Each message has one of three weights, shown by an icon and a word as well as by colour.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from newt_gui.core.errors import UserFacingError
from newt_gui.qt.announce import announce
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.theme import Theme

Kind = Literal["note", "caution", "stop"]
MessageAction = tuple[str, Callable[[], object]]

MOST_ACTIONS = 2
_ICONS: dict[str, tuple[str, str]] = {
    "note": ("info", "quiet"),
    "caution": ("triangle-alert", "caution"),
    "stop": ("octagon-x", "stop"),
}
# Where the text would get less than this many characters of width, the buttons go under it.
_NARROW = 52


class Message(NamedTuple):
    """Something to tell. `actions`: at most two, each a button's text and what it does.

    `holds`: whether it is still so; None where it is news, which is old once the person goes on.
    """

    text: str
    kind: Kind = "note"
    actions: tuple[MessageAction, ...] = ()
    hint: str = ""
    dismissable: bool = True
    holds: Callable[[], bool] | None = None


def localised(error: UserFacingError) -> tuple[str, str, str]:
    """(what, why, hint) of an error in the language of the app."""
    return error.texts(lambda template: QCoreApplication.translate("core", template), number)


def error_message(
    error: UserFacingError, kind: Kind = "stop", actions: tuple[MessageAction, ...] = ()
) -> Message:
    """An error as a message: what happened and why, and what to do as the hint."""
    what, why, hint = localised(error)
    return Message(" ".join(filter(None, (what, why))), kind, actions, hint)


class _Notice(QFrame):
    """The look that bar and banner share. Hidden while there is nothing to say."""

    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._message: Message | None = None
        self._built = False
        self._buttons: list[QPushButton] = []
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setVisible(False)
        theme.changed.connect(self._dress)

    @property
    def message(self) -> Message | None:
        """What is shown now."""
        return self._message

    def show_message(self, message: Message) -> None:
        """Show `message` instead of what was there, and let assistive technology say it."""
        if len(message.actions) > MOST_ACTIONS:
            raise ValueError(f"a message has at most {MOST_ACTIONS} actions")
        if not self._built:
            self._build()
        self._message = message
        self._text.setPlainText("\n".join(filter(None, (message.text, message.hint))))
        self._dismiss.setVisible(message.dismissable)
        self._put_buttons(message.actions)
        self._dress()
        self.setVisible(True)
        self._announce()

    def clear(self) -> None:
        """Say nothing any more."""
        self._message = None
        self.setVisible(False)

    def dismiss(self) -> None:
        """What the dismiss button does: hide, and tell whoever must remember that."""
        if self._message is not None and self._message.dismissable:
            self.clear()
            self.dismissed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._message is not None and self._message.dismissable:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._built:
            self._fold()

    def minimumSizeHint(self) -> QSize:
        """As narrow as it gets with the buttons under the text."""
        if not self._built:
            return super().minimumSizeHint()
        said, row, margins = self._said.minimumSize(), self._row.minimumSize(), self._outer.contentsMargins()
        frame = QSize(margins.left() + margins.right(), margins.top() + margins.bottom())
        return QSize(max(said.width(), row.width()), max(said.height(), row.height())) + frame

    def _run(self, action: Callable[[], object]) -> None:
        action()

    def _build(self) -> None:
        self._built = True
        self._icon, self._word, self._text = QLabel(), plain_label(), WrappedText()
        self._dismiss = QToolButton()
        self._dismiss.setAccessibleName(self.tr("Dismiss"))
        self._dismiss.setToolTip(self.tr("Dismiss"))
        self._dismiss.clicked.connect(self.dismiss)
        self._said = QHBoxLayout()
        self._said.addWidget(self._icon)
        self._said.addWidget(self._word)
        self._said.addWidget(self._text, 1, Qt.AlignmentFlag.AlignVCenter)
        for label in (self._icon, self._word):
            label.setContentsMargins(0, self._text.inset, 0, self._text.inset)
        self._row = QHBoxLayout()
        self._row.addStretch()
        self._row.addWidget(self._dismiss)
        self._outer = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._outer.addLayout(self._said, 1)
        self._outer.addLayout(self._row)

    def _put_buttons(self, actions: tuple[MessageAction, ...]) -> None:
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
        for label, action in actions:
            button = QPushButton(label)
            button.clicked.connect(lambda _checked=False, action=action: self._run(action))
            self._row.insertWidget(self._row.count() - 1, button)
            self._buttons.append(button)

    def _dress(self) -> None:
        """Colours, icon, spaces. Called again whenever the theme changes."""
        if self._message is None:
            return
        name, token = _ICONS[self._message.kind]
        word, unit = _word(self._message.kind), self._theme.unit
        self._icon.setPixmap(
            self._theme.icon(name, token).pixmap(QSize(unit * 4, unit * 4), self.devicePixelRatio())
        )
        self._word.setText(word)
        self._text.setAccessibleName(word)
        self.setAccessibleName(word)
        self.setAccessibleDescription(self._text.toPlainText())
        self._dismiss.setIcon(self._theme.icon("x", "quiet"))
        self._outer.setContentsMargins(unit * 3, unit * 2, unit * 2, unit * 2)
        self._outer.setSpacing(unit * 2)
        self._row.setSpacing(unit * 2)
        self.setProperty("message", self._message.kind)
        for widget in (self, self._word):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self._fold()

    def _fold(self) -> None:
        """In a narrow place the buttons stand under the text. The icon stands at its first line."""
        buttons = sum(button.sizeHint().width() for button in self._buttons)
        room = self.width() - buttons
        narrow = room < self.fontMetrics().averageCharWidth() * _NARROW and bool(self._buttons)
        wanted = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._outer.direction() != wanted:
            self._outer.setDirection(wanted)
            self._outer.setStretchFactor(self._said, 0 if narrow else 1)
            self.updateGeometry()
        one_line = self._text.height() < self.fontMetrics().lineSpacing() * 2
        beside = Qt.AlignmentFlag.AlignVCenter if one_line else Qt.AlignmentFlag.AlignTop
        for label in (self._icon, self._word):
            self._said.setAlignment(label, beside)

    def _announce(self) -> None:
        if self._message is not None:
            said = f"{self._word.text()}: {self._text.toPlainText()}"
            announce(self, said, at_once=self._message.kind == "stop")


class MessageBar(_Notice):
    """The window's bar for news. An action done, the news is old and goes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("message_bar")

    def look_again(self) -> None:
        """Something was done: what is not so any more goes."""
        if self._message is not None and self._message.holds is not None and not self._message.holds():
            self.clear()

    def drop_old_news(self) -> None:
        """The person went on: so does what was only news. What has a button, or stopped them, stays."""
        message = self._message
        if message is not None and message.holds is None and message.kind != "stop" and not message.actions:
            self.clear()
        self.look_again()

    def _run(self, action: Callable[[], object]) -> None:
        self.clear()
        action()


class Banner(_Notice):
    """The same for the top of a pane. It stays until its cause is gone or it is dismissed."""


def _word(kind: Kind) -> str:
    words = {
        "note": QCoreApplication.translate("messages", "Info"),
        "caution": QCoreApplication.translate("messages", "Caution"),
        "stop": QCoreApplication.translate("messages", "Stop"),
    }
    return words[kind]
