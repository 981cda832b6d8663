"""What arrives by clipboard and drop: nothing at all, several files, the editor as the place, list marks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton, QWidget

from newt_gui.notes.arrivals_dialog import ArrivalsDialog
from tests.journeys.arriving import Arriving, copy, drop, files
from tests.journeys.conftest import Desk, words_of

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier
LIST = "- one\n- [x] 2nd\n3. third"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def no_dialog(desk: Desk) -> bool:
    desk.rest()
    desk.bot.wait(1)
    return not [dialog for dialog in desk.window.findChildren(QDialog) if dialog.isVisible()]


@pytest.mark.parametrize(
    "empty", [lambda clipboard: None, lambda clipboard: QMimeData()], ids=["none", "no text"]
)
@pytest.mark.parametrize("way", ["action_paste_notes", "list"])
def test_an_empty_clipboard_is_told(
    open_desk: Opener, monkeypatch: pytest.MonkeyPatch, empty: Callable[[object], QMimeData | None], way: str
) -> None:
    """Platforms answer with no data at all where nothing was ever copied."""
    monkeypatch.setattr(type(QGuiApplication.clipboard()), "mimeData", empty)
    desk = open_desk()
    if way == "list":
        desk.list.setFocus()
        desk.press(Qt.Key.Key_V, CTRL)
    else:
        desk.action(way).trigger()
    assert "The clipboard holds no text." in desk.news
    assert no_dialog(desk)


def test_nothing_comes_in_while_the_file_can_not_be_read_and_that_is_said(
    open_desk: Opener, tmp_path: Path
) -> None:
    desk = open_desk(b"\xff")
    drop(desk.list.viewport(), files(write(tmp_path, "a.md", "x")))
    assert "Nothing can come in" in desk.news
    assert no_dialog(desk)


class TestSeveralFiles:
    def test_all_of_them_come_into_one_preview_that_names_them(
        self, open_desk: Opener, tmp_path: Path
    ) -> None:
        desk = open_desk()
        one, two = write(tmp_path, "a.txt", "three\n\nfour\nfive\n"), write(tmp_path, "b.json", '["six"]')
        drop(desk.list.viewport(), files(one, two))
        arriving = Arriving(desk)
        assert arriving.titles == ["three", "four", "five", "six"]
        assert "Import from 2 files" in arriving.words
        assert "a.txt: 3 notes · b.json: one note" in arriving.words
        arriving.dialog.cut.setCurrentIndex(
            arriving.dialog.cut.findText("One note for each block between blank lines")
        )
        assert arriving.titles == ["three", "four", "six"]
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nthree\n§\nfour\nfive\n§\nsix\n§\n".encode())

    def test_files_that_come_while_others_are_read_join_them(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        for name in "ab":
            drop(desk.list.viewport(), files(write(tmp_path, f"{name}.md", f"{name}\n§\n")))
        assert Arriving(desk).titles == ["a", "b"]

    def test_one_that_is_gone_is_named_and_the_other_comes(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        drop(desk.list.viewport(), files(tmp_path / "gone.md", write(tmp_path, "b.md", "b\n§\n")))
        arriving = Arriving(desk)
        assert arriving.titles == ["b"]
        assert "Left out: gone.md." in arriving.words
        assert "it is not there any more" in arriving.words

    def test_where_none_can_be_read_each_is_told_with_what_to_do(
        self, open_desk: Opener, tmp_path: Path
    ) -> None:
        desk = open_desk()
        drop(desk.list.viewport(), files(tmp_path / "gone.md", tmp_path / "lost.md"))
        desk.until(lambda: "gone.md can't be read" in desk.news)
        assert "lost.md can't be read" in desk.news
        assert "import it again, or choose another file" in desk.news
        assert "the file appears here" not in desk.news


class TestOnTheEditor:
    def drop_files(self, desk: Desk, target: QWidget, *paths: Path) -> None:
        data = files(*paths)
        data.setText(
            "\n".join(QUrl.fromLocalFile(str(path)).toString() for path in paths)
        )  # as file managers do
        event = drop(target, data)
        assert event.dropAction() == Qt.DropAction.CopyAction

    def test_files_open_the_preview_and_leave_the_text_alone(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        self.drop_files(
            desk, desk.editor.viewport(), write(tmp_path, "a.md", "x\n§\n"), write(tmp_path, "b.md", "y")
        )
        arriving = Arriving(desk)
        assert arriving.titles == ["x", "y"]
        assert desk.editor.toPlainText() == "one"
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\nx\n§\ny\n§\n".encode())

    def test_where_there_is_no_note_yet_as_well(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk(None)
        self.drop_files(desk, desk.window.notes.editor_pane.empty, write(tmp_path, "a.md", "x\n§\n"))
        assert Arriving(desk).titles == ["x"]

    def test_text_stays_text(self, open_desk: Opener) -> None:
        desk = open_desk()
        data = QMimeData()
        data.setText("more\nlines ")
        drop(desk.editor.viewport(), data)
        assert no_dialog(desk)
        assert "more\nlines " in desk.editor.toPlainText()

    def test_an_address_of_the_web_is_text(self, open_desk: Opener) -> None:
        desk = open_desk()
        data = QMimeData()
        data.setUrls([QUrl("https://example.com/x")])
        data.setText("https://example.com/x")
        drop(desk.editor.viewport(), data)
        assert no_dialog(desk)
        assert "https://example.com/x" in desk.editor.toPlainText()


class TestWhatItWas:
    def test_pasted(self, open_desk: Opener) -> None:
        desk = open_desk()
        copy(LIST)
        desk.action("action_paste_notes").trigger()
        assert "Make notes of the pasted text" in Arriving(desk).words

    def test_dropped(self, open_desk: Opener) -> None:
        desk = open_desk()
        data = QMimeData()
        data.setText(LIST)
        drop(desk.list.viewport(), data)
        arriving = Arriving(desk)
        assert "Make notes of the dropped text" in arriving.words
        arriving.go()
        desk.until(lambda: "Made 3 notes" in desk.news)
        assert "drop 3 notes" in desk.action("action_undo").text()

    def test_imported(self, open_desk: Opener, tmp_path: Path) -> None:
        desk = open_desk()
        drop(desk.list.viewport(), files(write(tmp_path, "a.md", LIST)))
        arriving = Arriving(desk)
        assert "Import from a.md" in arriving.words
        assert "pasted" not in arriving.words


class TestListMarks:
    def marks(self, dialog: ArrivalsDialog) -> QCheckBox:
        found = dialog.findChild(QCheckBox, "drop_list_marks")
        assert found is not None
        return found

    def paste(self, desk: Desk, text: str) -> Arriving:
        copy(text)
        desk.action("action_paste_notes").trigger()
        return Arriving(desk)

    def test_they_stay_unless_a_tick_is_set(self, open_desk: Opener) -> None:
        desk = open_desk()
        arriving = self.paste(desk, LIST)
        assert arriving.titles == ["- one", "- [x] 2nd", "3. third"]
        arriving.click_tick(2)
        desk.click(self.marks(arriving.dialog))
        assert arriving.titles == ["one", "2nd", "third"]
        assert [tick for tick, *_ in arriving.rows] == [None, True, False]  # "one" is there already
        arriving.go()
        desk.until_file_is("one\n§\ntwo\n§\n2nd\n§\n".encode())

    def test_they_come_back(self, open_desk: Opener) -> None:
        desk = open_desk()
        arriving = self.paste(desk, LIST)
        for _ in range(2):
            desk.click(self.marks(arriving.dialog))
        assert arriving.titles == ["- one", "- [x] 2nd", "3. third"]

    def test_without_any_there_is_no_such_tick(self, open_desk: Opener) -> None:
        desk = open_desk()
        assert self.marks(self.paste(desk, "a\nb").dialog).isHidden()


class TestDelimiterLines:
    def test_the_deed_has_one_name_and_is_offered_once(self, open_desk: Opener) -> None:
        desk = open_desk()
        desk.action("action_new_note").trigger()
        copy("three\n§\nfour")
        desk.press(Qt.Key.Key_V, CTRL)
        assert self.offers(desk, "message_bar") == ["Make 2 notes of it…"]
        desk.save()
        desk.rest()
        banner = desk.banner("reason_banner")
        assert "Not saved. Line 2 holds only the sign “§”." in banner
        assert self.offers(desk, "reason_banner") == ["Make 2 notes of it"]
        assert self.offers(desk, "message_bar") == []

    def offers(self, desk: Desk, name: str) -> list[str]:
        desk.bot.wait(1)
        bar = desk.part(name)
        buttons = [] if bar.isHidden() else bar.findChildren(QPushButton)
        return [button.text() for button in buttons if not button.isHidden()]

    def test_every_such_line_is_marked_until_the_text_is_another_one(self, open_desk: Opener) -> None:
        desk = open_desk()
        desk.editor.setPlainText("a\n § \nb\n§")
        desk.save()
        desk.rest()
        assert self.marked(desk) == [" § ", "§"]
        desk.editor.selectAll()
        desk.type("fine")
        assert self.marked(desk) == []

    def marked(self, desk: Desk) -> list[str]:
        return [selection.cursor.selectedText() for selection in desk.editor.extraSelections()]


def test_the_words_of_the_preview_are_all_plain(open_desk: Opener, tmp_path: Path) -> None:
    """A file's name is text, whatever it looks like."""
    desk = open_desk()
    names = ["<b>x</b>.md", "{y}.md"]
    drop(desk.list.viewport(), files(*(write(tmp_path, name.replace("/", "⁄"), "z") for name in names)))
    assert "{y}.md: one note" in words_of(Arriving(desk).dialog)
