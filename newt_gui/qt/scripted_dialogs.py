"""The door for dialogs with somebody behind it who answers at once, for tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtWidgets import QDialog

from newt_gui.qt.dialogs import Answered, Dialogs, FileType, Finished, MakeDialog, Picked, Question


class FolderAsked(NamedTuple):
    """A folder was to be picked."""

    title: str
    start: Path | None


class FileAsked(NamedTuple):
    """A file was to be picked, or (`saving`) the place for one."""

    title: str
    start: Path | None
    types: tuple[FileType, ...]
    saving: bool = False


class Told(NamedTuple):
    """Something was told."""

    title: str
    text: str
    detail: str


Answer = str | Path | None | Callable[[Any], object]


class ScriptedDialogs(Dialogs):
    """For tests: answers at once from a list, and keeps a log of what it was asked.

    An answer is the key of a choice, for a folder or a file a Path or None, and for a dialog of its
    own what a person does with it. A question too many, or an answer that isn't among the choices,
    is an AssertionError; what is only told uses up no answer.
    """

    def __init__(self, answers: Sequence[Answer] = ()) -> None:
        super().__init__(lambda: None)
        self.answers: deque[Answer] = deque(answers)
        self.asked: list[Question | FolderAsked | FileAsked | Told | QDialog] = []

    def ask(self, question: Question, answered: Answered) -> None:
        """Answer with the next key of the list."""
        question.check()
        self.asked.append(question)
        answer = self._next(question.title)
        keys = [choice.key for choice in question.choices]
        if answer not in keys:
            raise AssertionError(f"{answer!r} is not among the answers {keys} to {question.title!r}")
        answered(str(answer))

    def show(self, make: MakeDialog, finished: Finished) -> None:
        """Build the dialog and let the next of the list work it, unseen."""
        dialog = make(None)
        self.asked.append(dialog)
        answer = self._next(dialog.windowTitle())
        if not callable(answer):
            raise AssertionError(f"{answer!r} can't work the dialog {dialog.windowTitle()!r}")
        answer(dialog)
        finished(dialog)

    def tell(self, title: str, text: str, detail: str = "") -> None:
        """Keep what was told."""
        self.asked.append(Told(title, text, detail))

    def pick_folder(self, title: str, start: Path | None, picked: Picked) -> None:
        """Pick the next folder of the list."""
        self.asked.append(FolderAsked(title, start))
        picked(self._next_path(title))

    def pick_file(self, title: str, start: Path | None, types: Sequence[FileType], picked: Picked) -> None:
        """Pick the next file of the list."""
        self.asked.append(FileAsked(title, start, tuple(types)))
        picked(self._next_path(title))

    def save_file(self, title: str, start: Path, types: Sequence[FileType], picked: Picked) -> None:
        """Pick the next place of the list."""
        self.asked.append(FileAsked(title, start, tuple(types), saving=True))
        picked(self._next_path(title))

    def _next_path(self, title: str) -> Path | None:
        answer = self._next(title)
        if not isinstance(answer, str | Path | None):
            raise AssertionError(f"{answer!r} is no place to pick for {title!r}")
        return None if answer is None else Path(answer)

    def _next(self, title: str) -> Answer:
        if not self.answers:
            raise AssertionError(f"nobody expected the question {title!r}")
        return self.answers.popleft()
