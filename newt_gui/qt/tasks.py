"""Background work in two verbs.

`query` looks something up: only the newest of a channel counts, older ones are interrupted and
their results dropped. `mutate` changes something: one after the other, never dropped, never
interrupted. What comes of either is delivered on the UI thread.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from threading import Condition, RLock
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from newt_gui.core.errors import UserFacingError
from newt_gui.qt.workers import Workers

T = TypeVar("T")
Failed = Callable[[UserFacingError], None]

_QUERY_THREADS = 4
_FAREWELL_SECONDS = 2.0


class Job:
    """One query under way. The work may ask it whether anybody still wants the result."""

    def __init__(self, id: int) -> None:
        self.id = id
        self._lock = RLock()
        self._cancelled = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """Whether nobody wants the result any more."""
        return self._cancelled

    def on_interrupt(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have `callback` called, from another thread, as soon as the job is cancelled.

        Returns a function that takes that back: once it has returned, `callback` is neither
        running nor going to be, so what it touches may be closed.
        """
        with self._lock:
            if self._cancelled:
                callback()
            else:
                self._callbacks.append(callback)
        return lambda: self._forget(callback)

    def cancel(self) -> None:
        """Say that nobody wants the result. Harmless when the work is over."""
        with self._lock:
            self._cancelled = True
            callbacks, self._callbacks = self._callbacks, []
            for callback in callbacks:
                callback()

    def finish(self) -> None:
        """The work is over: there is nothing left to interrupt."""
        with self._lock:
            self._callbacks.clear()

    def _forget(self, callback: Callable[[], None]) -> None:
        with self._lock:
            if callback in self._callbacks:
                self._callbacks.remove(callback)


class _Outcome(NamedTuple):
    """What came of a piece of work."""

    id: int
    value: Any
    error: BaseException | None


class _Wish(NamedTuple):
    """Who waits for an outcome; `job` is None for a mutation.

    Wishes stay on the UI thread. The callbacks in them may hold the last reference to a widget,
    and a widget must never be let go of in a worker thread.
    """

    job: Job | None
    channel: str
    done: Callable[[Any], None]
    failed: Failed | None
    ended: Callable[[], None] | None = None


class Tasks(QObject):
    """The two verbs. Lives on the UI thread; all its methods are called there."""

    busy_changed = Signal(bool)
    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queries = Workers("query", _QUERY_THREADS)
        self._mutations = Workers("mutate", 1)
        self._wishes: dict[int, _Wish] = {}
        self._newest: dict[str, int] = {}
        self._outcomes: deque[_Outcome] = deque()
        self._outcome_there = Condition()
        self._last_id = 0
        self._mutating = 0
        self._closing = False
        self._closed = False
        self._arrived.connect(self._deliver_one, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a mutation is under way or its result not yet delivered."""
        return self._mutating > 0

    def query(
        self,
        channel: str,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Failed | None = None,
    ) -> int:
        """Look something up with `work`; `done` gets the result unless a newer query came.

        A UserFacingError goes to `failed`, or to sys.excepthook where there is none; any other
        exception is a bug and always goes there. Returns the job's id. Once the app is shutting
        down nothing is looked up any more.
        """
        self.interrupt(channel)
        job = Job(self._new_id())
        if self._closing:
            job.cancel()
            return job.id
        self._wishes[job.id] = _Wish(job, channel, done, failed)
        self._newest[channel] = job.id
        self._queries.give(channel, lambda: self._run_query(job, work))
        return job.id

    def mutate(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Failed | None = None,
        ended: Callable[[], None] | None = None,
    ) -> int:
        """Change something with `work`, after all earlier changes. Errors go where `query`'s go.

        `ended` is called first in any case, also when a bug lets neither `done` nor `failed` be
        called. Raises RuntimeError after `shutdown`. Returns the job's id.
        """
        id = self._new_id()
        self._mutations.give("", lambda: self._send(id, *_attempt(work)))
        self._wishes[id] = _Wish(None, "", done, failed, ended)
        self._mutating += 1
        if self._mutating == 1:
            self.busy_changed.emit(True)
        return id

    def interrupt(self, channel: str) -> None:
        """Nobody wants the newest result of `channel` any more."""
        id = self._newest.pop(channel, None)
        if id is None:
            return
        self._queries.drop(channel)
        job = self._wishes.pop(id).job
        if job is not None:
            job.cancel()

    def active(self, channel: str) -> bool:
        """Whether a result of `channel` is still to come."""
        return channel in self._newest

    def drain(self, timeout_ms: int = 10_000) -> bool:
        """Finish all work and deliver what comes of it, also work that the callbacks begin.

        Says whether everything is done; False after `timeout_ms` milliseconds.
        """
        return self._settle(lambda: bool(self._wishes), monotonic() + timeout_ms / 1000)

    def shutdown(self) -> None:
        """Finish every change and deliver what came of it; give up on everything looked up."""
        self._closing = True
        for channel in list(self._newest):
            self.interrupt(channel)
        # A callback of a change may be what shuts down: that change is delivered, not waited for.
        self._settle(lambda: any(wish.job is None for wish in self._wishes.values()), None)
        with self._outcome_there:
            self._closed = True
        self._mutations.close(_FAREWELL_SECONDS)
        self._queries.close(_FAREWELL_SECONDS)

    def _settle(self, unfinished: Callable[[], bool], until: float | None) -> bool:
        while True:
            while self._outcomes:
                self._deliver_one()
            if not unfinished():
                return True
            left = None if until is None else until - monotonic()
            if left is not None and left <= 0:
                return False
            with self._outcome_there:
                self._outcome_there.wait_for(lambda: bool(self._outcomes), left)

    def _new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _run_query(self, job: Job, work: Callable[[Job], Any]) -> None:
        if job.cancelled:
            return
        value, error = _attempt(lambda: work(job))
        job.finish()
        self._send(job.id, value, error)

    def _send(self, id: int, value: Any, error: BaseException | None) -> None:
        """Called in a worker thread. A query that ends after the shutdown finds nobody to tell."""
        with self._outcome_there:
            if self._closed:
                return
            self._outcomes.append(_Outcome(id, value, error))
            self._outcome_there.notify_all()
            self._arrived.emit()

    @Slot()
    def _deliver_one(self) -> None:
        """Hand over one outcome. Its signal may come late, after a drain has delivered it."""
        if not self._outcomes:
            return
        outcome = self._outcomes.popleft()
        wish = self._wishes.pop(outcome.id, None)
        if wish is None:
            return
        if wish.job is not None:
            del self._newest[wish.channel]
        try:
            _hand_over(wish, outcome)
        finally:
            if wish.job is None:
                self._mutation_over()

    def _mutation_over(self) -> None:
        self._mutating -= 1
        if self._mutating == 0:
            self.busy_changed.emit(False)


def _attempt(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    try:
        return work(), None
    except BaseException as error:
        return None, error


def _hand_over(wish: _Wish, outcome: _Outcome) -> None:
    """Call back, or report a bug. A callback that fails must not keep the next one from its turn."""
    error = outcome.error
    try:
        if wish.ended is not None:
            wish.ended()
        if error is None:
            wish.done(outcome.value)
        elif isinstance(error, UserFacingError) and wish.failed is not None:
            wish.failed(error)
        else:
            _report(error)
    except Exception as raised:
        _report(raised)


def _report(error: BaseException) -> None:
    sys.excepthook(type(error), error, error.__traceback__)
