"""Which soul opens the agent's prompt: one file wins, nothing is merged.

`resolve_soul` decides; `SoulProvider` is built on the same function, so what is shown and what is
provided can't differ.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from newt_gui.core.config import resolve_config
from newt_gui.core.config_model import SYSTEM_CONFIG
from newt_gui.core.memory_provider import MemoryProvider
from newt_gui.core.session_place import session_place
from newt_gui.core.soul_model import (
    LookAlike,
    LookAlikeKind,
    SoulKind,
    SoulResolution,
    SoulRung,
    SoulState,
    SoulWarning,
    SoulWarningKind,
)
from newt_gui.core.soul_rungs import LABELS, link_steps, rungs_of
from newt_gui.core.soul_warnings import look_alike_places, look_alikes_of, warnings_of

if TYPE_CHECKING:
    from newt_gui.core.memory import MemMessage, SessionContext, TurnMetrics

__all__ = [
    "DEFAULT_SOUL",
    "LookAlike",
    "LookAlikeKind",
    "SoulKind",
    "SoulProvider",
    "SoulResolution",
    "SoulRung",
    "SoulSource",
    "SoulState",
    "SoulWarning",
    "SoulWarningKind",
    "resolve_soul",
    "watched_paths",
]

# Not newt's own words: those differ between its versions.
DEFAULT_SOUL = (
    "You are a careful assistant who works in this folder on the person's behalf.\n"
    "\n"
    "Say plainly what you did and what you found. Where you are not sure, say so and look before you "
    "claim. Change no more than you were asked to change, and keep what others have made. Ask when a "
    "wrong guess would cost more than a question."
)


def resolve_soul(
    workspace: str | Path,
    home: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    suppose: Mapping[SoulKind, str | None] | None = None,
    *,
    system: Path = SYSTEM_CONFIG,
) -> SoulResolution:
    """Which soul a session that starts in `workspace` gets, and why none of the others.

    `home`: the newt home (default: the one that `env` names); `system`: the configuration for all
    users. `suppose`: a what-if by kind of rung: None, its file is gone; a text, its file holds that;
    it says nothing where no file is named. Never raises for what is on the disk.
    """
    env = os.environ if env is None else env
    place = session_place(workspace, home, env)
    config = resolve_config(workspace, home, env, system=system)
    written = config.soul_file.value if config.soul_file else None
    rungs = rungs_of(place, written, env, DEFAULT_SOUL, suppose or {})
    winner = next(rung for rung in rungs if rung.state is SoulState.WON)
    return SoulResolution(
        winner,
        rungs,
        config,
        look_alikes_of(place, rungs),
        warnings_of(winner, rungs, config, place),
        place.workspace,
        place.home,
    )


def watched_paths(resolution: SoulResolution) -> tuple[Path, ...]:
    """Every path whose appearing, changing or going can alter the resolution, links' ends included."""
    place = session_place(resolution.workspace, resolution.home, {})
    named = [rung.path for rung in resolution.rungs if rung.path is not None]
    named += resolution.config.looked_at
    alike = [path for path, _ in look_alike_places(place)]
    steps = [step for path in named for step in link_steps(path)]
    return tuple(dict.fromkeys([*named, *steps, *alike]))


@dataclass(frozen=True)
class SoulSource:
    """Where a soul came from; `str()` is newt's label for it.

    `SoulSource.Default`, `.Global` and `.Workspace` are values; `.Explicit(path)` makes one.
    """

    kind: SoulKind
    path: Path | None = None

    Default: ClassVar[SoulSource]
    Global: ClassVar[SoulSource]
    Workspace: ClassVar[SoulSource]
    Explicit: ClassVar[Callable[[str | Path], SoulSource]]

    def __str__(self) -> str:
        return LABELS.get(self.kind) or str(self.path)


def _explicit(path: str | Path) -> SoulSource:
    return SoulSource("explicit", Path(path))


SoulSource.Default = SoulSource("builtin")
SoulSource.Global = SoulSource("global")
SoulSource.Workspace = SoulSource("workspace")
SoulSource.Explicit = staticmethod(_explicit)


class SoulProvider(MemoryProvider):
    """The soul as a source of memory: read when a session begins, frozen from then on.

    `override_path`: what `[memory] soul_file` says, taken as written; a relative one is relative to
    the session's workspace. `home`, `env`: as for `resolve_soul`.
    """

    def __init__(
        self,
        override_path: str | Path | None = None,
        *,
        home: str | Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._override = None if override_path is None else str(override_path)
        self._home, self._env = home, env
        self._soul = DEFAULT_SOUL
        self._source = SoulSource.Default

    @classmethod
    def from_config(
        cls,
        workspace: str | Path | None = None,
        *,
        home: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        system: Path = SYSTEM_CONFIG,
    ) -> SoulProvider:
        """One whose override is what newt's configuration names for `workspace` (default: here)."""
        config = resolve_config("." if workspace is None else workspace, home, env, system=system)
        written = config.soul_file.value if config.soul_file else None
        return cls(written, home=home, env=env)

    @property
    def source(self) -> SoulSource:
        """Where the frozen text came from; Default before anything was loaded."""
        return self._source

    def load(self, workspace: str | Path) -> None:
        """Read and freeze the soul for a session in `workspace`. Never raises for what is on the disk."""
        env = os.environ if self._env is None else self._env
        place = session_place(workspace, self._home, env)
        rungs = rungs_of(place, self._override, env, DEFAULT_SOUL, {}, limit=None)
        winner = next(rung for rung in rungs if rung.state is SoulState.WON)
        self._soul = winner.text
        self._source = SoulSource(winner.kind, Path(winner.label) if winner.kind == "explicit" else None)

    def name(self) -> str:
        """Always "soul"."""
        return "soul"

    def initialize(self, ctx: SessionContext) -> None:
        """A session begins: load the soul of its workspace."""
        self.load(ctx.workspace)

    def system_prompt_block(self) -> str:
        """The frozen soul; the built-in one before anything was loaded."""
        return self._soul

    def build_messages(self, system_prompt: str, new_task: str) -> list[MemMessage]:
        """None: a soul has no conversation."""
        return []

    def sync_turn(self, user: str, assistant: str, metrics: TurnMetrics) -> None:
        """Nothing: a soul does not learn."""
        return
