"""Find in all notes: what is found, where it leads, and that it follows what is written."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QListView, QToolButton

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
NOTES = "Deploys on Friday\n§\nnothing here\nbut a DEPLOY there\n§\nStraße\n§\n".encode()


class Finding:
    """The panel of a desk's window, and the person before it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.press(Qt.Key.Key_F, CTRL_SHIFT)
        self.query = desk.part("find_all_query", QLineEdit)
        self.hits = desk.part("find_all_hits", QListView)

    @property
    def found(self) -> list[str]:
        """What is said of each hit."""
        model = self.hits.model()
        spoken = Qt.ItemDataRole.AccessibleTextRole
        return [model.index(at, 0).data(spoken) for at in range(model.rowCount())]

    @property
    def count(self) -> str:
        return self.desk.part("find_all_count", QLabel).text()

    @property
    def chosen(self) -> str:
        """What is selected in the editor."""
        editor = self.desk.window.notes.editor_pane.editor
        start, end = editor.selection()
        return editor.text()[start:end]

    @property
    def is_open(self) -> bool:
        return self.desk.part("find_all").isVisible()


def test_by_keyboard_alone(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    finding = Finding(desk)
    assert desk.window.focusWidget() is finding.query
    assert not desk.list.isVisible()
    desk.type("deploy")
    assert finding.found == [
        "note 1, line 1: Deploys on Friday",
        "note 2, line 2: but a DEPLOY there",
    ]
    assert finding.count == "2 in 2 notes"
    desk.press(Qt.Key.Key_Down)
    assert finding.chosen == "Deploy"
    desk.press(Qt.Key.Key_Down)
    assert (desk.editor.toPlainText(), finding.chosen) == ("nothing here\nbut a DEPLOY there", "DEPLOY")
    assert desk.window.focusWidget() is finding.query
    desk.press(Qt.Key.Key_Down)
    assert finding.chosen == "Deploy"
    desk.press(Qt.Key.Key_Up)
    assert finding.chosen == "DEPLOY"
    desk.press(Qt.Key.Key_Return)
    assert desk.window.focusWidget() is desk.editor
    desk.type("release")
    assert desk.editor.toPlainText() == "nothing here\nbut a release there"
    desk.press(Qt.Key.Key_Escape)
    assert desk.window.focusWidget() is finding.query
    desk.press(Qt.Key.Key_Escape)
    assert not finding.is_open
    assert desk.window.focusWidget() is desk.list


def test_by_mouse(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    desk.action("action_find_all").trigger()
    query, hits = desk.part("find_all_query", QLineEdit), desk.part("find_all_hits", QListView)
    query.setText("strasse")
    desk.until(lambda: hits.model().rowCount() == 1)
    place = hits.visualRect(hits.model().index(0, 0)).center()
    QTest.mouseClick(hits.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.editor.toPlainText() == "Straße"
    assert desk.editor.textCursor().selectedText() == "Straße"
    QTest.mouseDClick(hits.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert desk.window.focusWidget() is desk.editor
    desk.click(desk.part("find_all").findChild(QToolButton))
    assert desk.list.isVisible()


def test_capitals_count_if_wanted(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    finding = Finding(desk)
    desk.type("DEPLOY")
    assert len(finding.found) == 2
    desk.part("find_all_match_case", QCheckBox).click()
    assert finding.found == ["note 2, line 2: but a DEPLOY there"]
    assert finding.count == "1 in one note"


def test_nothing_found(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    finding = Finding(desk)
    desk.type("xyz")
    assert (finding.found, finding.count) == ([], "Not found.")
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    assert desk.window.focusWidget() is finding.query


def test_unsaved_text_is_found(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    desk.action("action_new_note").trigger()
    desk.type("zebra crossing")
    finding = Finding(desk)
    desk.type("zebra")
    assert finding.found == ["new note, line 1: zebra crossing"]


def test_it_follows_what_is_written(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    finding = Finding(desk)
    desk.type("friday")
    desk.press(Qt.Key.Key_Return)
    desk.type("Monday, a friday and friday")
    desk.until(lambda: len(finding.found) == 2)
    assert desk.window.focusWidget() is desk.editor
    assert desk.editor.toPlainText() == "Deploys on Monday, a friday and friday"


def test_it_follows_what_others_write(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    finding = Finding(desk)
    desk.type("friday")
    desk.file.write_bytes("new first\n§\nDeploys on Friday\n§\n".encode())
    desk.until(lambda: finding.found == ["note 2, line 1: Deploys on Friday"])


def test_hits_lead_past_the_filter(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    desk.part("notes_filter", QLineEdit).setText("nothing")
    finding = Finding(desk)
    desk.type("friday")
    desk.press(Qt.Key.Key_Down)
    assert desk.editor.toPlainText() == "Deploys on Friday"
    assert finding.chosen == "Friday"


def test_a_place_behind_wide_and_hidden_characters_is_selected_exactly(open_desk: Opener) -> None:
    desk = open_desk("\U0001f389 a\u200bb İ here\n§\n".encode())
    finding = Finding(desk)
    desk.type("here")
    desk.press(Qt.Key.Key_Down)
    assert finding.chosen == "here"
    assert desk.editor.textCursor().selectedText() == "here"


def test_what_is_selected_is_looked_for(open_desk: Opener) -> None:
    desk = open_desk(NOTES)
    desk.window.notes.editor_pane.editor.select(0, 6)
    desk.editor.setFocus()
    finding = Finding(desk)
    assert finding.query.text() == "Deploy"
    assert len(finding.found) == 2
    desk.press(Qt.Key.Key_Escape)
    assert not finding.is_open
    again = Finding(desk)
    assert again.query.selectedText() == "Deploy"


def test_text_is_never_taken_for_markup(open_desk: Opener) -> None:
    desk = open_desk(b"<b>bold</b> &amp; <img src='x'>")
    finding = Finding(desk)
    desk.type("bold")
    assert finding.found == ["note 1, line 1: <b>bold</b> &amp; <img src='x'>"]


def test_nine_hundred_notes(open_desk: Opener) -> None:
    notes = [f"note {at} " + "some words that fill the line " * 15 for at in range(900)]
    desk = open_desk("".join(f"{note}\n§\n" for note in notes).encode())
    finding = Finding(desk)
    desk.type("s")
    assert finding.count.endswith("in 900 notes; the first 2,000 are shown")
    desk.type("ome words")
    assert finding.count.startswith("13,500 in 900 notes")
