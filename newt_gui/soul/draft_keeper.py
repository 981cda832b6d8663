"""Keeps the unsaved text of a soul beyond a crash, and offers what one has left behind."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from newt_gui.core.drafts import Draft as KeptDraft
from newt_gui.core.drafts import DraftStore, LeftDrafts
from newt_gui.core.errors import UserFacingError
from newt_gui.core.soul import SoulKind
from newt_gui.qt.dialogs import Choice, Question
from newt_gui.qt.messages import error_message
from newt_gui.qt.services import Services
from newt_gui.qt.tasks import Job
from newt_gui.soul.draft import Kept
from newt_gui.soul.session import SoulSession

PAUSE_MS = 1_000
"""Unsaved text is on the disk after this long at the latest, and the time of one write."""


class SoulDraftKeeper(QObject):
    """Writes the draft whenever it changed, and takes it away when it is saved or given up."""

    message_posted = Signal(object)

    def __init__(
        self, session: SoulSession, store: DraftStore, services: Services, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._editing, self._store = session, session.editing, store
        self._tasks, self._dialogs = services.tasks, services.dialogs
        self._kept: tuple[Path, KeptDraft] | None = None
        self._looked_for: set[Path] = set()
        self._has_failed = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        for changed in (self._editing.typed, self._editing.changed, self._editing.closed):
            changed.connect(self._on_changed)
        session.looked.connect(self.look)

    def _on_changed(self) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def keep(self) -> None:
        """Have the disk hold what is unsaved now."""
        draft = self._editing.draft
        kept = None
        if draft is not None and draft.is_dirty:
            kept = draft.path, KeptDraft(None, draft.base, draft.text)
        if kept == self._kept:
            return
        self._kept = kept
        store, now = self._store, time.time_ns()

        def work() -> None:
            if kept is None:
                store.forget()
            else:
                store.keep(kept[0], [kept[1]], now)

        self._tasks.mutate(work, self._on_kept, self._on_failed)

    def _on_kept(self, _: None) -> None:
        self._has_failed = False

    def _on_failed(self, error: UserFacingError) -> None:
        """Told once: it is no news with every pause. The next change tries again."""
        self._kept = None
        if not self._has_failed:
            self._has_failed = True
            told = error_message(error, "caution")
            text = self.tr("Unsaved text can't be kept against a crash.")
            self.message_posted.emit(told._replace(text=text, hint=f"{told.text} {told.hint}".strip()))

    def stop(self) -> None:
        """The window was closed in an orderly way: what was not saved was not wanted."""
        self._pause.stop()
        self._tasks.mutate(self._store.forget, lambda _: None)  # after what is being kept now

    # After a crash

    def look(self) -> None:
        """See whether a window that is gone has left something of these files behind; once for each."""
        resolution = self._session.resolution
        rungs = resolution.rungs if resolution else ()
        places = {rung.path: rung.kind for rung in reversed(rungs) if rung.path is not None}
        wanted = {path: kind for path, kind in places.items() if path not in self._looked_for}
        self._looked_for.update(wanted)
        store = self._store
        if not wanted:
            return

        def work(_job: Job) -> list[tuple[SoulKind, Path, LeftDrafts]]:
            return [(kind, path, left) for path, kind in wanted.items() for left in store.left_behind(path)]

        self._tasks.query(f"soul drafts {id(self)} {len(self._looked_for)}", work, self._offer)

    def _offer(self, found: Sequence[tuple[SoulKind, Path, LeftDrafts]]) -> None:
        for kind, path, left in found:
            self._ask(kind, path, left)

    def _ask(self, kind: SoulKind, path: Path, left: LeftDrafts) -> None:
        def answered(choice: str) -> None:
            if choice == "back":
                kept = [Kept(draft.base or "", draft.text) for draft in left.drafts]
                self._bring_back(kind, path, left, kept[-1])
            elif choice == "drop":
                self._drop(left)

        if left.drafts:
            self._dialogs.ask(self._question(path), answered)
        else:
            self._drop(left)

    def _bring_back(self, kind: SoulKind, path: Path, left: LeftDrafts, kept: Kept) -> None:
        """What was left goes only once it is kept for this window."""

        def opened() -> None:
            self._pause.stop()
            self.keep()
            self._drop(left)

        self._editing.open(kind, path, kept, opened)

    def _drop(self, left: LeftDrafts) -> None:
        self._tasks.mutate(lambda: self._store.drop(left), lambda _: None)

    def _question(self, path: Path) -> Question:
        return Question(
            title=self.tr("Newt Memory ended unexpectedly. The unsaved text of a soul was kept."),
            text=self.tr("It can come back as unsaved text. Nothing in the file is changed by that."),
            detail=str(path).encode("utf-8", "replace").decode(),
            choices=(
                Choice("back", self.tr("Bring it back"), "primary"),
                Choice("drop", self.tr("Discard it"), "destructive"),
                Choice("later", self.tr("Decide at the next start"), "cancel"),
            ),
            escape="later",
        )
