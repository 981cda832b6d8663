"""`--check` tells of the soul and of the conversations, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from newt_gui.check import CLEAN, FINDINGS, UNREADABLE, check_all, run
from newt_gui.core.paths import NewtHome
from newt_gui.core.workspace import workspace_key
from tests.harness.newt_database import NewtDatabase


@pytest.fixture
def home(tmp_path: Path) -> NewtHome:
    (tmp_path / "newt").mkdir()
    (tmp_path / "newt" / "NOTES.md").write_bytes("one\n§\n".encode())
    return NewtHome(tmp_path / "newt", "argument")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "garden").mkdir()
    return tmp_path / "garden"


def printed(home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = run(home, as_json=False, workspace=workspace)
    return code, capsys.readouterr().out


def told(home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    run(home, as_json=True, workspace=workspace)
    return dict(json.loads(capsys.readouterr().out))


def test_an_ordinary_home_is_clean(
    home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = printed(home, workspace, capsys)
    assert code == CLEAN
    assert "soul: The soul comes from" in text
    assert "conversations: There are no conversations yet." in text
    assert told(home, workspace, capsys)["conversations"] == {
        "path": str(home.path / "conversations.db"),
        "trouble": "missing",
    }


def test_the_workspaces_soul_is_named(
    home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace / ".newt").mkdir()
    (workspace / ".newt" / "soul.md").write_text("secret words", encoding="utf-8")
    code, text = printed(home, workspace, capsys)
    assert code == CLEAN
    assert "secret words" not in text
    soul = told(home, workspace, capsys)["soul"]
    assert isinstance(soul, dict)
    assert soul["winner"] == "workspace"


def test_a_broken_configuration_is_a_finding(
    home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home.path / "config.toml").write_text("[memory\n", encoding="utf-8")
    code, text = printed(home, workspace, capsys)
    assert code == FINDINGS
    assert "finding: " in text
    assert "line 1" in text


def test_what_is_in_the_way_of_the_conversations_is_a_finding(
    home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home.path / "conversations.db").write_bytes(b"no database at all" * 400)
    code, text = printed(home, workspace, capsys)
    assert code == FINDINGS
    assert "no database" in text


def test_conversations_are_counted_and_nothing_of_them_is_told(
    home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = [{"user": "secret", "assistant": "words"}]
    with NewtDatabase(home.path / "conversations.db") as newt:
        newt.add(
            {"id": "a", "key": workspace_key(workspace), "turns": turns, "title": "secret"},
            {"id": "b", "key": "other", "turns": turns},
        )
        code, text = printed(home, workspace, capsys)
        assert code == CLEAN
        assert "2 conversations with 2 turns; 1 of this workspace" in text
        assert "secret" not in text
        newt.sql("DROP TRIGGER turns_fts_insert")
        newt.add({"id": "c", "key": "other", "turns": turns})
        code, text = printed(home, workspace, capsys)
        assert code == FINDINGS
        assert "covers 2 of 3 turns" in text


def test_notes_that_cannot_be_read_hide_nothing_else(
    home: NewtHome, workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home.path / "NOTES.md").write_bytes(b"\xff")
    code, text = printed(home, workspace, capsys)
    assert code == UNREADABLE
    assert "soul: " in text


def test_a_home_that_is_not_there_is_all_there_is_to_say(tmp_path: Path, workspace: Path) -> None:
    report = check_all(NewtHome(tmp_path / "gone", "argument"), workspace)
    assert report.exit_code == UNREADABLE
    assert report.soul is None
