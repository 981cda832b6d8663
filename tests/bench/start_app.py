"""The program as a person starts it, watched for its first paint."""

from __future__ import annotations

import sys

import newt_gui.__main__ as program

# Qt is loaded by the program, in its own way, and not before: how it does that is measured too.
look_for_problems = program._window_problem


def look_and_watch() -> str | None:
    problem = look_for_problems()

    from first_paint import FirstPaint
    from PySide6.QtWidgets import QMainWindow

    show = QMainWindow.show

    def show_watched(window: QMainWindow) -> None:
        FirstPaint(window)
        show(window)

    QMainWindow.show = show_watched
    return problem


program._window_problem = look_and_watch
sys.exit(program.main([]))
