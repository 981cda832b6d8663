"""Names of this app's short-lived files, and how those of a crashed process are cleared away."""

from __future__ import annotations

import os
import time
from pathlib import Path

from newt_gui.core.file_trouble import insist

_MARK = ".newt-gui-"
_END = ".tmp"
_ABANDONED = 3600.0  # seconds; no save takes that long, so the process id belongs to someone else now


def own_name(path: Path) -> Path:
    """A name beside `path` that nobody else has; it carries the id of this process."""
    dot = "" if path.name.startswith(".") else "."
    return path.with_name(f"{dot}{path.name}{_MARK}{os.getpid()}-{os.urandom(6).hex()}{_END}")


def remove_own_leftovers(folder: Path) -> None:
    """Remove this app's temporary files that a dead process left in `folder`.

    What can't be looked at or removed stays for the next start; that is no error.
    """
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        process = _process_of(name)
        if process is not None and _is_left_over(folder / name, process):
            insist(os.unlink, folder / name)


def _process_of(name: str) -> int | None:
    stem, mark, rest = name.rpartition(_MARK)
    process, dash, unique = rest.removesuffix(_END).partition("-")
    ours = stem.startswith(".") and mark and rest.endswith(_END) and dash and unique
    return int(process) if ours and process.isascii() and process.isdigit() else None


def _is_left_over(path: Path, process: int) -> bool:
    try:
        age = time.time() - os.lstat(path).st_mtime
    except OSError:
        return False
    return age > _ABANDONED or not _may_be_running(process)


def _may_be_running(process: int) -> bool:
    if os.name == "nt":  # there is no harmless signal to ask with, so only the age decides
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
