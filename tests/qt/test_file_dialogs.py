"""Files picked through the door for dialogs, dialogs of their own in the queue, and the scripted double."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from newt_gui.qt.dialogs import Choice, Dialogs, Question
from newt_gui.qt.scripted_dialogs import FileAsked, ScriptedDialogs

NOTES = ("Notes", ("md", "txt"))
JSON = ("JSON", ("json",))
QUESTION = Question("Sure?", "", "", (Choice("yes", "Yes", "primary"), Choice("no", "No", "cancel")), "no")


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def dialogs(window: QMainWindow) -> Iterator[Dialogs]:
    made = Dialogs(lambda: window, native=False)
    yield made
    made.deleteLater()


def shown(window: QWidget, qtbot: QtBot, kind: type[QDialog] = QFileDialog) -> QDialog:
    qtbot.waitUntil(lambda: any(found.isVisible() for found in window.findChildren(kind)))
    return next(found for found in window.findChildren(kind) if found.isVisible())


def enter(qtbot: QtBot, dialog: QDialog, text: str) -> None:
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    field.setText(text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_a_file_can_be_picked(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "list.md").touch()
    picked: list[Path | None] = []
    dialogs.pick_file("Choose a file", tmp_path, [NOTES, JSON], picked.append)
    dialog = shown(window, qtbot)
    assert picked == []
    assert dialog.windowTitle() == "Choose a file"
    assert dialog.windowModality() == Qt.WindowModality.WindowModal
    assert dialog.nameFilters() == [
        "All of these (*.md *.txt *.json)",
        "Notes (*.md *.txt)",
        "JSON (*.json)",
        "Any file (*)",
    ]
    enter(qtbot, dialog, "list.md")
    assert picked == [tmp_path / "list.md"]


def test_a_place_can_be_picked(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    picked: list[Path | None] = []
    dialogs.save_file("Save where", tmp_path / "offered.md", [NOTES, JSON], picked.append)
    dialog = shown(window, qtbot)
    assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert dialog.findChild(QLineEdit, "fileNameEdit").text() == "offered.md"
    assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
    enter(qtbot, dialog, "out")
    assert picked == [tmp_path / "out.md"]


def test_the_ending_follows_the_kind(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    picked: list[Path | None] = []
    dialogs.save_file("Save where", tmp_path / "offered", [NOTES, JSON], picked.append)
    dialog = shown(window, qtbot)
    dialog.filterSelected.emit("JSON (*.json)")
    enter(qtbot, dialog, "out")
    assert picked == [tmp_path / "out.json"]


def test_picking_can_be_given_up(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    picked: list[Path | None] = []
    dialogs.pick_file("Choose", None, [NOTES], picked.append)
    shown(window, qtbot).reject()
    dialogs.save_file("Save where", tmp_path / "x", [NOTES], picked.append)
    qtbot.waitUntil(lambda: len(window.findChildren(QFileDialog)) == 1)
    shown(window, qtbot).reject()
    assert picked == [None, None]


def test_a_dialog_of_its_own_waits_for_its_turn(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    heard: list[object] = []
    made: list[QDialog] = []

    def make(parent: QWidget | None) -> QDialog:
        made.append(QDialog(parent))
        return made[-1]

    dialogs.ask(QUESTION, heard.append)
    dialogs.show(make, lambda dialog: heard.append(dialog.result()))
    assert made == []
    shown(window, qtbot, QDialog).reject()
    assert heard == ["no"]
    assert made[0].parent() is window
    assert dialogs.is_open
    made[0].accept()
    assert heard == ["no", QDialog.DialogCode.Accepted]
    assert not dialogs.is_open


def test_a_dialog_taken_back_says_nothing(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    heard: list[object] = []
    dialogs.show(QDialog, heard.append)
    dialog = shown(window, qtbot, QDialog)
    dialogs.close_all()
    assert not dialog.isVisible()
    assert heard == []


def test_scripted_answers(tmp_path: Path) -> None:
    scripted = ScriptedDialogs([tmp_path / "a", None, QDialog.accept])
    got: list[object] = []
    scripted.pick_file("Choose", tmp_path, [NOTES], got.append)
    scripted.save_file("Save where", tmp_path / "x", [JSON], got.append)
    scripted.show(QDialog, lambda dialog: got.append(dialog.result()))
    assert got == [tmp_path / "a", None, QDialog.DialogCode.Accepted]
    assert scripted.asked[:2] == [
        FileAsked("Choose", tmp_path, (NOTES,)),
        FileAsked("Save where", tmp_path / "x", (JSON,), saving=True),
    ]


def test_a_script_that_does_not_fit_fails_the_test() -> None:
    scripted = ScriptedDialogs([QDialog.accept, "yes"])
    with pytest.raises(AssertionError, match="no place to pick for 'Choose'"):
        scripted.pick_file("Choose", None, [NOTES], print)
    with pytest.raises(AssertionError, match="can't work the dialog"):
        scripted.show(QDialog, print)
