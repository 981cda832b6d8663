"""What the Soul page says of the config files that newt asks, in order."""

from __future__ import annotations

from typing import NamedTuple

from newt_gui.core.config import (
    ConfigFile,
    ConfigProblem,
    ConfigResolution,
    ConfigState,
    MemorySetting,
    ProblemKind,
)
from newt_gui.qt.numbers import number
from newt_gui.soul.words import shown_path, tr


class ChainLine(NamedTuple):
    """One config file in words. `icon`, `token`: its mark, which `state` says, too."""

    file: ConfigFile
    name: str
    state: str
    icon: str
    token: str
    note: str

    @property
    def spoken(self) -> str:
        """The line as a screen reader says it."""
        return " ".join(filter(None, (f"{self.name}: {self.state}.", self.note)))


_MARKS: dict[ConfigState, tuple[str, str]] = {
    ConfigState.USED: ("check", "accent"),
    ConfigState.BROKEN: ("octagon-x", "stop"),
    ConfigState.UNREADABLE: ("octagon-x", "stop"),
    ConfigState.NOT_A_FILE: ("triangle-alert", "caution"),
}


def chain_lines(config: ConfigResolution) -> list[ChainLine]:
    """The chain in the order in which newt asks, the overlay last."""
    return [_line(file, config) for file in config.files]


def _line(file: ConfigFile, config: ConfigResolution) -> ChainLine:
    icon, token = _MARKS.get(file.state, ("", "quiet"))
    if icon == "check" and config.broken is not None:
        icon, token = "", "quiet"
    return ChainLine(file, _name(file, config), _state(file, config), icon, token, _note(file))


def _name(file: ConfigFile, config: ConfigResolution) -> str:
    if file.kind == "env":
        if file.path is None:
            return "$NEWT_CONFIG"
        return f"{shown_path(file.path, config.workspace)} ($NEWT_CONFIG)"
    if file.path is not None:
        return shown_path(file.path, config.workspace)
    return {"home": "config.toml", "overlay": ".newt/config.toml"}.get(file.kind, "newt.toml")


def _state(file: ConfigFile, config: ConfigResolution) -> str:
    match file.state:
        case ConfigState.USED:
            return _used(file, config)
        case ConfigState.HIDDEN:
            return _hidden(file, config)
        case ConfigState.MISSING:
            return tr("not there")
        case ConfigState.BROKEN:
            return _broken(file.problem)
        case ConfigState.NOT_A_FILE:
            return tr("no ordinary file, passed over")
        case ConfigState.UNREADABLE:
            return tr("can't be read")
        case ConfigState.NOT_SET:
            return _not_set(file)


def _not_set(file: ConfigFile) -> str:
    if file.kind == "home":
        return tr("there is no newt home")
    return tr("none here") if file.kind == "overlay" else tr("not set")


def _hidden(file: ConfigFile, config: ConfigResolution) -> str:
    by = shown_path(file.hidden_by, config.workspace) if file.hidden_by else ""
    if file.problem is not None:
        return tr("hidden by {other}; it is broken, which does no harm there").format(other=by)
    return tr("hidden by {other}").format(other=by)


def _used(file: ConfigFile, config: ConfigResolution) -> str:
    if config.broken is not None:
        other = shown_path(config.broken.path, config.workspace) if config.broken.path else ""
        return tr("does not count, as {other} is broken").format(other=other)
    setting = soul_setting(file)
    if setting is None:
        return (
            tr("laid over it; says nothing of a soul")
            if file.kind == "overlay"
            else tr("used; names no soul")
        )
    if setting.overridden_by is not None:
        other = shown_path(setting.overridden_by, config.workspace)
        return tr("sets soul_file, line {line}; overridden by {other}").format(
            line=number(setting.line), other=other
        )
    return tr("sets soul_file, line {line}").format(line=number(setting.line))


def soul_setting(file: ConfigFile) -> MemorySetting | None:
    """What a config file says of the soul."""
    return next((setting for setting in file.settings if setting.key == "soul_file"), None)


def _broken(problem: ConfigProblem | None) -> str:
    if problem is None or problem.line is None:
        return tr("broken")
    return tr("broken at line {line}, column {column}").format(
        line=number(problem.line), column=number(problem.column or 1)
    )


def problem_sentence(problem: ConfigProblem) -> str:
    """Why a config file can't be used, in a sentence."""
    match problem.kind:
        case ProblemKind.WRONG_TYPE:
            return tr("{key} must be {expected}.").format(
                key=problem.key, expected=problem.expected.replace("|", " / ")
            )
        case ProblemKind.NOT_UTF8:
            return tr("It is not valid UTF-8 text at byte {offset}.").format(
                offset=number(problem.offset or 0)
            )
        case ProblemKind.TOO_LARGE:
            return tr("It is too large to be looked at.")
        case ProblemKind.UNREADABLE:
            return tr("It can't be read: {reason}.").format(reason=problem.reason.rstrip("."))
        case ProblemKind.SYNTAX:
            return tr("newt can't make sense of it there: {reason}.").format(
                reason=problem.reason.rstrip(".")
            )


def _note(file: ConfigFile) -> str:
    """What else there is to say of a file, for pointing at it."""
    said = []
    if file.problem is not None:
        said.append(problem_sentence(file.problem))
    if file.from_repository and file.settings:
        said.append(tr("It comes with the project: whoever made that may have written it."))
    if file.dropped:
        said.append(tr("newt takes no rights from it: {keys}.").format(keys=", ".join(file.dropped)))
    return " ".join(said)
