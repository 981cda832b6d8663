"""What was never saved and is discarded, and a file that became one note: both come back with undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from tests.journeys.conftest import Desk
from tests.journeys.test_list_operations import CONTROL, FILE, answer, news_button, notes
from tests.journeys.test_list_undo import delete, move_up, redo, save, undo, write

Opener = Callable[..., Desk]


def new_note(desk: Desk, text: str) -> None:
    desk.press(Qt.Key.Key_N, CONTROL)
    desk.type(text)


def discard(desk: Desk) -> None:
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Delete)
    desk.rest()


@pytest.fixture
def desk(open_desk: Opener) -> Desk:
    return open_desk(FILE)


def test_undo_in_the_list_brings_a_discarded_note_back_first(desk: Desk) -> None:
    delete(desk, 0)
    new_note(desk, "fresh")
    discard(desk)
    assert "fresh" in desk.action("action_undo").text()
    undo(desk)
    assert desk.titles == ["two", "three", "four", "fresh"]
    assert desk.editor.toPlainText() == "fresh"
    undo(desk)
    assert desk.titles == ["one", "two", "three", "four", "fresh"]
    assert desk.file.read_bytes() == FILE


def test_it_comes_back_after_another_message_and_another_save(desk: Desk) -> None:
    new_note(desk, "fresh")
    discard(desk)
    save(desk, 1, "now ")
    assert "fresh" not in desk.news
    undo(desk)
    assert desk.titles == ["one", "now two", "three", "four", "fresh"]
    desk.window.notes.save()
    desk.until_file_is(notes("one", "now two", "three", "four", "fresh"))


def test_discarding_is_done_again_and_undone_again(desk: Desk) -> None:
    new_note(desk, "fresh")
    discard(desk)
    undo(desk)
    redo(desk)
    assert desk.titles == ["one", "two", "three", "four"]
    undo(desk)
    assert desk.titles == ["one", "two", "three", "four", "fresh"]
    assert desk.file.read_bytes() == FILE


def test_what_was_written_since_it_came_back_outlives_doing_it_again(desk: Desk) -> None:
    new_note(desk, "fresh")
    discard(desk)
    undo(desk)
    write(desk, 4, "very ")
    redo(desk)
    assert desk.titles[-1] == "very fresh"


def test_reverting_a_new_note_is_undone_as_well(desk: Desk) -> None:
    new_note(desk, "fresh")
    desk.action("action_revert").trigger()
    desk.rest()
    assert desk.titles == ["one", "two", "three", "four"]
    undo(desk)
    assert desk.titles[-1] == "fresh"


def test_several_at_once_come_back_at_once(desk: Desk) -> None:
    new_note(desk, "fresh")
    desk.press(Qt.Key.Key_Escape)
    new_note(desk, "fresher")
    desk.press(Qt.Key.Key_Escape)
    desk.click_row(4)
    desk.press(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    desk.press(Qt.Key.Key_Delete)
    desk.rest()
    assert desk.titles == ["one", "two", "three", "four"]
    news_button(desk, "Undo")
    desk.rest()
    assert desk.titles == ["one", "two", "three", "four", "fresh", "fresher"]


def test_nothing_written_is_nothing_to_undo(desk: Desk) -> None:
    new_note(desk, "")
    discard(desk)
    assert desk.titles == ["one", "two", "three", "four"]
    assert not desk.action("action_undo").isEnabled()


def test_it_asks_nothing_of_an_odd_file(open_desk: Opener) -> None:
    desk = open_desk(b"a\r\nb\r\n")
    new_note(desk, "fresh")
    discard(desk)
    undo(desk)
    assert desk.titles == ["a", "b", "fresh"]
    assert desk.file.read_bytes() == b"a\r\nb\r\n"


LEGACY = b"# Title\n\n  - a\n  - b\n"
WHOLE = "# Title\n\n  - A\n  - b\n§\n".encode()


def keep_whole(open_desk: Opener) -> Desk:
    desk = open_desk(LEGACY)
    desk.click_row(1)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.type("- A")
    desk.save()
    answer(desk, "keep")
    desk.until_file_is(WHOLE)
    desk.rest()
    return desk


def test_text_undo_does_not_take_the_other_lines_out_of_a_file_kept_whole(open_desk: Opener) -> None:
    desk = keep_whole(open_desk)
    assert desk.titles == ["# Title"]
    assert desk.editor.hasFocus()
    for _ in range(5):
        desk.press(Qt.Key.Key_Z, CONTROL)
    assert desk.editor.toPlainText() == "# Title\n\n  - A\n  - b"
    desk.press(Qt.Key.Key_End, CONTROL)
    desk.type("!")
    desk.save()
    desk.until_file_is("# Title\n\n  - A\n  - b!\n§\n".encode())


def test_keeping_the_file_whole_is_undone_with_the_edit_as_it_was(open_desk: Opener) -> None:
    desk = keep_whole(open_desk)
    news_button(desk, "Undo")
    desk.until_file_is("# Title\n§\n- a\n§\n- b\n§\n".encode())
    desk.rest()
    assert desk.titles == ["# Title", "- A", "- b"]
    assert desk.column("badges")[1] == ["unsaved"]
    redo(desk)
    desk.until_file_is(WHOLE)
    desk.rest()
    assert desk.titles == ["# Title"]


def test_what_was_written_in_other_lines_stays_unsaved_when_the_file_becomes_one_note(
    open_desk: Opener,
) -> None:
    desk = open_desk(LEGACY)
    write(desk, 2, "my ")
    desk.click_row(1)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_A, CONTROL)
    desk.type("- A")
    desk.save()
    answer(desk, "keep")
    desk.until_file_is(WHOLE)
    desk.rest()
    assert desk.titles == ["# Title", "my - b"]
    undo(desk)
    assert "my - b" in desk.titles


def test_what_others_took_away_is_not_said_to_be_undone(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    move_up(desk, 1)
    desk.file.write_bytes(notes("another", "file"))
    desk.window.notes.refresh()
    desk.rest()
    undo(desk)
    assert "can't be undone any more: move note 2" in desk.news
    assert desk.titles == ["another", "file"]
    assert not desk.action("action_undo").isEnabled()


def test_undo_says_when_it_goes_over_the_limit(open_desk: Opener) -> None:
    desk = open_desk(notes("a" * 1_500, "b" * 500))
    delete(desk, 1)
    new_note(desk, "c" * 600)
    desk.save()
    desk.until_file_is(notes("a" * 1_500, "c" * 600))
    desk.rest()
    undo(desk)
    assert desk.file.read_bytes() == notes("a" * 1_500, "c" * 600, "b" * 500)
    assert "408 bytes over newt's limit now" in desk.news
