"""Arguments, and systems that can't show a window: always one plain line, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from newt_gui import __version__, preflight

PLUGINS = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")
SESSION = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR", "NEWT_CONFIG_DIR")
WITHOUT_QT = (
    "import runpy, sys; sys.modules['PySide6'] = None; runpy.run_module('newt_gui', run_name='__main__')"
)

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has these displays")


def start(
    tmp_path: Path, *arguments: str, python: Sequence[str] = ("-m", "newt_gui"), **env: str
) -> subprocess.CompletedProcess[str]:
    """A start outside any desktop session, unless `env` names one."""
    bare = {name: value for name, value in os.environ.items() if name not in SESSION}
    return subprocess.run(
        [sys.executable, *python, *arguments],
        env=bare | {"NEWT_GUI_FOLDER": str(tmp_path / "app"), "HOME": str(tmp_path)} | env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def assert_one_line(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    assert done.stdout == ""
    assert done.returncode == code
    assert done.stderr.startswith("newt-gui: ")
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr


@on_linux
def test_no_display(tmp_path: Path) -> None:
    assert_one_line(start(tmp_path), 3, "no display", "DISPLAY")


@on_linux
@pytest.mark.parametrize("extra", [{}, {"QT_QPA_PLATFORM": "xcb"}])
def test_a_display_that_cant_be_reached(tmp_path: Path, extra: dict[str, str]) -> None:
    assert_one_line(start(tmp_path, DISPLAY=":987", **extra), 3, "“:987”", "can't be reached")


@on_linux
def test_a_wayland_display_that_cant_be_reached(tmp_path: Path) -> None:
    done = start(tmp_path, WAYLAND_DISPLAY="wayland-9", XDG_RUNTIME_DIR=str(tmp_path))
    assert_one_line(done, 3, "wayland-9", "can't be reached")


@on_linux
def test_x11_asked_for_but_not_there(tmp_path: Path) -> None:
    assert_one_line(start(tmp_path, QT_QPA_PLATFORM="xcb"), 3, "DISPLAY is not set")


@on_linux
def test_a_platform_that_qt_does_not_have(tmp_path: Path) -> None:
    done = start(tmp_path, QT_QPA_PLATFORM="nonsense", DISPLAY=":987")
    assert_one_line(done, 3, "QT_QPA_PLATFORM", "“nonsense”", "offscreen", "xcb")


@on_linux
@pytest.mark.parametrize("platform", ["eglfs", "minimalegl", "linuxfb:fb=/dev/fb7", "vkkhrdisplay"])
def test_a_platform_that_draws_without_a_desktop(platform: str) -> None:
    problem = preflight.display_problem(PLUGINS, {"QT_QPA_PLATFORM": platform, "DISPLAY": ":987"})
    assert problem is not None
    assert f"“{platform.partition(':')[0]}”" in problem
    assert "needs a desktop" in problem


@on_linux
def test_a_platform_that_qt_would_end_in_an_abort(tmp_path: Path) -> None:
    done = start(tmp_path, QT_QPA_PLATFORM="eglfs", DISPLAY=":987")
    assert_one_line(done, 3, "QT_QPA_PLATFORM", "“eglfs”", "needs a desktop")


@on_linux
def test_a_platform_without_a_desktop_is_passed_over_for_one_that_works(tmp_path: Path) -> None:
    done = start(tmp_path, "--self-test", QT_QPA_PLATFORM="eglfs;offscreen;linuxfb")
    assert (done.returncode, done.stderr) == (0, "")


@on_linux
@pytest.mark.parametrize(
    "asked_for",
    ["offscreen", "minimal:enable_fonts", "xcb;offscreen", "eglfs;offscreen", "offscreen;linuxfb"],
)
def test_platforms_that_work(asked_for: str) -> None:
    assert preflight.display_problem(PLUGINS, {"QT_QPA_PLATFORM": asked_for, "DISPLAY": ":987"}) is None


@on_linux
def test_a_library_that_the_platform_plugin_misses(tmp_path: Path) -> None:
    """A real plugin that asks the real loader for a library that nobody has."""
    plugins = tmp_path / "plugins" / "platforms"
    plugins.mkdir(parents=True)
    (tmp_path / "lib").symlink_to(PLUGINS.parent.parent / "lib")
    asks_for_more = (
        (PLUGINS / "libqxcb.so").read_bytes().replace(b"libxcb-cursor.so.0", b"libxcb-cursor.so.7")
    )
    (plugins / "libqxcb.so").write_bytes(asks_for_more)
    problem = preflight.display_problem(plugins, {"DISPLAY": ":987"})
    assert problem is not None
    assert problem.startswith("The system library libxcb-cursor.so.7, which the window needs, is missing.")


@pytest.mark.parametrize(
    "library, package",
    [
        ("libEGL.so.1", "libegl1"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libwayland-cursor.so.0", "libway"),
    ],
)
def test_a_missing_library_is_named_with_its_package(library: str, package: str) -> None:
    error = ImportError(f"{library}: cannot open shared object file: No such file or directory")
    assert f"{library}, " in preflight.import_problem(error)
    assert f"sudo apt-get install {package}" in preflight.import_problem(error)


def test_qt_that_misses_a_library_is_one_line(tmp_path: Path) -> None:
    program = """
