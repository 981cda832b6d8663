"""The one door for dialogs: real dialogs driven by mouse and keyboard, and the scripted double."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QEvent, Qt
from PySide6.QtGui import QAccessible, QFont, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from newt_gui.qt.dialogs import Choice, Dialogs, Question
from newt_gui.qt.plain import WrappedText
from newt_gui.qt.scripted_dialogs import FolderAsked, ScriptedDialogs, Told
from newt_gui.qt.theme import Theme

DISCARD = Choice("discard", "&Discard", "destructive")
OTHER = Choice("other", "Save as a &copy", "plain")
CANCEL = Choice("cancel", "Cancel", "cancel")
SAVE = Choice("save", "&Save", "primary")
UNSAVED = Question("Keep your changes?", "Note 4 is not saved.", "", (DISCARD, OTHER, CANCEL, SAVE), "cancel")


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


@pytest.fixture
def dialogs(window: QMainWindow) -> Iterator[Dialogs]:
    made = Dialogs(lambda: window, native=False)
    yield made
    made.deleteLater()


def shown(window: QWidget, qtbot: QtBot) -> QDialog:
    """The question that is on screen now, and has the keyboard."""

    def visible() -> list[QDialog]:
        found = window.findChildren(QDialog, "question")
        return [dialog for dialog in found if dialog.isVisible()]

    qtbot.waitUntil(lambda: len(visible()) == 1)
    dialog = visible()[0]
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.isActiveWindow() and dialog.focusWidget() is not None)
    return dialog


def button(dialog: QDialog, key: str) -> QPushButton:
    return dialog.findChild(QPushButton, f"choice_{key}")


def press(qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(QApplication.focusWidget(), key)


def test_asking_does_not_wait_for_the_answer(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    answers: list[str] = []
    dialogs.ask(UNSAVED, answers.append)
    assert answers == []
    dialog = shown(window, qtbot)
    assert dialog.windowModality() == Qt.WindowModality.WindowModal
    qtbot.mouseClick(button(dialog, "other"), Qt.MouseButton.LeftButton)
    assert answers == ["other"]
    assert not dialog.isVisible()


@pytest.mark.parametrize(
    "key, answer",
    [(Qt.Key.Key_Return, "save"), (Qt.Key.Key_Enter, "save"), (Qt.Key.Key_Escape, "cancel")],
)
def test_enter_is_the_recommended_answer_and_escape_the_harmless_one(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, key: Qt.Key, answer: str
) -> None:
    answers: list[str] = []
    dialogs.ask(UNSAVED, answers.append)
    shown(window, qtbot)
    press(qtbot, key)
    assert answers == [answer]


def test_closing_the_dialog_is_escape(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    answers: list[str] = []
    dialogs.ask(UNSAVED, answers.append)
    shown(window, qtbot).close()
    assert answers == ["cancel"]


def test_escape_can_be_any_of_the_answers(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    answers: list[str] = []
    dialogs.ask(UNSAVED._replace(escape="other"), answers.append)
    shown(window, qtbot)
    press(qtbot, Qt.Key.Key_Escape)
    assert answers == ["other"]


@pytest.mark.parametrize(
    "choices, default",
    [
        ((DISCARD, SAVE, CANCEL), "save"),
        ((DISCARD, CANCEL), "cancel"),
        ((DISCARD, OTHER), "other"),
    ],
)
def test_what_destroys_is_never_the_default(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, choices: tuple[Choice, ...], default: str
) -> None:
    answers: list[str] = []
    escape = "cancel" if CANCEL in choices else "other"
    dialogs.ask(UNSAVED._replace(choices=choices, escape=escape), answers.append)
    dialog = shown(window, qtbot)
    destructive = button(dialog, "discard")
    assert not destructive.isDefault()
    assert not destructive.autoDefault()
    assert button(dialog, default).isDefault()
    assert button(dialog, default).hasFocus()
    press(qtbot, Qt.Key.Key_Return)
    assert answers == [default]


@pytest.mark.parametrize("key", ["discard", "other", "cancel"])
def test_enter_on_a_button_that_has_the_focus_presses_that_one(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, key: str
) -> None:
    answers: list[str] = []
    dialogs.ask(UNSAVED, answers.append)
    dialog = shown(window, qtbot)
    button(dialog, key).setFocus()
    press(qtbot, Qt.Key.Key_Return)
    assert answers == [key]


def test_what_destroys_stands_away_from_what_is_recommended(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot
) -> None:
    dialogs.ask(UNSAVED, print)
    dialog = shown(window, qtbot)
    ordered = sorted((button(dialog, c.key) for c in UNSAVED.choices), key=lambda b: b.x())
    assert [b.objectName() for b in ordered] == [
        "choice_discard",
        "choice_other",
        "choice_cancel",
        "choice_save",
    ]
    assert button(dialog, "save").property("primary") is True
    assert [b for b in ordered if b.property("primary")] == [button(dialog, "save")]
    dialog.reject()


def test_nothing_is_taken_for_markup(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    markup = "<b>bold</b> &amp; <img src='x'>"
    dialogs.ask(Question(markup, markup, markup, (CANCEL,), "cancel"), print)
    dialog = shown(window, qtbot)
    (title,) = dialog.findChildren(QLabel)
    assert (title.text(), title.textFormat()) == (markup, Qt.TextFormat.PlainText)
    assert dialog.findChild(WrappedText).toPlainText() == markup
    assert dialog.findChild(QPlainTextEdit).toPlainText() == markup
    dialog.reject()


def test_long_details_scroll_and_can_not_be_edited(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot
) -> None:
    lines = "\n".join(f"{number}. a note" for number in range(400))
    dialogs.ask(UNSAVED._replace(detail=lines), print)
    dialog = shown(window, qtbot)
    detail: QPlainTextEdit = dialog.findChild(QPlainTextEdit)
    assert detail.isReadOnly()
    assert detail.verticalScrollBar().maximum() > 0
    assert dialog.height() < dialog.screen().availableGeometry().height()
    detail.setFocus()
    press(qtbot, Qt.Key.Key_Tab)
    assert not detail.hasFocus()
    dialog.reject()


def test_tab_goes_in_reading_order(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    dialogs.ask(UNSAVED._replace(detail="1. a note"), print)
    dialog = shown(window, qtbot)
    seen: list[QWidget] = []
    for _ in range(6):
        seen.append(dialog.focusWidget())
        press(qtbot, Qt.Key.Key_Tab)
    text, detail = dialog.findChild(WrappedText), dialog.findChild(QPlainTextEdit)
    start = seen.index(text)
    order = seen[start:] + seen[:start]
    assert order == [text, detail, *(button(dialog, key) for key in ("discard", "other", "cancel", "save"))]
    dialog.reject()


def test_everything_has_a_name(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    dialogs.ask(UNSAVED._replace(detail="1. a note"), print)
    dialog = shown(window, qtbot)
    own = QAccessible.queryAccessibleInterface(dialog)
    assert own.text(QAccessible.Text.Name) == UNSAVED.title
    assert own.text(QAccessible.Text.Description) == UNSAVED.text
    for widget in dialog.findChildren(QWidget):
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisible():
            seen = QAccessible.queryAccessibleInterface(widget)
            assert seen.text(QAccessible.Text.Name), widget
    dialog.reject()


def test_mnemonics_work(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    answers: list[str] = []
    dialogs.ask(UNSAVED, answers.append)
    dialog = shown(window, qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: answers == ["other"])


def test_questions_come_one_after_the_other(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    answers: list[str] = []

    def first_answered(answer: str) -> None:
        answers.append(answer)
        dialogs.ask(UNSAVED._replace(title="Third?"), answers.append)

    dialogs.ask(UNSAVED._replace(title="First?"), first_answered)
    dialogs.tell("Second.", "There is nothing to choose.")
    titles = []
    for _ in range(3):
        dialog = shown(window, qtbot)
        titles.append(dialog.accessibleName())
        press(qtbot, Qt.Key.Key_Return)
    assert titles == ["First?", "Second.", "Third?"]
    assert answers == ["save", "save"]


def test_a_callback_that_fails_does_not_hold_up_the_next_question(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot
) -> None:
    def broken(_answer: str) -> None:
        raise LookupError("a bug")

    dialogs.ask(UNSAVED._replace(title="First?"), broken)
    dialogs.ask(UNSAVED._replace(title="Second?"), print)
    with qtbot.captureExceptions() as caught:
        shown(window, qtbot).reject()
    assert [kind for kind, *_ in caught] == [LookupError]
    dialog = shown(window, qtbot)
    assert dialog.accessibleName() == "Second?"
    dialog.reject()


def test_a_window_that_goes_takes_its_question_along(qtbot: QtBot, window: QMainWindow) -> None:
    parents: list[QWidget] = [QMainWindow(), window]
    parents[0].show()
    dialogs = Dialogs(lambda: parents[0])
    answers: list[str] = []
    dialogs.ask(UNSAVED._replace(title="First?"), answers.append)
    dialogs.ask(UNSAVED._replace(title="Second?"), answers.append)
    shown(parents[0], qtbot)
    gone = parents.pop(0)
    gone.deleteLater()
    QApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    dialog = shown(window, qtbot)
    assert dialog.accessibleName() == "Second?"
    press(qtbot, Qt.Key.Key_Return)
    assert answers == ["save"]


@pytest.mark.parametrize("escape", ["", "nothing"])
def test_a_question_without_a_way_out_is_a_bug(dialogs: Dialogs, escape: str) -> None:
    with pytest.raises(ValueError, match="Esc"):
        dialogs.ask(UNSAVED._replace(escape=escape), print)
    with pytest.raises(ValueError, match="Esc"):
        ScriptedDialogs(["save"]).ask(UNSAVED._replace(choices=(SAVE, SAVE), escape="save"), print)


def test_with_large_type_everything_still_fits(
    qapp: QApplication, dialogs: Dialogs, window: QMainWindow, qtbot: QtBot
) -> None:
    font = qapp.font()
    theme = Theme()
    try:
        qapp.setFont(QFont(font.family(), 18))
        theme.install(qapp, "light")
        text = "/home/somebody/" + "a_very_long_name" * 6 + "/NOTES.md " + "and some words " * 6
        dialogs.ask(UNSAVED._replace(text=text, choices=(DISCARD, CANCEL, SAVE)), print)
        dialog = shown(window, qtbot)
        read = dialog.findChild(WrappedText)
        qtbot.waitUntil(lambda: read.height() >= read.heightForWidth(read.width()))
        for choice in (DISCARD, CANCEL, SAVE):
            place = button(dialog, choice.key).geometry()
            assert dialog.rect().contains(place)
            assert place.width() >= button(dialog, choice.key).sizeHint().width()
            assert not place.intersects(read.geometry())
        dialog.reject()
    finally:
        theme.deleteLater()
        qapp.setFont(font)
        qapp.styleHints().unsetColorScheme()
        qapp.setStyleSheet("")
        qapp.setPalette(QPalette())


def picker(window: QWidget, qtbot: QtBot) -> QFileDialog:
    qtbot.waitUntil(lambda: any(found.isVisible() for found in window.findChildren(QFileDialog)))
    return next(found for found in window.findChildren(QFileDialog) if found.isVisible())


def test_a_folder_can_be_picked_hidden_ones_too(
    dialogs: Dialogs, window: QMainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / ".newt").mkdir()
    picked: list[Path | None] = []
    dialogs.pick_folder("Choose a newt home", tmp_path, picked.append)
    dialog = picker(window, qtbot)
    assert picked == []
    assert dialog.windowTitle() == "Choose a newt home"
    assert dialog.windowModality() == Qt.WindowModality.WindowModal
    assert dialog.fileMode() == QFileDialog.FileMode.Directory
    assert Path(dialog.directory().absolutePath()) == tmp_path
    assert dialog.filter() & QDir.Filter.Hidden
    dialog.selectFile(str(tmp_path / ".newt"))
    dialog.accept()
    assert picked == [tmp_path / ".newt"]


def test_picking_can_be_given_up(dialogs: Dialogs, window: QMainWindow, qtbot: QtBot) -> None:
    picked: list[Path | None] = []
    dialogs.pick_folder("Choose", None, picked.append)
    picker(window, qtbot).reject()
    assert picked == [None]


def test_the_systems_own_picker_is_the_usual_one(window: QMainWindow, qtbot: QtBot) -> None:
    Dialogs(lambda: window).pick_folder("Choose", None, print)
    dialog = picker(window, qtbot)
    assert not dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.reject()


def test_scripted_answers_are_given_in_turn_and_logged(tmp_path: Path) -> None:
    scripted = ScriptedDialogs(["save", tmp_path, None])
    got: list[object] = []
    scripted.ask(UNSAVED, got.append)
    scripted.tell("Told.", "text", "detail")
    scripted.pick_folder("Choose", tmp_path, got.append)
    scripted.pick_folder("Choose", None, got.append)
    assert got == ["save", tmp_path, None]
    assert scripted.asked == [
        UNSAVED,
        Told("Told.", "text", "detail"),
        FolderAsked("Choose", tmp_path),
        FolderAsked("Choose", None),
    ]


def test_a_script_that_does_not_fit_fails_the_test() -> None:
    scripted = ScriptedDialogs(["no such answer"])
    with pytest.raises(AssertionError, match="no such answer"):
        scripted.ask(UNSAVED, print)
    with pytest.raises(AssertionError, match="Keep your changes"):
        scripted.ask(UNSAVED, print)
    with pytest.raises(AssertionError, match="Choose"):
        scripted.pick_folder("Choose", None, print)
