"""What a person should know about the soul that won, and files that only look like souls."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from newt_gui.core.characters import is_hidden, is_white_space
from newt_gui.core.config_model import ConfigResolution
from newt_gui.core.scan import HIDDEN, find_all
from newt_gui.core.session_place import SessionPlace
from newt_gui.core.soul_model import (
    LookAlike,
    LookAlikeKind,
    SoulRung,
    SoulState,
    SoulWarning,
    SoulWarningKind,
)

SCANNED = 1 << 20  # code points
_MOST_FINDINGS = 1_000
_CAPITALS = ("SOUL.md", "Soul.md", "soul.MD", "SOUL.MD")


def warnings_of(
    winner: SoulRung, rungs: Sequence[SoulRung], config: ConfigResolution, place: SessionPlace
) -> tuple[SoulWarning, ...]:
    """Everything odd about the winner, the gravest first."""
    return (
        *_by_repository(winner, config, place),
        *_findings(winner),
        *_empty_looking(winner),
        *_same_file(winner, rungs),
        *_not_expanded(rungs),
        *_too_large(winner),
    )


def _by_repository(winner: SoulRung, config: ConfigResolution, place: SessionPlace) -> Iterator[SoulWarning]:
    setting = config.soul_file
    if winner.kind == "explicit" and setting is not None:
        if any(file.from_repository and file.path == setting.path for file in config.files):
            yield SoulWarning(SoulWarningKind.BY_REPOSITORY, path=setting.path, line=setting.line)
    elif winner.kind == "workspace" and _lies_in_repository(place):
        yield SoulWarning(SoulWarningKind.BY_REPOSITORY, path=winner.path)


def _lies_in_repository(place: SessionPlace) -> bool:
    return any(_exists(folder / ".git") for folder in place.folders_up())


def _findings(winner: SoulRung) -> Iterator[SoulWarning]:
    if winner.kind == "builtin":
        return
    text = winner.text[:SCANNED]
    # A carriage return before a line feed is a line end of Windows, and nothing hidden.
    found = [one for one in find_all(text) if text[one.start : one.end + 1] != "\r\n"]
    hidden = tuple(finding for finding in found if finding.rule == HIDDEN)
    other = tuple(finding for finding in found if finding.rule != HIDDEN)
    if hidden:
        yield SoulWarning(SoulWarningKind.HIDDEN_CHARACTERS, hidden[:_MOST_FINDINGS], len(hidden))
    if other:
        yield SoulWarning(SoulWarningKind.SCAN_FINDINGS, other[:_MOST_FINDINGS], len(other))


def _empty_looking(winner: SoulRung) -> Iterator[SoulWarning]:
    if all(is_hidden(ch) or is_white_space(ch) for ch in winner.text):
        yield SoulWarning(SoulWarningKind.LOOKS_EMPTY)


def _same_file(winner: SoulRung, rungs: Sequence[SoulRung]) -> Iterator[SoulWarning]:
    for rung in rungs:
        if rung.same_as == winner.kind:
            yield SoulWarning(SoulWarningKind.SAME_FILE, path=rung.path, other=rung.kind)


def _not_expanded(rungs: Sequence[SoulRung]) -> Iterator[SoulWarning]:
    explicit = rungs[0]
    if explicit.expanded is not None and explicit.state is not SoulState.WON:
        yield SoulWarning(SoulWarningKind.NOT_EXPANDED, path=explicit.expanded)


def _too_large(winner: SoulRung) -> Iterator[SoulWarning]:
    if not winner.is_complete or len(winner.text) > SCANNED:
        yield SoulWarning(SoulWarningKind.TOO_LARGE)


def look_alikes_of(place: SessionPlace, rungs: Sequence[SoulRung]) -> tuple[LookAlike, ...]:
    """Files that somebody may take for a soul and that newt does not read."""
    known = {identity for rung in rungs if rung.path and (identity := _file(rung.path))}
    found = []
    for path, kind in look_alike_places(place):
        identity = _file(path)
        if identity is not None and identity not in known:  # a disk may not tell capitals apart
            known.add(identity)
            found.append(LookAlike(path, kind))
    return tuple(found)


def look_alike_places(place: SessionPlace) -> Iterator[tuple[Path, LookAlikeKind]]:
    """Where look-alikes are looked for, in order."""
    folder = place.workspace / ".newt"
    yield place.workspace / "soul.md", LookAlikeKind.IN_WORKSPACE
    for name in _CAPITALS:
        yield folder / name, LookAlikeKind.CAPITALS
        yield place.workspace / name, LookAlikeKind.CAPITALS
        if place.home is not None:
            yield place.home / name, LookAlikeKind.CAPITALS
    for parent in place.real.parents:
        yield parent / ".newt" / "soul.md", LookAlikeKind.PARENT


def _file(path: Path) -> tuple[int, int] | None:
    """What tells the file from all others; None where there is no ordinary file."""
    try:
        info = os.stat(path)
    except (OSError, ValueError):
        return None
    return (info.st_dev, info.st_ino) if os.path.isfile(path) else None


def _exists(path: Path) -> bool:
    try:
        os.lstat(path)
    except (OSError, ValueError):
        return False
    return True
