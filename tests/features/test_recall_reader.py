"""The reader's text: what was said comes back as it was said, is opened where it should, and never blocks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from newt_gui.qt.tasks import Tasks
from newt_gui.qt.theme import Theme
from newt_gui.recall.conversation_view import MOST_MARKED, ConversationView
from newt_gui.recall.reader_find import ReaderFind
from newt_gui.recall.reader_text import (
    LONGEST_LINE,
    MOST_CHARACTERS,
    MOST_LINES,
    Part,
    Place,
    Speaker,
    bits,
    line_starts,
)

HOSTILE = (
    "<b>bold</b> <img src=x> \x1b[31mred\x1b[0m \u202egnissel\u202c \u200b https://example.org &amp; "
    "👩🏽\u200d🚀\nשלום"
)


def rejoined(text: str) -> str:
    """The text as its bits give it back."""
    pieces = [
        line + ("" if continued else "\n")
        for bit in bits(text)
        for line, continued in zip(bit.lines, bit.continued, strict=True)
    ]
    return "".join(pieces).removesuffix("\n")


@given(st.text(alphabet="ab \n😀", max_size=40).map(lambda text: text * 60))
def test_bits_give_the_text_back(text: str) -> None:
    assert rejoined(text) == text


def test_bits_are_small() -> None:
    for bit in bits("word " * 50_000 + "\n" * 5_000 + "x" * 50_000):
        assert len(bit.lines) <= MOST_LINES
        assert max(map(len, bit.lines)) <= LONGEST_LINE
        assert sum(map(len, bit.lines)) <= MOST_CHARACTERS


def test_what_nobody_can_see_makes_bits_smaller() -> None:
    lines = "ab" + "\u200b" * 60
    assert max(len(bit.lines) for bit in bits("\n".join([lines] * 500))) <= 4


def test_line_starts_are_where_the_lines_begin() -> None:
    text = "one\n" + "word " * 500 + "\nlast"
    starts = line_starts(text)
    assert starts[:2] == [0, 4]
    assert starts[2] == 4 + LONGEST_LINE
    assert text[starts[-1] :] == "last"


@pytest.fixture
def view(qapp: QApplication, qtbot: QtBot) -> Iterator[ConversationView]:
    theme = Theme()
    theme.install(qapp, "light")
    view = ConversationView(theme)
    view.resize(400, 300)
    view.show()
    yield view
    view.close()
    view.deleteLater()


def show(view: ConversationView, qtbot: QtBot, parts: list[Part], goal: Place | None = None) -> None:
    view.show_parts(parts, goal)
    qtbot.waitUntil(lambda: view.is_filled)


def conversation(turns: int, text: str = "something was said") -> list[Part]:
    return [Part(turn, Speaker.PERSON, "you", f"{turn} {text}") for turn in range(turns)]


def select_all(view: ConversationView) -> None:
    cursor = view.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    view.setTextCursor(cursor)


def test_text_is_shown_letter_for_letter(view: ConversationView, qtbot: QtBot) -> None:
    show(view, qtbot, [Part(0, Speaker.PERSON, "you", HOSTILE)])
    view.select(Place(0, 0, len(HOSTILE)))
    assert view.selected_text() == HOSTILE
    assert view.createMimeDataFromSelection().text() == HOSTILE
    raw = view.document().toRawText()
    assert "<b>bold</b> <img src=x>" in raw
    assert not {"\x1b", "\u202e", "\u200b"} & set(raw)  # each of them is a chip


def test_a_selection_over_several_speakers_has_their_names(view: ConversationView, qtbot: QtBot) -> None:
    parts = [Part(0, Speaker.PERSON, "you", "a question"), Part(0, Speaker.AGENT, "agent", "an answer")]
    show(view, qtbot, parts)
    select_all(view)
    assert view.selected_text() == "you\na question\n\nagent\nan answer"


@pytest.mark.parametrize("turns", [1, 600, 3_000])
def test_without_a_place_it_opens_at_the_beginning(view: ConversationView, qtbot: QtBot, turns: int) -> None:
    show(view, qtbot, conversation(turns))
    assert (view.verticalScrollBar().value(), view.textCursor().position(), view.current_part()) == (0, 0, 0)


def test_it_opens_at_the_place_that_is_wanted(view: ConversationView, qtbot: QtBot) -> None:
    parts = conversation(300)
    show(view, qtbot, parts, Place(200, 4, 13))
    assert view.current_part() == 200
    assert view.viewport().rect().contains(view.cursorRect())
    [mark] = view.extraSelections()
    assert mark.cursor.selectedText() == "something"
    lines = view.document().toPlainText().split("\n")
    assert [lines.count(part.text) for part in (parts[0], parts[-1])] == [1, 1]


def test_what_was_said_before_comes_in_above_without_moving_the_text(
    view: ConversationView, qtbot: QtBot
) -> None:
    view.show_parts(conversation(3_000), Place(2_000, 0, 4))
    assert not view.is_filled
    before = view.cursorRect().top()
    qtbot.waitUntil(lambda: view.is_filled)
    assert view.cursorRect().top() == before
    assert view.current_part() == 2_000
    order = [line for line in view.document().toPlainText().split("\n") if line.endswith("said")]
    assert order == [part.text for part in conversation(3_000)]


def test_a_turn_of_two_megabytes_is_opened_deep_inside(view: ConversationView, qtbot: QtBot) -> None:
    text = "x" * 70_000 + "\n" + "word 😀 " * 280_000
    at = text.rindex("word")
    show(view, qtbot, [Part(0, Speaker.AGENT, "agent", text)], Place(0, at, at + 4))
    [mark] = view.extraSelections()
    assert mark.cursor.selectedText() == "word"
    assert view.viewport().rect().contains(view.cursorRect())
    view.select(Place(0, 0, len(text)))
    assert view.selected_text() == text


def test_no_slice_of_it_is_large(
    view: ConversationView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock that runs a slice's time at each look, every turn of the loop puts in one bit."""
    ticks = iter(range(10**9))
    monkeypatch.setattr("newt_gui.recall.conversation_view.monotonic", lambda: float(next(ticks)))
    sizes = [0]
    view.show_parts([Part(0, Speaker.AGENT, "agent", "word " * 20_000)], None)
    while not view.is_filled:
        sizes.append(view.document().characterCount())
        qtbot.wait(1)
    assert len(sizes) > 10
    assert max(after - before for before, after in pairwise(sizes)) < 3 * MOST_CHARACTERS


