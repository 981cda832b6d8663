"""The soul of a session told in plain sentences, for a terminal. Pure.

Of a soul's text nothing is told. The JSON form:

    winner       kind of the rung that won ("explicit", "workspace", "global", "builtin")
    source       newt's label for it
    rungs        a list, highest first: kind, path (null: none), state, size_bytes (null: unknown),
                 byte_offset (of the first byte that is not UTF-8, else null), same_as (kind or null)
    soul_file    null, or what the configuration says: value, path, line
    config       broken (the path of the file that newt fails on, or null), files: a list of kind, path,
                 state, hidden_by, line, column (1-based, of what is wrong), problem (kind or null)
    look_alikes  a list of path, kind
    warnings     a list of kind, count (of findings), path, line; null where they don't apply
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from newt_gui.core.config_model import ConfigFile, ConfigState, ProblemKind
from newt_gui.core.paths import display_path
from newt_gui.core.reading import Obstacle
from newt_gui.core.soul_model import (
    LookAlike,
    LookAlikeKind,
    SoulResolution,
    SoulRung,
    SoulState,
    SoulWarning,
    SoulWarningKind,
)


@dataclass(frozen=True)
class SoulReport:
    """`lines`: what is so, in order; `findings`: what a person should look at; all plain sentences."""

    lines: tuple[str, ...]
    findings: tuple[str, ...]
    resolution: SoulResolution

    def as_dict(self) -> dict[str, Any]:
        """The JSON form, as the module describes it."""
        resolution = self.resolution
        setting = resolution.config.soul_file
        value = None if setting is None else str(setting.value)
        where = {} if setting is None else {"path": _plain(setting.path), "line": setting.line}
        return {
            "winner": resolution.winner.kind,
            "source": resolution.winner.label,
            "rungs": [_rung_dict(rung) for rung in resolution.rungs],
            "soul_file": None if value is None else {"value": value, **where},
            "config": _config_dict(resolution),
            "look_alikes": [
                {"path": _plain(like.path), "kind": like.kind} for like in resolution.look_alikes
            ],
            "warnings": [_warning_dict(warning) for warning in resolution.warnings],
        }


def soul_report(resolution: SoulResolution) -> SoulReport:
    """What there is to say about the soul and the configuration of a session."""
    findings = [*_config_findings(resolution), *_rung_findings(resolution)]
    findings += [_WARNINGS[warning.kind](warning) for warning in resolution.warnings if _matters(warning)]
    return SoulReport(tuple(_lines(resolution)), tuple(findings), resolution)


def _lines(resolution: SoulResolution) -> Iterator[str]:
    winner = resolution.winner
    yield f"The soul comes from {_name(winner)}."
    for rung in resolution.rungs:
        if rung is not winner:
            yield f"{_NAMES[rung.kind]}: {_why_not(rung)}."
    yield from _config_lines(resolution)
    for like in resolution.look_alikes:
        yield _look_alike(like)
    for warning in resolution.warnings:
        if not _matters(warning):
            yield _WARNINGS[warning.kind](warning)


def _name(rung: SoulRung) -> str:
    if rung.path is None:
        return "newt itself: the identity built into it, whose text depends on its version"
    return f"{display_path(rung.path)} ({_NAMES[rung.kind].lower()})"


_NAMES = {
    "explicit": "The soul that soul_file names",
    "workspace": "The workspace's soul",
    "global": "The soul for all workspaces",
    "builtin": "The built-in soul",
}


def _why_not(rung: SoulRung) -> str:
    where = "" if rung.path is None else f"{display_path(rung.path)} "
    match rung.state:
        case SoulState.NOT_SET:
            return "not set"
        case SoulState.BLANK:
            return f"{where}is blank"
        case SoulState.NOT_UTF8:
            return f"{where}is not valid UTF-8 at byte {rung.offset}, so newt passes over it"
        case SoulState.SHADOWED:
            same = " (it is the same file as a higher one)" if rung.same_as else ""
            return f"{where}would count, but a higher one wins{same}"
        case SoulState.MISSING | SoulState.NOT_A_FILE | SoulState.UNREADABLE:
            return f"{where}{_OBSTACLES[rung.obstacle or Obstacle.MISSING]}"
        case SoulState.WON:
            return f"{where}wins"


_OBSTACLES = {
    Obstacle.MISSING: "does not exist",
    Obstacle.DANGLING: "is a link to something that does not exist",
    Obstacle.PATH_THROUGH_FILE: "does not exist: a part of its path is a file, not a folder",
    Obstacle.FOLDER: "is a folder",
    Obstacle.SPECIAL: "is not an ordinary file",
    Obstacle.PERMISSION: "can't be read: you have no permission",
    Obstacle.LOOP: "can't be read: the link leads round in a circle",
    Obstacle.BAD_PATH: "can't be read: no file can have such a path",
    Obstacle.OTHER: "can't be read",
}


def _config_lines(resolution: SoulResolution) -> Iterator[str]:
    used = [file for file in resolution.config.files if file.state is ConfigState.USED and file.path]
    if not used and resolution.config.broken is None:
        yield "newt finds no configuration."
    for file in used:
        yield f"newt reads the configuration {display_path(file.path or '')}."
    for file in resolution.config.files:
        if file.state is ConfigState.HIDDEN and file.path and file.hidden_by:
            yield f"{display_path(file.path)} does not count: {display_path(file.hidden_by)} comes first."
    setting = resolution.config.soul_file
    if setting is not None:
        yield f"soul_file is set in {display_path(setting.path)}, line {setting.line}."


def _config_findings(resolution: SoulResolution) -> Iterator[str]:
    broken = resolution.config.broken
    if broken is not None and broken.path is not None:
        yield (
            f"newt can't load {display_path(broken.path)}{_place(broken)}: {_trouble(broken)}. "
            "It goes on as if there were no configuration at all."
        )


def _place(file: ConfigFile) -> str:
    if file.problem is None or file.problem.line is None:
        return ""
    return f", line {file.problem.line}, column {file.problem.column}"


def _trouble(file: ConfigFile) -> str:
    problem = file.problem
    if problem is None:
        return "it is broken"
    if problem.kind is ProblemKind.WRONG_TYPE:
        return f"{problem.key} must be {problem.expected.replace('|', ' or ')}"
    return problem.reason[:1].lower() + problem.reason[1:].rstrip(".")


_BAD = frozenset({SoulState.BLANK, SoulState.NOT_UTF8, SoulState.UNREADABLE, SoulState.NOT_A_FILE})


def _rung_findings(resolution: SoulResolution) -> Iterator[str]:
    """Files that somebody put there and that newt silently passes over."""
    for rung in resolution.rungs:
        unusable = rung.state in _BAD or (rung.kind == "explicit" and rung.state is SoulState.MISSING)
        if unusable or rung.obstacle is Obstacle.DANGLING:
            yield f"{_NAMES[rung.kind]} is passed over: {_why_not(rung)}."


def _look_alike(like: LookAlike) -> str:
    reasons = {
        LookAlikeKind.CAPITALS: "the name has to be soul.md in small letters",
        LookAlikeKind.IN_WORKSPACE: "it has to be in the workspace's folder .newt",
        LookAlikeKind.PARENT: "it belongs to a folder above the workspace",
    }
    return f"newt does not read {display_path(like.path)}: {reasons[like.kind]}."


def _matters(warning: SoulWarning) -> bool:
    return warning.kind is not SoulWarningKind.SAME_FILE


def _times(count: int) -> str:
    return "in one place" if count == 1 else f"in {count} places"


def _by_repository(warning: SoulWarning) -> str:
    line = "" if warning.line is None else f", line {warning.line},"
    where = display_path(warning.path or "")
    return f"The project itself chooses the agent's identity: {where}{line} comes with the workspace."


_WARNINGS: dict[SoulWarningKind, Callable[[SoulWarning], str]] = {
    SoulWarningKind.HIDDEN_CHARACTERS: lambda warning: (
        f"The soul holds characters that can't be seen, {_times(warning.count)}."
    ),
    SoulWarningKind.SCAN_FINDINGS: lambda warning: (
        f"The soul holds text that newt would refuse in a note, {_times(warning.count)}; "
        f"the first: {warning.findings[0].why}"
    ),
    SoulWarningKind.BY_REPOSITORY: _by_repository,
    SoulWarningKind.LOOKS_EMPTY: lambda warning: "The soul looks empty: it holds nothing that can be seen.",
    SoulWarningKind.SAME_FILE: lambda warning: (
        f"{_NAMES[warning.other or 'global']} is the same file as the one that wins."
    ),
    SoulWarningKind.NOT_EXPANDED: lambda warning: (
        f"soul_file is taken as it is written; newt does not make {display_path(warning.path or '')} of it."
    ),
    SoulWarningKind.TOO_LARGE: lambda warning: "The soul is so large that only its beginning was looked at.",
}


def _rung_dict(rung: SoulRung) -> dict[str, Any]:
    return {
        "kind": rung.kind,
        "path": _plain(rung.path),
        "state": rung.state,
        "size_bytes": rung.size,
        "byte_offset": rung.offset,
        "same_as": rung.same_as,
    }


def _config_dict(resolution: SoulResolution) -> dict[str, Any]:
    broken = resolution.config.broken
    return {
        "broken": None if broken is None else _plain(broken.path),
        "files": [
            {
                "kind": file.kind,
                "path": _plain(file.path),
                "state": file.state,
                "hidden_by": _plain(file.hidden_by),
                "line": file.problem.line if file.problem else None,
                "column": file.problem.column if file.problem else None,
                "problem": file.problem.kind if file.problem else None,
            }
            for file in resolution.config.files
        ],
    }


def _warning_dict(warning: SoulWarning) -> dict[str, Any]:
    path, line = _plain(warning.path), warning.line
    return {"kind": warning.kind, "count": warning.count, "path": path, "line": line}


def _plain(path: Path | None) -> str | None:
    return None if path is None else str(path).encode("utf-8", "replace").decode()
