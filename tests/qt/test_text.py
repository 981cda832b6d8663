"""Text in and out of documents: every character, every offset, every edit against plain strings."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument

from newt_gui.core.characters import HIDDEN_RANGES
from newt_gui.qt.text import (
    CODE_POINT,
    STAND_IN,
    Positions,
    changed_span,
    character_at,
    fill_document,
    holds,
    insert_text,
    kept_stand_ins,
    needs_token,
    read_document,
    read_range,
    replace_document,
    to_offset,
    to_position,
)

QT_KEEPS = "\u2028\u2029\ufdd0\ufdd1\ufffc\ufffe"
HIDDEN = "".join(chr(code) for first, last in HIDDEN_RANGES for code in {first, last})
VISIBLE = (
    "a\n\t \u00a0\u202f\u3000\u00e9e\u0301\u0600\u4f60\u05d0"
    "\ufffd\uffff\ufdd2\ufdef\ufe0f\ue000\uf8ff\u0378"
    "\U0001f600\U0001f1e9\U0001f3fd\U0001fffe\U0001ffff\U000f0000\U0010ffff\U000110be"
)
ODD = "\r" + QT_KEEPS + HIDDEN + VISIBLE

texts = st.text(st.one_of(st.sampled_from(ODD), st.characters(codec="utf-8")), max_size=60)

pytestmark = pytest.mark.usefixtures("qapp")


def document_of(text: str) -> QTextDocument:
    document = QTextDocument()
    fill_document(document, text)
    return document


def units(text: str) -> int:
    """What a document that holds `text` is long, worked out one character at a time."""
    return sum(1 if needs_token(character) or character <= "\uffff" else 2 for character in text)


# In and out


@pytest.mark.parametrize("character", sorted(set(ODD)), ids=lambda character: f"{ord(character):04X}")
def test_every_odd_character_comes_out_wherever_it_stands(character: str) -> None:
    for text in (character, f"{character}b", f"a{character}b\nc", f"a{character}", character * 3):
        document = document_of(text)
        assert read_document(document) == text
        assert document.characterCount() - 1 == units(text)


@pytest.mark.parametrize("text", ["", "\n", "\n\n", "a\n", "\na", "\r\n", "a\r\nb\r", "\ufeffa\ufeff", "\0"])
def test_ends_of_lines_and_of_text_stay(text: str) -> None:
    assert read_document(document_of(text)) == text


@given(texts)
def test_a_document_gives_back_what_it_was_filled_with(text: str) -> None:
    document = document_of(text)
    assert read_document(document) == text
    assert holds(document, text)
    assert not document.isModified()
    assert not document.isUndoAvailable()


@given(texts)
def test_nothing_unseen_is_left_in_a_document(text: str) -> None:
    raw = document_of(text).toRawText().replace("\u2029", "\n").replace(STAND_IN, "")
    assert not needs_token(raw)


def test_filling_again_leaves_nothing_of_the_last_text() -> None:
    document = document_of("one\u200btwo")
    fill_document(document, "three")
    assert read_document(document) == "three"
    fill_document(document, "\u200b")
    assert read_document(document) == "\u200b"
    assert not document.isUndoAvailable()


def test_every_line_of_a_long_text_with_lone_returns_stays() -> None:
    text = "".join(f"line {number} \u00a0\r\n" for number in range(12_000))
    assert read_document(document_of(text)) == text


def test_half_characters_are_left_out_and_noticed() -> None:
    document = document_of("a\ud83db\udc00\u200bc")
    assert read_document(document) == "ab\u200bc"
    assert not holds(document, "a\ud83db\udc00\u200bc")


def test_another_text_is_not_held() -> None:
    document = document_of("a\u200b")
    assert holds(document, "a\u200b")
    assert not holds(document, "a\u200c")
    assert not holds(document, "a")


def test_what_cannot_be_seen_or_held_needs_a_stand_in_and_nothing_else_does() -> None:
    wanted = {code for first, last in HIDDEN_RANGES for code in range(first, last + 1)}
    wanted |= {ord(character) for character in QT_KEEPS}
    assert {code for code in range(0x110000) if needs_token(chr(code))} == wanted
    assert needs_token("long enough\u200b")
    assert needs_token("long enough\ufffc")
    assert not needs_token("")


# Inserting


def test_text_beside_a_stand_in_inherits_nothing_from_it() -> None:
    document = document_of("\u200b")
    cursor = QTextCursor(document)
    for position, text in ((1, "after"), (0, "before"), (7, "\nline")):
        cursor.setPosition(position)
        insert_text(cursor, text)
    assert read_document(document) == "before\u200b\nlineafter"
    for position in (1, 6, 8, 9, 15):
        cursor.setPosition(position)
        form = cursor.charFormat()
        assert form.objectType() == 0, position
        assert not form.hasProperty(CODE_POINT), position


def test_inserting_takes_the_format_it_is_given() -> None:
    document = QTextDocument()
    form = QTextCharFormat()
    form.setFontItalic(True)
    cursor = QTextCursor(document)
    insert_text(cursor, "a\u200bb", form)
    assert read_document(document) == "a\u200bb"
    for position in (1, 2, 3):
        cursor.setPosition(position)
        assert cursor.charFormat().fontItalic()


@given(texts, texts, st.data())
def test_inserting_over_a_selection_is_one_step(old: str, new: str, data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(old))] * 2)))
    document = document_of(old)
    cursor = QTextCursor(document)
    cursor.setPosition(to_position(old, start))
    cursor.setPosition(to_position(old, end), QTextCursor.MoveMode.KeepAnchor)
    insert_text(cursor, new)
    wanted = old[:start] + new + old[end:]
    assert read_document(document) == wanted
    document.undo()
    assert read_document(document) == old
    document.redo()
    assert read_document(document) == wanted


edits = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1), st.one_of(st.just(""), texts)), min_size=1, max_size=12
)


@given(texts, edits)
def test_any_script_of_edits_does_what_it_does_to_a_string(
    text: str, script: list[tuple[float, float, str]]
) -> None:
    document = document_of(text)
    model = text
    for one, other, new in script:
        start, end = sorted((round(one * len(model)), round(other * len(model))))
        cursor = QTextCursor(document)
        cursor.setPosition(to_position(model, start))
        cursor.setPosition(to_position(model, end), QTextCursor.MoveMode.KeepAnchor)
        insert_text(cursor, new)
        model = model[:start] + new + model[end:]
        assert read_document(document) == model
        assert to_offset(model, cursor.position()) == start + len(new)
    while document.isUndoAvailable():
        document.undo()
    assert read_document(document) == text
    while document.isRedoAvailable():
        document.redo()
    assert read_document(document) == model


# Offsets and positions


@given(texts)
def test_offsets_and_positions_lead_back_to_each_other(text: str) -> None:
    place = Positions(text)
    for offset in range(len(text) + 1):
        position = place.to_position(offset)
        assert position == units(text[:offset])
        assert place.to_offset(position) == offset
        assert to_position(text, offset) == position
        assert to_offset(text, position) == offset


@given(texts)
def test_positions_are_those_of_the_document(text: str) -> None:
    document, place = document_of(text), Positions(text)
    for offset, character in enumerate(text):
        start, end = place.to_position(offset), place.to_position(offset + 1)
        assert read_range(document, start, end) == character
        assert character_at(document, start) == character
    assert character_at(document, place.to_position(len(text))) == ""


def test_between_the_halves_of_a_pair_is_its_start() -> None:
    place = Positions("a\U0001f600b\U000e0041c")
    assert [place.to_offset(position) for position in range(7)] == [0, 1, 1, 2, 3, 4, 5]


def test_places_outside_of_the_text_are_moved_into_it() -> None:
    place = Positions("a\U0001f600")
    assert [place.to_position(offset) for offset in (-3, 9)] == [0, 3]
    assert [place.to_offset(position) for position in (-3, 9)] == [0, 2]


# Replacing


@given(texts, texts)
@example("a\U0001f600b", "a\U0001f601b")  # these share half of a pair
@example("aaa", "aa")
@example("a\r\nb", "a\nb")
def test_replacing_is_one_step_of_undo(old: str, new: str) -> None:
    document = document_of(old)
    replace_document(document, new)
    assert read_document(document) == new
    assert document.isModified() == (old != new)
    if old != new:
        document.undo()
        assert read_document(document) == old
        assert not document.isUndoAvailable()
        assert not document.isModified()
        document.redo()
        assert read_document(document) == new


@given(texts, texts, texts, texts)
def test_the_changed_span_is_the_smallest(head: str, old: str, new: str, tail: str) -> None:
    one, other = head + old + tail, head + new + tail
    start, one_end, other_end = changed_span(one, other)
    assert one[:start] + other[start:other_end] + one[one_end:] == other
    assert one_end - start <= len(old)
    assert other_end - start <= len(new)
    if start < min(one_end, other_end):
        assert one[start] != other[start]
        assert one[one_end - 1] != other[other_end - 1]


def test_replacing_leaves_cursors_at_their_text() -> None:
    document = document_of("one two\u200b three \U0001f600")
    before, after = QTextCursor(document), QTextCursor(document)
    before.setPosition(3)
    after.setPosition(to_position("one two\u200b three \U0001f600", 9))
    changed = replace_document(document, "one, exactly two three \U0001f600")
    assert changed == range(3, 16)
    assert before.position() in (3, 16)
    after.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
    assert after.selectedText() == "three"


# Input methods


@pytest.mark.parametrize(
    "text, replaced, wanted",
    [
        ("ab", "cd", "ab"),
        ("x\ufffcy", "a\u200bb", "x\u200by"),
        ("\ufffcx\ufffc", "\u200ba\r", "\u200bx\r"),
        ("x\ufffcy", "plain", "x\ufffcy"),
        ("\ufffc\ufffc", "\u200b", "\ufffc\ufffc"),
        ("x", "\u200b", "x"),
        ("\ufffc", "\ufffc", "\ufffc"),
    ],
)
def test_what_an_input_method_hands_back_keeps_its_meaning(text: str, replaced: str, wanted: str) -> None:
    assert kept_stand_ins(text, replaced) == wanted
