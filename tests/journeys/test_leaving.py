"""Closing with unsaved text asks; nothing is lost unasked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
FILE = "one\n§\ntwo\n§\n".encode()


def answer(desk: Desk, choice: str) -> None:
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    desk.click(desk.part(f"choice_{choice}", QPushButton))


def test_without_drafts_it_just_closes(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.window.close()
    assert not desk.window.isVisible()


def test_an_empty_new_note_is_no_draft(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.action("action_new_note").trigger()
    desk.window.close()
    assert not desk.window.isVisible()


def test_keep_editing(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("draft")
    desk.action("action_quit").trigger()
    answer(desk, "stay")
    assert desk.window.isVisible()
    assert desk.editor.toPlainText() == "draft"


def test_save_and_close(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("1")
    desk.click_row(1)
    desk.editor.setPlainText("2")
    desk.window.close()
    answer(desk, "save")
    desk.until(lambda: not desk.window.isVisible())
    assert desk.file.read_bytes() == "1\n§\n2\n§\n".encode()


def test_go_on_without_saving(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("draft")
    desk.window.close()
    answer(desk, "drop")
    desk.until(lambda: not desk.window.isVisible())
    assert desk.file.read_bytes() == FILE


def test_a_refused_save_keeps_the_window(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("ha\u200blt")
    desk.window.close()
    answer(desk, "save")
    desk.rest()
    assert desk.window.isVisible()
    assert "hidden characters" in desk.banner("reason_banner")
    assert "U+200B" in desk.findings[0]


def test_closing_while_a_save_is_under_way_finishes_it(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("late")
    desk.save()
    desk.window.shutdown()
    assert desk.file.read_bytes() == "late\n§\ntwo\n§\n".encode()
