"""`newt-gui` and `python -m newt_gui`: arguments, early checks, hand-over.

Exit codes: 0 all went well; 1 `--check` has findings, or `--self-test` failed; 2 the arguments are
wrong, or `--check` can't read the notes or print its report; 3 this system can't show a window.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from stat import S_ISDIR
from typing import TYPE_CHECKING

from newt_gui import late_signatures, preflight
from newt_gui.options import Options

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

WRONG_ARGUMENTS = 2
NO_WINDOW = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; `arguments` are without the program's name. Returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if not arguments:
        return _open_window(Options())
    parsed = _parser().parse_args(arguments)
    problem = _argument_problem(parsed)
    if problem:
        return _refuse(problem, WRONG_ARGUMENTS)
    if parsed.check:
        return _check(parsed.home, parsed.workspace, as_json=parsed.json)
    if parsed.self_test:
        return _self_test()
    return _open_window(Options(workspace=parsed.workspace, home=parsed.home, demo=parsed.demo))


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser

    from newt_gui import __version__

    parser = ArgumentParser(prog="newt-gui", description="See, check and curate what a newt agent remembers.")
    parser.add_argument(
        "workspace", nargs="?", type=Path, metavar="WORKSPACE", help="the folder newt works in"
    )
    parser.add_argument(
        "--home", type=_path_if_any, metavar="DIR", help="a newt home to use instead of ~/.newt"
    )
    parser.add_argument("--demo", action="store_true", help="open a throw-away copy of sample data")
    parser.add_argument("--self-test", action="store_true", help="see whether the program works here")
    parser.add_argument("--check", action="store_true", help="no window: print what is wrong with the notes")
    parser.add_argument("--json", action="store_true", help="with --check: print JSON")
    parser.add_argument("--version", action="version", version=f"newt-gui {__version__}")
    return parser


def _path_if_any(text: str) -> Path | None:
    return Path(text) if text else None


def _argument_problem(parsed: Namespace) -> str | None:
    if parsed.json and not parsed.check:
        return "--json goes with --check only."
    return None if parsed.workspace is None else _workspace_problem(parsed.workspace)


def _workspace_problem(workspace: Path) -> str | None:
    name = preflight.one_line(str(workspace))
    try:
        mode = workspace.stat().st_mode
    except FileNotFoundError:
        return f"The workspace {name} does not exist. Name a folder that is there."
    except OSError as error:
        return f"The workspace {name} can't be opened: {error.strerror}."
    if not S_ISDIR(mode):
        return f"The workspace {name} is a file. Name the folder it lies in."
    return None


def _check(home: Path | None, workspace: Path | None, as_json: bool) -> int:
    from newt_gui import check
    from newt_gui.core.paths import app_folders, newt_home, start_workspace
    from newt_gui.core.settings import Settings

    settings = Settings(app_folders().config / "settings.toml")
    place = start_workspace(workspace, str(settings.get("workspace")))
    return check.run(newt_home(home, settings.get("newt_home")), as_json, place)


def _self_test() -> int:
    if not preflight.has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    problem = _window_problem()
    if problem:
        return _refuse(problem, NO_WINDOW)
    from newt_gui import selftest

    return selftest.run()


def _open_window(options: Options) -> int:
    # What is made at start stays, so looking for garbage in it is in vain; the window does that later.
    gc.disable()
    with late_signatures.put_off():
        problem = _window_problem()
    if problem:
        return _refuse(problem, NO_WINDOW)
    from newt_gui import app

    return app.run(options)


def _window_problem() -> str | None:
    """Why this system can't show a window; asked before Qt is started, which would abort."""
    try:
        import PySide6.QtWidgets  # noqa: F401 (loads every library that a window needs)
        from PySide6.QtCore import QLibraryInfo
    except ImportError as error:
        return preflight.import_problem(error)
    plugins = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    problem = preflight.display_problem(Path(plugins, "platforms"))
    if problem is None and "QT_QPA_PLATFORM" in os.environ:
        os.environ["QT_QPA_PLATFORM"] = preflight.without_bare_screens(os.environ["QT_QPA_PLATFORM"])
    return problem


def _refuse(problem: str, code: int) -> int:
    print(f"newt-gui: {problem}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
