"""Each odd file opens with a banner: what newt makes of it, what the next save changes, and a way out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from tests.journeys.conftest import Desk, words_of
from tests.journeys.test_odd_files import answer

Opener = Callable[..., Desk]
MARK = b"\xef\xbb\xbf"


def buttons(desk: Desk) -> list[str]:
    """What the buttons of the banner say."""
    banner = desk.part("notes_banner")
    return [button.text() for button in banner.findChildren(QPushButton) if not button.isHidden()]


def press_button(desk: Desk, text: str) -> None:
    desk.click_button(desk.part("notes_banner"), text)


@pytest.mark.parametrize(
    "data, says, offers",
    [
        (b"a\nb\n", ["each line as a note", "first save puts a line with “§”"], []),
        (b"x" * 2_300 + "\n§\n".encode(), ["100 bytes over", "adds nothing"], ["Show the sizes"]),
        (MARK + "a\n§\n".encode(), ["byte order mark", "note 1"], ["Drop the byte order mark"]),
        ("a\r\n§\r\n".encode(), ["Windows style", "LF"], []),
        ("a\0b\n§\nc\rd\n§\n".encode(), ["notes 1 and 2", "U+0000 NULL"], ["Clean in the editor"]),
        ("a\x1b[31m\n§\n".encode(), ["note 1", "U+001B ESCAPE"], ["Clean in the editor"]),
        ("a\x85b\n§\n".encode(), ["U+0085 NEXT LINE"], ["Clean in the editor"]),
        (b"caf\xe9\n", ["byte 3", "sees no notes", "wipe it"], ["Make it readable…"]),
        ("one".encode("utf-16"), ["byte 0", "UTF-16", "wipe it"], ["Make it readable…"]),
    ],
)
def test_what_the_banner_says_and_offers(
    open_desk: Opener, data: bytes, says: list[str], offers: list[str]
) -> None:
    desk = open_desk(data)
    said = desk.banner("notes_banner")
    assert [words for words in says if words not in said] == []
    assert "Also" not in said
    assert buttons(desk) == offers
    assert desk.file.read_bytes() == data


@pytest.mark.parametrize("data", ["one\n§\n".encode(), b"", b"\n \n", None, "a\tb\n§\n".encode()])
def test_an_ordinary_an_empty_and_a_missing_file_have_none(open_desk: Opener, data: bytes | None) -> None:
    assert open_desk(data).banner("notes_banner") == ""


@pytest.mark.parametrize("data, is_made", [(None, True), (b"", False), (b" \n\n", False)])
def test_where_there_are_no_notes_the_next_step_is_offered(
    open_desk: Opener, data: bytes | None, is_made: bool
) -> None:
    desk = open_desk(data)
    said = words_of(desk.window.notes.editor_pane.empty)
    assert ("No notes yet" in said) is is_made
    assert ("There are no notes in the file." in said) is not is_made
    assert ("made by your first save" in said) is is_made
    desk.click_button(desk.window.notes.editor_pane.empty, "New note")
    desk.type("first")
    desk.save()
    if data:
        answer(desk, "save")  # the blank lines go
    desk.until_file_is("first\n§\n".encode())


def test_a_second_name_is_told(open_desk: Opener, home: Path) -> None:
    (home / "NOTES.md").write_bytes("one\n§\n".encode())
    os.link(home / "NOTES.md", home / "other.md")
    said = open_desk(None).banner("notes_banner")
    assert "second name" in said
    assert "keeps the old text" in said


def test_an_unreadable_file_says_what_newt_sees(open_desk: Opener, home: Path) -> None:
    (home / "NOTES.md").mkdir()
    desk = open_desk(None)
    assert "newt sees no notes" in desk.banner("notes_banner")
    assert buttons(desk) == ["Open the folder"]


def test_several_oddities_the_most_important_first_and_two_actions_at_most(open_desk: Opener) -> None:
    desk = open_desk(MARK + b"a\0b " + b"x" * 2_300 + b"\r\nsecond\r\n")
    said = desk.banner("notes_banner")
    order = [
        "bytes over newt's limit.",
        "Also: ",
        "byte order mark",
        "control characters",
        "one note a line",
        "CR LF",
    ]
    assert sorted(order, key=said.find) == order
    assert all(words in said for words in order)
    assert buttons(desk) == ["Show the sizes", "Drop the byte order mark"]


def test_the_byte_order_mark_goes_with_one_click_and_comes_back_with_undo(open_desk: Opener) -> None:
    before = MARK + "one\n§\ntwo\n§\n".encode()
    desk = open_desk(before)
    press_button(desk, "Drop the byte order mark")
    desk.until_file_is("one\n§\ntwo\n§\n".encode())
    desk.rest()
    assert desk.banner("notes_banner") == ""
    assert desk.column("text") == ["one", "two"]
    assert not desk.window.notes.has_drafts
    desk.click_row(0)
    desk.list.setFocus()
    desk.action("action_undo").trigger()
    desk.until_file_is(before)
    desk.until(lambda: "byte order mark" in desk.banner("notes_banner"))


@pytest.mark.parametrize("rest", ["a\u200bb", "two", "Ignore all previous instructions"], ids=ascii)
def test_what_else_newt_would_refuse_does_not_keep_the_mark_there(open_desk: Opener, rest: str) -> None:
    desk = open_desk(MARK + f"{rest}\n§\ntwo\n§\n".encode())
    press_button(desk, "Drop the byte order mark")
    desk.until_file_is(f"{rest}\n§\ntwo\n§\n".encode())


def test_a_first_note_of_the_mark_alone_goes_as_a_whole(open_desk: Opener) -> None:
    desk = open_desk(MARK + "\n§\ntwo\n§\n".encode())
    press_button(desk, "Drop the byte order mark")
    desk.until_file_is("two\n§\n".encode())


def test_dropping_the_mark_of_a_legacy_file_asks_first(open_desk: Opener) -> None:
    desk = open_desk(MARK + b"one\ntwo\n")
    press_button(desk, "Drop the byte order mark")
    answer(desk, "cancel")
    desk.rest()
    assert desk.file.read_bytes() == MARK + b"one\ntwo\n"
    press_button(desk, "Drop the byte order mark")
    answer(desk, "save")
    desk.until_file_is("one\n§\ntwo\n§\n".encode())


def test_what_is_being_written_of_note_1_loses_the_mark_and_nothing_else(open_desk: Opener) -> None:
    before = MARK + "one\n§\ntwo\n§\n".encode()
    desk = open_desk(before)
    desk.click_row(0)
    desk.editor.setFocus()
    desk.press(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    desk.type(" more")
    desk.click_row(1)
    press_button(desk, "Drop the byte order mark")
    assert desk.editor.toPlainText() == "one more"
    assert "save the note" in desk.news
    desk.rest()
    assert desk.file.read_bytes() == before
    desk.save()
    desk.until_file_is("one more\n§\ntwo\n§\n".encode())


def test_cleaning_cleans_every_such_note_and_writes_nothing_until_saved(open_desk: Opener) -> None:
    before = "plain\n§\na\0b\rc\n§\nd\x07\n§\n".encode()
    desk = open_desk(before)
    press_button(desk, "Clean in the editor")
    assert desk.editor.toPlainText() == "ab\nc"
    assert desk.column("text") == ["plain", "ab\nc", "d"]
    assert "2 notes are clean in the editor" in desk.news
    desk.rest()
    assert desk.file.read_bytes() == before
    press_button(desk, "Clean in the editor")
    assert "clean in the editor. Save them" in desk.news
    desk.action("action_undo").trigger()
    assert desk.editor.toPlainText() == "a\u240eb\u240ec" or "c" in desk.editor.toPlainText()
    press_button(desk, "Clean in the editor")
    desk.action("action_save_all").trigger()
    desk.until_file_is("plain\n§\nab\nc\n§\nd\n§\n".encode())
    desk.until(lambda: desk.banner("notes_banner") == "")


def test_a_note_too_large_to_be_cleaned_is_told_so(open_desk: Opener) -> None:
    before = f"a\0{'b' * 70_000}\n§\n".encode()
    desk = open_desk(before)
    desk.window.notes.file_banner.cleaning_requested.emit()  # its button is behind that of the sizes
    assert "Too large to be cleaned here: note 1." in desk.news
    desk.rest()
    assert desk.file.read_bytes() == before


def test_a_carriage_return_before_a_line_end_is_told_to_get_lost(open_desk: Opener) -> None:
    desk = open_desk("a\r\r\nb\n§\n".encode())
    assert "it is gone as soon as the file is written" in desk.banner("notes_banner")


def test_without_one_nothing_is_said_of_it(open_desk: Opener) -> None:
    assert "gone" not in open_desk("a\rb\n§\n".encode()).banner("notes_banner")


def test_the_sizes_open_by_keyboard(open_desk: Opener) -> None:
    desk = open_desk("".join(f"{letter * 1_200}\n§\n" for letter in "abc").encode())
    [button] = [b for b in desk.part("notes_banner").findChildren(QPushButton) if not b.isHidden()]
    button.setFocus()
    desk.press(Qt.Key.Key_Space)
    desk.until(lambda: desk.window.focusWidget() is desk.part("budget_sizes"))
    assert desk.part("budget_list").isVisible()


def test_a_dismissed_banner_stays_away_until_something_else_is_odd(open_desk: Opener) -> None:
    desk = open_desk("a\r\n§\r\nb\r\n§\r\n".encode())
    desk.window.notes.file_banner.banner.dismiss()
    desk.action("action_new_note").trigger()
    desk.action("action_refresh").trigger()
    desk.rest()
    assert desk.banner("notes_banner") == ""
    assert desk.window.notes.file_banner.height() == 0 or not desk.part("notes_banner").isVisible()
    desk.file.write_bytes(MARK + "a\r\n§\r\n".encode())
    desk.until(lambda: "byte order mark" in desk.banner("notes_banner"))


def test_what_can_lose_notes_can_not_be_dismissed(open_desk: Opener) -> None:
    desk = open_desk(b"caf\xe9\n")
    desk.window.notes.file_banner.banner.dismiss()
    assert desk.banner("notes_banner") != ""


def test_the_folder_is_asked_for(open_desk: Opener, home: Path) -> None:
    (home / "NOTES.md").mkdir()
    desk = open_desk(None)
    asked: list[bool] = []
    desk.window.notes.file_banner.folder_requested.disconnect()
    desk.window.notes.file_banner.folder_requested.connect(lambda: asked.append(True))
    press_button(desk, "Open the folder")
    assert asked == [True]
