"""How the list looks: what is kept in it, what stays in view, which way a title is cut, marks and icons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QActionGroup, QColor, QFontMetrics, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMenu, QToolButton

from newt_gui.notes.notes_filter import Order
from newt_gui.notes.notes_list import NotesList, beside
from newt_gui.qt.elided import draw_elided
from newt_gui.qt.fields import dress_chooser, dress_clear_button
from newt_gui.qt.messages import Message
from newt_gui.qt.theme import Theme
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier
LTR, RTL = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


def numbered(count: int) -> tuple[str, ...]:
    return tuple(f"note {number:02} {'x' * number}" for number in range(1, count + 1))


def await_all(desk: Desk) -> None:
    """What waits for the first paint is there, too."""
    desk.until(lambda: desk.window.findChild(QToolButton, "notes_order") is not None)
    desk.rest()
    desk.bot.wait(60)  # so long after that the kinds are counted


# What the filter keeps


def count(desk: Desk) -> str:
    return desk.window.notes.list_pane.count.text()


def spoken(desk: Desk, at: int) -> str:
    return str(desk.list.model().index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole))


def test_a_note_that_is_only_kept_is_marked_and_not_counted(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "two", "three"))
    desk.part("notes_filter").setFocus()
    desk.type("t")
    assert desk.column("id") == [1, 2, 3]
    assert count(desk) == "2 of 3 shown"
    assert ("note", "kept: being edited") in desk.column("badge_labels")[0]
    assert spoken(desk, 0).endswith("kept: being edited")
    assert "kept" not in spoken(desk, 1)
    desk.click_row(1)
    desk.editor.setPlainText("changed")  # it is none of them any more, but it is not saved
    assert count(desk) == "1 of 3 shown"
    assert ("note", "kept: being edited") in desk.column("badge_labels")[1]
    desk.action("action_revert").trigger()
    assert count(desk) == "2 of 3 shown"


def test_nothing_matches_is_said(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "two"))
    desk.part("notes_filter").setFocus()
    desk.type("tractor")
    assert desk.column("id") == [1]
    assert count(desk) == "Nothing matches"
    desk.window.notes.list_pane.show_all()
    assert count(desk) == ""
    assert "kept" not in spoken(desk, 0)


# What stays in view


def is_in_view(desk: Desk) -> bool:
    """Whether the whole current row is."""
    place = desk.list.visualRect(desk.list.currentIndex())
    return desk.list.viewport().rect().contains(place)


def await_in_view(desk: Desk) -> None:
    desk.until(lambda: is_in_view(desk))


def test_the_current_row_stays_in_view_when_the_list_gets_smaller(open_desk: Opener) -> None:
    desk = open_desk(notes(*numbered(60)))
    desk.window.resize(1_180, 720)
    await_all(desk)
    view, height = desk.list, desk.list.viewport().height()
    last_seen = view.indexAt(QPoint(20, height - view.sizeHintForRow(0) - 1)).row()
    desk.click_row(last_seen)
    await_in_view(desk)
    desk.window.messages.show_message(Message("News that takes some room"))
    desk.until(lambda: view.viewport().height() < height)
    await_in_view(desk)
    desk.window.resize(desk.window.width(), 420)
    desk.bot.wait(20)
    await_in_view(desk)


def test_a_new_last_row_is_in_view(open_desk: Opener) -> None:
    desk = open_desk(notes(*numbered(40)))
    await_all(desk)
    desk.action("action_new_note").trigger()
    desk.type("fresh")  # now there is a chip for what is not saved, and the list is lower for it
    desk.until(lambda: desk.part("notes_kinds").isVisible())
    desk.bot.wait(60)
    await_in_view(desk)
    desk.save()
    desk.rest()
    await_in_view(desk)


def test_a_saved_note_is_in_view_where_it_stands_now(open_desk: Opener) -> None:
    desk = open_desk(notes(*numbered(40)))
    await_all(desk)
    desk.window.notes.list_pane.set_order(Order.SIZE)
    desk.click_row(0)
    assert desk.editor.toPlainText().startswith("note 40")
    desk.editor.setPlainText("n")
    desk.editor.setFocus()
    desk.save()
    desk.rest()
    desk.until(lambda: desk.list.currentIndex().row() == 39)
    await_in_view(desk)


def test_moved_and_undone_notes_are_in_view(open_desk: Opener) -> None:
    desk = open_desk(notes(*numbered(40)))
    await_all(desk)
    desk.click_row(1)
    for _ in range(14):
        desk.press(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        desk.rest()
    await_in_view(desk)
    desk.list.scrollToBottom()
    desk.press(Qt.Key.Key_Z, CTRL)
    desk.rest()
    await_in_view(desk)


def test_whoever_reads_further_down_is_left_there_when_others_write(open_desk: Opener) -> None:
    desk = open_desk(notes(*numbered(40)))
    await_all(desk)
    desk.click_row(0)
    desk.bot.wait(20)
    desk.list.scrollToBottom()
    before = desk.list.verticalScrollBar().value()
    desk.file.write_bytes(notes(*numbered(40)[:-1], "changed by somebody else"))
    desk.window.notes.session.refresh()
    desk.rest()
    desk.until(lambda: "changed by somebody else" in desk.titles)
    desk.bot.wait(20)
    assert not is_in_view(desk)
    assert desk.list.verticalScrollBar().value() >= before - desk.list.sizeHintForRow(0)


# Which end of a title is cut


def drawn(text: str, direction: Qt.LayoutDirection, width: int) -> QImage:
    height = QFontMetrics(QApplication.font()).height()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        painter.setFont(QApplication.font())
        painter.setLayoutDirection(direction)
        draw_elided(painter, QRect(0, 0, width, height), text, direction)
    return image


def dots_stand_at(image: QImage) -> str:
    """At which end there is ink near the baseline only."""

    def highest(columns: range) -> int:
        inked = [
            row
            for row in range(image.height())
            if any(QColor(image.pixel(column, row)).lightness() < 160 for column in columns)
        ]
        return min(inked, default=image.height())

    inked = [
        column
        for column in range(image.width())
        if any(QColor(image.pixel(column, row)).lightness() < 160 for row in range(image.height()))
    ]
    edge = QFontMetrics(QApplication.font()).horizontalAdvance("…") // 2
    left, right = range(inked[0], inked[0] + edge), range(inked[-1] - edge, inked[-1])
    return "left" if highest(left) > highest(right) else "right"


@pytest.mark.parametrize("direction", [LTR, RTL])
@pytest.mark.parametrize(
    "text, end", [("shed " * 30, "right"), ("תזכורת " * 30, "left"), ("1. תזכורת " * 30, "left")]
)
def test_the_end_of_a_title_is_left_out(
    qapp: QApplication, text: str, end: str, direction: Qt.LayoutDirection
) -> None:
    assert dots_stand_at(drawn(text, direction, 140)) == end


@pytest.mark.parametrize("direction", [LTR, RTL])
@pytest.mark.parametrize("text", ["shed", "תזכורת"])
def test_a_short_title_stands_at_the_reading_start(
    qapp: QApplication, text: str, direction: Qt.LayoutDirection
) -> None:
    image = drawn(text, direction, 300)
    half = image.copy(0, 0, 150, image.height()), image.copy(150, 0, 150, image.height())
    white = QImage(150, image.height(), QImage.Format.Format_RGB32)
    white.fill(QColor("white"))
    written, empty = half if direction == LTR else half[::-1]
    assert written != white
    assert empty == white


# Marks and icons


def test_one_of_several_is_drawn_otherwise_than_a_tick(open_desk: Opener) -> None:
    desk = open_desk(notes("one"))  # dressed as the app is

    def picture(exclusive: bool) -> QImage:
        menu = QMenu(desk.window)
        action = menu.addAction("By title")
        action.setCheckable(True)
        action.setChecked(True)
        if exclusive:
            QActionGroup(menu).addAction(action)
        return menu.grab().toImage()

    assert picture(True) != picture(False)


def inks(pixmap: QPixmap) -> set[str]:
    image = pixmap.toImage()
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    colours = (image.pixelColor(x, y) for x, y in places)
    return {colour.name() for colour in colours if colour.alpha() == 255}


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_clear_button_is_drawn_for_the_theme(qapp: QApplication, choice: str) -> None:
    theme = Theme()
    theme.install(qapp, "dark" if choice == "dark" else "light")
    field = QLineEdit()
    field.setClearButtonEnabled(True)
    dress_clear_button(field, theme)
    [action] = [one for one in field.findChildren(QAction) if not one.icon().isNull()]
    shown, wanted = inks(action.icon().pixmap(32, 32)), theme.tokens.quiet
    theme.set_choice("system")  # the whole application is dressed
    assert shown == {wanted}


def test_the_filter_has_such_a_button(open_desk: Opener) -> None:
    desk = open_desk(notes("one"))
    await_all(desk)
    tokens = desk.window._services.theme.tokens
    actions = desk.part("notes_filter").findChildren(QAction)
    assert any(inks(action.icon().pixmap(32, 32)) == {tokens.quiet} for action in actions)


def test_a_chooser_shows_its_lines_without_scrolling(open_desk: Opener) -> None:
    desk = open_desk(notes("one"))
    chooser = QComboBox(desk.window)
    dress_chooser(chooser)
    chooser.addItems(["One note a line", "One note a block"])
    chooser.adjustSize()
    chooser.show()
    chooser.showPopup()
    desk.bot.wait(1)
    view = chooser.view()
    shown = [view.visualRect(view.model().index(at, 0)) for at in range(2)]
    assert all(view.viewport().rect().contains(place) for place in shown)
    assert not any(type(part).__name__ == "QComboBoxPrivateScroller" for part in view.window().children())
    chooser.hidePopup()


def test_what_hangs_at_the_pointer_hides_no_line_to_drop_at(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "two"))
    assert isinstance(desk.list, NotesList)
    picture = desk.list._picture([desk.list.model().index(0, 0)])
    size = picture.deviceIndependentSize()
    assert size.width() < desk.list.viewport().width() / 2
    assert size.height() < desk.list.sizeHintForRow(0)
    assert beside(picture).y() < 0  # all of it is below the pointer
