"""Notes come in from files and go out to files: seen before, one write, undone in one step."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QPushButton, QRadioButton

from tests.journeys.arriving import Arriving, drop, enter_path, file_dialog, files
from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def import_file(desk: Desk, path: Path) -> Arriving:
    desk.action("action_import").trigger()
    enter_path(desk, path)
    return Arriving(desk)


def choose(arriving: Arriving, way: str) -> None:
    arriving.desk.click(arriving.dialog.findChild(QRadioButton, f"import_{way}"))


class TestImport:
    def test_json_by_mouse(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        path = write(tmp_path, "more.json", '[{"id": 9, "text": "three"}, "two", "four\\nlines"]')
        arriving = import_file(desk, path)
        assert "Import from more.json" in arriving.words
        assert arriving.rows == [
            (True, "three", "new"),
            (None, "two", "skipped: there as note 2"),
            (True, "four", "new"),
        ]
        assert arriving.budget.startswith("After it: 33 of 2,200 bytes")
        assert arriving.go_button.text() == "Import 2 notes"
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\nfour\nlines\n§\n".encode())
        desk.until(lambda: "Imported 2 notes" in desk.news)
        assert desk.titles == ["one", "two", "three", "four"]
        assert desk.editor.toPlainText() == "three"

    def test_markdown_by_keyboard_alone(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        arriving = import_file(desk, write(tmp_path, "more.md", "three\n\n§\nfour\n§\n"))
        arriving.press(Qt.Key.Key_Down)
        arriving.press(Qt.Key.Key_Space)
        assert arriving.rows == [(True, "three", "new"), (False, "four", "new")]
        arriving.press(Qt.Key.Key_Return)
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())

    def test_esc_changes_nothing(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        before = desk.file.read_bytes()
        arriving = import_file(desk, write(tmp_path, "more.md", "three\n§\n"))
        arriving.press(Qt.Key.Key_Escape)
        desk.rest()
        assert desk.file.read_bytes() == before
        assert not arriving.is_open

    def test_one_step_of_undo_and_redo(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        before = desk.file.read_bytes()
        import_file(desk, write(tmp_path, "more.md", "three\n§\nfour\n§\n")).go()
        desk.until(lambda: "Imported 2 notes" in desk.news)
        after = desk.file.read_bytes()
        desk.press(Qt.Key.Key_Z, CTRL)
        desk.until_file_is(before)
        desk.until(lambda: desk.titles == ["one", "two"])
        desk.press(Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
        desk.until_file_is(after)

    def test_undo_stands_in_the_message(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        before = desk.file.read_bytes()
        import_file(desk, write(tmp_path, "more.md", "three\n§\n")).go()
        desk.until(lambda: "Imported one note" in desk.news)
        desk.click_button(desk.part("message_bar"), "Undo")
        desk.until_file_is(before)

    def test_replace_the_whole_list(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        arriving = import_file(desk, write(tmp_path, "more.md", "zero\n§\ntwo\n§\n"))
        choose(arriving, "replace")
        assert arriving.rows[1] == (True, "two", "stays")
        assert "1 new, 1 gone, 1 kept" in arriving.words
        assert arriving.go_button.text() == "Replace the list"
        arriving.go()
        desk.until_file_is("zero\n§\ntwo\n§\n".encode())
        desk.until(lambda: "Replaced the list: one note came, one note went" in desk.news)
        desk.press(Qt.Key.Key_Z, CTRL)
        desk.until_file_is("one\n§\ntwo\n§\n".encode())

    def test_adding_leaves_out_what_is_there_and_says_so_before(
        self, open_desk: Opener, tmp_path: Path
    ) -> None:
        desk = open_desk()
        arriving = import_file(desk, write(tmp_path, "more.md", "two\n§\nthree\n§\n"))
        choose(arriving, "add")
        assert "Number 1 is there already, as note 2. It is left out." in arriving.reason
        assert arriving.rows == [(True, "two", "left out: there as note 2"), (True, "three", "new")]
        assert arriving.go_button.text() == "Import one note"
        arriving.click_tick(0)
        assert arriving.reason == ""
        arriving.click_tick(0)
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())

    def test_what_newt_refuses_stays_out_and_says_why(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        arriving = import_file(desk, write(tmp_path, "more.md", "hid\u200bden\n§\nthree\n§\n"))
        assert arriving.rows[0] == (False, "hid␣den", "hidden character")
        arriving.click_tick(0)
        assert "Number 1 is refused by newt" in arriving.reason
        assert "sits after “hid”" in arriving.reason
        arriving.click_tick(1)
        assert not arriving.go_button.isEnabled()
        arriving.click_tick(1)
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())

    def test_over_the_budget(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        long = [letter * 1_100 for letter in "xy"]
        arriving = import_file(desk, write(tmp_path, "more.md", "\n§\n".join(long)))
        assert "Too full" in arriving.budget
        assert "18 too many" in arriving.budget
        assert "18 bytes too many" in arriving.reason
        assert not arriving.go_button.isEnabled()
        arriving.click_tick(1)
        assert arriving.go_button.isEnabled()
        arriving.go()
        desk.until_file_is(f"one\n§\ntwo\n§\n{long[0]}\n§\n".encode())

    def test_drafts_survive(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        desk.editor.setFocus()
        desk.type("draft ")
        arriving = import_file(desk, write(tmp_path, "more.md", "two\n§\nthree\n§\n"))
        choose(arriving, "replace")
        arriving.go()
        desk.until_file_is("two\n§\nthree\n§\n".encode())
        desk.until(lambda: "draft one" in desk.titles)
        assert desk.window.isWindowModified()

    def test_somebody_writes_while_it_is_open(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        arriving = import_file(desk, write(tmp_path, "more.md", "three\n§\nfour\n§\n"))
        desk.file.write_bytes("one\n§\ntwo\n§\nthree\n§\n".encode())
        desk.until(lambda: arriving.rows[0][2] == "skipped: there as note 3")
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\nfour\n§\n".encode())

    def test_an_older_file_is_asked_about_once(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk(b"one\ntwo\n")
        import_file(desk, write(tmp_path, "more.md", "three\n§\n")).go()
        desk.until(lambda: bool(desk.window.findChildren(QDialog, "question")))
        [question] = desk.window.findChildren(QDialog, "question")
        assert "This changes more than the list." in words_of(question)
        assert desk.file.read_bytes() == b"one\ntwo\n"
        desk.click(question.findChild(QPushButton, "choice_save"))
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())

    def test_windows_line_ends_become_plain_ones(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        arriving = import_file(desk, write(tmp_path, "more.md", "three\r\nlines\r\n§\r\n"))
        assert "Windows line ends" in arriving.words
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\nlines\n§\n".encode())

    @pytest.mark.parametrize(
        "name, data, reason",
        [
            ("broken.json", b'["a",\n "b" "c"]', "Line 2, column 6: a comma is missing."),
            ("object.json", b'{"notes": []}', "The whole of it should be a list"),
            ("shape.json", b'[{"id": 1}]', "Item 1 has no “text”."),
            ("half.json", b'["\\ud800"]', "half of a character"),
            ("deep.json", b"[" * 100_000, "too deep"),
            ("latin.md", b"caf\xe9", "The byte at offset 3"),
            ("empty.md", b"\n", "There are no notes in empty.md."),
            ("large.md", b"x" * (4 << 20 | 1), "large.md is too large"),
        ],
    )
    def test_bad_files_have_a_sentence(
        self, open_desk: Opener, tmp_path: Path, name: str, data: bytes, reason: str
    ) -> None:
        desk = open_desk()
        (tmp_path / name).write_bytes(data)
        desk.action("action_import").trigger()
        enter_path(desk, tmp_path / name)
        desk.until(lambda: reason in desk.news)
        assert desk.titles == ["one", "two"]

    def test_nothing_comes_in_where_the_notes_can_not_be_read(self, open_desk: Opener) -> None:
        desk = open_desk(b"\xff")
        assert not desk.action("action_import").isEnabled()
        assert not desk.action("action_paste_notes").isEnabled()
        assert not desk.action("action_export").isEnabled()


class TestDrop:
    def test_a_file_on_the_list(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        path = write(tmp_path, "more.json", '["three"]')
        event = drop(desk.list.viewport(), files(path))
        assert event.dropAction() == Qt.DropAction.CopyAction
        Arriving(desk).go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\n".encode())
        assert path.exists()

    def test_several_files_come_together(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        paths = (write(tmp_path, "a.md", "three\n§\n"), write(tmp_path, "b.json", '["four", "three"]'))
        drop(desk.list.viewport(), files(*paths))
        arriving = Arriving(desk)
        assert "Import from 2 files" in arriving.words
        assert arriving.rows[2] == (None, "three", "skipped: same as number 1")
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\nfour\n§\n".encode())

    def test_one_of_several_that_can_not_be_read_is_named(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        good, bad = write(tmp_path, "a.md", "three\n§\n"), write(tmp_path, "b.json", "[")
        drop(desk.list.viewport(), files(bad, good))
        arriving = Arriving(desk)
        assert arriving.titles == ["three"]
        assert "Left out: b.json. b.json is broken" in arriving.words

    def test_an_empty_list_takes_files_too(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk(None)
        drop(desk.list.viewport(), files(write(tmp_path, "a.txt", "one\ntwo\n")))
        arriving = Arriving(desk)
        assert arriving.dialog.findChild(QComboBox).currentText() == "One note a line"
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\n".encode())


class TestExport:
    def export(self, desk: Desk, path: Path) -> None:
        desk.action("action_export").trigger()
        enter_path(desk, path)

    def test_markdown_is_the_notes_file_again(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk("one\nmore\n§\nzwölf 漢\n§\n".encode())
        self.export(desk, tmp_path / "out.md")
        desk.until(lambda: "Exported 2 notes to" in desk.news)
        assert (tmp_path / "out.md").read_bytes() == desk.file.read_bytes()

    def test_json(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk("one\nmore\n§\nzwölf 漢\n§\n".encode())
        self.export(desk, tmp_path / "out.json")
        desk.until(lambda: (tmp_path / "out.json").exists())
        assert (tmp_path / "out.json").read_bytes() == (
            '[{"id": 1, "text": "one\\nmore"}, {"id": 2, "text": "zwölf 漢"}]\n'.encode()
        )

    def test_the_kind_that_is_chosen_gives_the_ending(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        desk.action("action_export").trigger()
        dialog = file_dialog(desk)
        dialog.selectNameFilter(next(name for name in dialog.nameFilters() if "json" in name))
        dialog.filterSelected.emit(dialog.selectedNameFilter())
        enter_path(desk, tmp_path / "out")
        desk.until(lambda: (tmp_path / "out.json").exists())

    def test_only_the_selected_ones_where_several_are(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk("one\n§\ntwo\n§\nthree\n§\n".encode())
        desk.click_row(0)
        desk.list.setFocus()
        model = desk.list.model()
        desk.list.selectionModel().select(model.index(2, 0), desk.list.selectionModel().SelectionFlag.Select)
        self.export(desk, tmp_path / "out.json")
        desk.until(lambda: "Exported 2 notes to" in desk.news)
        assert (tmp_path / "out.json").read_text("utf-8") == (
            '[{"id": 1, "text": "one"}, {"id": 3, "text": "three"}]\n'
        )

    def test_what_is_not_saved_is_not_in_it_and_that_is_said(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        desk.editor.setFocus()
        desk.type("draft ")
        self.export(desk, tmp_path / "out.md")
        desk.until(lambda: "One note has text that is not saved" in desk.news)
        assert (tmp_path / "out.md").read_bytes() == "one\n§\ntwo\n§\n".encode()

    @pytest.mark.parametrize("link", [False, True])
    def test_never_over_the_notes_file(self, open_desk: Opener, tmp_path: Path, link: bool) -> None:
        desk = open_desk(b"one\ntwo\n")
        path = desk.file
        if link:
            path = tmp_path / "link.md"
            path.symlink_to(desk.file)
        desk.action("action_export").trigger()
        # Whether to replace the file that is there is the file dialog's own question.
        dialog = file_dialog(desk)
        dialog.setOption(dialog.Option.DontConfirmOverwrite)
        enter_path(desk, path)
        desk.until(lambda: "the file that newt keeps its notes in" in desk.news)
        assert desk.file.read_bytes() == b"one\ntwo\n"

    def test_a_place_that_can_not_be_written_has_a_sentence(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        path = write(tmp_path, "out.md", "old")
        path.chmod(0o400)
        desk.action("action_export").trigger()
        dialog = file_dialog(desk)
        dialog.setOption(dialog.Option.DontConfirmOverwrite)
        enter_path(desk, path)
        desk.until(lambda: "out.md" in desk.news)
        assert ("read-only" in desk.news) is (os.geteuid() != 0)
