"""The small marks on a row of the list, and the kinds of notes that the list can be narrowed to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from newt_gui.core.scan import Finding
from newt_gui.notes.rows import Row, RowState
from newt_gui.notes.words import AUTO_PREFIX, KIND_PREFIXES, tr

if TYPE_CHECKING:
    from newt_gui.notes.observations import Observations

    Sight: TypeAlias = "Observations | FirstSight"
    """What is known of the rows by looking at all of them: later by what is noticed in the background."""

KINDS = ("user", "project", "auto", "flagged", "duplicates", "unsaved")
"""What `kinds_of` may find, in the order in which they are offered."""

BYTE_ORDER_MARK = "\ufeff"
_MOST_REASONS = 5


class Badge(NamedTuple):
    """A mark on a row. `name` is for programs, `label` for people; `kind` chooses the colour."""

    name: str
    label: str
    kind: str
    reason: str


class FirstSight:
    """What the rows themselves tell before `Observations`, which answers the same, has looked at them."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._first_ids: dict[str, int] | None = None

    def findings_of(self, row: Row) -> Sequence[Finding] | None:
        return None

    def duplicate_of(self, row: Row) -> int | None:
        if self._first_ids is None:
            self._first_ids = {}
            for other in self._rows:
                if other.id is not None:
                    self._first_ids.setdefault(other.text, other.id)
        first = self._first_ids.get(row.text) if row.text else None
        return None if first == row.id else first

    def near(self, row: Row) -> int | None:
        return None


def badges_of(row: Row, findings: Sequence[Finding], sight: Sight) -> tuple[Badge, ...]:
    """Everything that a row's marks have to say, most urgent first."""
    shown = [] if _is_file_mark(row, findings) else _finding_badges(findings, row.text)
    return (*shown, *_state_badges(row.state), *_news_badges(row), *_likeness_badges(row, sight))


def _is_file_mark(row: Row, findings: Sequence[Finding]) -> bool:
    """Whether all that was found is the byte order mark of the file, of which the page's banner tells."""
    return row.id == 1 and row.draft is None and [found.text for found in findings] == [BYTE_ORDER_MARK]


def _finding_badges(findings: Sequence[Finding], text: str) -> list[Badge]:
    if not findings:
        return []
    from newt_gui.notes.finding_words import badge_label, sentence  # most notes have none

    reasons = [sentence(finding, text) for finding in findings[:_MOST_REASONS]]
    return [Badge("finding", badge_label(findings[0]), "caution", "\n".join(reasons))]


def _state_badges(state: RowState) -> list[Badge]:
    if state is RowState.CLEAN:
        return []
    label, kind = tr("not saved"), "note"
    if state is RowState.NEW:
        return [Badge("unsaved", label, kind, tr("This note is not in the file yet."))]
    unsaved = Badge("unsaved", label, kind, tr("You changed this note and have not saved it."))
    if state is RowState.UNSAVED:
        return [unsaved]
    if state is RowState.CHANGED:
        reason = tr("Somebody else changed this note while you were editing it. Both texts are kept.")
        return [Badge("changed", tr("changed on disk"), "stop", reason), unsaved]
    reason = tr("Somebody else removed this note while you were editing it. Your text is kept.")
    return [Badge("removed", tr("removed on disk"), "stop", reason), unsaved]


def _news_badges(row: Row) -> list[Badge]:
    if not row.is_news or row.state is RowState.CHANGED:
        return []
    reason = tr("Somebody else wrote this since you last looked at it.")
    return [Badge("news", tr("changed by others"), "note", reason)]


def _likeness_badges(row: Row, sight: Sight) -> list[Badge]:
    same = sight.duplicate_of(row)
    if same is not None:
        reason = tr("Note {id} says exactly the same; one of them would do.").format(id=same)
        return [Badge("duplicate", tr("same as note {id}").format(id=same), "note", reason)]
    near = sight.near(row)
    if near is not None:
        reason = tr("Note {id} says nearly the same; maybe one note would do.").format(id=near)
        return [Badge("similar", tr("like note {id}").format(id=near), "note", reason)]
    return []


def kinds_of(row: Row, badges: Sequence[Badge]) -> frozenset[str]:
    """Which of `KINDS` a row with these badges is of."""
    found = {_KIND_OF_BADGE[badge.name] for badge in badges if badge.name in _KIND_OF_BADGE}
    text = row.text
    if text.startswith(AUTO_PREFIX):
        found.add("auto")
        text = text[len(AUTO_PREFIX) :]
    found.update(prefix[:-1] for prefix in KIND_PREFIXES if text.startswith(prefix))
    return frozenset(found)


_KIND_OF_BADGE = {
    "finding": "flagged",
    "unsaved": "unsaved",
    "changed": "unsaved",
    "removed": "unsaved",
    "duplicate": "duplicates",
    "similar": "duplicates",
}
