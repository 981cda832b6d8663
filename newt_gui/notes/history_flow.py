"""Looking at earlier versions of the notes, and bringing back what is wanted of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject

from newt_gui.core.errors import UserFacingError
from newt_gui.core.history import History, Version
from newt_gui.core.merge import Operation
from newt_gui.core.snapshot import Checks
from newt_gui.core.version_diff import Comparison, compare, notes_in, restore_all, restore_one
from newt_gui.notes.history_view import HistoryView
from newt_gui.notes.page import NotesPage
from newt_gui.notes.selection import select
from newt_gui.qt.messages import Message
from newt_gui.qt.services import Services
from newt_gui.qt.tasks import Job
from newt_gui.qt.version_deeds import Copy, VersionDeeds

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
        self._tasks = services.tasks
        self._shown: _Shown | None = None
        self._wanted: int | None = None
        self._deeds = VersionDeeds(history, services, page.message_posted.emit, self._fail, self)
        self.view = HistoryView(services.theme)
        self.view.versions.chosen.connect(lambda _row: self._show())
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
        state = self._session.snapshot.state
        wanted, self._wanted = self._wanted, None
        self.view.versions.show_versions(versions, state.fingerprint() if state is not None else "", wanted)
        if not versions:
            self.view.show_none()

    def _fail(self, error: UserFacingError) -> None:
        self._shown = None
        self.view.show_problem(" ".join(filter(None, (error.what, error.why, error.hint))))

    # One version

    def _show(self) -> None:
        version, now = self.view.versions.current, self._session.snapshot.entries
        if version is None:
            return

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
            self._show()  # others wrote meanwhile: let the person look again
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
        if self._shown is not None:
            kind = self.tr("Notes, as newt keeps them")
            path = self._session.snapshot.path
            self._deeds.save_copy(Copy(self._shown.data, path, "NOTES-earlier.md", kind))

    def _ask_to_forget(self) -> None:
        version = self.view.versions.current
        if version is not None:
            self._deeds.forget(version, self.tr("The notes file stays as it is."), self._look)

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
