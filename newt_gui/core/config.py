"""newt's configuration for a workspace: which files count, what they say, and on which line.

The base is the first file of a chain; the nearest `.newt/config.toml` at or above the workspace is
laid over it. A file of these two that newt can't load makes it go on as if there were none at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from newt_gui.core import config_merge
from newt_gui.core.config_model import (
    SYSTEM_CONFIG,
    ConfigFile,
    ConfigKind,
    ConfigProblem,
    ConfigResolution,
    ConfigState,
    MemorySetting,
    ProblemKind,
)
from newt_gui.core.config_parse import MEMORY, KeyPath, Loaded, load, shown_key, value_at
from newt_gui.core.reading import ABSENT, NO_FILE
from newt_gui.core.session_place import SessionPlace, session_place

__all__ = [
    "SYSTEM_CONFIG",
    "ConfigFile",
    "ConfigKind",
    "ConfigProblem",
    "ConfigResolution",
    "ConfigState",
    "MemorySetting",
    "ProblemKind",
    "resolve_config",
]

_OWN_FOLDER = Path(".newt", "config.toml")


class _Link(NamedTuple):
    """One file of the chain; `is_file`: newt takes it for one, whether or not it can be read."""

    file: ConfigFile
    loaded: Loaded | None = None
    is_file: bool = False

    @property
    def table(self) -> dict[str, Any]:
        table = self.loaded.table if self.loaded else None
        return table or {}

    @property
    def fails(self) -> bool:
        return self.loaded is not None and self.loaded.table is None

    @property
    def settings(self) -> dict[KeyPath, MemorySetting]:
        return self.loaded.settings if self.loaded else {}


def resolve_config(
    workspace: str | Path,
    home: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    *,
    system: Path = SYSTEM_CONFIG,
) -> ConfigResolution:
    """What newt's configuration comes to when it is started in `workspace`.

    `home`: the newt home (default: the one that `env` names); `env`: default the environment of
    this process; `system`: the file for all users. Never raises for what is on the disk.
    """
    env = os.environ if env is None else env
    place = session_place(workspace, home, env)
    candidates = list(_candidates(place, env, system))
    chain = _with_base([_link(kind, path) for kind, path in candidates])
    base = next((link for link in chain if link.file.state is not ConfigState.HIDDEN and link.is_file), None)
    overlays = [folder / _OWN_FOLDER for folder in place.folders_up()]
    overlay = _overlay(place, overlays, base)
    looked_at = [path for _, path in candidates if path is not None] + overlays
    return _resolution(place.workspace, chain, base, overlay, looked_at)


def _candidates(
    place: SessionPlace, env: Mapping[str, str], system: Path
) -> Iterator[tuple[ConfigKind, Path | None]]:
    named = env.get("NEWT_CONFIG")
    yield "env", place.workspace / named if named else None
    yield "workspace", place.workspace / "newt.toml"
    yield "home", place.home / "config.toml" if place.home else None
    yield "system", system


def _link(kind: ConfigKind, path: Path | None) -> _Link:
    """The file as it would be with nothing before it."""
    local = kind in ("workspace", "overlay")
    if path is None:
        return _Link(ConfigFile(kind, None, ConfigState.NOT_SET, from_repository=local))
    loaded = load(path)
    is_file = loaded.reading.obstacle is None or os.path.isfile(path)
    dropped: tuple[str, ...] = ()
    if local and loaded.table is not None:
        table, dropped = config_merge.without_authority(loaded.table)
        loaded = loaded._replace(table=table)
    problem = loaded.problem if is_file or _state(loaded) is ConfigState.UNREADABLE else None
    settings = tuple(loaded.settings.values())
    links = loaded.reading.links
    file = ConfigFile(kind, path, _state(loaded), None, problem, settings, local, dropped, links)
    return _Link(file, loaded if is_file else None, is_file)


def _state(loaded: Loaded) -> ConfigState:
    obstacle = loaded.reading.obstacle
    if obstacle is None:
        return ConfigState.BROKEN if loaded.table is None else ConfigState.USED
    if obstacle in ABSENT:
        return ConfigState.MISSING
    return ConfigState.NOT_A_FILE if obstacle in NO_FILE else ConfigState.UNREADABLE


def _with_base(chain: list[_Link]) -> list[_Link]:
    """Those after the first that is a file are hidden by it."""
    first = next((link for link in chain if link.is_file), None)
    if first is None:
        return chain
    return [
        link if link is first or not link.is_file else link._replace(file=_hidden(link.file, first.file.path))
        for link in chain
    ]


def _hidden(file: ConfigFile, by: Path | None) -> ConfigFile:
    return replace(file, state=ConfigState.HIDDEN, hidden_by=by)


def _overlay(place: SessionPlace, paths: Sequence[Path], base: _Link | None) -> _Link:
    nearest = next((path for path in paths if os.path.isfile(path)), None)
    if nearest is None:
        first = paths[0] if paths else None
        return _link("overlay", first)._replace(loaded=None, is_file=False)
    link = _link("overlay", nearest)
    if base is not None and base.loaded is not None and _is_same(base, link):
        return _Link(ConfigFile("overlay", None, ConfigState.NOT_SET, from_repository=True))
    return link


def _is_same(one: _Link, other: _Link) -> bool:
    if one.file.path is None or other.file.path is None:
        return False
    try:
        return os.path.samefile(one.file.path, other.file.path)
    except (OSError, ValueError):
        return False


def _resolution(
    workspace: Path, chain: list[_Link], base: _Link | None, overlay: _Link, looked_at: list[Path]
) -> ConfigResolution:
    sides = [link for link in (base, overlay) if link is not None and link.is_file]
    failed = next((link for link in sides if link.fails), None)
    settings: dict[str, MemorySetting] = {}
    base_table = base.table if base else {}
    if failed is None:
        append = config_merge.appends(overlay.table, base_table)
        merged = config_merge.merge(base_table, overlay.table, append)
        failed = _wrongly_typed(merged, sides)
        if failed is None:
            settings = _winners(merged, base, overlay)
        else:
            chain, overlay = [_exchanged(link, failed) for link in chain], _exchanged(overlay, failed)
    files = tuple(_told_overridden(link, base, overlay) for link in (*chain, overlay))
    broken = failed.file if failed else None
    return ConfigResolution(
        files, settings, settings.get("soul_file"), broken, workspace, tuple(dict.fromkeys(looked_at))
    )


def _exchanged(link: _Link, failed: _Link) -> _Link:
    return failed if link.file.kind == failed.file.kind else link


def _wrongly_typed(merged: dict[str, Any], sides: list[_Link]) -> _Link | None:
    """The file whose value newt can't take, told so."""
    wrong = config_merge.wrong_type(merged[MEMORY]) if MEMORY in merged else None
    if wrong is None:
        return None
    keys = (MEMORY, *wrong.keys)
    link: _Link = next(side for side in reversed(sides) if _holds(side.table, keys))
    line, column, offset = link.loaded.place_of(keys) if link.loaded else (None, None, None)
    problem = ConfigProblem(
        ProblemKind.WRONG_TYPE,
        f"{shown_key(keys)} has a value that newt can't take",
        line,
        column,
        offset,
        shown_key(keys),
        wrong.expected,
    )
    return link._replace(file=replace(link.file, state=ConfigState.BROKEN, problem=problem))


