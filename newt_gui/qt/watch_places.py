"""Which places on disk must be watched so that no change of one file goes unseen. No Qt."""

from __future__ import annotations

import os
import stat
from pathlib import Path

Identity = tuple[int, int]

_MOST_HOPS = 40


def watch_places(path: Path) -> dict[str, Identity]:
    """Real paths to watch for `path`, each with what tells it from a successor of the same name.

    The file itself, the folder it lies in, and the same for each link on the way to it. For a
    folder that is missing, the nearest one above it that is there. What can't be looked at is
    left out: a slow poll has to do for it.
    """
    places: dict[str, Identity] = {}
    for hop in _hops(path):
        _add_folder(places, hop.parent)
    for folder in path.parents:
        if folder.is_symlink():
            _add_folder(places, folder.parent)
    _add(places, path)
    return places


def _hops(path: Path) -> list[Path]:
    """`path`, and where each link leads in turn; a circle ends the walk."""
    hops = [path]
    while len(hops) < _MOST_HOPS:
        try:
            leads_to = os.readlink(hops[-1])
        except OSError:
            break
        hops.append(hops[-1].parent / leads_to)
    return hops


def _add_folder(places: dict[str, Identity], folder: Path) -> None:
    for candidate in (folder, *folder.parents):
        if _add(places, candidate):
            return


def _add(places: dict[str, Identity], path: Path) -> bool:
    """Whether there is such a file or folder. A device or a pipe is never watched."""
    try:
        info = os.stat(path)
        if not (stat.S_ISREG(info.st_mode) or stat.S_ISDIR(info.st_mode)):
            return False
        places[os.path.realpath(path)] = (info.st_dev, info.st_ino)
    except OSError:
        return False
    return True
