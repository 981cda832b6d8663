"""The banner at the top of the page: what is odd about the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.notes import NotesSnapshot
from newt_gui.notes.file_oddities import oddities
from newt_gui.qt.messages import MOST_ACTIONS, Banner, Message, MessageAction
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from newt_gui.qt.scrolled import Fitted

MOST = 0.32
"""The share of the page's height that the banner takes at most."""


class FileBanner(QWidget):
    """Takes no room while the file is an ordinary one. Dismissed, it stays away until something changes."""

    folder_requested = Signal()
    """The person wants to see the folder that the file lies in."""
    sizes_requested = Signal()
    """The person wants to see which notes take how much room."""
    mark_drop_requested = Signal()
    """The byte order mark is to be dropped from the file."""
    repair_requested = Signal()
    """The file is to be made readable again."""
    cleaning_requested = Signal()
    """The first note with control characters is to be cleaned in the editor."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.banner = Banner(theme)
        self.banner.setObjectName("notes_banner")
        self.banner.dismissed.connect(self._on_dismissed)
        self._shown: tuple[Path, list[str]] | None = None
        self._dismissed: tuple[Path, list[str]] | None = None
        self._requests = {  # kept, because two messages are the same only if their actions are
            "unreadable": self.folder_requested.emit,
            "not_utf8": self.repair_requested.emit,
            "over_budget": self.sizes_requested.emit,
            "bom": self.mark_drop_requested.emit,
            "controls": self.cleaning_requested.emit,
        }
        self._room: Fitted | None = None
        self.banner.setParent(self)
        self._column = QVBoxLayout(self)

    def show_file(self, snapshot: NotesSnapshot) -> None:
        """Say what is odd about the file, where anything is."""
        names = oddities(snapshot)
        self._shown = (snapshot.path, names)
        if self._shown != self._dismissed:
            self._dismissed = None
        is_shown = bool(names) and self._dismissed is None
        if is_shown and self._room is None:
            self._make_room()
        self._keep_distance(is_shown)
        if not is_shown:
            self.banner.clear()
            return
        message = self._message(names, snapshot)
        if message != self.banner.message:
            self.banner.show_message(message)

    def _message(self, names: list[str], snapshot: NotesSnapshot) -> Message:
        """The most important oddity as the sentence, the others as clauses behind it."""
        from newt_gui.notes.file_words import oddity, tr  # most files are ordinary

        told = [oddity(name, snapshot) for name in names]
        actions: list[MessageAction] = [
            (one.action, self._requests[name]) for name, one in zip(names, told, strict=True) if one.action
        ]
        first, others = told[0], [one.also for one in told[1:]]
        hint = first.hint
        if others:
            hint += "\n" + tr("Also: {others}.").format(others="; ".join(others))
        return Message(
            first.text, first.weight, tuple(actions[:MOST_ACTIONS]), hint, dismissable=first.weight != "stop"
        )

    def _on_dismissed(self) -> None:
        self._dismissed = self._shown
        self._keep_distance(False)

    def _make_room(self) -> None:
        """The list and the text keep most of the page: what is told scrolls where it is too long for that."""
        from newt_gui.qt.scrolled import Fitted  # most files are ordinary

        self._room = Fitted(self.banner)
        self._column.addWidget(self._room)
        page = self.parentWidget()
        if page is not None:
            page.installEventFilter(self)
            self._limit(page.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self._limit(event.size().height())
        return False

    def _limit(self, height: int) -> None:
        if self._room is not None:
            self._room.setMaximumHeight(round(height * MOST))

    def _keep_distance(self, is_shown: bool) -> None:
        unit = self._theme.unit if is_shown else 0
        self._column.setContentsMargins(3 * unit, 3 * unit, 3 * unit, 0)
        if self._room is not None:
            self._room.setVisible(is_shown)
