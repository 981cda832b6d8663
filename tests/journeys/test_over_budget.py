"""There is no room: the list of sizes, shortening and deleting from there, and the save that waits."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListView, QWidget

from newt_gui.notes.budget_list import BudgetList
from newt_gui.notes.model import Role
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
CTRL = Qt.KeyboardModifier.ControlModifier
LIMIT = 2_200


def file_of(*notes: str) -> bytes:
    return "".join(f"{note}\n§\n" for note in notes).encode()


THREE = ("a" * 700, "b" * 900, "c" * 500)  # with two separators 2,108 bytes


def sizes(desk: Desk) -> BudgetList:
    part = desk.part("budget_list")
    assert isinstance(part, BudgetList)
    return part


def heading(desk: Desk) -> str:
    return sizes(desk).heading.text()


def rows(desk: Desk) -> list[tuple[int | None, int]]:
    """Number and size of every line, as listed."""
    model = sizes(desk).view.model()
    places = [model.index(at, 0) for at in range(model.rowCount())]
    return [(place.data(Role.ID), place.data(Role.SIZE_BYTES)) for place in places]


def choose(desk: Desk, note_id: int) -> None:
    """Click the line of a note."""
    view = sizes(desk).view
    at = [number for number, _ in rows(desk)].index(note_id)
    rect = view.visualRect(view.model().index(at, 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def open_tall(open_desk: Opener, *notes: str) -> Desk:
    """A window in which the list of sizes has room over the text."""
    desk = open_desk(file_of(*notes))
    desk.window.resize(1_180, 900)
    desk.bot.wait(1)
    return desk


def refuse(open_desk: Opener, more: int = 300) -> Desk:
    """Note 1 is `more` bytes longer than it was and could not be saved: with 92 bytes left, so many over."""
    desk = open_tall(open_desk, *THREE)
    desk.editor.setPlainText("a" * (700 + more))
    desk.editor.setFocus()
    desk.save()
    desk.rest()
    desk.bot.wait(1)
    return desk


def test_nothing_is_made_while_there_is_room(open_desk: Opener) -> None:
    desk = open_tall(open_desk, *THREE)
    desk.editor.setFocus()
    desk.type("x")
    desk.save()
    desk.until_file_is(file_of("x" + THREE[0], *THREE[1:]))
    assert desk.window.findChild(QWidget, "budget_list") is None


def test_the_refusal_lists_every_note_with_its_size(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    assert heading(desk) == "Not saved. Still 208 bytes over"
    assert rows(desk) == [(1, 1_000), (2, 900), (3, 500)]
    assert (
        "With note 1, which waits to be saved, the notes take 2,408 of 2,200 bytes"
        in sizes(desk).detail.toPlainText()
    )
    assert desk.banner("reason_banner") == ""
    assert desk.window.focusWidget() is desk.editor
    assert desk.editor.toPlainText() == "a" * 1_000
    assert desk.file.read_bytes() == file_of(*THREE)


def test_the_number_runs_with_the_text(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    desk.press(Qt.Key.Key_End, CTRL)
    desk.press(Qt.Key.Key_Backspace)
    assert heading(desk) == "Not saved. Still 207 bytes over"
    desk.editor.insertPlainText("éé")
    assert heading(desk) == "Not saved. Still 211 bytes over"


def test_largest_first(open_desk: Opener) -> None:
    desk = open_tall(open_desk, "small", "x" * 1_500, "middling")
    desk.editor.setPlainText("y" * 900)
    desk.save()
    desk.rest()
    assert [number for number, _ in rows(desk)] == [1, 2, 3]
    sizes(desk).order.click()
    assert [number for number, _ in rows(desk)] == [2, 1, 3]
    sizes(desk).order.click()
    assert [number for number, _ in rows(desk)] == [1, 2, 3]


def test_shorten_another_note_and_save_both_by_mouse(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    choose(desk, 2)
    desk.click_button(sizes(desk), "Shorten")
    assert desk.editor.toPlainText() == THREE[1]
    assert desk.window.focusWidget() is desk.editor
    assert heading(desk) == "Not saved. Still 208 bytes over"
    desk.editor.setPlainText("b" * 750)
    assert heading(desk) == "Not saved. Still 58 bytes over"
    assert "not saved yet is counted" in sizes(desk).detail.toPlainText()
    desk.editor.setPlainText("b" * 692)
    assert heading(desk) == "Not saved. It fits now"
    desk.click_button(sizes(desk), "Save notes 1 and 2 now")
    saved = file_of("a" * 1_000, "b" * 692, THREE[2])
    desk.until_file_is(saved)
    desk.rest()
    assert not sizes(desk).isVisible()
    assert desk.column("badges") == [[], [], []]
    assert len(saved) - 4 == LIMIT  # the last delimiter line is not counted


def test_delete_another_note_and_save_by_keyboard(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    sizes(desk).view.setFocus()
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Delete)
    desk.until_file_is(file_of(*THREE[:2]))
    desk.rest()
    assert heading(desk) == "Not saved. It fits now"
    assert rows(desk) == [(1, 1_000), (2, 900)]
    assert desk.column("text")[0] == "a" * 1_000
    assert "Deleted note 3" in desk.news
    desk.press(Qt.Key.Key_Z, CTRL)
    desk.until_file_is(file_of(*THREE))
    desk.rest()
    assert heading(desk) == "Not saved. Still 208 bytes over"
    sizes(desk).view.setFocus()
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Delete)
    desk.rest()
    desk.click_button(sizes(desk), "Save note 1 now")
    desk.until_file_is(file_of("a" * 1_000, THREE[1]))
    desk.rest()
    assert not sizes(desk).isVisible()


def test_enter_opens_a_note_to_shorten_it(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    sizes(desk).view.setFocus()
    desk.press(Qt.Key.Key_Return)
    assert desk.window.focusWidget() is desk.editor
    assert desk.editor.toPlainText() == THREE[1]
    assert sizes(desk).isVisible()


def test_escape_dismisses_and_nothing_is_lost(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    sizes(desk).view.setFocus()
    desk.press(Qt.Key.Key_Escape)
    assert not sizes(desk).isVisible()
    assert desk.window.focusWidget() is desk.editor
    assert desk.editor.toPlainText() == "a" * 1_000
    assert "208 bytes too many" in desk.banner("reason_banner")
    desk.click_button(desk.part("reason_banner"), "Show the sizes")
    assert sizes(desk).isVisible()
    assert desk.banner("reason_banner") == ""
    assert desk.file.read_bytes() == file_of(*THREE)


def test_a_new_note_that_waits_is_listed_and_saved(open_desk: Opener) -> None:
    desk = open_tall(open_desk, *THREE)
    desk.action("action_new_note").trigger()
    desk.editor.setPlainText("d" * 200)
    desk.save()
    desk.rest()
    assert heading(desk) == "Not saved. Still 112 bytes over"  # its separator counts, too
    assert rows(desk)[-1] == (None, 200)
    choose(desk, 3)
    desk.click_button(sizes(desk), "Delete")
    desk.rest()
    desk.click_button(sizes(desk), "Save the new note now")
    desk.until_file_is(file_of(*THREE[:2], "d" * 200))


def test_making_the_note_itself_shorter_is_enough(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    desk.editor.setPlainText("a" * 792)
    assert heading(desk) == "Not saved. It fits now"
    desk.save()
    desk.until_file_is(file_of("a" * 792, *THREE[1:]))
    desk.rest()
    assert not sizes(desk).isVisible()


def test_reverting_the_note_closes_the_list(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    desk.action("action_revert").trigger()
    assert not sizes(desk).isVisible()


def test_unsaved_text_that_only_grows_is_not_counted(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    desk.click_row(2)
    desk.editor.setPlainText("c" * 600)
    assert heading(desk) == "Not saved. Still 208 bytes over"


def test_a_shorter_text_that_could_not_be_saved_is_not_counted(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    desk.click_row(1)
    for text in ("", "b\u200b", "c" * 500, " \n"):
        desk.editor.setPlainText(text)
        assert heading(desk) == "Not saved. Still 208 bytes over", text
    desk.editor.setPlainText("b")
    assert heading(desk) == "Not saved. It fits now"


def test_a_file_that_is_over_already(open_desk: Opener) -> None:
    notes = ("a" * 1_000, "b" * 1_300)
    desk = open_tall(open_desk, *notes)
    desk.click_button(desk.part("notes_banner"), "Show the sizes")
    assert heading(desk) == "Still 104 bytes over"
    assert isinstance(desk.window.focusWidget(), QListView)
    choose(desk, 2)
    desk.press(Qt.Key.Key_Return)
    desk.editor.setPlainText("b" * 1_250)
    assert heading(desk) == "Still 54 bytes over"
    desk.save()  # still over, but shorter
    desk.until_file_is(file_of("a" * 1_000, "b" * 1_250))
    desk.rest()
    assert heading(desk) == "Still 54 bytes over"
    desk.editor.setPlainText("b" * 1_000)
    assert heading(desk) == "It fits now"
    desk.click_button(sizes(desk), "Save note 2 now")
    desk.until_file_is(file_of("a" * 1_000, "b" * 1_000))
    desk.rest()
    assert not sizes(desk).isVisible()


def test_somebody_else_makes_room(open_desk: Opener) -> None:
    desk = refuse(open_desk)
    desk.file.write_bytes(file_of(THREE[0], THREE[1]))
    desk.window.notes.session.refresh()
    desk.rest()
    assert heading(desk) == "Not saved. It fits now"
    desk.click_button(sizes(desk), "Save note 1 now")
    desk.until_file_is(file_of("a" * 1_000, THREE[1]))


def test_little_height_leaves_room_for_one_thing_at_a_time(open_desk: Opener) -> None:
    desk = open_desk(file_of(*THREE))
    desk.window.resize(640, 360)
    desk.bot.wait(1)
    desk.editor.setPlainText("a" * 1_000)
    desk.editor.setFocus()
    desk.save()
    desk.rest()
    desk.bot.wait(1)
    assert desk.editor.isVisible()
    assert not sizes(desk).view.isVisible()
    desk.click_button(sizes(desk), "Show the sizes")
    assert sizes(desk).view.isVisible()
    assert not desk.editor.isVisible()
    desk.press(Qt.Key.Key_Escape)
    assert desk.editor.isVisible()
    assert desk.window.focusWidget() is desk.editor
    desk.save()
    desk.rest()
    desk.click_button(sizes(desk), "Show the sizes")
    choose(desk, 2)
    desk.press(Qt.Key.Key_Return)
    desk.bot.wait(1)
    assert desk.window.focusWidget() is desk.editor
    assert desk.editor.isVisible()
    assert desk.editor.toPlainText() == THREE[1]


# The meter


@pytest.mark.parametrize(
    "size, said",
    [
        (700, "2,108 of 2,200 bytes (95 %)"),
        (710, "2,118 of 2,200 bytes (96 %) · this edit adds 10"),
        (600, "2,008 of 2,200 bytes (91 %) · this edit frees 100"),
        (792, "2,200 of 2,200 bytes (100 %) · this edit adds 92"),
        (793, "2,201 of 2,200 bytes (100 %) · this edit adds 93 · cut 1 to save it"),
    ],
)
def test_the_meter_says_what_the_edit_does(open_desk: Opener, size: int, said: str) -> None:
    desk = open_desk(file_of(*THREE))
    desk.editor.setPlainText("a" * size)
    meter = desk.window.notes.editor_pane.meter
    desk.until(lambda: meter.caption.endswith(said))
    assert meter.state == ("stop" if size > 792 else "caution")
    assert "newt counts bytes, not letters" in meter.toolTip()
    assert "newt counts bytes, not letters" in meter.accessibleDescription()
    assert said in meter.accessibleDescription()


def test_below_nine_tenths_there_is_no_warning(open_desk: Opener) -> None:
    desk = open_desk(file_of("a" * 1_979))
    meter = desk.window.notes.editor_pane.meter
    desk.until(lambda: (meter.state, meter.caption) == ("fine", "1,979 of 2,200 bytes (89 %)"))
    desk.editor.setPlainText("a" * 1_980)
    desk.until(lambda: meter.state == "caution")
    assert meter.caption.startswith("Nearly full · ")


def test_words_on_the_list_are_plain_text(open_desk: Opener) -> None:
    desk = open_desk(file_of("<b>bold</b>", "x" * 2_100))
    desk.editor.setPlainText("<b>bold</b> " + "y" * 100)
    desk.save()
    desk.rest()
    for label in sizes(desk).findChildren(QLabel):
        assert label.textFormat() in (Qt.TextFormat.PlainText, Qt.TextFormat.AutoText)
    assert sizes(desk).heading.textFormat() == Qt.TextFormat.PlainText
