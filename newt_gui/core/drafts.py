"""Unsaved text, kept in the app's own folder so that a crash or a power cut does not take it along.

Each running window has a file of its own (0600, in a folder of mode 0700), written whole each time.
What the window of a process that is gone has left behind is found by the next one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from newt_gui.core import files
from newt_gui.core.errors import FileUnreadable

FORMAT = 1
_SUFFIX = ".json"
_numbers = count(1)


class Draft(NamedTuple):
    """The unsaved text of one note. `id` (1-based) and `base`: the note and the stored text that it
    was begun from, None for a note that is not in the file.
    """

    id: int | None
    base: str | None
    text: str


class LeftDrafts(NamedTuple):
    """What one window left behind. `written_ns`: when, since the epoch."""

    file: Path
    drafts: tuple[Draft, ...]
    written_ns: int


class DraftStore:
    """Keeps the drafts of one window in `folder`. Any thread may call, one at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / f"{os.getpid()}-{next(_numbers)}{_SUFFIX}"
        self._is_kept = False

    def keep(self, notes: Path, drafts: Sequence[Draft], now_ns: int) -> None:
        """Keep these as all the drafts of the notes file `notes`; none: there is nothing to keep.

        `now_ns`: the time to record. Raises SaveFailed.
        """
        if not drafts:
            self.forget()
            return
        process, started = os.getpid(), _started(os.getpid())
        told = {
            "format": FORMAT,
            "process": process,
            "started": started,
            "notes": os.fsencode(notes).hex(),
            "written_ns": now_ns,
            "drafts": [draft._asdict() for draft in drafts],
        }
        # Lone surrogates, which a note may hold while it is written, go into JSON as escapes.
        files.write_own(self._file, json.dumps(told).encode("ascii"))
        self._is_kept = True

    def forget(self) -> None:
        """Nothing is unsaved any more."""
        if self._is_kept:
            self._file.unlink(missing_ok=True)
            self._is_kept = False

    def left_behind(self, notes: Path) -> list[LeftDrafts]:
        """What windows that are gone left of the notes file `notes`, oldest first."""
        try:
            names = sorted(self._folder.glob(f"*{_SUFFIX}"))
        except OSError:
            return []
        found = [left for name in names if name != self._file and (left := _read(name, notes))]
        return sorted(found, key=lambda left: left.written_ns)

    def drop(self, left: LeftDrafts) -> None:
        """The person has these, or does not want them."""
        left.file.unlink(missing_ok=True)


def _read(file: Path, notes: Path) -> LeftDrafts | None:
    """What stands in one file, unless it is not about `notes` or its window is still there."""
    try:
        data = files.read_file(file).data
        told = json.loads(data or b"")
        if told["format"] != FORMAT or bytes.fromhex(told["notes"]) != os.fsencode(notes):
            return None
        drafts = tuple(_draft(one) for one in told["drafts"])
        if _started(int(told["process"])) == told["started"] is not None:
            return None
        return LeftDrafts(file, drafts, int(told["written_ns"]))
    except (FileUnreadable, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None  # nobody's text: a file of another version, or of another program


def _draft(told: dict[str, Any]) -> Draft:
    id, base, text = told["id"], told["base"], told["text"]
    if not (isinstance(id, int | None) and isinstance(base, str | None) and isinstance(text, str)):
        raise ValueError(told)
    return Draft(id, base, text)


def _started(process: int) -> str | float | None:
    """What tells a process from an earlier one of its number: when it was started; None where none runs."""
    import psutil

    try:
        found = psutil.Process(process)
        if found.status() == psutil.STATUS_ZOMBIE:
            return None
        return _since_boot(process) or found.create_time()
    except psutil.NoSuchProcess:
        return None
    except psutil.Error:
        return 0.0


def _since_boot(process: int) -> str:
    """The boot, and when a process was started in it; "" where the system does not say.

    The time since the epoch that Linux makes of it moves whenever somebody sets the clock: a window
    that still runs would be taken for one that is gone.
    """
    from newt_gui.core.live_owners import this_machine

    try:
        told = Path(f"/proc/{process}/stat").read_bytes()
        return f"{this_machine().boot_id} {int(told.rpartition(b')')[2].split()[19])}"
    except (OSError, ValueError, IndexError):
        return ""
