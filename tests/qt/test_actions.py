"""Menus and shortcuts from one table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow
from pytestqt.qtbot import QtBot

from newt_gui.qt.actions import ActionSpec, build_actions, keep_icons, line, standard
from newt_gui.qt.theme import DARK, LIGHT, Theme

SPECS = (
    ActionSpec("action_new_note", "&New note", "&Notes", "Ctrl+N", "octagon-x", "Begin a new note"),
    line("&Notes"),
    ActionSpec("action_wide", "&Wide", "&View", "Ctrl+1; Alt+1", checkable=True),
    ActionSpec("action_delete_note", "&Delete", "&Notes", tip="<b>delete</b> it"),
    ActionSpec("action_hidden", "Hidden", "", "F8"),
)


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.setCentralWidget(QLineEdit())
    return made


@pytest.fixture
def log() -> list[object]:
    return []


@pytest.fixture
def actions(window: QMainWindow, log: list[object]) -> dict[str, QAction]:
    handlers = {
        "action_new_note": lambda: log.append("new"),
        "action_wide": log.append,
        "action_delete_note": lambda: log.append("delete"),
        "action_hidden": lambda: log.append("hidden"),
    }
    return build_actions(window, SPECS, handlers)


def test_menus_come_in_the_order_of_the_table(window: QMainWindow, actions: dict[str, QAction]) -> None:
    menus = [action.menu() for action in window.menuBar().actions()]
    assert [menu.title() for menu in menus] == ["&Notes", "&View"]
    assert menus[0].actions()[0] is actions["action_new_note"]
    assert menus[0].actions()[1].isSeparator()
    assert menus[0].actions()[2] is actions["action_delete_note"]
    assert menus[1].actions() == [actions["action_wide"]]
    assert [action.objectName() for action in actions.values()] == list(actions)


def test_triggering_calls_the_handler(actions: dict[str, QAction], log: list[object]) -> None:
    actions["action_new_note"].trigger()
    actions["action_delete_note"].trigger()
    actions["action_wide"].trigger()
    actions["action_wide"].trigger()
    assert log == ["new", "delete", True, False]
    actions["action_wide"].setChecked(True)
    assert log == ["new", "delete", True, False], "only a person's own doing counts"


def test_shortcuts_work_in_the_window(
    window: QMainWindow, actions: dict[str, QAction], log: list[object], qtbot: QtBot
) -> None:
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.menuBar().hide()
    QTest.keyClick(window.centralWidget(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window.centralWidget(), Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(window.centralWidget(), Qt.Key.Key_F8)
    assert log == ["new", True, "hidden"]


def test_tips_name_the_shortcut_and_are_never_markup(actions: dict[str, QAction]) -> None:
    assert actions["action_new_note"].toolTip() == "Begin a new note (Ctrl+N)"
    assert actions["action_new_note"].statusTip() == "Begin a new note"
    assert "&lt;b&gt;" in actions["action_delete_note"].toolTip()
    assert actions["action_wide"].toolTip() == "Wide (Ctrl+1)"


@pytest.mark.parametrize("second", ["Ctrl+N", "F3; Ctrl+N", "ctrl+n"])
def test_one_shortcut_for_two_actions_is_a_bug(window: QMainWindow, second: str) -> None:
    specs = (SPECS[0], ActionSpec("action_other", "Other", "&Notes", second))
    with pytest.raises(ValueError, match=r"action_new_note and action_other both want Ctrl\+N"):
        build_actions(window, specs, {"action_new_note": print, "action_other": print})


def test_a_shortcut_that_is_none_is_a_bug(window: QMainWindow) -> None:
    with pytest.raises(ValueError, match="Strg"):
        build_actions(window, [ActionSpec("a", "A", "", "Strg+N")], {"a": print})


def test_names_and_handlers_must_match(window: QMainWindow) -> None:
    with pytest.raises(ValueError, match="action_hidden"):
        build_actions(window, [SPECS[4]], {})
    with pytest.raises(ValueError, match="left_over"):
        build_actions(window, [], {"left_over": print})
    with pytest.raises(ValueError, match="twice"):
        build_actions(window, [SPECS[3], SPECS[3]], {"action_delete_note": print})


def test_standard_actions_have_their_usual_words(window: QMainWindow) -> None:
    names = ("action_save", "action_undo", "action_redo", "action_copy", "action_refresh")
    names += ("action_help", "action_about", "action_quit")
    specs = [standard(name, "&File") for name in names]
    made = build_actions(window, specs, dict.fromkeys(names, print))
    assert made["action_save"].text() == "&Save"
    assert made["action_save"].shortcut().toString() == "Ctrl+S"
    assert [keys.toString() for keys in made["action_redo"].shortcuts()] == ["Ctrl+Shift+Z", "Ctrl+Y"]
    assert made["action_quit"].menuRole() == QAction.MenuRole.QuitRole
    assert made["action_save"].menuRole() == QAction.MenuRole.NoRole
    with pytest.raises(KeyError):
        standard("action_unheard_of", "&File")


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme()
    made.install(qapp, "light")
    yield made
    made.deleteLater()
    qapp.styleHints().unsetColorScheme()
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())


def colours(action: QAction) -> set[str]:
    image = action.icon().pixmap(QSize(24, 24)).toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


def test_icons_follow_the_theme_as_long_as_the_window_lives(qtbot: QtBot, theme: Theme) -> None:
    window = QMainWindow()
    actions = build_actions(window, [SPECS[0]], {"action_new_note": print})
    keep_icons(window, theme, [SPECS[0]], actions)
    action = actions["action_new_note"]
    assert colours(action) == {LIGHT.text}
    theme.set_choice("dark")
    assert colours(action) == {DARK.text}
    with qtbot.waitSignal(window.destroyed):
        window.deleteLater()
    theme.set_choice("light")
