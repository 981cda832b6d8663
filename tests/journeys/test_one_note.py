"""See the notes of a real file, change one, save it; the format on disk is exact."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
SAVED = "counts from the next session"


def test_the_list_shows_numbers_and_first_lines(open_desk: Opener) -> None:
    desk = open_desk("one\nmore\n§\n\n  two  \n§\n".encode())
    assert desk.column("id") == [1, 2]
    assert desk.titles == ["one", "two"]
    assert desk.column("text") == ["one\nmore", "two"]
    assert desk.column("size_bytes") == [8, 3]
    assert desk.editor.toPlainText() == "one\nmore"


def test_change_and_save_by_keyboard_alone(open_desk: Opener) -> None:
    desk = open_desk()
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    desk.type(" more")
    assert desk.column("badges") == [[], ["unsaved"]]
    desk.save()
    desk.until_file_is("one\n§\ntwo more\n§\n".encode())
    desk.until(lambda: SAVED in desk.news)
    assert desk.column("badges") == [[], []]
    assert not desk.window.isWindowModified()


def test_change_and_save_by_mouse(open_desk: Opener) -> None:
    desk = open_desk()
    desk.click_row(1)
    desk.click(desk.editor.viewport())
    desk.press(Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    desk.type("no. ")
    desk.click(desk.window.notes.editor_pane.save_button)
    desk.until_file_is("one\n§\nno. two\n§\n".encode())


def test_what_is_on_screen_after_a_save_is_what_is_saved(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setPlainText("  padded \n\n")
    desk.save()
    desk.until_file_is("padded\n§\ntwo\n§\n".encode())
    desk.until(lambda: desk.editor.toPlainText() == "padded")


def test_a_new_note_goes_last(open_desk: Opener) -> None:
    desk = open_desk()
    desk.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    desk.type("three")
    assert desk.column("id") == [1, 2, None]
    desk.save()
    desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())
    desk.until(lambda: desk.column("id") == [1, 2, 3])
    assert desk.editor.toPlainText() == "three"


def test_the_first_note_of_a_missing_file_and_folder(open_desk: Opener, home: object) -> None:
    desk = open_desk(None)
    assert desk.titles == []
    desk.click(desk.window.notes.editor_pane.empty.button)
    desk.type("first")
    desk.save()
    desk.until_file_is("first\n§\n".encode())
    assert desk.file.stat().st_mode & 0o777 == 0o600


def test_saving_an_unchanged_note_writes_nothing(open_desk: Opener) -> None:
    desk = open_desk(b"one\r\ntwo")
    desk.action("action_save").trigger()
    desk.rest()
    assert desk.file.read_bytes() == b"one\r\ntwo"


def test_text_typed_while_a_save_is_under_way_stays_unsaved(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("A")
    desk.save()
    desk.type("B")
    desk.rest()
    assert desk.file.read_bytes() == "Aone\n§\ntwo\n§\n".encode()
    assert desk.editor.toPlainText() == "ABone"
    assert desk.column("badges")[0] == ["unsaved"]
    desk.save()
    desk.until_file_is("ABone\n§\ntwo\n§\n".encode())


def test_each_note_keeps_its_draft_and_its_undo(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("draft ")
    desk.click_row(1)
    assert desk.editor.toPlainText() == "two"
    desk.click_row(0)
    assert desk.editor.toPlainText() == "draft one"
    desk.editor.undo()
    assert desk.editor.toPlainText() == "one"
    assert desk.column("badges") == [[], []]


def test_undo_outlives_a_save(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("x")
    desk.save()
    desk.until_file_is("xone\n§\ntwo\n§\n".encode())
    desk.rest()
    desk.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.editor.toPlainText() == "one"
    desk.save()
    desk.until_file_is("one\n§\ntwo\n§\n".encode())


def test_revert_goes_back_and_undo_brings_the_text_again(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("x")
    desk.action("action_revert").trigger()
    assert desk.editor.toPlainText() == "one"
    desk.editor.undo()
    assert desk.editor.toPlainText() == "xone"


def test_a_new_note_let_go_can_be_taken_back(open_desk: Opener) -> None:
    desk = open_desk()
    desk.action("action_new_note").trigger()
    desk.type("almost lost")
    desk.action("action_revert").trigger()
    assert desk.column("id") == [1, 2]
    desk.click_button(desk.part("message_bar"), "Undo")
    assert desk.titles == ["one", "two", "almost lost"]


def test_save_all(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("1")
    desk.click_row(1)
    desk.editor.setFocus()
    desk.type("2")
    desk.press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    desk.until_file_is("1one\n§\n2two\n§\n".encode())


def test_filter_counts_and_keeps_new_notes(open_desk: Opener) -> None:
    desk = open_desk("Alpha\n§\nbravo\n§\nalphabet\n§\n".encode())
    desk.action("action_new_note").trigger()
    desk.part("notes_filter").setFocus()
    desk.type("ALPHA")
    assert desk.column("id") == [1, 3, None]
    assert desk.window.notes.list_pane.count.text() == "2 of 4 shown"


@pytest.mark.parametrize("width", [480, 1280])
def test_narrow_windows_put_the_list_above(open_desk: Opener, width: int) -> None:
    desk = open_desk()
    desk.window.resize(width, 700)
    wanted = Qt.Orientation.Vertical if width == 480 else Qt.Orientation.Horizontal
    desk.until(lambda: desk.window.notes.splitter.orientation() == wanted)


def test_escape_goes_back_to_the_list(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("x")
    desk.press(Qt.Key.Key_Escape)
    assert desk.window.focusWidget() is desk.list
    desk.press(Qt.Key.Key_Down)
    assert desk.editor.toPlainText() == "two"


def test_old_news_goes_when_the_person_goes_on(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("x")
    desk.save()
    desk.until(lambda: SAVED in desk.news)
    desk.type("y")
    assert desk.news == ""
