"""Where a newt session is started: its folder, the newt home and the person's home folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from newt_gui.core import paths


class SessionPlace(NamedTuple):
    """`workspace`: as it was chosen, absolute; `real`: the same with links followed, which is what
    newt takes for its current folder; `home`: the newt home, `home_folder`: the person's, as it is
    written; each None where there is none.
    """

    workspace: Path
    real: Path
    home: Path | None
    home_folder: Path | None

    def folders_up(self) -> Iterator[Path]:
        """The workspace and what is above it, up to but without the home folder.

        The home folder is known by the text of its path, as newt knows it: one that is spelled
        through a link is walked past.
        """
        for folder in (self.real, *self.real.parents):
            if folder == self.home_folder:
                return
            yield self.workspace if folder == self.real else folder


def session_place(
    workspace: str | Path, home: str | Path | None, env: Mapping[str, str] | None
) -> SessionPlace:
    """The place of a session in `workspace`; what is relative in `home` or `env` is relative to that."""
    env = os.environ if env is None else env
    folder = _absolute(Path(workspace))
    person = paths.home_folder(env)
    return SessionPlace(folder, _real(folder), _home(folder, home, env), Path(person) if person else None)


def _home(workspace: Path, home: str | Path | None, env: Mapping[str, str]) -> Path | None:
    if home is not None and str(home):
        return workspace / home
    found = paths.newt_home(env=env)
    return None if found.source == "none" else workspace / found.path


def _absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except OSError:  # the current folder is gone, so there is nothing to be relative to
        return path


def _real(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path
