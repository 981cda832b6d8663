"""The view below the editor: what counts as a change, loading, several documents, places."""

from __future__ import annotations

import gc

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QFont,
    QSyntaxHighlighter,
    QTextCharFormat,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from newt_gui.qt.text import STAND_IN, needs_token
from newt_gui.qt.text_edit import FaithfulTextEdit, Mark
from newt_gui.qt.theme import Theme
from tests.qt.editor_bench import CTRL, TEXT, Bench

# When it says that it changed


def test_loading_marking_and_dressing_are_no_changes(bench: Bench) -> None:
    bench.edit.set_text(TEXT)
    bench.edit.set_marks([Mark(1, 5, "stop", "why")])
    bench.theme.changed.emit()
    bench.edit.setFont(QFont("Sans", 20))
    bench.edit.go_to(3)
    bench.edit.selectAll()
    highlighter = Highlighter(bench.edit.document())
    highlighter.rehighlight()
    QCoreApplication.processEvents()
    assert bench.changes == []
    assert not bench.edit.document().isModified()
    assert bench.text == TEXT


class Highlighter(QSyntaxHighlighter):
    def highlightBlock(self, text: str) -> None:  # noqa: N802
        form = QTextCharFormat()
        form.setFontItalic(True)
        self.setFormat(0, len(text), form)


def test_a_change_of_the_same_length_is_a_change(bench: Bench) -> None:
    bench.edit.set_text("abc")
    for text in ("abd", "abe", "ab\u200b", "ab\u200c"):
        bench.edit.replace_text(text)
    for _ in range(4):
        bench.edit.undo()
    assert bench.changes == ["abd", "abe", "ab\u200b", "ab\u200c", "ab\u200b", "abe", "abd", "abc"]


def test_replacing_by_the_same_text_is_none(bench: Bench) -> None:
    bench.edit.set_text(TEXT)
    bench.edit.replace_text(TEXT)
    assert bench.changes == []
    assert not bench.edit.document().isUndoAvailable()


def test_replacing_keeps_cursor_and_view(bench: Bench) -> None:
    lines = [f"line {number}\u200b" for number in range(300)]
    bench.edit.set_text("\n".join(lines))
    bench.edit.go_to(len("\n".join(lines[:200])) + 3)
    scrolled = bench.edit.verticalScrollBar().value()
    assert scrolled
    bench.edit.replace_text("\n".join(["new", *lines]))
    assert bench.edit.textCursor().blockNumber() == 201
    assert bench.edit.textCursor().positionInBlock() == 2
    bench.edit.replace_text("\n".join(lines))
    assert bench.edit.textCursor().blockNumber() == 200
    assert bench.edit.verticalScrollBar().value() == scrolled


@pytest.mark.parametrize(
    "old, new, cursor, wanted",
    [
        ("one two three", "one TWO! three", 4, 4),
        ("one two three", "one TWO! three", 8, 9),
        ("one two three", "one TWO! three", 6, 6),
        ("one twenty three", "one X three", 9, 5),
        ("one three", "one two three", 4, 4),
        ("ab", "aXb", 1, 1),
        ("\U0001f600\u200bab", "\U0001f600\U0001f600ab", 3, 3),
    ],
)
def test_replacing_moves_the_cursor_only_with_its_text(
    bench: Bench, old: str, new: str, cursor: int, wanted: int
) -> None:
    bench.edit.set_text(old)
    bench.select(cursor)
    bench.edit.replace_text(new)
    assert bench.edit.cursor_offset() == wanted


# Qt's own names


def test_names_of_qt_are_faithful_too(bench: Bench) -> None:
    bench.edit.setPlainText("\ufeffa\r\n\u2028")
    assert bench.edit.toPlainText() == "\ufeffa\r\n\u2028"
    assert not bench.edit.document().isUndoAvailable()
    bench.select(2)
    bench.edit.insertPlainText("\r\n\0")
    bench.edit.appendPlainText("\u2029")
    assert bench.edit.toPlainText() == "\ufeffa\r\n\0\r\n\u2028\n\u2029"
    assert bench.edit.cursor_offset() == 5
    bench.edit.clear()
    assert bench.text == ""
    bench.edit.appendPlainText("first")
    assert bench.text == "first"


def test_names_of_qt_tell_of_changes_as_they_do_elsewhere(bench: Bench) -> None:
    bench.edit.setPlainText("\u200b")
    bench.edit.insertPlainText("a")
    bench.edit.appendPlainText("b")
    bench.edit.clear()
    assert bench.changes == ["\u200b", "a\u200b", "a\u200b\nb", ""]


def test_what_comes_in_behind_our_back_gets_its_stand_ins(bench: Bench) -> None:
    interface = QAccessible.queryAccessibleInterface(bench.edit)
    bench.edit.set_text("xy")
    interface.editableTextInterface().insertText(1, "\U0001f600\u200b\U000e0041a")
    assert bench.text == "x\U0001f600\u200b\U000e0041ay"
    assert not needs_token(bench.edit.document().toRawText().replace(STAND_IN, ""))
    assert bench.changes == [bench.text]
    changed = bench.text
    while bench.edit.document().isUndoAvailable():
        bench.edit.undo()
    assert bench.text == "xy"
    while bench.edit.document().isRedoAvailable():
        bench.edit.redo()
    assert bench.text == changed
    assert not needs_token(bench.edit.document().toRawText().replace(STAND_IN, ""))


