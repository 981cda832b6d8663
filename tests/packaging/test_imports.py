"""What a start may not import before its window is painted, since nobody needs it by then."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Every module of a real start on a real notes file, at the first paint."""
    folder = tmp_path_factory.mktemp("start")
    (folder / "NOTES.md").write_text("user: Prefers tea\n§\nSecond\n§\n", encoding="utf-8")
    env = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "NEWT_CONFIG_DIR": str(folder),
        "NEWT_GUI_FOLDER": str(folder / "app"),
    }
    script = ROOT / "tests" / "bench" / "start_app.py"
    done = subprocess.run([sys.executable, script], env=env, stdout=subprocess.PIPE, check=True, timeout=60)
    return set(json.loads(done.stdout)["modules"])


@pytest.mark.parametrize("module", ["sqlite3", "tomlkit", "psutil", "charset_normalizer", "difflib"])
def test_it_comes_later(loaded: set[str], module: str) -> None:
    assert module not in loaded


def test_the_window_is_a_real_one(loaded: set[str]) -> None:
    assert {"newt_gui.app", "newt_gui.window", "newt_gui.notes.page", "newt_gui.core.notes"} <= loaded
