"""Recall as newt itself does it: hits in past conversations of one workspace, best first."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from newt_gui.core.conversations import ConversationStore, Scope
from newt_gui.core.database import DatabaseTrouble, TroubleKind
from newt_gui.core.excerpt import ELLIPSIS, excerpt
from newt_gui.core.fts import plain_words, quoted_query, sanitize_fts5_query, usable
from newt_gui.core.ranking import best
from newt_gui.core.turns import collapsed

OVERFETCH = 20
MARK_BEGIN, MARK_END = ">>>", "<<<"
SNIPPET_TOKENS = 21
LONGEST_SIDE = 600  # code points
CUT = "[…]"
_MOST_WORDS = 50  # of a query, to be looked for in a text


class SearchHit(NamedTuple):
    """A turn that was found. `rank`: bm25, negative, the lower the better."""

    conversation_id: str
    title: str
    seq: int
    snippet: str
    rank: float


class RecallSource(Protocol):
    """Where past conversations are looked up."""

    def search(self, query: str, limit: int) -> list[SearchHit]:
        """Hits in other conversations than the current one, best first."""
        ...

    def this_conversation_recent(self, limit: int) -> list[SearchHit]:
        """The last turns of the current one, oldest first."""
        return []


class Ranked(NamedTuple):
    """A turn by SQLite's own number of it, before anything of its text is read."""

    rowid: int
    conversation_id: str
    seq: int
    rank: float


class StoreRecallSource:
    """Over conversations.db. Raises EmptyQuery, DatabaseTrouble, and Interrupted."""

    def __init__(
        self,
        store: ConversationStore,
        current_conversation_id: str | None = None,
        *,
        is_hurried: bool = False,
    ) -> None:
        """`is_hurried`: of a turn longer than LONG_TURN with a hit the passage is cut out here, because FTS5
        may take minutes to choose the one that newt would show. `own_passages`: of the last search.
        """
        self._store, self._current = store, current_conversation_id
        self._is_hurried = is_hurried
        self.own_passages = 0

    def search(self, query: str, limit: int) -> list[SearchHit]:
        """newt's own search: bm25, ties by conversation and seq; the current conversation left out."""
        if limit <= 0:
            return []
        match, ranked = match_of(
            self._store,
            query,
            lambda match: ranked_turns(self._store, match, self._store.here, limit + OVERFETCH),
        )
        others = [one for one in ranked if one.conversation_id != self._current][:limit]
        rowids = [one.rowid for one in others]
        short = self._store.short_turns(rowids) if self._is_hurried else rowids
        texts = snippets(self._store, match, short)
        passages = self._passages([one for one in rowids if one not in short], query)
        self.own_passages = len(passages)
        return hits_of(self._store, others, {**texts, **passages})

    def _passages(self, rowids: Sequence[int], query: str) -> dict[int, str]:
        words = plain_words(query)[:_MOST_WORDS]
        turns = self._store.turns_at(rowids)
        return {
            rowid: marked([turn.user, turn.assistant, turn.tools], words) for rowid, turn in turns.items()
        }

    def this_conversation_recent(self, limit: int) -> list[SearchHit]:
        """`seq` counts from 1 in the conversation; rank 0.0."""
        if self._current is None or limit <= 0:
            return []
        turns = self._store.turns(self._current)
        title = self._store.titles([self._current]).get(self._current, "")
        first = max(0, len(turns) - limit)
        return [
            SearchHit(self._current, title, first + at, both_sides(turn.user, turn.assistant), 0.0)
            for at, turn in enumerate(turns[first:], start=1)
        ]


def both_sides(user: str, assistant: str) -> str:
    """A turn in two lines, as newt shows it to its model."""
    return f"you: {_side(user)}\n    me: {_side(assistant)}"


def _side(text: str) -> str:
    line = collapsed(text)
    return line if len(line) <= LONGEST_SIDE else line[:LONGEST_SIDE] + CUT


def match_of(
    store: ConversationStore, query: str, look: Callable[[str], list[Ranked]]
) -> tuple[str, list[Ranked]]:
    """The expression for a query and what `look` finds with it.

    Where SQLite refuses the expression, once more with every word quoted. Raises DatabaseTrouble where
    that fails, too: then the index is none.
    """
    match = sanitize_fts5_query(usable(query))
    try:
        return match, look(match)
    except sqlite3.OperationalError:
        quoted = quoted_query(query)
    try:
        return quoted, look(quoted)
    except sqlite3.OperationalError as error:
        raise DatabaseTrouble(TroubleKind.NO_INDEX, store.path) from error


def ranked_turns(store: ConversationStore, match: str, scope: Scope, limit: int) -> list[Ranked]:
    """The best turns of the scope, without their text: that is read for these alone.

    Raises sqlite3.OperationalError where `match` is no expression.
    """
    require_index(store)
    where, values = store.fence(scope)
    join = "JOIN conversations c ON c.id = t.conversation_id" if scope.keys is not None else ""
    return [Ranked(*row) for row in best(store, match, join, [where], values, limit)]


def require_index(store: ConversationStore) -> None:
    """Raises DatabaseTrouble where there is nothing to search with."""
    if not store.has("turns_fts"):
        raise DatabaseTrouble(TroubleKind.NO_INDEX, store.path)


def snippets(store: ConversationStore, match: str, rowids: Sequence[int]) -> dict[int, str]:
    """FTS5's own snippet of each turn, the matches between the marks."""
    found = {}
    for rowid in rowids:
        rows = store.rows(
            "SELECT snippet(turns_fts, -1, ?, ?, ?, ?) FROM turns_fts WHERE turns_fts MATCH ? AND rowid = ?",
            [MARK_BEGIN, MARK_END, ELLIPSIS, SNIPPET_TOKENS, match, rowid],
        )
        if rows:
            found[rowid] = rows[0][0] or ""
    return found


def marked(texts: Sequence[str], words: Sequence[str]) -> str:
    """The neighbourhood of the first of the words in one line, the words between the marks."""
    line, spans = excerpt(texts, words)
    for start, end in reversed(spans):
        line = f"{line[:start]}{MARK_BEGIN}{line[start:end]}{MARK_END}{line[end:]}"
    return line


def hits_of(store: ConversationStore, ranked: Sequence[Ranked], texts: Mapping[int, str]) -> list[SearchHit]:
    """The hits in full; a turn that has no text because it went in between is left out."""
    titles = store.titles(one.conversation_id for one in ranked)
    return [
        SearchHit(
            one.conversation_id, titles.get(one.conversation_id, ""), one.seq, texts[one.rowid], one.rank
        )
        for one in ranked
        if one.rowid in texts
    ]
