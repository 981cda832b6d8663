"""One write of the file that is edited, with its watcher quiet meanwhile, and whoever waits for its end."""

from __future__ import annotations

from collections.abc import Callable

from newt_gui.core.errors import UserFacingError
from newt_gui.core.soul_files import SoulText
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

Wish = Callable[[], None]


class Writing:
    """Lets the worker write. All of it is called on the UI thread."""

    def __init__(self, tasks: Tasks, watcher: FileWatcher) -> None:
        self._tasks, self._watcher = tasks, watcher
        self._under_way = 0
        self._waiting: list[Wish] = []

    @property
    def is_under_way(self) -> bool:
        """Whether something is being written or read for editing."""
        return self._under_way > 0

    def when_idle(self, then: Wish) -> None:
        """Run `then` as soon as nothing is under way, at once where nothing is."""
        if self._under_way:
            self._waiting.append(then)
        else:
            then()

    def drop_wishes(self) -> None:
        """Nobody waits any more."""
        self._waiting.clear()

    def begin(
        self,
        work: Callable[[], SoulText],
        done: Callable[[SoulText], None],
        failed: Callable[[UserFacingError], None],
    ) -> None:
        """Do `work` on the worker that writes; then `done` or `failed`, then whoever waits."""
        self._under_way += 1
        self._watcher.pause()

        def ended() -> None:
            self._under_way -= 1
            self._watcher.resume()

        def after(heard: Wish) -> None:
            heard()
            waiting, self._waiting = self._waiting, []
            for wish in waiting:
                wish()

        self._tasks.mutate(
            work, lambda text: after(lambda: done(text)), lambda error: after(lambda: failed(error)), ended
        )
