"""Narrowing the list by kinds of notes, alone and together with the filter field, and the way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


FILE = notes(
    "user: one", "project: two", "(auto-extracted) user: three", "ha\u200blt", "user: one", "plain", "plainer"
)


def chips(desk: Desk) -> dict[str, str]:
    """What the chips say, by their kind; those that are not seen are left out."""
    kinds = desk.window.findChild(QWidget, "notes_kinds")
    if kinds is None:
        return {}
    found = kinds.findChildren(QToolButton)
    return {chip.objectName().removeprefix("notes_kind_"): chip.text() for chip in found if chip.isVisible()}


def chip(desk: Desk, kind: str) -> QToolButton:
    desk.until(lambda: kind in chips(desk))
    found = desk.part(f"notes_kind_{kind}", QToolButton)
    assert isinstance(found, QToolButton)
    return found


def count(desk: Desk) -> str:
    return desk.window.notes.list_pane.count.text()


def filter_field(desk: Desk) -> QLineEdit:
    found = desk.part("notes_filter", QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def test_only_kinds_that_occur_are_offered_with_their_numbers(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    wanted = {
        "user": "user 3",
        "project": "project 1",
        "auto": "auto-extracted 1",
        "flagged": "flagged 1",
        "duplicates": "duplicates 1",
    }
    desk.until(lambda: chips(desk) == wanted)


def test_without_any_kind_nothing_is_in_the_way(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "two"))
    desk.until(lambda: desk.window.findChild(QWidget, "notes_kinds") is not None)
    desk.rest()
    desk.bot.wait(100)
    assert not desk.part("notes_kinds").isVisible()


def test_by_mouse(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(5)
    desk.click(chip(desk, "user"))
    assert desk.column("id") == [1, 3, 5, 6]
    assert count(desk) == "3 of 7 shown"
    desk.click(chip(desk, "project"))
    assert desk.column("id") == [1, 2, 3, 5, 6]
    desk.click(chip(desk, "user"))
    assert desk.column("id") == [2, 6]
    desk.click(desk.part("notes_show_all", QPushButton))
    assert desk.column("id") == [1, 2, 3, 4, 5, 6, 7]
    assert not chip(desk, "project").isChecked()
    assert count(desk) == ""


def test_by_keyboard(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    chip(desk, "auto")
    filter_field(desk).setFocus()
    wanted = desk.part("notes_kind_auto")
    for _ in range(12):
        if desk.window.focusWidget() is wanted:
            break
        desk.press(Qt.Key.Key_Tab)
    assert desk.window.focusWidget() is wanted
    desk.press(Qt.Key.Key_Space)
    assert desk.column("id") == [1, 3]
    assert chip(desk, "auto").isChecked()


def test_the_keyboard_goes_through_it_in_reading_order(open_desk: Opener) -> None:
    desk = open_desk(notes("user: one", "project: two", "three"))
    desk.click(chip(desk, "project"))
    filter_field(desk).setFocus()
    pane = desk.window.notes.list_pane
    wanted = [
        desk.part("notes_order"),
        pane.new_button,
        desk.part("notes_kind_user"),
        desk.part("notes_kind_project"),
        desk.part("notes_show_all"),
        desk.list,
    ]
    for part in wanted:
        desk.press(Qt.Key.Key_Tab)
        assert desk.window.focusWidget() is part


def test_text_and_kinds_together_and_escape_clears_both(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(2)
    desk.click(chip(desk, "user"))
    filter_field(desk).setFocus()
    desk.type("ONE")
    assert desk.column("id") == [1, 3, 5]
    assert count(desk) == "2 of 7 shown"
    desk.press(Qt.Key.Key_Escape)
    assert desk.column("id") == [1, 2, 3, 4, 5, 6, 7]
    assert filter_field(desk).text() == ""
    assert not chip(desk, "user").isChecked()
    desk.press(Qt.Key.Key_Escape)
    assert desk.list.hasFocus()


def test_the_fields_own_button_clears_both(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click(chip(desk, "user"))
    filter_field(desk).setFocus()
    desk.type("one")
    [clear] = filter_field(desk).findChildren(QAction)
    clear.trigger()
    assert desk.column("id") == [1, 2, 3, 4, 5, 6, 7]


def test_the_arrow_leads_from_the_field_to_the_list(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    chip(desk, "user")
    filter_field(desk).setFocus()
    desk.type("plain")
    desk.press(Qt.Key.Key_Down)
    assert desk.list.hasFocus()


def test_a_state_is_told_by_more_than_colour(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    assert chip(desk, "user").icon().isNull()
    assert chip(desk, "user").accessibleName() == "user, 3 notes"
    assert chip(desk, "project").accessibleName() == "project, 1 note"
    desk.click(chip(desk, "user"))
    assert not chip(desk, "user").icon().isNull()


def test_unsaved_text_is_counted_and_never_hidden(open_desk: Opener) -> None:
    desk = open_desk(notes("project: one", "two", "three"))
    desk.click_row(1)
    desk.editor.setFocus()
    desk.type("more ")
    desk.until(lambda: chips(desk).get("unsaved") == "not saved 1")
    desk.click_row(2)
    desk.click(chip(desk, "project"))
    assert desk.column("id") == [1, 2, 3]
    desk.action("action_new_note").trigger()
    assert desk.column("id") == [1, 2, 3, None]
    desk.until(lambda: chips(desk).get("unsaved") == "not saved 2")


def test_a_chosen_kind_that_is_gone_can_still_be_left(open_desk: Opener) -> None:
    desk = open_desk(notes("project: one", "two"))
    desk.click(chip(desk, "project"))
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("two"))
    desk.rest()
    desk.until(lambda: chips(desk) == {"project": "project 0"})
    desk.click(chip(desk, "project"))
    assert chips(desk) == {}
    assert desk.titles == ["two"]


def test_a_note_that_is_gone_to_is_shown_whatever_was_chosen(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click(chip(desk, "project"))
    desk.window.notes.open_note(desk.window.notes.session.rows[6].key)
    assert desk.column("id") == [1, 2, 3, 4, 5, 6, 7]
    assert desk.editor.toPlainText() == "plainer"


def test_what_is_repaired_is_flagged_no_more(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    assert chip(desk, "flagged").text() == "flagged 1"
    desk.click_row(3)
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.type("halt")
    desk.until(lambda: "flagged" not in chips(desk))
