"""Where the keyboard is after something happened, and keys that can do nothing say why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from newt_gui.notes.notes_filter import Order
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


FILE = notes("one", "two", "three")


def await_all(desk: Desk) -> None:
    """What waits for the first paint is there, too."""
    desk.until(lambda: desk.window.findChild(QToolButton, "notes_order") is not None)


def focused(desk: Desk) -> QWidget | None:
    desk.rest()
    desk.bot.wait(20)
    return desk.window.focusWidget()


def tab_to(desk: Desk, wanted: QWidget) -> None:
    for _ in range(40):
        if desk.window.focusWidget() is wanted:
            return
        desk.press(Qt.Key.Key_Tab)
    raise AssertionError("Tab does not come there")


# After something that takes a part away


def test_after_a_split_in_the_text_the_list_has_it(open_desk: Opener) -> None:
    desk = open_desk(notes("one\ntwo", "three"))
    desk.editor.setFocus()
    desk.editor.go_to(4)
    desk.action("action_split_here").trigger()
    desk.until_file_is(notes("one", "two", "three"))
    assert focused(desk) is desk.list


def test_after_several_notes_were_made_of_it_by_the_button(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    desk.editor.setPlainText("one\n§\nmore")
    desk.save()
    desk.rest()
    banner = desk.part("reason_banner")
    [button] = [one for one in banner.findChildren(QPushButton) if one.text().startswith("Make ")]
    button.setFocus()
    desk.press(Qt.Key.Key_Space)
    desk.until_file_is(notes("one", "more", "two", "three"))
    assert focused(desk) is desk.list


def test_after_saving_from_the_list_of_sizes(open_desk: Opener) -> None:
    desk = open_desk(notes("a" * 700, "b" * 900, "c" * 500))
    desk.window.resize(1_180, 900)
    desk.action("action_new_note").trigger()
    desk.editor.insertPlainText("d" * 300)
    desk.save()
    desk.rest()
    panel = desk.part("budget_list")
    view = panel.findChild(QWidget, "budget_sizes")
    assert view is not None
    view.setFocus()
    desk.press(Qt.Key.Key_Delete)
    desk.rest()
    [button] = [one for one in panel.findChildren(QPushButton) if one.text() == "Save the new note now"]
    button.setFocus()
    desk.press(Qt.Key.Key_Space)
    desk.until_file_is(notes("a" * 700, "c" * 500, "d" * 300))
    assert focused(desk) is desk.editor


def test_after_the_byte_order_mark_went(open_desk: Opener) -> None:
    desk = open_desk("\ufeff".encode() + FILE)
    banner = desk.part("notes_banner")
    [button] = [one for one in banner.findChildren(QPushButton) if "byte order mark" in one.text()]
    button.setFocus()
    desk.press(Qt.Key.Key_Space)
    desk.until_file_is(FILE)
    assert focused(desk) in (desk.list, desk.editor)


def test_after_saving_by_the_button(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    desk.type("1")
    save = desk.window.notes.editor_pane.save_button
    save.setFocus()
    desk.press(Qt.Key.Key_Space)
    desk.until_file_is(notes("1one", "two", "three"))
    assert focused(desk) is desk.editor


def test_after_a_banner_was_dismissed(open_desk: Opener) -> None:
    desk = open_desk(notes("a\a", "b"))
    banner = desk.part("notes_banner")
    [dismiss] = [one for one in banner.findChildren(QToolButton) if one.accessibleName() == "Dismiss"]
    dismiss.setFocus()
    desk.press(Qt.Key.Key_Space)
    assert not banner.isVisible()
    assert focused(desk) in (desk.list, desk.editor)


def test_in_replace_the_fields_come_first(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.action("action_replace").trigger()
    assert desk.window.focusWidget() is desk.part("find_text")
    desk.press(Qt.Key.Key_Tab)
    assert desk.window.focusWidget() is desk.part("replace_text")
    bar = desk.part("find_bar")
    for button in (part for part in bar.findChildren(QPushButton) if part.isEnabled()):
        tab_to(desk, button)


# From the filter to the list


def test_enter_in_the_filter_goes_to_what_was_looked_for(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    await_all(desk)
    desk.part("notes_filter").setFocus()
    desk.type("t")
    assert desk.column("id") == [1, 2, 3]  # the first one is kept
    desk.press(Qt.Key.Key_Return)
    assert desk.window.focusWidget() is desk.list
    assert desk.editor.toPlainText() == "two"
    desk.press(Qt.Key.Key_Down)
    desk.part("notes_filter").setFocus()
    desk.press(Qt.Key.Key_Return)
    assert desk.editor.toPlainText() == "three"


def test_escape_on_a_chip_goes_back_to_the_list(open_desk: Opener) -> None:
    desk = open_desk(notes("user: one", "two"))
    desk.until(lambda: desk.window.findChild(QWidget, "notes_kind_user") is not None)
    chip = desk.part("notes_kind_user")
    desk.until(chip.isVisible)
    chip.setFocus()
    desk.press(Qt.Key.Key_Escape)
    assert desk.window.focusWidget() is desk.list


# Moving where nothing can be moved


def by_size(desk: Desk) -> None:
    desk.window.notes.list_pane.set_order(Order.SIZE)


def filtered(desk: Desk) -> None:
    desk.part("notes_filter").setFocus()
    desk.type("t")
    desk.list.setFocus()


def at_a_new_note(desk: Desk) -> None:
    desk.action("action_new_note").trigger()
    desk.list.setFocus()


def at_the_end(desk: Desk) -> None:
    desk.click_row(2)


@pytest.mark.parametrize(
    "begin, said",
    [
        (by_size, "Sort the list as in the file"),
        (filtered, "Clear the filter"),
        (at_a_new_note, "Save a new note before you move it"),
        (at_the_end, "at the end of the list already"),
    ],
)
def test_alt_down_says_why_it_moves_nothing(
    open_desk: Opener, begin: Callable[[Desk], None], said: str
) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    begin(desk)
    desk.rest()
    await_all(desk)
    before = desk.list.currentIndex().row()
    for part in (desk.list, desk.editor):
        part.setFocus()
        desk.window.messages.clear()
        desk.press(Qt.Key.Key_Down, ALT)
        assert said in desk.news
        assert desk.list.currentIndex().row() == before
    assert desk.file.read_bytes() == FILE


def test_alt_up_at_the_top(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_Up, ALT)
    assert "at the top of the list already" in desk.news


def test_alt_down_still_moves_where_it_can(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_Down, ALT)
    desk.until_file_is(notes("two", "one", "three"))
    assert "already" not in desk.news
