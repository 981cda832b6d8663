"""The pictures and the measurements: every state is reached, every figure is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_script(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, str(ROOT / "tests" / name), *arguments]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_every_state_can_be_drawn_light_and_dark(tmp_path: Path) -> None:
    done = run_script("shots/shots.py", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    names = {path.stem.rpartition("-")[0] for path in tmp_path.glob("*-light.png")}
    assert names == {path.stem.rpartition("-")[0] for path in tmp_path.glob("*-dark.png")}
    assert len(names) >= 20


@pytest.mark.long
def test_the_bench_prints_its_figures_and_finds_nothing_imported_too_early() -> None:
    done = run_script("bench/bench.py", "--json", "--rounds", "7")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["modules"]["too_early"] == []
    for row in told["rows"]:
        assert row["subject"] > 0
        assert row["floor"] is None or row["ratio"] > 0
