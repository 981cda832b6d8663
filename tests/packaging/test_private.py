"""What leaves the program: no word of anybody's text in its logs, and nothing at all by the network."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from newt_gui.core.workspace import workspace_key
from tests.harness.children import output_of, run_python
from tests.harness.newt_database import NewtDatabase
from tests.harness.tour import MARKER

TOUR = "import runpy; runpy.run_module('tests.harness.tour', run_name='__main__')"
WITHOUT_NETWORK = ("unshare", "--map-root-user", "--net")
INTERNET = re.compile(r"AF_INET6?\b")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A newt home, a workspace and the app's own folder; every text in the first two has the marker."""
    home, workspace, own = tmp_path / "newt-home", tmp_path / "garden", tmp_path / "app"
    home.mkdir()
    (workspace / ".newt").mkdir(parents=True)
    (home / "NOTES.md").write_text(f"{MARKER} one\n§\n{MARKER} two\n§\n", "utf-8")
    (workspace / ".newt" / "soul.md").write_text(f"You are {MARKER}.\n", "utf-8")
    (home / "config.toml").write_text("[memory]\n", "utf-8")
    turn = {"user": f"{MARKER}turn please", "assistant": f"{MARKER} answer"}
    with NewtDatabase(home / "conversations.db") as newt:
        newt.add({"id": "a", "title": f"{MARKER} title", "key": workspace_key(workspace), "turns": [turn]})
    return home, workspace, own


def tour(folders: tuple[Path, Path, Path], before: Sequence[str] = ()) -> str:
    """What the program said on the terminal, its own folder being the third."""
    home, workspace, own = folders
    surroundings = {"NEWT_GUI_FOLDER": str(own), "HOME": str(home.parent)}
    done = run_python(TOUR, home, workspace, before=before, environment=surroundings, timeout=120)
    assert output_of(done) == "toured\n", done.stderr
    return done.stderr


def test_no_text_of_anybody_is_in_a_log_or_a_crash_report(folders: tuple[Path, Path, Path]) -> None:
    assert MARKER not in tour(folders)
    own = folders[2]
    kept = [path for path in own.rglob("*") if path.is_file()]
    holding = {path.relative_to(own).parts[0] for path in kept if MARKER.encode() in path.read_bytes()}
    assert holding == {"data"}  # where what was written is kept on purpose: history and drafts
    assert len(list((own / "state").glob("crash-*.txt"))) == 1  # of the bug at the end


def test_the_program_needs_no_network(folders: tuple[Path, Path, Path]) -> None:
    assert subprocess.run([*WITHOUT_NETWORK, "true"], check=False).returncode == 0
    tour(folders, WITHOUT_NETWORK)


@pytest.mark.long
def test_no_internet_socket_is_ever_opened(folders: tuple[Path, Path, Path], tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    tour(folders, ("strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=socket", "-o", str(trace)))
    assert not INTERNET.findall(trace.read_text("utf-8"))


def test_a_socket_would_be_seen(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    before = ("strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=socket", "-o", str(trace))
    output_of(run_python("import socket; socket.socket()", before=before))
    assert INTERNET.findall(trace.read_text("utf-8"))
