"""While a note is written, a quiet line names another one that says much the same, and leads to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from newt_gui.notes import observations, similar_notes
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]

NOTES = "".join(
    f"{note}\n§\n"
    for note in (
        "user: Likes the answer first and the reason second",
        "uses vim",
        "project: Deploys go through staging\nThen production, after an hour.",
    )
).encode()


def line_of(desk: Desk) -> str:
    """What the line says; empty while it is hidden or not made yet."""
    line = desk.window.findChild(QWidget, "similar_notes")
    return "" if line is None or not line.isVisible() else str(line.label.text)


def observed(desk: Desk) -> None:
    """The person has looked at the window for a moment."""
    desk.until(lambda: desk.window.notes.observations is not None)
    desk.until(lambda: not desk.window.notes.observations.is_working)


@pytest.fixture
def desk(open_desk: Opener) -> Desk:
    opened = open_desk(NOTES)
    observed(opened)
    return opened


def test_a_new_note_like_another_one_is_told_and_leads_there_by_mouse(desk: Desk) -> None:
    assert desk.window.findChild(QWidget, "similar_notes") is None
    desk.action("action_new_note").trigger()
    desk.type("Deploys go through ")
    desk.until(lambda: line_of(desk) == "Like note 3: Deploys go through staging")
    desk.click(desk.part("similar_look", QPushButton))
    assert desk.editor.toPlainText().startswith("project: Deploys go through staging")
    assert desk.window.focusWidget() is desk.editor
    desk.until(lambda: line_of(desk) == "")
    assert "Deploys go through " in desk.column("text")
    assert desk.window.isWindowModified() or desk.window.notes.has_drafts


def test_it_can_be_reached_by_keyboard_and_has_a_name(desk: Desk) -> None:
    desk.action("action_new_note").trigger()
    desk.type("Deploys go through")
    desk.until(lambda: line_of(desk) != "")
    button = desk.part("similar_look", QPushButton)
    assert "Deploys go through staging" in button.accessibleName()
    for _ in range(6):
        desk.press(Qt.Key.Key_Tab)
        if desk.window.focusWidget() is button:
            break
    assert desk.window.focusWidget() is button
    desk.press(Qt.Key.Key_Space)
    assert desk.editor.toPlainText().startswith("project: Deploys")


def test_it_goes_when_the_text_says_something_else(desk: Desk) -> None:
    desk.action("action_new_note").trigger()
    desk.type("Deploys go through")
    desk.until(lambda: line_of(desk) != "")
    desk.editor.selectAll()
    desk.type("The hedge is cut twice a year, in June and in September")
    desk.until(lambda: line_of(desk) == "")


def test_a_changed_note_is_not_like_itself_but_like_another(desk: Desk) -> None:
    desk.click_row(2)
    desk.editor.setPlainText("project: Deploys go through staging\nThen production, after two hours.")
    desk.rest()
    desk.bot.wait(1_200)
    assert line_of(desk) == ""
    desk.editor.setPlainText("Likes the answer first, and the reason second.")
    desk.until(lambda: line_of(desk).startswith("Like note 1: Likes the answer first"))


def test_the_same_text_is_named_as_such(desk: Desk) -> None:
    desk.action("action_new_note").trigger()
    desk.type("uses vim")
    desk.until(lambda: line_of(desk) == "Note 2 says the same: uses vim")


def test_what_is_saved_is_told_no_more(desk: Desk) -> None:
    desk.action("action_new_note").trigger()
    desk.type("Deploys go through staging, always")
    desk.until(lambda: line_of(desk) != "")
    desk.save()
    desk.until(lambda: desk.column("id") == [1, 2, 3, 4])
    desk.until(lambda: line_of(desk) == "")


def test_who_writes_before_all_notes_are_known_is_told_as_well(
    open_desk: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observations, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(similar_notes, "PAUSE_MS", 1)
    notes = [
        *(f"An ordinary note about {number} bees" for number in range(300)),
        "Deploys go through staging",
    ]
    desk = open_desk("".join(f"{note}\n§\n" for note in notes).encode())
    desk.action("action_new_note").trigger()
    desk.type("Deploys go through")
    desk.until(lambda: line_of(desk) == "Like note 301: Deploys go through staging")


def test_a_note_that_hides_something_is_named_without_it(open_desk: Opener) -> None:
    desk = open_desk("Deploys\u202e go through\u200b staging\n§\n".encode())
    observed(desk)
    desk.action("action_new_note").trigger()
    desk.type("Deploys go through staging")
    desk.until(lambda: line_of(desk) == "Like note 1: Deploys␣ go through␣ staging")
