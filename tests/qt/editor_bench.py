"""One editor on the screen, with hands on it and an ear for what it says."""

from __future__ import annotations

import PySide6
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QTextCursor,
)
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from newt_gui.qt.text import qt_string, to_position
from newt_gui.qt.text_edit import FaithfulTextEdit
from newt_gui.qt.theme import Theme

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
COPY = Qt.DropAction.CopyAction
TEXT = (
    "\ufeffa\u00a0b\u202f\u200bc\u2028d\u2029e\rf\0g\u0085\x0b\x0c cafe\u0301 "
    "\U0001f468\u200d\U0001f469 \u202edcba\u202c"
)


class Bench:
    """One editor on the screen, and everything it said."""

    def __init__(self, bot: QtBot, text: str = "") -> None:
        self.bot = bot
        self.theme = Theme()
        self.edit = FaithfulTextEdit(self.theme)
        bot.addWidget(self.edit)
        self.edit.resize(500, 300)
        self.edit.set_text(text)
        self.edit.show()
        bot.waitExposed(self.edit)
        self.edit.setFocus()
        self.changes: list[str] = []
        self.notices: list[str] = []
        self.edit.text_modified.connect(lambda: self.changes.append(self.edit.text()))
        self.edit.notice.connect(self.notices.append)

    @property
    def text(self) -> str:
        return self.edit.text()

    def select(self, start: int, end: int | None = None) -> None:
        """Code points; without an end, put the cursor there."""
        text = self.text
        cursor = self.edit.textCursor()
        cursor.setPosition(to_position(text, start))
        cursor.setPosition(to_position(text, start if end is None else end), QTextCursor.MoveMode.KeepAnchor)
        self.edit.setTextCursor(cursor)

    def key(self, key: int, modifiers: Qt.KeyboardModifier = NONE, text: str = "") -> QKeyEvent:
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, qt_string(text))
        QCoreApplication.sendEvent(self.edit, event)
        return event

    def press(self, standard: QKeySequence.StandardKey) -> None:
        bindings = QKeySequence.keyBindings(standard)
        assert bindings, standard
        QTest.keySequence(self.edit, bindings[0])

    def drop(self, mime: QMimeData, position: int = 0) -> bool:
        """As a drag from another window ends: it comes in, moves, is let go. Whether it was taken."""
        cursor = QTextCursor(self.edit.document())
        cursor.setPosition(position)
        point = self.edit.cursorRect(cursor).center()
        viewport = self.edit.viewport()
        held = (COPY, mime, LEFT, NONE)
        # Whole pixels are deprecated from 6.12 on, and fractions are not taken before.
        place = QPointF(point) if PySide6.__version_info__ >= (6, 12) else point
        for event in (
            QDragEnterEvent(place, *held),
            QDragMoveEvent(place, *held),
            QDropEvent(QPointF(point), *held),
        ):
            QCoreApplication.sendEvent(viewport, event)
        return event.isAccepted()

    def compose(self, text: str) -> None:
        QCoreApplication.sendEvent(self.edit, QInputMethodEvent(text, []))

    def commit(self, text: str, start: int = 0, length: int = 0, then: str = "") -> None:
        event = QInputMethodEvent(then, [])
        event.setCommitString(qt_string(text), start, length)
        QCoreApplication.sendEvent(self.edit, event)


def mime_of(text: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(qt_string(text))
    return mime
