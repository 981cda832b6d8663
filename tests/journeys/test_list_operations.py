"""Whole notes deleted, moved, split and merged in the real window, and the bytes that this writes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QPushButton, QWidget

from newt_gui.core.files import NOTES_LOCK, hold_lock
from newt_gui.notes.notes_filter import Order
from newt_gui.notes.slices import LONGEST_PLAIN_LINE
from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


FILE = notes("one", "two", "three", "four")


def watch_models(desk: Desk) -> list[QAbstractItemModelTester]:
    """Qt's own tester, fatal, on the list's models for as long as it is kept."""
    pane = desk.window.notes.list_pane
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    return [QAbstractItemModelTester(model, mode) for model in (pane.model, pane.filtered)]


def click_row(desk: Desk, at: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    rect = desk.list.visualRect(desk.list.model().index(at, 0))
    QTest.mouseClick(desk.list.viewport(), Qt.MouseButton.LeftButton, modifier, rect.center())


def selected(desk: Desk) -> list[int]:
    return sorted(index.row() for index in desk.list.selectionModel().selectedIndexes())


def current(desk: Desk) -> int:
    return desk.list.currentIndex().row()


def news_button(desk: Desk, text: str) -> None:
    desk.click_button(desk.part("message_bar"), text)


def paste(desk: Desk, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    desk.press(Qt.Key.Key_V, CONTROL)


def question(desk: Desk) -> str:
    """The words of the question that stands open."""
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    return words_of(desk.part("question"))


def answer(desk: Desk, key: str) -> None:
    """Click a button of the question that stands open, and see it go."""
    desk.until(lambda: desk.window.findChild(QPushButton, f"choice_{key}") is not None)
    dialog = desk.part("question")
    desk.click(desk.part(f"choice_{key}", QPushButton))
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not dialog)
    if desk.window.findChild(QWidget, "question") is None:
        desk.window.activateWindow()  # a window manager does that when a dialog goes
        desk.until(desk.window.isActiveWindow)


# Deleting


def test_the_delete_key_deletes_and_the_next_note_is_selected(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    desk.click_row(1)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("one", "three", "four"))
    desk.rest()
    assert desk.titles == ["one", "three", "four"]
    assert (current(desk), selected(desk)) == (1, [1])
    assert desk.editor.toPlainText() == "three"
    assert desk.list.hasFocus()
    assert "Deleted note 2; counts from the next session." in desk.news
    news_button(desk, "Undo")
    desk.until_file_is(FILE)
    desk.rest()
    assert (current(desk), desk.editor.toPlainText()) == (1, "two")
    assert desk.list.hasFocus()
    assert "Undone: delete note 2." in desk.news
    assert testers


def test_undo_clicked_twice_undoes_once(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    for left in (("two", "three", "four"), ("three", "four")):
        desk.press(Qt.Key.Key_Delete)
        desk.until_file_is(notes(*left))
        desk.rest()
    desk.bot.wait(1)
    [button] = [b for b in desk.part("message_bar").findChildren(QPushButton) if b.text() == "Undo"]
    desk.click(button)
    desk.click(button)
    desk.until_file_is(notes("two", "three", "four"))
    desk.until(lambda: not desk.window.notes.is_saving)
    assert desk.file.read_bytes() == notes("two", "three", "four")


def test_after_the_last_note_the_one_before_is_selected(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(3)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("one", "two", "three"))
    desk.rest()
    assert desk.editor.toPlainText() == "three"


def test_delete_in_the_text_deletes_a_letter(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_Home, CONTROL)
    desk.press(Qt.Key.Key_Delete)
    desk.rest()
    assert desk.editor.toPlainText() == "ne"
    assert desk.file.read_bytes() == FILE


def test_several_selected_notes_go_with_one_write(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    click_row(desk, 0)
    click_row(desk, 2, CONTROL)
    click_row(desk, 3, CONTROL)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("two"))
    desk.rest()
    assert "Deleted notes 1, 3 and 4" in desk.news
    assert selected(desk) == [0]
    desk.press(Qt.Key.Key_Z, CONTROL)
    desk.until_file_is(FILE)
    assert testers


def test_all_notes_can_go_and_come_back(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(b"")
    desk.rest()
    assert desk.titles == []
    news_button(desk, "Undo")
    desk.until_file_is(FILE)


def test_a_new_note_is_discarded_and_can_be_brought_back(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_N, CONTROL)
    desk.type("fresh")
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Delete)
    desk.rest()
    assert desk.titles == ["one", "two", "three", "four"]
    assert desk.editor.toPlainText() == "four"
    news_button(desk, "Undo")
    assert desk.titles == ["one", "two", "three", "four", "fresh"]
    assert desk.editor.toPlainText() == "fresh"
    desk.rest()
    assert desk.file.read_bytes() == FILE


def test_a_draft_goes_and_comes_back_with_its_note(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    desk.press(Qt.Key.Key_Return)
    desk.type("my ")
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("one", "three", "four"))
    desk.rest()
    assert not desk.window.isWindowModified()
    desk.press(Qt.Key.Key_Z, CONTROL)
    desk.until_file_is(FILE)
    desk.rest()
    assert desk.titles[1] == "my two"
    assert desk.editor.toPlainText() == "my two"
    assert desk.column("badges")[1] == ["unsaved"]


def test_whoever_wrote_in_the_note_that_goes_does_not_write_on_in_the_next_one(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    desk.press(Qt.Key.Key_Return)
    desk.action("action_delete_note").trigger()
    desk.until_file_is(notes("one", "three", "four"))
    desk.rest()
    assert desk.list.hasFocus()
    assert desk.editor.toPlainText() == "three"


def test_the_next_note_is_the_next_one_on_the_screen(open_desk: Opener) -> None:
    desk = open_desk(notes("long long note", "b", "longer note", "a"))
    desk.bot.wait(50)
    desk.window.notes.list_pane.set_order(Order.TITLE)
    assert desk.titles == ["a", "b", "long long note", "longer note"]
    desk.click_row(1)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("long long note", "longer note", "a"))
    desk.rest()
    assert desk.editor.toPlainText() == "long long note"
    assert selected(desk) == [1]


def test_a_note_that_somebody_changed_is_not_deleted_unseen(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.window.notes.session.stop()  # nobody tells the window, so only the write can notice
    theirs = notes("one", "two, by newt", "three", "four")
    desk.file.write_bytes(theirs)
    desk.click_row(1)
    desk.press(Qt.Key.Key_Delete)
    desk.until(lambda: "Nothing was changed" in desk.news)
    assert desk.file.read_bytes() == theirs
    assert desk.editor.toPlainText() == "two, by newt"
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(FILE.replace("two\n§\n".encode(), b""))


def test_enter_deletes_nothing_while_nothing_is_there(open_desk: Opener) -> None:
    desk = open_desk(None)
    assert not desk.action("action_delete_note").isEnabled()
    desk.window.notes.commands.delete()
    desk.rest()
    assert not desk.file.exists()


# Copies


def test_a_copy_stands_after_its_original_and_is_saved_there(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    desk.click_row(1)
    desk.press(Qt.Key.Key_D, CONTROL)
    assert desk.titles == ["one", "two", "two", "three", "four"]
    assert desk.column("id") == [1, 2, None, 3, 4]
    assert (current(desk), desk.editor.hasFocus()) == (2, True)
    desk.save()
    desk.rest()
    assert "Note 2 says exactly this already." in desk.banner("reason_banner")
    assert desk.file.read_bytes() == FILE
    desk.press(Qt.Key.Key_End, CONTROL)
    desk.type(" and a half")
    desk.save()
    desk.until_file_is(notes("one", "two", "two and a half", "three", "four"))
    desk.rest()
    assert desk.column("id") == [1, 2, 3, 4, 5]
    assert desk.editor.toPlainText() == "two and a half"
    assert testers


def test_a_copy_takes_the_unsaved_text(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_Return)
    desk.type("my ")
    desk.action("action_duplicate_note").trigger()
    assert desk.titles[:2] == ["my one", "my one"]
    desk.save()
    desk.until_file_is(notes("one", "my one", "two", "three", "four"))


# Order


def test_alt_up_and_down_move_the_note(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    desk.click_row(2)
    desk.press(Qt.Key.Key_Up, ALT)
    desk.until_file_is(notes("one", "three", "two", "four"))
    desk.rest()
    assert (current(desk), desk.editor.toPlainText()) == (1, "three")
    assert "Moved; now note 2." in desk.news
    desk.press(Qt.Key.Key_Down, ALT)
    desk.until_file_is(FILE)
    desk.rest()
    assert testers


def test_at_the_edge_there_is_nothing_to_move(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(0)
    assert not desk.action("action_move_up").isEnabled()
    assert desk.action("action_move_down").isEnabled()
    desk.click_row(3)
    assert desk.action("action_move_up").isEnabled()
    assert not desk.action("action_move_down").isEnabled()


def test_several_notes_move_together_and_stay_selected(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    click_row(desk, 1)
    click_row(desk, 2, CONTROL)
    desk.press(Qt.Key.Key_Down, ALT)
    desk.until_file_is(notes("one", "four", "two", "three"))
    desk.rest()
    assert selected(desk) == [2, 3]
    desk.window.notes.commands.move_to([desk.window.notes.session.rows[at].key for at in (0, 3)], 2)
    desk.until_file_is(notes("four", "one", "three", "two"))


def test_drafts_travel_with_their_notes(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    for at in (0, 2):
        desk.click_row(at)
        desk.press(Qt.Key.Key_Return)
        desk.type("my ")
        desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Up, ALT)
    desk.until_file_is(notes("one", "three", "two", "four"))
    desk.rest()
    desk.press(Qt.Key.Key_Up, ALT)
    desk.until_file_is(notes("three", "one", "two", "four"))
    desk.rest()
    assert desk.titles == ["my three", "my one", "two", "four"]
    desk.press(Qt.Key.Key_S, CONTROL | SHIFT)
    desk.until_file_is(notes("my three", "my one", "two", "four"))


def test_what_is_not_saved_yet_has_no_place_to_move_from(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_N, CONTROL)
    desk.type("fresh")
    assert not desk.action("action_move_up").isEnabled()
    desk.window.notes.commands.move_to([desk.window.notes.session.rows[4].key], 0)
    desk.rest()
    assert "save it first" in desk.news
    assert desk.file.read_bytes() == FILE


def test_there_is_no_moving_while_filtered(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.part("notes_filter").setFocus()
    desk.type("o")
    desk.click_row(1)
    assert not desk.action("action_move_up").isEnabled()
    desk.press(Qt.Key.Key_Up, ALT)
    desk.rest()
    assert desk.file.read_bytes() == FILE


# Splitting


def test_a_note_is_split_at_the_cursor_with_what_is_in_the_editor(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    desk.click_row(1)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_End, CONTROL)
    desk.type("  and more  ")
    for _ in range(len("and more  ")):
        desk.press(Qt.Key.Key_Left)
    desk.action("action_split_here").trigger()
    desk.until_file_is(notes("one", "two", "and more", "three", "four"))
    desk.rest()
    assert (current(desk), desk.editor.toPlainText()) == (1, "two")
    assert desk.column("badges") == [[]] * 5
    assert "Split into 2 notes" in desk.news
    news_button(desk, "Undo")
    desk.until_file_is(FILE)
    desk.rest()
    assert desk.titles[1] == "two  and more"
    assert desk.editor.toPlainText() == "two  and more  "
    assert testers


def test_whoever_has_gone_on_is_left_there(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_Return)
    desk.editor.go_to(1)
    with hold_lock(desk.file, NOTES_LOCK):
        desk.action("action_split_here").trigger()
        desk.click_row(3)
        desk.press(Qt.Key.Key_Return)
        desk.type("my ")
    desk.until_file_is(notes("o", "ne", "two", "three", "four"))
    desk.rest()
    assert desk.editor.hasFocus()
    assert desk.editor.toPlainText() == "my four"
    assert current(desk) == 4


def test_a_note_that_is_not_in_the_editor_is_not_split_by_what_is(open_desk: Opener) -> None:
    data = notes("two words", "x" * (4 * LONGEST_PLAIN_LINE))
    desk = open_desk(data)
    desk.editor.go_to(3)
    desk.click_row(1)
    desk.window.notes.commands.split_here()
    desk.rest()
    assert desk.file.read_bytes() == data


@pytest.mark.parametrize("key", [Qt.Key.Key_Home, Qt.Key.Key_End])
def test_at_either_end_there_is_nothing_to_split(open_desk: Opener, key: Qt.Key) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_Return)
    desk.press(key, CONTROL)
    desk.action("action_split_here").trigger()
    desk.rest()
    assert "nothing to split" in desk.news
    assert desk.file.read_bytes() == FILE


def test_a_refused_delimiter_is_split_on_the_spot(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    assert not desk.action("action_split_delimiters").isEnabled()
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_A, CONTROL)
    paste(desk, "two\n §\t\n\n§\nmiddle\n§\nend")
    assert desk.action("action_split_delimiters").isEnabled()
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == FILE
    desk.click_button(desk.part("reason_banner"), "Make 3 notes of it")
    desk.until_file_is(notes("one", "two", "middle", "end", "three", "four"))
    desk.rest()
    assert desk.banner("reason_banner") == ""
    assert desk.editor.toPlainText() == "two"


def test_a_part_that_is_there_already_is_refused_and_nothing_is_lost(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.type("half two")
    for _ in range(4):
        desk.press(Qt.Key.Key_Left)
    desk.action("action_split_here").trigger()
    desk.rest()
    assert "Note 2 says exactly this already." in desk.news
    assert desk.file.read_bytes() == FILE
    assert desk.editor.toPlainText() == "half two"


def test_a_new_note_is_split_where_it_would_be_saved(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_N, CONTROL)
    paste(desk, "five§six")
    for _ in range(3):
        desk.press(Qt.Key.Key_Left)
    desk.action("action_split_here").trigger()
    desk.until_file_is(notes("one", "two", "three", "four", "five§", "six"))
    desk.rest()
    assert desk.editor.toPlainText() == "five§"
    assert not desk.window.isWindowModified()
    news_button(desk, "Undo")
    desk.until_file_is(FILE)
    desk.rest()
    assert desk.titles[4:] == ["five§six"]


# Merging


def test_selected_notes_merge_in_the_order_of_the_list(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    click_row(desk, 3)
    desk.press(Qt.Key.Key_Return)
    desk.type("my ")
    desk.press(Qt.Key.Key_Escape)
    assert not desk.action("action_merge_notes").isEnabled()
    click_row(desk, 1, CONTROL)
    desk.press(Qt.Key.Key_M, CONTROL)
    desk.until_file_is(notes("one", "two\n\nmy four", "three"))
    desk.rest()
    assert "Merged notes 2 and 4" in desk.news
    assert selected(desk) == [1]
    assert desk.editor.toPlainText() == "two\n\nmy four"
    desk.press(Qt.Key.Key_Z, CONTROL)
    desk.until_file_is(FILE)
    desk.rest()
    assert desk.titles == ["one", "two", "three", "my four"]
    assert testers


def test_an_unsaved_new_note_is_not_merged_and_the_reason_is_told(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.press(Qt.Key.Key_N, CONTROL)
    desk.type("fresh")
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.press(Qt.Key.Key_M, CONTROL)
    desk.rest()
    assert "save it first" in desk.news
    assert desk.file.read_bytes() == FILE


# Reference


def test_a_reference_is_copied(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(2)
    desk.action("action_copy_reference").trigger()
    assert QGuiApplication.clipboard().text() == "note:3"
    assert "note:3" in desk.news
