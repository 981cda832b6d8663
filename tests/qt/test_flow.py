"""The box whose parts stand in lines: as many in each as fit, none cut, mirrored where reading goes left."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from newt_gui.qt.flow import FlowBox

GAP = 6


def box_of(bot: QtBot, *labels: str) -> tuple[FlowBox, list[QPushButton]]:
    box = FlowBox(GAP)
    bot.addWidget(box)
    buttons = [QPushButton(label, box) for label in labels]
    box.resize(1_000, 100)
    box.show()
    return box, buttons


def rects(buttons: list[QPushButton]) -> list[QRect]:
    return [button.geometry() for button in buttons]


@pytest.mark.parametrize("width", [40, 120, 200, 400, 1_000])
def test_nothing_overlaps_or_sticks_out(qtbot: QtBot, width: int) -> None:
    box, buttons = box_of(qtbot, "one", "a longer label", "three", "x" * 60)
    box.resize(width, box.heightForWidth(width))
    placed = rects(buttons)
    for at, rect in enumerate(placed):
        assert box.rect().contains(rect)
        assert not any(rect.intersects(other) for other in placed[:at])


def test_a_wide_box_is_one_line_and_a_slim_one_several(qtbot: QtBot) -> None:
    box, buttons = box_of(qtbot, "one", "two", "three")
    assert len({rect.top() for rect in rects(buttons)}) == 1
    assert buttons[1].x() == buttons[0].geometry().right() + 1 + GAP
    slim = buttons[0].width() + 1
    assert box.heightForWidth(slim) > 2 * box.heightForWidth(1_000)
    box.resize(slim, box.heightForWidth(slim))
    assert len({rect.top() for rect in rects(buttons)}) == 3


def test_hidden_parts_take_no_room(qtbot: QtBot) -> None:
    box, buttons = box_of(qtbot, "one", "two", "three")
    buttons[0].hide()
    box.arrange()
    assert buttons[1].x() == 0
    for button in buttons:
        button.hide()
    assert box.heightForWidth(1_000) == 0


def test_from_right_to_left(qtbot: QtBot) -> None:
    box, buttons = box_of(qtbot, "one", "two")
    box.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    box.arrange()
    assert buttons[0].geometry().right() == box.width() - 1
    assert buttons[1].geometry().right() < buttons[0].x()
