"""A configuration that names what no file can be called."""

from __future__ import annotations

from pathlib import Path

from newt_gui.soul.look import Place, Question, look


def test_a_soul_file_with_the_character_nul_is_told_and_not_watched(tmp_path: Path) -> None:
    home, workspace = tmp_path / "newt", tmp_path / "ws"
    home.mkdir()
    workspace.mkdir()
    (home / "config.toml").write_text('[memory]\nsoul_file = "a\\u0000b"\n', encoding="utf-8")
    seen = look(Question(Place(workspace, home, {"HOME": str(tmp_path)})), None)
    assert seen.resolution.winner.kind == "builtin"
    assert look(seen.question, seen).resolution == seen.resolution
