"""What the chosen release of Qt for Python must not do to the Python that it is installed for."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject


def test_it_gives_no_reference_to_none_away() -> None:
    """PySide6 6.12.0 does on Python 3.11, at every call without a result, until the process aborts."""
    named = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        named.setObjectName("a name")
    assert before - sys.getrefcount(None) < 500
