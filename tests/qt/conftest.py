"""What the tests of the Qt parts share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.qt.editor_bench import Bench


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    """An empty editor on the screen."""
    return Bench(qtbot)
