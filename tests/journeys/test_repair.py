"""A notes file that is not UTF-8 is made readable the way the person chooses; its bytes are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QDialog, QPushButton

from newt_gui.core.history import History
from newt_gui.core.paths import app_folders
from newt_gui.notes.repair_dialog import RepairDialog
from tests.journeys.conftest import Desk, words_of
from tests.journeys.test_others_write import replace_file

Opener = Callable[..., Desk]
NOTES = "Grüße\n§\nzwei\n§\n"


def open_repair(desk: Desk) -> RepairDialog:
    desk.rest()
    desk.click_button(desk.part("notes_banner"), "Make it readable…")
    desk.until(lambda: desk.window.findChild(RepairDialog) is not None)
    dialog = desk.window.findChild(RepairDialog)
    assert isinstance(dialog, RepairDialog)
    return dialog


def press(dialog: QDialog, words: str) -> None:
    [button] = [one for one in dialog.findChildren(QPushButton) if one.text() == words]
    button.click()


def kept(file: Path) -> list[bytes]:
    history = History(app_folders().data)
    return [history.content(version.id) for version in history.versions(file)]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le"])
def test_the_file_is_saved_as_it_was_meant(open_desk: Opener, encoding: str) -> None:
    data = NOTES.encode(encoding)
    desk = open_desk(data)
    dialog = open_repair(desk)
    assert dialog.preview.text() == NOTES
    assert "newt would see 2 notes." in words_of(dialog)
    press(dialog, "Save it as UTF-8")
    desk.until_file_is(NOTES.encode())
    desk.rest()
    assert desk.titles == ["Grüße", "zwei"]
    assert desk.banner("notes_banner") == ""
    assert data in kept(desk.file)


def test_another_way_of_reading_shows_another_text(open_desk: Opener) -> None:
    desk = open_desk(NOTES.encode("cp1252"))
    dialog = open_repair(desk)
    choice = dialog.findChild(QComboBox)
    choice.setCurrentIndex(choice.count() - 1)
    assert "can't be read" in choice.currentText()
    assert "\ufffd" in dialog.preview.text()
    choice.setCurrentIndex(0)
    assert dialog.preview.text() == NOTES


def test_leaving_it_changes_nothing(open_desk: Opener) -> None:
    data = NOTES.encode("cp1252")
    desk = open_desk(data)
    press(open_repair(desk), "Leave it as it is")
    desk.rest()
    assert desk.file.read_bytes() == data
    assert desk.banner("notes_banner")


def test_what_newt_would_refuse_is_kept_all_the_same(open_desk: Opener) -> None:
    text = "Gr\u00fc\u200b\u00dfe\n§\n" + "x" * 3_000 + "\n§\n"
    desk = open_desk(text.encode("utf-16"))
    press(open_repair(desk), "Save it as UTF-8")
    desk.until_file_is(text.encode())
    desk.rest()
    assert len(desk.titles) == 2


def test_who_wrote_meanwhile_is_not_overwritten(open_desk: Opener) -> None:
    desk = open_desk(NOTES.encode("cp1252"))
    dialog = open_repair(desk)
    desk.window.notes.session.stop()
    other = "etwas ganz anderes: \xe4".encode("latin-1")
    replace_file(desk.file, other)
    press(dialog, "Save it as UTF-8")
    desk.until(lambda: "Nothing was changed" in desk.news)
    assert desk.file.read_bytes() == other


def test_a_draft_finds_its_note_again(open_desk: Opener) -> None:
    desk = open_desk(NOTES.encode())
    desk.click_row(1)
    desk.editor.setPlainText("meins")
    replace_file(desk.file, NOTES.encode("cp1252"))
    desk.until(lambda: "not plain UTF-8" in desk.banner("notes_banner"))
    press(open_repair(desk), "Save it as UTF-8")
    desk.until_file_is(NOTES.encode())
    desk.rest()
    assert desk.titles == ["Grüße", "meins"]
    assert desk.column("badges")[1] == ["unsaved"]
