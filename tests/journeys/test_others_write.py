"""Somebody else writes the file while it is open here."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt

from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]
FILE = "one\n§\ntwo\n§\n".encode()


def replace_file(path: Path, data: bytes) -> None:
    """As newt does: another file takes its place."""
    other = path.with_name("NOTES.md.tmp")
    other.write_bytes(data)
    os.replace(other, path)


def test_a_change_appears_in_the_list_and_the_editor(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.rest()
    replace_file(desk.file, "zero\n§\none!\n§\ntwo\n§\n".encode())
    desk.until(lambda: desk.titles == ["zero", "one!", "two"])
    assert "changed on disk" in desk.news


def test_ten_changes_in_a_row_all_appear(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.rest()
    for turn in range(10):
        replace_file(desk.file, f"turn {turn}\n§\n".encode())
        desk.until(lambda turn=turn: desk.titles == [f"turn {turn}"])


def test_the_note_being_edited_stays_and_follows_its_number(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(1)
    desk.editor.setFocus()
    desk.type("my ")
    replace_file(desk.file, "zero\n§\none\n§\ntwo\n§\n".encode())
    desk.until(lambda: desk.column("id") == [1, 2, 3])
    assert desk.editor.toPlainText() == "my two"
    assert desk.column("badges")[2] == ["unsaved"]
    desk.save()
    desk.until_file_is("zero\n§\none\n§\nmy two\n§\n".encode())


def test_a_save_over_a_change_not_yet_noticed_is_refused(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.window.notes.session.stop()  # nobody tells the window, so only the save can notice
    desk.editor.setPlainText("mine")
    theirs = "theirs\n§\ntwo\n§\n".encode()
    desk.file.write_bytes(theirs)
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == theirs
    assert desk.editor.toPlainText() == "mine"
    assert "Not saved" in desk.banner("row_banner")
    assert desk.column("badges")[0] == ["changed", "unsaved"]


def test_equal_size_and_time_fool_nobody(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.window.notes.session.stop()
    before = desk.file.stat()
    theirs = "two\n§\none\n§\n".encode()
    desk.file.write_bytes(theirs)
    os.utime(desk.file, ns=(before.st_atime_ns, before.st_mtime_ns))
    desk.editor.setPlainText("mine")
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == "two\n§\nmine\n§\n".encode()
    assert desk.titles == ["two", "mine"]


def test_a_conflict_keeps_both_and_mine_can_become_a_new_note(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("mine")
    replace_file(desk.file, "theirs\n§\ntwo\n§\n".encode())
    desk.until(lambda: desk.column("badges")[0] == ["changed", "unsaved"])
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == "theirs\n§\ntwo\n§\n".encode()
    banner = desk.part("row_banner")
    desk.click_button(banner, "Save mine as a new note")
    desk.until_file_is("theirs\n§\ntwo\n§\nmine\n§\n".encode())
    desk.rest()
    assert desk.titles == ["theirs", "two", "mine"]
    assert desk.editor.toPlainText() == "mine"
    assert desk.banner("row_banner") == desk.banner("reason_banner") == ""
    assert desk.column("badges") == [[], [], []]


def test_revert_takes_theirs(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("mine")
    replace_file(desk.file, "theirs\n§\ntwo\n§\n".encode())
    desk.until(lambda: desk.column("badges")[0] == ["changed", "unsaved"])
    desk.action("action_revert").trigger()
    assert desk.editor.toPlainText() == "theirs"
    assert desk.column("badges")[0] == []


def test_a_note_removed_elsewhere_keeps_my_text(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("mine")
    replace_file(desk.file, "two\n§\n".encode())
    desk.until(lambda: desk.column("badges") == [[], ["removed", "unsaved"]])
    assert desk.editor.toPlainText() == "mine"
    desk.save()
    desk.until_file_is("two\n§\nmine\n§\n".encode())


def test_an_emptied_file_is_looked_at_twice(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.file.write_bytes(b"")
    desk.bot.wait(150)
    assert desk.titles == ["one", "two"]
    desk.until(lambda: desk.titles == [])


def test_a_file_that_turns_unreadable_keeps_the_draft(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setPlainText("mine")
    desk.file.write_bytes(b"\xff\xfe")
    desk.until(lambda: "not plain UTF-8" in desk.banner("notes_banner"))
    assert desk.editor.toPlainText() == "mine"
    desk.save()
    desk.rest()
    assert desk.file.read_bytes() == b"\xff\xfe"
    replace_file(desk.file, FILE)
    desk.until(lambda: desk.column("badges") == [["unsaved"], []])
    desk.save()
    desk.until_file_is("mine\n§\ntwo\n§\n".encode())


def test_other_files_in_the_folder_do_not_matter(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.rest()
    (desk.file.parent / ".NOTES.md.lock").touch()
    (desk.file.parent / "conversations.db").write_bytes(b"x" * 100)
    desk.bot.wait(300)
    assert desk.news == ""


def test_a_composition_survives_a_change_outside(open_desk: Opener) -> None:
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtGui import QInputMethodEvent

    desk = open_desk(FILE)
    desk.click_row(0)
    desk.editor.setFocus()
    QCoreApplication.sendEvent(desk.editor, QInputMethodEvent("にほ", []))
    replace_file(desk.file, "one\n§\nnew two\n§\n".encode())
    desk.until(lambda: desk.titles == ["one", "new two"])
    end = QInputMethodEvent("", [])
    end.setCommitString("日本")
    QCoreApplication.sendEvent(desk.editor, end)
    assert desk.editor.toPlainText() in ("日本one", "one日本")
    desk.press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: desk.file.read_text().startswith(("日本one", "one日本")))


def test_a_file_that_is_gone_is_told(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.rest()
    desk.file.unlink()
    desk.until(lambda: "is gone" in desk.news)
    assert desk.titles == []


def test_what_others_wrote_is_marked_until_it_is_looked_at(open_desk: Opener) -> None:
    desk = open_desk("one\n§\ntwo\n§\nthree\n§\n".encode())
    desk.rest()
    replace_file(desk.file, "one\n§\nTWO\n§\nthree\n§\nfour\n§\n".encode())
    desk.until(lambda: desk.titles == ["one", "TWO", "three", "four"])
    assert desk.column("badges") == [[], ["news"], [], ["news"]]
    desk.click_row(1)
    desk.until(lambda: desk.column("badges") == [[], [], [], ["news"]])
    desk.click_row(3)
    desk.until(lambda: desk.column("badges") == [[], [], [], []])


def test_what_changed_is_one_click_away(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.rest()
    replace_file(desk.file, "one\n§\nthree\n§\ntwo\n§\n".encode())
    desk.until(lambda: "changed on disk" in desk.news)
    desk.rest()
    desk.click_button(desk.part("message_bar"), "What changed")
    desk.rest()
    view = desk.part("history_view")
    desk.until(view.isVisible)
    desk.until(lambda: "1 added since" in words_of(view))
