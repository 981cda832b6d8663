"""Running Python code in a child process that can import this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

# Saves sys.argv[2] to the file sys.argv[1], and prints what came of it: [kind, reason].
SAVE = """
import json
import sys
from pathlib import Path
from newt_gui.core.errors import UserFacingError
from newt_gui.core.files import NOTES_LOCK, save
path = Path(sys.argv[1])
try:
    data = sys.argv[2].encode() if len(sys.argv) > 2 else b"new content"
    save(path, lambda state: data, rule=NOTES_LOCK, keep=lambda state: None)
except UserFacingError as error:
    print(json.dumps([type(error).__name__, error.reason]))
else:
    print(json.dumps(["saved", ""]))
"""


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
