"""Large texts in the window, and how soon it follows the file; by turns with a bare text edit.

Prints JSON: `paste_floor` and `paste`, milliseconds for 12,000 lines until all is painted; `long_line`,
milliseconds to show a note that is one line of 1 MB; `outside`, milliseconds from a change on disk to
the list.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData
from PySide6.QtWidgets import QListView, QMainWindow, QPlainTextEdit

from newt_gui.app import create_window

ROUNDS = 7
LINES = "\n".join(f"Row {number}: beans, sown again after the frost" for number in range(12_000))
LONG_LINE = "beans sown again after the frost " * 32_000
PATIENCE = 20.0  # seconds


def milliseconds(work: Callable[[], object], done: Callable[[], bool]) -> float:
    """How long `work` takes until `done` says so and nothing is left to do."""
    begun = time.perf_counter()
    work()
    while not done():
        QCoreApplication.processEvents()
        if time.perf_counter() - begun > PATIENCE:
            raise SystemExit("what was measured never came to its end")
    QCoreApplication.processEvents()
    return (time.perf_counter() - begun) * 1000


def paste(editor: QPlainTextEdit) -> float:
    editor.clear()
    editor.setFocus()
    QCoreApplication.processEvents()
    data = QMimeData()
    data.setText(LINES)

    def work() -> None:
        editor.insertFromMimeData(data)
        editor.viewport().repaint()

    return milliseconds(work, lambda: editor.blockCount() == 12_000)


def bare_editor(like: QPlainTextEdit) -> tuple[QMainWindow, QPlainTextEdit]:
    window, editor = QMainWindow(), QPlainTextEdit()
    editor.setFont(like.font())
    window.setCentralWidget(editor)
    window.resize(like.size())
    window.show()
    return window, editor


def measure(folder: Path) -> dict[str, object]:
    file = folder / "NOTES.md"
    file.write_text(f"one\n§\n{LONG_LINE}\n§\n", encoding="utf-8", newline="\n")
    window = create_window(folder, folder)
    window.show()
    rows, editor = window.findChild(QListView, "notes_list"), window.findChild(QPlainTextEdit, "note_editor")
    _bare, bare = bare_editor(editor)
    pairs = [(paste(bare), paste(editor)) for _ in range(ROUNDS)]
    window.notes.revert()

    def show_long_line() -> None:
        rows.setCurrentIndex(rows.model().index(1, 0))
        window.repaint()

    long_line = milliseconds(show_long_line, lambda: True)
    rows.setCurrentIndex(rows.model().index(0, 0))
    outside = []
    for count in range(2, 2 + ROUNDS):
        text = "one\n§\n" * count
        outside.append(
            milliseconds(
                lambda text=text: file.write_text(text, encoding="utf-8", newline="\n"),
                lambda count=count: rows.model().rowCount() == count,
            )
        )
    window.shutdown()
    floor, subject = zip(*pairs, strict=True)
    return {
        "paste_floor": statistics.median(floor),
        "paste": statistics.median(subject),
        "long_line": long_line,
        "outside": statistics.median(outside),
    }


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="newt-gui-bench-") as folder:
        json.dump(measure(Path(folder)), sys.stdout)


main()
