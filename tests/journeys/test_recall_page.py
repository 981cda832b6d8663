"""Past conversations in the real window: searched as typed, read at the hit, and every trouble in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QListView, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot

from newt_gui.app import create_window
from newt_gui.core.workspace import workspace_key
from newt_gui.qt.plain import WrappedText
from newt_gui.recall.conversation_view import ConversationView
from newt_gui.recall.hit_delegate import ROW
from newt_gui.recall.rows import Row
from tests.harness.newt_database import NewtDatabase
from tests.journeys.conftest import Desk, words_of

CONTROL = Qt.KeyboardModifier.ControlModifier
Opener = Callable[[], "Recall"]


class Recall(Desk):
    """A person before the Recall page."""

    @property
    def query(self) -> QLineEdit:
        found = self.part("recall_query", QLineEdit)
        assert isinstance(found, QLineEdit)
        return found

    @property
    def rows(self) -> list[Row]:
        view = self.part("recall_hits", QListView)
        assert isinstance(view, QListView)
        model = view.model()
        return [model.index(at, 0).data(ROW) for at in range(model.rowCount())]

    @property
    def shown(self) -> list[str]:
        return [row.title for row in self.rows]

    @property
    def count(self) -> str:
        found = self.part("recall_count", QLabel)
        assert isinstance(found, QLabel)
        return found.text()

    @property
    def reader(self) -> ConversationView:
        found = self.part("conversation_view")
        assert isinstance(found, ConversationView)
        return found

    def search(self, text: str) -> None:
        self.query.setFocus()
        self.query.selectAll()
        self.bot.keyClicks(self.query, text) if text.isascii() else self.query.setText(text)

    def final(self) -> None:
        """Until what was asked for is there."""
        session = self.window.page("recall").session  # type: ignore[attr-defined]
        self.until(lambda: not session.listing.is_searching)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "newt-home").mkdir()
    return tmp_path / "newt-home"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "garden").mkdir()
    return tmp_path / "garden"


@pytest.fixture
def newt(home: Path) -> Iterator[NewtDatabase]:
    with NewtDatabase(home / "conversations.db") as newt:
        yield newt


@pytest.fixture
def recall(qtbot: QtBot, home: Path, workspace: Path) -> Iterator[Opener]:
    """Open a window at the Recall page."""
    opened: list[Recall] = []

    def opener() -> Recall:
        window = create_window(home, workspace)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        desk = Recall(window, qtbot, home / "NOTES.md")
        opened.append(desk)
        desk.press(Qt.Key.Key_3, CONTROL)
        desk.final()
        return desk

    yield opener
    for desk in opened:
        desk.window.shutdown()
        desk.window.deleteLater()
        qtbot.wait(1)


def talk(workspace: Path, id: str, *turns: tuple[str, str], **more: Any) -> dict[str, Any]:
    told = [{"user": user, "assistant": agent, "time": time.time_ns()} for user, agent in turns]
    return {"id": id, "title": f"Talk {id}", "key": workspace_key(workspace), "turns": told, **more}


def test_without_a_query_the_newest_conversation_comes_first(
    newt: NewtDatabase, workspace: Path, recall: Opener
) -> None:
    newt.add(
        talk(workspace, "a", ("hi", "x"), tick=1),
        talk(workspace, "b", ("hi", "x"), tick=3),
        {**talk(workspace, "c", ("hi", "x"), tick=2), "key": "other"},
    )
    assert recall().shown == ["Talk b", "Talk a"]


def test_hits_come_as_typed_and_enter_reads_on(newt: NewtDatabase, workspace: Path, recall: Opener) -> None:
    newt.add(
        talk(workspace, "a", ("when do the beans go out", "after the frost"), ("thanks", "bye")),
        talk(workspace, "b", ("nothing of it", "no")),
    )
    desk = recall()
    desk.search("fros")
    desk.until(lambda: desk.shown == ["Talk a"])
    desk.final()
    [row] = desk.rows
    assert [row.snippet[start:end] for start, end in row.marks] == ["frost"]
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    desk.until(lambda: "after the frost" in desk.reader.document().toPlainText())
    desk.until(desk.reader.hasFocus)
    assert "thanks" in desk.reader.document().toPlainText()
    assert desk.reader.isReadOnly()
    desk.press(Qt.Key.Key_Escape)
    assert not desk.reader.hasFocus()


@pytest.mark.parametrize("query", ["模式", "👍", "eploy"])
def test_what_no_word_has_is_found_inside_words(
    newt: NewtDatabase, workspace: Path, recall: Opener, query: str
) -> None:
    newt.add(
        talk(workspace, "a", ("設定は深色模式にします", "redeploys 👍🏽")), talk(workspace, "b", ("no", "no"))
    )
    desk = recall()
    desk.search(query)
    desk.until(lambda: desk.shown == ["Talk a"])
    desk.final()
    assert "inside words" in desk.count


def test_nothing_to_search_for_is_said(newt: NewtDatabase, workspace: Path, recall: Opener) -> None:
    newt.add(talk(workspace, "a", ("hi", "x")))
    desk = recall()
    desk.search('"" ()')
    desk.final()
    page = desk.window.page("recall")
    desk.until(lambda: "letter" in words_of(page.hits_pane).lower())  # type: ignore[attr-defined]


def test_text_is_text_everywhere(newt: NewtDatabase, workspace: Path, recall: Opener) -> None:
    odd = "<b>bold</b> <img src=x> \x1b[31mred \u202eenod\u202c word"
    newt.add({**talk(workspace, "a", (odd, odd)), "title": "<i>odd</i> title"})
    desk = recall()
    desk.search("word")
    desk.until(lambda: len(desk.rows) == 1)
    desk.final()
    assert desk.shown == ["<i>odd</i> title"]
    assert "<b>bold</b>" in desk.rows[0].snippet
    assert not {"\x1b", "\u202e"} & set(desk.rows[0].snippet)
    desk.press(Qt.Key.Key_Down)
    desk.until(lambda: "<img src=x>" in desk.reader.document().toPlainText())
    hits = desk.part("recall_hits", QListView)
    assert isinstance(hits, QListView)
    assert "&lt;b&gt;bold" in hits.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_newts_own_answer_stands_beside(newt: NewtDatabase, workspace: Path, recall: Opener) -> None:
    newt.add(
        talk(workspace, "abc", ("the beans", "go out")), {**talk(workspace, "z", ("beans", "x")), "key": "o"}
    )
    desk = recall()
    desk.search("beans")
    desk.until(lambda: desk.shown == ["Talk abc"])
    button = desk.part("recall_as_tool", QToolButton)
    assert isinstance(button, QToolButton)
    button.click()
    text = desk.part("recall_tool_text", QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    desk.until(lambda: "«beans»" in text.toPlainText())
    assert text.toPlainText().count("#") == 1


def test_newts_answer_does_not_wait_for_a_very_long_turn(
    newt: NewtDatabase, workspace: Path, recall: Opener
) -> None:
    newt.add(talk(workspace, "abc", ("the beans", "beans beans " * 60_000)))
    desk = recall()
    desk.search("beans")
    button = desk.part("recall_as_tool", QToolButton)
    assert isinstance(button, QToolButton)
    button.click()
    text = desk.part("recall_tool_text", QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    desk.until(lambda: "«beans»" in text.toPlainText())
    assert any("very long" in part.toPlainText() for part in desk.window.findChildren(WrappedText))


@pytest.mark.parametrize(
    "data, said",
    [
        (None, "no conversations yet"),
        (b"", "is empty"),
        (b"this is no database " * 400, "no database"),
    ],
)
def test_each_trouble_has_its_own_sentence(
    home: Path, recall: Opener, workspace: Path, data: bytes | None, said: str
) -> None:
    path = home / "conversations.db"
    if data is not None:
        path.write_bytes(data)
    desk = recall()
    desk.until(lambda: said in desk.banner("recall_banner"))
    assert desk.rows == []
    if data is None:
        assert not path.exists()
    else:
        assert path.read_bytes() == data
        path.unlink()
    with NewtDatabase(path) as newt:
        newt.add(talk(workspace, "a", ("hi", "x")))
        desk.click_button(desk.part("recall_banner"), "Try again")
        desk.until(lambda: desk.shown == ["Talk a"])
        desk.until(lambda: desk.banner("recall_banner") == "")


def test_a_lock_is_no_empty_result(
    home: Path, workspace: Path, recall: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newt_gui.core.database.BUSY_SECONDS", 0.2)
    with NewtDatabase(home / "conversations.db", journal="DELETE") as newt:
        newt.add(talk(workspace, "a", ("beans", "x")))
        desk = recall()
        desk.until(lambda: desk.shown == ["Talk a"])
        newt.do(do="lock")
        desk.search("beans")
        desk.until(lambda: "newt is using the conversations" in desk.banner("recall_banner"))
        newt.do(do="unlock")
        desk.click_button(desk.part("recall_banner"), "Try again")
        desk.until(lambda: desk.shown == ["Talk a"] and desk.banner("recall_banner") == "")


def test_a_conversation_is_exported(
    newt: NewtDatabase, workspace: Path, recall: Opener, tmp_path: Path
) -> None:
    newt.add(talk(workspace, "a", ("# not a heading", "an answer")))
    desk = recall()
    desk.press(Qt.Key.Key_Down)
    desk.until(lambda: "an answer" in desk.reader.document().toPlainText())
    desk.until(desk.action("action_export").isEnabled)
    desk.action("action_export").trigger()
    desk.until(lambda: desk.window.findChild(QFileDialog) is not None)
    dialog = desk.window.findChild(QFileDialog)
    dialog.selectFile(str(tmp_path / "talk.md"))
    dialog.accept()
    desk.until(lambda: (tmp_path / "talk.md").is_file())
    desk.rest()
    text = (tmp_path / "talk.md").read_text(encoding="utf-8")
    assert "```text\n# not a heading\n```" in text


def test_two_megabytes_in_one_turn_open(newt: NewtDatabase, workspace: Path, recall: Opener) -> None:
    newt.add(talk(workspace, "a", ("big", "word 😀 " * 280_000 + "needle")))
    desk = recall()
    desk.search("needle")
    desk.until(lambda: desk.shown == ["Talk a"])
    desk.press(Qt.Key.Key_Down)
    desk.until(lambda: "needle" in desk.reader.document().toPlainText())


def test_the_window_closes_in_the_middle_of_a_search(
    newt: NewtDatabase, workspace: Path, recall: Opener
) -> None:
    newt.add(*(talk(workspace, f"c{at}", ("common words", "x" * 500)) for at in range(300)))
    desk = recall()
    desk.query.setText("common")
    desk.window.close()
    desk.until(lambda: not desk.window.isVisible())
