"""Earlier contents of files: every one that the app read or wrote, kept once.

One SQLite file in the app's own data folder. Every call opens it anew, so any thread and any
number of processes may use it, and a file that somebody removed is not written into the void.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from newt_gui.core.errors import UserFacingError
from newt_gui.core.file_trouble import insist, move_unless_taken, write_reason
from newt_gui.core.files import NOTES_LOCK, hold_lock
from newt_gui.core.leftovers import own_name
from newt_gui.core.new_folders import NewFolders

if TYPE_CHECKING:
    import sqlite3

T = TypeVar("T")

FORMAT = 1
KEPT_AT_LEAST = 200  # versions of each file
KEPT_FOR_NS = 90 * 24 * 3600 * 1_000_000_000

_BUSY_SECONDS = 2.0
_TABLES = (
    "CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL)",
    "CREATE TABLE versions (id INTEGER PRIMARY KEY AUTOINCREMENT, path BLOB NOT NULL,"
    " sha256 TEXT NOT NULL REFERENCES blobs, size INTEGER NOT NULL, time_ns INTEGER NOT NULL,"
    " who TEXT NOT NULL, why TEXT NOT NULL)",
    "CREATE INDEX versions_by_path ON versions (path, id)",
    "CREATE INDEX versions_by_content ON versions (sha256)",
    f"PRAGMA user_version = {FORMAT}",
)
_SHAPE = (
    "SELECT sha256, data FROM blobs LIMIT 0",
    "SELECT id, path, sha256, size, time_ns, who, why FROM versions LIMIT 0",
)
_DROP_UNUSED = "DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM versions)"
# By SQLite's primary result code; any other is a mistake in this module.
_REASONS = {
    3: "you have no permission to write here",
    5: "another program is using it",
    6: "another program is using it",
    7: "there is not enough memory",
    8: "it is read-only",
    10: "the disk reported an error",
    13: "the disk is full",
    14: "it can't be opened",
    15: "another program is using it",
    18: "a version is too large to be kept",
}
_DAMAGED = frozenset({11, 26})  # malformed, not a database
_WRONG_SQL = 1  # no such table, no such column


class HistoryFailed(UserFacingError):
    """Earlier versions can't be kept or fetched. `path`; `reason`: a clause without a full stop."""

    what_template = "The store of earlier versions can't be used."
    why_template = "The reason: {reason} ({path})."
    hint_template = "Nothing was changed. Put that right and try again."

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(path=path, reason=reason)


class Who(StrEnum):
    """Who wrote a content."""

    APP = "app"
    OTHER = "other"


class Version(NamedTuple):
    """One kept content: `size` in bytes, `time_ns` since the epoch, `why` a short word."""

    id: int
    sha256: str
    size: int
    time_ns: int
    who: Who
    why: str


class _Damaged(Exception):
    """The file is no usable store; never leaves this module."""


