"""The one door for dialogs. Nothing here blocks: the answer comes to a callback.

A dialog is for a decision; news goes to the message bar.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QDir, QObject, Qt
from PySide6.QtWidgets import QDialog, QWidget

if TYPE_CHECKING:
    from newt_gui.qt.question import QuestionDialog

ChoiceRole = Literal["primary", "plain", "destructive", "cancel"]
Answered = Callable[[str], object]
Picked = Callable[[Path | None], object]


class Choice(NamedTuple):
    """One answer: what the callback gets, what the button says (with a mnemonic), what it is."""

    key: str
    label: str
    role: ChoiceRole = "plain"


class Question(NamedTuple):
    """What is asked, in plain text. `detail` may be long; `escape`: the key that Esc stands for."""

    title: str
    text: str
    detail: str
    choices: tuple[Choice, ...]
    escape: str

    def check(self) -> None:
        """ValueError for keys that aren't all different or an escape that is no choice."""
        keys = [choice.key for choice in self.choices]
        if len(set(keys)) != len(keys) or self.escape not in keys:
            raise ValueError(f"the answers {keys} with {self.escape!r} for Esc make no question")


class Dialogs(QObject):
    """Asks, tells and lets folders be picked, over whatever window the getter names."""

    def __init__(self, parent_window_getter: Callable[[], QWidget | None], *, native: bool = True) -> None:
        super().__init__()
        self._parent_window = parent_window_getter
        self._native = native
        self._waiting: deque[tuple[Question, Answered]] = deque()
        self._open: QDialog | None = None

    @property
    def is_open(self) -> bool:
        """Whether a question waits for its answer."""
        return self._open is not None

    def close_all(self) -> None:
        """Take every question back; nobody hears an answer."""
        self._waiting.clear()
        if self._open is not None:
            dialog, self._open = self._open, None
            dialog.finished.disconnect()
            dialog.close()
            dialog.deleteLater()

    def ask(self, question: Question, answered: Answered) -> None:
        """Show the question; `answered` gets the key of the choice. One question at a time.

        ValueError for a question whose keys aren't all different or whose escape isn't a choice.
        """
        question.check()
        self._waiting.append((question, answered))
        self._show_next()

    def tell(self, title: str, text: str, detail: str = "") -> None:
        """Show something that must not be missed; there is nothing to choose."""
        close = Choice("close", self.tr("Close"), "primary")
        self.ask(Question(title, text, detail, (close,), "close"), lambda _key: None)

    def pick_folder(self, title: str, start: Path | None, picked: Picked) -> None:
        """Let a folder be chosen, beginning at `start`; `picked` gets it, or None."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._parent_window(), title, str(start or ""))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog, not self._native)
        # The folders that matter here often begin with a dot.
        dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)

        def finished(result: int) -> None:
            chosen = dialog.selectedFiles() if result == QDialog.DialogCode.Accepted else []
            dialog.deleteLater()
            picked(Path(chosen[0]) if chosen else None)

        dialog.finished.connect(finished)
        dialog.open()

    def _show_next(self) -> None:
        if self._open is not None or not self._waiting:
            return
        from newt_gui.qt.question import QuestionDialog

        question, answered = self._waiting.popleft()
        dialog = QuestionDialog(question, self._parent_window())
        self._open = dialog
        dialog.finished.connect(lambda _result: self._finish(dialog, answered))
        # A window that closes takes its dialog along; the next question must not wait for that one.
        dialog.destroyed.connect(self._forget)
        dialog.open()

    def _finish(self, dialog: QuestionDialog, answered: Answered) -> None:
        self._open = None
        dialog.destroyed.disconnect(self._forget)
        dialog.deleteLater()
        try:
            answered(dialog.answer)
        finally:
            self._show_next()

    def _forget(self) -> None:
        self._open = None
        self._show_next()


class FolderAsked(NamedTuple):
    """A folder was to be picked."""

    title: str
    start: Path | None


class Told(NamedTuple):
    """Something was told."""

    title: str
    text: str
    detail: str


class ScriptedDialogs(Dialogs):
    """For tests: answers at once from a list, and keeps a log of what it was asked.

    An answer is the key of a choice, or for a folder a Path or None. A question too many, or an
    answer that isn't among the choices, is an AssertionError; what is only told uses up no answer.
    """

    def __init__(self, answers: Sequence[str | Path | None] = ()) -> None:
        super().__init__(lambda: None)
        self.answers: deque[str | Path | None] = deque(answers)
        self.asked: list[Question | FolderAsked | Told] = []

    def ask(self, question: Question, answered: Answered) -> None:
        """Answer with the next key of the list."""
        question.check()
        self.asked.append(question)
        answer = self._next(question)
        keys = [choice.key for choice in question.choices]
        if answer not in keys:
            raise AssertionError(f"{answer!r} is not among the answers {keys} to {question.title!r}")
        answered(str(answer))

    def tell(self, title: str, text: str, detail: str = "") -> None:
        """Keep what was told."""
        self.asked.append(Told(title, text, detail))

    def pick_folder(self, title: str, start: Path | None, picked: Picked) -> None:
        """Pick the next folder of the list."""
        request = FolderAsked(title, start)
        self.asked.append(request)
        answer = self._next(request)
        picked(None if answer is None else Path(answer))

    def _next(self, request: Question | FolderAsked) -> str | Path | None:
        if not self.answers:
            raise AssertionError(f"nobody expected the question {request.title!r}")
        return self.answers.popleft()
