"""Little room: parts fold or scroll, none is cut off, and what a person is at stays in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QWidget,
)

from newt_gui.notes.budget_list import BudgetList
from newt_gui.notes.model import Role
from newt_gui.qt.plain import WrappedText
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier
THREE = ("a" * 700, "b" * 900, "c" * 500)


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


@pytest.fixture
def large_type(qapp: QApplication) -> Iterator[None]:
    before = QApplication.font()
    larger = QFont(before)
    larger.setPointSize(18)
    QApplication.setFont(larger)
    yield
    QApplication.setFont(before)


def resize(desk: Desk, width: int, height: int) -> None:
    desk.window.resize(width, height)
    desk.bot.wait(100)  # what folds does so a moment later, and the kinds of notes come after that
    desk.rest()


def is_whole(part: QWidget) -> bool:
    """Whether a part has the room that it needs."""
    if isinstance(part, WrappedText):
        return part.height() >= part.heightForWidth(part.width())
    least = part.minimumSizeHint().boundedTo(part.maximumSize())
    return part.height() >= least.height() and part.width() >= least.width()


def can_be_seen(desk: Desk, part: QWidget) -> bool:
    """Whether a part is in view once what scrolls is scrolled there, or as much of it as goes in."""
    around, most = part.parentWidget(), part.height()
    while around is not None and around is not desk.window:
        if isinstance(around, QScrollArea):
            inside = part.mapTo(around.widget(), QPoint(0, 0)).y()
            around.verticalScrollBar().setValue(inside)
            most = min(most, around.viewport().height())
        around = around.parentWidget()
    left = part.mapTo(desk.window, QPoint(0, 0)).x()
    across = left >= 0 and left + part.width() <= desk.window.width()
    return across and part.visibleRegion().boundingRect().height() >= most


def refused_with_replace(open_desk: Opener, width: int, height: int) -> Desk:
    desk = open_desk(notes("one price", "two"))
    resize(desk, width, height)
    desk.editor.setFocus()
    desk.editor.insertPlainText("a\u200b hidden and a second\u200b one ")
    desk.save()
    desk.rest()
    desk.action("action_replace").trigger()
    desk.bot.wait(20)
    return desk


@pytest.mark.parametrize("width, height", [(620, 600), (640, 420), (1_000, 700)])
def test_a_refused_note_with_find_and_replace_has_all_its_parts(
    open_desk: Opener, width: int, height: int
) -> None:
    desk = refused_with_replace(open_desk, width, height)
    bar, reason = desk.part("find_bar"), desk.part("reason_banner")
    parts = [
        *bar.findChildren(QLineEdit),
        *(button for button in bar.findChildren(QAbstractButton) if button.isVisible()),
        *(text for text in reason.findChildren(WrappedText) if text.isVisible()),
        desk.part("findings_list"),
    ]
    assert len(parts) >= 10
    for part in parts:
        assert is_whole(part), part
        assert can_be_seen(desk, part), part


def test_in_large_type_as_well(open_desk: Opener, large_type: None) -> None:
    desk = refused_with_replace(open_desk, 1_000, 700)
    for name in ("find_text", "replace_text", "findings_list"):
        assert is_whole(desk.part(name))
        assert can_be_seen(desk, desk.part(name))


def test_the_page_gets_narrow_in_large_type(open_desk: Opener, large_type: None) -> None:
    desk = refused_with_replace(open_desk, 1_000, 700)
    page = desk.window.notes
    assert page.minimumSizeHint().width() <= 45 * page.fontMetrics().averageCharWidth()


def test_whoever_writes_sees_the_text(open_desk: Opener) -> None:
    desk = refused_with_replace(open_desk, 640, 420)
    area = desk.window.notes.editor_pane.findChild(QScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() > 0
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    desk.editor.setFocus()
    desk.type("x")
    assert desk.editor.visibleRegion().boundingRect().height() >= desk.editor.height()


def test_kinds_that_have_no_room_as_chips_are_in_the_menu(open_desk: Opener) -> None:
    desk = open_desk(notes("user: one", "project: two", "three", "(auto-extracted) four", "three"))
    resize(desk, 640, 360)
    assert not desk.part("notes_kinds").isVisible()
    order = desk.part("notes_order", QToolButton)
    assert isinstance(order, QToolButton)
    order.menu().aboutToShow.emit()
    [user] = [action for action in order.menu().actions() if action.text().startswith("user")]
    user.trigger()
    assert desk.column("id") == [1]
    order.menu().aboutToShow.emit()
    assert sum(action.text().startswith("user") and action.isChecked() for action in order.menu().actions())
    resize(desk, 1_180, 720)
    assert desk.part("notes_kinds").isVisible()
    order.menu().aboutToShow.emit()
    assert not [action for action in order.menu().actions() if action.text().startswith("user")]


def test_a_long_banner_leaves_room_for_list_and_text(open_desk: Opener, large_type: None) -> None:
    desk = open_desk(notes("Likes tea\rand cake", "A bell\a rings at noon"))
    resize(desk, 1_000, 680)
    pane = desk.window.notes.list_pane
    assert is_whole(pane.filter)
    assert is_whole(pane.new_button)
    for text in desk.part("notes_banner").findChildren(WrappedText):
        assert is_whole(text)


# The list of sizes


def sizes(desk: Desk) -> BudgetList:
    part = desk.part("budget_list")
    assert isinstance(part, BudgetList)
    return part


def chosen(desk: Desk) -> object:
    return sizes(desk).view.currentIndex().data(Role.ID)


def refuse_new(open_desk: Opener, *entries: str, width: int = 1_180, height: int = 900) -> Desk:
    """A new note that does not fit."""
    desk = open_desk(notes(*entries))
    resize(desk, width, height)
    desk.action("action_new_note").trigger()
    desk.editor.insertPlainText("d" * 2_190)
    desk.save()
    desk.rest()
    desk.bot.wait(1)
    return desk


def test_the_largest_other_note_is_chosen_and_it_is_said_that_nothing_was_saved(open_desk: Opener) -> None:
    desk = refuse_new(open_desk, *THREE)
    assert chosen(desk) == 2
    assert "Not saved" in sizes(desk).heading.text()
    sizes(desk).order.click()
    assert chosen(desk) == 2


def test_the_delete_key_never_comes_to_the_note_that_waits(open_desk: Opener) -> None:
    desk = refuse_new(open_desk, *THREE)
    sizes(desk).view.setFocus()
    for left in (2, 1, 0):
        desk.press(Qt.Key.Key_Delete)
        desk.until(lambda left=left: len(desk.file.read_bytes().split(b"\n\xc2\xa7\n")) == left + 1)
        desk.rest()
    assert desk.column("text") == ["d" * 2_190]
    desk.press(Qt.Key.Key_Delete)
    desk.rest()
    assert desk.column("text") == ["d" * 2_190]


@pytest.mark.parametrize("width, height", [(630, 700), (640, 400)])
def test_the_sizes_can_be_used_in_a_small_window(open_desk: Opener, width: int, height: int) -> None:
    desk = refuse_new(open_desk, *THREE, width=width, height=height)
    desk.click_button(sizes(desk), "Show the sizes")
    desk.bot.wait(20)
    panel = sizes(desk)
    parts = [panel.heading, panel.detail, panel.shorten_button, panel.delete_button, panel.order]
    for part in (*parts, panel.view):
        assert is_whole(part), part
        assert can_be_seen(desk, part), part


def test_the_text_stands_where_it_stood_once_the_sizes_are_gone(open_desk: Opener) -> None:
    desk = open_desk(notes(*THREE))
    resize(desk, 1_180, 900)
    before = desk.editor.mapTo(desk.window, QPoint(0, 0)), desk.editor.size()
    desk.editor.setPlainText("a" * 1_000)
    desk.editor.setFocus()
    desk.save()
    desk.rest()
    assert sizes(desk).isVisible()
    sizes(desk).close_button.click()
    desk.action("action_revert").trigger()
    desk.window.messages.clear()
    desk.bot.wait(20)
    assert (desk.editor.mapTo(desk.window, QPoint(0, 0)), desk.editor.size()) == before
