"""The wheel: built, installed into an empty folder and started from there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from newt_gui import __version__

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = folder.glob("*.whl")
    return built


def test_it_holds_the_program_and_its_files_and_nothing_else(wheel: Path) -> None:
    assert wheel.name == f"newt_gui-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert "newt_gui/resources/demo/NOTES.md" in names
    assert "newt_gui/py.typed" in names
    assert {name.partition("/")[0] for name in names} == {"newt_gui", f"newt_gui-{__version__}.dist-info"}
    shipped = {f"newt_gui/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "resources").rglob("*.*")}
    assert shipped <= names


def test_it_runs_from_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--target",
        str(target),
    ]
    subprocess.run([*pip, str(wheel)], check=True)
    env = os.environ | {"PYTHONPATH": str(target)}
    [command] = (target / "bin").iterdir() if os.name != "nt" else (target / "bin").glob("*.exe")
    told = subprocess.run([command, "--version"], env=env, cwd=tmp_path, capture_output=True, text=True)
    assert told.stdout == f"newt-gui {__version__}\n"
    query = "from newt_gui.core.resources import resource; print(resource('demo/NOTES.md'))"
    found = subprocess.run(
        [sys.executable, "-c", query], env=env, cwd=tmp_path, capture_output=True, text=True
    )
    assert Path(found.stdout.strip()) == target / "newt_gui" / "resources" / "demo" / "NOTES.md"
