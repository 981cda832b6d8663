"""The best turns for an expression, found by as many threads as there are processors.

To rank a term that stands in every turn is work for the processor, which SQLite does without holding
up Python: each thread ranks its share of the turns on a connection of its own. bm25 counts over the
whole index in each of them, so the result is the same as that of one query.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from newt_gui.core.conversations import ConversationStore

MANY = 4_000
"""From so many matches on sharing the work is worth it."""
MOST_SHARES = 4

_SQL = (
    "SELECT f.rowid, t.conversation_id, t.seq, f.rank"
    " FROM (SELECT rowid, rank FROM turns_fts WHERE turns_fts MATCH ? AND rowid BETWEEN ? AND ?) f"
    " JOIN turns t ON t.rowid = f.rowid {join} WHERE {where}"
    " ORDER BY f.rank, t.conversation_id, t.seq LIMIT ?"
)
Row = tuple[int, str, int, float]
"""SQLite's number of the turn, its conversation, its number there, its rank."""


def best(
    store: ConversationStore, match: str, join: str, where: Sequence[str], values: Sequence[Any], limit: int
) -> list[Row]:
    """At most `limit` turns, the best first, ties by conversation and number.

    `join`, `where`, `values`: further tables and conditions on a turn `t`, as SQL. Raises what
    `ConversationStore.rows` does, sqlite3.OperationalError for a `match` that is no expression.
    """
    sql = _SQL.format(join=join, where=" AND ".join(where) or "1")
    shares = _shares(store, match)
    if len(shares) == 1:
        return store.rows_matching(sql, [match, *shares[0], *values, limit])
    connections = store.connections(len(shares))

    def rank(share: int) -> list[Any]:
        return connections[share].run(
            lambda database: database.execute(sql, [match, *shares[share], *values, limit]).fetchall()
        )

    with ThreadPoolExecutor(len(shares), "rank") as pool:
        found = [row for rows in pool.map(rank, range(len(shares))) for row in rows]
    return sorted(found, key=lambda row: (row[3], row[1], row[2]))[:limit]


def _shares(store: ConversationStore, match: str) -> list[tuple[int, int]]:
    """First and last number of the turns of each share; one share where that is little work."""
    whole = [(-(2**63), 2**63 - 1)]
    count = min(MOST_SHARES, os.cpu_count() or 1)
    if count < 2:
        return whole
    counting = "SELECT count(*) FROM (SELECT 1 FROM turns_fts WHERE turns_fts MATCH ? LIMIT ?)"
    [(matches,)] = store.rows_matching(counting, [match, MANY])
    if matches < MANY:
        return whole
    [(first, last)] = store.rows("SELECT (SELECT min(rowid) FROM turns), (SELECT max(rowid) FROM turns)")
    if first is None:
        return whole  # the index knows turns that are gone
    step = (last - first) // count + 1
    return [(first + at * step, min(first + (at + 1) * step - 1, last)) for at in range(count)]
