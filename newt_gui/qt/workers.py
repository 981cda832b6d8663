"""Threads that run work in the background. No Qt and no knowledge of what the work is.

Work is given to a lane. A lane does one piece at a time, in order; different lanes run side by
side, up to a limit. So a lane whose file system hangs holds up one thread and never a second one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

Piece = Callable[[], None]


class Workers:
    """Up to `most` daemon threads, started when there is work for them. Pieces must not raise."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self._changed = Condition()
        self._waiting: dict[str, deque[Piece]] = {}
        self._running: set[str] = set()
        self._threads: list[Thread] = []
        self._closed = False

    def give(self, lane: str, piece: Piece) -> None:
        """Let `piece` be done in `lane`. Raises RuntimeError after `close`."""
        with self._changed:
            if self._closed:
                raise RuntimeError("work was given to workers that have been sent home")
            self._waiting.setdefault(lane, deque()).append(piece)
            self._hire()
            self._changed.notify()

    def drop(self, lane: str) -> None:
        """Forget what waits in `lane` and has not begun."""
        with self._changed:
            self._waiting.pop(lane, None)

    def close(self, seconds: float) -> bool:
        """Drop what has not begun, and wait up to `seconds` for what has. Says whether all ended."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
        until = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _hire(self) -> None:
        idle = len(self._threads) - len(self._running)
        startable = sum(lane not in self._running for lane in self._waiting)
        if idle < startable and len(self._threads) < self._most:
            # A daemon, so that a file system that never answers can't keep the process alive;
            # whoever owns the workers waits for the work that matters.
            thread = Thread(target=self._work, name=f"{self._name}-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        while self._do_next():
            pass

    def _do_next(self) -> bool:
        task = self._next()
        if task is None:
            return False
        lane, piece = task
        try:
            piece()
        finally:
            with self._changed:
                self._running.discard(lane)
                self._changed.notify_all()
        return True

    def _next(self) -> tuple[str, Piece] | None:
        with self._changed:
            while not self._closed:
                lane = next((name for name in self._waiting if name not in self._running), None)
                if lane is not None:
                    return self._take(lane)
                self._changed.wait()
        return None

    def _take(self, lane: str) -> tuple[str, Piece]:
        queue = self._waiting[lane]
        piece = queue.popleft()
        if not queue:
            del self._waiting[lane]
        self._running.add(lane)
        return lane, piece
