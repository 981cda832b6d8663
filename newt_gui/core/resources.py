"""Where the files that come with the program lie: icons, sample data, licences."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def _folder() -> Path:
    """In a frozen app beside its modules, in a wheel inside the package, in a checkout beside it."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        return Path(frozen) / "resources"
    package = Path(__file__).resolve().parent.parent
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


def resource(name: str) -> Path:
    """The path of a file or folder that is shipped; `name` uses forward slashes.

    Raises FileNotFoundError where it is missing: the installation is broken, which is no trouble
    that a person's own files can cause.
    """
    path = _folder() / name
    if not path.exists():
        raise FileNotFoundError(f"the program's own file {name} is missing: {path}")
    return path
