"""The key that newt fences conversations by: of a repository and its branch, else of a path."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from newt_gui.core.workspace import (
    GIT_DOMAIN,
    PATH_DOMAIN,
    Repository,
    domain_key,
    legacy_key,
    repository,
    workspace_key,
)

CASES = json.loads((Path(__file__).parents[1] / "cases" / "workspace_key.json").read_text(encoding="utf-8"))
ORIGIN = '[remote "origin"]\n\turl = https://git.example/team/app.git\n'
HERE = Repository("https://git.example/team/app.git", "main")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['origin']} {case['branch']} {case['path']}")
def test_every_known_key(case: dict[str, str | None]) -> None:
    if case["origin"] and case["branch"]:
        key = domain_key(GIT_DOMAIN, [case["origin"].encode(), case["branch"].encode()])
    else:
        assert case["path"] is not None
        key = domain_key(PATH_DOMAIN, [case["path"].encode()])
    assert key == case["key"]


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A folder with a repository on branch main whose origin is known."""
    folder = tmp_path / "app"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    (folder / ".git" / "config").write_text(f"[core]\n\tbare = false\n{ORIGIN}", encoding="utf-8")
    return folder


def path_key(folder: Path) -> str:
    return domain_key(PATH_DOMAIN, [os.fsencode(os.path.realpath(folder))])


def test_a_repository_is_known_by_origin_and_branch(app: Path) -> None:
    assert repository(app) == HERE
    assert workspace_key(app) == domain_key(GIT_DOMAIN, [HERE.origin.encode(), b"main"])
    (app / "src" / "deep").mkdir(parents=True)
    assert workspace_key(app / "src" / "deep") == workspace_key(str(app) + "/")
    (app / ".git" / "HEAD").write_text("ref: refs/heads/feature/x\n", encoding="utf-8")
    assert repository(app) == HERE._replace(branch="feature/x")


def test_a_link_to_a_folder_is_that_folder(app: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(app, target_is_directory=True)
    assert workspace_key(tmp_path / "link") == workspace_key(app)
    assert legacy_key(tmp_path / "link") == legacy_key(app)


@pytest.mark.parametrize(
    "head", ["0123456789abcdef0123456789abcdef01234567\n", "", "ref: refs/tags/v1\n", "ref: refs/heads/\n"]
)
def test_without_a_branch_the_path_counts(app: Path, head: str) -> None:
    (app / ".git" / "HEAD").write_text(head, encoding="utf-8")
    assert repository(app) is None
    assert workspace_key(app) == path_key(app)


@pytest.mark.parametrize(
    "config, origin",
    [
        ('[remote "origin"]\nurl = a', "a"),
        ('[REMOTE "origin"]\n  URL=a  ', "a"),
        ('[remote "Origin"]\nurl = a', ""),
        ("[remote origin]\nurl = a", ""),
        ('[remote "origin"]\nurl = "a b" # why', "a b"),
        ('[remote "origin"]\nurl = a # why', "a"),
        ('[remote "origin"]\nurl = a ; why', "a"),
        ('[remote "origin"]\nurl =\nurl = b', "b"),
        ('[remote "origin"]\nfetch = x\n[other]\nurl = a', ""),
        ('[remote "other"]\nurl = a\n[remote "origin"]\nurl = b', "b"),
        ('; [remote "origin"]\nurl = a', ""),
        ("", ""),
    ],
)
def test_the_origin_as_git_writes_it(app: Path, config: str, origin: str) -> None:
    (app / ".git" / "config").write_text(config, encoding="utf-8")
    found = repository(app)
    assert (found.origin if found else "") == origin


def test_a_file_names_the_real_one(app: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / ".git").write_text("gitdir: ../app/.git\n", encoding="utf-8")
    assert repository(other) == HERE
    (other / ".git").write_text("nonsense\n", encoding="utf-8")
    assert workspace_key(other) == path_key(other)


def test_a_second_work_tree_has_its_own_branch_and_the_common_origin(app: Path, tmp_path: Path) -> None:
    tree, own = tmp_path / "tree", app / ".git" / "worktrees" / "tree"
    own.mkdir(parents=True)
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {own}\n", encoding="utf-8")
    (own / "HEAD").write_text("ref: refs/heads/topic\n", encoding="utf-8")
    (own / "commondir").write_text("../..\n", encoding="utf-8")
    assert repository(tree) == HERE._replace(branch="topic")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed here")
def test_what_git_itself_makes(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        settings = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *settings, *arguments], cwd=tmp_path / "app", check=True, capture_output=True)

    (tmp_path / "app").mkdir()
    git("init", "--initial-branch", "main")
    assert repository(tmp_path / "app") is None
    git("remote", "add", "origin", HERE.origin)
    git("commit", "--allow-empty", "--message", "x")
    assert repository(tmp_path / "app") == HERE
    git("worktree", "add", "-b", "topic", "../tree")
    assert repository(tmp_path / "tree") == HERE._replace(branch="topic")
    git("checkout", "--detach")
    assert repository(tmp_path / "app") is None


def test_an_old_key_is_a_uuid_of_the_path(tmp_path: Path) -> None:
    expected = uuid.uuid5(uuid.NAMESPACE_URL, os.path.realpath(tmp_path))
    assert legacy_key(tmp_path) == str(expected)


def test_a_folder_that_is_gone_still_has_a_key(tmp_path: Path) -> None:
    assert workspace_key(tmp_path / "gone") == path_key(tmp_path / "gone")


def test_a_pipe_in_place_of_a_file_does_not_block(app: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    (app / ".git" / "HEAD").unlink()
    os.mkfifo(app / ".git" / "HEAD")
    assert workspace_key(app) == path_key(app)
