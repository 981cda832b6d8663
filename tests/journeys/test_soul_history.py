"""Earlier versions of souls and config files: seen, restored, saved as a copy, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from newt_gui.core.config_edit import set_soul_file
from newt_gui.core.history import History, Who
from newt_gui.core.soul_files import SoulFile
from newt_gui.qt.dialogs import Question
from newt_gui.soul.excerpt import LONGEST_LINE
from tests.journeys.soul_desk import Places, SoulDesk

CONTROL = Qt.KeyboardModifier.ControlModifier
THEN = "\ufeff\rOne.\r\nTwo\x00.\n\n".encode()
NOW = b"One.\nThree.\n"
CONFIG_THEN = b"# mine\r\n[memory]\r\nwindow = 9\r\n"
LONG = b"x" * (LONGEST_LINE + 1) + b"\r\n"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """The soul was THEN when the app last saved it, and somebody else made NOW of it."""
    places = Places(tmp_path, tmp_path / ".newt", tmp_path / "garden-site")
    places.home.mkdir()
    places.own.parent.mkdir(parents=True)
    keep(places, THEN)
    places.own.write_bytes(NOW)
    places.config.write_bytes(CONFIG_THEN)
    return places


def history_of(places: Places) -> History:
    return History(places.person / "app")


def keep(places: Places, data: bytes, path: Path | None = None) -> None:
    """The app read this content once."""
    history_of(places).put(path or places.own, data, Who.APP, "saved")


Open = Callable[..., SoulDesk]


def versions(desk: SoulDesk) -> list[str]:
    found = desk.part("soul_versions")
    return [found.item(at).text() for at in range(found.count())]


def look(desk: SoulDesk) -> Any:
    """Open the versions of the chosen rung."""
    desk.click_button("Earlier versions…")
    desk.until(lambda: desk.page.shows_versions and len(versions(desk)) > 0)
    desk.rest()
    return desk.page.versions_view


def choose(desk: SoulDesk, at: int) -> None:
    found = desk.part("soul_versions")
    place = found.visualItemRect(found.item(at)).center()
    QTest.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, pos=place)
    desk.rest()


def menu_of(desk: SoulDesk, path: Path) -> QMenu:
    """The menu of this file's line in the chain, by keyboard."""
    chain = desk.page.ladder.chain
    chain.setFocus()
    rows = [at for at, line in enumerate(chain._lines.lines) if line.file.path == path]
    chain.setCurrentIndex(chain.model().index(rows[0], 0))
    desk.press(Qt.Key.Key_Return)
    desk.until(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def look_at_config(desk: SoulDesk) -> Any:
    menu = menu_of(desk, desk.places.config)
    [action] = [one for one in menu.actions() if one.text() == "Earlier versions…"]
    while menu.activeAction() is not action:
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    desk.until(lambda: desk.page.shows_versions and len(versions(desk)) > 0)
    desk.rest()
    return desk.page.versions_view


def told(desk: SoulDesk) -> str:
    return str(desk.page.versions_view.told.toPlainText())


def until_file_is(desk: SoulDesk, path: Path, data: bytes) -> None:
    desk.until(lambda: path.is_file() and path.read_bytes() == data)
    desk.rest()


def undo_in_bar(desk: SoulDesk) -> None:
    [(label, act)] = desk.told[-1].actions
    assert label == "Undo"
    act()


def kept_drafts(desk: SoulDesk) -> str:
    """What is kept of unsaved text against a crash."""
    files = [path for path in desk.places.drafts.rglob("*") if path.is_file()]
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in files)


# Looking


def test_a_soul_that_was_changed_outside_is_shown_beside_what_it_was(open_soul: Open) -> None:
    desk = open_soul()
    view = look(desk)
    now, then = versions(desk)
    assert "written by somebody else" in now
    assert "as it is now" in now
    assert "written by this app" in then
    assert f"{len(THEN)} B" in then
    assert told(desk) == "This is what the file holds now."
    assert view.text.text() == NOW.decode()
    assert not view.primary_button.isEnabled()
    choose(desk, 1)
    assert view.difference.isVisible()
    lines = view.difference.text.text().split("\n")
    assert "+ Three." in lines
    assert "− Two\x00." in lines
    desk.click_button("Show the text")
    assert view.text.isVisible()
    assert view.text.text() == THEN.decode()
    desk.click_button("Show what differs")
    assert view.difference.isVisible()
    assert "+ Three." in view.difference.text.text()


