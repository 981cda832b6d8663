"""Finding in the conversation that is open: a bar of its own, the looking done in the background."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_label
from newt_gui.qt.tasks import Job, Tasks
from newt_gui.qt.text import qt_string
from newt_gui.qt.theme import Theme
from newt_gui.recall.conversation_view import MOST_MARKED, ConversationView
from newt_gui.recall.reader_text import Part, Place

PAUSE_MS = 120
CHANNEL = "recall find"


class ReaderFindBar(QFrame):
    """What to look for and how many there are. Enter goes on, Shift+Enter back, Esc closes it."""

    wanted_changed = Signal()
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("recall_find_bar")
        self.setProperty("message", "note")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Find in this conversation"))
        self.field = QLineEdit()
        self.field.setObjectName("recall_find_text")
        self.field.setPlaceholderText(self.tr("Find in this conversation"))
        self.field.setAccessibleName(self.tr("Find in this conversation"))
        self.field.textChanged.connect(self.wanted_changed)
        self.count = plain_label(role="small", quiet=True)
        self.count.setObjectName("recall_find_count")
        self._previous = self._tool(self.tr("Previous (Shift+Enter)"), lambda: self.step_requested.emit(-1))
        self._next = self._tool(self.tr("Next (Enter)"), lambda: self.step_requested.emit(1))
        self._close = self._tool(self.tr("Close (Esc)"), self.closed.emit)
        self._lay_out()
        self._dress()
        theme.changed.connect(self._dress)

    def _tool(self, name: str, act: object) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(act)
        return button

    def _lay_out(self) -> None:
        unit = self._theme.unit
        content = QWidget()  # labels right in a message are dressed as its heading
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * unit)
        row.addWidget(self.field, 1)
        for part in (self.count, self._previous, self._next, self._close):
            row.addWidget(part)
        around = QHBoxLayout(self)
        around.setContentsMargins(2 * unit, unit, 2 * unit, unit)
        around.addWidget(content)

    def _dress(self) -> None:
        icons = ((self._previous, "arrow-up"), (self._next, "arrow-down"), (self._close, "x"))
        for button, icon in icons:
            button.setIcon(self._theme.icon(icon, "quiet"))

    def begin(self, wanted: str) -> None:
        """Take the keyboard; `wanted`, where there is any, is what to look for."""
        if wanted:
            self.field.setText(qt_string(wanted))
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def show_count(self, current: int, count: int) -> None:
        """`current`: 1-based place of the one that is selected, 0 for none."""
        said = ""
        if self.field.text():
            if not count:
                said = self.tr("not found")
            else:
                said = self.tr("{current} of {count}") if current else self.tr("{count} found")
        self.count.setText(said.format(current=number(current), count=number(count)))
        self.field.setAccessibleDescription(self.count.text())
        self._previous.setEnabled(count > 0)
        self._next.setEnabled(count > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step_requested.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)


class ReaderFind(QObject):
    """Brings bar and text together."""

    def __init__(self, view: ConversationView, tasks: Tasks, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._tasks = view, tasks
        self.bar = ReaderFindBar(theme)
        self.bar.hide()
        self._places: Sequence[Place] = ()
        self._at = -1
        self._marked = range(0)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self.bar.wanted_changed.connect(self._pause.start)
        self.bar.step_requested.connect(self.step)
        self.bar.closed.connect(self.close)

    def open(self, wanted: str = "") -> None:
        """Show the bar, ready to look for what is selected, or for `wanted`."""
        selected = self._view.selected_text()
        self.bar.begin(selected if selected and "\n" not in selected else wanted)
        self._look()

    def close(self) -> None:
        """Put the bar away and go back to the text."""
        self.forget()
        self._view.setFocus()

    def forget(self) -> None:
        """Another conversation is shown."""
        self._tasks.interrupt(CHANNEL)
        self.bar.hide()
        self._places, self._at, self._marked = (), -1, range(0)
        self._view.show_matches(())

    def step(self, by: int) -> None:
        """Go to the next place (1) or the one before (-1), round the ends."""
        if self._pause.isActive():
            self._look()
            return
        if self._places:
            self._go((self._at + by) % len(self._places) if self._at >= 0 else min(0, by))

    def _look(self) -> None:
        self._pause.stop()
        parts, wanted = self._view.parts, self.bar.field.text()
        self._tasks.query(CHANNEL, lambda job: find_places(parts, wanted, job), self._take)

    def _take(self, places: Sequence[Place]) -> None:
        self._places, self._at, self._marked = places, -1, range(0)
        if not places:
            self._view.show_matches(())
            self.bar.show_count(0, 0)
            return
        here = self._view.current_part()
        self._go(next((at for at, place in enumerate(places) if place.part >= here), 0))

    def _go(self, at: int) -> None:
        self._at = at % len(self._places)
        if self._at not in self._marked:
            begin = max(0, self._at - MOST_MARKED // 2)
            self._marked = range(begin, begin + MOST_MARKED)
            self._view.show_matches(self._places[begin : begin + MOST_MARKED])
        self._view.select(self._places[self._at])
        self.bar.show_count(self._at + 1, len(self._places))


def find_places(parts: Sequence[Part], wanted: str, job: Job) -> list[Place]:
    """Every place that says `wanted`, capitals or not; what was found so far where nobody waits any more."""
    from newt_gui.core.text_search import find_spans

    places: list[Place] = []
    for at, part in enumerate(parts):
        if job.cancelled:
            break
        places += [Place(at, start, end) for start, end in find_spans(part.text, wanted)]
    return places
