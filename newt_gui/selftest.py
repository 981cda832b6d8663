"""`--self-test`: one note edited and saved in a real window, on a newt home of its own.

For whoever has installed the program, or packs it: does everything that it needs work here?
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject
from PySide6.QtGui import QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import QListView, QPlainTextEdit

from newt_gui.core.files import read_file
from newt_gui.core.paths import notes_path
from newt_gui.core.resources import resource

if TYPE_CHECKING:
    from newt_gui.window import MainWindow

_PATIENCE = 20.0  # seconds that a slow machine may take for one step

_BEFORE = "The spare key hangs in the shed\n§\nuser: Prefers tea\n§\n"
_ADDED = " — behind the ladder, 梯子の後ろ"
_AFTER = _BEFORE.replace("shed", "shed" + _ADDED)

_Found = TypeVar("_Found", bound=QObject)


class SelfTestFailed(Exception):
    """What did not work, in a few words."""


def run() -> int:
    """Prints a line for each thing that works, then "self-test: ok" or what failed. Returns 0 or 1."""
    bugs: list[BaseException] = []
    sys.excepthook = lambda kind, error, trace: bugs.append(error)
    failure = ""
    with tempfile.TemporaryDirectory(prefix="newt-gui-self-test-", ignore_cleanup_errors=True) as folder:
        os.environ["NEWT_GUI_FOLDER"] = str(Path(folder, "app"))
        try:
            for works in _checks(Path(folder)):
                print(f"works: {works}", flush=True)
        except SelfTestFailed as failed:
            failure = str(failed)
        except Exception as error:
            bugs.insert(0, error)
    sys.excepthook = sys.__excepthook__
    for bug in bugs:
        traceback.print_exception(bug)
        failure = f"{type(bug).__name__}: {bug}"
    print(f"self-test: failed: {failure}" if failure else "self-test: ok")
    return 1 if failure else 0


def _checks(folder: Path) -> Iterator[str]:
    yield _own_files()
    home = folder / "newt-home"
    home.mkdir()
    notes_path(home).write_bytes(_BEFORE.encode())
    from newt_gui import app

    window = app.create_window(home, folder)
    try:
        yield from _window_checks(window, notes_path(home))
    finally:
        window.shutdown()
    yield "the window closes"


def _own_files() -> str:
    names = ("icons/save.svg", "licenses/lucide.txt", "demo/NOTES.md")
    for name in names:
        try:
            empty = not resource(name).stat().st_size
        except FileNotFoundError as error:
            raise SelfTestFailed(str(error)) from error
        if empty:
            raise SelfTestFailed(f"{name} is empty")
    return f"the program's own files are there ({', '.join(names)})"


def _window_checks(window: MainWindow, notes: Path) -> Iterator[str]:
    window.show()
    _wait_until(lambda: window.windowHandle().isExposed(), "no window appears")
    yield f"a window opens (platform {QGuiApplication.platformName()})"
    if QIcon(str(resource("icons/save.svg"))).pixmap(32).isNull():
        raise SelfTestFailed("icons can't be drawn")
    yield "icons are drawn"
    rows = _find(window, QListView, "notes_list")
    _wait_until(lambda: rows.model().rowCount() == 2, "the notes are not listed")
    yield "the notes are listed"
    editor = _find(window, QPlainTextEdit, "note_editor")
    rows.setCurrentIndex(rows.model().index(0, 0))
    _wait_until(lambda: editor.toPlainText() == _BEFORE.partition("\n")[0], "the note is not shown")
    yield "a note is shown"
    editor.moveCursor(editor.textCursor().MoveOperation.End)
    editor.insertPlainText(_ADDED)
    save = _find(window, QAction, "action_save")
    _wait_until(save.isEnabled, "an edited note can't be saved")
    save.trigger()
    _wait_until(lambda: read_file(notes).data == _AFTER.encode(), "the file does not hold what was typed")
    yield "an edit is saved, byte for byte"


def _find(window: MainWindow, kind: type[_Found], name: str) -> _Found:
    found = window.findChild(kind, name)
    if found is None:
        raise SelfTestFailed(f"the window has no {name}")
    return found


def _wait_until(reached: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not reached():
        if time.monotonic() > deadline:
            raise SelfTestFailed(otherwise)
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)
        time.sleep(0.005)
