"""Where things are: the newt home, its notes, the app's own folders. Creates nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

APP_NAME = "newt-gui"


class NewtHome(NamedTuple):
    """The folder that holds newt's memory.

    `source` says who named it: "argument", "environment", "chosen" (in the window), "home" (below
    the person's home folder) or "none" (there is no home; `path` is the current folder then).
    """

    path: Path
    source: str


class AppFolders(NamedTuple):
    """The app's own folders; any of them may be missing."""

    config: Path
    data: Path
    state: Path


def newt_home(
    argument: str | Path | None = None,
    chosen: str | Path | None = None,
    env: Mapping[str, str] | None = None,
) -> NewtHome:
    """The newt home: `argument`, else NEWT_CONFIG_DIR, else `chosen`, else `.newt` in the home folder.

    NEWT_CONFIG_DIR is taken as written, because newt expands nothing in it. An empty value of any
    of the first three is as if it were not there.
    """
    env = os.environ if env is None else env
    if argument and str(argument):
        return NewtHome(_absolute(Path(argument)), "argument")
    if configured := env.get("NEWT_CONFIG_DIR"):
        return NewtHome(Path(configured), "environment")
    if chosen and str(chosen):
        return NewtHome(Path(chosen), "chosen")
    if home := home_folder(env):
        return NewtHome(Path(home, ".newt"), "home")
    return NewtHome(Path("."), "none")


def start_workspace(argument: Path | None, last: str) -> Path:
    """The workspace to begin with: the argument, else the last one if it is still a folder, else the
    person's home folder.
    """
    if argument is not None:
        return argument
    if last and Path(last).is_dir():
        return Path(last)
    try:
        return Path.home()
    except RuntimeError:
        return Path.cwd()


def notes_path(home: Path) -> Path:
    """The notes file of a newt home."""
    return home / "NOTES.md"


def app_folders(env: Mapping[str, str] | None = None) -> AppFolders:
    """The app's folders: below NEWT_GUI_FOLDER where that is set, else where the platform wants them."""
    env = os.environ if env is None else env
    if folder := env.get("NEWT_GUI_FOLDER"):
        base = _absolute(Path(folder))
        return AppFolders(base / "config", base / "data", base / "state")
    import platformdirs

    folders = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
    return AppFolders(folders.user_config_path, folders.user_data_path, folders.user_state_path)


def display_path(path: str | Path, env: Mapping[str, str] | None = None) -> str:
    """The path for a person to read, with their home folder as "~"; always valid Unicode."""
    home = home_folder(os.environ if env is None else env)
    return _below(Path(path), Path(home) if home else None).encode("utf-8", "replace").decode()


def _below(path: Path, home: Path | None) -> str:
    if home is None or home == Path(home.anchor) or not path.is_relative_to(home):
        return str(path)
    return str(Path("~", path.relative_to(home)))


def home_folder(env: Mapping[str, str]) -> str:
    """HOME, or USERPROFILE where HOME is not set at all; an empty HOME means that there is none."""
    return env.get("HOME", env.get("USERPROFILE", ""))


def _absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except OSError:  # the current folder is gone, so there is nothing to be relative to
        return path
