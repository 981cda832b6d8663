"""What the app's search adds over newt's own: other scopes and filters, words still being typed,
text inside words, first rows at once. Every result says how it was found.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from newt_gui.core.conversations import ConversationStore, Scope, TurnHead
from newt_gui.core.database import DatabaseTrouble, TroubleKind
from newt_gui.core.excerpt import ELLIPSIS, excerpt
from newt_gui.core.fts import (
    PREFIX_SIGN,
    EmptyQuery,
    is_alphanumeric,
    plain_words,
    prefix_query,
    quoted_query,
    sanitize_fts5_query,
    usable,
)
from newt_gui.core.ranking import best
from newt_gui.core.recall import SNIPPET_TOKENS, require_index
from newt_gui.core.turns import Role

MARK_BEGIN, MARK_END = "\ufdd0", "\ufdd1"
"""Never characters of a text: what is found is marked with them on its way here."""
_MOST_WORDS, _LONGEST_WORD = 50, 1_000  # of a query inside words
_COLUMNS = {
    "": ("user", "assistant", "tool_names", "tool_args_digest"),
    "person": ("user",),
    "agent": ("assistant",),
    "tools": ("tool_names", "tool_args_digest"),
}
_TEXTS = {
    "": ("user", "assistant", "events"),
    "person": ("user",),
    "agent": ("assistant",),
    "tools": ("events",),
}


class How(StrEnum):
    """WORDS: as newt searches; PREFIX: the last word may go on, too; QUOTED: every word quoted, because
    SQLite does not take the query as it stands; INSIDE: inside words; RECENT: the newest that match, in
    no order of merit.
    """

    WORDS = "words"
    PREFIX = "prefix"
    QUOTED = "quoted"
    INSIDE = "inside"
    RECENT = "recent"


class Filters(NamedTuple):
    """`since_ns`, `until_ns`: claims of the time, which turns without a sensible one never pass.
    `role`: "person", "agent", "tools" or "" for all. `leave_out`: conversations that don't count.
    """

    since_ns: int | None = None
    until_ns: int | None = None
    role: str = ""
    leave_out: frozenset[str] = frozenset()


class Hit(NamedTuple):
    """One turn. `snippet` has no marks in it; `marks`: the spans of it that match, in code points.
    `rank`: bm25, 0.0 where nothing was ranked.
    """

    rowid: int
    conversation_id: str
    writer: str
    seq: int
    title: str
    snippet: str
    marks: tuple[tuple[int, int], ...]
    rank: float
    time_ns: int | None
    workspace_path: str
    workspace_key: str


class Results(NamedTuple):
    """`is_cut`: there are more."""

    hits: tuple[Hit, ...]
    how: How
    is_cut: bool


class Search:
    """One way to look: where, and with which filters. Raises EmptyQuery, DatabaseTrouble, Interrupted."""

    def __init__(self, store: ConversationStore, scope: Scope, filters: Filters | None = None) -> None:
        self._store, self._scope, self._filters = store, scope, filters or Filters()

    def ranked(self, query: str, limit: int, *, as_it_stands: bool = False) -> Results:
        """The best hits. Unless `as_it_stands`, the last word may go on where it is still being typed."""
        exact = sanitize_fts5_query(usable(query))
        prefix = None if as_it_stands else prefix_query(usable(query))
        return self._found(query, prefix or exact, How.PREFIX if prefix else How.WORDS, limit, by_rank=True)

    def first(self, query: str, limit: int) -> Results:
        """The newest turns that match: at once, however many there are.

        The last word may go on only where nothing has it as it stands: the index has to gather all words
        that begin like it first.
        """
        exact = sanitize_fts5_query(usable(query))
        found = self._found(query, exact, How.RECENT, limit, by_rank=False)
        prefix = prefix_query(usable(query))
        if not found.hits and prefix is not None:
            found = self._found(query, prefix, How.RECENT, limit, by_rank=False)
        return found._replace(how=How.RECENT)

    def inside(self, query: str, limit: int) -> Results:
        """The newest turns that hold every word of the query, also inside words. Needs no index.

        Of a whole page that is pasted the beginning counts: SQLite takes only so much of a condition.
        """
        words = [word[:_LONGEST_WORD] for word in words_inside(query)[:_MOST_WORDS]]
        if not words:
            raise EmptyQuery()
        texts = [name for name in _TEXTS[self._filters.role] if self._store.has("turns", name)]
        if not texts:
            return Results((), How.INSIDE, False)
        where, values = self._conditions()
        for word in words:
            forms = _forms(word)
            likes = [f"t.{name} LIKE ? ESCAPE '\\'" for name in texts for _ in forms]
            where.append(f"({' OR '.join(likes)})")
            values += [f"%{_escaped(form)}%" for _ in texts for form in forms]
        rows = self._store.rows(
            f"SELECT t.rowid, 0.0 FROM turns t {self._join()} WHERE {' AND '.join(where) or '1'}"
            " ORDER BY t.rowid DESC LIMIT ?",
            [*values, limit + 1],
        )
        hits = self._hits(rows[:limit], {}, words)
        return Results(tuple(hits), How.INSIDE, len(rows) > limit)

    def _found(self, query: str, match: str, how: How, limit: int, *, by_rank: bool) -> Results:
        require_index(self._store)
        try:
            return self._matching(query, match, how, limit, by_rank=by_rank)
        except sqlite3.OperationalError:
            quoted = quoted_query(query)
        try:
            return self._matching(query, quoted, How.QUOTED, limit, by_rank=by_rank)
        except sqlite3.OperationalError as error:  # it is no index that anything can be asked of
            raise DatabaseTrouble(TroubleKind.NO_INDEX, self._store.path) from error

    def _matching(self, query: str, match: str, how: How, limit: int, *, by_rank: bool) -> Results:
        expression = self._fenced(match)
        where, values = self._conditions()
        if by_rank:
            best_ones = best(self._store, expression, self._join(), where, values, limit + 1)
            rows = [(rowid, rank) for rowid, _, _, rank in best_ones]
        else:
            join = self._join()
            sql = _BY_ROWID.format(crossed=f" CROSS {join}" if join else "", where=" AND ".join(where) or "1")
            rows = self._store.rows_matching(sql, [expression, *values, limit + 1])
        short = self._store.short_turns(rowid for rowid, _ in rows[:limit])
        snippets = self._snippets(expression, short, in_one=not by_rank)
        hits = self._hits(rows[:limit], snippets, plain_words(query)[:_MOST_WORDS])
        return Results(tuple(hits), how, len(rows) > limit)

    def _fenced(self, match: str) -> str:
        """Only in the columns of the role."""
        if not self._filters.role:
            return match
        return f"{{{' '.join(_COLUMNS[self._filters.role])}}} : ({match})"

    def _join(self) -> str:
        needed = self._scope.keys is not None
        return "JOIN conversations c ON c.id = t.conversation_id" if needed else ""

    def _conditions(self) -> tuple[list[str], list[Any]]:
        """What a turn `t` of a conversation `c` must be, as SQL and its values."""
        filters = self._filters
        where: list[str] = []
        values: list[Any] = []
        fence, keys = self._store.fence(self._scope)
        if self._scope.keys is not None:
            where.append(fence)
            values += keys
        for bound, sign in ((filters.since_ns, ">="), (filters.until_ns, "<")):
            if bound is not None:
                where.append(f"t.ts_claim {sign} ?")
                values.append(bound)
        if filters.until_ns is not None and filters.since_ns is None:
            where.append("t.ts_claim > 0")
        if filters.leave_out:
            where.append(f"t.conversation_id NOT IN ({', '.join('?' * len(filters.leave_out))})")
            values += sorted(filters.leave_out)
        return where, values

    def _snippets(self, expression: str, rowids: Sequence[int], *, in_one: bool) -> dict[int, str]:
        """FTS5's own snippets of these turns. `in_one`: they are all that match between the first and the
        last, or nearly so, and to run through these is quicker than to look each one up.
        """
        start = "SELECT rowid, snippet(turns_fts, -1, ?, ?, ?, ?) FROM turns_fts WHERE turns_fts MATCH ?"
        values = [MARK_BEGIN, MARK_END, ELLIPSIS, SNIPPET_TOKENS, expression]
        if not rowids:
            return {}
        wanted = f"+rowid IN ({', '.join('?' * len(rowids))})"
        if in_one:
            question = f"{start} AND rowid BETWEEN ? AND ? AND {wanted}"
            rows = self._store.rows_matching(question, [*values, min(rowids), max(rowids), *rowids])
        elif PREFIX_SIGN in expression:
            # What begins like a word is gathered anew for each question, so it is one question.
            rows = self._store.rows_matching(f"{start} AND {wanted}", [*values, *rowids])
        else:
            rows = [
                row
                for rowid in rowids
                for row in self._store.rows_matching(f"{start} AND rowid = ?", [*values, rowid])
            ]
        return {rowid: text or "" for rowid, text in rows}

    def _hits(
        self,
        ranked: Sequence[tuple[int, float]],
        snippets: Mapping[int, str],
        words: Sequence[str],
    ) -> list[Hit]:
        hits = []
        for rowid, rank in ranked:
            hit = self._hit(rowid, rank, snippets.get(rowid), words)
            if hit is not None:
                hits.append(hit)
        titles = self._store.titles(hit.conversation_id for hit in hits)
        return [hit._replace(title=titles.get(hit.conversation_id, "")) for hit in hits]

    def _hit(self, rowid: int, rank: float, marked: str | None, words: Sequence[str]) -> Hit | None:
        if marked is None:
            return self._hit_inside(rowid, words, rank)
        snippet, marks = split_marks(marked)
        head = self._store.head_of(rowid)
        if head is None or (self._filters.role == "person" and head.role is not Role.PERSON):
            return None
        return self._complete(rowid, head, snippet, marks, rank)

    def _hit_inside(self, rowid: int, words: Sequence[str], rank: float) -> Hit | None:
        turn = self._store.turns_at([rowid]).get(rowid)
        if turn is None or (self._filters.role == "person" and turn.role is not Role.PERSON):
            return None
        texts = {"user": turn.user, "assistant": turn.assistant, "events": turn.tools}
        snippet, marks = excerpt([texts[name] for name in _TEXTS[self._filters.role]], words)
        head = TurnHead(turn.conversation_id, turn.writer, turn.seq, turn.role, turn.time_ns)
        return self._complete(rowid, head, snippet, marks, rank)

    def _complete(
        self, rowid: int, head: TurnHead, snippet: str, marks: tuple[tuple[int, int], ...], rank: float
    ) -> Hit:
        id, writer, seq, _role, time_ns = head
        path, key = self._store.place_of(id)
        return Hit(rowid, id, writer, seq, "", snippet, marks, rank, time_ns, path, key)


# The index is asked first and in this order, so that it ends with the first rows that will do.
_BY_ROWID = (
    "SELECT f.rowid, 0.0 FROM turns_fts f CROSS JOIN turns t ON t.rowid = f.rowid{crossed}"
    " WHERE turns_fts MATCH ? AND {where} ORDER BY f.rowid DESC LIMIT ?"
)


def words_inside(query: str) -> list[str]:
    """What `inside` looks for: the words, and signs beyond ASCII, which no index knows."""
    signs = [part for part in usable(query).replace('"', " ").split() if not part.isascii()]
    words = plain_words(query)
    return [*words, *(sign for sign in signs if not any(map(is_alphanumeric, sign)))]


def split_marks(marked: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A snippet without its marks, and the spans that were between them."""
    text: list[str] = []
    spans: list[tuple[int, int]] = []
    begun, length = -1, 0
    for ch in marked:
        if ch == MARK_BEGIN:
            begun = length
        elif ch == MARK_END:
            if begun >= 0:
                spans.append((begun, length))
            begun = -1
        else:
            text.append(ch)
            length += 1
    return "".join(text), tuple(spans)


def _forms(word: str) -> list[str]:
    """How a word may be written: composed or not, small or capital. SQLite folds ASCII only."""
    spellings = (word, word.lower(), word.upper(), word.capitalize())
    forms = (unicodedata.normalize(form, one) for one in spellings for form in ("NFC", "NFD"))
    return list(dict.fromkeys((word, *forms)))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
