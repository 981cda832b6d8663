"""Recall over many turns beside the same SQL in a bare script, by turns: recall.py [TURNS].

Prints JSON: for each query the median milliseconds of `plain`, of `ours`, and of the `first` rows on
the screen. The database is made once for each size and kept in the system's folder for such things.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from newt_gui.core.conversations import ConversationStore
from newt_gui.core.recall import StoreRecallSource
from newt_gui.core.recall_search import Search
from tests.harness.newt_database import INDEX, TABLES

ROUNDS = 7
LIMIT, OVERFETCH, SHOWN = 10, 20, 30
KEY, OTHER = "k" * 64, "o" * 64
WORDS = 20_000
SPREAD = 1.0  # of the logarithm of a text's length
QUERIES = (
    "rareword",
    "w10000",
    "w00500",
    "w00100",
    "w00020",
    "w00005",
    "everywhere",
    "everywhere w00003",
    "w00010 OR w00011",
    "shell",
)
PLAIN = """
SELECT t.conversation_id, c.title, t.seq,
  snippet(turns_fts, -1, '>>>', '<<<', '…', 21), bm25(turns_fts) AS best
FROM turns_fts JOIN turns t ON t.rowid = turns_fts.rowid JOIN conversations c ON c.id = t.conversation_id
WHERE turns_fts MATCH ? AND c.workspace_key IN (?, ?) ORDER BY best, t.conversation_id, t.seq LIMIT ?
"""


def database(turns: int) -> Path:
    """A database of so many turns in words as rare as those of a language; made where it is missing."""
    path = Path(tempfile.gettempdir(), f"newt-gui-bench-{turns}-turns.db")
    if not path.exists():
        half = path.with_suffix(".half")
        half.unlink(missing_ok=True)
        fill(half, turns)
        half.rename(path)
    return path


def fill(path: Path, turns: int) -> None:
    chance = random.Random(1)
    words = [f"w{number:05}" for number in range(WORDS)]
    weights = list(itertools.accumulate(1 / (number + 1) for number in range(WORDS)))

    def length(mean: int) -> int:
        """Of a text, in words: most are short, a few are very long."""
        return 1 + int(chance.lognormvariate(math.log(mean) - SPREAD**2 / 2, SPREAD))

    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(TABLES + INDEX)
    connection.execute("BEGIN")
    done, number = 0, 0
    while done < turns:
        number += 1
        id, key = f"{1_790_000_000_000_000_000 + number}-{number:08}", KEY if number % 3 else OTHER
        connection.execute(
            "INSERT INTO conversations (id, title, workspace_path, workspace_key, writer_fingerprint,"
            " tip_hash, activity_tick, started_at_claim, updated_at_claim) VALUES (?,?,?,?,?,?,?,?,?)",
            (id, f"Talk {number}", "/w", key, "w", "t", number, 0, 0),
        )
        count = min(turns - done, chance.randint(5, 100))
        connection.executemany(
            "INSERT INTO turns (conversation_id, writer_fingerprint, seq, prev_hash, user, assistant, events,"
            " ts_claim) VALUES (?, 'w', ?, 'h', ?, ?, ?, 0)",
            [
                (
                    id,
                    seq,
                    " ".join([*chance.choices(words, cum_weights=weights, k=length(12)), "everywhere"]),
                    " ".join(chance.choices(words, cum_weights=weights, k=length(40)))
                    + (" rareword" if (done + seq) % 20_000 == 7 else ""),
                    '[{"tool": "shell", "args_digest": "cmd b3:0011"}]',
                )
                for seq in range(1, count + 1)
            ],
        )
        done += count
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def milliseconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def plain(path: Path, query: str) -> list[tuple[object, ...]]:
    """What a bare script does: open, ask, close."""
    connection = sqlite3.connect(path)
    rows = connection.execute(PLAIN, (query, KEY, "", LIMIT + OVERFETCH)).fetchall()
    connection.close()
    return rows[:LIMIT]


def measure(path: Path) -> dict[str, dict[str, float]]:
    told = {}
    with ConversationStore(path, KEY) as store:
        source, search = StoreRecallSource(store), Search(store, store.here)
        for query in QUERIES:
            if [tuple(hit) for hit in source.search(query, LIMIT)] != plain(path, query):
                raise SystemExit(f"another result than plain SQL for {query}")
            times: dict[str, list[float]] = {"plain": [], "ours": [], "first": []}
            for _ in range(ROUNDS):
                times["plain"].append(milliseconds(lambda query=query: plain(path, query)))
                times["ours"].append(milliseconds(lambda query=query: source.search(query, LIMIT)))
                times["first"].append(milliseconds(lambda query=query: search.first(query, SHOWN)))
            told[query] = {name: statistics.median(each) for name, each in times.items()}
    return told


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    json.dump({"turns": turns, "queries": measure(database(turns))}, sys.stdout)


if __name__ == "__main__":
    main()
