"""Sample conversations for `--demo`: a database as newt would have written it, of a small seed shop."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.live_owners import own_row
from newt_gui.core.turns import COMPACTION
from newt_gui.core.workspace import workspace_key

_HOUR = 3600 * 1_000_000_000
_PER_WORKSPACE = 90
_TITLE_LENGTH = 80

_TABLES = """
CREATE TABLE conversations (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, workspace_path TEXT NOT NULL, workspace_key TEXT NOT NULL,
  writer_fingerprint TEXT NOT NULL, tip_hash TEXT NOT NULL, persona TEXT, end_reason TEXT, roadmap_id TEXT,
  node_id TEXT, activity_tick INTEGER NOT NULL, started_at_claim INTEGER NOT NULL,
  updated_at_claim INTEGER NOT NULL, scratchpad TEXT NOT NULL DEFAULT '{}', plan TEXT NOT NULL DEFAULT '{}',
  preference_pin TEXT NOT NULL DEFAULT '{}');
CREATE INDEX conversations_activity ON conversations (workspace_key, activity_tick);
CREATE TABLE turns (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  writer_fingerprint TEXT NOT NULL, seq INTEGER NOT NULL, prev_hash TEXT NOT NULL, user TEXT NOT NULL,
  assistant TEXT NOT NULL, events TEXT NOT NULL DEFAULT '[]', phantom_reaches TEXT NOT NULL DEFAULT '[]',
  sources TEXT NOT NULL DEFAULT '[]', tokens_in INTEGER, tokens_out INTEGER, ts_claim INTEGER NOT NULL,
  encoding_version INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (conversation_id, writer_fingerprint, seq));
CREATE TABLE live_owners (
  conversation_id TEXT PRIMARY KEY, host TEXT, boot_id TEXT, pid INTEGER, writer_fingerprint TEXT,
  heartbeat_tick INTEGER);
CREATE VIEW turns_fts_content AS
  SELECT rowid AS rowid, user, assistant,
    coalesce((SELECT group_concat(json_extract(value, '$.tool'), ' ') FROM json_each(events)), '')
      AS tool_names,
    coalesce((SELECT group_concat(json_extract(value, '$.args_digest'), ' ') FROM json_each(events)), '')
      AS tool_args_digest FROM turns;
CREATE VIRTUAL TABLE turns_fts USING fts5 (
  user, assistant, tool_names, tool_args_digest, content = 'turns_fts_content', tokenize = 'unicode61');
