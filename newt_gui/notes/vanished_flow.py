"""Notices when a newt that started earlier wrote over what was saved here, and offers it back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from newt_gui.core.errors import UserFacingError
from newt_gui.core.history import History, Who
from newt_gui.core.notes_format import title
from newt_gui.core.snapshot import Checks
from newt_gui.core.stale_save import KeptList, Vanished, find_vanished
from newt_gui.core.version_diff import notes_in, restore_all
from newt_gui.notes.page import NotesPage
from newt_gui.notes.words import shown_title
from newt_gui.qt.messages import Message
from newt_gui.qt.numbers import number
from newt_gui.qt.services import Services

LOOKED_BACK = 200
"""So many versions: a newt session is seldom older than that many saves."""
MOST_NAMED = 3


class VanishedFlow(QObject):
    """Looks whenever somebody else wrote, and once at the start."""

    def __init__(self, page: NotesPage, history: History, services: Services, begun_ns: int) -> None:
        """`begun_ns`: when this window was made, since the epoch."""
        super().__init__(page)
        self._page, self._session, self._history = page, page.session, history
        self._tasks = services.tasks
        self._begun_ns = begun_ns
        self._session.changed_outside.connect(self.look)

    def look(self) -> None:
        """Compare what is there with what was saved here; after what was read is kept."""
        path, now = self._session.snapshot.path, self._session.snapshot.entries
        if not self._session.is_read_only:
            self._tasks.mutate(lambda: None, lambda _: self._ask_history(path, now))

    def _ask_history(self, path: Path, now: tuple[str, ...]) -> None:
        snapshot = self._session.snapshot
        if snapshot.path == path and snapshot.entries == now:
            self._tasks.query(
                "vanished",
                lambda _job: find_vanished(
                    _kept_before(self._history, snapshot.path, now, self._begun_ns), now
                ),
                lambda found: self._tell(found, now),
                _ignore,
            )

    def _tell(self, found: Vanished | None, now: tuple[str, ...]) -> None:
        if found is None or self._session.snapshot.entries != now:
            return
        self._page.message_posted.emit(
            Message(
                self._sentence(found),
                "caution",
                hint=self.tr("A newt that started before you saved writes its old list back. {names}").format(
                    names=_names(found.texts or found.returned)
                ),
                actions=((self.tr("Put it back"), lambda: self._put_back(found, now)),),
            )
        )

    def _sentence(self, found: Vanished) -> str:
        count = len(found.texts) + len(found.returned)
        if count == 1:
            return self.tr("A change that you saved here may have been overwritten.")
        return self.tr("{count} changes that you saved here may have been overwritten.").format(
            count=number(count)
        )

    def _put_back(self, found: Vanished, now: tuple[str, ...]) -> None:
        def done(ok: bool) -> None:
            if ok:
                told = self.tr("Put back; counts from the next session.")
                self._page.message_posted.emit(Message(told, actions=(self._page.commands.undo_action(),)))

        if self._session.snapshot.entries == now:
            operations = restore_all(found.mended, now)
            self._page.commands.change(
                operations, self.tr("put back what was overwritten"), Checks.HELD, done
            )
        else:
            self.look()


def _kept_before(history: History, path: Path, now: Sequence[str], since_ns: int) -> list[KeptList]:
    """What the file held before it came to hold `now`, oldest first; what is no text is left out.

    Nothing where that was seen by an earlier window already, before `since_ns`: it was told then.
    """
    versions = history.versions(path)[:LOOKED_BACK]
    if not versions or versions[0].time_ns < since_ns:
        return []
    kept = []
    for version in reversed(versions):
        entries = notes_in(history.content(version.id))
        if entries is not None:
            kept.append(KeptList(entries, version.who is Who.APP))
    while kept and kept[-1].entries == tuple(now) and not kept[-1].by_app:
        kept.pop()
    return kept


def _names(texts: Sequence[str]) -> str:
    names = [f"“{shown_title(title(text))}”" for text in texts[:MOST_NAMED]]
    return ", ".join(names) + (", …" if len(texts) > MOST_NAMED else "")


def _ignore(_error: UserFacingError) -> None:
    """Without a history there is nothing to compare with."""
