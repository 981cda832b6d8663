"""Key strokes in a note of nearly the whole budget, by turns in a bare text edit and in the window.

Prints JSON: the milliseconds of every stroke, from the key to the end of the repaint and of all work
that follows at once.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QListView, QMainWindow, QPlainTextEdit

from newt_gui.app import create_window

STROKES = 400
WARM_UP = 20
BETWEEN_KEYS = 0.03  # seconds
PATIENCE = 5.0  # seconds


class Typist(QObject):
    """Types into the middle of an editor: a letter and its removal by turns, so that the size stays.

    It was begun before: the first letter of an edit brings more with it, but only once.
    """

    def __init__(self, editor: QPlainTextEdit) -> None:
        super().__init__(editor)
        self._editor, self._painted, self._count = editor, False, 0
        editor.viewport().installEventFilter(self)
        cursor = editor.textCursor()
        cursor.setPosition(editor.document().characterCount() // 2)
        cursor.insertText("x")
        editor.setTextCursor(cursor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self._painted = self._painted or event.type() == QEvent.Type.Paint
        return False

    def stroke(self) -> float:
        """One key; milliseconds until it is painted and nothing is left to do."""
        key, text = (Qt.Key.Key_A, "a") if self._count % 2 == 0 else (Qt.Key.Key_Backspace, "\b")
        self._count += 1
        self._painted = False
        start = time.perf_counter()
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text)
            QCoreApplication.sendEvent(self._editor, event)
        while not self._painted:
            QCoreApplication.processEvents()
            if time.perf_counter() - start > PATIENCE:
                raise SystemExit("a key stroke was never painted")
        took = (time.perf_counter() - start) * 1000
        self._rest()
        return took

    def _rest(self) -> None:
        """Until the next key comes, as fast as a key repeats that is held down."""
        until = time.perf_counter() + BETWEEN_KEYS
        while time.perf_counter() < until:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 5)


def note() -> str:
    """About 2,150 bytes of prose in paragraphs, with letters beyond ASCII."""
    sentence = "The seed list is checked twice a year, naïve counts and all; 30 °C is too warm. "
    return "\n".join([sentence * 4] * 6 + [sentence * 2]).strip()


def bare_window(like: QPlainTextEdit) -> tuple[QMainWindow, QPlainTextEdit]:
    window, editor = QMainWindow(), QPlainTextEdit()
    editor.setPlainText(note())
    editor.setFont(like.font())
    window.setCentralWidget(editor)
    window.resize(like.size())
    window.show()
    return window, editor


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "NOTES.md").write_text(f"{note()}\n§\n", encoding="utf-8", newline="\n")
        window = create_window(folder, folder)
        window.show()
        rows, editor = (
            window.findChild(QListView, "notes_list"),
            window.findChild(QPlainTextEdit, "note_editor"),
        )
        rows.setCurrentIndex(rows.model().index(0, 0))
        _bare, bare_editor = bare_window(editor)
        for _ in range(20):
            QCoreApplication.processEvents()
        typists = Typist(bare_editor), Typist(editor)
        pairs = [(typists[0].stroke(), typists[1].stroke()) for _ in range(WARM_UP + STROKES)][WARM_UP:]
        editor.moveCursor(QTextCursor.MoveOperation.End)
        window.shutdown()
    floor, subject = zip(*pairs, strict=True)
    json.dump({"floor": floor, "subject": subject}, sys.stdout)


main()
