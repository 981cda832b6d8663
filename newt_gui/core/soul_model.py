"""Which soul wins and why, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from newt_gui.core.config_model import ConfigResolution
from newt_gui.core.reading import Obstacle
from newt_gui.core.scan import Finding

SoulKind = Literal["explicit", "workspace", "global", "builtin"]


class SoulState(StrEnum):
    """What became of a rung.

    WON; SHADOWED: it would count, but a higher one does; MISSING; BLANK: nothing but white space;
    NOT_UTF8; UNREADABLE; NOT_A_FILE: a folder, a pipe, a device; NOT_SET: nothing names one.
    """

    WON = "won"
    SHADOWED = "shadowed"
    MISSING = "missing"
    BLANK = "blank"
    NOT_UTF8 = "not_utf8"
    UNREADABLE = "unreadable"
    NOT_A_FILE = "not_a_file"
    NOT_SET = "not_set"


@dataclass(frozen=True)
class SoulRung:
    """One of the four places that a soul can come from.

    `label`: what newt shows for it. `text`: trimmed, as the agent would get it, "" where there is
    none. `size`: of the file in bytes, None where it can't be told; `read`: how many of them were
    looked at. `offset`: in bytes, of the first that is not UTF-8. `obstacle`, `detail`,
    `link_target`: why it can't be read, the system's own words for it, and what a link that leads
    nowhere names. `same_as`: the higher rung that is the same file. `links`: how many names the
    file has. For the explicit one also `written`, the value as it stands in the configuration, and
    `expanded`, where it would lead if newt expanded `~` and `$NAME` (it does not), with
    `expanded_exists`. `supposed`: this is not what is on the disk but a what-if.
    """

    kind: SoulKind
    path: Path | None
    label: str
    state: SoulState
    text: str = ""
    size: int | None = None
    read: int = 0
    offset: int | None = None
    obstacle: Obstacle | None = None
    detail: str = ""
    link_target: str = ""
    same_as: SoulKind | None = None
    links: int = 0
    written: str | None = None
    expanded: Path | None = None
    expanded_exists: bool = False
    supposed: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether all of the file was looked at; a huge one is not."""
        return self.size is None or self.read >= self.size


class LookAlikeKind(StrEnum):
    """Why newt does not read what looks like a soul.

    CAPITALS: the name is spelled differently; IN_WORKSPACE: it lies in the workspace itself, not in
    its `.newt`; PARENT: it is a soul of a folder above the workspace.
    """

    CAPITALS = "capitals"
    IN_WORKSPACE = "in_workspace"
    PARENT = "parent"


@dataclass(frozen=True)
class LookAlike:
    """A file that looks like a soul and is none."""

    path: Path
    kind: LookAlikeKind


class SoulWarningKind(StrEnum):
    """What is odd about the winner.

    HIDDEN_CHARACTERS, SCAN_FINDINGS: with `findings`; BY_REPOSITORY: `path` (and `line` of a
    configuration) lies where whoever made the project may have put it; LOOKS_EMPTY: only characters
    that nobody sees; SAME_FILE: the rung `other` is the same file; NOT_EXPANDED: the explicit path
    holds `~` or `$NAME`, which newt takes as written (also where another rung wins); TOO_LARGE: only
    the beginning was looked at.
    """

    HIDDEN_CHARACTERS = "hidden_characters"
    SCAN_FINDINGS = "scan_findings"
    BY_REPOSITORY = "by_repository"
    LOOKS_EMPTY = "looks_empty"
    SAME_FILE = "same_file"
    NOT_EXPANDED = "not_expanded"
    TOO_LARGE = "too_large"


@dataclass(frozen=True)
class SoulWarning:
    """One warning. `findings`: at most 1,000, with offsets in the winner's `text`; `count`: how many
    there are."""

    kind: SoulWarningKind
    findings: tuple[Finding, ...] = ()
    count: int = 0
    path: Path | None = None
    line: int | None = None
    other: SoulKind | None = None


@dataclass(frozen=True)
class SoulResolution:
    """Which soul a session started in `workspace` gets, and why.

    `rungs`: explicit, workspace, global, builtin; `winner` is one of them. `home`: the newt home,
    None where there is none.
    """

    winner: SoulRung
    rungs: tuple[SoulRung, ...]
    config: ConfigResolution
    look_alikes: tuple[LookAlike, ...]
    warnings: tuple[SoulWarning, ...]
    workspace: Path
    home: Path | None

    def rung(self, kind: SoulKind) -> SoulRung:
        """The rung of that kind."""
        return next(rung for rung in self.rungs if rung.kind == kind)
