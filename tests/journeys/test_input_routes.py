"""Whatever way text comes in, what is on screen is what is saved."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
# No character here is refused by the scan, so all of it can be saved.
TEXT = "a\u00a0b\u202fc\u2028d\u2029e cafe\u0301 \U0001f389\ufe0f 漢字 שלום \ue000 end"


def paste(desk: Desk, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    desk.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def drop(desk: Desk, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    held = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    place = QPoint(4, 4)
    for event in (
        QDragEnterEvent(place, *held),
        QDragMoveEvent(place, *held),
        QDropEvent(QPointF(place), *held),
    ):
        QCoreApplication.sendEvent(desk.editor.viewport(), event)


def compose(desk: Desk, text: str) -> None:
    QCoreApplication.sendEvent(desk.editor, QInputMethodEvent("half", []))
    assert not desk.window.isWindowModified()
    event = QInputMethodEvent("", [])
    event.setCommitString(text)
    QCoreApplication.sendEvent(desk.editor, event)


def program(desk: Desk, text: str) -> None:
    desk.editor.insertPlainText(text)


def type_keys(desk: Desk, text: str) -> None:
    for ch in text:
        QTest.sendKeyEvent(
            QTest.KeyAction.Click, desk.editor, Qt.Key.Key_unknown, ch, Qt.KeyboardModifier.NoModifier
        )


@pytest.mark.parametrize("route", [paste, drop, compose, program, type_keys])
def test_every_route_saves_what_it_brought(open_desk: Opener, route: Callable[[Desk, str], None]) -> None:
    desk = open_desk(None)
    desk.action("action_new_note").trigger()
    route(desk, TEXT)
    assert desk.editor.toPlainText() == TEXT
    desk.save()
    desk.until_file_is(f"{TEXT}\n§\n".encode())


@pytest.mark.parametrize("leave", ["switch", "shortcut", "menu", "close"])
def test_a_composition_is_taken_before_anything_looks_at_the_text(open_desk: Opener, leave: str) -> None:
    desk = open_desk("one\n§\ntwo\n§\n".encode())
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_End)
    QCoreApplication.sendEvent(desk.editor, QInputMethodEvent("!", []))
    if leave == "switch":
        desk.click_row(1)
        desk.click_row(0)
    elif leave == "shortcut":
        desk.save()
    elif leave == "menu":
        desk.window.notes.save()
    else:
        desk.window.close()
        assert desk.window.isVisible()
    desk.rest()
    assert desk.editor.toPlainText() == "one!"


def test_crlf_becomes_lf_and_is_said_once(open_desk: Opener) -> None:
    desk = open_desk(None)
    desk.action("action_new_note").trigger()
    paste(desk, "a\r\nb\r\nc")
    assert desk.editor.toPlainText() == "a\nb\nc"
    assert desk.news != ""


def test_a_lone_carriage_return_stays_and_is_refused(open_desk: Opener) -> None:
    desk = open_desk(None)
    desk.action("action_new_note").trigger()
    paste(desk, "a\rb")
    assert desk.editor.toPlainText() == "a\rb"
    desk.save()
    desk.rest()
    assert "hidden characters" in desk.banner("reason_banner")
    assert "U+000D" in desk.findings[0]
    assert not desk.file.exists()


@pytest.mark.parametrize(
    "text", ["\ufeffa", "a\x00b", "\u202ertl", "a\u200db", "x\u00adx", "a\x0b\x0cx\x85b"]
)
def test_what_a_file_holds_comes_out_as_it_went_in(open_desk: Opener, text: str) -> None:
    data = f"first\n§\n{text}\n§\n".encode()
    desk = open_desk(data)
    desk.editor.setFocus()
    desk.type("x")
    desk.click_row(1)
    desk.click_row(0)
    desk.save()
    desk.until_file_is(b"x" + f"first\n§\n{text}\n§\n".encode())
