"""Unsaved text beyond a crash: kept whole, found again, and told from what a living window keeps."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from newt_gui.core.drafts import Draft, DraftStore

DRAFTS = (
    Draft(2, "two", "my two"),
    Draft(None, None, "fresh\r\x00\ud800\u2028😀"),
    Draft(None, "gone", ""),
)
KEEP = """
import sys
from pathlib import Path
from newt_gui.core.drafts import Draft, DraftStore
store = DraftStore(Path(sys.argv[1]))
odd = "fresh\\r\\0\\ud800\\u2028\\U0001f600"
drafts = [Draft(2, "two", "my two"), Draft(None, None, odd), Draft(None, "gone", "")]
store.keep(Path(sys.argv[2]), drafts, 5)
print("kept", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "drafts"


def keeper(folder: Path, notes: Path) -> subprocess.Popen[str]:
    """Another process that has kept DRAFTS and lives until its input ends."""
    command = [sys.executable, "-c", KEEP, str(folder), str(notes)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "kept\n"
    return process


def test_what_a_killed_process_kept_is_found_to_the_letter(folder: Path, tmp_path: Path) -> None:
    notes = tmp_path / "NOTES.md"
    with keeper(folder, notes) as process:
        process.kill()
    [left] = DraftStore(folder).left_behind(notes)
    assert left.drafts == DRAFTS
    assert left.written_ns == 5


def test_what_a_living_process_keeps_is_its_own(folder: Path, tmp_path: Path) -> None:
    with keeper(folder, tmp_path / "NOTES.md") as process:
        assert DraftStore(folder).left_behind(tmp_path / "NOTES.md") == []
        process.kill()


def test_a_number_that_another_process_has_by_now_does_not_hide_it(folder: Path, tmp_path: Path) -> None:
    store = DraftStore(folder)
    store.keep(tmp_path / "NOTES.md", DRAFTS, 1)
    [file] = folder.iterdir()
    told = json.loads(file.read_bytes())
    told["started"] = "another boot"
    file.write_text(json.dumps(told), encoding="ascii")
    assert [left.drafts for left in DraftStore(folder).left_behind(tmp_path / "NOTES.md")] == [DRAFTS]


def test_only_those_of_the_same_file_are_found(folder: Path, tmp_path: Path) -> None:
    with keeper(folder, tmp_path / "NOTES.md") as process:
        process.kill()
    assert DraftStore(folder).left_behind(tmp_path / "other" / "NOTES.md") == []
    assert len(DraftStore(folder).left_behind(tmp_path / "NOTES.md")) == 1


def test_nothing_unsaved_leaves_no_file(folder: Path, tmp_path: Path) -> None:
    store = DraftStore(folder)
    store.keep(tmp_path / "NOTES.md", DRAFTS, 1)
    store.keep(tmp_path / "NOTES.md", DRAFTS[:1], 2)
    assert len(list(folder.iterdir())) == 1
    store.keep(tmp_path / "NOTES.md", (), 3)
    assert list(folder.iterdir()) == []
    store.forget()


def test_two_windows_of_one_process_do_not_share_a_file(folder: Path, tmp_path: Path) -> None:
    one, other = DraftStore(folder), DraftStore(folder)
    one.keep(tmp_path / "NOTES.md", DRAFTS, 1)
    other.keep(tmp_path / "NOTES.md", DRAFTS[:1], 1)
    other.forget()
    assert len(list(folder.iterdir())) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_may_read_them(folder: Path, tmp_path: Path) -> None:
    DraftStore(folder).keep(tmp_path / "NOTES.md", DRAFTS, 1)
    [file] = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"null", b"\xff", b'{"format": 2}', b'{"format": 1, "notes": "zz"}', b"[" * 100_000],
    ids=lambda data: ascii(data[:12]),
)
def test_what_is_no_draft_is_passed_over_and_stays(folder: Path, tmp_path: Path, data: bytes) -> None:
    folder.mkdir(parents=True)
    (folder / "1-1.json").write_bytes(data)
    (folder / "2-1.json").mkdir()
    assert DraftStore(folder).left_behind(tmp_path / "NOTES.md") == []
    assert (folder / "1-1.json").read_bytes() == data


def test_what_was_taken_over_goes(folder: Path, tmp_path: Path) -> None:
    with keeper(folder, tmp_path / "NOTES.md") as process:
        process.kill()
    store = DraftStore(folder)
    [left] = store.left_behind(tmp_path / "NOTES.md")
    store.drop(left)
    store.drop(left)
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system keeps when a process began")
def test_a_window_still_runs_when_the_clock_was_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its drafts are nothing that was left behind, and nobody may drop them."""
    DraftStore(tmp_path).keep(tmp_path / "NOTES.md", [Draft(1, "old", "new")], 1)
    before = psutil.Process.create_time
    monkeypatch.setattr(psutil.Process, "create_time", lambda process: before(process) + 1)
    assert not DraftStore(tmp_path).left_behind(tmp_path / "NOTES.md")
