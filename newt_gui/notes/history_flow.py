"""Looking at earlier versions of the notes, and bringing back what is wanted of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject

from newt_gui.core.errors import UserFacingError
from newt_gui.core.history import History, Version
from newt_gui.core.merge import Operation
from newt_gui.core.snapshot import Checks
from newt_gui.core.transfer_files import write_copy
from newt_gui.core.version_diff import Comparison, compare, notes_in, restore_all, restore_one
from newt_gui.notes.history_view import HistoryView
from newt_gui.notes.history_words import version_line
from newt_gui.notes.page import NotesPage
from newt_gui.notes.selection import select
from newt_gui.qt.dialogs import Choice, Question
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services
from newt_gui.qt.tasks import Job

_CHANNEL = "history"


class _Shown(NamedTuple):
    """The version in view: its bytes, and its notes beside those of today."""

    data: bytes
    then: tuple[str, ...]
    now: tuple[str, ...]
    compared: Comparison


class HistoryFlow(QObject):
    """Stands in place of the editor while it is open. What is restored is an edit like any other."""

    def __init__(self, page: NotesPage, history: History, services: Services) -> None:
        super().__init__(page)
        self._page, self._session, self._history = page, page.session, history
        self._tasks, self._dialogs = services.tasks, services.dialogs
        self._versions: list[Version] = []
        self._shown: _Shown | None = None
        self._wanted = 0
        self.view = HistoryView(services.theme)
        self.view.version_chosen.connect(self._show)
        self.view.restore_one_requested.connect(self._restore_one)
        self.view.restore_all_requested.connect(self._restore_all)
        self.view.copy_requested.connect(self._save_copy)
        self.view.forget_requested.connect(self._ask_to_forget)
        self.view.left.connect(self._leave)
        page.right.addWidget(self.view)
        page.list_pane.chosen.connect(self._on_note_chosen)
        self._session.rows_changed.connect(self._on_rows_changed)
        self._session.changed_outside.connect(self._on_changed_outside)

    @property
    def is_open(self) -> bool:
        return self._page.right.currentWidget() is self.view

    def open(self, at: int = 0) -> None:
        """Show the versions in place of the editor. `at`: which one, 0 the newest."""
        self._page.commit()
        self._wanted = at
        self._page.right.setCurrentWidget(self.view)
        self.view.versions.setFocus()
        self._look()

    def _look(self) -> None:
        path = self._session.snapshot.path
        self._tasks.query(_CHANNEL, lambda _job: self._history.versions(path), self._list, self._fail)

    def _list(self, versions: list[Version]) -> None:
        self._versions = versions
        state = self._session.snapshot.state
        now = state.fingerprint() if state is not None else ""
        self.view.show_versions([version_line(one, one.sha256 == now) for one in versions])
        if 0 < self._wanted < len(versions):
            self.view.versions.setCurrentRow(self._wanted)
        self._wanted = 0

    def _fail(self, error: UserFacingError) -> None:
        self._shown = None
        self.view.show_problem(" ".join(filter(None, (error.what, error.why, error.hint))))

    # One version

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self._versions):
            return
        version, now = self._versions[row], self._session.snapshot.entries

        def work(_job: Job) -> _Shown | bytes:
            data = self._history.content(version.id)
            then = notes_in(data)
            return data if then is None else _Shown(data, then, now, compare(then, now))

        self._tasks.query(_CHANNEL, work, self._take, self._fail)

    def _take(self, shown: _Shown | bytes) -> None:
        if isinstance(shown, bytes):
            self._shown = _Shown(shown, (), (), Comparison((), ()))
            text = self.tr("This version is no plain UTF-8 text: newt saw no notes in it.")
            hint = self.tr("Save a copy to look at it with another program.")
            self.view.show_problem(f"{text} {hint}", can_copy=True)
        else:
            self._shown = shown
            self.view.show_comparison(shown.compared, shown.now)

    def _restore_one(self, at: int) -> None:
        shown = self._shown
        if shown is not None and 0 <= at < len(shown.then):
            self._restore(restore_one(shown.then, shown.now, at), self.tr("restore one note"))

    def _restore_all(self) -> None:
        if self._shown is not None:
            operations = restore_all(self._shown.then, self._shown.now)
            self._restore(operations, self.tr("restore an earlier version"))

    def _restore(self, operations: Sequence[Operation], label: str) -> None:
        shown = self._shown
        if shown is None or shown.now != self._session.snapshot.entries:
            self._show(self.view.versions.currentRow())  # others wrote meanwhile: let the person look again
            return

        def done(ok: bool) -> None:
            if ok:
                self._leave()
                self._select_touched()
                told = self.tr("Restored; counts from the next session.")
                self._page.message_posted.emit(Message(told, actions=(self._page.commands.undo_action(),)))

        self._page.commands.change(operations, label, Checks.RESTORED, done)

    def _select_touched(self) -> None:
        keys = [key for key in self._session.steps.touched if self._session.row(key) is not None]
        if keys:
            select(self._page.list_pane, keys)

    def _save_copy(self) -> None:
        shown = self._shown
        if shown is None:
            return

        def picked(path: Path | None) -> None:
            if path is not None:
                notes = self._session.snapshot.path
                told = Message(self.tr("Saved a copy as {path}.").format(path=path))
                self._tasks.mutate(
                    lambda: write_copy(path, shown.data, notes),
                    lambda _: self._page.message_posted.emit(told),
                    lambda error: self._page.message_posted.emit(error_message(error)),
                )

        types = ((self.tr("Notes, as newt keeps them"), ("md",)),)
        self._dialogs.save_file(self.tr("Save a copy"), Path.home() / "NOTES-earlier.md", types, picked)

    def _ask_to_forget(self) -> None:
        row = self.view.versions.currentRow()
        if not 0 <= row < len(self._versions):
            return
        version = self._versions[row]
        question = Question(
            title=self.tr("Forget this version for good?"),
            text=self.tr(
                "Its text can't be brought back then. Other versions that hold the very same go, too; "
                "the notes file stays as it is."
            ),
            detail="",
            choices=(
                Choice("forget", self.tr("Forget it"), "destructive"),
                Choice("keep", self.tr("Keep it"), "cancel"),
            ),
            escape="keep",
        )

        def answered(choice: str) -> None:
            if choice == "forget":
                self._tasks.mutate(
                    lambda: self._history.forget(version.id), lambda _: self._look(), self._fail
                )

        self._dialogs.ask(question, answered)

    # Leaving

    def _leave(self) -> None:
        if self.is_open:
            self._page.right.setCurrentWidget(self._page.editor_pane)
            self._page.list_pane.view.setFocus()

    def _on_note_chosen(self) -> None:
        """Whoever goes to a note wants to see it."""
        if self._page.list_pane.view.hasFocus():
            self._leave()

    def _on_rows_changed(self) -> None:
        if self.is_open:
            self._look()

    def _on_changed_outside(self) -> None:
        """What others wrote is a version as soon as it is kept."""
        if self.is_open:
            self._tasks.mutate(lambda: None, lambda _: self._look())
