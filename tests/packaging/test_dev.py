"""dev.py: its environment, what it asks of the system, and what its commands hand on.

A small checkout with a lock of one tiny package stands in for the real one, so that nothing is fetched.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# The tiny package takes the place of pytest in its environment and says how it was called.
TINY = """
import os, sys
print("arguments:", *sys.argv[1:])
print("platform:", os.environ.get("QT_QPA_PLATFORM"))
print("== 1 passed in 0.01s ==")
"""


NO_CHANGE: Mapping[str, str] = {}


class Checkout:
    """A copy of what dev.py needs, with its own lock and its own place to take packages from."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.wheels = folder / "wheels"
        self.lock = self.root / "packaging" / "requirements.lock"
        for name in ("packaging/dev.py", "packaging/environment.py", "packaging/system_packages.py"):
            self.copy(name)
        for name in ("newt_gui/__init__.py", "newt_gui/preflight.py"):
            self.copy(name)
        self.wheels.mkdir()
        self.lock.write_text(f"# A note\n{self.tiny_package('1')}", encoding="utf-8")

    def copy(self, name: str) -> None:
        target = self.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)

    def tiny_package(self, version: str) -> str:
        """Makes it and returns its pin."""
        wheel = self.wheels / f"pytest-{version}-py3-none-any.whl"
        info = f"pytest-{version}.dist-info"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("pytest/__main__.py", TINY)
            archive.writestr("pytest/__init__.py", f"version = {version!r}\n")
            archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: pytest\nVersion: {version}\n")
            archive.writestr(
                f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            )
            archive.writestr(f"{info}/RECORD", "")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        return f"pytest=={version} \\\n    --hash=sha256:{digest}\n    # via somebody\n"

    def run(
        self,
        *arguments: str,
        python: Sequence[str] = ("packaging/dev.py",),
        env: Mapping[str, str] = NO_CHANGE,
    ) -> subprocess.CompletedProcess[str]:
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels)}
        return subprocess.run(
            [sys.executable, *python, *arguments],
            cwd=self.root,
            env=os.environ | offline | env,
            capture_output=True,
            text=True,
            check=False,
        )

    def python(self, query: str, name: str = ".venv") -> str:
        programs = "Scripts" if os.name == "nt" else "bin"
        command = [self.root / name / programs / "python", "-c", query]
        return subprocess.run(command, cwd="/", capture_output=True, text=True, check=True).stdout.strip()

    def leave_a_mark(self) -> Path:
        mark = self.root / ".venv" / "mark"
        mark.touch()
        return mark


