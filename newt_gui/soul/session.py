"""The state of the Soul page without its widgets: who wins where, what is supposed, what is edited."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newt_gui.core.soul import SoulKind, SoulResolution
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher
from newt_gui.soul.editing import SoulEditing
from newt_gui.soul.look import Look, Place, Question, look
from newt_gui.soul.watch import PlacesWatcher

if TYPE_CHECKING:
    from newt_gui.core.history import History


class SoulSession(QObject):
    """Follows what a newt session started in a workspace would be.

    Everything here runs on the UI thread; files are looked at on a worker, and written on the one
    that writes.
    """

    looked = Signal()
    """`resolution`, `shown` or what is supposed is another one now."""
    place_changed = Signal()
    """Another workspace or newt home is looked at; nothing is known of it yet."""

    def __init__(
        self,
        workspace: Path,
        home: Path | None,
        tasks: Tasks,
        history: History | None,
        file_watcher: FileWatcher,
        places_watcher: PlacesWatcher | None = None,
        env: Mapping[str, str] | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`file_watcher` follows the file that is edited; `places_watcher` all that decide who wins.

        `env`: None for the environment of this process.
        """
        super().__init__(parent)
        self.tasks, self.history = tasks, history
        self._env = env
        self._channel = f"soul {id(self)}"
        self._look: Look | None = None
        self._look_again = False
        self._question = Question(Place(workspace, home, env))
        self.editing = SoulEditing(tasks, history, file_watcher, self)
        self.editing.written.connect(self.refresh)
        self._watcher = places_watcher or PlacesWatcher()
        self._watcher.setParent(self)
        self._watcher.stirred.connect(self._observe)
        self._observe()

    # What is known

    @property
    def workspace(self) -> Path:
        return self._question.place.workspace

    @property
    def home(self) -> Path | None:
        return self._question.place.home

    @property
    def resolution(self) -> SoulResolution | None:
        """How it is on the disk; None before the first look has come back."""
        return self._look.resolution if self._look else None

    @property
    def shown(self) -> SoulResolution | None:
        """How it is, or would be where something is supposed."""
        return self._look.shown if self._look else None

    @property
    def suppositions(self) -> Mapping[SoulKind, str | None]:
        """What is supposed, by kind of rung: None, its file is gone; a text, it holds that."""
        return self._question.suppose

    # What the person wants

    def open(self, workspace: Path, home: Path | None) -> None:
        """Look at another workspace or newt home. Unsaved text stays with its file."""
        place = Place(workspace, home, self._env)
        if place == self._question.place:
            return
        self._question, self._look = Question(place), None
        self._watcher.stop()
        self.place_changed.emit()
        self._ask()

    def suppose(self, kind: SoulKind, text: str | None) -> None:
        """Work out who would win if this rung's file were gone (None) or held `text`; nothing is changed."""
        self._suppose({**self._question.suppose, kind: text})

    def suppose_nothing(self) -> None:
        """Show how it is again."""
        self._suppose({})

    def _suppose(self, suppositions: Mapping[SoulKind, str | None]) -> None:
        self._question = Question(self._question.place, suppositions)
        self._ask()

    def refresh(self) -> None:
        """Look at the files now."""
        self._observe()

    def stop(self) -> None:
        """Watch no longer; a write under way is finished by the worker."""
        self._watcher.stop()
        self.tasks.interrupt(self._channel)
        self.editing.stop()

    # Looking

    def _ask(self) -> None:
        """Another question: what is being looked up is not wanted any more."""
        self._look_again = False
        question, before = self._question, self._look
        self.tasks.query(self._channel, lambda _job: look(question, before), self._take)

    def _observe(self) -> None:
        if self.tasks.active(self._channel):
            self._look_again = True
        else:
            self._ask()

    def _take(self, seen: Look) -> None:
        before, self._look = self._look, seen
        self._watcher.watch(seen.places)
        if before is None or (before.resolution, before.supposed) != (seen.resolution, seen.supposed):
            self.looked.emit()
        if self._look_again:
            self._ask()
