"""A stand-in for the `os` module that counts file operations and can fail or die at any of them.

log = dry_run(operation)                    # what it does, in order
with FaultyOs(Fault(3, FAIL, errno.EIO)).installed():
    operation()                             # the third one fails
killed_at(3, KILL_AFTER, operation)         # a child process does it and dies by SIGKILL
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import Any

from newt_gui.core import (
    config_lock,
    file_attributes,
    file_reading,
    file_trouble,
    files,
    history,
    leftovers,
    locks,
    new_folders,
)

MODULES: tuple[ModuleType, ...] = (
    config_lock,
    file_attributes,
    file_reading,
    file_trouble,
    files,
    history,
    leftovers,
    locks,
    new_folders,
)

# Only looking can fail too, and the moment between looking and doing is one to die in.
COUNTED = frozenset(
    (
        "chmod",
        "chown",
        "close",
        "fchmod",
        "fchown",
        "fsync",
        "fstat",
        "getxattr",
        "link",
        "listdir",
        "listxattr",
        "lstat",
        "mkdir",
        "open",
        "read",
        "readlink",
        "removexattr",
        "rename",
        "replace",
        "rmdir",
        "setxattr",
        "stat",
        "symlink",
        "truncate",
        "unlink",
        "utime",
        "write",
    )
)


class Action(Enum):
    """What happens at the chosen operation."""

    FAIL = "fail"
    KILL_BEFORE = "kill before"
    KILL_AFTER = "kill after"


FAIL, KILL_BEFORE, KILL_AFTER = Action.FAIL, Action.KILL_BEFORE, Action.KILL_AFTER


@dataclass(frozen=True)
class Fault:
    """At operation `number` (from 1): fail with `error`, or die."""

    number: int
    action: Action = FAIL
    error: int = errno.EIO


@dataclass(frozen=True)
class Operation:
    """One counted call: the function's name and the path or handle it was given."""

    name: str
    subject: str


class FaultyOs:
    """Everything `os` has; the file operations are counted and may go wrong.

    `space`: bytes that can be written in all before the disk is full, the last write being a
    short one; `at_most`: bytes that one write takes; `refused`: functions that always fail with
    this error number; `sharing`: how often each named function says that another program has the
    file open, as Windows does; `meanwhile`: what somebody else does right before the first call
    of the named function.
    """

    def __init__(
        self,
        fault: Fault | None = None,
        *,
        space: int | None = None,
        at_most: int | None = None,
        refused: Mapping[str, int] | None = None,
        sharing: Mapping[str, int] | None = None,
        meanwhile: Mapping[str, Callable[[], object]] | None = None,
    ) -> None:
        self.log: list[Operation] = []
        self._fault = fault
        self._space = space
        self._at_most = at_most
        self._refused = dict(refused or {})
        self._sharing = dict(sharing or {})
        self._meanwhile = dict(meanwhile or {})
        self._guard = threading.Lock()

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in COUNTED:
            return real
        return lambda *arguments, **options: self._call(name, real, arguments, options)

    @contextmanager
    def installed(self) -> Iterator[FaultyOs]:
        """Be `os` for every module of the core that touches files."""
        for module in MODULES:
            vars(module)["os"] = self
        try:
            yield self
        finally:
            for module in MODULES:
                vars(module)["os"] = os

    def _call(
        self, name: str, real: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        self._meanwhile.pop(name, lambda: None)()
        fault = self._note(name, str(arguments[0]) if arguments else "")
        if fault is not None and fault.action is KILL_BEFORE:
            _die()
        if fault is not None and fault.action is FAIL:
            if name == "close":  # a failing close closes all the same
                real(*arguments, **options)
            raise _error(fault.error)
        if name == "write":
            arguments = (arguments[0], self._what_fits(arguments[1]))
        try:
            return real(*arguments, **options)
        finally:
            if fault is not None and fault.action is KILL_AFTER:
                _die()

    def _note(self, name: str, subject: str) -> Fault | None:
        with self._guard:
            self.log.append(Operation(name, subject))
            if name in self._refused:
                raise _error(self._refused[name])
            if self._sharing.get(name, 0) > 0:
                self._sharing[name] -= 1
                raise sharing_violation()
            here = self._fault is not None and self._fault.number == len(self.log)
            return self._fault if here else None

    def _what_fits(self, data: memoryview) -> memoryview:
        part = data[: self._at_most]
        if self._space is None:
            return part
        if self._space == 0:
            raise _error(errno.ENOSPC)
        part = part[: self._space]
        self._space -= len(part)
        return part


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def sharing_violation() -> PermissionError:
    """What Windows raises while another program has the file open."""
    error = PermissionError(errno.EACCES, "The process cannot access the file")
    error.winerror = 32  # type: ignore[attr-defined,unused-ignore]
    return error


def dry_run(operation: Callable[[], object]) -> list[Operation]:
    """What `operation` does, nothing going wrong."""
    with FaultyOs().installed() as counting:
        operation()
    return counting.log


def killed_at(number: int, action: Action, operation: Callable[[], object]) -> bool:
    """Do `operation` in a child process that dies at the given file operation; True if it did."""
    child = os.fork()
    if child == 0:
        _be_killed(number, action, operation)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _be_killed(number: int, action: Action, operation: Callable[[], object]) -> None:
    try:
        with FaultyOs(Fault(number, action)).installed():
            operation()
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(0)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
