"""Whether a newt holds a conversation right now: what it left in the database, and the process it names."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import NamedTuple

HEARTBEAT_NS = 3600 * 1_000_000_000
"""So long a sign of life counts where the process itself can't be looked at."""
_SLACK_SECONDS = 2.0  # clocks of the process table are coarse


class LiveOwner(NamedTuple):
    """A row of `live_owners`. `heartbeat_ns`: nanoseconds since the epoch."""

    conversation_id: str
    host: str
    boot_id: str
    pid: int
    writer: str
    heartbeat_ns: int


class Machine(NamedTuple):
    """What newt writes of the machine that it runs on."""

    host: str
    boot_id: str


def this_machine() -> Machine:
    """Read as newt reads it; "localhost" and "" where the system does not say."""
    host = _line("/proc/sys/kernel/hostname") if sys.platform == "linux" else platform.node()
    return Machine(host or "localhost", _line("/proc/sys/kernel/random/boot_id"))


def is_live(owner: LiveOwner, machine: Machine, now_ns: int) -> bool:
    """Whether the newt of that row still runs. Crashes leave rows behind, so the row alone says nothing."""
    if (owner.host, owner.boot_id) == machine:
        return _runs(owner)
    return 0 <= now_ns - owner.heartbeat_ns < HEARTBEAT_NS


def _runs(owner: LiveOwner) -> bool:
    """A process of that number, started no later than the sign of life: else it is another one's."""
    if owner.pid <= 0:
        return False
    import psutil

    try:
        process = psutil.Process(owner.pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        started = process.create_time()
    except psutil.NoSuchProcess:
        return False
    except (psutil.Error, OSError, ValueError, OverflowError):
        return True  # it is there, and we may not look
    return sys.platform != "linux" or started <= owner.heartbeat_ns / 1e9 + _SLACK_SECONDS


def _line(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def own_row(conversation_id: str, heartbeat_ns: int) -> LiveOwner:
    """The row that a newt in this very process would leave."""
    machine = this_machine()
    return LiveOwner(conversation_id, machine.host, machine.boot_id, os.getpid(), "", heartbeat_ns)
