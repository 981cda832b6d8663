"""The Soul page in the program's own window: its place in the side bar, its actions, and leaving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from newt_gui.qt.dialogs import Dialogs
from tests.journeys.conftest import Desk, words_of

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
