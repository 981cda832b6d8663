"""A save that is refused: the reason at the editor, the cursor on the spot, nothing written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newt_gui.notes.slices import LONGEST_PLAIN_LINE
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
FILE = "one\n§\ntwo\n§\n".encode()


@pytest.mark.parametrize(
    "text, reason, spot",
    [
        ("fine\nha\u200blt", "newt refuses hidden characters", 7),
        ("fine\n § \nmore", "Line 2", 5),
        ("two", "Note 2 says exactly this already", None),
        ("", "would be empty", None),
        (" \n ", "would be empty", None),
        ("bell\x07", "newt refuses hidden characters", 4),
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


def test_the_reason_goes_when_the_text_is_mended(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("two")
    desk.save()
    desk.rest()
    assert desk.banner("reason_banner") != ""
    desk.type("!")
    assert desk.banner("reason_banner") == ""


def test_reverting_takes_the_reason_away(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("")
    desk.save()
    desk.rest()
    assert desk.banner("reason_banner") != ""
    desk.action("action_revert").trigger()
    assert desk.banner("reason_banner") == ""
    assert desk.window.focusWidget() is desk.editor


def test_a_note_too_large_for_the_editor_is_refused_in_the_message_bar(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    text = "x" * (LONGEST_PLAIN_LINE + 1) + "\u200b"
    desk.window.notes.session.edit(desk.window.notes.editor_pane.key, text)
    desk.click_row(1)
    desk.click_row(0)
    assert not desk.editor.isVisible()
    desk.save()
    desk.rest()
    assert "newt refuses this text" in desk.news
    assert desk.column("text")[0] == text
    assert desk.file.read_bytes() == FILE
