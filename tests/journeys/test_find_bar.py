"""Finding and replacing in one note, exact to the character, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QWidget

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def begin(open_desk: Opener, text: str, *, replacing: bool = False) -> Desk:
    desk = open_desk(f"{text}\n§\ntwo and the\n§\n".encode())
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_H if replacing else Qt.Key.Key_F, CTRL)
    return desk


def field(desk: Desk, name: str = "find_text") -> QLineEdit:
    found = desk.part(name, QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def count(desk: Desk) -> str:
    label = desk.part("find_count", QLabel)
    assert isinstance(label, QLabel)
    return label.text()


def selected(desk: Desk) -> tuple[int, int]:
    cursor = desk.editor.textCursor()
    return cursor.selectionStart(), cursor.selectionEnd()


def test_nothing_is_made_before_it_is_wanted(open_desk: Opener) -> None:
    assert open_desk().window.findChild(QWidget, "find_bar") is None


def test_typing_goes_to_the_first_place_and_enter_goes_on_and_round(open_desk: Opener) -> None:
    desk = begin(open_desk, "the one, The other, and then")
    assert desk.window.focusWidget() is field(desk)
    desk.type("the")
    assert (selected(desk), count(desk)) == ((0, 3), "1 of 4")
    places = []
    for held in [Qt.KeyboardModifier.NoModifier] * 4 + [SHIFT]:
        desk.press(Qt.Key.Key_Return, held)
        places.append((selected(desk), count(desk)))
    assert places == [
        ((9, 12), "2 of 4"),
        ((14, 17), "3 of 4"),  # within "other"
        ((24, 27), "4 of 4"),
        ((0, 3), "1 of 4"),
        ((24, 27), "4 of 4"),
    ]
    assert desk.window.focusWidget() is field(desk)


def test_f3_goes_on_also_when_the_bar_is_closed(open_desk: Opener) -> None:
    desk = begin(open_desk, "the one, the other")
    desk.type("the")
    desk.press(Qt.Key.Key_Escape)
    assert not desk.part("find_bar").isVisible()
    assert desk.window.focusWidget() is desk.editor
    desk.press(Qt.Key.Key_F3)
    assert selected(desk) == (9, 12)
    desk.press(Qt.Key.Key_F3, SHIFT)
    assert selected(desk) == (0, 3)
    assert desk.editor.extraSelections() == []


def test_f3_with_nothing_looked_for_opens_the_bar(open_desk: Opener) -> None:
    desk = open_desk()
    desk.press(Qt.Key.Key_F3)
    assert desk.window.focusWidget() is field(desk)


def test_what_is_selected_is_looked_for(open_desk: Opener) -> None:
    desk = open_desk("one two one\n§\n".encode())
    desk.editor.setFocus()
    cursor = desk.editor.textCursor()
    cursor.setPosition(8)
    cursor.setPosition(11, cursor.MoveMode.KeepAnchor)
    desk.editor.setTextCursor(cursor)
    desk.press(Qt.Key.Key_F, CTRL)
    assert field(desk).text() == "one"
    assert count(desk) == "2 of 2"


def test_case_counts_where_it_is_asked_for(open_desk: Opener) -> None:
    desk = begin(open_desk, "the The THE")
    desk.type("The")
    assert count(desk) == "1 of 3"
    [box] = desk.part("find_bar").findChildren(QCheckBox)
    box.click()
    assert (selected(desk), count(desk)) == ((4, 7), "1 of 1")


@pytest.mark.parametrize(
    "text, wanted, places",
    [
        ("Straße STRASSE", "strasse", [(0, 6), (7, 14)]),
        ("ß", "s", []),
        ("\U0001f389 a \U0001f389", "\U0001f389", [(0, 2), (5, 7)]),  # two of Qt's units each
        ("İstanbul i\u0307x", "i\u0307", [(0, 1), (9, 11)]),
        ("a\u200bb a\u200bb", "a\u200bb", [(0, 3), (4, 7)]),
        ("a\u00a0b a b", "a\u00a0b", [(0, 3)]),
    ],
)
def test_places_are_exact(open_desk: Opener, text: str, wanted: str, places: list[tuple[int, int]]) -> None:
    desk = begin(open_desk, text)
    field(desk).setText(wanted)
    found = []
    for _ in places:
        found.append(selected(desk))
        desk.press(Qt.Key.Key_Return)
    assert found == places
    assert count(desk) == (f"1 of {len(places)}" if places else "not found")


def test_hidden_characters_are_found_as_what_they_are(open_desk: Opener) -> None:
    desk = begin(open_desk, "one\u200btwo\u00adthree\u200b")
    field(desk).setText("\u200b")
    assert count(desk) == "1 of 2"
    field(desk).setText("\ufffc")
    assert count(desk) == "not found"


def test_replacing_one_after_the_other(open_desk: Opener) -> None:
    desk = begin(open_desk, "cat, cat, cat", replacing=True)
    desk.type("cat")
    field(desk, "replace_text").setFocus()
    desk.type("dog")
    desk.press(Qt.Key.Key_Return)
    assert desk.editor.toPlainText() == "dog, cat, cat"
    assert selected(desk) == (5, 8)
    desk.click_button(desk.part("find_bar"), "Replace")
    assert desk.editor.toPlainText() == "dog, dog, cat"
    assert count(desk) == "1 of 1"
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_Z, CTRL)
    assert desk.editor.toPlainText() == "dog, cat, cat"


def test_replacing_all_is_one_step_of_undo_and_keeps_hidden_characters(open_desk: Opener) -> None:
    text = "cat\u200b and\u00a0cat\u2028, \U0001f389cat\r"
    desk = open_desk()
    desk.editor.setPlainText(text)
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_H, CTRL)
    desk.type("cat")
    field(desk, "replace_text").setText("dogs")
    desk.click_button(desk.part("find_bar"), "Replace all")
    assert desk.editor.toPlainText() == text.replace("cat", "dogs")
    assert "3" in desk.news
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_Z, CTRL)
    assert desk.editor.toPlainText() == text
    desk.press(Qt.Key.Key_Z, CTRL | SHIFT)
    assert desk.editor.toPlainText() == text.replace("cat", "dogs")


def test_replacing_a_hidden_character_with_nothing(open_desk: Opener) -> None:
    desk = begin(open_desk, "a\u200bb\u200bc", replacing=True)
    field(desk).setText("\u200b")
    desk.click_button(desk.part("find_bar"), "Replace all")
    desk.save()
    desk.until_file_is("abc\n§\ntwo and the\n§\n".encode())


def test_the_count_follows_the_text_and_the_note(open_desk: Opener) -> None:
    desk = begin(open_desk, "the one")
    desk.type("the")
    assert count(desk) == "1 of 1"
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_End, CTRL)
    desk.type(" the")
    assert count(desk) == "2 found"
    desk.click_row(1)
    assert count(desk) == "1 found"
    desk.press(Qt.Key.Key_F3)
    assert selected(desk) == (8, 11)


def test_what_is_being_composed_is_taken_before_the_search(open_desk: Opener) -> None:
    desk = open_desk()
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_End)
    QCoreApplication.sendEvent(desk.editor, QInputMethodEvent("!", []))
    desk.press(Qt.Key.Key_F, CTRL)
    assert desk.editor.toPlainText() == "one!"
    desk.type("e!")
    assert count(desk) == "1 of 1"


def test_a_text_that_is_locked_is_only_searched(open_desk: Opener) -> None:
    desk = begin(open_desk, "the one", replacing=True)
    desk.type("the")
    field(desk, "replace_text").setText("a")
    desk.editor.set_locked(True)
    desk.window.notes.editor_pane.search.replace_all()
    assert desk.editor.toPlainText() == "the one"
