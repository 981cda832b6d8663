"""The editor: every way in and out by keys, clipboards and drops, and its undo."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import (
    QGuiApplication,
    QKeySequence,
)
from PySide6.QtTest import QTest

from newt_gui.qt.text import CODE_POINT, STAND_IN, needs_token, qt_string
from tests.qt.editor_bench import CTRL, NONE, SHIFT, TEXT, Bench, mime_of
from tests.qt.test_text import ODD

# Ways in


def by_keys(bench: Bench, text: str) -> None:
    for character in text:
        if character == "\n":
            bench.key(Qt.Key.Key_Return, text="\r")
        else:
            bench.key(0, text=character)


def by_clipboard(bench: Bench, text: str) -> None:
    QGuiApplication.clipboard().setText(qt_string(text))
    bench.press(QKeySequence.StandardKey.Paste)


def by_middle_click(bench: Bench, text: str) -> None:
    """With the selection where the platform has one; else as Qt hands it on (offscreen)."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.supportsSelection():
        clipboard.setText(qt_string(text), clipboard.Mode.Selection)
        point = bench.edit.cursorRect().center()
        QTest.mouseClick(bench.edit.viewport(), Qt.MouseButton.MiddleButton, NONE, point)
    else:
        bench.edit.insertFromMimeData(mime_of(text))


def by_drop(bench: Bench, text: str) -> None:
    assert bench.drop(mime_of(text), bench.edit.textCursor().position())


def by_drop_of_bytes(bench: Bench, text: str) -> None:
    mime = QMimeData()
    mime.setData("text/plain", text.encode())
    assert bench.drop(mime, bench.edit.textCursor().position())


def by_input_method(bench: Bench, text: str) -> None:
    bench.compose("half")
    bench.commit(text)


def by_replacing(bench: Bench, text: str) -> None:
    start = bench.edit.cursor_offset()
    bench.edit.replace_text(bench.text[:start] + text + bench.text[start:])


def by_inserting(bench: Bench, text: str) -> None:
    bench.edit.insertPlainText(text)


WAYS = (
    by_keys,
    by_clipboard,
    by_middle_click,
    by_drop,
    by_drop_of_bytes,
    by_input_method,
    by_replacing,
    by_inserting,
)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
class TestWaysIn:
    def test_every_character_comes_in_as_it_is(self, bench: Bench, way: Callable[[Bench, str], None]) -> None:
        way(bench, TEXT)
        assert bench.text == TEXT
        assert bench.changes[-1] == TEXT
        assert bench.edit.document().isModified()
        assert not needs_token(bench.edit.document().toRawText().replace(STAND_IN, "").replace("\u2029", ""))

    def test_each_odd_character_alone(self, bench: Bench, way: Callable[[Bench, str], None]) -> None:
        for character in ODD:
            bench.edit.set_text("")
            way(bench, character)
            assert bench.text == character, f"{ord(character):04X}"

    def test_between_stand_ins_that_stay(self, bench: Bench, way: Callable[[Bench, str], None]) -> None:
        bench.edit.set_text("x\u200b\u200cy")
        bench.select(2)
        way(bench, "a\rb\U0001f600")
        assert bench.text == "x\u200ba\rb\U0001f600\u200cy"
        cursor = bench.edit.textCursor()
        cursor.setPosition(3)
        assert not cursor.charFormat().hasProperty(CODE_POINT)
        assert cursor.charFormat().objectType() == 0

    def test_undo_and_redo_lead_back_and_forth(self, bench: Bench, way: Callable[[Bench, str], None]) -> None:
        bench.edit.set_text("x\u200by\n")
        bench.select(3)
        way(bench, TEXT)
        changed = bench.text
        assert changed == "x\u200by" + TEXT + "\n"
        while bench.edit.document().isUndoAvailable():
            bench.press(QKeySequence.StandardKey.Undo)
        assert bench.text == "x\u200by\n"
        assert not bench.edit.document().isModified()
        while bench.edit.document().isRedoAvailable():
            bench.press(QKeySequence.StandardKey.Redo)
        assert bench.text == changed == bench.changes[-1]

    def test_nothing_comes_in_while_locked(self, bench: Bench, way: Callable[[Bench, str], None]) -> None:
        if way in (by_replacing, by_inserting):
            pytest.skip("a program may always change the text")
        bench.edit.set_text("kept")
        bench.edit.set_locked(True)
        if way in (by_drop, by_drop_of_bytes):
            assert not bench.drop(mime_of("new"))
        else:
            way(bench, "new\u200b")
        assert bench.text == "kept"
        assert bench.changes == []


