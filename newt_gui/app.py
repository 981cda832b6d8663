"""Builds the program: creates every part, connects them, owns their lifetimes."""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from newt_gui import diagnostics
from newt_gui.core.files import read_file, remove_own_leftovers
from newt_gui.core.history import History
from newt_gui.core.notes import NoteStore
from newt_gui.core.paths import AppFolders, NewtHome, app_folders, notes_path
from newt_gui.core.settings import Settings
from newt_gui.late_parts import LateParts
from newt_gui.notes.in_and_out import InAndOut
from newt_gui.notes.page import NotesPage
from newt_gui.notes.session import NotesSession
from newt_gui.qt.collector import Collector
from newt_gui.qt.dialogs import Dialogs
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.theme import Theme, make_application
from newt_gui.qt.watcher import FileWatcher
from newt_gui.shell.places import Places
from newt_gui.window import MainWindow

if TYPE_CHECKING:
    from newt_gui.options import Options


def create_window(home: Path | str | None = None, workspace: Path | str | None = None) -> MainWindow:
    """A full window on real files, not shown yet; `window.shutdown()` ends it.

    `home`: the newt home, else the one that app start would take. `workspace`: the folder newt
    works in, else the last one. The notes are read here, so they are in the list on return.
    """
    app = QApplication.instance() or make_application(sys.argv[:1])
    assert isinstance(app, QApplication)
    folders = app_folders()
    settings = Settings(folders.config / "settings.toml")
    theme = Theme()
    with theme.building():
        theme.install(app, settings.get("theme"))
        return _build_window(folders, settings, theme, _path(home), _path(workspace))


def _build_window(
    folders: AppFolders, settings: Settings, theme: Theme, home: Path | None, workspace: Path | None
) -> MainWindow:
    begun_ns = time.time_ns()
    collector, tasks = Collector(), Tasks()
    collector.start()
    windows: list[MainWindow] = []
    services = Services(theme, tasks, Dialogs(lambda: windows[0] if windows else None), settings)
    places = Places(settings, home, workspace)
    history = History(folders.data)
    session = NotesSession(_store(places.home, history), tasks, FileWatcher(tasks, read_file))
    places.home_changed.connect(lambda: session.open(_store(places.home, history)))
    notes = NotesPage(session, services)
    notes.set_workspace(places.workspace)
    places.workspace_changed.connect(lambda: notes.set_workspace(places.workspace))
    InAndOut(notes, history, services)

    late = LateParts(services, places, folders, history, notes, begun_ns)

    def release() -> None:
        session.stop()
        late.stop()
        tasks.shutdown()
        late.close()
        history.close()
        collector.stop()

    window = MainWindow(services, places, notes, late.builders(), release)
    windows.append(window)
    for part in (theme, collector, tasks, places, session, late):
        part.setParent(window)
    if session.is_read_only:
        session.keep_seen()  # what can't be read is kept before anything else happens
    window.first_painted.connect(lambda: _after_first_paint(window, session, settings, tasks))
    window.first_painted.connect(lambda: late.begin(window))
    return window


def _notice_overwriting(
    notes: NotesPage, history: History, services: Services, places: Places, begun_ns: int
) -> None:
    """From now on, and look whether it happened while no window was open."""
    from newt_gui.notes.vanished_flow import VanishedFlow

    flow = VanishedFlow(notes, history, services, begun_ns)
    places.home_changed.connect(flow.look)
    flow.look()


def run(options: Options) -> int:
    """Show the window until it is closed; the exit code."""
    if options.demo:
        from newt_gui.demo import demo_options

        with demo_options(options) as prepared:
            return _run(prepared)
    return _run(options)


SWITCH_SECONDS = 0.001
"""How long a worker may go on in Python while the window wants to; Python's own is five times that."""


def _run(options: Options) -> int:
    sys.setswitchinterval(SWITCH_SECONDS)
    app = make_application(sys.argv[:1])
    app.setApplicationName("newt-gui")
    app.setApplicationDisplayName("Newt Memory")
    app.setDesktopFileName("newt-gui")
    diagnostics.install(app_folders())
    window = create_window(options.home, options.workspace)
    _show_troubles(window)
    window.first_painted.connect(lambda: _hear_end_signals(window))
    window.first_painted.connect(gc.freeze)  # what is there by now stays: no collecting looks at it again
    window.show()
    try:
        return app.exec()
    finally:
        window.shutdown()
        diagnostics.close()


def _hear_end_signals(window: MainWindow) -> None:
    """A system that asks the program to end gets what closing by hand gets: unsaved text is asked about."""
    from newt_gui.qt.end_signals import EndSignals

    ends = EndSignals(window)
    ends.arrived.connect(window.close)


def _show_troubles(window: MainWindow) -> None:
    """Trouble that reached no pane is said in words; a bug says where its report lies."""

    def on_crash(path: Path | None) -> None:
        text = window.tr("Something in this program went wrong. Your notes are as you last saved them.")
        hint = (
            window.tr("A report without any of your text lies in {path}.").format(path=path) if path else ""
        )
        window.messages.show_message(Message(text, "stop", hint=hint))

    diagnostics.on_crash(on_crash)
    diagnostics.on_trouble(lambda error: window.messages.show_message(error_message(error, "caution")))


def _after_first_paint(window: MainWindow, session: NotesSession, settings: Settings, tasks: Tasks) -> None:
    """What may wait until the person sees the window."""
    session.start()
    folders = [session.snapshot.path.parent, settings.path.parent]
    tasks.mutate(lambda: _remove_leftovers(folders), lambda _: None)
    if settings.load_problem:
        window.messages.show_message(Message(settings.load_problem, "caution"))


def _remove_leftovers(folders: list[Path]) -> None:
    for folder in folders:
        remove_own_leftovers(folder)


def _store(home: NewtHome, history: History) -> NoteStore:
    return NoteStore(notes_path(home.path), history=history)


def _path(given: Path | str | None) -> Path | None:
    return None if given is None else Path(given)