class History:
    """Kept versions of files, in `folder`/history.db (0600). Every method may raise HistoryFailed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._database = folder / "history.db"
        self._closed = False

    def put(self, path: Path, data: bytes, who: Who, why: str, now_ns: int | None = None) -> None:
        """Keep `data` as the newest content of `path`, on the disk when this returns.

        The same content twice in a row is recorded once. `now_ns`: the time to record.
        """
        import hashlib

        sha256 = hashlib.sha256(data).hexdigest()
        now = time.time_ns() if now_ns is None else now_ns

        def work(database: sqlite3.Connection) -> None:
            key = _key(path)
            newest = "SELECT sha256 FROM versions WHERE path = ? ORDER BY id DESC LIMIT 1"
            if database.execute(newest, (key,)).fetchone() == (sha256,):
                return
            database.execute("INSERT OR IGNORE INTO blobs (sha256, data) VALUES (?, ?)", (sha256, data))
            database.execute(
                "INSERT INTO versions (path, sha256, size, time_ns, who, why) VALUES (?, ?, ?, ?, ?, ?)",
                (key, sha256, len(data), now, who.value, why),
            )
            _prune(database, key, now)

        self._write(work)

    def versions(self, path: Path) -> list[Version]:
        """What is kept of `path`, newest first."""
        query = "SELECT id, sha256, size, time_ns, who, why FROM versions WHERE path = ? ORDER BY id DESC"
        rows = self._read(lambda database: database.execute(query, (_key(path),)).fetchall()) or []
        return [
            Version(number, sha256, size, time_ns, Who(who), why)
            for number, sha256, size, time_ns, who, why in rows
        ]

    def content(self, version_id: int) -> bytes:
        """The bytes of a version."""
        query = "SELECT data FROM versions JOIN blobs USING (sha256) WHERE id = ?"
        row = self._read(lambda database: database.execute(query, (version_id,)).fetchone())
        if row is None:
            raise HistoryFailed(self._database, "this version is not kept any more")
        data: bytes = row[0]
        return data

    def forget(self, version_id: int) -> None:
        """Drop a version for good, and every other that holds the same content."""

        def work(database: sqlite3.Connection) -> None:
            database.execute("PRAGMA secure_delete = ON")  # the bytes go, not just the way to them
            same = "(SELECT sha256 FROM versions WHERE id = ?)"
            database.execute(f"DELETE FROM versions WHERE sha256 = {same}", (version_id,))
            database.execute(_DROP_UNUSED)

        self._write(work)

    def prune(self, path: Path, now_ns: int) -> None:
        """Drop versions of `path` that are older than 90 days and not among the newest 200."""
        if os.path.lexists(self._database):
            self._write(lambda database: _prune(database, _key(path), now_ns))

    def close(self) -> None:
        """The end: a later call is a mistake and raises ValueError."""
        self._closed = True

    def _write(self, work: Callable[[sqlite3.Connection], None]) -> None:
        def transaction(database: sqlite3.Connection) -> None:
            database.execute("BEGIN IMMEDIATE")
            work(database)
            database.execute("COMMIT")

        self._run(transaction)

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """None where nothing was ever kept; looking creates nothing."""
        return self._run(work) if os.path.lexists(self._database) else None

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise ValueError("the history is closed")
        try:
            try:
                return self._attempt(work)
            except _Damaged:
                self._set_aside()
            return self._attempt(work)
        except _Damaged:
            raise HistoryFailed(self._database, "it is damaged") from None
        except OSError as error:
            raise HistoryFailed(self._database, write_reason(error)) from error

    def _attempt(self, work: Callable[[sqlite3.Connection], T]) -> T:
        import sqlite3

        self._create()
        try:
            with closing(self._connect()) as database:
                self._prepare(database)
                return work(database)
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in _DAMAGED:
                raise _Damaged from error
            if code in _REASONS:
                raise HistoryFailed(self._database, _REASONS[code]) from error
            raise

    def _connect(self) -> sqlite3.Connection:
        import sqlite3

        # Read and write, never create: the file would not be private.
        address = f"{Path(os.path.abspath(self._database)).as_uri()}?mode=rw"
        return sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)

    def _create(self) -> None:
        """An empty, private file, if there is none. Raises OSError.

        It gets its name when it is closed: closing a file frees the locks that SQLite holds on
        it in another thread.
        """
        if os.path.lexists(self._database):
            return
        NewFolders(self._folder).make()
        empty = own_name(self._database)
        os.close(os.open(empty, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            move_unless_taken(empty, self._database)
        finally:
            insist(os.unlink, empty)

    def _prepare(self, database: sqlite3.Connection) -> None:
        database.execute("PRAGMA synchronous = FULL")
        if self._format(database) == FORMAT:
            _require_tables(database)
            return
        database.execute("BEGIN IMMEDIATE")
        if self._format(database) != FORMAT:  # another process may have been faster
            for statement in _TABLES:
                database.execute(statement)
        database.execute("COMMIT")

    def _format(self, database: sqlite3.Connection) -> int:
        version: int = database.execute("PRAGMA user_version").fetchone()[0]
        if version > FORMAT:
            raise HistoryFailed(self._database, "a newer version of this app wrote it")
        if version < FORMAT and database.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise _Damaged  # something else's database
        return version

    def _set_aside(self) -> None:
        """Move a damaged store to a free name beside it; nothing is deleted. Raises OSError."""
        try:
            with hold_lock(self._database, NOTES_LOCK):
                if self._is_damaged():  # and not a new one that another process began meanwhile
                    self._move_to_free_name()
        except HistoryFailed:
            raise
        except UserFacingError as error:
            raise HistoryFailed(self._database, "it is damaged, and it can't be moved aside") from error

    def _is_damaged(self) -> bool:
        def check(database: sqlite3.Connection) -> bool:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",))

        try:
            return self._attempt(check)
        except _Damaged:
            return True

    def _move_to_free_name(self) -> None:
        for number in count(1):
            broken = self._database.with_name(f"{self._database.name}.broken-{number}")
            if move_unless_taken(self._database, broken):
                return


def _require_tables(database: sqlite3.Connection) -> None:
    import sqlite3

    try:
        for query in _SHAPE:
            database.execute(query)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == _WRONG_SQL:
            raise _Damaged from error
        raise


def _key(path: Path) -> bytes:
    return os.fsencode(os.path.abspath(path))


def _prune(database: sqlite3.Connection, key: bytes, now_ns: int) -> None:
    dropped = database.execute(
        "DELETE FROM versions WHERE path = :path AND time_ns < :oldest AND id NOT IN"
        " (SELECT id FROM versions WHERE path = :path ORDER BY id DESC LIMIT :kept)",
        {"path": key, "oldest": now_ns - KEPT_FOR_NS, "kept": KEPT_AT_LEAST},
    ).rowcount
    if dropped:
        database.execute(_DROP_UNUSED)