@pytest.mark.parametrize("way", [by_clipboard, by_middle_click, by_drop, by_drop_of_bytes])
def test_line_ends_of_windows_become_ours_and_that_is_said_once(
    bench: Bench, way: Callable[[Bench, str], None]
) -> None:
    way(bench, "a\r\nb\rc\r\n")
    assert bench.text == "a\nb\rc\n"
    way(bench, "\r\n")
    assert bench.text.count("\r") == 1
    assert len(bench.notices) == 1


def test_text_without_line_ends_of_windows_is_taken_silently(bench: Bench) -> None:
    by_clipboard(bench, TEXT)
    assert bench.notices == []


def test_bytes_that_are_no_text_are_left_out_and_that_is_said_each_time(bench: Bench) -> None:
    mime = QMimeData()
    mime.setData("text/plain", b"a\xffb\xed\xa0\x80c\xef\xbf\xbd")
    for _ in range(2):
        bench.edit.insertFromMimeData(mime)
    assert bench.text == "abc\ufffd" * 2
    assert len(bench.notices) == 2


def test_rich_text_alone_is_taken_as_its_words(bench: Bench) -> None:
    mime = QMimeData()
    mime.setHtml("<p>a&nbsp;<b>b</b>&#x200b;c<br>d</p><img src='x'><p>&lt;e&gt;</p>")
    assert bench.drop(mime)
    assert [line for line in bench.text.split("\n") if line] == ["a\u00a0b\u200bc", "d", "<e>"]


def test_plain_text_is_preferred_to_rich_text(bench: Bench) -> None:
    mime = mime_of("plain")
    mime.setHtml("<b>rich</b>")
    assert bench.drop(mime)
    assert bench.text == "plain"


def test_dropped_files_are_not_ours_and_pasted_ones_are_what_they_say_as_text(bench: Bench) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/a/file.txt")])
    assert not bench.drop(mime)
    bench.edit.insertFromMimeData(mime)
    assert bench.text == ""
    both = QMimeData()
    both.setUrls([QUrl.fromLocalFile("/a/file.txt")])
    both.setData("text/plain", b"/a/file.txt")
    assert not bench.drop(both)
    assert bench.text == ""
    bench.edit.insertFromMimeData(both)
    assert bench.text == "/a/file.txt"


def test_pasting_goes_over_the_selection(bench: Bench) -> None:
    bench.edit.set_text("one \u200btwo\U0001f600 three")
    bench.select(4, 9)
    by_clipboard(bench, "\u200c")
    assert bench.text == "one \u200c three"
    bench.edit.undo()
    assert bench.text == "one \u200btwo\U0001f600 three"


# Ways out


def test_copy_gives_the_characters_themselves_as_plain_text(bench: Bench) -> None:
    bench.edit.set_text("x" + TEXT + "y")
    bench.select(1, 1 + len(TEXT))
    bench.press(QKeySequence.StandardKey.Copy)
    mime = QGuiApplication.clipboard().mimeData()
    assert mime.formats() == ["text/plain"]
    assert bytes(mime.data("text/plain").data()) == TEXT.encode()
    assert mime.text() == TEXT


def test_cut_and_paste_moves_stand_ins_even_a_return_before_a_line_end(bench: Bench) -> None:
    text = "a\u200b\r\nb\u2028\U000e0041c"
    bench.edit.set_text(text)
    bench.select(1, 7)
    bench.press(QKeySequence.StandardKey.Cut)
    assert bench.text == "ac"
    bench.select(2)
    bench.press(QKeySequence.StandardKey.Paste)
    assert bench.text == "ac" + text[1:7]
    assert bench.notices == []
    bench.edit.undo()
    bench.edit.undo()
    assert bench.text == text


def test_what_is_dragged_inside_arrives_as_it_left(bench: Bench) -> None:
    """The offscreen platform starts no drags: its two ends, as Qt calls them, one after the other."""
    bench.edit.set_text("\r\n\u200b|rest")
    bench.select(0, 3)
    mime = bench.edit.createMimeDataFromSelection()
    bench.edit.textCursor().removeSelectedText()
    assert bench.drop(mime, 5)
    assert bench.text == "|rest\r\n\u200b"


