"""newt's past conversations, read and never written."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from newt_gui.core.characters import trim
from newt_gui.core.conversation_database import ConversationDatabase
from newt_gui.core.live_owners import LiveOwner, is_live, this_machine
from newt_gui.core.turns import Role, Turn, claim, events_of, role_of, title_from

SHORT_ID = 12  # code points
LONG_TURN = 100_000  # characters
_FIRST_TURNS = 20
_LONGEST_SIGN = 64  # code points: what tells a turn that no person wrote stands at its beginning
_CONVERSATION_COLUMNS = (
    "id",
    "title",
    "workspace_path",
    "workspace_key",
    "end_reason",
    "activity_tick",
    "started_at_claim",
    "updated_at_claim",
)
_TURN_COLUMNS = (
    "conversation_id",
    "writer_fingerprint",
    "seq",
    "user",
    "assistant",
    "events",
    "tokens_in",
    "tokens_out",
    "ts_claim",
)


class Scope(NamedTuple):
    """Which conversations count. `keys`: those of these workspace keys; None: all of them."""

    keys: tuple[str, ...] | None


EVERYWHERE = Scope(None)


class Conversation(NamedTuple):
    """`activity_tick` orders the list. `started_ns`, `updated_ns`: claims, None where they make no sense.
    `is_open`: newt did not end it. `is_live`: a newt holds it right now.
    """

    id: str
    title: str
    workspace_path: str
    workspace_key: str
    is_open: bool
    is_live: bool
    activity_tick: int
    started_ns: int | None
    updated_ns: int | None
    turns: int

    @property
    def short_id(self) -> str:
        return self.id[:SHORT_ID]


class Workspace(NamedTuple):
    """`path`: the clone that newt last wrote for this key, for display only."""

    key: str
    path: str
    conversations: int


class TurnHead(NamedTuple):
    """Where a turn stands, and whose it is. `time_ns`: as in `Turn`."""

    conversation_id: str
    writer: str
    seq: int
    role: Role
    time_ns: int | None


class DatabaseState(NamedTuple):
    """`indexed`: turns that the index covers, None where there is no index. `maybe_stale`: turns that
    came lately may be missing, because the folder can't be written.
    """

    conversations: int
    turns: int
    indexed: int | None
    maybe_stale: bool


class ConversationStore(ConversationDatabase):
    """The conversations of one newt home, fenced to one workspace where nothing else is asked for.

    `workspace_key`, `legacy_key`: from `workspace.py`; both are looked for.
    """

    def __init__(self, path: str | Path, workspace_key: str, legacy_key: str | None = None) -> None:
        super().__init__(path)
        self.keys = tuple(key for key in (workspace_key, legacy_key) if key)

    @property
    def here(self) -> Scope:
        """The conversations of the store's own workspace."""
        return Scope(self.keys)

    def state(self) -> DatabaseState:
        """How much is there, and how much of it the index covers."""
        [(conversations,)] = self.rows("SELECT count(*) FROM conversations")
        [(turns,)] = self.rows("SELECT count(*) FROM turns")
        indexed = None
        if self.has("turns_fts") and self.has("turns_fts_docsize"):
            # One row a document: the index itself would have to be read to the end.
            [(indexed,)] = self.rows("SELECT count(*) FROM turns_fts_docsize")
        return DatabaseState(conversations, turns, indexed, self.database.is_immutable)

    def workspaces(self) -> list[Workspace]:
        """Every workspace that has conversations, the one with the newest first."""
        path = self._column("workspace_path")
        tick = self._column("activity_tick", "0")
        rows = self.rows(
            f"SELECT {self._column('workspace_key')}, {path}, count(*), max({tick}) AS newest"
            " FROM conversations c GROUP BY 1 ORDER BY newest DESC, 1"
        )
        return [Workspace(_text(key), _text(shown), count) for key, shown, count, _ in rows]

    def conversations(self, scope: Scope | None = None, limit: int | None = None) -> list[Conversation]:
        """Those of `scope` (None: of the store's workspace), by activity, newest first."""
        where, values = self.fence(self.here if scope is None else scope)
        columns = ", ".join(self._column(name) for name in _CONVERSATION_COLUMNS)
        rows = self.rows(
            f"SELECT {columns}, (SELECT count(*) FROM turns t WHERE t.conversation_id = c.id)"
            f" FROM conversations c WHERE {where}"
            f" ORDER BY {self._column('activity_tick', '0')} DESC, c.id LIMIT ?",
            [*values, -1 if limit is None else limit],
        )
        live = self.live_ids()
        return [self._conversation(row, live) for row in rows]

    def conversation(self, conversation_id: str) -> Conversation | None:
        """One of them, whatever its workspace; None where it is not there."""
        columns = ", ".join(self._column(name) for name in _CONVERSATION_COLUMNS)
        rows = self.rows(
            f"SELECT {columns}, (SELECT count(*) FROM turns t WHERE t.conversation_id = c.id)"
            " FROM conversations c WHERE c.id = ?",
            [conversation_id],
        )
        return self._conversation(rows[0], self.live_ids()) if rows else None

    def turns(self, conversation_id: str) -> list[Turn]:
        """All turns of a conversation in newt's order, which is no order of time."""
        columns = ", ".join(self._turn_column(name) for name in _TURN_COLUMNS)
        rows = self.rows(
            f"SELECT rowid, {columns} FROM turns WHERE conversation_id = ?"
            f" ORDER BY seq, {self._turn_column('writer_fingerprint')}",
            [conversation_id],
        )
        return [_turn(row) for row in rows]

    def turns_at(self, rowids: Iterable[int]) -> dict[int, Turn]:
        """Turns by SQLite's own number of them; those that are gone are left out."""
        columns = ", ".join(self._turn_column(name) for name in _TURN_COLUMNS)
        found = {}
        for rowid in rowids:
            for row in self.rows(f"SELECT rowid, {columns} FROM turns WHERE rowid = ?", [rowid]):
                found[rowid] = _turn(row)
        return found

    def short_turns(self, rowids: Iterable[int]) -> list[int]:
        """Those that FTS5 may make a snippet of: in a long turn with many matches that takes minutes, in
        which nothing interrupts it.
        """
        size = "SELECT coalesce(length(user), 0) + coalesce(length(assistant), 0) FROM turns WHERE rowid = ?"
        return [id for id in rowids if all(length <= LONG_TURN for (length,) in self.rows(size, [id]))]

    def head_of(self, rowid: int) -> TurnHead | None:
        """What a list shows of a turn, without reading its whole text; None where it is gone."""
        names = ("conversation_id", "writer_fingerprint", "seq", "ts_claim")
        columns = ", ".join(self._turn_column(name) for name in names)
        rows = self.rows(
            f"SELECT {columns}, substr(user, 1, ?), assistant = '' FROM turns WHERE rowid = ?",
            [_LONGEST_SIGN, rowid],
        )
        if not rows:
            return None
        id, writer, seq, time_claim, begin, is_blank = rows[0]
        role = role_of(_text(begin), "" if is_blank else "…")
        return TurnHead(_text(id), _text(writer), _number(seq), role, claim(time_claim))

    def live_owners(self) -> list[LiveOwner]:
        """The rows of newts that run right now; stale ones are left out."""
        if not self.has("live_owners"):
            return []
        rows = self.rows(
            "SELECT conversation_id, host, boot_id, pid, writer_fingerprint, heartbeat_tick FROM live_owners"
        )
        owners = [
            LiveOwner(_text(id), _text(host), _text(boot), _number(pid), _text(writer), _number(beat))
            for id, host, boot, pid, writer, beat in rows
        ]
        machine, now = this_machine(), time.time_ns()
        return [owner for owner in owners if is_live(owner, machine, now)]

    def live_ids(self) -> frozenset[str]:
        """The conversations that a newt holds right now."""
        return frozenset(owner.conversation_id for owner in self.live_owners())

    def fence(self, scope: Scope, alias: str = "c") -> tuple[str, list[str]]:
        """A condition on `conversations` for SQL, and its values."""
        if scope.keys is None:
            return "1", []
        if not self.has("conversations", "workspace_key"):
            return "0", []
        return f"{alias}.workspace_key IN ({', '.join('?' * len(scope.keys))})", list(scope.keys)

    def titles(self, ids: Iterable[str]) -> dict[str, str]:
        """The titles of conversations by id, made up where they have none."""
        found = {}
        for id in dict.fromkeys(ids):
            for (title,) in self.rows(
                f"SELECT {self._column('title')} FROM conversations c WHERE c.id = ?", [id]
            ):
                found[id] = self._title(id, title)
        return found

    def place_of(self, conversation_id: str) -> tuple[str, str]:
        """The workspace of a conversation: the path to show, and its key."""
        columns = f"{self._column('workspace_path')}, {self._column('workspace_key')}"
        rows = self.rows(f"SELECT {columns} FROM conversations c WHERE c.id = ?", [conversation_id])
        return (_text(rows[0][0]), _text(rows[0][1])) if rows else ("", "")

    def _column(self, name: str, missing: str = "NULL") -> str:
        return f"c.{name}" if self.has("conversations", name) else missing

    def _turn_column(self, name: str) -> str:
        return name if self.has("turns", name) else "NULL"

    def _conversation(self, row: tuple[Any, ...], live: frozenset[str]) -> Conversation:
        id, title, path, key, end_reason, tick, started, updated, turns = row
        return Conversation(
            _text(id),
            self._title(id, title),
            _text(path),
            _text(key),
            end_reason is None,
            id in live,
            _number(tick),
            claim(started),
            claim(updated),
            turns,
        )

    def _title(self, id: str, title: object) -> str:
        if isinstance(title, str) and trim(title):
            return title
        first = self.rows(
            "SELECT user, assistant FROM turns WHERE conversation_id = ? ORDER BY seq LIMIT ?",
            [id, _FIRST_TURNS],
        )
        return title_from([(_text(user), _text(assistant)) for user, assistant in first])


def _turn(row: tuple[Any, ...]) -> Turn:
    rowid, conversation, writer, seq, user, assistant, events, tokens_in, tokens_out, time_claim = row
    told, broken = events_of(events)
    said, answered = _text(user), _text(assistant)
    return Turn(
        rowid,
        _text(conversation),
        _text(writer),
        _number(seq),
        said,
        answered,
        role_of(said, answered),
        told,
        broken,
        tokens_in if isinstance(tokens_in, int) else None,
        tokens_out if isinstance(tokens_out, int) else None,
        claim(time_claim),
    )


def _text(value: object) -> str:
    """A cell as text, whatever somebody put into it."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else "" if value is None else str(value)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
