"""A pasted list becomes several notes: offered, seen before, one write."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QDialog, QPushButton

from tests.journeys.arriving import Arriving, copy, drop, files
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier
LIST = "- three\n\n  * four\n- five\n"


def paste_into_list(desk: Desk) -> None:
    desk.list.setFocus()
    desk.press(Qt.Key.Key_V, CTRL)


def no_dialog(desk: Desk) -> bool:
    return not any(dialog.isVisible() for dialog in desk.window.findChildren(QDialog))


def test_a_note_a_line_by_keyboard_alone(open_desk: Opener) -> None:
    desk = open_desk()
    copy(LIST)
    paste_into_list(desk)
    arriving = Arriving(desk)
    assert arriving.titles == ["- three", "* four", "- five"]
    assert arriving.go_button.text() == "Make 3 notes"
    arriving.press(Qt.Key.Key_Return)
    desk.until_file_is("one\n§\ntwo\n§\n- three\n§\n* four\n§\n- five\n§\n".encode())
    desk.until(lambda: "Made 3 notes" in desk.news)
    desk.press(Qt.Key.Key_Z, CTRL)
    desk.until_file_is("one\n§\ntwo\n§\n".encode())


def test_a_note_for_each_block(open_desk: Opener) -> None:
    desk = open_desk(None)
    copy("a\n  b\n\n\nc\nd\n")
    desk.action("action_paste_notes").trigger()
    arriving = Arriving(desk)
    arriving.dialog.findChild(QComboBox).setFocus()
    arriving.press(Qt.Key.Key_Down)
    assert arriving.titles == ["a", "c"]
    arriving.go()
    desk.until_file_is("a\n  b\n§\nc\nd\n§\n".encode())


def test_one_note_as_it_is(open_desk: Opener) -> None:
    desk = open_desk(None)
    copy("a\n\nb\n")
    paste_into_list(desk)
    arriving = Arriving(desk)
    cut = arriving.dialog.findChild(QComboBox)
    assert [cut.itemText(at) for at in range(cut.count())] == [
        "One note a line",
        "One note for each block between blank lines",
        "One note as it is",
    ]
    cut.setFocus()
    arriving.press(Qt.Key.Key_End)
    assert arriving.titles == ["a"]
    assert arriving.go_button.text() == "Make one note"
    arriving.go()
    desk.until_file_is("a\n\nb\n§\n".encode())


def test_text_with_delimiter_lines_is_cut_there(open_desk: Opener) -> None:
    desk = open_desk(None)
    copy("a\nb\n§\nc\n")
    paste_into_list(desk)
    arriving = Arriving(desk)
    assert arriving.titles == ["a", "c"]
    arriving.go()
    desk.until_file_is("a\nb\n§\nc\n§\n".encode())


def test_what_is_there_is_not_made_again(open_desk: Opener) -> None:
    desk = open_desk()
    copy("two\nthree\nthree")
    paste_into_list(desk)
    arriving = Arriving(desk)
    assert [remark for _, _, remark in arriving.rows] == [
        "skipped: there as note 2",
        "new",
        "skipped: same as number 2",
    ]
    arriving.go()
    desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())


def test_windows_line_ends_become_plain_ones(open_desk: Opener) -> None:
    desk = open_desk(None)
    copy("a\r\nb\rc\r\n")
    paste_into_list(desk)
    arriving = Arriving(desk)
    assert "Windows line ends" in arriving.words
    assert arriving.rows[1][2] == "hidden character"  # a CR alone stays, and newt refuses it
    arriving.go()
    desk.until_file_is("a\n§\n".encode())


def test_drafts_are_carried_along(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.type("draft ")
    copy(LIST)
    paste_into_list(desk)
    Arriving(desk).go()
    desk.until(lambda: "Made 3 notes" in desk.news)
    assert desk.titles[0] == "draft one"
    assert desk.column("badges")[0] == ["unsaved"]


def test_one_line_becomes_an_unsaved_note(open_desk: Opener) -> None:
    desk = open_desk()
    before = desk.file.read_bytes()
    copy("just one\n")
    paste_into_list(desk)
    assert no_dialog(desk)
    assert desk.titles == ["one", "two", "just one"]
    assert desk.column("badges")[2] == ["unsaved"]
    assert desk.window.focusWidget() is desk.editor
    assert desk.file.read_bytes() == before


def test_nothing_to_paste_is_said(open_desk: Opener) -> None:
    desk = open_desk()
    QGuiApplication.clipboard().setMimeData(QMimeData())
    desk.action("action_paste_notes").trigger()
    assert "The clipboard holds no text." in desk.news
    copy(" \n\n")
    desk.action("action_paste_notes").trigger()
    assert no_dialog(desk)


def test_files_that_were_copied_are_imported(open_desk: Opener) -> None:
    desk = open_desk()
    path = desk.file.parent / "list.md"
    path.write_bytes("three\n§\n".encode())
    QGuiApplication.clipboard().setMimeData(files(path))
    paste_into_list(desk)
    Arriving(desk).go()
    desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())


def test_text_dropped_on_the_list(open_desk: Opener) -> None:
    desk = open_desk()
    data = QMimeData()
    data.setText("three\nfour")
    event = drop(desk.list.viewport(), data)
    assert event.dropAction() == Qt.DropAction.CopyAction
    Arriving(desk).go()
    desk.until_file_is("one\n§\ntwo\n§\nthree\n§\nfour\n§\n".encode())


def test_too_much_to_look_through_is_said(open_desk: Opener) -> None:
    desk = open_desk()
    copy("x\n" * 5_001)
    paste_into_list(desk)
    assert "5,001 notes in the pasted text" in desk.news
    assert no_dialog(desk)


class TestInTheEditor:
    def offer(self, desk: Desk) -> QPushButton | None:
        desk.bot.wait(1)
        buttons = desk.part("message_bar").findChildren(QPushButton)
        return next((b for b in buttons if not b.isHidden() and b.text().startswith("Make ")), None)

    def paste(self, desk: Desk, text: str) -> None:
        copy(text)
        desk.press(Qt.Key.Key_V, CTRL)

    def test_a_list_pasted_into_a_new_note_can_become_several(self, open_desk: Opener) -> None:
        desk = open_desk()
        desk.action("action_new_note").trigger()
        self.paste(desk, LIST)
        assert desk.editor.toPlainText() == LIST
        button = self.offer(desk)
        assert button is not None
        assert button.text() == "Make 3 notes of it…"
        desk.click(button)
        Arriving(desk).go()
        desk.until_file_is("one\n§\ntwo\n§\n- three\n§\n* four\n§\n- five\n§\n".encode())
        desk.until(lambda: desk.column("id") == [1, 2, 3, 4, 5])
        assert not desk.window.isWindowModified()

    def test_undo_brings_the_unsaved_note_back(self, open_desk: Opener) -> None:
        desk = open_desk()
        desk.action("action_new_note").trigger()
        self.paste(desk, LIST)
        desk.click(self.offer(desk))
        Arriving(desk).go()
        desk.until(lambda: "Made 3 notes" in desk.news)
        desk.click_button(desk.part("message_bar"), "Undo")
        desk.until_file_is("one\n§\ntwo\n§\n".encode())
        desk.until(lambda: desk.column("text") == ["one", "two", LIST])

    def test_what_was_written_since_counts(self, open_desk: Opener) -> None:
        desk = open_desk(None)
        desk.action("action_new_note").trigger()
        self.paste(desk, "a\nb")
        desk.press(Qt.Key.Key_Return)
        desk.type("c")
        desk.click(self.offer(desk))
        assert Arriving(desk).titles == ["a", "b", "c"]

    def test_the_offer_of_a_note_that_is_saved_by_now_says_so(self, open_desk: Opener) -> None:
        desk = open_desk(None)
        desk.action("action_new_note").trigger()
        self.paste(desk, "a\nb")
        button = self.offer(desk)
        desk.action("action_revert").trigger()
        button.click()
        assert no_dialog(desk)

    def test_nothing_is_offered_elsewhere(self, open_desk: Opener) -> None:
        desk = open_desk()
        desk.editor.setFocus()
        self.paste(desk, LIST)
        assert self.offer(desk) is None
        desk.action("action_new_note").trigger()
        desk.type("begun ")
        self.paste(desk, LIST)
        assert self.offer(desk) is None
        desk.action("action_new_note").trigger()
        self.paste(desk, "one line only\n")
        assert self.offer(desk) is None
