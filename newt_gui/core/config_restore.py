"""Putting an earlier version of a configuration file back, whole, under newt's own lock of it.

Only a version that newt could use is put back: with any other the agent would silently go on as if
there were no configuration, and nobody could tell what such a text says of the notes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from newt_gui.core import files
from newt_gui.core.config_edit import ConfigEdit
from newt_gui.core.config_lock import CONFIG_LOCK
from newt_gui.core.config_merge import wrong_type
from newt_gui.core.config_model import ConfigProblem, ProblemKind
from newt_gui.core.config_parse import MEMORY, loaded
from newt_gui.core.errors import ChangedMeanwhile, UserFacingError
from newt_gui.core.keeping import Keeper
from newt_gui.core.reading import Reading

if TYPE_CHECKING:
    from newt_gui.core.history import History

_NEVER_WRITTEN = "note_store"
"""A `[memory] provider` that breaks newt's configuration."""


class UnusableVersion(UserFacingError):
    """newt could not use this version. `path`; `problem`: what it could not take."""

    what_template = "This version is not put back into {path}."
    why_template = "newt could not use it, and would go on as if there were no configuration: {reason}."
    hint_template = "Nothing was changed. Save a copy to look at it with another program."

    def __init__(self, path: Path, problem: ConfigProblem) -> None:
        self.path, self.problem = path, problem
        super().__init__(path=path, reason=problem.reason)


class BreakingProvider(UserFacingError):
    """The version says `provider = "note_store"`, and the file doesn't say so now. `path`."""

    what_template = "This version is not put back into {path}."
    why_template = "It says provider = “note_store” below [memory], and that breaks newt's configuration."
    hint_template = "Nothing was changed. Save a copy to look at it with another program."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


def obstacle(path: Path, now: bytes | None, data: bytes) -> UserFacingError | None:
    """Why the version `data` is not put back into the file at `path`, which holds `now`; None: it is."""
    return _breaking(path, now, data) or _unusable(path, data)


def restore_config(
    path: Path, seen: bytes | None, data: bytes, *, history: History | None = None
) -> ConfigEdit:
    """Make `path` hold the earlier version `data` if it still holds `seen` (None: there was no file).

    Raises what `obstacle` says, ChangedMeanwhile, LockBusy, FileUnreadable, SaveFailed and
    HistoryFailed; the file is as it was then.
    """
    problem = _unusable(path, data)
    if problem is not None:
        raise problem
    return _write(path, seen, data, history)


def take_back(path: Path, edit: ConfigEdit, *, history: History | None = None) -> ConfigEdit:
    """Give the file back what it held before `edit`, whether or not newt can use that.

    ValueError where there was no file before. Raises otherwise BreakingProvider where `can_take_back`
    says no, and as `restore_config`.
    """
    if edit.before is None or edit.after is None:
        raise ValueError("there was no file")
    return _write(path, edit.after, edit.before, history)


def can_take_back(edit: ConfigEdit) -> bool:
    """Whether there is something to give back that the app may write."""
    return edit.before is not None and _breaking(Path(), edit.after, edit.before) is None


def _write(path: Path, seen: bytes | None, data: bytes, history: History | None) -> ConfigEdit:
    """`data` over `seen`. What breaks newt's configuration is refused by what the file holds then."""
    keeper = Keeper(path, history)

    def content(state: files.FileState) -> bytes:
        if state.data not in (seen, data):
            raise ChangedMeanwhile(path)
        refused = _breaking(path, state.data, data)
        if refused is not None:
            raise refused
        return data

    if seen is None:
        refused = _breaking(path, None, data)
        if refused is not None:
            raise refused
        if files.create(path, data, rule=CONFIG_LOCK) is None:
            raise ChangedMeanwhile(path)
        before = None
    else:
        state, after = files.save(path, content, rule=CONFIG_LOCK, keep=keeper.replaced, look_again=True)
        before = state.data
        if state.same_content(after):
            return ConfigEdit(before, data)
    keeper.written(data)
    return ConfigEdit(before, data, keeper.problem)


def _breaking(path: Path, now: bytes | None, data: bytes) -> BreakingProvider | None:
    if _is_breaking(data) and not (now is not None and _is_breaking(now)):
        return BreakingProvider(path)
    return None


def _is_breaking(data: bytes) -> bool:
    memory = _memory(data)
    return isinstance(memory, dict) and memory.get("provider") == _NEVER_WRITTEN


def _memory(data: bytes) -> Any:
    table = loaded(Reading(Path(), data=data)).table
    return {} if table is None else table.get(MEMORY, {})


def _unusable(path: Path, data: bytes) -> UnusableVersion | None:
    read = loaded(Reading(path, data=data))
    if read.problem is not None:
        return UnusableVersion(path, read.problem)
    memory = (read.table or {}).get(MEMORY, {})
    if (
        isinstance(memory, dict) and memory.get("provider") == _NEVER_WRITTEN
    ):  # that is `_breaking`'s business
        memory = {key: value for key, value in memory.items() if key != "provider"}
    wrong = wrong_type(memory)
    if wrong is None:
        return None
    key = ".".join((MEMORY, *wrong.keys))
    return UnusableVersion(
        path,
        ConfigProblem(
            ProblemKind.WRONG_TYPE,
            f"{key} has a value that newt can't take",
            key=key,
            expected=wrong.expected,
        ),
    )
