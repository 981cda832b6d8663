"""What is built once the window has been painted, or when it is first wanted: the other pages, and
what watches, keeps and compares in the background.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from newt_gui.core.files import read_file
from newt_gui.core.history import History
from newt_gui.core.paths import AppFolders
from newt_gui.notes.page import NotesPage
from newt_gui.qt.services import Services
from newt_gui.qt.watcher import FileWatcher
from newt_gui.shell.places import Places

if TYPE_CHECKING:
    from newt_gui.notes.draft_keeper import DraftKeeper
    from newt_gui.recall.page import RecallPage
    from newt_gui.recall.session import RecallSession
    from newt_gui.shell.running import RunningWatch
    from newt_gui.soul.page import SoulPage
    from newt_gui.window import MainWindow


class LateParts(QObject):
    """Builds them, and ends them in the right order: `stop` before the workers end, `close` after."""

    def __init__(
        self,
        services: Services,
        places: Places,
        folders: AppFolders,
        history: History,
        notes: NotesPage,
        begun_ns: int,
    ) -> None:
        """`begun_ns`: when the window was made, since the epoch."""
        super().__init__()
        self._services, self._places, self._folders, self._history = services, places, folders, history
        self._notes, self._begun_ns = notes, begun_ns
        self._keeper: DraftKeeper | None = None
        self._running: RunningWatch | None = None
        self._soul: SoulPage | None = None
        self._recall: RecallSession | None = None

    # Pages

    def builders(self) -> dict[str, Callable[[], QWidget]]:
        """The pages besides the notes, by name, in their order."""
        return {"soul": self._build_soul, "recall": self._build_recall}

    def _build_soul(self) -> SoulPage:
        from newt_gui.core.drafts import DraftStore
        from newt_gui.soul.page import SoulPage
        from newt_gui.soul.session import SoulSession

        services, places = self._services, self._places
        watcher = FileWatcher(services.tasks, read_file)
        session = SoulSession(places.workspace, places.home_if_any, services.tasks, self._history, watcher)
        page = self._soul = SoulPage(session, services, drafts=DraftStore(self._folders.data / "drafts"))
        session.setParent(page)
        for changed in (places.home_changed, places.workspace_changed):
            changed.connect(lambda: session.open(places.workspace, places.home_if_any))
        return page

    def _build_recall(self) -> RecallPage:
        from newt_gui.recall.page import RecallPage
        from newt_gui.recall.session import RecallSession

        services, places = self._services, self._places
        session = self._recall = RecallSession(places.home.path, places.workspace, services.tasks)
        page = RecallPage(session, services)
        session.setParent(page)
        for changed in (places.home_changed, places.workspace_changed):
            changed.connect(lambda: session.open(places.home.path, places.workspace))
        session.refresh()
        return page

    # After the first paint

    def begin(self, window: MainWindow) -> None:
        """The person sees the window."""
        self._keep_drafts()
        self._notice_overwriting()
        self._watch_newt(window)

    def _keep_drafts(self) -> None:
        """From now on, and see what a window that ended unexpectedly has kept."""
        from newt_gui.core.drafts import DraftStore
        from newt_gui.notes.draft_keeper import DraftKeeper

        self._keeper = DraftKeeper(self._notes, DraftStore(self._folders.data / "drafts"), self._services)
        self._places.home_changed.connect(self._keeper.look)
        self._keeper.look()

    def _notice_overwriting(self) -> None:
        """From now on, and look whether it happened while no window was open."""
        from newt_gui.notes.vanished_flow import VanishedFlow

        flow = VanishedFlow(self._notes, self._history, self._services, self._begun_ns)
        self._places.home_changed.connect(flow.look)
        flow.look()

    def _watch_newt(self, window: MainWindow) -> None:
        """Whether a newt runs stands in the top strip, and is told where it matters for a save."""
        from newt_gui.shell.running import RunningIndicator, RunningWatch

        indicator = RunningIndicator(self._services.theme)
        window.strip.add_indicator(indicator)
        watch = self._running = RunningWatch(lambda: self._places.home.path, self._services.tasks, window)
        watch.changed.connect(indicator.show_running)
        watch.changed.connect(lambda running: self._notes.set_newt_runs(running.sessions > 0))
        self._places.home_changed.connect(watch.look)
        watch.start()

    # Ending

    def stop(self) -> None:
        """Begin nothing any more; what is kept against a crash is not needed after an orderly end."""
        for part in (self._keeper, self._running, self._soul, self._recall):
            if part is not None:
                part.stop()

    def close(self) -> None:
        """The workers have ended: let the database go."""
        if self._recall is not None:
            self._recall.close()
