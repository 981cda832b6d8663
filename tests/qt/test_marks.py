"""Marks and chips: where they stand, how they look, what they tell."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import (
    QFont,
    QHelpEvent,
    QTextDocumentFragment,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from newt_gui.qt.text import STAND_IN, to_position
from newt_gui.qt.text_edit import Mark
from tests.qt.editor_bench import Bench


def test_marks_stand_where_they_are_told_and_move_with_the_text(bench: Bench) -> None:
    bench.edit.set_text("\U0001f600a\U000e0041b bad word")
    bench.edit.set_marks([Mark(5, 8, "caution", "c"), Mark(2, 5, "stop", "s")])

    def marked() -> list[tuple[str, str]]:
        return [
            (selection.cursor.selectedText(), selection.format.background().color().name())
            for selection in bench.edit.extraSelections()
        ]

    tokens = bench.theme.tokens
    wanted = [(STAND_IN + "b ", tokens.stop_ground), ("bad", tokens.caution_ground)]
    assert marked() == wanted
    QTest.keyClicks(bench.edit, "more ")
    assert marked() == wanted
    bench.edit.set_marks([])
    assert marked() == []


def test_the_mark_of_a_chip_moves_with_it(bench: Bench) -> None:
    tokens = bench.theme.tokens
    bench.edit.set_text("ab \u200b cd \u200c")
    bench.edit.set_marks([Mark(3, 4, "stop", "first"), Mark(8, 9, "caution", "second")])
    assert bench.edit.extraSelections() == []
    bench.select(0, 2)
    QTest.keyClicks(bench.edit, "longer")
    bench.select(9)
    bench.compose("half")
    assert tokens.stop_ground in colours_around(bench, 7)
    bench.compose("")
    bench.commit("x")
    assert bench.text == "longer \u200b xcd \u200c"
    bench.select(10)
    QTest.keyClick(bench.edit, Qt.Key.Key_Backspace)
    bench.edit.undo()
    bench.edit.undo()
    assert bench.text == "longer \u200b cd \u200c"
    assert tokens.caution_ground in colours_around(bench, 12)
    assert "second" in tip_at(bench, point_of(bench, 12))
    bench.select(5, 8)
    QTest.keyClick(bench.edit, Qt.Key.Key_Delete)
    assert bench.text == "longe cd \u200c"
    assert tokens.caution_ground in colours_around(bench, 9)


def test_marks_beyond_the_text_are_moved_into_it(bench: Bench) -> None:
    bench.edit.set_text("abc")
    bench.edit.set_marks([Mark(2, 90, "stop", "s"), Mark(50, 60, "stop", "s")])
    assert [s.cursor.selectedText() for s in bench.edit.extraSelections()] == ["c", ""]


def point_of(bench: Bench, offset: int) -> QPoint:
    """The middle of the character at `offset`, in the viewport."""
    cursor = bench.edit.textCursor()
    cursor.setPosition(to_position(bench.text, offset))
    before = bench.edit.cursorRect(cursor)
    cursor.setPosition(to_position(bench.text, offset + 1))
    return (before.center() + bench.edit.cursorRect(cursor).center()) / 2


def tip_at(bench: Bench, point: QPoint) -> str:
    QToolTip.hideText()
    bench.bot.waitUntil(lambda: not QToolTip.isVisible())
    viewport = bench.edit.viewport()
    event = QHelpEvent(QEvent.Type.ToolTip, point, viewport.mapToGlobal(point))
    QCoreApplication.sendEvent(viewport, event)
    return QToolTip.text() if QToolTip.isVisible() else ""


def test_pointing_at_marks_and_chips_tells_why(bench: Bench) -> None:
    bench.edit.set_text("bad \u200b good\r <b>")
    bench.edit.set_marks(
        [
            Mark(0, 3, "stop", "<b>why</b> & so"),
            Mark(4, 5, "stop", "newt refuses U+200B ZERO WIDTH SPACE."),
            Mark(0, 2, "caution", "twice"),
        ]
    )
    literal = QTextDocumentFragment.fromHtml(tip_at(bench, point_of(bench, 2))).toPlainText()
    assert literal == "<b>why</b> & so"
    assert "twice" in tip_at(bench, point_of(bench, 1))
    assert tip_at(bench, point_of(bench, 4)) == "newt refuses U+200B ZERO WIDTH SPACE."
    assert tip_at(bench, point_of(bench, 7)) == ""
    assert tip_at(bench, point_of(bench, 10)) == "U+000D CARRIAGE RETURN"
    assert tip_at(bench, QPoint(450, 250)) == ""


def colours_around(bench: Bench, offset: int) -> set[str]:
    image = bench.edit.viewport().grab().toImage()
    middle = point_of(bench, offset)
    ratio = image.devicePixelRatio()
    return {
        image.pixelColor(int((middle.x() + x) * ratio), int((middle.y() + y) * ratio)).name()
        for x in range(-24, 25)
        for y in range(-6, 7)
    }


def test_a_chip_is_drawn_in_the_colours_of_its_mark(bench: Bench) -> None:
    tokens = bench.theme.tokens
    bench.edit.set_text("word \u200b word \u200c word")
    assert tokens.side in colours_around(bench, 5)
    bench.edit.set_marks([Mark(5, 6, "stop", "s"), Mark(0, 20, "caution", "c")])
    assert tokens.stop_ground in colours_around(bench, 5)
    assert tokens.caution_ground in colours_around(bench, 12)
    assert not {tokens.side, tokens.stop_ground} & colours_around(bench, 12)
    bench.edit.set_marks([])
    bench.select(5, 6)
    assert tokens.accent in colours_around(bench, 5)
    assert tokens.side in colours_around(bench, 12)


def test_a_chip_is_as_wide_as_its_label_in_the_font_of_the_text(bench: Bench) -> None:
    def width(offset: int) -> int:
        cursor = bench.edit.textCursor()
        cursor.setPosition(to_position(bench.text, offset))
        left = bench.edit.cursorRect(cursor).left()
        cursor.setPosition(to_position(bench.text, offset + 1))
        return bench.edit.cursorRect(cursor).left() - left

    bench.edit.set_text("\u200b\U000e0041a")
    small, wide = width(0), width(1)
    assert small > 4 * width(2)
    assert wide > small
    bench.edit.setFont(QFont(bench.edit.font().family(), 30))
    assert width(0) > 2 * small
