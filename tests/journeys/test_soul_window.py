"""The Soul page in the program's own window: its place in the side bar, its actions, and leaving."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from newt_gui.core.history import Who
from newt_gui.qt.dialogs import Dialogs
from tests.journeys.conftest import Desk, words_of
from tests.journeys.test_list_operations import CONTROL, news_button

Opener = Callable[..., Desk]


def soul(desk: Desk, tmp_path: Path) -> Any:
    """The page, brought into view by its shortcut, with a soul in the workspace."""
    (tmp_path / ".newt").mkdir(exist_ok=True)
    (tmp_path / ".newt" / "soul.md").write_text("Mine.\n")
    desk.press(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    page = desk.window.page("soul")
    desk.until(lambda: page.text_pane.text.text() == "Mine.")
    return page


def edit(desk: Desk, page: Any) -> None:
    desk.click(page.text_pane.primary_button)
    desk.until(lambda: page.session.editing.draft is not None)
    desk.until(lambda: page.edit_pane.editor.hasFocus())


def test_the_page_shows_the_winner_of_the_windows_workspace(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk()
    page = soul(desk, tmp_path)
    assert desk.part("soul_text").isVisible()
    assert desk.part("soul_ladder").isVisible()
    assert desk.part("config_chain").isVisible()
    other = tmp_path / "other"
    (other / ".newt").mkdir(parents=True)
    (other / ".newt" / "soul.md").write_text("Of the other.\n")
    desk.window._places.choose_workspace(other)
    desk.until(lambda: page.text_pane.text.text() == "Of the other.")


def test_the_windows_save_and_revert_work_on_the_soul(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk()
    page = soul(desk, tmp_path)
    assert not desk.action("action_save").isEnabled()
    edit(desk, page)
    desk.type("So. ")
    assert desk.window.isWindowModified()
    desk.save()
    desk.until(lambda: (tmp_path / ".newt" / "soul.md").read_text() == "So. Mine.\n")
    desk.until(lambda: "counts from the next session" in desk.news)
    desk.type("More. ")
    desk.action("action_revert").trigger()
    assert page.edit_pane.editor.text() == "So. Mine.\n"
    assert desk.file.read_bytes() == "one\n§\ntwo\n§\n".encode()


def test_the_windows_earlier_versions_are_the_souls(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk()
    page, path = soul(desk, tmp_path), tmp_path / ".newt" / "soul.md"
    edit(desk, page)
    theirs = f"import pathlib; pathlib.Path({str(path)!r}).write_bytes(b'Theirs.')"
    subprocess.run([sys.executable, "-c", theirs], check=True)
    desk.until(lambda: page.edit_pane.editor.text() == "Theirs.")
    desk.press(Qt.Key.Key_H, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    desk.until(lambda: page.shows_versions and page.versions_view.versions.count() == 2)
    desk.press(Qt.Key.Key_Down)
    desk.rest()
    desk.click(page.versions_view.primary_button)
    desk.until(lambda: page.edit_pane.editor.hasFocus())
    assert page.edit_pane.editor.text() == "Mine.\n"
    assert path.read_bytes() == b"Theirs."
    desk.save()
    desk.until(lambda: path.read_bytes() == b"Mine.\n")
    assert desk.file.read_bytes() == "one\n§\ntwo\n§\n".encode()


def test_a_restored_config_is_undone_by_the_button_in_the_bar(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk()
    page, config = soul(desk, tmp_path), tmp_path / "newt.toml"
    page.session.history.put(config, b"# then\r\n", Who.APP, "saved")
    config.write_bytes(b"\xef\xbb\xbf# now\r\n[tui]\r\n")
    page.session.refresh()
    page.ladder.chain.history_requested.emit(page.ladder.chain._lines.lines[1].file)
    desk.until(lambda: page.shows_versions and page.versions_view.versions.count() == 2)
    desk.press(Qt.Key.Key_Down)
    desk.rest()
    desk.click(page.versions_view.primary_button)
    desk.until(lambda: config.read_bytes() == b"# then\r\n")
    desk.until(lambda: "counts from the next session" in desk.news)
    news_button(desk, "Undo")
    desk.until(lambda: config.read_bytes() == b"\xef\xbb\xbf# now\r\n[tui]\r\n")


def test_another_workspace_leaves_the_versions(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk()
    page = soul(desk, tmp_path)
    desk.action("action_history").trigger()
    desk.until(lambda: page.shows_versions and page.versions_view.versions.count() == 1)
    (tmp_path / "other").mkdir()
    desk.window._places.choose_workspace(tmp_path / "other")
    desk.until(lambda: page.session.resolution is not None)
    assert not page.shows_versions


def test_closing_while_versions_are_shown_is_orderly(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk()
    page = soul(desk, tmp_path)
    desk.action("action_history").trigger()
    assert page.shows_versions
    desk.window.close()
    assert not desk.window.isVisible()


def test_closing_asks_about_an_unsaved_soul(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk()
    page = soul(desk, tmp_path)
    edit(desk, page)
    desk.type("So. ")
    assert isinstance(page._services.dialogs, Dialogs)
    desk.window.close()
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    question = desk.part("question")
    assert "The soul has unsaved changes." in words_of(question)
    desk.click_button(question, "Keep editing")
    assert desk.window.isVisible()
    assert page.edit_pane.editor.text() == "So. Mine.\n"
    assert (tmp_path / ".newt" / "soul.md").read_text() == "Mine.\n"
