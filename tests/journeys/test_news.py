"""News goes when its cause is gone; what was not saved is named, also where the window was to be closed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from newt_gui.notes.slices import LONGEST_PLAIN_LINE
from tests.journeys.conftest import Desk
from tests.journeys.test_others_write import replace_file

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier
FILE = "one\n§\ntwo\n§\nthree\n§\n".encode()


def answer(desk: Desk, choice: str) -> None:
    desk.until(lambda: desk.window.findChild(QWidget, "question") is not None)
    desk.click(desk.part(f"choice_{choice}", QPushButton))
    desk.window.activateWindow()


def write_in(desk: Desk, at: int, text: str) -> None:
    desk.click_row(at)
    desk.editor.setPlainText(text)


class TestSeveralAreSaved:
    def test_closing_is_called_off_and_the_note_is_named(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        write_in(desk, 0, "first")
        write_in(desk, 1, "say “hi”\nha\u200blt")
        write_in(desk, 2, "third")
        desk.window.close()
        answer(desk, "save")
        desk.rest()
        assert desk.window.isVisible()
        assert "Called off, because note 2 ‘say “hi”’ is not saved: the window stays as it is." in desk.news
        assert "counts from the next session" not in desk.news
        assert "Not saved: newt refuses hidden characters." in desk.banner("reason_banner")
        assert desk.file.read_bytes() == "first\n§\ntwo\n§\nthree\n§\n".encode()

    def test_it_goes_when_the_note_is_mended(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        write_in(desk, 1, "ha\u200blt")
        desk.window.close()
        answer(desk, "save")
        desk.rest()
        assert "Called off" in desk.news
        desk.press(Qt.Key.Key_Period, CTRL)
        assert desk.editor.toPlainText() == "halt"
        assert desk.news == ""
        assert desk.banner("reason_banner") == ""

    def test_it_goes_when_the_note_is_reverted(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        write_in(desk, 1, "one")
        desk.window.close()
        answer(desk, "save")
        desk.rest()
        assert "Called off, because note 2 “one” is not saved" in desk.news
        desk.action("action_revert").trigger()
        assert desk.news == desk.banner("reason_banner") == ""

    def test_save_all_says_what_is_saved_and_what_is_not(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        write_in(desk, 0, "first")
        write_in(desk, 1, "ha\u200blt")
        desk.action("action_save_all").trigger()
        desk.rest()
        assert "One note is saved, but note 2 “ha␣lt” is not." in desk.news
        assert "counts from" not in desk.news

    def test_all_saved_is_told_once(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        write_in(desk, 0, "first")
        write_in(desk, 1, "second")
        told: list[str] = []
        desk.window.notes.message_posted.connect(lambda message: told.append(message.text))
        desk.action("action_save_all").trigger()
        desk.until_file_is("first\n§\nsecond\n§\nthree\n§\n".encode())
        desk.rest()
        assert told == ["Saved; counts from the next session."]


class TestOneIsRefused:
    def refuse_behind_the_back(self, desk: Desk) -> None:
        """The save of note 1 finds out that it is refused when the person is at note 2 already."""
        write_in(desk, 0, "first “one”")
        desk.window.notes.session.stop()
        desk.file.write_bytes("theirs\n§\ntwo\n§\nthree\n§\n".encode())
        desk.save()
        desk.click_row(1)
        desk.rest()

    def test_the_message_names_the_note_and_shows_it(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        self.refuse_behind_the_back(desk)
        assert "Not saved: note 1 ‘first “one”’." in desk.news
        desk.click_button(desk.part("message_bar"), "Show")
        assert "Not saved" in desk.banner("row_banner")

    def test_it_stays_while_another_note_is_written_and_goes_when_it_is_mended(
        self, open_desk: Opener
    ) -> None:
        desk = open_desk(FILE)
        self.refuse_behind_the_back(desk)
        desk.editor.setPlainText("second")
        assert "Not saved: note 1" in desk.news
        desk.click_row(0)
        desk.action("action_revert").trigger()
        assert desk.news == ""

    def test_saved_does_not_stand_beside_not_saved(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        write_in(desk, 0, "first")
        desk.save()
        desk.until(lambda: "Saved" in desk.news)
        desk.editor.setPlainText("two")
        desk.save()
        desk.rest()
        assert "Not saved. Note 2 says exactly this already." in desk.banner("reason_banner")
        assert desk.news == ""

    def test_one_too_large_for_the_editor_is_told_in_the_bar(self, open_desk: Opener) -> None:
        large = "x" * (LONGEST_PLAIN_LINE + 1)
        desk = open_desk(FILE)
        session = desk.window.notes.session
        session.edit(session.rows[0].key, large)
        desk.click_row(1)
        desk.click_row(0)
        desk.window.notes.save()
        desk.rest()
        assert "Not saved: note 1" in desk.news
        assert "bytes too many" in desk.news
        desk.action("action_revert").trigger()
        assert desk.news == ""


class TestPassing:
    def test_why_something_can_not_be_done_goes_with_the_next_step(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        desk.press(Qt.Key.Key_Return)
        desk.press(Qt.Key.Key_F8)
        assert "nothing in this note that newt would refuse" in desk.news
        desk.click_row(1)
        assert desk.news == ""

    def test_an_offer_to_undo_stays(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        desk.press(Qt.Key.Key_Delete)
        desk.until(lambda: "Deleted note 1" in desk.news)
        desk.click_row(1)
        desk.editor.setPlainText("other")
        assert "Deleted note 1" in desk.news

    def test_that_the_file_is_gone_goes_when_it_is_there_again(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        desk.file.unlink()
        desk.until(lambda: "NOTES.md is gone" in desk.news)
        desk.action("action_new_note").trigger()
        desk.type("new")
        assert "NOTES.md is gone" in desk.news
        replace_file(desk.file, FILE)
        desk.until(lambda: len(desk.titles) == 4)
        assert "NOTES.md is gone" not in desk.news


class TestTheMeter:
    def caption(self, desk: Desk) -> str:
        return str(desk.part("editor_budget").caption)

    def test_an_edit_of_a_changed_note_counts_against_what_is_on_disk(self, open_desk: Opener) -> None:
        desk = open_desk(FILE)
        write_in(desk, 0, "one more")
        desk.until(lambda: "this edit adds 5" in self.caption(desk))
        replace_file(desk.file, "one, and what they wrote\n§\ntwo\n§\nthree\n§\n".encode())
        desk.until(lambda: "changed" in desk.column("badges")[0])
        assert desk.column("badges")[0] == ["changed", "unsaved"]
        desk.until(lambda: "yours instead of theirs frees 16" in self.caption(desk))
        desk.editor.setPlainText("one, and what they wrote, and mine")
        desk.until(lambda: "yours instead of theirs adds 10" in self.caption(desk))


class TestOddNotes:
    def test_a_byte_order_mark_is_told_by_the_banner_alone(self, open_desk: Opener) -> None:
        desk = open_desk("\ufeffone\n§\ntwo\n§\n".encode())
        desk.until(lambda: desk.window.notes.observations is not None)
        desk.until(lambda: not desk.window.notes.observations.is_working)
        assert "byte order mark" in desk.banner("notes_banner")
        assert desk.column("badges")[0] == []
        assert desk.findings == []
        desk.press(Qt.Key.Key_Return)
        desk.press(Qt.Key.Key_End, CTRL)
        desk.type("!")
        desk.until(lambda: len(desk.findings) == 1)
        assert "finding" in desk.column("badges")[0]

    def test_a_mark_beside_something_else_is_listed(self, open_desk: Opener) -> None:
        desk = open_desk("\ufeffo\u200bne\n§\n".encode())
        desk.until(lambda: len(desk.findings) == 2)

    def test_one_kind_of_repair_is_named_once(self, open_desk: Opener) -> None:
        from newt_gui.notes.findings_list import REPAIR_ROLE

        desk = open_desk("a\u200bb\u00adc\n§\n".encode())
        desk.until(lambda: len(desk.findings) == 2)
        model = desk.part("findings_list").model()
        assert [model.index(at, 0).data(REPAIR_ROLE) for at in range(2)] == [None, None]
        assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == desk.findings[0]
        desk.editor.setPlainText("a\u200bb\rc")
        desk.until(lambda: model.index(1, 0).data(REPAIR_ROLE) == "Make it a line break")
