"""A note changed here and by somebody else: what each decision makes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from newt_gui.notes.conflicts import LARGE, together
from newt_gui.qt.text_view import FaithfulTextView
from tests.journeys.conftest import Desk
from tests.journeys.test_others_write import replace_file

Opener = Callable[..., Desk]
CONTROL = Qt.KeyboardModifier.ControlModifier
FILE = "one\nsame\n§\ntwo\n§\n".encode()
THEIRS = "theirs\nsame\n§\ntwo\n§\n".encode()


@pytest.fixture
def desk(open_desk: Opener) -> Desk:
    """Both texts differ, and the view that compares them is open."""
    desk = open_desk(FILE)
    desk.click_row(0)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.editor.insertPlainText("mine\nsame")
    replace_file(desk.file, THEIRS)
    desk.until(lambda: desk.column("badges")[0] == ["changed", "unsaved"])
    desk.click_button(desk.part("row_banner"), "Compare and decide")
    desk.until(lambda: view(desk).isVisible())
    return desk


def view(desk: Desk) -> QWidget:
    return desk.part("conflict_view")


def decide(desk: Desk, choice: str) -> None:
    desk.click_button(view(desk), choice)
    desk.rest()
    assert not view(desk).isVisible()


def test_all_three_texts_are_shown(desk: Desk) -> None:
    texts = {part.accessibleName(): part.text() for part in view(desk).findChildren(FaithfulTextView)}
    assert texts == {
        "Your text": "mine\nsame",
        "In the file now": "theirs\nsame",
        "Before both changes": "one\nsame",
    }


def test_mine_replaces_theirs(desk: Desk) -> None:
    decide(desk, "Use mine")
    desk.until_file_is("mine\nsame\n§\ntwo\n§\n".encode())
    desk.rest()
    assert desk.column("badges") == [[], []]
    assert desk.banner("row_banner") == ""


def test_theirs_stands_and_mine_comes_back_with_undo(desk: Desk) -> None:
    decide(desk, "Use theirs")
    assert desk.editor.toPlainText() == "theirs\nsame"
    assert desk.column("badges") == [[], []]
    desk.press(Qt.Key.Key_Z, CONTROL)
    assert desk.editor.toPlainText() == "mine\nsame"
    desk.save()
    desk.until_file_is("mine\nsame\n§\ntwo\n§\n".encode())


def test_both_are_edited_together(desk: Desk) -> None:
    decide(desk, "Edit together")
    assert desk.editor.toPlainText() == "mine\ntheirs\nsame"
    assert desk.column("badges")[0] == ["unsaved"]
    assert desk.file.read_bytes() == THEIRS
    desk.save()
    desk.until_file_is("mine\ntheirs\nsame\n§\ntwo\n§\n".encode())


def test_both_are_kept_as_two_notes(desk: Desk) -> None:
    decide(desk, "Keep both as two notes")
    desk.until_file_is("theirs\nsame\n§\ntwo\n§\nmine\nsame\n§\n".encode())


def test_it_can_wait(desk: Desk) -> None:
    desk.press(Qt.Key.Key_Escape)
    assert not view(desk).isVisible()
    assert desk.editor.hasFocus()
    assert desk.column("badges")[0] == ["changed", "unsaved"]
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == THEIRS
    assert "Not saved" in desk.banner("row_banner")


def test_what_they_write_meanwhile_is_shown_at_once(desk: Desk) -> None:
    replace_file(desk.file, THEIRS.replace(b"theirs", b"newest"))
    desk.until(
        lambda: any(part.text() == "newest\nsame" for part in view(desk).findChildren(FaithfulTextView))
    )
    decide(desk, "Use mine")
    desk.until_file_is("mine\nsame\n§\ntwo\n§\n".encode())


def test_a_conflict_that_goes_by_itself_leaves_nothing_to_decide(desk: Desk) -> None:
    replace_file(desk.file, "mine\nsame\n§\ntwo\n§\n".encode())
    desk.until(lambda: not view(desk).isVisible())
    assert desk.column("badges") == [[], []]


def test_another_note_can_be_opened_and_saved_meanwhile(desk: Desk) -> None:
    desk.click_row(1)
    desk.press(Qt.Key.Key_Return)
    desk.type("my ")
    desk.save()
    desk.until_file_is("theirs\nsame\n§\nmy two\n§\n".encode())
    desk.rest()
    desk.click_row(0)
    assert desk.editor.toPlainText() == "mine\nsame"
    assert desk.column("badges")[0] == ["changed", "unsaved"]


def test_lines_that_both_have_stand_once() -> None:
    assert together("a\nb\nc", "a\nB\nc\nd") == "a\nb\nB\nc\nd"
    assert together("x", "y") == "x\ny"
    large = "x" * (LARGE + 1)
    assert together(large, "y") == f"{large}\n\ny"
