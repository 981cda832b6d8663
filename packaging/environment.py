"""The private environment in the checkout, made from the lock file and from nothing else."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Collection, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
_STAMP = "made-from"  # written last, so an environment without it is only half made
_RECIPE = "1"  # raise it when the steps below change


class Stop(Exception):
    """Something the person at the keyboard has to put right; the message is one line."""


def environment(name: str = ".venv", without: Collection[str] = ()) -> Path:
    """The Python of the environment `name`, which is made first where it is missing or out of date.

    `without`: names of locked packages to leave out. Raises Stop where it can't be made.
    """
    folder = ROOT / name
    requirements = _requirements(without)
    fingerprint = _fingerprint(requirements)
    with _one_at_a_time(ROOT / f"{name}.lock"):
        if not _is_made_from(folder, fingerprint):
            _make(folder, requirements, fingerprint)
    return python_of(folder)


def _requirements(without: Collection[str]) -> str:
    """The lock's text; each requirement there begins a line, its hashes and notes are indented."""
    if not LOCK.exists():
        raise Stop(f"{LOCK.relative_to(ROOT)} is missing; make it with: packaging/dev.py lock")
    blocks = re.split(r"^(?=[A-Za-z0-9])", LOCK.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return "".join(block for block in blocks if block.partition("==")[0] not in without)


def _fingerprint(requirements: str) -> str:
    parts = (_RECIPE, sys.version, sys.base_prefix, platform.machine(), str(ROOT), requirements)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _is_made_from(folder: Path, fingerprint: str) -> bool:
    stamp = folder / _STAMP
    return python_of(folder).exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == fingerprint


def python_of(folder: Path) -> Path:
    """Where an environment keeps its Python, whether or not it is made yet."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _make(folder: Path, requirements: str, fingerprint: str) -> None:
    _require_venv()
    print(f"Making {folder.name} (once for each lock file) ...", file=sys.stderr, flush=True)
    (folder / _STAMP).unlink(missing_ok=True)
    new_environment(folder)
    wanted = folder / "requirements.lock"
    wanted.write_text(requirements, encoding="utf-8")
    install(folder, "--require-hashes", "--no-deps", "--requirement", str(wanted))
    _add_project(folder)
    half = folder / f"{_STAMP}.half"
    half.write_text(fingerprint, encoding="utf-8")
    half.replace(folder / _STAMP)


def _require_venv() -> None:
    """Debian splits Python up; raises Stop where a part that is needed here is missing."""
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise Stop(
            "this Python lacks venv or ensurepip; on Debian or Ubuntu: sudo apt-get install python3-venv"
        )


def new_environment(folder: Path) -> None:
    """An empty environment with pip in it; what was there before is removed."""
    _require_venv()
    base = getattr(sys, "_base_executable", "") or sys.executable
    if subprocess.run([base, "-m", "venv", "--clear", str(folder)], stdin=subprocess.DEVNULL).returncode:
        raise Stop(f"the environment {folder} could not be made; the lines above say why")


def install(folder: Path, *arguments: str) -> None:
    """Runs pip in an environment; the machine's own settings for pip hold."""
    command = [str(python_of(folder)), "-m", "pip", "install", "--quiet", "--no-input", *arguments]
    env = os.environ | {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PIP_USER": "0",
    }
    if subprocess.run(command, env=env, stdin=subprocess.DEVNULL).returncode:
        raise Stop("the packages could not be installed; the lines above say why. Start again to go on")


def _add_project(folder: Path) -> None:
    """The checkout itself, importable from anywhere and always as it stands."""
    query = "import sysconfig; print(sysconfig.get_path('purelib'))"
    found = subprocess.run([str(python_of(folder)), "-c", query], capture_output=True, text=True, check=True)
    Path(found.stdout.strip(), "newt-gui-checkout.pth").write_text(f"{ROOT}\n", encoding="utf-8")


@contextlib.contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    """Two commands started together must not both make the environment."""
    with path.open("a+b") as handle:
        if sysconfig.get_platform().startswith("win"):
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
