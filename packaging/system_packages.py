"""What the system itself must have before a window can open: libraries and a font (Linux)."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from environment import ROOT, Stop

sys.path.insert(0, str(ROOT))
from newt_gui.preflight import BASE_LIBRARIES, X11_LIBRARIES

_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
_FONT_PACKAGE = "fonts-noto-core"
TEST_TOOLS = {"strace": "strace"}
"""Commands that tests start, and the Debian package of each."""


def ensure_system_packages(tools: Mapping[str, str] | None = None) -> None:
    """Names what is missing and installs it where that is allowed. Raises Stop where Qt can't even load.

    `tools`: commands that are needed too, and the package of each.
    """
    if not sys.platform.startswith("linux"):
        return
    needed = missing_packages() + [name for tool, name in (tools or {}).items() if not shutil.which(tool)]
    if not needed:
        return
    if not _install(needed):
        print(
            f"Missing system packages; on Debian or Ubuntu: sudo apt-get install {' '.join(needed)}",
            file=sys.stderr,
        )
    still_missing = _missing(BASE_LIBRARIES)
    if still_missing:
        raise Stop(f"Qt can't be loaded without: {' '.join(still_missing)}")


def missing_packages() -> list[str]:
    """Debian packages, sorted and each once, whose library does not load or whose font is not there."""
    packages = set(_missing(BASE_LIBRARIES | X11_LIBRARIES).values())
    return sorted(packages if _has_a_font() else packages | {_FONT_PACKAGE})


def _missing(libraries: Mapping[str, str]) -> dict[str, str]:
    return {library: package for library, package in libraries.items() if not _loads(library)}


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_a_font() -> bool:
    folders = (Path(folder).expanduser() for folder in _FONT_FOLDERS)
    return any(path.suffix in (".ttf", ".otf", ".ttc") for folder in folders for path in folder.rglob("*"))


def _install(packages: list[str]) -> bool:
    """True where apt-get could be asked and has installed them all."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"Installing system packages: {' '.join(packages)}", file=sys.stderr, flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "Acquire::Retries=3"]
    for step in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run([*apt, *step], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        if done.returncode:
            return False
    return True
