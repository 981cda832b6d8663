"""The Qt binding itself: calls that return nothing must not use up references to None."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

CALLS = 1_000


def test_calls_that_return_nothing_leave_none_alone(qtbot: QtBot) -> None:
    """A binding that drops one per call ends the process after some thousand of them."""
    label = QLabel()
    qtbot.addWidget(label)
    label.setText("x")
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        label.setText("x")
    assert abs(sys.getrefcount(None) - before) < CALLS / 2
