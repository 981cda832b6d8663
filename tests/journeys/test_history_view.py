"""Earlier versions of the notes: looked at, brought back, saved as a copy, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QListWidget, QWidget

from newt_gui.qt.text_view import FaithfulTextView
from tests.journeys.conftest import Desk, words_of
from tests.journeys.test_list_operations import CONTROL, answer, news_button, notes
from tests.journeys.test_list_undo import undo
from tests.journeys.test_others_write import replace_file

Opener = Callable[..., Desk]
SHIFT = Qt.KeyboardModifier.ShiftModifier
FIRST = notes("one", "two", "mid", "three")
NOW = notes("four", "one", "TWO", "mid")


@pytest.fixture
def desk(open_desk: Opener) -> Desk:
    """First the window reads FIRST, then somebody else makes NOW of it; the versions are shown."""
    desk = open_desk(FIRST)
    desk.rest()
    replace_file(desk.file, NOW)
    desk.until(lambda: desk.titles == ["four", "one", "TWO", "mid"])
    desk.rest()
    desk.press(Qt.Key.Key_H, CONTROL | SHIFT)
    desk.until(lambda: versions(desk).count() == 2)
    return desk


def versions(desk: Desk) -> QListWidget:
    found = desk.part("history_versions", QListWidget)
    assert isinstance(found, QListWidget)
    return found


def listed(desk: Desk) -> list[str]:
    found = desk.part("history_notes", QListWidget)
    assert isinstance(found, QListWidget)
    return [found.item(at).text().replace("\n", " | ") for at in range(found.count())]


def choose_version(desk: Desk, at: int) -> None:
    versions(desk).setCurrentRow(at)
    desk.rest()


def choose_note(desk: Desk, at: int) -> None:
    found = desk.part("history_notes", QListWidget)
    assert isinstance(found, QListWidget)
    found.setCurrentRow(at)


def texts(desk: Desk) -> list[str]:
    view = desk.part("history_view")
    return [part.text() for part in view.findChildren(FaithfulTextView) if part.isVisible()]


def test_the_newest_is_what_is_there_now(desk: Desk) -> None:
    assert "as it is now" in versions(desk).item(0).text()
    assert "written by somebody else" in versions(desk).item(1).text()
    assert "These are the notes that are there today." in words_of(desk.part("history_view"))


def test_each_note_of_then_stands_beside_what_became_of_it(desk: Desk) -> None:
    choose_version(desk, 1)
    assert listed(desk) == [
        "1  one | there today",
        "2  two | says something else today",
        "3  mid | there today",
        "4  three | gone today",
    ]
    assert "1 gone since, 1 changed since, 1 added since" in words_of(desk.part("history_view"))
    choose_note(desk, 1)
    assert texts(desk) == ["two", "TWO"]
    choose_note(desk, 3)
    assert texts(desk) == ["three"]


def test_one_note_comes_back_and_that_can_be_undone(desk: Desk) -> None:
    choose_version(desk, 1)
    choose_note(desk, 3)
    desk.click_button(desk.part("history_view"), "Restore this note")
    desk.until_file_is(notes("four", "one", "TWO", "mid", "three"))
    desk.rest()
    assert desk.titles == ["four", "one", "TWO", "mid", "three"]
    assert desk.editor.toPlainText() == "three"
    assert desk.editor.isVisible()
    news_button(desk, "Undo")
    desk.until_file_is(NOW)


def test_all_of_it_comes_back(desk: Desk) -> None:
    choose_version(desk, 1)
    desk.click_button(desk.part("history_view"), "Restore all")
    desk.until_file_is(FIRST)
    desk.rest()
    undo(desk)
    desk.until_file_is(NOW)


def test_what_newt_would_refuse_is_refused_here_too(open_desk: Opener) -> None:
    desk = open_desk(notes("one", "hid\u200bden"))
    desk.rest()
    replace_file(desk.file, notes("one"))
    desk.until(lambda: desk.titles == ["one"])
    desk.rest()
    desk.action("action_history").trigger()
    desk.until(lambda: versions(desk).count() == 2)
    choose_version(desk, 1)
    choose_note(desk, 1)
    desk.click_button(desk.part("history_view"), "Restore this note")
    desk.rest()
    assert desk.file.read_bytes() == notes("one")
    assert "U+200B" in desk.news or "hidden" in desk.news.lower()


def test_what_others_write_meanwhile_is_not_overwritten_unseen(desk: Desk) -> None:
    choose_version(desk, 1)
    newest = notes("four", "one", "TWO", "mid", "five")
    replace_file(desk.file, newest)
    desk.until(lambda: versions(desk).count() == 3)
    choose_version(desk, 2)
    desk.click_button(desk.part("history_view"), "Restore all")
    desk.until_file_is(FIRST)
    desk.rest()
    desk.action("action_history").trigger()
    desk.until(lambda: versions(desk).count() >= 4)


def test_a_version_is_forgotten_for_good(desk: Desk) -> None:
    choose_version(desk, 1)
    desk.click_button(desk.part("history_view"), "Forget this version…")
    answer(desk, "forget")
    desk.until(lambda: versions(desk).count() == 1)
    assert desk.file.read_bytes() == NOW


def test_a_version_that_is_no_text_can_be_saved_as_a_copy(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk(b"caf\xe9")
    desk.rest()
    replace_file(desk.file, notes("one"))
    desk.until(lambda: desk.titles == ["one"])
    desk.rest()
    desk.action("action_history").trigger()
    desk.until(lambda: versions(desk).count() == 2)
    choose_version(desk, 1)
    assert "no plain UTF-8 text" in words_of(desk.part("history_view"))
    desk.click_button(desk.part("history_view"), "Save a copy…")
    desk.until(lambda: desk.window.findChild(QFileDialog) is not None)
    dialog = desk.window.findChild(QFileDialog)
    dialog.selectFile(str(tmp_path / "copy.md"))
    dialog.accept()
    desk.until(lambda: (tmp_path / "copy.md").is_file())
    desk.rest()
    assert (tmp_path / "copy.md").read_bytes() == b"caf\xe9"


def test_esc_and_a_note_in_the_list_lead_back(desk: Desk) -> None:
    view = desk.part("history_view")
    desk.press(Qt.Key.Key_Escape)
    assert not view.isVisible()
    desk.action("action_history").trigger()
    desk.until(view.isVisible)
    desk.click_row(2)
    assert not view.isVisible()
    assert desk.editor.toPlainText() == "TWO"


def test_without_versions_it_says_so(open_desk: Opener) -> None:
    desk = open_desk(None)
    desk.rest()
    desk.action("action_history").trigger()
    desk.rest()
    assert "No earlier version is kept yet" in words_of(desk.part("history_view"))
    assert isinstance(desk.part("history_view"), QWidget)
