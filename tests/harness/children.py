"""Running Python code in a child process that can import this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def run_python(
    script: str,
    *arguments: object,
    before: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """Run `script` with `arguments` in sys.argv[1:]; `before`: a command that starts it."""
    command = [*before, sys.executable, "-B", "-c", script, *map(str, arguments)]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False, **options)


def output_of(finished: subprocess.CompletedProcess[str]) -> str:
    """What the child printed. Raises AssertionError with its traceback if it failed."""
    assert finished.returncode == 0, finished.stderr
    return finished.stdout
