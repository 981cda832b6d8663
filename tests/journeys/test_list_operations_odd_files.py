"""List operations on files that are not as they should be: asked, refused or let through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.journeys.conftest import Desk
from tests.journeys.test_list_operations import CONTROL, answer, click_row, news_button, notes, question

Opener = Callable[..., Desk]


@pytest.mark.parametrize(
    "data, said",
    [
        (b"a\nb\nc\n", "Each line becomes a note"),
        (notes("a", "b", "c").replace(b"\n", b"\r\n"), "CR LF"),
        (notes("a", "b", "c").removesuffix("\n§\n".encode()), "after the last note is written again"),
    ],
)
def test_what_the_first_write_changes_besides_is_asked_once(
    open_desk: Opener, data: bytes, said: str
) -> None:
    desk = open_desk(data)
    desk.click_row(1)
    desk.press(Qt.Key.Key_Delete)
    assert said in question(desk)
    assert desk.window.findChild(QWidget, "choice_keep") is None
    answer(desk, "cancel")
    desk.rest()
    assert desk.file.read_bytes() == data
    desk.press(Qt.Key.Key_Delete)
    question(desk)
    answer(desk, "save")
    desk.until_file_is(notes("a", "c"))
    desk.rest()
    desk.action("action_move_up").trigger()
    desk.until_file_is(notes("c", "a"))


def test_a_second_name_of_the_file_is_told(open_desk: Opener, home: Path) -> None:
    (home / "NOTES.md").write_bytes(notes("a", "b"))
    (home / "other.md").hardlink_to(home / "NOTES.md")
    desk = open_desk(None)
    desk.press(Qt.Key.Key_Delete)
    assert "second name" in question(desk)
    answer(desk, "save")
    desk.until_file_is(notes("b"))
    assert (home / "other.md").read_bytes() == notes("a", "b")


def test_nothing_can_be_done_to_a_file_that_is_not_text(open_desk: Opener) -> None:
    desk = open_desk(b"one\n\xc2\xa7\ntwo\xff\n")
    for name in ("duplicate_note", "delete_note", "move_up", "split_here", "merge_notes", "undo"):
        assert not desk.action(f"action_{name}").isEnabled()
    commands = desk.window.notes.commands
    for deed in (commands.delete, commands.move_up, commands.merge, commands.split_here, commands.undo):
        deed()
    desk.rest()
    assert desk.file.read_bytes() == b"one\n\xc2\xa7\ntwo\xff\n"


def test_a_file_that_turns_unreadable_refuses_undo_with_the_reason_and_keeps_it(open_desk: Opener) -> None:
    desk = open_desk(notes("a", "b"))
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("b"))
    desk.rest()
    desk.file.write_bytes(b"\xff")
    desk.until(lambda: "not plain UTF-8" in desk.banner("notes_banner"))
    assert not desk.action("action_undo").isEnabled()
    desk.file.write_bytes(notes("b"))
    desk.until(lambda: desk.banner("notes_banner") == "")
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Z, CONTROL)
    desk.until_file_is(notes("a", "b"))


def test_a_file_over_the_limit_lets_through_what_makes_it_no_larger(open_desk: Opener) -> None:
    large = ["a" * 1_500, "b" * 800, "c c"]
    desk = open_desk(notes(*large))
    desk.click_row(1)
    desk.action("action_move_up").trigger()
    desk.until_file_is(notes(large[1], large[0], large[2]))
    desk.rest()
    click_row(desk, 0)
    click_row(desk, 2, CONTROL)
    desk.press(Qt.Key.Key_M, CONTROL)
    desk.until_file_is(notes(f"{large[1]}\n\n{large[2]}", large[0]))
    desk.rest()
    desk.click_row(1)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes(f"{large[1]}\n\n{large[2]}"))
    desk.rest()
    news_button(desk, "Undo")
    desk.until_file_is(notes(f"{large[1]}\n\n{large[2]}", large[0]))


def test_a_split_that_does_not_fit_is_refused_with_the_reason(open_desk: Opener) -> None:
    text = "a" * 1_100 + " " + "b" * 1_098
    desk = open_desk(notes(text))
    desk.press(Qt.Key.Key_Return)
    desk.editor.go_to(1_100)
    desk.action("action_split_here").trigger()
    desk.rest()
    assert "There is no room for this: 2 bytes too many." in desk.news
    assert desk.file.read_bytes() == notes(text)


def test_a_flagged_note_can_be_moved_and_deleted_but_not_split(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "bad\u200b text", "three"))
    desk.click_row(1)
    desk.action("action_move_up").trigger()
    desk.until_file_is(notes("bad\u200b text", "one", "three"))
    desk.rest()
    desk.press(Qt.Key.Key_Return)
    desk.editor.go_to(4)
    desk.action("action_split_here").trigger()
    desk.rest()
    assert "newt refuses this text" in desk.news
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("one", "three"))
    desk.rest()
    news_button(desk, "Undo")
    desk.until_file_is(notes("bad\u200b text", "one", "three"))


def test_a_write_that_fails_is_told_and_the_list_stays(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "two"))
    (desk.file.parent / ".NOTES.md.lock").mkdir()  # held for ever, so this is refused after 4 s
    desk.press(Qt.Key.Key_Delete)
    desk.until(lambda: "is writing this file" in desk.news)
    assert desk.titles == ["one", "two"]
    assert desk.file.read_bytes() == notes("one", "two")
