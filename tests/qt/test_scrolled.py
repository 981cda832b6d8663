"""Room that scrolls: every part gets what it needs, and all of the room where there is more."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from newt_gui.qt.plain import WrappedText
from newt_gui.qt.scrolled import LOWEST, Fitted, Scrolled

LEAST = 40  # pixels of the editor


def parts() -> tuple[QWidget, WrappedText, QPlainTextEdit]:
    part, text, editor = QWidget(), WrappedText(), QPlainTextEdit()
    text.setPlainText("some words " * 60)
    editor.setMinimumHeight(LEAST)
    column = QVBoxLayout(part)
    column.addWidget(text)
    column.addWidget(editor, 1)
    return part, text, editor


def test_no_part_gets_less_than_it_needs(qtbot: QtBot) -> None:
    part, text, editor = parts()
    area = Scrolled(part)
    qtbot.addWidget(area)
    area.resize(300, 120)
    area.show()
    QApplication.processEvents()
    assert area.verticalScrollBar().maximum() > 0
    assert text.height() >= text.heightForWidth(text.width())
    assert editor.height() >= LEAST
    assert part.width() <= area.viewport().width()


def test_with_more_room_it_is_all_used_and_nothing_scrolls(qtbot: QtBot) -> None:
    part, text, editor = parts()
    area = Scrolled(part)
    qtbot.addWidget(area)
    area.resize(300, 900)
    area.show()
    QApplication.processEvents()
    assert area.verticalScrollBar().maximum() == 0
    assert part.height() == area.viewport().height()
    assert text.height() == text.heightForWidth(text.width())
    area.resize(300, text.height() + editor.minimumHeight() + 80)  # less than the editor would like
    QApplication.processEvents()
    assert area.verticalScrollBar().maximum() == 0


def test_it_can_be_lower_than_its_parts(qtbot: QtBot) -> None:
    area = Scrolled(parts()[0])
    qtbot.addWidget(area)
    assert area.minimumSizeHint().height() == LOWEST * area.fontMetrics().lineSpacing()


def test_a_fitted_one_takes_the_height_of_its_parts_and_follows_them(qtbot: QtBot) -> None:
    window, text = QWidget(), WrappedText()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    area = Fitted(text)
    column.addWidget(area)
    column.addWidget(QPlainTextEdit(), 1)
    window.resize(300, 600)
    window.show()
    QApplication.processEvents()
    low = area.height()
    text.setPlainText("some words " * 40)
    qtbot.waitUntil(lambda: area.height() > low and area.height() == text.heightForWidth(text.width()))
    assert area.verticalScrollBar().maximum() == 0
    area.setMaximumHeight(low)
    QApplication.processEvents()
    assert area.height() == low
    assert area.verticalScrollBar().maximum() > 0


def test_keys_with_a_modifier_are_for_whoever_is_around(qtbot: QtBot) -> None:
    area = Scrolled(parts()[0])
    qtbot.addWidget(area)
    alt = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QApplication.sendEvent(area, alt)
    assert not alt.isAccepted()
