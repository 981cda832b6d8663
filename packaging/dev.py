"""Everything a developer does, from nothing: python3 packaging/dev.py COMMAND

run [-- ARGUMENTS]           start the app
test [--long] [--core] [..]  run the tests (--long: also those that take hours; --core: the core's, where
                             Qt is not installed); all else goes to pytest
bench [--json]               measure start, memory and key strokes against bare windows; one table
shots DIR                    draw every page and state, light and dark, as PNG files into DIR
lint                         style, types, and who may import whom
lock                         choose the newest allowed versions anew, with their hashes

The packages live in .venv at the top of the checkout, made from packaging/requirements.lock when needed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit(f"dev.py: Python 3.11 or newer is needed; this is {sys.version.split()[0]} ({sys.executable})")

from environment import LOCK, ROOT, Stop, environment, install, new_environment, python_of
from system_packages import TEST_TOOLS, ensure_system_packages

_NOT_FOR_THE_CORE = ("pyside6-essentials", "shiboken6", "pytest-qt", "mypy", "ruff")
_LOCK_HEADER = "# Made by `python3 packaging/dev.py lock` from pyproject.toml; not to be edited by hand.\n"


def run(arguments: list[str]) -> int:
    ensure_system_packages()
    if arguments[:1] == ["--"]:
        del arguments[0]
    return _python("-m", "newt_gui", *arguments)


def test(arguments: list[str]) -> int:
    """pytest writes its closing line last, and nothing is written after it."""
    selected = ["-m", "long or not long"] if "--long" in arguments else []
    options = [argument for argument in arguments if argument not in ("--long", "--core")]
    if "--core" in arguments:
        return _test_core(selected + options)
    ensure_system_packages(TEST_TOOLS)
    return _python("-m", "pytest", *selected, *options, headless=True)


def _test_core(options: list[str]) -> int:
    """The options that pyproject.toml sets for pytest-qt are unknown here, which is no fault."""
    python = environment(".venv-core", without=_NOT_FOR_THE_CORE)
    unknown_options = "ignore:Unknown config option:pytest.PytestConfigWarning"
    command = [str(python), "-m", "pytest", "-W", unknown_options, *(options or ["tests/core"])]
    return subprocess.call(command, cwd=ROOT)


def bench(arguments: list[str]) -> int:
    ensure_system_packages()
    return _python("tests/bench/bench.py", *arguments, headless=True)


def shots(arguments: list[str]) -> int:
    if len(arguments) != 1:
        raise Stop("say where the pictures go: dev.py shots DIR")
    ensure_system_packages()
    return _python("tests/shots/shots.py", str(Path(arguments[0]).absolute()), headless=True)


def lint(arguments: list[str]) -> int:
    """All four speak, whatever the first one says."""
    steps = (("ruff", "check"), ("ruff", "format", "--check"), ("mypy",), ("lint-imports",))
    programs = environment().parent
    return max([subprocess.call([str(programs / program), *rest], cwd=ROOT) for program, *rest in steps])


def lock(arguments: list[str]) -> int:
    """The chooser of versions is needed here only, so it stays out of the lock."""
    with tempfile.TemporaryDirectory(prefix="newt-gui-lock-") as scratch:
        new_environment(Path(scratch))
        install(Path(scratch), "uv")
        compiled = Path(scratch, LOCK.name)
        options = [
            "--universal",
            "--generate-hashes",
            "--no-emit-index-url",
            "--no-emit-find-links",
            "--no-header",
        ]
        command = [
            str(python_of(Path(scratch))),
            "-m",
            "uv",
            "pip",
            "compile",
            "--quiet",
            "--group",
            "dev",
            "--python-version",
            "3.11",
            *options,
        ]
        done = subprocess.run([*command, "--output-file", str(compiled), "pyproject.toml"], cwd=ROOT)
        if done.returncode:
            raise Stop("no versions could be chosen; the lines above say why")
        LOCK.write_text(_LOCK_HEADER + compiled.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
    return 0


def _python(*arguments: str, headless: bool = False) -> int:
    """Runs the environment's Python in the checkout; headless: without a window unless one is asked for."""
    env = dict(os.environ)
    if headless:
        env.setdefault("QT_QPA_PLATFORM", "offscreen")
    return subprocess.call([str(environment()), *arguments], cwd=ROOT, env=env)


COMMANDS = {command.__name__: command for command in (run, test, bench, shots, lint, lock)}


def main(arguments: list[str]) -> int:
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        print(__doc__)
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    try:
        return command(arguments[1:])
    except (Stop, OSError) as trouble:
        print(f"dev.py: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