def test_colours_change_and_the_person_stays_where_they_are(
    view: ConversationView, qtbot: QtBot, qapp: QApplication
) -> None:
    show(view, qtbot, conversation(200), Place(150, 0, 3))
    view.restyle()
    qtbot.waitUntil(lambda: view.is_filled)
    assert view.current_part() == 150
    assert len(view.extraSelections()) == 1


def test_any_stretch_of_a_text_comes_back(view: ConversationView, qtbot: QtBot) -> None:
    """Over lines that are cut for showing, signs beyond the BMP, and characters that nobody can see."""
    text = "\u200b😀 a\u202e" * 700 + "\n\n" + "\u2028word 👩🏽\u200d🚀\r" * 200
    show(view, qtbot, [Part(0, Speaker.AGENT, "agent", text)])
    for start in range(0, len(text), 331):
        for end in range(start + 1, len(text), 419):
            view.select(Place(0, start, end))
            assert view.selected_text() == text[start:end]


@pytest.mark.parametrize(
    "first, last, expected",
    [
        ("😀y", "ag", "😀you\none\n\n"),
        ("you", "agent", "you\none\n\n"),
        ("ne", "answ", "ne\n\nagent\nan "),
        ("ou", "gent", "ou\none\n\na"),
    ],
)
def test_a_selection_begins_and_ends_anywhere(
    view: ConversationView, qtbot: QtBot, first: str, last: str, expected: str
) -> None:
    parts = [Part(0, Speaker.PERSON, "😀you", "one"), Part(0, Speaker.AGENT, "agent", "an answer")]
    show(view, qtbot, parts)
    start = view.document().find(first).selectionStart()
    end = view.document().find(last, start).selectionStart()
    cursor = view.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert view.selected_text() == expected


@pytest.fixture
def finding(view: ConversationView) -> Iterator[ReaderFind]:
    tasks = Tasks()
    theme = Theme()
    finding = ReaderFind(view, tasks, theme)
    yield finding
    tasks.shutdown()
    finding.bar.deleteLater()


def test_what_is_found_is_marked_wherever_the_person_goes(
    view: ConversationView, qtbot: QtBot, finding: ReaderFind
) -> None:
    show(view, qtbot, conversation(3 * MOST_MARKED, "a bean and a pea"))
    finding.open("bean")
    finding.bar.field.setText("bean")
    qtbot.waitUntil(lambda: finding.bar.count.text() == "1 of 600")

    def marked() -> set[int]:
        return {selection.cursor.selectionStart() for selection in view.extraSelections()}

    for by, said in ((1, "2 of 600"), (-1, "1 of 600"), (-1, "600 of 600"), (-1, "599 of 600")):
        finding.step(by)
        assert finding.bar.count.text() == said
        assert view.textCursor().selectedText() == "bean"
        assert view.textCursor().selectionStart() in marked()
        assert 0 < len(marked()) <= MOST_MARKED
    finding.close()
    assert not marked()
