"""The banner at the top of the page: what is odd about the file."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.notes import NotesSnapshot
from newt_gui.notes import words
from newt_gui.qt.messages import Banner
from newt_gui.qt.theme import Theme


class FileBanner(QWidget):
    """Takes no room while the file is an ordinary one."""

    folder_requested = Signal()
    """The person wants to see the folder that the file lies in."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.banner = Banner(theme)
        self.banner.setObjectName("notes_banner")
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.banner)

    def show_file(self, snapshot: NotesSnapshot) -> None:
        """Say what is odd about the file, where anything is."""
        message = words.file_message(snapshot)
        unit = self._theme.unit if message is not None else 0
        self._column.setContentsMargins(3 * unit, 3 * unit, 3 * unit, 0)
        if message is None:
            self.banner.clear()
            return
        if snapshot.problem is not None:
            message = message._replace(actions=((self.tr("Open the folder"), self._request_folder),))
        if message != self.banner.message:
            self.banner.show_message(message)

    def _request_folder(self) -> None:
        self.folder_requested.emit()