"""
_FILL_INDEX = (
    "INSERT INTO turns_fts (rowid, user, assistant, tool_names, tool_args_digest)"
    " SELECT rowid, user, assistant, tool_names, tool_args_digest FROM turns_fts_content"
)


class _Talk(NamedTuple):
    """What was said: (person, agent, tools used)."""

    turns: tuple[tuple[str, str, tuple[str, ...]], ...]


_TALKS = (
    _Talk(
        (
            (
                "The catalogue draft shows last year's price for the runner beans. Where does it come from?",
                "From prices.csv, line 212: it still says 3.20. The printed list says 3.40. "
                "I changed nothing yet; shall I?",
                ("read_file", "search"),
            ),
            (
                "Yes, and check the other beans too.",
                "Done. Two more differed from the printed list: broad beans 2.90 and soya 3.10. "
                "The draft in out/draft has the new ones.",
                ("edit_file", "shell"),
            ),
        )
    ),
    _Talk(
        (
            (
                "Why does the label printer leave every second label blank?",
                "With thin paper it pulls in two sheets. The rear tray with the thick paper works; "
                "I put that into the notes.",
                ("search",),
            ),
            ("Thanks. Print ten for the tomatoes.", "Ten labels are in the queue.", ("shell",)),
        )
    ),
    _Talk(
        (
            (
                "Write the text for the newsletter on the first Thursday.",
                "Here is a first version, three paragraphs. The picture of the asters is missing: "
                "it lies on the blue disk.",
                ("read_file",),
            ),
            ("Shorter, please.", "Two paragraphs now, 120 words.", ()),
            (
                "[loop-guidance] Keep to the task.",
                "The newsletter is ready to be read once more by somebody else.",
                (),
            ),
        )
    ),
    _Talk(
        (
            (
                "Which greenhouse sensor was silent last night?",
                "Number 4, from 01:10 to 02:30. The router restarted at 01:08, so I rang nobody.",
                ("shell", "search"),
            ),
        )
    ),
    _Talk(
        (
            (
                "ラベルプリンターの設定を深色モードに変えられますか。",
                "はい、設定画面の「表示」で深色モードを選べます。印刷には影響しません。",
                ("read_file",),
            ),
        )
    ),
    _Talk(
        (
            (
                "האם אפשר לשלוח את התזכורת בבוקר, לפני תשע?",
                "כן. התזכורת תישלח כל יום בשעה 08:30.",
                ("shell",),
            ),
        )
    ),
    _Talk(
        (
            (
                "The page shows <b>New</b> and <img src=x onerror=alert(1)> as text. Is that right?",
                "Yes: the template shows customers' words letter for letter. "
                "A link such as https://seeds.example/beans stays plain text, too.",
                ("read_file",),
            ),
        )
    ),
    _Talk(
        (
            (
                "The build log is full of odd signs.",
                "They are colour codes for a terminal: \x1b[31mred\x1b[0m and \x1b[1mbold\x1b[0m. "
                "And this name holds characters that turn the direction round: \u202ecod.exe\u202c.",
                ("shell",),
            ),
        )
    ),
    _Talk(
        (
            (
                f"{COMPACTION} The prices were compared with the printed list; runner beans, broad beans and "
                "soya were put right. The newsletter is half done.",
                "",
                (),
            ),
            (
                "[POST-COMPACTION — CONTINUE] Go on with the newsletter.",
                "Going on with the second paragraph.",
                ("edit_file",),
            ),
            ("Is the Friday rule in the notes?", "Yes, note 4: nothing goes online on a Friday.", ()),
        )
    ),
    _Talk(
        (
            (
                "Make invoices for the orders of this week, numbered by year and month.",
                "Six invoices: 2031-04-012 to 2031-04-017. One order has no address; I left it out.",
                ("read_file", "shell"),
            ),
        )
    ),
)
_OPENINGS = ("", "Once more: ", "A question. ", "For the shop desk: ", "Before Friday: ")


def write_conversations(home: Path, workspaces: tuple[Path, ...]) -> None:
    """Make `home`/conversations.db with some conversations for each workspace; the newest one is live."""
    now = time.time_ns()
    with closing(sqlite3.connect(home / "conversations.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(_TABLES)
        database.execute("BEGIN")
        newest = ""
        for number, workspace in enumerate(workspaces):
            key = workspace_key(workspace)
            for at in range(_PER_WORKSPACE):
                begun = now - ((_PER_WORKSPACE - at) * 31 + number * 7) * _HOUR
                id = _add(database, at * len(workspaces) + number, begun, (str(workspace), key))
                newest = id if number == 0 else newest
        database.execute("INSERT INTO live_owners VALUES (?, ?, ?, ?, ?, ?)", own_row(newest, now))
        database.execute(_FILL_INDEX)
        database.execute("COMMIT")


def _add(database: sqlite3.Connection, number: int, begun: int, place: tuple[str, str]) -> str:
    """One conversation; every seventh has no title, every eleventh is still open."""
    id = f"{begun}-00000000-0000-4000-8000-{number:012d}"
    turns = list(_turns(number, begun))
    first = next((user for user, *_ in turns if not user.startswith("[")), "")
    title = "" if number % 7 == 3 else first.partition("\n")[0][:_TITLE_LENGTH]
    ended = None if number % 11 == 0 else "user_exit"
    tick = begun + len(turns) * 90 * 1_000_000_000
    database.execute(
        "INSERT INTO conversations (id, title, workspace_path, workspace_key, writer_fingerprint, tip_hash,"
        " end_reason, activity_tick, started_at_claim, updated_at_claim)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (id, title, *place, "sample", "", ended, tick, 0 if number % 23 == 5 else begun, tick),
    )
    database.executemany(
        "INSERT INTO turns (conversation_id, writer_fingerprint, seq, prev_hash, user, assistant, events,"
        " tokens_in, tokens_out, ts_claim) VALUES (?, 'sample', ?, '', ?, ?, ?, ?, ?, ?)",
        [
            (id, seq, user, agent, _events(tools, number), len(user), len(agent), at)
            for seq, (user, agent, tools, at) in enumerate(turns, start=1)
        ],
    )
    return id


def _turns(number: int, begun: int) -> Iterator[tuple[str, str, tuple[str, ...], int]]:
    """What was said, put together from the samples so that no two conversations are quite the same."""
    talks = (_TALKS[number % len(_TALKS)], _TALKS[(number * 7 + 3) % len(_TALKS)])
    opening = _OPENINGS[number % len(_OPENINGS)]
    at = begun
    for talk in talks[: 1 + number % 2]:
        for user, agent, tools in talk.turns:
            said = user if user.startswith("[") else f"{opening}{user}"
            yield said, agent, tools, at
            opening = ""
            at += 90 * 1_000_000_000


def _events(tools: tuple[str, ...], number: int) -> str:
    events = [
        {
            "tool": tool,
            "args_digest": f"path b3:{(number * 131 + at):016x}",
            "ok": (number + at) % 9 != 4,
            "duration_ms": 40 + (number * 37 + at * 11) % 900,
        }
        for at, tool in enumerate(tools)
    ]
    return json.dumps(events)
