"""The four places of a soul, each looked at by itself, then ranked."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.characters import trim
from newt_gui.core.reading import ABSENT, NO_FILE, Obstacle, Reading, read_up_to
from newt_gui.core.session_place import SessionPlace
from newt_gui.core.soul_model import SoulKind, SoulRung, SoulState

READ_LIMIT = 16 << 20  # bytes; newt itself has no limit

LABELS: Mapping[SoulKind, str] = {
    "workspace": ".newt/soul.md",
    "global": "~/.newt/soul.md",  # newt says this wherever its home is
    "builtin": "built-in default",
}
BUILTIN: SoulKind = "builtin"

_COUNTS = frozenset({SoulState.WON, SoulState.SHADOWED})
_MOST_LINKS = 40  # of one path, as the system has it
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))", re.ASCII)

Suppositions = Mapping[SoulKind, str | None]


class _Spot(NamedTuple):
    """Where a rung's file is, and what is there."""

    kind: SoulKind
    path: Path | None
    label: str
    reading: Reading | None
    supposed: bool = False


def rungs_of(
    place: SessionPlace,
    written: str | None,
    env: Mapping[str, str],
    builtin: str,
    suppose: Suppositions,
    limit: int | None = READ_LIMIT,
) -> tuple[SoulRung, ...]:
    """explicit, workspace, global, builtin, each with its state; exactly one has won.

    `written`: the path that the configuration names, as it is written there; `builtin`: the text of
    the last; `limit`: at most how many bytes of a file are looked at.
    """
    spots = [_spot(kind, path, label, limit) for kind, path, label in _paths(place, written)]
    spots = [_supposed(spot, spots, suppose) for spot in spots]
    rungs = [_judged(spot) for spot in spots]
    rungs = [replace(rung, same_as=_same_as(spot, spots)) for rung, spot in zip(rungs, spots, strict=True)]
    if written:
        rungs[0] = _told_written(rungs[0], written, place, env)
    last = SoulRung(BUILTIN, None, LABELS[BUILTIN], SoulState.SHADOWED, builtin)
    return _ranked([*rungs, last])


def _paths(place: SessionPlace, written: str | None) -> list[tuple[SoulKind, Path | None, str]]:
    return [
        ("explicit", place.workspace / written if written else None, written or ""),
        ("workspace", place.workspace / ".newt" / "soul.md", LABELS["workspace"]),
        ("global", place.home / "soul.md" if place.home else None, LABELS["global"]),
    ]


def _spot(kind: SoulKind, path: Path | None, label: str, limit: int | None) -> _Spot:
    return _Spot(kind, path, label, None if path is None else read_up_to(path, limit))


def _judged(spot: _Spot) -> SoulRung:
    path, reading = spot.path, spot.reading
    if path is None or reading is None:
        return SoulRung(spot.kind, None, spot.label, SoulState.NOT_SET)
    rung = SoulRung(
        spot.kind,
        path,
        spot.label,
        SoulState.SHADOWED,
        size=reading.size,
        read=len(reading.data),
        obstacle=reading.obstacle,
        detail=reading.detail,
        link_target=reading.link_target,
        links=reading.links,
        supposed=spot.supposed,
    )
    if reading.obstacle is not None:
        return replace(rung, state=_without_text(reading.obstacle))
    return _with_text(rung, reading.data)


def _without_text(obstacle: Obstacle) -> SoulState:
    if obstacle in ABSENT:
        return SoulState.MISSING
    return SoulState.NOT_A_FILE if obstacle in NO_FILE else SoulState.UNREADABLE


def _with_text(rung: SoulRung, data: bytes) -> SoulRung:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        # Where the reading stopped, it may have cut a character in two.
        if rung.is_complete or error.reason != "unexpected end of data":
            return replace(rung, state=SoulState.NOT_UTF8, offset=error.start)
        text = data[: error.start].decode("utf-8")
    text = trim(text)
    return replace(rung, text=text) if text else replace(rung, state=SoulState.BLANK)


def _ranked(rungs: Sequence[SoulRung]) -> tuple[SoulRung, ...]:
    winner = next(rung for rung in rungs if rung.state in _COUNTS)
    return tuple(replace(rung, state=SoulState.WON) if rung is winner else rung for rung in rungs)


def _same_as(spot: _Spot, spots: Sequence[_Spot]) -> SoulKind | None:
    """The first higher one that is the same file, or would be if it were there."""
    for other in spots[: spots.index(spot)]:
        if _identity(spot) is not None and _identity(spot) == _identity(other):
            return other.kind
    return None


def _identity(spot: _Spot) -> object:
    if spot.path is None or spot.reading is None:
        return None
    return spot.reading.identity or real_path(spot.path)


def _told_written(rung: SoulRung, written: str, place: SessionPlace, env: Mapping[str, str]) -> SoulRung:
    expanded = _expanded(written, place, env)
    exists = expanded is not None and _is_file(expanded)
    return replace(rung, written=written, expanded=expanded, expanded_exists=exists)


def _expanded(written: str, place: SessionPlace, env: Mapping[str, str]) -> Path | None:
    """What `~` and variables would make of it; None: the same, or nothing is known for them."""
    text = written
    if place.home_folder is not None and re.match(r"~(?:[/\\]|$)", text):
        text = f"{place.home_folder}{text[1:]}"
    text = _VARIABLE.sub(lambda found: env.get(found[1] or found[2]) or found[0], text)
    return None if text == written else place.workspace / text


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)


def real_path(path: Path) -> Path:
    """The path with every link followed, as far as that goes; never raises."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def link_steps(path: Path) -> list[Path]:
    """The names that one comes past on the way from `path` to its file, the first and the last too.

    Each is below its folder with links followed; there are more than one where `path` is a link.
    """
    steps: list[Path] = []
    while len(steps) < _MOST_LINKS:
        path = real_path(path.parent) / path.name
        if path in steps:
            break
        steps.append(path)
        try:
            path = path.parent / os.readlink(path)
        except (OSError, ValueError):
            break
    return steps


def _supposed(spot: _Spot, spots: Sequence[_Spot], suppose: Suppositions) -> _Spot:
    """The spot as it would be; what is supposed of a file holds wherever that file is met again."""
    if spot.path is None:
        return spot
    if spot.kind in suppose:
        return _replaced(spot, suppose[spot.kind])
    for other in spots:
        if other.kind in suppose and other.path is not None:
            text = suppose[other.kind]
            if _is_touched(spot.path, other.path, gone=text is None):
                return _replaced(spot, text)
    return spot


def _is_touched(path: Path, changed: Path, *, gone: bool) -> bool:
    """Whether removing (or else filling) `changed` does the same to what is read at `path`."""
    if gone:
        return link_steps(changed)[0] in link_steps(path)
    return real_path(path) == real_path(changed)


def _replaced(spot: _Spot, text: str | None) -> _Spot:
    path = spot.path or Path()
    if text is None:
        return spot._replace(reading=Reading(path, Obstacle.MISSING), supposed=True)
    data = text.encode("utf-8", "surrogatepass")
    return spot._replace(reading=Reading(path, None, data, len(data), links=1), supposed=True)
