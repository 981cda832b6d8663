"""One look at everything that decides which soul wins. Runs on a worker; no widgets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.reading import read_up_to
from newt_gui.core.soul import SoulKind, SoulResolution, resolve_soul, watched_paths
from newt_gui.qt.watch_places import Identity, watch_places

SMALL = 1 << 16
"""In bytes: of a larger file the system's own account of it is taken as a sign of its content."""

Suppositions = Mapping[SoulKind, str | None]
"""By kind of rung: None, its file is gone; a text, its file holds that."""
Trace = tuple[object, ...]
"""What tells one state of the files from the next without working out what they come to."""


@dataclass(frozen=True)
class Place:
    """Where the session that is asked about would be started. `env`: None for that of this process."""

    workspace: Path
    home: Path | None
    env: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Question:
    """What is asked: who wins at `place`, and who would win if `suppose` were so."""

    place: Place
    suppose: Suppositions = field(default_factory=dict)


class Look(NamedTuple):
    """What was seen. `supposed`: None where nothing is supposed. `places`: what to watch, see
    `watch_places`. `trace`: the state of `paths` from before they were read; empty while unknown.
    """

    question: Question
    resolution: SoulResolution
    supposed: SoulResolution | None
    places: dict[str, Identity]
    paths: tuple[Path, ...]
    trace: Trace

    @property
    def shown(self) -> SoulResolution:
        """What the person is shown: how it would be, where something is supposed."""
        return self.supposed or self.resolution


def look(question: Question, before: Look | None) -> Look:
    """Look at the files; where nothing on disk is another than `before`, the answer is `before` itself."""
    if before is not None and before.question.place != question.place:
        before = None
    paths = before.paths if before else ()
    # Before the reading: what changes meanwhile is seen as a change by the next look.
    trace = trace_of(paths)
    if before is not None and before.trace == trace and before.question == question:
        return before
    place = question.place
    resolution = resolve_soul(place.workspace, place.home, place.env)
    supposed = None
    if question.suppose:
        supposed = resolve_soul(place.workspace, place.home, place.env, question.suppose)
    now = watched_paths(resolution)
    places: dict[str, Identity] = {}
    for path in now:
        if "\0" not in str(path):  # no file can ever be there
            places.update(watch_places(path))
    return Look(question, resolution, supposed, places, now, trace if now == paths else ())


def trace_of(paths: Iterable[Path]) -> Trace:
    """A sign of the state of these files; links are followed."""
    return tuple(_sign(path) for path in paths)


def _sign(path: Path) -> object:
    try:
        info = os.stat(path)
    except (OSError, ValueError) as error:
        return (type(error).__name__, getattr(error, "errno", None))
    if info.st_size > SMALL:
        content: object = None
    else:
        seen = read_up_to(path, SMALL)
        content = (seen.obstacle, seen.data)
    return (info.st_dev, info.st_ino, info.st_mode, info.st_size, info.st_mtime_ns, info.st_ctime_ns, content)
