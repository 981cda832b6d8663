"""Whether a newt session runs now: looked up every few seconds in the background, shown in the top strip."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from newt_gui.core.errors import UserFacingError
from newt_gui.qt.elided import ElidedLabel
from newt_gui.qt.plain import plain_tip
from newt_gui.qt.tasks import Job, Tasks
from newt_gui.qt.theme import Theme

LOOK_EVERY_MS = 4_000
CHANNEL = "running"


class RunState(StrEnum):
    """What is known of newt's sessions on this newt home."""

    UNKNOWN = "unknown"
    NONE = "none"
    RUNNING = "running"


class Running(NamedTuple):
    """`conversations`: the ids of those that running sessions hold; `sessions`: how many there are."""

    state: RunState = RunState.UNKNOWN
    sessions: int = 0
    conversations: tuple[str, ...] = ()


def look_up(home: Path, job: Job) -> Running:
    """Who holds what right now. Raises DatabaseTrouble."""
    # Imported late: nothing that opens a database is needed before the window is painted.
    from newt_gui.core.conversations import ConversationStore

    with ConversationStore(home / "conversations.db", "") as store:
        take_back = job.on_interrupt(store.interrupt)
        try:
            if not store.has("live_owners"):
                return Running()
            owners = store.live_owners()
        finally:
            take_back()
    sessions = len({(owner.host, owner.boot_id, owner.pid) for owner in owners})
    ids = tuple(sorted({owner.conversation_id for owner in owners if owner.conversation_id}))
    return Running(RunState.RUNNING if owners else RunState.NONE, sessions, ids)


class RunningWatch(QObject):
    """Asks newt's database who holds what. Nothing is asked before `start`."""

    changed = Signal(object)
    """A Running that differs from the one before."""

    def __init__(self, home: Callable[[], Path], tasks: Tasks, parent: QObject | None = None) -> None:
        """`home` answers with the newt home to look into."""
        super().__init__(parent)
        self._home, self._tasks = home, tasks
        self.running = Running()
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look_again)

    def start(self) -> None:
        """Look now, and every few seconds from now on; also when another newt home was chosen."""
        self._timer.start()
        self.look()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()
        self._tasks.interrupt(CHANNEL)

    def look(self) -> None:
        """Look now."""
        home = self._home()
        self._tasks.query(CHANNEL, lambda job: look_up(home, job), self._take, self._fail)

    def _look_again(self) -> None:
        if not self._tasks.active(CHANNEL):  # a file system that hangs is not asked twice
            self.look()

    def _take(self, running: Running) -> None:
        if running != self.running:
            self.running = running
            self.changed.emit(running)

    def _fail(self, _error: UserFacingError) -> None:
        """Recall says what is the matter with the database; here it means that nobody knows."""
        self._take(Running())


class RunningIndicator(QWidget):
    """A dot and a few words; the tooltip says what it means for who edits now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("running_indicator")
        self._dot, self._label = _Dot(theme), ElidedLabel()
        self._label.setForegroundRole(self._label.palette().ColorRole.PlaceholderText)
        self._label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * theme.unit)
        row.addWidget(self._dot)
        row.addWidget(self._label)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.show_running(Running())

    @property
    def text(self) -> str:
        """What it says."""
        return self._label.text

    def show_running(self, running: Running) -> None:
        """Say how it stands."""
        said = {
            RunState.UNKNOWN: self.tr("no newt session seen"),
            RunState.NONE: self.tr("newt is not running"),
            RunState.RUNNING: self.tr("newt is running"),
        }[running.state]
        if running.sessions > 1:
            said = self.tr("newt is running, {count} sessions").format(count=running.sessions)
        tip = {
            RunState.UNKNOWN: self.tr("newt's database is not there or can't be read,\nso nobody can tell."),
            RunState.NONE: self.tr("What you change here counts as soon as newt is started."),
            RunState.RUNNING: self.tr(
                "Edits count from its next session: a session that runs keeps\nwhat it read when it began."
            ),
        }[running.state]
        self._dot.show_state(running.state)
        self._label.set_text(said)
        self.setAccessibleName(said)
        self.setAccessibleDescription(tip.replace("\n", " "))
        self.setToolTip(plain_tip(tip))


class _Dot(QWidget):
    """Full while newt runs, a ring while it doesn't: not by colour alone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._state = theme, RunState.UNKNOWN
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_state(self, state: RunState) -> None:
        self._state = state
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(3 * self._theme.unit, 4 * self._theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, unit = self._theme.tokens, self._theme.unit
        runs = self._state is RunState.RUNNING
        painter.setPen(Qt.PenStyle.NoPen if runs else QPen(QColor(tokens.quiet), max(1.0, unit / 3)))
        painter.setBrush(QColor(tokens.accent) if runs else Qt.BrushStyle.NoBrush)
        side = 2.5 * unit
        painter.drawEllipse(QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side))