def test_what_others_write_meanwhile_appears_and_the_chosen_version_stays_chosen(
    open_soul: Open,
) -> None:
    desk = open_soul()
    view = look(desk)
    choose(desk, 1)
    desk.places.own.write_bytes(b"Newest.\n")
    desk.until(lambda: len(versions(desk)) == 3)
    desk.rest()
    assert "as it is now" in versions(desk)[0]
    assert view.versions.currentRow() == 2
    desk.until(lambda: "+ Newest." in view.difference.text.text())


def test_looking_and_leaving_by_keyboard(open_soul: Open) -> None:
    desk = open_soul()
    desk.page.text_pane.history_button.setFocus()
    desk.press(Qt.Key.Key_Space)
    desk.until(lambda: desk.page.shows_versions and len(versions(desk)) == 2)
    assert desk.part("soul_versions").hasFocus()
    desk.press(Qt.Key.Key_Down)
    desk.rest()
    assert desk.page.versions_view.difference.isVisible()
    desk.press(Qt.Key.Key_Escape)
    assert not desk.page.shows_versions
    assert desk.page.text_pane.history_button.hasFocus()


def test_going_to_another_rung_leaves_them(open_soul: Open) -> None:
    desk = open_soul()
    look(desk)
    desk.click(desk.card("global"))
    assert not desk.page.shows_versions
    assert "Everywhere" in desk.heading or desk.page.text_pane.isVisible()


def test_nothing_is_offered_where_no_file_can_be(open_soul: Open) -> None:
    desk = open_soul()
    assert desk.page.enabled()["action_history"]
    desk.click(desk.card("builtin"))
    assert not desk.page.text_pane.history_button.isVisible()
    assert not desk.page.enabled()["action_history"]


def test_without_versions_it_says_so(open_soul: Open) -> None:
    desk = open_soul()
    desk.click(desk.card("global"))
    desk.click_button("Earlier versions…")
    desk.until(lambda: "No earlier version is kept yet" in told(desk))
    assert not desk.page.versions_view.copy_button.isEnabled()


# A soul comes back


