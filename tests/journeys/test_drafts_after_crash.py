"""A window that is killed in the middle of writing: the next one offers what was unsaved."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from newt_gui.core.paths import app_folders
from tests.journeys.conftest import Desk, words_of
from tests.journeys.test_process import running

Opener = Callable[..., Desk]
FILE = "one\n§\ntwo\n§\n".encode()


def kept_files() -> list[Path]:
    folder = app_folders().data / "drafts"
    return sorted(folder.glob("*.json")) if folder.is_dir() else []


def crash(home: Path) -> None:
    """A window on FILE in which "draft" was written over the first note is killed."""
    (home / "NOTES.md").write_bytes(FILE)
    with running(home, "draft") as process:
        assert process.stdout is not None
        while not kept_files():
            time.sleep(0.02)
        process.kill()
        process.wait(20)


def question(desk: Desk) -> QWidget:
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    return desk.part("question")


def answer(desk: Desk, words: str) -> None:
    [button] = [one for one in question(desk).findChildren(QPushButton) if one.text() == words]
    desk.click(button)
    desk.rest()


def test_what_was_unsaved_comes_back_beside_the_file(open_desk: Opener, home: Path) -> None:
    crash(home)
    desk = open_desk(FILE)
    assert "unsaved text of one note" in words_of(question(desk))
    assert "draft" in words_of(question(desk))
    answer(desk, "Bring it back")
    assert desk.titles == ["draft", "two"]
    assert desk.column("badges")[0] == ["unsaved"]
    assert desk.file.read_bytes() == FILE
    assert len(kept_files()) == 1  # this window's own by now
    desk.action("action_save").trigger()
    desk.until_file_is("draft\n§\ntwo\n§\n".encode())
    desk.until(lambda: kept_files() == [])


def test_it_never_replaces_what_the_file_says_by_now(open_desk: Opener, home: Path) -> None:
    crash(home)
    desk = open_desk("newer\n§\ntwo\n§\n".encode())
    answer(desk, "Bring it back")
    assert desk.titles == ["newer", "two", "draft"]
    assert desk.column("badges")[2] == ["removed", "unsaved"]
    assert desk.file.read_bytes() == "newer\n§\ntwo\n§\n".encode()


def test_it_waits_for_the_next_start_if_that_is_wanted(open_desk: Opener, home: Path) -> None:
    crash(home)
    desk = open_desk(FILE)
    answer(desk, "Decide at the next start")
    assert desk.titles == ["one", "two"]
    assert len(kept_files()) == 1
    again = open_desk(FILE)
    assert "draft" in words_of(question(again))


def test_it_goes_where_it_is_not_wanted(open_desk: Opener, home: Path) -> None:
    crash(home)
    desk = open_desk(FILE)
    answer(desk, "Discard it")
    assert kept_files() == []
    assert desk.titles == ["one", "two"]


def test_what_the_file_holds_already_is_not_asked_about(open_desk: Opener, home: Path) -> None:
    crash(home)
    desk = open_desk("draft\n§\ntwo\n§\n".encode())
    desk.until(lambda: kept_files() == [])
    assert desk.window.findChild(QWidget, "question") is None


@pytest.mark.parametrize("save", [True, False])
def test_an_orderly_end_leaves_nothing_behind(open_desk: Opener, save: bool) -> None:
    desk = open_desk(FILE)
    desk.rest()
    desk.editor.setPlainText("mine")
    desk.until(lambda: len(kept_files()) == 1)
    if save:
        desk.save()
        desk.until(lambda: kept_files() == [])
    else:
        desk.window.close()
        answer(desk, "Discard changes")
        desk.until(lambda: not desk.window.isVisible())
    assert kept_files() == []
