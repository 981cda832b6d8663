"""The state of the Recall page without its widgets: what is wanted, what was found, what is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from newt_gui.core.errors import UserFacingError
from newt_gui.qt.tasks import Failed, Job, Tasks
from newt_gui.recall.findings import NO_FACTS, Facts, Found, Listing, Phase, ToolAnswer
from newt_gui.recall.rows import Address, Passage
from newt_gui.recall.wishes import Wish

if TYPE_CHECKING:
    from newt_gui.recall.lookups import Lookups

T = TypeVar("T")

PAUSE_MS = 40
"""After a key: what is typed in one go is looked for once."""
REST_MS = 500
"""After this long a query with no hit is looked for inside words, too."""

FIRST, SEARCH, FACTS, READER, TOOL, TURN, EXPORT = CHANNELS = tuple(
    f"recall {name}" for name in ("first", "search", "facts", "reader", "tool", "turn", "export")
)
WITHOUT_INDEX = ("no_index", "no_fts5")
"""Kinds of trouble in which nothing but the search inside words works."""


class RecallSession(QObject):
    """Everything is looked up in the background; a newer wish interrupts the one before.

    `home`: the newt home. `workspace`: the folder whose conversations are newt's own.
    """

    listing_changed = Signal()
    """`listing` or `trouble` is another one."""
    facts_changed = Signal()
    opened = Signal(object)
    """A Reading is there to be shown."""
    opening_failed = Signal(object)
    """A UserFacingError: the conversation that was wanted can't be read."""
    tool_answered = Signal(object)
    """A ToolAnswer."""
    places_changed = Signal()
    """Another newt home or workspace is looked at: whatever is shown is no longer of it."""

    def __init__(self, home: Path, workspace: Path, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._lookups: dict[str, Lookups] = {}
        self.home, self.workspace = home, workspace
        self.listing = Listing()
        self.facts = NO_FACTS
        self.trouble: UserFacingError | None = None
        self.open_address: Address | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._look_inside)

    def open(self, home: Path, workspace: Path) -> None:
        """Look at another newt home or workspace; what is typed stays."""
        self._give_up()
        self.home, self.workspace = home, workspace
        self.listing = Listing(wish=self.listing.wish)
        self.facts, self.trouble, self.open_address = NO_FACTS, None, None
        self.places_changed.emit()
        self.refresh()

    def stop(self) -> None:
        """Give up on everything looked up. Call `close` once the tasks have been shut down."""
        self._give_up()

    def close(self) -> None:
        """Let the database go; nothing is being looked up any more."""
        for lookups in list(self._lookups.values()):
            lookups.close()
        self._lookups.clear()

    def _give_up(self) -> None:
        self._pause.stop()
        self._rest.stop()
        for channel in CHANNELS:
            self._tasks.interrupt(channel)

    def _ask(
        self,
        channel: str,
        work: Callable[[Lookups], T],
        done: Callable[[T], None],
        failed: Failed,
    ) -> None:
        """Do `work` in the background with what looks things up for this channel, kept open between."""
        kept, home, workspace = self._lookups, self.home, self.workspace

        def asked(job: Job) -> T:
            from newt_gui.recall.lookups import lookups_for

            # A channel does one piece of work at a time, so nobody else has this one in hand.
            lookups = kept[channel] = lookups_for(kept.get(channel), home, workspace)
            return lookups.run(job, work)

        self._tasks.query(channel, asked, done, failed)

    # The list

    def set_wish(self, wish: Wish) -> None:
        """The person typed, or narrowed the list."""
        if wish == self.listing.wish:
            return
        only_typed = wish._replace(text="") == self.listing.wish._replace(text="")
        self._begin(wish)
        if only_typed and wish.text.strip():
            self._pause.start()
        else:
            self._look()

    def refresh(self) -> None:
        """Look at the database anew."""
        self._begin(self.listing.wish)
        self._look()
        self._ask(FACTS, lambda lookups: lookups.facts(), self._take_facts, lambda _error: None)

    def search_as_it_stands(self) -> None:
        """Take the last word for a whole one; with no hit, look inside words at once."""
        if not self.listing.wish.text.strip():
            return
        self._begin(self.listing.wish)
        self._search(as_it_stands=True)

    def _begin(self, wish: Wish) -> None:
        """From now on `wish` counts; the rows stay until there are others."""
        self._pause.stop()
        self._rest.stop()
        for channel in (FIRST, SEARCH):
            self._tasks.interrupt(channel)
        self.listing = self.listing._replace(wish=wish, phase=Phase.SEARCHING)
        self.listing_changed.emit()

    def _look(self) -> None:
        self._pause.stop()
        wish = self.listing.wish
        if wish.text.strip():
            self._search(as_it_stands=False)
        else:
            self._ask(SEARCH, lambda lookups: lookups.conversations(wish), self._take, self._fail)

    def _search(self, *, as_it_stands: bool) -> None:
        wish = self.listing.wish
        self._ask(FIRST, lambda lookups: lookups.first(wish), self._take_first, lambda _error: None)

        def done(found: Found) -> None:
            self._take(found)
            if found.rows or found.asks_nothing:
                self.listing = self.listing._replace(chooses_first=as_it_stands)
                self.listing_changed.emit()
            elif as_it_stands:
                self._look_inside()
            else:
                self._rest.start()

        def failed(error: UserFacingError) -> None:
            if getattr(error, "kind", "") in WITHOUT_INDEX:
                self._look_inside()
            else:
                self._fail(error)

        self._ask(SEARCH, lambda lookups: lookups.ranked(wish, as_it_stands), done, failed)

    def _look_inside(self) -> None:
        """Nothing was found: look for it inside words."""
        wish = self.listing.wish
        self.listing = self.listing._replace(phase=Phase.INSIDE)
        self.listing_changed.emit()
        self._ask(SEARCH, lambda lookups: lookups.inside(wish), self._take, self._fail)

    def _take_first(self, found: Found) -> None:
        """Rows in no order yet, shown only until the ranked ones are there."""
        if self.listing.phase is Phase.SEARCHING and found.rows:
            self.trouble = None
            self.listing = Listing(self.listing.wish, Phase.PROVISIONAL, found)
            self.listing_changed.emit()

    def _take(self, found: Found) -> None:
        self._tasks.interrupt(FIRST)
        self.trouble = None
        self.listing = Listing(self.listing.wish, Phase.FINAL, found)
        self.listing_changed.emit()

    def _fail(self, error: UserFacingError) -> None:
        self._tasks.interrupt(FIRST)
        self.trouble = error
        self.listing = Listing(self.listing.wish, Phase.FINAL)
        self.listing_changed.emit()

    def _take_facts(self, facts: Facts) -> None:
        self.facts = facts
        self.facts_changed.emit()

    # One conversation

    def open_conversation(self, address: Address, passage: Passage | None = None) -> None:
        """Read a conversation, opened at `passage`; `opened` or `opening_failed` tells."""
        self.open_address = address
        self._ask(
            READER,
            lambda lookups: lookups.read(address, passage),
            self.opened.emit,
            self.opening_failed.emit,
        )

    def remember(self, address: Address, then: Callable[[str], None]) -> None:
        """`then` gets what was said at that place, as it was said."""
        self._ask(TURN, lambda lookups: lookups.said(address), then, self.opening_failed.emit)

    def export(
        self, conversation_id: str, path: Path, done: Callable[[object], None], failed: Failed
    ) -> None:
        """Write the whole conversation to `path` as Markdown; never over a file of newt's own."""
        from newt_gui.recall.export_file import write_conversation

        home = self.home

        def write(text: str) -> None:
            self._tasks.mutate(lambda: write_conversation(path, text, home), done, failed)

        self._ask(EXPORT, lambda lookups: lookups.markdown(conversation_id), write, failed)

    # What newt itself would see

    def ask_tool(self, limit: int) -> None:
        """What newt's recall tool returns for what is typed; `tool_answered` tells."""
        wish = self.listing.wish
        self._ask(
            TOOL,
            lambda lookups: lookups.tool_answer(wish.text, limit, wish.active),
            self.tool_answered.emit,
            lambda error: self.tool_answered.emit(ToolAnswer(trouble=error)),
        )