def test_a_copied_stand_in_does_not_trip_the_end_of_the_program() -> None:
    script = (
        "from PySide6.QtWidgets import QApplication\n"
        "from newt_gui.qt.text_edit import FaithfulTextEdit\n"
        "from newt_gui.qt.theme import Theme\n"
        "app = QApplication([])\n"
        "theme = Theme()\n"
        "edit = FaithfulTextEdit(theme)\n"
        "document = edit.new_document('a\\u200bb')\n"
        "edit.show_document(document)\n"
        "edit.show()\n"
        "edit.selectAll()\n"
        "edit.copy()\n"
        "app.processEvents()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Keys


@pytest.mark.parametrize("modifiers", [NONE, SHIFT])
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_is_a_line_end_with_shift_too(
    bench: Bench, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    bench.edit.set_text("a\u200bb")
    bench.select(2)
    QTest.keyClick(bench.edit, key, modifiers)
    assert bench.text == "a\u200b\nb"
    assert bench.edit.document().blockCount() == 2
    QTest.keyClicks(bench.edit, "x")
    assert bench.text == "a\u200b\nxb"


@pytest.mark.parametrize(
    "key, modifiers, text",
    [
        (Qt.Key.Key_Escape, NONE, "\x1b"),
        (Qt.Key.Key_G, CTRL, "\x07"),
        (Qt.Key.Key_B, CTRL, "b"),
        (Qt.Key.Key_B, CTRL | SHIFT, "B"),
        (Qt.Key.Key_F1, NONE, ""),
        (Qt.Key.Key_Return, CTRL, "\r"),
        (Qt.Key.Key_Insert, NONE, ""),
    ],
)
def test_commands_type_nothing(bench: Bench, key: Qt.Key, modifiers: Qt.KeyboardModifier, text: str) -> None:
    bench.key(key, modifiers, text)
    assert bench.text == ""
    assert bench.changes == []


def test_alt_gr_and_joiners_behind_ctrl_shift_type(bench: Bench) -> None:
    bench.key(Qt.Key.Key_Q, CTRL | Qt.KeyboardModifier.AltModifier, "@")
    bench.key(Qt.Key.Key_2, CTRL | SHIFT, "\u200d")
    bench.key(Qt.Key.Key_Tab, NONE, "\t")
    assert bench.text == "@\u200d\t"
    assert bench.changes == ["@", "@\u200d", "@\u200d\t"]
    assert bench.edit.document().availableUndoSteps() == 3


def test_a_word_typed_is_one_step_of_undo(bench: Bench) -> None:
    QTest.keyClicks(bench.edit, "hello there")
    assert len(bench.changes) == 11
    bench.edit.undo()
    assert bench.text == ""


def test_typing_over_a_selection_of_stand_ins(bench: Bench) -> None:
    bench.edit.set_text("a\u200b\u200c\U0001f600b")
    bench.select(1, 4)
    QTest.keyClicks(bench.edit, "x")
    assert bench.text == "axb"
    bench.edit.undo()
    assert bench.text == "a\u200b\u200c\U0001f600b"


def test_overwriting_takes_one_whole_character_each(bench: Bench) -> None:
    bench.edit.set_text("\u200b\U0001f600\U000e0041c\nnext")
    bench.edit.setOverwriteMode(True)
    by_keys(bench, "12\u200c45")
    assert bench.text == "12\u200c45\nnext"
    assert bench.changes[0] == "1\U0001f600\U000e0041c\nnext"
    assert len(bench.changes) == 5
    while bench.edit.document().isUndoAvailable():
        bench.edit.undo()
    assert bench.text == "\u200b\U0001f600\U000e0041c\nnext"


def test_backspace_and_delete_take_one_whole_character(bench: Bench) -> None:
    text = "a\u200b\U0001f600\r\U000e0041\u2028b"
    for offset in range(len(text)):
        bench.edit.set_text(text)
        bench.select(offset + 1)
        QTest.keyClick(bench.edit, Qt.Key.Key_Backspace)
        assert bench.text == text[:offset] + text[offset + 1 :]
        bench.edit.undo()
        assert bench.text == text
        bench.select(offset)
        QTest.keyClick(bench.edit, Qt.Key.Key_Delete)
        assert bench.text == text[:offset] + text[offset + 1 :]
        bench.edit.undo()
        assert bench.text == text


@pytest.mark.parametrize(
    "standard, wanted",
    [
        (QKeySequence.StandardKey.DeleteEndOfLine, "one \nthree"),
        (QKeySequence.StandardKey.DeleteCompleteLine, "\nthree"),
        (QKeySequence.StandardKey.DeleteEndOfWord, "one \nthree"),
        (QKeySequence.StandardKey.DeleteStartOfWord, "\u200b\r\u200ctwo\nthree"),
    ],
)
def test_built_in_editing_keys_leave_the_rest_alone(
    bench: Bench, standard: QKeySequence.StandardKey, wanted: str
) -> None:
    text = "one \u200b\r\u200ctwo\nthree"
    bench.edit.set_text(text)
    bench.select(4)
    if not QKeySequence.keyBindings(standard):
        pytest.skip("no key for it on this platform")
    bench.press(standard)
    assert bench.text == wanted
    assert len(bench.changes) == 1
    bench.edit.undo()
    assert bench.text == text
