"""The program as a process of its own: asked to end, and after a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.conftest import Desk

RUN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from newt_gui import app
from newt_gui.options import Options

create = app.create_window

def create_watched(*places):
    window = create(*places)
    # One turn of the loop later, so that what begins with the first paint has begun.
    window.first_painted.connect(lambda: QTimer.singleShot(0, lambda: print("painted", flush=True)))
    if sys.argv[2] == "draft":
        window.notes.editor_pane.editor.setPlainText("draft")
    return window

app.create_window = create_watched
sys.exit(app.run(Options(home=Path(sys.argv[1]), workspace=Path(sys.argv[1]))))
"""


@contextmanager
def running(home: Path, draft: str = "") -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", RUN, str(home), draft]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "painted\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end_it_ends(home: Path, number: signal.Signals) -> None:
    (home / "NOTES.md").write_bytes("one\n§\n".encode())
    with running(home) as process:
        process.send_signal(number)
        assert process.wait(20) == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_asked_to_end_with_a_draft_it_asks(home: Path) -> None:
    (home / "NOTES.md").write_bytes("one\n§\n".encode())
    with running(home, "draft") as process:
        process.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)  # it stays, because somebody has to answer


def test_what_a_killed_save_left_lying_goes_at_the_next_start(open_desk: object, home: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait(20)
    left = home / f".NOTES.md.newt-gui-{dead.pid}-0123456789ab.tmp"
    left.write_bytes(b"half of it")
    desk: Desk = open_desk("one\n§\n".encode())  # type: ignore[operator]
    desk.until(lambda: not left.exists())
