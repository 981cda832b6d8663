"""Who cites the numbers that a change of the list changes: other notes, and the soul of the newt home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from newt_gui.core import files
from newt_gui.core.citations import ChangedCitation, changed_citations
from newt_gui.core.errors import FileUnreadable


def who_cites(
    texts: Sequence[str], home: Path, renumbering: Mapping[int, int | None]
) -> list[ChangedCitation]:
    """The citations in `texts`, then those in the soul of the newt home, as the text behind the last.

    `renumbering`: old id to new id, None where the note goes. Reads the soul's file; one that can't
    be read cites nothing.
    """
    return changed_citations([*texts, _soul(home)], renumbering)


def _soul(home: Path) -> str:
    try:
        data = files.read_file(home / "soul.md").data
    except FileUnreadable:
        return ""
    return (data or b"").decode("utf-8", "replace")
