"""Who cites numbers that change: the texts given, and the soul of the newt home."""

from __future__ import annotations

from pathlib import Path

import pytest

from newt_gui.core.citations import ChangedCitation
from newt_gui.core.citing import who_cites

TEXTS = ["see note:2", "nothing", "notes 1 and 3"]


def test_the_soul_is_the_text_behind_the_last(tmp_path: Path) -> None:
    (tmp_path / "soul.md").write_bytes(b"\xef\xbb\xbfMind note 3 \xff.")
    citing = who_cites(TEXTS, tmp_path, None, {1: 1, 2: None, 3: 2})
    assert citing.souls == [tmp_path / "soul.md"]
    assert citing.changed == [
        ChangedCitation(0, 2, None),
        ChangedCitation(2, 3, 2),
        ChangedCitation(3, 3, 2),
    ]


def test_every_soul_of_the_workspace_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, workspace = tmp_path / ".newt", tmp_path / "garden"
    (workspace / ".newt").mkdir(parents=True)
    home.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    (home / "config.toml").write_text("[memory]\nsoul_file = " + repr(str(tmp_path / "own.md")))
    (tmp_path / "own.md").write_text("note:3")
    (workspace / ".newt" / "soul.md").symlink_to(home / "soul.md")
    (home / "soul.md").write_text("note:3")
    citing = who_cites([], home, workspace, {3: 2})
    assert citing.souls == [home / "soul.md", tmp_path / "own.md"]
    assert citing.changed == [ChangedCitation(0, 3, 2), ChangedCitation(1, 3, 2)]
    (workspace / ".newt" / "soul.md").unlink()
    (workspace / ".newt" / "soul.md").write_text("nothing")
    assert workspace / ".newt" / "soul.md" in who_cites([], home, workspace, {3: 2}).souls


@pytest.mark.parametrize("soul", ["missing", "folder"])
def test_a_soul_that_can_not_be_read_cites_nothing(tmp_path: Path, soul: str) -> None:
    if soul == "folder":
        (tmp_path / "soul.md").mkdir()
    found = who_cites(TEXTS, tmp_path, None, {1: 2, 2: 1}).changed
    assert found == [ChangedCitation(0, 2, 1), ChangedCitation(2, 1, 2)]
