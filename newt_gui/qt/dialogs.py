"""The one door for dialogs. Nothing here blocks: the answer comes to a callback.

A dialog is for a decision; news goes to the message bar.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from PySide6.QtCore import QDir, QObject, Qt
from PySide6.QtWidgets import QDialog, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

ChoiceRole = Literal["primary", "plain", "destructive", "cancel"]
Answered = Callable[[str], object]
Picked = Callable[[Path | None], object]
MakeDialog = Callable[[QWidget | None], QDialog]
Finished = Callable[[Any], object]
"""Gets the dialog once it has finished."""
FileType = tuple[str, tuple[str, ...]]
"""A kind of file: its name for people, and the endings of its files, the usual one first."""


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
    """Asks, tells and lets folders and files be picked, over whatever window the getter names."""

    def __init__(self, parent_window_getter: Callable[[], QWidget | None], *, native: bool = True) -> None:
        super().__init__()
        self._parent_window = parent_window_getter
        self._native = native
        self._waiting: deque[tuple[MakeDialog, Finished]] = deque()
        self._open: QDialog | None = None

    @property
    def is_open(self) -> bool:
        """Whether a question or another dialog of this program waits for its answer."""
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

        def make(parent: QWidget | None) -> QDialog:
            from newt_gui.qt.question import QuestionDialog

            return QuestionDialog(question, parent)

        self.show(make, lambda dialog: answered(dialog.answer))

    def show(self, make: MakeDialog, finished: Finished) -> None:
        """Show the dialog that `make` builds, in its turn; `finished` gets it, accepted or not."""
        self._waiting.append((make, finished))
        self._show_next()

    def tell(self, title: str, text: str, detail: str = "") -> None:
        """Show something that must not be missed; there is nothing to choose."""
        close = Choice("close", self.tr("Close"), "primary")
        self.ask(Question(title, text, detail, (close,), "close"), lambda _key: None)

    def pick_folder(self, title: str, start: Path | None, picked: Picked) -> None:
        """Let a folder be chosen, beginning at `start`; `picked` gets it, or None."""
        dialog = self._picker(title, start)
        dialog.setFileMode(dialog.FileMode.Directory)
        dialog.setOption(dialog.Option.ShowDirsOnly)
        # The folders that matter here often begin with a dot.
        dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)
        _open(dialog, picked)

    def pick_file(self, title: str, start: Path | None, types: Sequence[FileType], picked: Picked) -> None:
        """Let a file that is there be chosen; `types`: what is offered, besides any file at all."""
        dialog = self._picker(title, start)
        dialog.setFileMode(dialog.FileMode.ExistingFile)
        every = (self.tr("All of these"), tuple(suffix for _, suffixes in types for suffix in suffixes))
        dialog.setNameFilters([*map(_pattern, (every, *types)), self.tr("Any file (*)")])
        _open(dialog, picked)

    def save_file(self, title: str, start: Path, types: Sequence[FileType], picked: Picked) -> None:
        """Let the place for a file be chosen; the name of `start` is the one that is offered.

        A name that has no ending gets the usual one of the kind that is chosen. Whether a file
        that is there may be replaced has been asked.
        """
        dialog = self._picker(title, start.parent)
        dialog.setAcceptMode(dialog.AcceptMode.AcceptSave)
        endings = {_pattern(kind): kind[1][0] for kind in types}
        dialog.setNameFilters(list(endings))
        dialog.filterSelected.connect(lambda pattern: dialog.setDefaultSuffix(endings[pattern]))
        dialog.setDefaultSuffix(types[0][1][0])
        dialog.selectFile(start.name)
        _open(dialog, picked)

    def _picker(self, title: str, folder: Path | None) -> QFileDialog:
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._parent_window(), title, str(folder or ""))
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog, not self._native)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        return dialog

    def _show_next(self) -> None:
        if self._open is not None or not self._waiting:
            return
        make, finished = self._waiting.popleft()
        dialog = make(self._parent_window())
        self._open = dialog
        dialog.finished.connect(lambda _result: self._finish(dialog, finished))
        # A window that closes takes its dialog along; the next question must not wait for that one.
        dialog.destroyed.connect(self._forget)
        dialog.open()

    def _finish(self, dialog: QDialog, finished: Finished) -> None:
        self._open = None
        dialog.destroyed.disconnect(self._forget)
        dialog.deleteLater()
        try:
            finished(dialog)
        finally:
            self._show_next()

    def _forget(self) -> None:
        self._open = None
        self._show_next()


def _open(dialog: QFileDialog, picked: Picked) -> None:
    """Show a file dialog; it goes when it has its answer."""

    def finished(result: int) -> None:
        chosen = dialog.selectedFiles() if result == QDialog.DialogCode.Accepted else []
        dialog.deleteLater()
        picked(Path(chosen[0]) if chosen else None)

    dialog.finished.connect(finished)
    dialog.open()


def _pattern(kind: FileType) -> str:
    """The kind as file dialogs want it."""
    label, suffixes = kind
    return f"{label} ({' '.join(f'*.{suffix}' for suffix in suffixes)})"
