"""How many chips a row shows: never more than there is room for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from newt_gui.notes.row_chips import RowChips, how_many, split_off
from newt_gui.qt.theme import Theme

GAP, MORE = 8, 20
CHIPS = [("caution", "hidden character"), ("note", "not saved"), ("note", "project"), ("note", "user")]


def test_all_where_there_is_room() -> None:
    assert how_many([30, 30], 68, GAP, MORE) == 2
    assert how_many([30, 30], 67, GAP, MORE) == 1
    assert how_many([30, 30], 57, GAP, MORE) == 0
    assert how_many([], 0, GAP, MORE) == 0


@given(st.lists(st.integers(1, 200), max_size=8), st.integers(0, 900))
def test_what_is_shown_fits(widths: list[int], room: int) -> None:
    count = how_many(widths, room, GAP, MORE)
    shown = widths[:count] + ([MORE] if count < len(widths) else [])
    if count:
        assert sum(shown) + GAP * (len(shown) - 1) <= room
    if count < len(widths):
        assert sum(widths) + GAP * (len(widths) - 1) > room


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_column_and_the_rest_are_the_whole(direction: Qt.LayoutDirection) -> None:
    whole = QRect(10, 0, 100, 20)
    column, rest = split_off(whole, 30, direction)
    assert column.united(rest) == whole
    assert not column.intersects(rest)
    assert column.width() == 30


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
@pytest.mark.parametrize("room", [0, 3, 12, 40, 90, 140, 200, 390])
def test_nothing_is_drawn_beyond_the_room(qtbot: QtBot, room: int, direction: Qt.LayoutDirection) -> None:
    chips, paper = RowChips(Theme()), QColor("#ffffff")
    image = QImage(400, 40, QImage.Format.Format_RGB32)
    image.fill(paper)
    painter = QPainter(image)
    chips.paint(painter, QRect(5, 10, room, 16), CHIPS, False, direction)
    painter.end()
    inside = range(5, 5 + room)
    inked = {x for x in range(400) for y in range(40) if image.pixelColor(x, y) != paper}
    assert inked <= set(inside)
    assert bool(inked) == (room >= 40)
