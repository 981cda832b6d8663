"""What can be done with a kept version whatever file it is of: forget it, or save a copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject

from newt_gui.core.copies import write_copy
from newt_gui.core.errors import UserFacingError
from newt_gui.core.history import History, Version
from newt_gui.qt.dialogs import Choice, FileType, Question
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services


class Copy(NamedTuple):
    """What a copy is made of: the bytes, the file they were in, and the name that is offered.

    `kind`: a word for such files, for the dialog.
    """

    data: bytes
    original: Path
    name: str
    kind: str


class VersionDeeds(QObject):
    """Asks what has to be asked. `tell` gets a Message; `failed` what keeps the history from it."""

    def __init__(
        self,
        history: History,
        services: Services,
        tell: Callable[[Message], None],
        failed: Callable[[UserFacingError], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._history, self._tell, self._failed = history, tell, failed
        self._tasks, self._dialogs = services.tasks, services.dialogs

    def save_copy(self, copy: Copy) -> None:
        """Let a place be picked, and put the bytes there."""

        def picked(path: Path | None) -> None:
            if path is None:
                return
            told = Message(self.tr("Saved a copy as {path}.").format(path=_shown(path)))
            self._tasks.mutate(
                lambda: write_copy(path, copy.data, copy.original),
                lambda _: self._tell(told),
                lambda error: self._tell(error_message(error)),
            )

        ending = Path(copy.name).suffix.lstrip(".")
        types: tuple[FileType, ...] = ((copy.kind, (ending if ending.isalnum() else "txt",)),)
        self._dialogs.save_file(self.tr("Save a copy"), Path.home() / copy.name, types, picked)

    def forget(self, version: Version, stays: str, then: Callable[[], None]) -> None:
        """Ask, then drop the version for good. `stays`: a sentence of what is not touched."""
        gone = self.tr("Its text can't be brought back then. Other versions that hold the very same go, too.")
        question = Question(
            title=self.tr("Forget this version for good?"),
            text=f"{gone} {stays}",
            detail="",
            choices=(
                Choice("forget", self.tr("Forget it"), "destructive"),
                Choice("keep", self.tr("Keep it"), "cancel"),
            ),
            escape="keep",
        )

        def answered(choice: str) -> None:
            if choice == "forget":
                self._tasks.mutate(lambda: self._history.forget(version.id), lambda _: then(), self._failed)

        self._dialogs.ask(question, answered)


def _shown(path: Path) -> str:
    return str(path).encode("utf-8", "replace").decode()
