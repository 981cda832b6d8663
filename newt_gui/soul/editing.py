"""Editing the file of one soul: unsaved text, safe saving, and what others write meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newt_gui.core.errors import FileUnreadable, UserFacingError
from newt_gui.core.soul import SoulKind
from newt_gui.core.soul_files import SoulConflict, SoulFile, SoulText, SoulTooLong
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher
from newt_gui.soul.draft import Draft, Kept, Theirs, accepted, begun, brought_back, followed, saved
from newt_gui.soul.excerpt import excerpt
from newt_gui.soul.writing import Writing

if TYPE_CHECKING:
    from newt_gui.core.files import FileState
    from newt_gui.core.history import History

Finish = Callable[[bool], None]


class SoulEditing(QObject):
    """At most one file is open. All of it runs on the UI thread; reading and writing do not."""

    opened = Signal()
    """A file was opened for editing; the draft is there."""
    closed = Signal()
    changed = Signal()
    """The draft's state is another one: dirty or not, in conflict or not, unreadable or not."""
    typed = Signal()
    """The person changed the text."""
    text_wanted = Signal()
    """Whoever has text that the draft doesn't have yet is to hand it over with `write`."""
    text_replaced = Signal()
    """The draft's text is another one, and the person did not type it."""
    saved = Signal()
    written = Signal()
    """A file was written or created."""
    refused = Signal(object)
    """A UserFacingError: nothing was written, opened or created."""
    trouble = Signal(object)
    """A UserFacingError that kept nothing from being done."""
    vanished = Signal()
    """The file that was open without unsaved text is gone, and so is the draft."""

    def __init__(
        self, tasks: Tasks, history: History | None, watcher: FileWatcher, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._history, self._watcher = history, watcher
        watcher.setParent(self)
        watcher.content_changed.connect(self._on_content_changed)
        self.draft: Draft | None = None
        self._file: SoulFile | None = None
        self._writing = Writing(tasks, watcher)

    @property
    def is_dirty(self) -> bool:
        return self.draft is not None and self.draft.is_dirty

    @property
    def is_saving(self) -> bool:
        return self._writing.is_under_way

    def when_idle(self, then: Callable[[], None]) -> None:
        """Run `then` as soon as nothing is being written, at once where nothing is."""
        self._writing.when_idle(then)

    # Opening

    def open(
        self,
        kind: SoulKind,
        path: Path,
        kept: Kept | None = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Read the file for editing. The caller has dealt with the draft that is open.

        `kept`: unsaved text from before a crash, which goes on. `then` runs once the file is open.
        """
        file = SoulFile(path, self._history)

        def read(text: SoulText) -> None:
            self._begin(file, brought_back(kind, text, kept) if kept else begun(kind, text))
            if then is not None:
                then()

        def load() -> SoulText:
            text = file.load()
            if not excerpt(text.text).is_whole:
                raise SoulTooLong(path)
            return text

        self._writing.begin(load, read, self.refused.emit)

    def create(self, kind: SoulKind, path: Path, text: str, then: Callable[[], None] | None = None) -> None:
        """Create the file with `text`, never over anything, and open it; `then` runs once it is open."""
        file = SoulFile(path, self._history)

        def created(now: SoulText) -> None:
            self._begin(file, begun(kind, now))
            self.written.emit()
            if then is not None:
                then()

        self._writing.begin(lambda: file.create(text), created, self.refused.emit)

    def _begin(self, file: SoulFile, draft: Draft) -> None:
        self._file, self.draft = file, draft
        self._watcher.watch(file.path, None)
        self.opened.emit()

    def close(self) -> None:
        """Edit nothing any more; what is not saved is gone."""
        if self.draft is not None:
            self._watcher.stop()
            self.draft, self._file = None, None
            self.closed.emit()

    def stop(self) -> None:
        """Watch no longer; a write under way is finished."""
        self._watcher.stop()
        self._writing.drop_wishes()

    # What the person writes

    def write(self, text: str) -> None:
        """The person's text as it is now."""
        if self.draft is not None and text != self.draft.text:
            self._put(replace(self.draft, text=text))
            self.typed.emit()

    def revert(self) -> None:
        """Go back to what is in the file."""
        draft = self.draft
        if draft is not None and draft.theirs is not None:
            self.use_theirs()
        elif draft is not None and draft.text != draft.base:
            self._put(replace(draft, text=draft.base))
            self.text_replaced.emit()

    def bring(self, text: str) -> None:
        """Put another text in place of the person's, unsaved; the editor's own undo takes it back."""
        if self.draft is not None and text != self.draft.text:
            self._put(replace(self.draft, text=text))
            self.text_replaced.emit()
            self.typed.emit()

    def save(self, then: Finish | None = None) -> None:
        """Write the text. `then` hears whether it is on disk. Not over what somebody else wrote unseen."""
        finish = then or _ignore
        draft, file = self.draft, self._file
        if draft is None or file is None:
            finish(False)
        elif self.is_saving:
            self.when_idle(lambda: self.save(finish))
        elif draft.is_dirty:
            self._save(draft, file, finish)
        else:
            finish(True)

    def _save(self, draft: Draft, file: SoulFile, finish: Finish) -> None:
        def done(now: SoulText) -> None:
            if self._file is file and self.draft is not None:
                self._put(saved(self.draft, now))
                self.saved.emit()
            if file.history_problem is not None:
                self.trouble.emit(file.history_problem)
            self.written.emit()
            finish(True)

        def failed(error: UserFacingError) -> None:
            if isinstance(error, SoulConflict) and self._file is file and self.draft is not None:
                self._put(replace(self.draft, theirs=Theirs(error.theirs, error.theirs_data)))
            self.refused.emit(error)
            finish(False)

        self._writing.begin(lambda: file.save(draft.seen, draft.text), done, failed)

    # Deciding between two texts

    def use_mine(self, then: Finish | None = None) -> None:
        """Save the person's text in place of theirs, which stays in the history."""
        draft = self.draft
        if draft is not None and draft.theirs is not None:
            self._put(accepted(draft, draft.theirs, draft.text))
        self.save(then)

    def use_theirs(self) -> None:
        """Take what is in the file; where it is gone, editing ends."""
        draft = self.draft
        if draft is None or draft.theirs is None:
            return
        if draft.theirs.text is None:
            self.close()
            self.vanished.emit()
        else:
            self._take(accepted(draft, draft.theirs, draft.theirs.text))

    def edit_together(self, text: str) -> None:
        """Go on with `text`, made of both; it counts against what is in the file now."""
        draft = self.draft
        if draft is not None and draft.theirs is not None:
            self._take(accepted(draft, draft.theirs, text))

    # What others write

    def _on_content_changed(self, found: FileState | FileUnreadable) -> None:
        self.text_wanted.emit()
        draft = self.draft
        if draft is None or self.is_saving:
            return
        if isinstance(found, FileUnreadable):
            self._put(replace(draft, problem=found))
            return
        now = followed(draft, found.data, found.links)
        if now is not None:
            self._take(now)
        else:
            self.close()
            self.vanished.emit()

    # Working

    def _take(self, draft: Draft) -> None:
        before = self.draft
        if before is not None and before.text == draft.text:
            self._put(draft)
        elif excerpt(draft.text).is_whole:
            self._put(draft)
            self.text_replaced.emit()
        elif self._file is not None:
            path = self._file.path
            if before is not None and not before.is_dirty:
                self.close()  # an unsaved text stays as it is, and so does the question what to do with it
            self.refused.emit(SoulTooLong(path))

    def _put(self, draft: Draft) -> None:
        before, self.draft = self.draft, draft
        if before is None or before.state != draft.state:
            self.changed.emit()


def _ignore(_ok: bool) -> None:
    """Nobody wants to hear what came of it."""
