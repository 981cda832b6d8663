"""The window around the page: places, look, and what is kept from one start to the next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QFileDialog, QListWidget, QProgressBar, QPushButton, QWidget

from newt_gui.qt.tokens import DARK, LIGHT
from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]
FILE = "one\n§\ntwo\n§\n".encode()


def pick(desk: Desk, folder: Path) -> None:
    """Choose a folder in the dialog that stands open."""
    desk.until(lambda: desk.window.findChild(QFileDialog) is not None)
    dialog = desk.window.findChild(QFileDialog)
    dialog.setDirectory(str(folder))
    dialog.selectFile(str(folder))
    dialog.accept()
    desk.window.activateWindow()


def test_the_names_that_tests_and_assistive_technology_use(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    assert desk.window.objectName() == "main_window"
    for name in ("nav", "workspace_chooser", "message_bar", "budget_meter", "editor_budget"):
        assert desk.part(name, QWidget) is not None
    for name in ("notes_list", "notes_filter", "note_editor", "notes_banner"):
        assert desk.part(name, QWidget) is not None
    for name in ("new_note", "save", "revert", "undo", "refresh", "quit"):
        assert desk.action(f"action_{name}") is not None


def test_the_pages_stand_in_their_order(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    nav = desk.part("nav", QListWidget)
    assert isinstance(nav, QListWidget)
    assert [nav.item(at).text().split()[0] for at in range(nav.count())] == ["Notes", "Soul", "Recall"]


def test_the_budget_as_saved_and_with_this_edit(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    saved, edited = desk.part("budget_meter", QProgressBar), desk.part("editor_budget", QProgressBar)
    assert saved.accessibleDescription().startswith("0 %")
    desk.editor.setPlainText("x" * 2_100)
    desk.until(lambda: edited.accessibleDescription().startswith("Nearly full"))
    assert saved.accessibleDescription().startswith("0 %")
    desk.save()
    desk.until(lambda: saved.accessibleDescription().startswith("Nearly full · 95 %"))


def test_another_home_shows_its_notes_and_is_remembered(open_desk: Opener, tmp_path: Path) -> None:
    other = tmp_path / "other & <b>home"
    other.mkdir()
    (other / "NOTES.md").write_bytes("elsewhere\n§\n".encode())
    desk = open_desk(FILE)
    desk.action("action_choose_home").trigger()
    pick(desk, other)
    desk.until(lambda: desk.titles == ["elsewhere"])
    assert "other" in desk.part("home_button", QPushButton).accessibleName()
    desk.editor.setPlainText("changed")
    desk.save()
    desk.until(lambda: (other / "NOTES.md").read_bytes() == "changed\n§\n".encode())
    assert desk.file.read_bytes() == FILE


def test_changing_the_home_asks_about_unsaved_text_first(open_desk: Opener, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    desk = open_desk(FILE)
    desk.editor.setPlainText("draft")
    desk.action("action_choose_home").trigger()
    pick(desk, other)
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    desk.click(desk.part("choice_stay", QPushButton))
    assert desk.editor.toPlainText() == "draft"
    assert desk.titles == ["draft", "two"]


def test_the_home_comes_and_goes(open_desk: Opener, home: Path) -> None:
    desk = open_desk(None)
    home.rmdir()
    desk.rest()
    home.mkdir()
    desk.file.write_bytes(FILE)
    desk.until(lambda: desk.titles == ["one", "two"])


def test_the_workspace_is_remembered_among_the_recent_ones(open_desk: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "garden & site"
    folder.mkdir()
    desk = open_desk(FILE)
    desk.action("action_choose_workspace").trigger()
    pick(desk, folder)
    chooser = desk.part("workspace_chooser", QPushButton)
    assert isinstance(chooser, QPushButton)
    desk.until(lambda: "garden" in chooser.accessibleName())
    chooser.menu().aboutToShow.emit()
    assert any("garden" in action.text() for action in chooser.menu().actions())


def test_light_and_dark_can_be_chosen_while_it_runs(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    for choice, tokens in (("dark", DARK), ("light", LIGHT)):
        desk.action(f"action_theme_{choice}").trigger()
        assert desk.window.palette().window().color() == QColor(tokens.window)


def test_text_grows_and_shrinks(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    size = desk.editor.font().pointSizeF()
    desk.press(Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert desk.editor.font().pointSizeF() == size + 1
    desk.press(Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert desk.editor.font().pointSizeF() == size


def test_every_control_says_what_it_is(open_desk: Opener) -> None:
    """Each control that takes the focus has a name for those who can't see it."""
    desk = open_desk(FILE)
    for part in desk.window.findChildren(QWidget):
        if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            name = part.accessibleName() or getattr(part, "text", lambda: "")()
            assert name or part.objectName().startswith("qt_"), (part, part.objectName())


def test_every_action_has_a_text_and_no_two_share_a_shortcut(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    actions = [
        action for action in desk.window.findChildren(QAction) if action.objectName().startswith("action_")
    ]
    shortcuts = [key.toString() for action in actions for key in action.shortcuts()]
    assert all(action.text() for action in actions)
    assert len(set(shortcuts)) == len(shortcuts)


def test_about_says_what_it_is(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.action("action_about").trigger()
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    assert "Lucide" in words_of(desk.part("question"))
