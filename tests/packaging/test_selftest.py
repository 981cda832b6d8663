"""`--self-test`: it says what works, and it notices what does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SELF_TEST = "from newt_gui.__main__ import main; sys.exit(main(['--self-test']))"


def self_test(tmp_path: Path, spoil: str = "") -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, "-c", f"import sys\n{spoil}\n{SELF_TEST}"],
        env=env | {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "NEWT_CONFIG_DIR": str(tmp_path / "real")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_all_is_well_here_and_nothing_stays_behind(tmp_path: Path) -> None:
    done = self_test(tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert lines[-1] == "self-test: ok"
    assert all(line.startswith("works: ") for line in lines[:-1])
    assert "works: an edit is saved, byte for byte" in lines
    assert list(tmp_path.glob("newt-gui-*")) == []
    assert not (tmp_path / "real").exists()


def test_a_save_that_writes_nothing_is_noticed(tmp_path: Path) -> None:
    spoil = """
from newt_gui import selftest
from newt_gui.core.notes import NoteStore
selftest._PATIENCE = 1.0
NoteStore.change = lambda self, *arguments, **options: self.snapshot
"""
    done = self_test(tmp_path, spoil)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "self-test: failed: the file does not hold what was typed"


def test_a_file_of_the_programs_own_that_is_missing_is_noticed(tmp_path: Path) -> None:
    spoil = (
        "import newt_gui.core.resources as r; from pathlib import Path; r._folder = lambda: Path('/nowhere')"
    )
    done = self_test(tmp_path, spoil)
    assert done.returncode == 1
    assert "self-test: failed: " in done.stdout


def test_a_bug_while_it_waits_is_noticed(tmp_path: Path) -> None:
    spoil = """
from newt_gui.notes.news import NotesNews
def broken(self):
    raise ZeroDivisionError("spoilt")
NotesNews._on_saved = broken
"""
    done = self_test(tmp_path, spoil)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "self-test: failed: ZeroDivisionError: spoilt"


def test_a_bug_behind_the_window_is_noticed(tmp_path: Path) -> None:
    spoil = """
from newt_gui.window import MainWindow
def broken(self, event):
    raise ZeroDivisionError("spoilt")
MainWindow.showEvent = broken
"""
    done = self_test(tmp_path, spoil)
    assert done.returncode == 1
    last = done.stdout.splitlines()[-1]
    assert last.startswith("self-test: failed: ZeroDivisionError: ")
    assert "spoilt" in last
