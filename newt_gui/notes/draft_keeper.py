"""Keeps unsaved text beyond a crash, and brings back what one has left behind."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from newt_gui.core.drafts import Draft, DraftStore, LeftDrafts
from newt_gui.core.errors import UserFacingError
from newt_gui.core.notes_format import title
from newt_gui.notes.rows import Row
from newt_gui.notes.words import shown_title, tr
from newt_gui.qt.dialogs import Choice, Question
from newt_gui.qt.messages import error_message
from newt_gui.qt.numbers import number
from newt_gui.qt.services import Services

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage

PAUSE_MS = 1_000
"""Unsaved text is on the disk after this long at the latest, and the time of one write."""


class DraftKeeper(QObject):
    """Writes the drafts of the session whenever they changed, and takes them away when they are saved."""

    def __init__(self, page: NotesPage, store: DraftStore, services: Services) -> None:
        super().__init__(page)
        self._page, self._session, self._store, self._tasks = page, page.session, store, services.tasks
        self._dialogs = services.dialogs
        self._kept: tuple[Draft, ...] = ()
        self._has_failed = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        self._session.draft_changed.connect(self._on_changed)
        self._session.rows_changed.connect(self._on_changed)
        self._on_changed()

    def _on_changed(self) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def keep(self) -> None:
        """Have the disk hold what is unsaved now."""
        drafts = drafts_of(self._session.dirty_rows())
        if drafts == self._kept:
            return
        self._kept = drafts
        path, now = self._session.snapshot.path, time.time_ns()
        self._tasks.mutate(lambda: self._store.keep(path, drafts, now), self._on_kept, self._on_failed)

    def _on_kept(self, _: None) -> None:
        self._has_failed = False

    def _on_failed(self, error: UserFacingError) -> None:
        """Told once: it is no news with every pause. The next change tries again."""
        self._kept = ()
        if not self._has_failed:
            self._has_failed = True
            text = self.tr("Unsaved text can't be kept against a crash.")
            told = error_message(error, "caution")
            hint = f"{told.text} {told.hint}".strip()
            self._page.message_posted.emit(
                told._replace(text=text, hint=hint, holds=lambda: self._has_failed)
            )

    def stop(self) -> None:
        """The window was closed in an orderly way: what was not saved was not wanted."""
        self._pause.stop()
        self._tasks.mutate(self._store.forget, lambda _: None)  # after what is being kept now

    # After a crash

    def look(self) -> None:
        """See whether a window that is gone has left something of this file behind."""
        path = self._session.snapshot.path
        self._tasks.query("drafts", lambda _job: self._store.left_behind(path), self._offer)

    def _offer(self, found: Sequence[LeftDrafts]) -> None:
        held = {row.text for row in self._session.rows}
        missing = [draft for left in found for draft in left.drafts if draft.text not in held]
        if not missing:
            self._drop(found)
            return

        def answered(choice: str) -> None:
            if choice == "back":
                self._bring_back(found, missing)
            elif choice == "drop":
                self._drop(found)

        self._dialogs.ask(_question(missing), answered)

    def _bring_back(self, found: Sequence[LeftDrafts], missing: Sequence[Draft]) -> None:
        self._page.commit()
        keys = [self._session.adopt(draft.base, draft.text) for draft in missing]
        self._page.open_note(keys[0])
        self._pause.stop()
        self._kept = drafts_of(self._session.dirty_rows())
        kept, path, now = self._kept, self._session.snapshot.path, time.time_ns()

        def move() -> None:
            self._store.keep(path, kept, now)  # first: until then the old file is all there is
            for left in found:
                self._store.drop(left)

        self._tasks.mutate(move, self._on_kept, self._on_failed)

    def _drop(self, found: Sequence[LeftDrafts]) -> None:
        def drop() -> None:
            for left in found:
                self._store.drop(left)

        self._tasks.mutate(drop, lambda _: None)


def drafts_of(rows: Sequence[Row]) -> tuple[Draft, ...]:
    """What is to be kept of these rows."""
    return tuple(Draft(row.id, row.base, row.text) for row in rows)


def _question(missing: Sequence[Draft]) -> Question:
    one = tr("Newt Memory ended unexpectedly. The unsaved text of one note was kept.")
    several = tr("Newt Memory ended unexpectedly. The unsaved text of {count} notes was kept.")
    return Question(
        title=one if len(missing) == 1 else several.format(count=number(len(missing))),
        text=tr("It can come back as unsaved text. Nothing in the file is changed by that."),
        detail="\n".join(shown_title(title(draft.text)) or tr("(empty)") for draft in missing),
        choices=(
            Choice("back", tr("Bring it back"), "primary"),
            Choice("drop", tr("Discard it"), "destructive"),
            Choice("later", tr("Decide at the next start"), "cancel"),
        ),
        escape="later",
    )
