"""Setting and clearing `[memory] soul_file` in a configuration file: no other byte changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from newt_gui.core import files
from newt_gui.core.config_lock import CONFIG_LOCK
from newt_gui.core.config_parse import MARK
from newt_gui.core.config_splice import CannotSplice, with_soul_file, without_soul_file
from newt_gui.core.errors import BrokenCharacter, UserFacingError
from newt_gui.core.keeping import Keeper

if TYPE_CHECKING:
    from newt_gui.core.history import History


class ConfigEditRefused(UserFacingError):
    """The change can't be made without changing something else. `path`; `reason`: a clause."""

    what_template = "soul_file can't be changed in {path} by this app."
    why_template = "The reason: {reason}."
    hint_template = "Nothing was changed. Open the file in a text editor and change it there."

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(path=path, reason=reason)


class ConfigEdit(NamedTuple):
    """What was done: the bytes before (None: there was no file) and after; the same if nothing was."""

    before: bytes | None
    after: bytes | None
    history_problem: UserFacingError | None = None

    @property
    def changed(self) -> bool:
        """Whether the file was written."""
        return self.before != self.after


class _NothingToDo(Exception):
    """There is no file to take anything out of; never leaves this module."""


def set_soul_file(path: Path, value: str, *, history: History | None = None) -> ConfigEdit:
    """Make `path` say `[memory] soul_file = value`, under newt's own lock of the file.

    A new file gets mode 0600. Raises ConfigEditRefused where any other byte would differ or the
    file is no valid TOML, BrokenCharacter for half a character in `value`, LockBusy,
    FileUnreadable, SaveFailed and HistoryFailed; the file is as it was then.
    """
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BrokenCharacter(error.start) from error
    return _edit(path, lambda text: with_soul_file(text, value), history, creates=True)


def clear_soul_file(path: Path, *, history: History | None = None) -> ConfigEdit:
    """Take `soul_file` out of `path`; no file, or none in it: nothing is done. Raises as `set_soul_file`."""
    return _edit(path, without_soul_file, history, creates=False)


def _edit(path: Path, change: Callable[[str], str], history: History | None, *, creates: bool) -> ConfigEdit:
    keeper = Keeper(path, history)

    def content(state: files.FileState) -> bytes:
        if state.data is None and not creates:
            raise _NothingToDo
        return _changed(path, state.data or b"", change)

    try:
        before, after = files.save(path, content, rule=CONFIG_LOCK, keep=keeper.replaced)
    except _NothingToDo:
        return ConfigEdit(None, None)
    if not before.same_content(after) and after.data is not None:
        keeper.written(after.data)
    return ConfigEdit(before.data, after.data, keeper.problem)


def _changed(path: Path, data: bytes, change: Callable[[str], str]) -> bytes:
    mark = MARK if data.startswith(MARK) else b""
    try:
        return mark + change(data[len(mark) :].decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"it is not valid UTF-8 at byte {error.start + len(mark)}"
        raise ConfigEditRefused(path, reason) from error
    except CannotSplice as error:
        raise ConfigEditRefused(path, error.reason) from error
