"""A conversation on its way out: into a Markdown file that the person names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.core.errors import UserFacingError
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services

if TYPE_CHECKING:
    from newt_gui.recall.page import RecallPage

_LONGEST_NAME = 60


class ExportFlow(QObject):
    """Asks for the place, writes, and tells what came of it."""

    def __init__(self, page: RecallPage, services: Services) -> None:
        super().__init__(page)
        self._page, self._services = page, services
        self._folder = Path.home()

    def choose_place(self, conversation_id: str, title: str) -> None:
        """Let the place for the file be chosen, then write the whole conversation there."""

        def picked(path: Path | None) -> None:
            if path is not None:
                self._folder = path.parent
                self._write(path, conversation_id)

        types = ((self.tr("Markdown"), ("md",)),)
        start = self._folder / file_name(title)
        self._services.dialogs.save_file(self.tr("Export the conversation"), start, types, picked)

    def _write(self, path: Path, conversation_id: str) -> None:
        def done(_: object) -> None:
            said = self.tr("Exported the conversation to {path}.").format(path=path)
            self._page.message_posted.emit(Message(said))

        def failed(error: UserFacingError) -> None:
            self._page.message_posted.emit(error_message(error))

        self._page.session.export(conversation_id, path, done, failed)


def file_name(title: str) -> str:
    """A name for the file that every system allows."""
    kept = "".join(ch if ch.isalnum() or ch in "-_" else " " for ch in title)
    name = "-".join(kept.split())[:_LONGEST_NAME].strip("-")
    return f"{name or 'conversation'}.md"