def _holds(table: dict[str, Any], keys: KeyPath) -> bool:
    try:
        value_at(table, keys)
    except KeyError:
        return False
    return True


def _winners(merged: dict[str, Any], base: _Link | None, overlay: _Link) -> dict[str, MemorySetting]:
    """The overlay's values and what it leaves of the base's, as they are after the merge."""
    both = {**(base.settings if base else {}), **overlay.settings}
    return {
        setting.key: replace(setting, value=value_at(merged, (MEMORY, *keys)))
        for keys, setting in both.items()
        if _holds(merged, (MEMORY, *keys))
    }


def _told_overridden(link: _Link, base: _Link | None, overlay: _Link) -> ConfigFile:
    """The base's file, each setting with who overrides it; any other as it is."""
    memory = overlay.table.get(MEMORY)
    if base is None or link.file.kind != base.file.kind or memory is None:
        return link.file
    settings = (
        replace(setting, overridden_by=overlay.file.path) if _is_covered(memory, keys) else setting
        for keys, setting in base.settings.items()
    )
    return replace(link.file, settings=tuple(settings))


def _is_covered(memory: Any, keys: KeyPath) -> bool:
    """Whether what the overlay has at the keys, or at a part of the way, stands in their place."""
    for key in keys:
        if not isinstance(memory, dict):
            return True
        if key not in memory:
            return False
        memory = memory[key]
    return True