import importlib.abc, runpy, sys
class NoLibrary(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "PySide6.QtWidgets":
            raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
sys.meta_path.insert(0, NoLibrary())
runpy.run_module("newt_gui", run_name="__main__")
"""
    done = start(tmp_path, python=("-c", program))
    assert_one_line(done, 3, "libEGL.so.1", "sudo apt-get install libegl1")


def test_without_qt_the_window_says_what_to_install(tmp_path: Path) -> None:
    done = start(tmp_path, python=("-c", WITHOUT_QT), QT_QPA_PLATFORM="offscreen")
    assert_one_line(done, 3, "PySide6", "pip install PySide6-Essentials")


def test_version_and_help_need_no_qt(tmp_path: Path) -> None:
    assert start(tmp_path, "--version", python=("-c", WITHOUT_QT)).stdout == f"newt-gui {__version__}\n"
    told = start(tmp_path, "--help", python=("-c", WITHOUT_QT))
    assert told.returncode == 0
    for argument in ("WORKSPACE", "--home DIR", "--demo", "--self-test", "--check", "--json", "--version"):
        assert argument in told.stdout


@pytest.mark.parametrize(
    "content, code",
    [(b"A note\n\xc2\xa7\n", 0), ("A no\u200bte\n§\n".encode(), 1), (b"\xff\xfe", 2)],
)
def test_check_needs_no_qt_and_answers_by_exit_code(tmp_path: Path, content: bytes, code: int) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "NOTES.md").write_bytes(content)
    done = start(tmp_path, "--home", str(home), "--check", python=("-c", WITHOUT_QT))
    assert done.returncode == code
    assert done.stderr == ""
    as_json = start(tmp_path, "--home", str(home), "--check", "--json")
    assert json.loads(as_json.stdout)["exit"] == as_json.returncode == code
    assert not (tmp_path / "app").exists()


def test_check_looks_at_the_home_chosen_in_the_window(tmp_path: Path) -> None:
    (tmp_path / "app" / "config").mkdir(parents=True)
    (tmp_path / "chosen").mkdir()
    (tmp_path / "chosen" / "NOTES.md").write_bytes(b"\xff")
    settings = tmp_path / "app" / "config" / "settings.toml"
    settings.write_text(f'newt_home = "{(tmp_path / "chosen").as_posix()}"\n', encoding="utf-8")
    assert start(tmp_path, "--check").returncode == 2


@pytest.mark.parametrize(
    "name, words", [("nowhere", "does not exist"), ("a-file", "is a file"), ("a-file/x", "can't be opened")]
)
def test_a_workspace_that_is_no_folder(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "a-file").touch()
    assert_one_line(start(tmp_path, name, QT_QPA_PLATFORM="offscreen"), 2, f"workspace {name} ", words)


def test_a_name_from_the_command_line_cant_steer_the_terminal(tmp_path: Path) -> None:
    assert_one_line(start(tmp_path, "no\x1b[2Jwhere\n"), 2, "no [2Jwhere does not exist")


def test_json_goes_with_check_only(tmp_path: Path) -> None:
    assert_one_line(start(tmp_path, "--json"), 2, "--check")


def test_an_unknown_argument_is_refused(tmp_path: Path) -> None:
    done = start(tmp_path, "--nonsense")
    assert done.returncode == 2
    assert "unrecognized arguments: --nonsense" in done.stderr


def test_an_empty_home_counts_as_not_given(tmp_path: Path) -> None:
    (tmp_path / ".newt").mkdir()
    (tmp_path / ".newt" / "NOTES.md").write_bytes(b"a\n\xc2\xa7\n")
    done = start(tmp_path, "--home", "", "--check", "--json")
    told = json.loads(done.stdout)
    assert told["newt_home"] == {"path": str(tmp_path / ".newt"), "source": "home"}
    assert told["notes"]["count"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the current folder can't be removed there")
def test_check_in_a_folder_that_is_gone_without_a_home(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    program = (
        "import os, sys; from newt_gui.__main__ import main;"
        "os.chdir('gone'); os.rmdir(os.getcwd()); sys.exit(main(['--check']))"
    )
    done = start(tmp_path, python=("-c", program), HOME="")
    assert done.returncode == 2
    assert "the folder is gone" in done.stdout
    assert done.stderr == ""
