"""Rows taken by the mouse to another place, out of the window and text and files that come in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QToolButton

from newt_gui.notes.notes_list import NotesList
from tests.journeys.conftest import Desk

Opener = Callable[..., Desk]
SHIFT = Qt.KeyboardModifier.ShiftModifier
COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction


def notes(*entries: str) -> bytes:
    return "".join(f"{entry}\n§\n" for entry in entries).encode()


FILE = notes("one", "two", "three", "four")


class Hand:
    """Carries something over the list. A real drag waits in a loop of its own, and offscreen there is
    none: the list gets what it would get in one.
    """

    def __init__(self, desk: Desk, mime: QMimeData, wanted: Qt.DropAction = MOVE) -> None:
        self._view, self._mime, self._wanted = desk.list, mime, wanted

    def _send(self, kind: type[QDropEvent], place: QPoint) -> Qt.DropAction | None:
        """What would be done with it, None where it is refused."""
        left = Qt.MouseButton.LeftButton
        at: QPoint | QPointF = QPointF(place) if kind is QDropEvent else place
        event = kind(at, COPY | MOVE, self._mime, left, Qt.KeyboardModifier.NoModifier)
        event.setDropAction(self._wanted)
        QApplication.sendEvent(self._view.viewport(), event)
        return event.dropAction() if event.isAccepted() else None

    def over(self, place: QPoint) -> bool:
        """Come in and hold it there; whether it could be let go."""
        entered = self._send(QDragEnterEvent, place)
        moved = self._send(QDragMoveEvent, place)
        return entered is not None and moved is not None

    def drop(self, place: QPoint) -> Qt.DropAction | None:
        assert self.over(place)
        return self._send(QDropEvent, place)


def rows(desk: Desk) -> QMimeData:
    """The selected rows, picked up."""
    view = desk.list
    assert isinstance(view, NotesList)
    return view.mime_of(view.selected())


def above(desk: Desk, at: int) -> QPoint:
    rect = desk.list.visualRect(desk.list.model().index(at, 0))
    return QPoint(rect.center().x(), rect.top() + 2)


def below(desk: Desk, at: int) -> QPoint:
    rect = desk.list.visualRect(desk.list.model().index(at, 0))
    return QPoint(rect.center().x(), rect.bottom() - 2)


def text_mime(text: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(text)
    return mime


def watch(desk: Desk) -> list[QAbstractItemModelTester]:
    """Qt's own tester, fatal, on the list's models for as long as it is kept."""
    pane, fatal = desk.window.notes.list_pane, QAbstractItemModelTester.FailureReportingMode.Fatal
    return [QAbstractItemModelTester(model, fatal) for model in (pane.model, pane.filtered)]


def test_one_row_to_another_place(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch(desk)
    desk.click_row(0)
    Hand(desk, rows(desk)).drop(below(desk, 2))
    assert desk.list.model().rowCount() == 4
    desk.until_file_is(notes("two", "three", "one", "four"))
    desk.rest()
    assert desk.titles == ["two", "three", "one", "four"]
    assert desk.list.currentIndex().row() == 2
    assert desk.editor.toPlainText() == "one"
    desk.action("action_undo").trigger()
    desk.until_file_is(FILE)
    assert testers


@pytest.mark.parametrize(
    "at, where, after",
    [
        (3, above, ("four", "one", "two", "three")),
        (3, below, ("one", "two", "three", "four")),
    ],
)
def test_between_two_rows_is_above_or_below_one(
    open_desk: Opener, at: int, where: Callable[[Desk, int], QPoint], after: tuple[str, ...]
) -> None:
    desk = open_desk(FILE)
    desk.click_row(at)
    place = where(desk, 0) if where is above else QPoint(20, desk.list.viewport().height() - 4)
    Hand(desk, rows(desk)).drop(place)
    desk.rest()
    assert desk.file.read_bytes() == notes(*after)


def test_several_rows_go_together(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    testers = watch(desk)
    desk.click_row(2)
    desk.press(Qt.Key.Key_Down, SHIFT)
    Hand(desk, rows(desk)).drop(above(desk, 0))
    desk.until_file_is(notes("three", "four", "one", "two"))
    desk.rest()
    selected = [row.text for row in desk.window.notes.list_pane.selected_rows()]
    assert selected == ["three", "four"]
    assert testers


def test_unsaved_text_goes_with_its_row(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.editor.setFocus()
    desk.type("more than ")
    desk.list.setFocus()
    Hand(desk, rows(desk)).drop(below(desk, 3))
    desk.until_file_is(notes("two", "three", "four", "one"))
    desk.rest()
    assert desk.titles == ["two", "three", "four", "more than one"]
    assert desk.column("badges")[3] == ["unsaved"]


def test_not_while_rows_are_left_out(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.part("notes_filter").setFocus()
    desk.type("o")
    desk.click_row(0)
    assert not Hand(desk, rows(desk)).over(below(desk, 1))
    assert "Clear the filter to move notes" in desk.news
    desk.rest()
    assert desk.file.read_bytes() == FILE


def test_not_in_another_order(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.until(lambda: desk.window.findChild(QToolButton, "notes_order") is not None)
    order = desk.part("notes_order", QToolButton)
    assert isinstance(order, QToolButton)
    order.menu().actions()[1].trigger()
    assert not Hand(desk, rows(desk)).over(below(desk, 1))
    assert "Sort the list as in the file to move notes" in desk.news


def test_a_note_without_a_place_gets_none(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.action("action_new_note").trigger()
    desk.type("fresh")
    desk.list.setFocus()
    Hand(desk, rows(desk)).drop(above(desk, 0))
    assert "Save a new note before you move it" in desk.news
    assert desk.titles[-1] == "fresh"


def test_rows_dragged_out_are_their_text_and_stay(open_desk: Opener) -> None:
    desk = open_desk(notes("user: one\nmore", "two\u200b"))
    desk.list.setFocus()
    assert rows(desk).text() == "user: one\nmore"
    desk.press(Qt.Key.Key_Down, SHIFT)
    assert rows(desk).text() == "user: one\nmore\n§\ntwo\u200b"
    desk.rest()
    assert desk.file.read_bytes() == notes("user: one\nmore", "two\u200b")


def test_rows_of_another_list_are_text_from_elsewhere(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    mime = rows(desk)
    mime.setProperty("newt_list", 0)
    heard: list[str] = []
    desk.window.notes.list_pane.dropped.connect(lambda arrived: heard.append(arrived.text()))
    Hand(desk, mime).drop(below(desk, 2))
    assert heard == ["one"]


def test_text_from_elsewhere_is_copied_never_taken(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    heard: list[str] = []
    desk.window.notes.list_pane.dropped.connect(lambda arrived: heard.append(arrived.text()))
    assert Hand(desk, text_mime("from elsewhere")).drop(below(desk, 1)) == COPY
    assert heard == ["from elsewhere"]


def test_a_file_from_elsewhere(open_desk: Opener, tmp_path: Path) -> None:
    desk = open_desk(FILE)
    given, mime = tmp_path / "more.md", QMimeData()
    given.write_bytes(notes("five"))
    mime.setUrls([QUrl.fromLocalFile(str(given))])
    heard: list[str] = []
    desk.window.notes.list_pane.dropped.connect(
        lambda arrived: heard.extend(url.toLocalFile() for url in arrived.urls())
    )
    Hand(desk, mime, COPY).drop(below(desk, 1))
    assert heard == [str(given)]


def test_what_is_neither_text_nor_file_is_refused(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    mime = QMimeData()
    mime.setData("image/png", b"\x89PNG")
    assert not Hand(desk, mime).over(below(desk, 1))


def test_the_line_shows_where_it_would_go(open_desk: Opener) -> None:
    desk = open_desk(FILE)
    desk.click_row(0)
    desk.bot.wait(20)
    before = desk.list.viewport().grab().toImage()
    assert Hand(desk, rows(desk)).over(below(desk, 2))
    desk.bot.wait(20)
    edge = desk.list.visualRect(desk.list.model().index(2, 0)).bottom()
    after = desk.list.viewport().grab().toImage()
    lines = [y for y in range(after.height()) if after.pixel(5, y) != before.pixel(5, y)]
    assert lines
    assert all(abs(y - edge) <= 2 for y in lines)
