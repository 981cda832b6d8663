"""One write after the other, and whoever waits for a quiet moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer

from newt_gui.core.errors import UserFacingError
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

T = TypeVar("T")
Wish = Callable[[], None]
Answered = Callable[[bool], None]
Ask = Callable[[Answered], None]
"""Finds out whether something is wanted, now or later, and says so once."""


class Writes(QObject):
    """Lets the mutation worker write, with the watcher quiet meanwhile."""

    def __init__(self, tasks: Tasks, watcher: FileWatcher, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks, self._watcher = tasks, watcher
        self._under_way = self._undecided = 0
        self._is_granting = False
        self._wishes: deque[Wish] = deque()

    @property
    def is_writing(self) -> bool:
        """Whether something is being written now."""
        return self._under_way > 0

    @property
    def is_taken(self) -> bool:
        """Whether whoever wants to write has to wait."""
        return self.is_writing or self._undecided > 0

    @property
    def is_busy(self) -> bool:
        """Whether something is being written or decided, or will be as soon as that is done."""
        return self.is_taken or bool(self._wishes)

    def begin(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[UserFacingError], None],
        ended: Wish | None = None,
    ) -> None:
        """Write with `work`, as `Tasks.mutate` does; `ended` comes before either of the others."""
        self._under_way += 1
        self._watcher.pause()

        def over() -> None:
            self._under_way -= 1
            self._watcher.resume()
            if ended is not None:
                ended()
            # Not from within the end of a write, which has yet to say what came of it.
            QTimer.singleShot(0, self, self._grant)

        self._tasks.mutate(work, done, failed, over)

    def when_idle(self, then: Wish) -> None:
        """Run `then` as soon as nothing is being written and nobody came before, or at once."""
        if self.is_taken or (self._wishes and not self._is_granting):
            self._wishes.append(then)
        else:
            then()

    def decide(self, ask: Ask, then: Answered) -> None:
        """Let `then` hear what `ask` finds out; everybody else waits meanwhile. Nothing may be under way."""
        self._undecided += 1
        unheard = [then]

        def answered(wanted: bool) -> None:
            if unheard:
                self._undecided -= 1
                self._run(lambda: unheard.pop()(wanted))

        try:
            ask(answered)
        except BaseException:
            answered(False)
            raise

    def drop_wishes(self) -> None:
        """Nobody waits any more; what is being written is finished all the same."""
        self._wishes.clear()

    def _grant(self) -> None:
        if self._wishes and not self.is_taken:
            self._run(self._wishes.popleft())

    def _run(self, wish: Wish) -> None:
        """Let somebody write before all who wait."""
        QTimer.singleShot(0, self, self._grant)  # first, so that a bug in this wish stops no other
        before, self._is_granting = self._is_granting, True
        try:
            wish()
        finally:
            self._is_granting = before
