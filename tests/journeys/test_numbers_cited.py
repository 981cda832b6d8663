"""Before note numbers change that a note or the soul refers to, the window asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from newt_gui.shell.places import Places
from tests.journeys.conftest import Desk
from tests.journeys.test_list_operations import CONTROL, SHIFT, answer, click_row, notes, question

Opener = Callable[..., Desk]
FILE = notes("one", "two", "see note:4", "four")


def nothing_is_asked(desk: Desk) -> bool:
    return desk.window.findChild(QWidget, "question") is None


def test_a_move_shows_who_refers_to_what_and_waits_for_the_answer(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(3)
    desk.action("action_move_up").trigger()
    words = question(desk)
    assert "Note 3 “see note:4” refers to note 4, which becomes note 3." in words
    assert "3 → 4\n4 → 3" in words
    assert desk.file.read_bytes() == FILE
    answer(desk, "go")
    desk.until_file_is(notes("one", "two", "four", "see note:4"))


def test_cancel_changes_nothing_and_nothing_hangs(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(0)
    desk.press(Qt.Key.Key_Delete)
    assert "which becomes note 3" in question(desk)
    answer(desk, "cancel")
    desk.rest()
    assert desk.file.read_bytes() == FILE
    assert desk.titles == ["one", "two", "see note:4", "four"]
    assert not desk.window.notes.is_saving
    desk.click_row(3)
    desk.editor.setPlainText("FOUR")
    desk.save()
    desk.until_file_is(notes("one", "two", "see note:4", "FOUR"))


def test_a_note_that_goes_is_said_to_go(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(3)
    desk.press(Qt.Key.Key_Delete)
    words = question(desk)
    assert "refers to note 4, which is deleted." in words
    assert "4 → deleted" in words
    answer(desk, "go")
    desk.until_file_is(notes("one", "two", "see note:4"))


def test_many_numbers_are_told_as_ranges(open_desk: Opener) -> None:
    desk = open_desk(notes(*(f"line {at}" for at in range(1, 31)), "as in notes 3 and 30"))
    click_row(desk, 1)
    click_row(desk, 3, CONTROL)
    desk.press(Qt.Key.Key_Delete)
    words = question(desk)
    assert "2 → deleted\n3 → 2\n4 → deleted\n5–31 → 3–29" in words
    answer(desk, "cancel")


def test_merged_notes_become_a_part_of_the_first(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "two, see note 5", "three", "four", "five, see notes 2 and 3"))
    click_row(desk, 0)
    click_row(desk, 2, SHIFT)
    desk.press(Qt.Key.Key_M, CONTROL)
    words = question(desk)
    assert "Note 2 “two, see note 5” refers to note 5, which becomes note 3." in words
    assert "refers to note 2, which becomes a part of note 1." in words
    assert "refers to note 3, which becomes a part of note 1." in words
    assert "2–3 → a part of 1\n4–5 → 2–3" in words
    answer(desk, "cancel")


def test_an_unsaved_text_that_refers_counts_too(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "two", "three"))
    desk.press(Qt.Key.Key_N, CONTROL)
    desk.type("like note 3")
    desk.click_row(0)
    desk.press(Qt.Key.Key_Delete)
    assert "The new note “like note 3” refers to note 3, which becomes note 2." in question(desk)
    answer(desk, "go")
    desk.until_file_is(notes("two", "three"))


def test_the_soul_of_the_home_counts(open_desk: Opener, home: Path) -> None:
    (home / "soul.md").write_bytes("Caf\u00e9. Mind Note:2.".encode("latin-1"))
    desk = open_desk(notes("one", "two"))
    desk.click_row(0)
    desk.press(Qt.Key.Key_Delete)
    assert f"The soul {home / 'soul.md'} refers to note 2, which becomes note 1." in question(desk)
    answer(desk, "go")
    desk.until_file_is(notes("two"))


def test_the_soul_of_the_workspace_counts_also_where_another_one_wins(
    open_desk: Opener, home: Path, tmp_path: Path
) -> None:
    soul = tmp_path / ".newt" / "soul.md"
    soul.parent.mkdir()
    soul.write_text("Mind note:2.")
    desk = open_desk(notes("one", "two"))
    desk.click_row(0)
    desk.press(Qt.Key.Key_Delete)
    assert f"The soul {soul} refers to note 2, which becomes note 1." in question(desk)
    answer(desk, "cancel")
    other = tmp_path / "elsewhere"
    other.mkdir()
    places = desk.window.findChild(Places)
    assert isinstance(places, Places)
    places.choose_workspace(other)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("two"))


def test_nothing_is_asked_where_no_number_that_changes_is_cited(open_desk: Opener, home: Path) -> None:
    (home / "soul.md").mkdir()
    desk = open_desk(notes("one, not note 4", "see note:1", "three", "four"))
    desk.click_row(2)
    desk.action("action_move_up").trigger()
    desk.until_file_is(notes("one, not note 4", "three", "see note:1", "four"))
    desk.rest()
    assert nothing_is_asked(desk)


def test_what_a_note_says_that_goes_itself_does_not_count(open_desk: Opener) -> None:
    desk = open_desk(notes("see note 2", "two"))
    desk.click_row(0)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(notes("two"))
    assert nothing_is_asked(desk)


def test_splitting_and_merging_ask_as_well(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    click_row(desk, 0)
    click_row(desk, 1, CONTROL)
    desk.press(Qt.Key.Key_M, CONTROL)
    assert "which becomes note 3" in question(desk)
    answer(desk, "cancel")
    desk.click_row(0)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_Home, CONTROL)
    desk.press(Qt.Key.Key_Right)
    desk.action("action_split_here").trigger()
    assert "which becomes note 5" in question(desk)
    answer(desk, "go")
    desk.until_file_is(notes("o", "ne", "two", "see note:4", "four"))


def test_what_others_wrote_while_it_was_asked_is_kept(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(0)
    desk.press(Qt.Key.Key_Delete)
    question(desk)
    desk.file.write_bytes(notes("zero", "one", "two", "see note:4", "four"))
    desk.until(lambda: len(desk.titles) == 5)
    answer(desk, "go")
    desk.until_file_is(notes("zero", "two", "see note:4", "four"))
