"""Looking at earlier versions of a soul's file or of a config file, as long as the person wants to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newt_gui.core.errors import UserFacingError
from newt_gui.core.file_versions import FileVersions, read_now, versions_of
from newt_gui.core.history import History
from newt_gui.core.soul import SoulKind
from newt_gui.qt.messages import Message
from newt_gui.qt.services import Services
from newt_gui.qt.tasks import Job
from newt_gui.qt.version_deeds import Copy, VersionDeeds
from newt_gui.qt.watcher import FileWatcher
from newt_gui.soul.restoring import Restoring
from newt_gui.soul.version import Seen, Subject, examine

if TYPE_CHECKING:
    from newt_gui.soul.page import SoulPage


class VersionsFlow(QObject):
    """Stands in place of text and editor while it is open; unsaved text stays where it is."""

    message_posted = Signal(object)

    def __init__(self, page: SoulPage, history: History, services: Services) -> None:
        super().__init__(page)
        self._page, self._history, self._tasks = page, history, services.tasks
        self._channel = f"soul version {id(self)}"
        self._subject: Subject | None = None
        self._found: FileVersions | None = None
        self._seen: Seen | None = None
        self._asked = 0
        self._watcher = FileWatcher(services.tasks, read_now, parent=self)
        self._watcher.content_changed.connect(lambda _: self.look())
        self._deeds = VersionDeeds(history, services, self._tell, self._fail, self)
        self._restoring = Restoring(page, history, services, self)
        self._restoring.message_posted.connect(self.message_posted)
        self._restoring.failed.connect(self.look)
        self.view = page.versions_view
        self.view.versions.chosen.connect(lambda _row: self._show())
        self.view.restore_requested.connect(self._restore)
        self.view.copy_requested.connect(self._save_copy)
        self.view.forget_requested.connect(self._forget)
        self.view.left.connect(self._go_back)

    def open(self, path: Path, kind: SoulKind | None) -> None:
        """Show the versions of the file at `path`. `kind`: the rung that it belongs to, None: a config."""
        self._page.commit()
        self._seen = self._found = None
        self._subject = subject = Subject(path, kind)
        self.view.show_subject(subject)
        self._page.show_versions(True)
        self.view.versions.setFocus()
        if "\0" in str(path):  # no file can ever be there
            self.look()
        else:
            self._watcher.watch(path, None)

    def leave(self) -> None:
        """Show again what was there before."""
        if self._subject is not None:
            self._subject = self._found = self._seen = None
            self._watcher.stop()
            self._tasks.interrupt(self._channel)
            self._page.show_versions(False)
            self._page.choosing.show_right()

    def stop(self) -> None:
        """The window closes."""
        self._subject = None
        self._watcher.stop()

    def _go_back(self) -> None:
        """By the person's wish: they go on where they came from."""
        subject = self._subject
        self.leave()
        if self._page.shows_editor:
            self._page.edit_pane.editor.setFocus()
        elif subject is not None and subject.kind is None:
            self._page.ladder.chain.setFocus()
        else:
            self._page.text_pane.history_button.setFocus()

    # Looking

    def look(self, *, keep: bool = True) -> None:
        """Look at the file and its versions now; what is there becomes one of them, with `keep`."""
        subject, history = self._subject, self._history
        if subject is None:
            return
        self._asked += 1
        asked = self._asked

        def found(now: FileVersions) -> None:
            if asked == self._asked and subject is self._subject:
                self._list(now)

        def failed(error: UserFacingError) -> None:
            if asked == self._asked and subject is self._subject:
                self._fail(error)

        # After all that is being written, so that nobody else is taken for its writer.
        self._tasks.mutate(lambda: versions_of(subject.path, history, keep=keep), found, failed)

    def _list(self, found: FileVersions) -> None:
        self._found = found
        self.view.versions.show_versions(found.versions, found.sha256)
        if not found.versions:
            self._tasks.interrupt(self._channel)
            self._seen = None
            text = self.tr("No earlier version is kept yet: there will be one as soon as this file is there.")
            problem = found.problem
            self.view.show_problem(text if problem is None else f"{problem.what} {problem.why}")

    def _show(self) -> None:
        version, subject, found = self.view.versions.current, self._subject, self._found
        if version is None or subject is None or found is None:
            return

        def work(_job: Job) -> Seen:
            return examine(subject, self._history.content(version.id), found)

        self._tasks.query(self._channel, work, self._take, self._fail)

    def _take(self, seen: Seen) -> None:
        if self._subject is not None:
            self._seen = seen
            self.view.show_version(self._subject, seen)

    def _fail(self, error: UserFacingError) -> None:
        self._seen = None
        said = " ".join(filter(None, (error.what, error.why, error.hint)))
        self.view.show_problem(said, can_forget=self.view.versions.current is not None)

    # Doing

    def _restore(self) -> None:
        if self._subject is not None and self._seen is not None:
            self._restoring.restore(self._subject, self._seen)

    def _save_copy(self) -> None:
        if self._subject is not None and self._seen is not None:
            path = self._subject.path
            kind = self.tr("Config files") if self._subject.kind is None else self.tr("Souls")
            name = f"{path.stem}-earlier{path.suffix}".encode("utf-8", "replace").decode()
            self._deeds.save_copy(Copy(self._seen.data, path, name, kind))

    def _forget(self) -> None:
        version = self.view.versions.current
        if version is not None:
            stays = self.tr("The file itself stays as it is.")
            self._deeds.forget(version, stays, lambda: self.look(keep=False))

    def _tell(self, message: Message) -> None:
        self.message_posted.emit(message)
