"""A save that is refused: the reason at the editor, the cursor on the spot, nothing written."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
FILE = "one\n§\ntwo\n§\n".encode()


@pytest.mark.parametrize(
    "text, reason, spot",
    [
        ("fine\nha\u200blt", "U+200B", 7),
        ("fine\n § \nmore", "Line 2", 5),
        ("two", "Note 2 says exactly this already", None),
        ("x" * 2_200, "7 bytes too many", None),
        ("", "would be empty", None),
        (" \n ", "would be empty", None),
        ("bell\x07", "U+0007", 4),
    ],
)
def test_refused(open_desk: Opener, text: str, reason: str, spot: int | None) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText(text)
    desk.save()
    desk.rest()
    assert reason in desk.banner("reason_banner")
    assert desk.file.read_bytes() == FILE
    assert desk.editor.toPlainText() == text
    assert "unsaved" in desk.column("badges")[0]
    assert desk.window.focusWidget() is desk.editor
    if spot is not None:
        assert desk.editor.textCursor().selectionStart() == spot


def test_exactly_at_the_limit_is_saved(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    text = "x" * (2_200 - 7)
    desk.editor.setPlainText(text)
    desk.save()
    desk.until_file_is(f"{text}\n§\ntwo\n§\n".encode())


def test_over_the_limit_a_shorter_text_is_saved(open_desk: Opener) -> None:
    desk = open_desk(f"{'x' * 3_000}\n§\ntwo\n§\n".encode())
    assert "807 bytes over" in desk.banner("notes_banner")
    desk.editor.setPlainText("x" * 2_900)
    desk.save()
    desk.until_file_is(f"{'x' * 2_900}\n§\ntwo\n§\n".encode())


def test_the_repair_button_takes_the_hidden_character_out(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("ha\u200blt")
    banner = desk.part("reason_banner")
    desk.click_button(banner, "Remove it")
    assert desk.editor.toPlainText() == "halt"
    assert desk.banner("reason_banner") == ""
    desk.editor.undo()
    assert desk.editor.toPlainText() == "ha\u200blt"


def test_the_reason_goes_when_the_text_is_mended(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("two")
    desk.save()
    desk.rest()
    assert desk.banner("reason_banner") != ""
    desk.type("!")
    assert desk.banner("reason_banner") == ""


def test_a_reason_is_not_told_again_with_every_key(open_desk: Opener) -> None:
    """Its buttons stay the same ones, so a screen reader is not interrupted and no click is lost."""
    desk = open_desk(FILE)
    desk.editor.setPlainText("ha\u200blt")
    desk.editor.setFocus()
    buttons = [b for b in desk.part("reason_banner").findChildren(QPushButton) if not b.isHidden()]
    desk.press(Qt.Key.Key_End)
    desk.type("more")
    assert [b for b in desk.part("reason_banner").findChildren(QPushButton) if not b.isHidden()] == buttons
    desk.click_button(desk.part("reason_banner"), "Remove it")
    assert desk.editor.toPlainText() == "haltmore"


def test_reverting_takes_the_reason_away(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("")
    desk.save()
    desk.rest()
    assert desk.banner("reason_banner") != ""
    desk.action("action_revert").trigger()
    assert desk.banner("reason_banner") == ""
    assert desk.window.focusWidget() is desk.editor
