"""A note that is too large for the editor can be read, and made editable without losing a word."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit

from newt_gui.notes.slices import LARGEST_NOTE, SLICE
from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]

LONG = "sown again after the frost, " * 3_000
FILE = f"one\n§\n{LONG.strip()}\n§\n".encode()


def sliced(desk: Desk) -> QPlainTextEdit:
    view = desk.part("sliced_view", QPlainTextEdit)
    assert isinstance(view, QPlainTextEdit)
    return view


def test_a_long_line_is_read_in_slices_and_the_file_stays(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    view = sliced(desk)
    assert view.isVisible()
    assert view.isReadOnly()
    assert view.toPlainText().replace("\n", "") == LONG.strip()
    assert view.blockCount() > len(LONG) // SLICE
    desk.click(view.viewport())
    desk.type("typed in vain")
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == FILE
    assert desk.column("badges")[1] == []


def test_broken_lines_make_it_editable_and_keep_its_size(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    desk.click(desk.window.notes.editor_pane.sliced.break_button)
    assert desk.editor.isVisible()
    assert desk.editor.toPlainText().split() == LONG.split()
    assert "unsaved" in desk.column("badges")[1]
    assert desk.file.read_bytes() == FILE
    desk.save()
    desk.until(lambda: desk.file.read_bytes() != FILE)
    desk.rest()
    assert len(desk.file.read_bytes()) == len(FILE)
    assert desk.file.read_bytes().split() == FILE.split()


def test_reverting_the_broken_lines_brings_the_slices_back(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    desk.click(desk.window.notes.editor_pane.sliced.break_button)
    desk.window.notes.revert()
    desk.until(lambda: sliced(desk).isVisible())
    assert desk.column("badges")[1] == []
    assert desk.file.read_bytes() == FILE


def test_a_note_too_large_for_any_editor_is_shown_in_part_and_offers_nothing(open_desk: Opener) -> None:
    desk = open_desk(b"x " * LARGEST_NOTE + "\n§\n".encode())
    view = sliced(desk)
    assert view.isVisible()
    assert len(view.toPlainText().replace("\n", "")) == LARGEST_NOTE
    said = words_of(desk.window.notes.editor_pane.sliced)
    assert "too large to be edited here" in said
    assert "Only its beginning is shown" in said
    assert desk.window.notes.editor_pane.sliced.break_button.isHidden()


def test_hidden_characters_are_seen_in_the_slices_too(open_desk: Opener) -> None:
    desk = open_desk(("a\u200b" + LONG).encode() + "\n§\n".encode())
    assert sliced(desk).toPlainText().startswith("a\u200bsown")
    assert "\ufffc" in sliced(desk).document().toRawText()


def test_from_the_slices_back_to_the_list_by_keyboard(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    assert desk.window.focusWidget() is sliced(desk)
    desk.press(Qt.Key.Key_Escape)
    assert desk.window.focusWidget() is desk.list


def test_a_note_with_thousands_of_hidden_characters_is_cleaned_or_left_as_it_is(open_desk: Opener) -> None:
    poisoned = "tea\u200bpot\u202e " * 3_000
    data = f"one\n§\n{poisoned.strip()}\n§\n".encode()
    desk = open_desk(data)
    desk.click_row(1)
    pane = desk.window.notes.editor_pane.sliced
    assert sliced(desk).toPlainText().replace("\n", "") in poisoned
    assert "nobody can see" in words_of(pane)
    assert pane.break_button.isHidden()
    desk.click(pane.clean_button)
    assert desk.editor.isVisible()
    assert desk.editor.toPlainText() == ("teapot " * 3_000).strip()
    assert desk.file.read_bytes() == data
    desk.window.notes.revert()
    desk.until(lambda: pane.isVisible())
    assert desk.file.read_bytes() == data
