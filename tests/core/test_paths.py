"""Where newt's files and the app's own files are, by argument, environment and choice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from newt_gui.core.paths import AppFolders, NewtHome, app_folders, display_path, newt_home, notes_path


@pytest.mark.parametrize(
    "env, path, source",
    [
        ({"NEWT_CONFIG_DIR": "/n", "HOME": "/h"}, "/n", "environment"),
        ({"NEWT_CONFIG_DIR": "~/n", "HOME": "/h"}, "~/n", "environment"),
        ({"NEWT_CONFIG_DIR": "rel/n"}, "rel/n", "environment"),
        ({"NEWT_CONFIG_DIR": "", "HOME": "/h"}, "/h/.newt", "home"),
        ({"HOME": "/h", "USERPROFILE": "/u"}, "/h/.newt", "home"),
        ({"USERPROFILE": "/u"}, "/u/.newt", "home"),
        ({"HOME": "", "USERPROFILE": "/u"}, ".", "none"),
        ({"USERPROFILE": ""}, ".", "none"),
        ({}, ".", "none"),
    ],
)
def test_home_from_the_environment(env: dict[str, str], path: str, source: str) -> None:
    assert newt_home(env=env) == NewtHome(Path(path), source)


def test_argument_beats_environment_beats_choice_beats_home() -> None:
    env = {"NEWT_CONFIG_DIR": "/n", "HOME": "/h"}
    assert newt_home("/a", "/c", env) == NewtHome(Path("/a"), "argument")
    assert newt_home(None, "/c", env) == NewtHome(Path("/n"), "environment")
    assert newt_home(None, Path("/c"), {"HOME": "/h"}) == NewtHome(Path("/c"), "chosen")
    assert newt_home("", "", {"HOME": "/h"}) == NewtHome(Path("/h/.newt"), "home")


def test_a_relative_argument_counts_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert newt_home("sub/../x").path == tmp_path / "sub/../x"


def test_the_real_environment_is_used_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEWT_CONFIG_DIR", "/from/environment")
    assert newt_home().path == Path("/from/environment")


def test_notes_path() -> None:
    assert notes_path(Path("/n")) == Path("/n/NOTES.md")
    assert notes_path(newt_home(env={}).path) == Path("NOTES.md")


def test_own_folders_below_one_folder(tmp_path: Path) -> None:
    base = tmp_path / "own"
    folders = app_folders({"NEWT_GUI_FOLDER": str(base)})
    assert folders == AppFolders(base / "config", base / "data", base / "state")
    assert not base.exists()


def test_own_folders_where_the_platform_wants_them() -> None:
    folders = app_folders({"NEWT_GUI_FOLDER": ""})
    for folder in (folders.config, folders.data, folders.state):
        assert folder.is_absolute()
        assert "newt-gui" in folder.parts


@pytest.mark.skipif(sys.platform != "linux", reason="the XDG variables are for Linux")
def test_own_folders_follow_xdg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    names = [tmp_path / name / "newt-gui" for name in ("CONFIG", "DATA", "STATE")]
    assert app_folders({}) == AppFolders(*names)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "path, env, shown",
    [
        ("/home/user/.newt/NOTES.md", {"HOME": "/home/user"}, "~/.newt/NOTES.md"),
        ("/home/user", {"HOME": "/home/user/"}, "~"),
        ("/home/userx/a", {"HOME": "/home/user"}, "/home/userx/a"),
        ("/home/user/a", {"USERPROFILE": "/home/user"}, "~/a"),
        ("/home/user/a", {"HOME": ""}, "/home/user/a"),
        ("/etc/a", {"HOME": "/"}, "/etc/a"),
        ("home/user/a", {"HOME": "/home/user"}, "home/user/a"),
        ("/a", {}, "/a"),
    ],
)
def test_a_path_for_a_person(path: str, env: dict[str, str], shown: str) -> None:
    assert display_path(path, env) == shown.replace("/", os.sep)
    assert display_path(Path(path), env) == display_path(path, env)


@pytest.mark.skipif(sys.platform == "win32", reason="names there are always Unicode")
def test_a_path_that_is_no_unicode_is_shown_as_unicode() -> None:
    assert display_path(os.fsdecode(b"/x/\xff"), {}) == "/x/?"


def test_importing_it_loads_nothing_heavy() -> None:
    script = "import sys, newt_gui.core.paths; print('platformdirs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the current folder can't be removed there")
def test_a_current_folder_that_is_gone_is_no_crash(tmp_path: Path) -> None:
    script = (
        "import os, sys; from newt_gui.core.paths import newt_home;"
        "os.chdir(sys.argv[1]); os.rmdir(sys.argv[1]); print(newt_home('x').path)"
    )
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", script, str(gone)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "x\n"
