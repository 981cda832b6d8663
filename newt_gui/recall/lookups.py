"""What the Recall page asks of newt's database, as values ready to be shown. Runs in worker threads."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from newt_gui.core.conversations import EVERYWHERE, Conversation, ConversationStore, Scope
from newt_gui.core.errors import UserFacingError
from newt_gui.core.fts import EmptyQuery
from newt_gui.core.recall import StoreRecallSource
from newt_gui.core.recall_export import conversation_markdown, recall_tool_text
from newt_gui.core.recall_search import Filters, Results, Search, words_inside
from newt_gui.core.turns import Turn
from newt_gui.core.workspace import legacy_key, workspace_key
from newt_gui.qt.tasks import Job
from newt_gui.recall import tool_words
from newt_gui.recall.findings import Facts, Found, How, Reading, ToolAnswer
from newt_gui.recall.reading import parts_of, reading_of
from newt_gui.recall.row_making import conversation_row, hit_row, workspace_name
from newt_gui.recall.rows import Address, Passage
from newt_gui.recall.times import time_text
from newt_gui.recall.wishes import ALL_WORKSPACES, Wish, span_of

T = TypeVar("T")

DATABASE = "conversations.db"
MOST_HITS = 100
FIRST_HITS = 30
MOST_CONVERSATIONS = 500
RECENT_TURNS = 5


class ConversationGone(UserFacingError):
    """A conversation is not in the database any more."""

    what_template = "This conversation is not there any more."
    why_template = "newt, or somebody else, took it out of its database."
    hint_template = "Refresh the list to see what is there now."


class Lookups:
    """One connection to one database, for one piece of work at a time."""

    def __init__(self, home: Path, workspace: Path, keys: tuple[str, str]) -> None:
        self.home, self.workspace, self.keys = home, workspace, keys
        self._store = ConversationStore(home / DATABASE, *keys)
        self._is_at_work = False

    def run(self, job: Job, work: Callable[[Lookups], T]) -> T:
        """Do `work`; as soon as nobody wants it any more, the database gives it up."""
        self._is_at_work = True
        self._store.resume()
        take_back = job.on_interrupt(self._store.interrupt)
        try:
            return work(self)
        finally:
            take_back()
            self._is_at_work = False

    def close(self) -> None:
        """Let go of the file, unless a disk that does not answer still holds up the work."""
        if not self._is_at_work:
            self._store.close()

    # The list

    def conversations(self, wish: Wish) -> Found:
        """The conversations, newest activity first."""
        since, until = span_of(wish.period, time.time_ns())
        found = self._store.conversations(self._scope(wish), MOST_CONVERSATIONS + 1)
        kept = [one for one in found if _is_within(one, since, until)]
        rows = tuple(conversation_row(one, self._names_workspace(wish)) for one in kept[:MOST_CONVERSATIONS])
        return Found(rows, How.CONVERSATIONS, len(found) > MOST_CONVERSATIONS)

    def first(self, wish: Wish) -> Found:
        """The newest turns that match, in no order of merit."""
        return self._found(wish, lambda search: search.first(wish.text, FIRST_HITS))

    def ranked(self, wish: Wish, as_it_stands: bool) -> Found:
        """The best hits, best first."""
        return self._found(
            wish, lambda search: search.ranked(wish.text, MOST_HITS, as_it_stands=as_it_stands)
        )

    def inside(self, wish: Wish) -> Found:
        """Turns that have it inside words."""
        return self._found(wish, lambda search: search.inside(wish.text, MOST_HITS))

    def _found(self, wish: Wish, look: Callable[[Search], Results]) -> Found:
        filters = self._filters(wish)
        try:
            results = look(Search(self._store, self._scope(wish), filters))
        except EmptyQuery:
            return Found(asks_nothing=not words_inside(wish.text))  # signs can still be looked for
        turns = self._store.turns_at(hit.rowid for hit in results.hits)
        names = self._names_workspace(wish)
        rows = tuple(hit_row(hit, turns.get(hit.rowid), names) for hit in results.hits)
        return Found(rows, How(results.how.value), results.is_cut, left_out=len(filters.leave_out))

    def _scope(self, wish: Wish) -> Scope:
        if wish.workspace == ALL_WORKSPACES:
            return EVERYWHERE
        return Scope((wish.workspace,)) if wish.workspace else self._store.here

    def _names_workspace(self, wish: Wish) -> bool:
        return wish.workspace == ALL_WORKSPACES

    def _filters(self, wish: Wish) -> Filters:
        since, until = span_of(wish.period, time.time_ns())
        active = self._active(wish.active) if not wish.include_active else frozenset[str]()
        return Filters(since, until, wish.role, active)

    def _active(self, chosen: str) -> frozenset[str]:
        """The conversations that the agent still has before it: the chosen one, else those held open."""
        return frozenset([chosen]) if chosen else self._store.live_ids() - {""}

    # What is there at all

    def facts(self) -> Facts:
        """How much the index covers, and which other workspaces there are."""
        state = self._store.state()
        others = [one for one in self._store.workspaces() if one.key and one.key not in self.keys]
        return Facts(
            state.turns,
            state.indexed or 0,
            state.indexed is not None,
            state.maybe_stale,
            tuple((one.key, workspace_name(one.path) or one.key[:12], one.conversations) for one in others),
            True,
        )

    # One conversation

    def read(self, address: Address, passage: Passage | None) -> Reading:
        """The whole conversation, opened at `address`. Raises ConversationGone."""
        conversation, turns = self._whole(address.conversation_id)
        return reading_of(conversation, turns, address, passage)

    def _whole(self, conversation_id: str) -> tuple[Conversation, list[Turn]]:
        conversation = self._store.conversation(conversation_id)
        if conversation is None:
            raise ConversationGone()
        return conversation, self._store.turns(conversation_id)

    def said(self, address: Address) -> str:
        """What was said in a turn, or what a person said first, as it was said."""
        _, turns = self._whole(address.conversation_id)
        for turn in turns:
            if address.seq is None or (turn.seq == address.seq and address.writer in (None, turn.writer)):
                texts = [part.text for part in parts_of(0, turn) if part.speaker.is_spoken]
                if texts:
                    return "\n\n".join(texts)
        return ""

    def markdown(self, conversation_id: str) -> str:
        """The whole conversation as Markdown."""
        conversation, turns = self._whole(conversation_id)
        return conversation_markdown(conversation, turns, time_text)

    # What newt itself would see

    def tool_answer(self, text: str, limit: int, chosen: str) -> ToolAnswer:
        """What newt's recall tool returns here, and what it has of the active conversation."""
        active = self._active_here(chosen)
        source = StoreRecallSource(self._store, active.id if active is not None else None, is_hurried=True)
        fence = tool_words.fence(workspace_name(str(self.workspace)), self._store.conversations())
        recent = recall_tool_text(source.this_conversation_recent(RECENT_TURNS), RECENT_TURNS)
        note = tool_words.recent(active, bool(chosen))
        try:
            answer = recall_tool_text(source.search(text, limit), limit) or tool_words.nothing()
        except EmptyQuery:
            answer = tool_words.no_query()
        if source.own_passages:
            fence = f"{fence} {tool_words.long_turns()}"
        return ToolAnswer(fence, answer, note, recent)

    def _active_here(self, chosen: str) -> Conversation | None:
        if chosen:
            return self._store.conversation(chosen)
        live = (one for one in self._store.conversations() if one.is_live)
        return next(live, None)


def lookups_for(kept: Lookups | None, home: Path, workspace: Path) -> Lookups:
    """The one that was kept, as long as it is for this place; the key changes with git's branch."""
    keys = (workspace_key(workspace), legacy_key(workspace))
    if kept is not None:
        if (kept.home, kept.workspace, kept.keys) == (home, workspace, keys):
            return kept
        kept.close()
    return Lookups(home, workspace, keys)


def _is_within(conversation: Conversation, since: int | None, until: int | None) -> bool:
    if since is None and until is None:
        return True
    last = conversation.updated_ns
    if last is None:
        return False
    return (since is None or last >= since) and (until is None or last < until)
