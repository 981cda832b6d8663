"""A second process that keeps a conversations.db with newt's own schema. It shares no code with the app.

Started as a script with the path of the database, it makes the tables and then obeys one JSON object a
line, answering each with one: {"do": "add", "conversations": [...]} where a conversation is {"id", "title",
"key", "path", "tick", "end", "turns": [{"user", "assistant", "seq", "writer", "events", "time", ...}]};
{"do": "own", ...} for a row of live_owners; {"do": "sql", "sql": ...}; {"do": "lock"} and {"do": "unlock"}
for an exclusive lock; {"do": "checkpoint"}.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

TABLES = """
CREATE TABLE conversations (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, workspace_path TEXT NOT NULL, workspace_key TEXT NOT NULL,
  writer_fingerprint TEXT NOT NULL, tip_hash TEXT NOT NULL, persona TEXT, end_reason TEXT, roadmap_id TEXT,
  node_id TEXT, activity_tick INTEGER NOT NULL, started_at_claim INTEGER NOT NULL,
  updated_at_claim INTEGER NOT NULL, scratchpad TEXT NOT NULL DEFAULT '{}', plan TEXT NOT NULL DEFAULT '{}',
  preference_pin TEXT NOT NULL DEFAULT '{}');
CREATE INDEX conversations_by_activity ON conversations (workspace_key, activity_tick);
CREATE TABLE turns (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  writer_fingerprint TEXT NOT NULL, seq INTEGER NOT NULL, prev_hash TEXT NOT NULL,
  user TEXT NOT NULL, assistant TEXT NOT NULL,
  events TEXT NOT NULL DEFAULT '[]', phantom_reaches TEXT NOT NULL DEFAULT '[]',
  sources TEXT NOT NULL DEFAULT '[]', tokens_in INTEGER, tokens_out INTEGER, ts_claim INTEGER NOT NULL,
  encoding_version INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (conversation_id, writer_fingerprint, seq));
CREATE TABLE live_owners (conversation_id TEXT PRIMARY KEY, host TEXT, boot_id TEXT, pid INTEGER,
  writer_fingerprint TEXT, heartbeat_tick INTEGER);
CREATE TABLE writer_clock (writer TEXT PRIMARY KEY, tick INTEGER);
"""
INDEX = """
CREATE VIEW turns_fts_content AS SELECT t.rowid AS rowid, t.user AS user, t.assistant AS assistant,
  CASE WHEN json_valid(t.events) THEN (SELECT coalesce(group_concat(json_extract(e.value, '$.tool'), ' '), '')
    FROM json_each(t.events) e) ELSE '' END AS tool_names,
  CASE WHEN json_valid(t.events)
    THEN (SELECT coalesce(group_concat(json_extract(e.value, '$.args_digest'), ' '), '')
    FROM json_each(t.events) e) ELSE '' END AS tool_args_digest FROM turns t;
CREATE VIRTUAL TABLE turns_fts USING fts5(user, assistant, tool_names, tool_args_digest,
  content='turns_fts_content', content_rowid='rowid', tokenize='unicode61');
CREATE TRIGGER turns_fts_insert AFTER INSERT ON turns BEGIN
  INSERT INTO turns_fts (rowid, user, assistant, tool_names, tool_args_digest)
  SELECT rowid, user, assistant, tool_names, tool_args_digest FROM turns_fts_content
  WHERE rowid = new.rowid; END;
CREATE TRIGGER turns_fts_delete BEFORE DELETE ON turns BEGIN
  INSERT INTO turns_fts (turns_fts, rowid, user, assistant, tool_names, tool_args_digest)
  SELECT 'delete', rowid, user, assistant, tool_names, tool_args_digest FROM turns_fts_content
  WHERE rowid = old.rowid; END;