def as_main(preparation: str) -> tuple[str, str]:
    """dev.py in a Python that something is the matter with."""
    start = "import runpy, sys; sys.argv[0] = 'dev.py'; sys.path.insert(0, 'packaging')"
    return "-c", f"{start}\n{preparation}\nrunpy.run_path('packaging/dev.py', run_name='__main__')"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout whose environment is there, for tests that leave it as it is."""
    checkout = Checkout(tmp_path_factory.mktemp("made"))
    assert checkout.run("test").returncode == 0
    return checkout


def test_the_environment_holds_the_lock_and_the_checkout(made: Checkout) -> None:
    assert made.python("import pytest; print(pytest.version)") == "1"
    assert made.python("import newt_gui; print(newt_gui.__file__)") == str(made.root / "newt_gui/__init__.py")


def test_it_is_made_once(made: Checkout) -> None:
    mark = made.leave_a_mark()
    done = made.run("test")
    assert mark.exists()
    assert done.stderr == ""


def test_it_is_made_anew_when_the_lock_changes_or_the_last_try_was_cut_off(checkout: Checkout) -> None:
    checkout.run("test")
    mark = checkout.leave_a_mark()
    checkout.lock.write_text(checkout.tiny_package("2"), encoding="utf-8")
    checkout.run("test")
    assert not mark.exists()
    assert checkout.python("import pytest; print(pytest.version)") == "2"

    mark = checkout.leave_a_mark()
    (checkout.root / ".venv" / "made-from").unlink()  # as a kill before the last step leaves it
    assert checkout.run("test").returncode == 0
    assert not mark.exists()


def test_a_package_that_is_not_the_locked_one_is_refused(checkout: Checkout) -> None:
    good = checkout.lock.read_text(encoding="utf-8")
    checkout.lock.write_text(re.sub("sha256:[0-9a-f]{4}", "sha256:0000", good), encoding="utf-8")
    done = checkout.run("test")
    assert done.returncode == 1
    assert "HASHES" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("dev.py: the packages could not be installed")
    assert "Traceback" not in done.stderr
    checkout.lock.write_text(good, encoding="utf-8")
    assert checkout.run("test").returncode == 0


def test_the_core_gets_an_environment_without_qt(made: Checkout) -> None:
    lock = made.lock.read_text(encoding="utf-8")
    made.lock.write_text(f"{lock}pyside6-essentials==9 \\\n    --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    done = made.run("test", "--core", "-x")
    made.lock.write_text(lock, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "arguments: -W ignore:Unknown config option:pytest.PytestConfigWarning -x" in done.stdout
    assert made.python("import pytest; print(pytest.version)", ".venv-core") == "1"


@pytest.mark.parametrize(
    "given, handed_on",
    [([], ""), (["-k", "x y"], " -k x y"), (["--long", "-x"], " -m long or not long -x")],
)
def test_test_hands_the_rest_to_pytest_and_ends_with_its_closing_line(
    made: Checkout, given: list[str], handed_on: str
) -> None:
    done = made.run("test", *given)
    lines = done.stdout.splitlines()
    assert lines[0] == f"arguments:{handed_on}"
    assert lines[-1] == "== 1 passed in 0.01s =="


@pytest.mark.parametrize("chosen, used", [("", "offscreen"), ("xcb", "xcb")])
def test_tests_need_no_display_unless_one_is_chosen(made: Checkout, chosen: str, used: str) -> None:
    preparation = "import os; os.environ.pop('QT_QPA_PLATFORM', None)"
    if chosen:
        preparation = f"import os; os.environ['QT_QPA_PLATFORM'] = {chosen!r}"
    done = made.run("test", python=as_main(preparation))
    assert f"platform: {used}\n" in done.stdout


def test_run_starts_the_app_with_what_follows_and_passes_its_exit_code_on(made: Checkout) -> None:
    program = (
        "import os, sys\nprint(os.getcwd(), sys.argv[1:], os.environ.get('QT_QPA_PLATFORM'))\nsys.exit(7)\n"
    )
    (made.root / "newt_gui" / "__main__.py").write_text(program, encoding="utf-8")
    for arguments in (["--", "--demo", "a b"], ["--demo", "a b"]):
        done = made.run("run", *arguments, env={"QT_QPA_PLATFORM": "as it was"})
        assert done.returncode == 7
        assert done.stdout == f"{made.root} ['--demo', 'a b'] as it was\n"


def test_without_a_known_command_it_explains_itself(checkout: Checkout) -> None:
    for arguments, code in (([], 2), (["nonsense"], 2), (["--help"], 0)):
        done = checkout.run(*arguments)
        assert done.returncode == code
        for command in ("run", "test", "bench", "shots", "lint", "lock"):
            assert f"\n{command} " in done.stdout
    assert not (checkout.root / ".venv").exists()


def assert_stops_with_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


def test_an_older_python_is_told_so_in_one_line(checkout: Checkout) -> None:
    source = (ROOT / "packaging" / "dev.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))  # it must get as far as saying it
    done = checkout.run("test", python=as_main("sys.version_info = (3, 10, 1)"))
    assert_stops_with_one_line(done, "Python 3.11 or newer is needed")


@pytest.mark.parametrize("missing", ["ensurepip", "venv"])
def test_a_python_that_cant_make_environments_names_the_package(checkout: Checkout, missing: str) -> None:
    done = checkout.run("test", python=as_main(f"sys.modules[{missing!r}] = None"))
    assert_stops_with_one_line(done, "sudo apt-get install python3-venv")


def test_a_missing_lock_says_how_it_is_made(checkout: Checkout) -> None:
    checkout.lock.unlink()
    assert_stops_with_one_line(checkout.run("test"), "dev.py lock")


def test_shots_wants_a_folder(checkout: Checkout) -> None:
    assert_stops_with_one_line(checkout.run("shots"), "dev.py shots DIR")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the libraries are Linux's matter")
class TestSystemPackages:
    """One library more is needed than any machine has."""

    PREPARATION = """
import os
import newt_gui.preflight
newt_gui.preflight.BASE_LIBRARIES["libnowhere.so.9"] = "libnowhere9"
os.geteuid = lambda: 0
"""
    STOP = "dev.py: Qt can't be loaded without: libnowhere.so.9"

    def test_they_are_named_where_they_cant_be_installed(self, checkout: Checkout) -> None:
        env = {"PATH": "/nowhere", "PYTHONPATH": str(checkout.root)}
        done = checkout.run("test", python=as_main(self.PREPARATION), env=env)
        assert done.returncode == 1
        first, last = done.stderr.splitlines()
        assert first.startswith("Missing system packages; on Debian or Ubuntu: sudo apt-get install ")
        assert "libnowhere9" in first.split()
        assert last == self.STOP

    def test_they_are_installed_where_that_is_allowed(self, checkout: Checkout, tmp_path: Path) -> None:
        apt, calls = tmp_path / "bin" / "apt-get", tmp_path / "calls"
        apt.parent.mkdir()
        apt.write_text(f'#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> {calls}\n', encoding="utf-8")
        apt.chmod(0o755)
        env = {"PATH": f"{apt.parent}:{os.environ['PATH']}", "PYTHONPATH": str(checkout.root)}
        done = checkout.run("test", python=as_main(self.PREPARATION), env=env)
        update, install = calls.read_text(encoding="utf-8").splitlines()
        assert update == "noninteractive -qq -o Acquire::Retries=3 update"
        assert "install --yes --no-install-recommends" in install
        assert "libnowhere9" in install.split()
        assert done.stderr.splitlines()[-1] == self.STOP
