"""Who may import whom, and what has to work where Qt is not installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

WITHOUT_QT = """
import importlib, pkgutil, sys
sys.modules["PySide6"] = sys.modules["shiboken6"] = None
import newt_gui.core
names = [module.name for module in pkgutil.walk_packages(newt_gui.core.__path__, "newt_gui.core.")]
for name in [*names, "newt_gui.__main__", "newt_gui.check", "newt_gui.demo", "newt_gui.options"]:
    importlib.import_module(name)
print(len(names))
"""


def test_the_contracts_hold(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_contracts_notice_an_import_that_runs_back(tmp_path: Path) -> None:
    """A copy of the program in which the core asks Qt for help."""
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    for path in (ROOT / "newt_gui").rglob("*.py"):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    trim = tmp_path / "newt_gui" / "core" / "characters.py"
    trim.write_text(trim.read_text(encoding="utf-8") + "\nimport PySide6.QtCore\n", encoding="utf-8")
    program = Path(sys.executable).with_name("lint-imports")
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [program, "--no-cache"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "newt_gui.core.characters -> PySide6" in done.stdout


def test_the_core_and_the_command_line_import_without_qt() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_QT], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert int(done.stdout) >= 10
