"""What newt's configuration says and where it says so, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

ConfigKind = Literal["env", "workspace", "home", "system", "overlay"]

SYSTEM_CONFIG = Path("/etc/newt/config.toml")


class ConfigState(StrEnum):
    """What newt does with a file of the chain.

    USED: it reads this one (whether it counts is another question: see `ConfigResolution.broken`);
    HIDDEN: it is there, but another one comes first; MISSING: there is no such file; BROKEN: newt
    reads it and fails, so it goes on as if there were no configuration; NOT_A_FILE: a folder or
    something else that is passed over; UNREADABLE: it can't be looked at, so it is passed over,
    or it is the chosen one and can't be read (then `broken` names it); NOT_SET: nobody names one,
    or there is no place for one.
    """

    USED = "used"
    HIDDEN = "hidden"
    MISSING = "missing"
    BROKEN = "broken"
    NOT_A_FILE = "not_a_file"
    UNREADABLE = "unreadable"
    NOT_SET = "not_set"


class ProblemKind(StrEnum):
    """What is wrong with a configuration file."""

    SYNTAX = "syntax"
    NOT_UTF8 = "not_utf8"
    WRONG_TYPE = "wrong_type"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class ConfigProblem:
    """Why a configuration file can't be used.

    `line`, `column`: 1-based, the column in code points; `offset`: in bytes from the start of the
    file; None where the trouble has no place. `reason`: a short English clause, the parser's own
    for SYNTAX. For WRONG_TYPE: `key` ("memory.window") and what newt expects there, a name of TOML
    ("string", "integer", "boolean", "table") or the words that it knows, joined by "|".
    """

    kind: ProblemKind
    reason: str
    line: int | None = None
    column: int | None = None
    offset: int | None = None
    key: str = ""
    expected: str = ""


@dataclass(frozen=True)
class MemorySetting:
    """One value below [memory].

    `key`: without "memory.", dotted where it is nested; `value`: as TOML has it; `path`, `line`:
    the file and the 1-based line of the key; `overridden_by`: the file whose value counts instead.
    """

    key: str
    value: Any
    path: Path
    line: int
    overridden_by: Path | None = None


@dataclass(frozen=True)
class ConfigFile:
    """One place where newt looks for a configuration.

    `path` is None where there is nothing to look at. `problem` is also told of a hidden file, to
    which it does no harm. `from_repository`: it lies in the workspace or above it, where whoever
    made the project may have put it. `dropped`: keys at the top that grant authority and that newt
    takes from no file of this kind.
    """

    kind: ConfigKind
    path: Path | None
    state: ConfigState
    hidden_by: Path | None = None
    problem: ConfigProblem | None = None
    settings: tuple[MemorySetting, ...] = ()
    from_repository: bool = False
    dropped: tuple[str, ...] = ()
    links: int = 0


@dataclass(frozen=True)
class ConfigResolution:
    """What newt's configuration comes to for a workspace.

    `files`: env, workspace, home, system (the first that is a file is the base), then overlay;
    `settings`: the values that count, by key; `soul_file`: of these, the one that names a soul
    (its value is a string, and may be empty: as if unset); `broken`: the file because of which
    newt goes on as if there were no configuration; `looked_at`: every path whose appearing,
    changing or going could alter this.
    """

    files: tuple[ConfigFile, ...]
    settings: Mapping[str, MemorySetting]
    soul_file: MemorySetting | None
    broken: ConfigFile | None
    workspace: Path
    looked_at: tuple[Path, ...]
