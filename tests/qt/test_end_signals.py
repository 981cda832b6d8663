"""A system that asks the program to end is heard on the UI thread."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from newt_gui.qt.end_signals import EndSignals


@pytest.fixture
def ends(qtbot: QtBot) -> Iterator[EndSignals]:
    made = EndSignals()
    yield made
    made.stop()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_each_is_told(qtbot: QtBot, ends: EndSignals, number: signal.Signals) -> None:
    with qtbot.waitSignal(ends.arrived):
        os.kill(os.getpid(), number)


def test_the_handlers_before_are_put_back(qtbot: QtBot) -> None:
    before = signal.getsignal(signal.SIGTERM)
    ends = EndSignals()
    assert signal.getsignal(signal.SIGTERM) is not before
    ends.stop()
    assert signal.getsignal(signal.SIGTERM) is before
