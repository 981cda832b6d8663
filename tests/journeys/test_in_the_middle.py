"""What happens in the middle of something else: nobody's text may suffer by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QPushButton, QWidget

from newt_gui.core.files import NOTES_LOCK, hold_lock
from newt_gui.notes.editor_pane import LARGE_NOTE
from newt_gui.notes.slices import LONGEST_PLAIN_LINE
from tests.journeys.conftest import Desk, words_of
from tests.journeys.test_others_write import replace_file

Opener = Callable[..., Desk]
FILE = "one\n§\ntwo\n§\n".encode()


@contextmanager
def locked(desk: Desk) -> Iterator[None]:
    """Somebody else holds the lock for the length of the block, so that saves wait."""
    with hold_lock(desk.file, NOTES_LOCK):
        yield


def test_a_hidden_note_changed_outside_is_shown_anew_and_makes_no_draft(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    replace_file(desk.file, "ONE by somebody else\n§\ntwo\n§\n".encode())
    desk.until(lambda: desk.titles[0] == "ONE by somebody else")
    desk.click_row(0)
    assert desk.editor.toPlainText() == "ONE by somebody else"
    desk.click_row(1)
    assert desk.column("badges") == [["news"], []]
    desk.action("action_save_all").trigger()
    desk.rest()
    assert desk.file.read_bytes() == "ONE by somebody else\n§\ntwo\n§\n".encode()


def test_what_is_composed_over_a_change_outside_is_a_conflict(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    QCoreApplication.sendEvent(desk.editor, QInputMethodEvent("X", []))
    theirs = "ONE by somebody else\n§\ntwo\n§\n".encode()
    replace_file(desk.file, theirs)
    desk.until(lambda: desk.titles[0] == "ONE by somebody else")
    end = QInputMethodEvent("", [])
    end.setCommitString("X")
    QCoreApplication.sendEvent(desk.editor, end)
    assert desk.column("badges")[0] == ["changed", "unsaved"]
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == theirs


def test_what_is_typed_into_a_large_note_outlives_a_change_outside(open_desk: Opener) -> None:
    large = "word " * (LARGE_NOTE // 4) + "end"
    desk = open_desk(f"{large}\n§\ntwo\n§\n".encode())
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    desk.type("abc")
    replace_file(desk.file, f"{large}\n§\ntwo\n§\nthree\n§\n".encode())
    desk.window.notes.session.refresh()
    desk.rest()
    assert desk.column("id") == [1, 2, 3]
    assert desk.editor.toPlainText() == f"abc{large}"
    assert desk.column("text")[0] == f"abc{large}"


def test_what_is_typed_while_a_save_waits_is_saved_by_the_second_one(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    with locked(desk):
        desk.type("A")
        desk.save()
        desk.type("B")
        desk.save()
        desk.bot.wait(50)
    desk.until_file_is("ABone\n§\ntwo\n§\n".encode())
    desk.rest()
    assert desk.column("badges") == [[], []]


def test_a_late_refusal_pulls_nobody_out_of_another_note(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    desk.type("A")
    (desk.file.parent / ".NOTES.md.lock").mkdir()  # held for ever, so the save is refused after 4 s
    desk.save()
    desk.click_row(1)
    desk.editor.setFocus()
    desk.until(lambda: "is writing this file" in desk.news)
    desk.type("B")
    assert desk.titles == ["Aone", "Btwo"]
    desk.click_button(desk.part("message_bar"), "Show")
    assert desk.editor.toPlainText() == "Aone"
    assert desk.banner("reason_banner") != ""


def test_save_and_close_at_once_asks_nothing(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    desk.type("A")
    with locked(desk):
        desk.save()
        desk.window.close()
        assert desk.window.isVisible()
    desk.until(lambda: not desk.window.isVisible())
    assert desk.file.read_bytes() == "Aone\n§\ntwo\n§\n".encode()


def test_an_answer_that_fits_no_more_writes_nothing_and_saving_goes_on(open_desk: Opener) -> None:
    desk = open_desk(b"a\nb\n")
    desk.editor.setPlainText("A")
    desk.save()
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    replace_file(desk.file, "a\n§\nb\n§\n".encode())
    desk.until(lambda: desk.window.notes.snapshot.kind == "v2")
    desk.click(desk.part("choice_keep", QPushButton))
    desk.window.activateWindow()
    desk.rest()
    assert desk.file.read_bytes() == "a\n§\nb\n§\n".encode()
    desk.until(desk.window.isActiveWindow)
    desk.save()
    desk.until_file_is("A\n§\nb\n§\n".encode())


def test_keeping_mine_as_a_new_note_asks_what_a_first_save_asks(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("mine")
    replace_file(desk.file, b"theirs\r\ntwo\r\n")
    desk.until(lambda: desk.column("badges")[0] == ["changed", "unsaved"])
    desk.click_button(desk.part("row_banner"), "Save mine as a new note")
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    assert desk.file.read_bytes() == b"theirs\r\ntwo\r\n"
    desk.click(desk.part("choice_save", QPushButton))
    desk.until_file_is("theirs\n§\ntwo\n§\nmine\n§\n".encode())


def test_typing_under_a_filter_stays_in_its_note(open_desk: Opener) -> None:
    desk = open_desk("one alpha\n§\ndone beta\n§\n".encode())
    desk.part("notes_filter").setFocus()
    desk.type("one")
    desk.click_row(0)
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.type("quite different")
    assert desk.editor.toPlainText() == "quite different"
    assert desk.titles == ["quite different", "done beta"]
    desk.save()
    desk.until_file_is("quite different\n§\ndone beta\n§\n".encode())
    desk.rest()
    assert desk.editor.toPlainText() == "quite different"


def test_saving_does_not_eat_the_space_under_the_cursor(open_desk: Opener) -> None:
    desk = open_desk(None)
    desk.action("action_new_note").trigger()
    desk.type("hello ")
    desk.save()
    desk.until_file_is("hello\n§\n".encode())
    desk.rest()
    assert desk.column("badges") == [[]]
    desk.type("world")
    desk.save()
    desk.until_file_is("hello world\n§\n".encode())


def test_a_note_saved_out_of_sight_is_not_unsaved_when_it_is_looked_at(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("one  \n")
    desk.click_row(1)
    desk.editor.setPlainText("2")
    desk.action("action_save_all").trigger()
    desk.rest()
    desk.click_row(0)
    desk.click_row(1)
    assert desk.column("badges") == [[], []]


def test_only_one_question_about_leaving_at_a_time(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("draft")
    for _ in range(3):
        desk.window.close()
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    desk.click(desk.part("choice_stay", QPushButton))
    desk.bot.wait(50)
    assert not [part for part in desk.window.findChildren(QWidget, "question") if part.isVisible()]
    assert desk.window.isVisible()


def test_a_line_that_would_freeze_the_editor_is_not_put_into_it(open_desk: Opener) -> None:
    data = b"x" * (LONGEST_PLAIN_LINE * 4) + "\n§\ntwo\n§\n".encode()
    desk = open_desk(data)  # a wrapped editor would take minutes
    assert "too long to be edited" in words_of(desk.window.notes.editor_pane.sliced)
    desk.click_row(1)
    assert desk.editor.toPlainText() == "two"
    desk.click_row(0)
    desk.window.notes.save()
    desk.rest()
    assert desk.file.read_bytes() == data


def test_a_note_that_somebody_makes_too_large_leaves_the_editor(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.rest()
    replace_file(desk.file, b"x" * (LONGEST_PLAIN_LINE * 4) + "\n§\ntwo\n§\n".encode())
    desk.until(lambda: desk.window.findChild(QWidget, "sliced_view") is not None)
    assert "too long to be edited" in words_of(desk.window.notes.editor_pane.sliced)
    replace_file(desk.file, FILE)
    desk.until(lambda: desk.editor.isVisible() and desk.editor.toPlainText() == "one")