# Loading and locking


def test_loading_forgets_what_was_before(bench: Bench) -> None:
    bench.edit.set_text("a\u200bb")
    QTest.keyClicks(bench.edit, "x")
    bench.edit.set_text("new")
    assert bench.text == "new"
    assert bench.edit.cursor_offset() == 0
    assert not bench.edit.document().isModified()
    assert not bench.edit.document().isUndoAvailable()
    QTest.keyClicks(bench.edit, "x")
    assert bench.text == "xnew"


def test_text_that_cannot_be_held_is_locked_until_another_is_loaded(bench: Bench) -> None:
    bench.edit.set_text("half \ud83d")
    assert not bench.edit.is_faithful
    assert bench.edit.isReadOnly()
    bench.edit.set_locked(False)
    assert bench.edit.isReadOnly()
    good = bench.edit.new_document("whole")
    bad = bench.edit.document()
    bench.edit.show_document(good)
    assert bench.edit.is_faithful
    assert not bench.edit.isReadOnly()
    bench.edit.show_document(bad)
    assert bench.edit.isReadOnly()
    bench.edit.set_text("whole again")
    assert not bench.edit.isReadOnly()
    bench.edit.set_locked(True)
    bench.edit.set_text("still locked")
    assert bench.edit.isReadOnly()


# Documents


def test_each_document_keeps_its_undo_its_cursor_and_its_stand_ins(bench: Bench) -> None:
    first = bench.edit.new_document("\n".join(f"first {number}" for number in range(200)))
    second = bench.edit.new_document("second\u200b")
    bench.edit.show_document(first)
    bench.edit.go_to(len(bench.text))
    QTest.keyClicks(bench.edit, "!")
    scrolled = bench.edit.verticalScrollBar().value()
    bench.edit.show_document(second)
    assert bench.edit.cursor_offset() == 0
    assert not bench.edit.document().isModified()
    QTest.keyClicks(bench.edit, "a")
    assert bench.changes[-1] == "asecond\u200b"
    bench.edit.show_document(first)
    assert bench.edit.document().isModified()
    assert bench.edit.cursor_offset() == len(bench.text)
    assert bench.edit.verticalScrollBar().value() == scrolled
    bench.edit.undo()
    assert bench.text.endswith("199")
    bench.edit.show_document(second)
    bench.edit.undo()
    assert bench.text == "second\u200b"
    assert len(bench.changes) == 4


def test_every_document_looks_like_the_last(bench: Bench) -> None:
    font = QFont("Sans", 20)
    bench.edit.setFont(font)
    bench.edit.setTabStopDistance(99)
    first = bench.edit.document()
    other = bench.edit.new_document("a\u200b")
    bench.edit.show_document(other)
    assert other.defaultFont() == bench.edit.font()
    assert bench.edit.tabStopDistance() == 99
    assert other.defaultTextOption().wrapMode() == first.defaultTextOption().wrapMode()
    bench.edit.setFont(QFont("Sans", 12))
    bench.edit.show_document(first)
    assert first.defaultFont() == bench.edit.font()


def test_the_document_that_is_shown_needs_no_other_owner(bench: Bench) -> None:
    bench.edit.show_document(bench.edit.new_document("x\u200b"))
    gc.collect()
    QTest.keyClicks(bench.edit, "y")
    assert bench.text == "yx\u200b"


# Places


def test_going_to_a_place_brings_it_into_view(bench: Bench) -> None:
    lines = "\n".join(f"\U0001f600 {number}\u200b" for number in range(500))
    bench.edit.set_text(lines)
    offset = lines.index("\U0001f600 400")
    bench.edit.go_to(offset)
    assert bench.edit.cursor_offset() == offset
    assert bench.edit.textCursor().blockNumber() == 400
    assert bench.edit.viewport().rect().contains(bench.edit.cursorRect())


@pytest.mark.parametrize("locked", [False, True])
def test_zooming_is_left_to_the_window(bench: Bench, locked: bool) -> None:
    bench.edit.set_locked(locked)
    size = bench.edit.font().pointSizeF()
    point = QPointF(20, 20)
    event = QWheelEvent(
        point,
        bench.edit.viewport().mapToGlobal(point),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        CTRL,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(bench.edit.viewport(), event)
    assert bench.edit.font().pointSizeF() == size
    assert not event.isAccepted()


# For everyone


def test_a_screen_reader_gets_name_and_text_with_stand_ins(bench: Bench) -> None:
    bench.edit.setAccessibleName("Text of the note")
    bench.edit.set_text("a\u200bb\nc")
    interface = QAccessible.queryAccessibleInterface(bench.edit)
    assert interface.text(QAccessible.Text.Name) == "Text of the note"
    assert interface.role() == QAccessible.Role.EditableText
    assert interface.text(QAccessible.Text.Value) == "a\ufffcb\nc"
    assert interface.textInterface().text(1, 2) == "\ufffc"


def test_a_new_look_after_the_editor_is_gone_is_no_trouble(qapp: QApplication) -> None:
    theme = Theme()
    edit = FaithfulTextEdit(theme)
    edit.set_text("a\u200b")
    edit.set_marks([Mark(0, 2, "stop", "s")])
    shiboken6.delete(edit)
    theme.changed.emit()
