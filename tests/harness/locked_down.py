"""Running code as a user whom permissions stop: root ignores them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests.harness.children import run_python

NOBODY = 65534
_WITHOUT_POWERS = (
    "setpriv",
    "--securebits=+noroot,+noroot_locked",
    "--inh-caps=-all",
    "--ambient-caps=-all",
    "--bounding-set=-all",
)


@contextmanager
def locked_down_folder() -> Iterator[Path]:
    """A new folder that belongs to the locked-down user; removed whatever its modes are by then."""
    folder = Path(tempfile.mkdtemp(prefix="locked-down-"))
    user = locked_down_user()
    os.chown(folder, user, user if user == NOBODY else -1)
    try:
        yield folder
    finally:
        for inner, _, _ in os.walk(folder):
            os.chmod(inner, 0o700)
        shutil.rmtree(folder)


def run_locked_down(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run Python code that has no power over files but what their modes give it."""
    if os.geteuid() != 0:
        return run_python(script, *arguments)
    if locked_down_user() == NOBODY:
        return run_python(script, *arguments, **_AS_NOBODY)
    return run_python(script, *arguments, before=_WITHOUT_POWERS)


@cache
def locked_down_user() -> int:
    """Whom the code runs as: nobody, or this very user.

    Also root stays root, but without its powers, where nobody may not even reach Python.
    """
    if os.geteuid() != 0:
        return os.geteuid()
    try:
        finished = run_python("import newt_gui.core.errors", cwd="/", **_AS_NOBODY)
    except OSError:
        return 0
    return 0 if finished.returncode else NOBODY


_AS_NOBODY: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