def test_a_soul_comes_back_as_unsaved_text_and_is_saved_byte_for_byte(open_soul: Open) -> None:
    desk = open_soul()
    look(desk)
    choose(desk, 1)
    desk.click_button("Restore")
    desk.until(lambda: desk.session.editing.is_dirty)
    assert not desk.page.shows_versions
    assert desk.editor.hasFocus()
    assert desk.places.own.read_bytes() == NOW
    assert desk.editor.text() == THEN.decode()
    assert "Nothing is written yet" in desk.news
    desk.press(Qt.Key.Key_Z, CONTROL)
    assert desk.editor.text() == NOW.decode()
    assert not desk.page.has_drafts
    desk.press(Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert desk.editor.text() == THEN.decode()
    desk.page.save()
    until_file_is(desk, desk.places.own, THEN)


def test_a_soul_comes_back_by_keyboard_alone(open_soul: Open) -> None:
    desk = open_soul()
    desk.page.show_history()
    desk.until(lambda: desk.page.shows_versions and len(versions(desk)) == 2)
    desk.press(Qt.Key.Key_End)
    desk.rest()
    for _ in range(20):
        if QApplication.focusWidget() is desk.page.versions_view.primary_button:
            break
        desk.press(Qt.Key.Key_Tab)
    desk.press(Qt.Key.Key_Space)
    desk.until(lambda: desk.session.editing.is_dirty)
    assert desk.editor.text() == THEN.decode()


def test_unsaved_text_is_asked_about_and_stays_by_default(open_soul: Open) -> None:
    desk = open_soul(answers=["stay"])
    desk.edit()
    desk.type("Mine. ")
    look(desk)
    choose(desk, 1)
    desk.click_button("Restore")
    desk.rest()
    [question] = desk.dialogs.asked
    assert isinstance(question, Question)
    assert question.escape == "stay"
    assert desk.page.shows_versions
    desk.press(Qt.Key.Key_Escape)
    assert desk.editor.text() == "Mine. " + NOW.decode()
    assert desk.editor.hasFocus()


def test_unsaved_text_that_is_replaced_is_one_undo_away(open_soul: Open) -> None:
    desk = open_soul(answers=["replace"])
    desk.edit()
    desk.type("Mine. ")
    look(desk)
    choose(desk, 1)
    desk.until(lambda: "Mine." in kept_drafts(desk))
    desk.click_button("Restore")
    desk.until(lambda: not desk.page.shows_versions)
    assert desk.editor.text() == THEN.decode()
    desk.until(lambda: "Two" in kept_drafts(desk))  # against a crash
    desk.press(Qt.Key.Key_Z, CONTROL)
    assert desk.editor.text() == "Mine. " + NOW.decode()


def test_unsaved_text_can_be_saved_first(open_soul: Open) -> None:
    desk = open_soul(answers=["save"])
    desk.edit()
    desk.type("Mine. ")
    look(desk)
    choose(desk, 1)
    desk.click_button("Restore")
    until_file_is(desk, desk.places.own, b"Mine. " + NOW)
    desk.until(lambda: not desk.page.shows_versions)
    assert desk.editor.text() == THEN.decode()
    desk.page.save()
    until_file_is(desk, desk.places.own, THEN)
    history = history_of(desk.places)
    kept = [history.content(one.id) for one in history.versions(desk.places.own)]
    assert b"Mine. " + NOW in kept


def test_unsaved_text_of_another_file_is_asked_about(open_soul: Open) -> None:
    desk = open_soul(answers=["stay"])
    desk.places.everywhere.write_text("Everywhere.\n")
    desk.session.refresh()
    desk.until(lambda: bool(desk.session.resolution and desk.session.resolution.rung("global").text))
    desk.click(desk.card("global"))
    desk.edit()
    desk.type("Mine. ")
    desk.click(desk.card("workspace"))
    look(desk)
    choose(desk, 1)
    desk.click_button("Restore")
    desk.rest()
    assert len(desk.dialogs.asked) == 1
    draft = desk.session.editing.draft
    assert draft is not None
    assert draft.text == "Mine. Everywhere.\n"


def test_a_conflict_is_decided_first(open_soul: Open) -> None:
    desk = open_soul()
    desk.edit()
    desk.type("Mine. ")
    desk.places.own.write_bytes(b"Theirs.\n")
    desk.until(lambda: bool(desk.session.editing.draft and desk.session.editing.draft.theirs))
    look(desk)
    choose(desk, len(versions(desk)) - 1)
    desk.click_button("Restore")
    desk.rest()
    assert "Decide about that first" in desk.news
    assert desk.editor.text() == "Mine. " + NOW.decode()
    assert desk.places.own.read_bytes() == b"Theirs.\n"


@pytest.mark.parametrize("answer", ["create", "cancel"])
def test_a_file_that_is_gone_is_made_anew_if_that_is_wanted(open_soul: Open, answer: str) -> None:
    desk = open_soul(answers=[answer])
    view = look(desk)
    desk.places.own.unlink()
    desk.until(lambda: not any("as it is now" in line for line in versions(desk)))
    choose(desk, 1)
    assert "gone" in desk.banner("soul_versions_banner")
    assert view.text.text() == THEN.decode()
    desk.click_button("Restore…")
    desk.rest()
    if answer == "create":
        until_file_is(desk, desk.places.own, THEN)
        assert not desk.page.shows_versions
        assert desk.editor.text() == THEN.decode()
        assert desk.places.own.stat().st_mode & 0o777 == 0o600
    else:
        assert not desk.places.own.exists()
        assert desk.page.shows_versions


def test_what_appears_in_the_very_moment_is_not_overwritten(open_soul: Open) -> None:
    desk = open_soul(answers=["create"])
    desk.places.own.unlink()
    desk.until(lambda: desk.winner != "workspace")
    desk.click(desk.card("workspace"))
    look(desk)
    desk.page._versions._watcher.pause()  # it came too late to be noticed
    desk.places.own.write_bytes(b"Theirs.\n")
    desk.page.versions_view.primary_button.click()
    desk.rest()
    assert "is there already" in desk.news
    assert desk.places.own.read_bytes() == b"Theirs.\n"


# What no editor can hold


def test_a_version_that_is_no_text_can_only_be_copied(open_soul: Open, tmp_path: Path) -> None:
    copy = tmp_path / "copy.md"
    desk = open_soul(answers=[copy])
    desk.places.own.write_bytes(b"caf\xe9\r\n")
    desk.rest()
    look(desk)
    desk.places.own.write_bytes(NOW)
    desk.until(lambda: len(versions(desk)) == 3)
    desk.rest()
    assert "not readable as text" in versions(desk)[1]
    choose(desk, 1)
    view = desk.page.versions_view
    assert "no plain UTF-8 text" in desk.banner("soul_versions_banner")
    assert not view.primary_button.isEnabled()
    desk.click_button("Save a copy…")
    desk.until(lambda: "Saved a copy" in desk.news)
    assert copy.read_bytes() == b"caf\xe9\r\n"


def test_a_copy_is_not_put_over_the_file_itself(open_soul: Open, places: Places) -> None:
    desk = open_soul(answers=[places.own])
    look(desk)
    choose(desk, 1)
    desk.click_button("Save a copy…")
    desk.until(lambda: "very file" in desk.news)
    assert places.own.read_bytes() == NOW


@pytest.mark.parametrize(
    "then, now", [(LONG, NOW), (THEN, LONG), (THEN, b"caf\xe9")], ids=["long", "over-long", "over-no-text"]
)
def test_what_no_editor_holds_is_written_at_once_and_can_be_undone(
    open_soul: Open, places: Places, then: bytes, now: bytes
) -> None:
    keep(places, then)
    places.own.write_bytes(now)
    places.own.chmod(0o640)
    desk = open_soul()
    desk.click(desk.card("workspace"))
    look(desk)
    choose(desk, 1)
    assert "writes it to the file at once" in desk.banner("soul_versions_banner")
    desk.click_button("Restore")
    until_file_is(desk, places.own, then)
    assert places.own.stat().st_mode & 0o777 == 0o640
    undo_in_bar(desk)
    until_file_is(desk, places.own, now)


def test_what_others_wrote_is_not_overwritten_unseen(open_soul: Open, places: Places) -> None:
    keep(places, LONG)
    desk = open_soul()
    view = look(desk)
    choose(desk, 1)
    places.own.write_bytes(b"Theirs.\n")
    view.primary_button.click()  # before anybody noticed
    desk.until(lambda: "was changed since you looked at it" in desk.news)
    assert places.own.read_bytes() == b"Theirs.\n"
    desk.until(lambda: "as it is now" in versions(desk)[0] and len(versions(desk)) == 4)


def test_a_second_name_is_told_before_it_parts(open_soul: Open, places: Places) -> None:
    keep(places, LONG)
    places.own.with_name("second.md").hardlink_to(places.own)
    desk = open_soul()
    look(desk)
    choose(desk, 1)
    assert "hard link" in desk.banner("soul_versions_banner")


# Forgetting


@pytest.mark.parametrize("answer", ["forget", "keep"])
def test_a_version_is_forgotten_for_good_if_that_is_wanted(open_soul: Open, answer: str) -> None:
    desk = open_soul(answers=[answer])
    look(desk)
    choose(desk, 1)
    desk.click_button("Forget this version…")
    desk.rest()
    assert len(versions(desk)) == (1 if answer == "forget" else 2)
    assert desk.places.own.read_bytes() == NOW
    database = (desk.places.person / "app" / "history.db").read_bytes()
    assert (THEN in database) == (answer == "keep")


def test_what_the_file_holds_can_be_forgotten_too(open_soul: Open) -> None:
    desk = open_soul(answers=["forget"])
    look(desk)
    desk.click_button("Forget this version…")
    desk.until(lambda: len(versions(desk)) == 1)
    assert "as it is now" not in versions(desk)[0]
    assert desk.places.own.read_bytes() == NOW


# Config files


def test_a_config_file_comes_back_whole_and_undo_gives_back_every_byte(open_soul: Open) -> None:
    desk = open_soul()
    config = desk.places.config
    set_soul_file(config, "other.md", history=desk.history)
    now = config.read_bytes() + b'[tui]\r\ncolour = "red"\r\n'
    config.write_bytes(now)
    desk.until(lambda: desk.reason("explicit") != "")
    look_at_config(desk)
    choose(desk, len(versions(desk)) - 1)
    assert "everything else in it goes back too" in desk.banner("soul_versions_banner")
    shown = desk.page.versions_view.difference.text.text()
    assert "+ [tui]" in shown
    assert "+ soul_file" in shown
    desk.click_button("Restore")
    until_file_is(desk, config, CONFIG_THEN)
    assert "counts from the next session" in desk.news
    desk.until(lambda: any("names no soul" in line for line in desk.chain))
    kept = [desk.history.content(one.id) for one in desk.history.versions(config)]
    assert kept[:2] == [CONFIG_THEN, now]
    undo_in_bar(desk)
    until_file_is(desk, config, now)


def test_a_config_that_is_gone_is_made_anew(open_soul: Open) -> None:
    desk = open_soul(answers=["create"])
    config = desk.places.config
    look_at_config(desk)
    config.unlink()
    desk.until(lambda: "gone" in desk.banner("soul_versions_banner"))
    desk.click_button("Restore…")
    until_file_is(desk, config, CONFIG_THEN)
    assert desk.told[-1].actions == ()


def test_a_config_that_others_changed_meanwhile_stays_and_is_shown_anew(open_soul: Open) -> None:
    desk = open_soul()
    config = desk.places.config
    keep(desk.places, b"[memory]\n", config)
    view = look_at_config(desk)
    choose(desk, 1)
    config.write_bytes(b"# theirs\n")
    view.primary_button.click()
    desk.until(lambda: "was changed since you looked at it" in desk.news)
    assert config.read_bytes() == b"# theirs\n"
    desk.until(lambda: len(versions(desk)) == 3)
    desk.until(lambda: "+ # theirs" in view.difference.text.text())


@pytest.mark.parametrize(
    "version, reason",
    [
        (b'[memory]\nprovider = "note_store"\n', "note_store"),
        (b"[memory", "no configuration"),
        (b"caf\xe9", "no plain UTF-8 text"),
    ],
)
def test_a_config_that_would_break_newt_is_not_put_back(
    open_soul: Open, places: Places, version: bytes, reason: str
) -> None:
    keep(places, version, places.config)
    desk = open_soul()
    view = look_at_config(desk)
    choose(desk, 1)
    assert reason in desk.banner("soul_versions_banner")
    assert not view.primary_button.isEnabled()
    assert view.copy_button.isEnabled()


@pytest.mark.parametrize("answer", ["restore", "cancel"])
def test_what_can_not_be_undone_is_asked_about(open_soul: Open, places: Places, answer: str) -> None:
    breaking = b'[memory]\nprovider = "note_store"\n'
    keep(places, CONFIG_THEN, places.config)
    places.config.write_bytes(breaking)
    desk = open_soul(answers=[answer])
    look_at_config(desk)
    choose(desk, 1)
    desk.click_button("Restore")
    desk.rest()
    assert places.config.read_bytes() == (CONFIG_THEN if answer == "restore" else breaking)
    if answer == "restore":
        assert desk.told[-1].actions == ()


def test_back_from_a_config_leads_to_the_chain(open_soul: Open) -> None:
    desk = open_soul()
    look_at_config(desk)
    desk.click_button("Back")
    assert desk.window.focusWidget() is desk.page.ladder.chain
    assert isinstance(desk.part("soul_restore", QPushButton), QPushButton)
    assert SoulFile(desk.places.own).load().data == NOW
