"""The program as a person starts it, watched for its first paint."""

from __future__ import annotations

import sys

from first_paint import FirstPaint
from PySide6.QtWidgets import QMainWindow

from newt_gui.__main__ import main

show = QMainWindow.show


def show_watched(window: QMainWindow) -> None:
    FirstPaint(window)
    show(window)


QMainWindow.show = show_watched
sys.exit(main([]))
