"""The menu of a row: what is in it for one, for several, for an unsaved note, and that it does it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


FILE = notes("one", "two", "three")


def right_click(desk: Desk, place: QPoint) -> None:
    viewport = desk.list.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, NONE, place)
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(viewport, QContextMenuEvent(reason, place, viewport.mapToGlobal(place)))


def on_row(desk: Desk, at: int) -> QPoint:
    return desk.list.visualRect(desk.list.model().index(at, 0)).center()


def menu(desk: Desk) -> QMenu:
    found = [part for part in desk.window.findChildren(QMenu, "row_menu") if part.isVisible()]
    assert len(found) == 1
    return found[0]


def entry(desk: Desk, text: str) -> QAction:
    [found] = [action for action in menu(desk).actions() if action.text().replace("&", "") == text]
    return found


def entries(desk: Desk) -> list[str]:
    return [action.text().replace("&", "") for action in menu(desk).actions() if not action.isSeparator()]


def pick(desk: Desk, text: str) -> None:
    """Choose an entry by mouse."""
    shown = menu(desk)
    QTest.mouseClick(shown, Qt.MouseButton.LeftButton, NONE, shown.actionGeometry(entry(desk, text)).center())


def test_the_clicked_row_is_the_one_that_is_meant(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    right_click(desk, on_row(desk, 1))
    assert desk.editor.toPlainText() == "two"
    assert entries(desk) == [
        "Edit",
        "Duplicate",
        "Delete",
        "Move up",
        "Move down",
        "Split at “§” lines",
        "Copy text",
        "Copy as note:2",
    ]
    pick(desk, "Delete")
    desk.until_file_is(notes("one", "three"))


@pytest.mark.parametrize("key, modifier", [(Qt.Key.Key_Menu, NONE), (Qt.Key.Key_F10, SHIFT)])
def test_by_key_it_comes_at_the_current_row(
    open_desk: Opener, key: Qt.Key, modifier: Qt.KeyboardModifier
) -> None:
    desk = open_desk(FILE)
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Down)
    desk.press(key, modifier)
    assert entry(desk, "Copy as note:2").isEnabled()
    row = desk.list.visualRect(desk.list.currentIndex())
    assert row.contains(desk.list.viewport().mapFromGlobal(menu(desk).pos()))
    QTest.keyClick(menu(desk), Qt.Key.Key_Return)  # the first entry is chosen already
    assert desk.window.focusWidget() is desk.editor


def test_the_keyboards_wish_of_the_platform_is_the_same(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.list.setFocus()
    place = QPoint(1, 1)
    wish = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, desk.list.mapToGlobal(place))
    QApplication.sendEvent(desk.list.viewport(), wish)
    assert entry(desk, "Copy as note:1").isEnabled()
    desk.press(Qt.Key.Key_Menu)  # the same key, told a second time
    assert menu(desk).isVisible()


def test_copy_what_a_note_is_called(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    right_click(desk, on_row(desk, 2))
    pick(desk, "Copy as note:3")
    desk.until(lambda: QGuiApplication.clipboard().text() == "note:3")
    right_click(desk, on_row(desk, 2))
    pick(desk, "Copy text")
    assert QGuiApplication.clipboard().text() == "three"


def test_an_unsaved_note_has_no_number_yet_and_that_is_said(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.action("action_new_note").trigger()
    desk.type("fresh")
    right_click(desk, on_row(desk, 3))
    assert not entry(desk, "Copy as note:<number> (save it first)").isEnabled()
    assert not entry(desk, "Move up").isEnabled()
    assert entry(desk, "Delete").isEnabled()


def test_several_rows_have_a_menu_of_their_own(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Down, SHIFT)
    right_click(desk, on_row(desk, 0))
    assert entries(desk) == [
        "Merge",
        "Delete",
        "Move up",
        "Move down",
        "Copy texts",
        "Copy as note:<number>",
        "Export selected…",
    ]
    pick(desk, "Merge")
    desk.until_file_is(notes("one\n\ntwo", "three"))


def test_split_where_there_are_delimiter_lines(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_End, CONTROL)
    desk.editor.insertPlainText("\n§\nmore")
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Menu)
    pick(desk, "Split at “§” lines")
    desk.until_file_is(notes("one", "more", "two", "three"))


def test_an_empty_list_offers_a_beginning(open_desk: Opener) -> None:
    desk = open_desk(None)
    right_click(desk, QPoint(20, 20))
    assert entries(desk)[0] == "New note"
    pick(desk, "New note")
    assert desk.column("id") == [None]


def test_it_is_gone_when_it_is_closed(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    right_click(desk, on_row(desk, 0))
    QTest.keyClick(menu(desk), Qt.Key.Key_Escape)
    desk.until(lambda: desk.window.findChild(QMenu, "row_menu") is None)
    assert desk.window.focusWidget() is desk.list
