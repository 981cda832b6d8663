"""An earlier version of a soul's file or of a config file, and how it can come back. Pure."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.config_restore import obstacle
from newt_gui.core.errors import UserFacingError
from newt_gui.core.file_versions import FileVersions
from newt_gui.core.soul import SoulKind
from newt_gui.soul.excerpt import excerpt


class Subject(NamedTuple):
    """Whose versions are looked at. `kind`: the rung that the soul belongs to, None for a config file."""

    path: Path
    kind: SoulKind | None


class Way(StrEnum):
    """How a version comes back.

    SAME: the file holds it now; EDIT: as unsaved text in the editor; WRITE: its bytes are written
    over what is there; CREATE: the file is gone and is made anew; NONE: not by this app.
    """

    SAME = "same"
    EDIT = "edit"
    WRITE = "write"
    CREATE = "create"
    NONE = "none"


class Seen(NamedTuple):
    """A version beside what the file holds now, None where it is gone or not to be read.

    `text`, `text_now`: as far as a view can show them, None where they are no UTF-8; `is_whole`:
    whether `text` is all of it. `obstacle`: why it can't come back, for NONE, if there is more to
    say than that it is no text. `links`: how many names the file has.
    """

    data: bytes
    now: bytes | None
    text: str | None
    text_now: str | None
    is_whole: bool
    way: Way
    obstacle: UserFacingError | None = None
    links: int = 0


def examine(subject: Subject, data: bytes, found: FileVersions) -> Seen:
    """What there is to see of the version `data`, and to do with it. Meant for a worker."""
    text, now = _decoded(data), _decoded(found.data)
    shown, shown_now = excerpt(text or ""), excerpt(now or "")
    fits = shown.is_whole and shown_now.is_whole and (now is not None or found.data is None)
    way, trouble = _way(subject, data, found, is_text=text is not None, fits=fits)
    return Seen(
        data,
        found.data,
        None if text is None else shown.text,
        None if now is None else shown_now.text,
        shown.is_whole,
        way,
        trouble,
        found.links,
    )


def _way(
    subject: Subject, data: bytes, found: FileVersions, *, is_text: bool, fits: bool
) -> tuple[Way, UserFacingError | None]:
    """`fits`: whether the editor could take this text, and the one that is there now."""
    if found.problem is not None:
        return Way.NONE, found.problem
    if data == found.data:
        return Way.SAME, None
    if not is_text:
        return Way.NONE, None
    if subject.kind is None:
        trouble = obstacle(subject.path, found.data, data)
        if trouble is not None:
            return Way.NONE, trouble
    if found.data is None:
        return Way.CREATE, None
    return (Way.EDIT if fits and subject.kind is not None else Way.WRITE), None


def _decoded(data: bytes | None) -> str | None:
    try:
        return None if data is None else data.decode("utf-8")
    except UnicodeDecodeError:
        return None
