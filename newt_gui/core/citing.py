"""Who cites the numbers that a change of the list changes: other notes, and the souls within reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from newt_gui.core import files
from newt_gui.core.citations import ChangedCitation, changed_citations
from newt_gui.core.copies import is_same_file
from newt_gui.core.errors import FileUnreadable


class Citing(NamedTuple):
    """`changed`: the citations in the texts that were given, then those in `souls`, as the texts behind
    the last, in their order.
    """

    changed: list[ChangedCitation]
    souls: list[Path]


def who_cites(
    texts: Sequence[str], home: Path, workspace: Path | None, renumbering: Mapping[int, int | None]
) -> Citing:
    """Who among `texts` and the souls of a newt home and a workspace cites a number that changes.

    `renumbering`: old id to new id, None where the note goes. Reads the files of all souls that could
    win in the workspace, whichever does; one that can't be read cites nothing.
    """
    souls = _souls(home, workspace)
    return Citing(changed_citations([*texts, *map(_text, souls)], renumbering), souls)


def _souls(home: Path, workspace: Path | None) -> list[Path]:
    """The files of the souls, each once, that of the newt home first."""
    from newt_gui.core.soul import resolve_soul

    found = [home / "soul.md"]
    rungs = resolve_soul(workspace, home).rungs if workspace is not None else ()
    for rung in rungs:
        if rung.path is not None and not any(is_same_file(rung.path, other) for other in found):
            found.append(rung.path)
    return found


def _text(soul: Path) -> str:
    try:
        data = files.read_file(soul).data
    except FileUnreadable:
        return ""
    return (data or b"").decode("utf-8", "replace")
