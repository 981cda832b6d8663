"""The pages in one window: what passes between them, and what each says of the places that are chosen."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QListView, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from newt_gui.app import create_window
from newt_gui.core.live_owners import this_machine
from newt_gui.core.workspace import workspace_key
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.shell.running import RunningWatch
from tests.harness.newt_database import NewtDatabase
from tests.journeys.conftest import Desk

CONTROL = Qt.KeyboardModifier.ControlModifier
NOON = 1_790_000_000_000_000_000


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """A newt home with a soul, and a workspace with one of its own."""
    home, workspace = tmp_path / "newt-home", tmp_path / "garden"
    (workspace / ".newt").mkdir(parents=True)
    home.mkdir()
    (home / "NOTES.md").write_bytes("one\n§\n".encode())
    (home / "soul.md").write_text("Everywhere the same\n", encoding="utf-8")
    (workspace / ".newt" / "soul.md").write_text("A gardener\n", encoding="utf-8")
    return home, workspace


@pytest.fixture
def newt(places: tuple[Path, Path]) -> Iterator[NewtDatabase]:
    home, workspace = places
    with NewtDatabase(home / "conversations.db") as newt:
        turns = [{"user": "When do the beans go out?", "assistant": "After the frost.", "time": NOON}]
        newt.add(
            {"id": "a", "title": "Beans", "key": workspace_key(workspace), "tick": NOON, "turns": turns},
            {"id": "b", "title": "Elsewhere", "key": "other", "tick": NOON, "turns": turns},
        )
        yield newt


@pytest.fixture
def desk(qtbot: QtBot, places: tuple[Path, Path], newt: NewtDatabase) -> Iterator[Desk]:
    home, workspace = places
    window = create_window(home, workspace)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield Desk(window, qtbot, home / "NOTES.md")
    window.shutdown()
    window.deleteLater()
    qtbot.wait(1)


def soul_text(desk: Desk) -> str:
    view = desk.window.findChild(FaithfulTextView, "soul_text")
    return view.text() if view is not None else ""


def test_the_soul_page_shows_who_wins_here(desk: Desk) -> None:
    desk.press(Qt.Key.Key_2, CONTROL)
    desk.until(lambda: soul_text(desk) == "A gardener")
    assert desk.part("soul_ladder").isVisible()
    assert desk.part("config_chain", QWidget) is not None
    assert desk.window.windowTitle().startswith("Soul")


def test_another_workspace_has_another_soul(desk: Desk, tmp_path: Path) -> None:
    desk.press(Qt.Key.Key_2, CONTROL)
    desk.until(lambda: soul_text(desk) == "A gardener")
    (tmp_path / "bare").mkdir()
    desk.window.strip.workspace_requested.emit(tmp_path / "bare")
    desk.until(lambda: soul_text(desk) == "Everywhere the same")


def test_what_is_found_becomes_a_note(desk: Desk) -> None:
    desk.press(Qt.Key.Key_3, CONTROL)
    desk.until(lambda: desk.window.findChild(QListView, "recall_hits") is not None)
    hits = desk.part("recall_hits", QListView)
    assert isinstance(hits, QListView)
    desk.until(lambda: hits.model().rowCount() == 1)
    query = desk.part("recall_query", QLineEdit)
    query.setFocus()
    desk.type("frost")
    desk.until(lambda: hits.model().rowCount() == 1 and "Beans" in str(hits.model().index(0, 0).data()))
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    view = desk.part("conversation_view")
    desk.until(view.isVisible)
    remember = desk.action("action_remember")
    desk.until(remember.isEnabled)
    remember.trigger()
    desk.until(lambda: len(desk.titles) == 2)
    assert desk.window.pages.current_name == "notes"
    assert "frost" in desk.editor.toPlainText() or "beans" in desk.editor.toPlainText()
    assert desk.column("badges")[1] == ["new"] or desk.column("id")[1] is None
    assert desk.file.read_bytes() == "one\n§\n".encode()


def test_actions_of_a_page_that_is_not_in_view_do_nothing(desk: Desk) -> None:
    desk.press(Qt.Key.Key_2, CONTROL)
    desk.rest()
    assert not desk.action("action_new_note").isEnabled()
    desk.press(Qt.Key.Key_1, CONTROL)
    assert desk.action("action_new_note").isEnabled()
    assert not desk.action("action_remember").isEnabled()


def test_a_newt_that_runs_is_seen_and_told_of_when_saving(desk: Desk, newt: NewtDatabase) -> None:
    desk.until(lambda: running(desk) == "newt is not running")
    machine = this_machine()
    newt.do(
        do="own",
        conversation_id="a",
        host=machine.host,
        boot_id=machine.boot_id,
        pid=os.getpid(),
        writer_fingerprint="w",
        heartbeat_tick=time.time_ns(),
    )
    watch = desk.window.findChild(RunningWatch)
    watch.look()
    desk.until(lambda: running(desk) == "newt is running")
    desk.editor.setPlainText("one more")
    desk.save()
    desk.until(lambda: "newt is running" in desk.news)


def running(desk: Desk) -> str:
    return desk.part("running_indicator").accessibleName()


def test_every_page_is_reached_by_mouse_too(desk: Desk) -> None:
    nav = desk.part("nav", QListWidget)
    assert isinstance(nav, QListWidget)
    for at, name in enumerate(("notes", "soul", "recall")):
        nav.setCurrentRow(at)
        assert desk.window.pages.current_name == name
    assert isinstance(desk.action("action_page_notes"), QAction)


def test_the_database_is_as_it_was(desk: Desk, places: tuple[Path, Path]) -> None:
    home, _ = places
    names = ("conversations.db", "conversations.db-wal")
    before = [(home / name).read_bytes() for name in names]
    desk.press(Qt.Key.Key_3, CONTROL)
    desk.until(lambda: desk.window.findChild(QListView, "recall_hits") is not None)
    desk.until(lambda: desk.part("recall_hits", QListView).model().rowCount() == 1)  # type: ignore[attr-defined]
    desk.rest()
    assert [(home / name).read_bytes() for name in names] == before