"""


def add(database: sqlite3.Connection, conversation: dict[str, Any]) -> None:
    """One conversation with its turns, as newt writes them."""
    tick = conversation.get("tick", 0)
    database.execute(
        "INSERT OR IGNORE INTO conversations (id, title, workspace_path, workspace_key, writer_fingerprint,"
        " tip_hash, end_reason, activity_tick, started_at_claim, updated_at_claim)"
        " VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            conversation["id"],
            conversation.get("title", ""),
            conversation.get("path", ""),
            conversation.get("key", ""),
            "w",
            "tip",
            conversation.get("end"),
            tick,
            conversation.get("started", tick),
            conversation.get("updated", tick),
        ),
    )
    database.executemany(
        "INSERT INTO turns (conversation_id, writer_fingerprint, seq, prev_hash, user, assistant, events,"
        " tokens_in, tokens_out, ts_claim) VALUES (?,?,?,?,?,?,?,?,?,?)",
        [
            (
                conversation["id"],
                turn.get("writer", "w"),
                turn.get("seq", at),
                "hash",
                turn.get("user", ""),
                turn.get("assistant", ""),
                turn["events"] if isinstance(turn.get("events"), str) else json.dumps(turn.get("events", [])),
                turn.get("tokens_in"),
                turn.get("tokens_out"),
                turn.get("time", tick),
            )
            for at, turn in enumerate(conversation.get("turns", ()), start=1)
        ],
    )


def obey(database: sqlite3.Connection, wish: dict[str, Any]) -> list[Any]:
    """Do what one line says; the rows that came of it."""
    match wish["do"]:
        case "add":
            database.execute("BEGIN IMMEDIATE")
            for conversation in wish["conversations"]:
                add(database, conversation)
            database.execute("COMMIT")
        case "own":
            names = ("conversation_id", "host", "boot_id", "pid", "writer_fingerprint", "heartbeat_tick")
            values = tuple(wish[name] for name in names)
            database.execute("INSERT OR REPLACE INTO live_owners VALUES (?,?,?,?,?,?)", values)
        case "sql":
            return database.execute(wish["sql"], wish.get("values", ())).fetchall()
        case "lock":
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
        case "unlock":
            database.execute("COMMIT")
            database.execute("PRAGMA locking_mode = NORMAL")
            database.execute("SELECT 1 FROM conversations").fetchall()
        case "checkpoint":
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return []


def main(path: str, journal: str, shape: str) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(f"PRAGMA journal_mode = {journal}")
    database.execute("PRAGMA foreign_keys = ON")
    if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        database.executescript(TABLES + (INDEX if shape == "whole" else ""))
    print(json.dumps({"ok": True}), flush=True)
    for line in sys.stdin:
        try:
            print(json.dumps({"ok": True, "rows": obey(database, json.loads(line))}), flush=True)
        except sqlite3.Error as error:
            print(json.dumps({"ok": False, "why": str(error)}), flush=True)
    database.close()


class NewtDatabase:
    """That process, from a test's side. `journal`: WAL or DELETE; `shape`: "whole" or "no index"."""

    def __init__(self, path: Path, journal: str = "WAL", shape: str = "whole") -> None:
        self.path = path
        command = [sys.executable, __file__, str(path), journal, shape]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._answer()

    def __enter__(self) -> NewtDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """The process ends as newt does: its last connection closed."""
        assert self._process.stdin is not None
        if not self._process.stdin.closed:
            self._process.stdin.close()
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def kill(self) -> None:
        """The process ends in the middle of things: what is in the -wal stays there."""
        self._process.kill()
        self.close_pipes()

    def close_pipes(self) -> None:
        self._process.wait(30)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def add(self, *conversations: dict[str, Any]) -> None:
        self.do(do="add", conversations=list(conversations))

    def sql(self, sql: str, *values: Any) -> list[Any]:
        return list(self.do(do="sql", sql=sql, values=list(values))["rows"])

    def do(self, **wish: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert answer["ok"], answer
        return answer


if __name__ == "__main__":
    main(*sys.argv[1:])
