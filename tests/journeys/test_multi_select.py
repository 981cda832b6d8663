"""Several notes selected: what stands beside the list then, and what can be done with all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QPushButton, QWidget

from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


FILE = notes("one", "two", "three", "four")


def click_row(desk: Desk, at: int, modifier: Qt.KeyboardModifier) -> None:
    rect = desk.list.visualRect(desk.list.model().index(at, 0))
    QTest.mouseClick(desk.list.viewport(), Qt.MouseButton.LeftButton, modifier, rect.center())


def pane(desk: Desk) -> QWidget | None:
    """What stands beside the list for several notes; None while it is not there."""
    found = desk.window.findChild(QWidget, "selection_pane")
    return found if found is not None and found.isVisible() else None


def said(desk: Desk) -> str:
    shown = pane(desk)
    return "" if shown is None else words_of(shown)


def select_two(desk: Desk) -> None:
    desk.click_row(0)
    click_row(desk, 2, CONTROL)
    desk.until(lambda: "2 notes selected" in said(desk))


def test_by_mouse(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    assert "8 bytes, 0 % of the limit" in said(desk)
    assert "notes 1 and 3" in said(desk)
    assert not desk.editor.isVisible()
    desk.click_row(1)
    desk.until(lambda: pane(desk) is None)
    assert desk.editor.isVisible()
    assert desk.editor.toPlainText() == "two"


def test_by_keyboard(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Down, SHIFT)
    desk.press(Qt.Key.Key_Down, SHIFT)
    desk.until(lambda: "3 notes selected" in said(desk))
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.until(lambda: "4 notes selected" in said(desk))
    desk.press(Qt.Key.Key_Escape)
    desk.until(lambda: pane(desk) is None)
    assert desk.list.hasFocus()
    assert desk.editor.toPlainText() == "three"


def test_a_click_with_shift_takes_all_between(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    click_row(desk, 3, SHIFT)
    desk.until(lambda: "notes 2, 3 and 4" in said(desk))


def test_the_one_that_is_left_is_the_open_one(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    click_row(desk, 2, CONTROL)
    desk.until(lambda: pane(desk) is None)
    assert desk.list.currentIndex().row() == 0
    assert desk.editor.toPlainText() == "one"


def test_there_is_always_a_selected_row(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    click_row(desk, 1, CONTROL)
    desk.until(lambda: desk.list.selectionModel().isSelected(desk.list.model().index(1, 0)))
    assert desk.editor.toPlainText() == "two"


def test_unsaved_text_counts_and_stays(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    desk.type("more than ")
    select_two(desk)
    assert "18 bytes" in said(desk)
    assert desk.column("text")[0] == "more than one"
    desk.action("action_new_note").trigger()
    desk.type("fresh")
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.until(lambda: "5 notes selected" in said(desk))
    assert "1 not saved yet" in said(desk)


def test_enter_goes_to_the_text_of_the_current_one(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    desk.press(Qt.Key.Key_Return)
    assert pane(desk) is None
    assert desk.window.focusWidget() is desk.editor
    assert desk.editor.toPlainText() == "three"
    assert [row.id for row in desk.window.notes.list_pane.selected_rows()] == [3]


def test_a_new_note_begins_whatever_is_selected(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    desk.press(Qt.Key.Key_N, CONTROL)
    desk.type("fresh")
    assert desk.titles[-1] == "fresh"
    assert pane(desk) is None


def test_what_needs_the_text_waits_until_it_is_seen(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    names = ("action_find", "action_split_here", "action_duplicate_note")
    desk.click_row(0)
    assert all(desk.action(name).isEnabled() for name in names)
    select_two(desk)
    assert not any(desk.action(name).isEnabled() for name in names)
    desk.click_row(0)
    desk.until(lambda: all(desk.action(name).isEnabled() for name in names))


@pytest.mark.parametrize("by_key", [False, True])
def test_delete_all_of_them(open_desk: Opener, by_key: bool) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    if by_key:
        desk.press(Qt.Key.Key_Delete)
    else:
        desk.click(desk.part("selection_delete_note", QPushButton))
    desk.until_file_is(notes("two", "four"))
    desk.rest()
    desk.until(lambda: pane(desk) is None)
    assert desk.list.hasFocus()
    desk.action("action_undo").trigger()
    desk.until_file_is(FILE)


def test_merge_them(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    desk.click(desk.part("selection_merge_notes", QPushButton))
    desk.until_file_is(notes("one\n\nthree", "two", "four"))
    desk.until(lambda: pane(desk) is None)
    assert desk.editor.toPlainText() == "one\n\nthree"


def test_copy_how_the_agent_addresses_them(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    desk.click(desk.part("selection_copy_reference", QPushButton))
    desk.until(lambda: QGuiApplication.clipboard().text() == "note:1 note:3")


def test_export_them(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    button = desk.part("selection_export", QPushButton)
    assert button.isEnabled()
    assert button.text() == "Export selected…"


def test_every_button_is_reached_and_named(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    shown = pane(desk)
    assert shown is not None
    wanted = {button.text() for button in shown.findChildren(QAbstractButton)}
    desk.list.setFocus()
    reached = set()
    for _ in range(30):
        desk.press(Qt.Key.Key_Tab)
        widget = desk.window.focusWidget()
        if isinstance(widget, QAbstractButton):
            reached.add(widget.text())
    assert wanted <= reached
    assert "" not in wanted


def test_escape_leads_back_to_the_list(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    select_two(desk)
    desk.part("selection_merge_notes", QPushButton).setFocus()
    desk.press(Qt.Key.Key_Escape)
    assert desk.list.hasFocus()
    assert "2 notes selected" in said(desk)


def test_a_filter_takes_what_it_hides_out_of_the_selection(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.list.setFocus()
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.until(lambda: "4 notes selected" in said(desk))
    desk.part("notes_filter").setFocus()
    desk.type("t")
    desk.until(lambda: "3 notes selected" in said(desk))  # two, three, and the current one
