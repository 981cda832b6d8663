"""What is noticed about the notes in the background: what the scan finds in them, and which are alike.

Nothing of this is needed to show the window, so it begins after that, and goes on in slices that
leave the window fluid. Whoever asks too early hears that it is not known yet, and `observed` tells
when it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from newt_gui.core.scan import Finding
from newt_gui.core.similar import SimilarIndex
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.notes.words import findings_of, look_through
from newt_gui.qt.tasks import Job, Tasks

SLICE_SECONDS = 0.006
PAUSE_MS = 300
"""What is being written is compared with the other notes only after a pause of this length."""
LARGE_DRAFT = 20_000
LARGE_TEXT = 1 << 16
"""In characters: larger ones are scanned by a worker, and a large one being written waits for a pause."""
MOST_COMPARED = 2_000
"""Rows that are compared with each other; newt's budget holds some twenty."""

_CHANNEL = "observe"

Findings = tuple[Finding, ...]


class _Rows:
    """The rows of one moment, by key and by text."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.source = rows
        self.by_key: dict[int, Row] = {}
        self.keys: dict[str, list[int]] = {}
        self.first_ids: dict[str, int] = {}
        for row in rows:
            self.by_key[row.key] = row
            self.keys.setdefault(row.text, []).append(row.key)
            if row.id is not None:
                self.first_ids.setdefault(row.text, row.id)


class Observations(QObject):
    """Follows the rows of the session, drafts too. Lives on the UI thread."""

    observed = Signal(object)
    """The keys (a frozenset) of rows about which something else is known now."""

    def __init__(self, session: NotesSession, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._rows = _Rows(())
        self._found: dict[str, Findings] = {}
        self._last: dict[int, Findings] = {}
        self._to_scan: deque[str] = deque()
        self._large: deque[str] = deque()
        self._index: SimilarIndex[int] = SimilarIndex()
        self._written: dict[int, str] = {}
        self._changed: set[int] = set()
        self._must_follow = True
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._work)
        self._pause = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._pause.timeout.connect(self._on_rows_changed)

    def start(self) -> None:
        """Begin; what is on the screen has been painted by now."""
        self._session.rows_changed.connect(self._on_rows_changed)
        self._session.draft_changed.connect(self._on_draft_changed)
        self._on_rows_changed()

    # Asking

    def findings(self, text: str) -> Findings | None:
        """What the scan finds in a text of the list; None: not known yet."""
        return self._found.get(text)

    def findings_of(self, row: Row) -> Findings | None:
        """The same for a row; while that is not known, what was known of it last."""
        return self._found.get(row.text, self._last.get(row.key))

    def duplicate_of(self, row: Row) -> int | None:
        """The number of the first note that says exactly the same, where that is another one."""
        first = self._now().first_ids.get(row.text) if row.text else None
        return None if first == row.id else first

    def near(self, row: Row) -> int | None:
        """The lowest number of a note that says nearly the same in other words, as far as is known."""
        rows = self._now().by_key
        others = (rows.get(key) for key in self._index.near(row.key))
        return min(
            (other.id for other in others if other is not None and other.id and other.text != row.text),
            default=None,
        )

    def flagged(self) -> frozenset[int]:
        """The keys of the rows in which the scan is known to find something."""
        return frozenset(row.key for row in self._session.rows if self.findings_of(row))

    def similar(self, text: str, but: int, limit: int = 1) -> list[Row]:
        """The rows that say what `text`, maybe unfinished, begins to say; best first, never row `but`."""
        rows = self._now().by_key
        found = (rows.get(key) for key in self._index.similar(text, limit, but))
        return [row for row in found if row is not None]

    @property
    def is_working(self) -> bool:
        """Whether something is still to be found out about the rows as they are."""
        return self._slices.isActive() or self._pause.isActive() or self._tasks.active(_CHANNEL)

    def _now(self) -> _Rows:
        """The rows as they are; others may hear of a change sooner, and ask."""
        if self._rows.source is not self._session.rows:
            self._rows = _Rows(self._session.rows)
        return self._rows

    # Following

    def _on_rows_changed(self) -> None:
        self._must_follow = True
        self._pause.stop()
        self._slices.start()

    def _on_draft_changed(self, key: int) -> None:
        row = self._now().by_key.get(key)
        if row is None:
            return
        before, self._written[key] = self._written.get(key, ""), row.text
        self._changed.update({key}, *(self._now().keys.get(text, ()) for text in (before, row.text)))
        self._pause.start()
        if len(row.text) <= LARGE_DRAFT:
            self._to_scan.append(row.text)
            self._slices.start()

    def _follow(self) -> None:
        """Take over the rows as they are now: what is new to be looked at, what is gone forgotten."""
        self._must_follow = False
        rows = self._now().by_key
        self._last = {key: known for key, row in rows.items() if (known := self.findings_of(row)) is not None}
        texts = dict.fromkeys(row.text for row in rows.values())
        self._found = {text: self._found[text] for text in texts if text in self._found}
        self._to_scan = deque(text for text in texts if text not in self._found and len(text) <= LARGE_TEXT)
        self._large = deque(text for text in texts if text not in self._found and len(text) > LARGE_TEXT)
        for key in self._written.keys() - rows.keys():
            self._index.drop(key)
        self._written = {key: row.text for key, row in rows.items()}
        for key, text in list(self._written.items())[:MOST_COMPARED]:
            self._index.put(key, text)

    # Working

    def _work(self) -> None:
        until = perf_counter() + SLICE_SECONDS
        while more := self._step():
            if perf_counter() >= until:
                break
        if not more:
            self._slices.stop()
        self._tell()

    def _step(self) -> bool:
        """One piece of work; whether there is more."""
        if self._must_follow:
            self._follow()
        elif self._to_scan:
            text = self._to_scan.popleft()
            if text not in self._found:
                self._take(text, findings_of(text))
        elif self._large and not self._tasks.active(_CHANNEL):
            self._scan_large(self._large.popleft())
        elif self._index.pending:
            self._index.step()
        else:
            return False
        return True

    def _scan_large(self, text: str) -> None:
        def work(_job: Job) -> Findings:
            return look_through(text)

        self._tasks.query(_CHANNEL, work, partial(self._on_large_scanned, text))

    def _on_large_scanned(self, text: str, found: Findings) -> None:
        self._take(text, found)
        self._slices.start()

    def _take(self, text: str, found: Findings) -> None:
        self._found[text] = found
        for key in self._now().keys.get(text, ()):
            self._last[key] = found
            self._changed.add(key)

    def _tell(self) -> None:
        changed = self._changed | self._index.changed
        self._changed, self._index.changed = set(), set()
        changed &= self._now().by_key.keys()
        if changed:
            self.observed.emit(frozenset(changed))
