"""Undo and redo of list operations: in a row, mixed with saved texts, and after somebody else wrote."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from newt_gui.core.files import NOTES_LOCK, hold_lock
from tests.harness.newt_writer import NewtWriter
from tests.journeys.conftest import Desk
from tests.journeys.test_list_operations import CONTROL, FILE, SHIFT, answer, notes, question, watch_models

Opener = Callable[..., Desk]


def undo(desk: Desk) -> None:
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Z, CONTROL)
    desk.rest()


def redo(desk: Desk) -> None:
    desk.list.setFocus()
    desk.press(Qt.Key.Key_Z, CONTROL | SHIFT)
    desk.rest()


def delete(desk: Desk, at: int) -> None:
    desk.click_row(at)
    desk.press(Qt.Key.Key_Delete)
    desk.rest()


def write(desk: Desk, at: int, text: str) -> None:
    """Put text before a note and leave it unsaved."""
    desk.click_row(at)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_Home, CONTROL)
    desk.type(text)
    desk.press(Qt.Key.Key_Escape)


def save(desk: Desk, at: int, text: str) -> None:
    write(desk, at, text)
    desk.save()
    desk.rest()


def move_up(desk: Desk, at: int) -> None:
    desk.click_row(at)
    desk.action("action_move_up").trigger()
    desk.rest()


def split(desk: Desk, at: int, letters: int) -> None:
    desk.click_row(at)
    desk.press(Qt.Key.Key_Return)
    desk.press(Qt.Key.Key_Home, CONTROL)
    for _ in range(letters):
        desk.press(Qt.Key.Key_Right)
    desk.action("action_split_here").trigger()
    desk.rest()
    desk.press(Qt.Key.Key_Escape)


def test_a_chain_goes_back_and_forth_byte_by_byte(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    states = [FILE]
    for deed in (
        lambda: delete(desk, 1),
        lambda: move_up(desk, 2),
        lambda: split(desk, 0, 1),
        lambda: delete(desk, 3),
    ):
        deed()
        states.append(desk.file.read_bytes())
    assert states[1:] == [
        notes("one", "three", "four"),
        notes("one", "four", "three"),
        notes("o", "ne", "four", "three"),
        notes("o", "ne", "four"),
    ]
    for _ in range(2):
        for state in reversed(states[:-1]):
            undo(desk)
            assert desk.file.read_bytes() == state
        assert not desk.action("action_undo").isEnabled()
        for state in states[1:]:
            redo(desk)
            assert desk.file.read_bytes() == state
        assert not desk.action("action_redo").isEnabled()
    assert testers


def test_saved_texts_in_between_stay(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    delete(desk, 0)
    save(desk, 0, "my ")
    move_up(desk, 2)
    save(desk, 1, "your ")
    save(desk, 2, "their ")
    assert desk.file.read_bytes() == notes("my two", "your four", "their three")
    undo(desk)
    assert desk.file.read_bytes() == notes("my two", "their three", "your four")
    undo(desk)
    assert desk.file.read_bytes() == notes("one", "my two", "their three", "your four")
    redo(desk)
    redo(desk)
    assert desk.file.read_bytes() == notes("my two", "your four", "their three")


def test_newt_writes_in_between(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    delete(desk, 1)
    with NewtWriter(desk.file) as newt:
        assert newt.add("five")
        assert newt.replace("three", "three, says newt")
    desk.until(lambda: len(desk.titles) == 4)
    move_up(desk, 3)
    with NewtWriter(desk.file) as newt:
        assert newt.remove("one")
    undo(desk)  # at once, whether or not the window has noticed
    undo(desk)
    assert desk.file.read_bytes() == notes("two", "three, says newt", "four", "five")
    redo(desk)
    assert desk.file.read_bytes() == notes("three, says newt", "four", "five")


def test_what_newt_changed_since_is_not_undone_and_the_reason_is_told(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    delete(desk, 3)
    split(desk, 2, 2)
    assert desk.file.read_bytes() == notes("one", "two", "th", "ree")
    with NewtWriter(desk.file) as newt:
        assert newt.replace("ree", "ree, says newt")
    undo(desk)
    assert "can't be undone any more: split note 3" in desk.news
    assert "changed since" in desk.news
    assert desk.file.read_bytes() == notes("one", "two", "th", "ree, says newt")
    undo(desk)
    assert desk.file.read_bytes() == notes("one", "two", "th", "ree, says newt", "four")


def test_drafts_on_several_notes_outlive_everything(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch_models(desk)
    for at in range(4):
        write(desk, at, "my ")
    delete(desk, 1)
    move_up(desk, 1)
    split(desk, 2, 3)
    assert desk.titles == ["my three", "my one", "my", "four"]
    assert desk.column("badges") == [["unsaved"], ["unsaved"], [], []]
    assert desk.file.read_bytes() == notes("three", "one", "my", "four")
    for _ in range(3):
        undo(desk)
    assert desk.file.read_bytes() == FILE
    assert desk.titles == ["my one", "my two", "my three", "my four"]
    assert desk.column("badges") == [["unsaved"]] * 4
    for _ in range(3):
        redo(desk)
    assert desk.titles == ["my three", "my one", "my", "four"]
    for _ in range(3):
        undo(desk)
    desk.press(Qt.Key.Key_S, CONTROL | SHIFT)
    desk.rest()
    assert desk.file.read_bytes() == notes("my one", "my two", "my three", "my four")
    assert testers


def test_undo_of_a_split_keeps_what_was_written_into_the_parts(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    split(desk, 0, 1)
    write(desk, 1, "more ")
    undo(desk)
    assert desk.file.read_bytes() == FILE
    assert desk.titles == ["one", "two", "three", "four", "more ne"]
    assert desk.column("badges")[4] == ["unsaved"]


def test_each_of_the_two_has_its_own_undo_and_the_menu_says_which(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    action, again = desk.action("action_undo"), desk.action("action_redo")
    assert not action.isEnabled()
    delete(desk, 1)
    assert (action.text(), action.isEnabled()) == ("&Undo: delete note 2", True)
    desk.press(Qt.Key.Key_Return)
    assert (action.text(), action.isEnabled()) == ("&Undo", False)
    desk.type("my ")
    assert (action.text(), action.isEnabled()) == ("&Undo", True)
    desk.press(Qt.Key.Key_Z, CONTROL)
    assert desk.editor.toPlainText() == "three"
    assert (again.text(), again.isEnabled()) == ("&Redo", True)
    desk.rest()
    assert desk.file.read_bytes() == notes("one", "three", "four")
    desk.press(Qt.Key.Key_Escape)
    assert not again.isEnabled()
    action.trigger()
    desk.until_file_is(FILE)
    desk.rest()
    assert (again.text(), again.isEnabled()) == ("&Redo: delete note 2", True)


def test_an_open_menu_still_knows_where_the_person_was(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    delete(desk, 1)
    desk.press(Qt.Key.Key_Return)
    desk.type("my ")
    desk.window.menuBar().setFocus()
    assert desk.action("action_undo").text() == "&Undo"
    desk.action("action_undo").trigger()
    assert desk.editor.toPlainText() == "three"


def test_a_new_operation_ends_redoing(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    delete(desk, 1)
    undo(desk)
    delete(desk, 0)
    assert not desk.action("action_redo").isEnabled()
    redo(desk)
    assert desk.file.read_bytes() == notes("two", "three", "four")


def test_what_is_done_while_a_save_waits_comes_after_it(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    with hold_lock(desk.file, NOTES_LOCK):
        write(desk, 0, "my ")
        desk.save()
        desk.click_row(1)
        desk.press(Qt.Key.Key_Delete)
        desk.click_row(3)
        desk.press(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        desk.press(Qt.Key.Key_Z, CONTROL)
        desk.bot.wait(50)
        assert desk.file.read_bytes() == FILE
    desk.until_file_is(notes("my one", "three", "four"))
    desk.until(lambda: not desk.window.notes.is_saving)
    assert desk.action("action_redo").text() == "&Redo: move note 3"


def test_what_is_typed_while_the_note_is_being_deleted_is_kept(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    with hold_lock(desk.file, NOTES_LOCK):
        desk.click_row(1)
        desk.press(Qt.Key.Key_Delete)
        desk.press(Qt.Key.Key_Return)
        desk.type("typed ")
    desk.until_file_is(notes("one", "three", "four"))
    desk.rest()
    assert desk.titles == ["one", "three", "four", "typed two"]
    assert desk.editor.toPlainText() == "typed two"


def test_closing_waits_for_the_operation(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    with hold_lock(desk.file, NOTES_LOCK):
        desk.click_row(1)
        desk.press(Qt.Key.Key_Delete)
        desk.window.close()
        assert desk.window.isVisible()
    desk.until(lambda: not desk.window.isVisible())
    assert desk.file.read_bytes() == notes("one", "three", "four")
    assert desk.window.findChild(QWidget, "question") is None


def test_undo_asks_what_a_first_write_asks(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    delete(desk, 3)
    desk.file.write_bytes(b"one\r\n\xc2\xa7\r\ntwo\r\n\xc2\xa7\r\nthree\r\n\xc2\xa7\r\n")
    desk.window.notes.refresh()
    desk.rest()
    undo(desk)
    assert "CR LF" in question(desk)
    answer(desk, "save")
    desk.until_file_is(FILE)
