"""Files that are not what they should be: said in words, never wiped, asked before they change."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from newt_gui.core.history import History
from newt_gui.core.paths import app_folders
from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]
CASES = json.loads(Path(__file__, "..", "..", "cases", "notes_file.json").resolve().read_text("utf-8"))


def answer(desk: Desk, label: str) -> None:
    """Click a button of the question that stands open."""
    desk.until(lambda: desk.window.findChild(QPushButton, f"choice_{label}") is not None)
    desk.click(desk.part(f"choice_{label}", QPushButton))
    desk.window.activateWindow()  # a window manager does that when a dialog goes


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["file"]))
def test_every_case_in_the_window(open_desk: Opener, case: dict) -> None:
    """The list shows the right entries, and going through all of them changes no byte and no draft."""
    data = case["file"].encode()
    desk = open_desk(data)
    assert desk.column("text") == case["entries"]
    assert desk.titles == [title or "(empty)" for title in case["titles"]]
    for at, entry in enumerate(case["entries"]):
        desk.click_row(at)
        assert desk.editor.toPlainText() == entry
    assert not desk.window.isWindowModified()
    desk.rest()
    assert desk.file.read_bytes() == data


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if len(case["entries"]) > 1 and not case["entries"][-1].startswith("\x1c")],
    ids=lambda case: ascii(case["file"]),
)
def test_saving_one_note_leaves_every_other_as_it_was(open_desk: Opener, case: dict) -> None:
    desk = open_desk(case["file"].encode())
    last = len(case["entries"]) - 1
    desk.click_row(last)
    desk.editor.setPlainText("changed")
    desk.save()
    if case["file"] != case["saved"]:
        answer(desk, "save")
    entries = [*case["entries"][:-1], "changed"]
    desk.until_file_is("".join(f"{entry}\n§\n" for entry in entries).encode())


def test_cancelling_the_first_normalising_save_writes_nothing(open_desk: Opener) -> None:
    desk = open_desk(b"# Title\n- a\n")
    desk.editor.setPlainText("# New")
    desk.save()
    answer(desk, "cancel")
    desk.rest()
    assert desk.file.read_bytes() == b"# Title\n- a\n"
    assert desk.editor.toPlainText() == "# New"


def test_a_legacy_file_can_be_kept_whole(open_desk: Opener) -> None:
    desk = open_desk(b"# Title\r\n\r\n  - a\r\n  - b\r\n")
    desk.click_row(1)
    desk.editor.setPlainText("- A")
    desk.save()
    answer(desk, "keep")
    desk.until_file_is("# Title\n\n  - A\n  - b\n§\n".encode())
    desk.rest()
    assert desk.column("id") == [1]


def test_the_second_save_is_silent(open_desk: Opener) -> None:
    desk = open_desk(b"a\nb\n")
    desk.editor.setPlainText("A")
    desk.save()
    answer(desk, "save")
    desk.until_file_is("A\n§\nb\n§\n".encode())
    desk.rest()
    desk.editor.setPlainText("AA")
    desk.save()
    desk.until_file_is("AA\n§\nb\n§\n".encode())


def test_a_second_name_is_told_before_it_parts(open_desk: Opener, home: Path) -> None:
    (home / "NOTES.md").write_bytes("one\n§\n".encode())
    os.link(home / "NOTES.md", home / "other.md")
    desk = open_desk(None)
    desk.editor.setPlainText("ONE")
    desk.save()
    answer(desk, "save")
    desk.until_file_is("ONE\n§\n".encode())
    assert (home / "other.md").read_bytes() == "one\n§\n".encode()


def test_a_link_stays_a_link(open_desk: Opener, home: Path) -> None:
    (home / "real.md").write_bytes("one\n§\n".encode())
    os.symlink("real.md", home / "NOTES.md")
    desk = open_desk(None)
    desk.editor.setPlainText("ONE")
    desk.save()
    desk.until_file_is("ONE\n§\n".encode())
    assert os.readlink(home / "NOTES.md") == "real.md"


@pytest.mark.parametrize("data", [b"caf\xe9\n", "één".encode("utf-16"), b"good\n\xc2\xa7\n\xf0\x9f"])
def test_not_utf8_is_read_only_and_kept_in_history(open_desk: Opener, data: bytes) -> None:
    desk = open_desk(data)
    assert "not plain UTF-8" in desk.banner("notes_banner")
    assert "byte" in desk.banner("notes_banner")
    assert desk.titles == []
    assert not desk.action("action_new_note").isEnabled()
    desk.action("action_new_note").trigger()
    desk.window.notes.save()
    desk.rest()
    assert desk.file.read_bytes() == data
    history = History(app_folders().data)
    [version] = history.versions(desk.file)
    assert history.content(version.id) == data


def test_a_folder_in_the_place_of_the_file(open_desk: Opener, home: Path) -> None:
    (home / "NOTES.md").mkdir()
    desk = open_desk(None)
    assert "it is a folder" in desk.banner("notes_banner")
    (home / "NOTES.md").rmdir()
    desk.until(lambda: desk.banner("notes_banner") == "")
    assert desk.action("action_new_note").isEnabled()


def test_a_home_that_is_a_file(open_desk: Opener, home: Path) -> None:
    home.rmdir()
    home.write_bytes(b"not a folder")
    desk = open_desk(None)
    assert "can't be read" in desk.banner("notes_banner")
    assert home.read_bytes() == b"not a folder"


def test_text_that_looks_like_markup_is_shown_letter_for_letter(open_desk: Opener) -> None:
    text = "<b>bold</b> <img src='x'> & &amp;"
    desk = open_desk(f"{text}\n§\n".encode())
    assert desk.titles == [text]
    assert text in words_of(desk.window) or desk.window.notes.editor_pane.header.heading.text == text
    assert desk.editor.toPlainText() == text
