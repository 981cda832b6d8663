"""Input methods: what is being composed is no text yet, what is committed is exact."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.qt.editor_bench import LEFT, NONE, Bench


def test_what_is_composed_is_no_change(bench: Bench) -> None:
    bench.edit.set_text("a\u200bb")
    bench.select(2)
    for text in ("k", "ka", "か", "か\ufeff", ""):
        bench.compose(text)
        assert bench.edit.composing == bool(text)
        assert bench.text == "a\u200bb"
    assert bench.changes == []
    assert not bench.edit.document().isModified()


def test_a_click_elsewhere_while_composing_is_no_change(bench: Bench) -> None:
    bench.edit.set_text("one\ntwo")
    bench.compose("half")
    QTest.mouseClick(bench.edit.viewport(), LEFT, NONE, QPoint(400, 250))
    assert not bench.edit.composing
    assert bench.text == "one\ntwo"
    assert bench.changes == []


def test_composing_over_a_selection_takes_the_selection_away(bench: Bench) -> None:
    bench.edit.set_text("a\u200bb")
    bench.select(1, 2)
    bench.compose("x")
    assert bench.text == "ab"
    assert bench.changes == ["ab"]
    bench.commit("X")
    assert bench.text == "aXb"


def test_a_commit_goes_over_the_selection(bench: Bench) -> None:
    bench.edit.set_text("a\u200bcd")
    bench.select(1, 3)
    bench.commit("X")
    assert bench.text == "aXd"
    bench.edit.undo()
    assert bench.text == "a\u200bcd"


def test_a_commit_replaces_what_the_input_method_says(bench: Bench) -> None:
    bench.edit.set_text("\U0001f600abc\u200bde")
    bench.select(4)
    bench.commit("XY\u200d", -2, 3)
    assert bench.text == "\U0001f600aXY\u200dde"
    assert bench.edit.cursor_offset() == 5
    bench.edit.undo()
    assert bench.text == "\U0001f600abc\u200bde"


def test_a_commit_that_rewrites_a_stand_in_keeps_it(bench: Bench) -> None:
    bench.edit.set_text("teh\u200bword")
    bench.select(8)
    block = bench.edit.inputMethodQuery(Qt.InputMethodQuery.ImSurroundingText)
    assert block == "teh\ufffcword"
    bench.commit("the\ufffcword", -8, 8)
    assert bench.text == "the\u200bword"


def test_a_commit_may_reach_no_further_than_the_text(bench: Bench) -> None:
    bench.edit.set_text("abc")
    bench.select(1)
    bench.commit("x", -5, 50)
    assert bench.text == "x"


def test_a_commit_goes_on_composing(bench: Bench) -> None:
    bench.compose("ab")
    bench.commit("A", then="b")
    assert bench.text == "A"
    assert bench.edit.composing
    bench.commit("B")
    assert bench.text == "AB"
    assert not bench.edit.composing
    assert bench.changes == ["A", "AB"]


def test_a_commit_with_a_line_end_leaves_no_composition_behind(bench: Bench) -> None:
    bench.edit.set_text("xy")
    bench.select(1)
    bench.compose("half")
    bench.commit("a\nb")
    assert bench.text == "xa\nby"
    block = bench.edit.document().firstBlock()
    while block.isValid():
        assert block.layout().preeditAreaText() == ""
        block = block.next()


def test_a_composition_is_committed_as_it_looks(bench: Bench) -> None:
    bench.edit.set_text("xy")
    bench.select(1)
    bench.compose("かな")
    bench.edit.commit_composition()
    assert bench.text == "xかなy"
    assert not bench.edit.composing
    bench.edit.commit_composition()
    assert bench.changes == ["xかなy"]


def test_a_composition_belongs_to_the_text_it_was_begun_in(bench: Bench) -> None:
    first, second = bench.edit.document(), bench.edit.new_document("second")
    bench.compose("か")
    bench.edit.show_document(second)
    assert bench.text == "second"
    assert not bench.edit.composing
    bench.edit.show_document(first)
    assert bench.text == "か"
    bench.compose("な")
    bench.edit.replace_text("new か")
    assert bench.text == "new か"
    assert not bench.edit.composing
    bench.edit.undo()
    assert bench.text == "かな"
    bench.compose("な")
    bench.edit.set_text("third")
    assert bench.text == "third"
    assert not bench.edit.composing
