"""Permissions that change while the soul is looked at, by a user whom they stop."""

from __future__ import annotations

import sys

import pytest

from tests.harness.children import output_of
from tests.harness.locked_down import locked_down_folder, run_locked_down

# Prints, for each step, which rung wins in the end.
FOLLOW = """
import os, sys, time
from pathlib import Path
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from newt_gui.core.files import read_file
from newt_gui.core.history import History
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher
from newt_gui.soul.session import SoulSession
from newt_gui.soul.watch import PlacesWatcher

app, base, native = QApplication([]), Path(sys.argv[1]), sys.argv[2] == "native"
watcher = PlacesWatcher(poll_ms=600_000) if native else PlacesWatcher(poll_ms=50, native=False)
home, workspace, tasks = base / "home", base / "ws", Tasks()
own = workspace / ".newt" / "soul.md"
home.mkdir()
own.parent.mkdir(parents=True)
own.write_text("Mine.")
config = home / "config.toml"
config.write_text("memory.soul_file = '" + str(base / "named.md") + "'")
(base / "named.md").write_text("Named.")
(home / "soul.md").write_text("Everywhere.")
session = SoulSession(
    workspace, home, tasks, History(base / "app"), FileWatcher(tasks, read_file), watcher,
    env={"HOME": str(base)},
)

def winner_becomes(kind):
    until = time.monotonic() + 4
    while time.monotonic() < until:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)
        if session.resolution is not None and session.resolution.winner.kind == kind:
            break
    print(session.resolution.winner.kind if session.resolution is not None else "nothing")

beat = QTimer(interval=10)
beat.start()
session.refresh()
winner_becomes("explicit")
for path, mode, kind in (
    (base / "named.md", 0, "workspace"),
    (own, 0, "global"),
    (base / "named.md", 0o600, "explicit"),
    (config, 0, "global"),
    (own, 0o600, "workspace"),
    (own.parent, 0, "global"),
    (config, 0o600, "explicit"),
    (base / "named.md", 0, "global"),
    (own.parent, 0o700, "workspace"),
):
    path.chmod(mode)
    winner_becomes(kind)
session.stop()
tasks.shutdown()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@pytest.mark.parametrize("eyes", ["native", "poll"])
def test_a_permission_that_changes_is_seen(eyes: str) -> None:
    with locked_down_folder() as folder:
        told = output_of(run_locked_down(FOLLOW, folder, eyes)).split()
    assert told == [
        "explicit",
        "workspace",
        "global",
        "explicit",
        "global",
        "workspace",
        "global",
        "explicit",
        "global",
        "workspace",
    ]
