"""Opening newt's conversations.db so that nothing in it can change, and what may be in the way.

The file itself is never opened by anything but SQLite: on POSIX systems closing it would drop the
locks that SQLite holds in this process.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from newt_gui.core.errors import UserFacingError

T = TypeVar("T")

BUSY_SECONDS = 5.0
"""How long a database that somebody else holds is waited for."""
_POLL_SECONDS = 0.05
_CACHE_KIB = 64 * 1024


class TroubleKind(StrEnum):
    """What is in the way of the conversations."""

    MISSING = "missing"
    OLD_RECORDS = "old_records"
    EMPTY = "empty"
    NOT_A_DATABASE = "not_a_database"
    DAMAGED = "damaged"
    NO_PERMISSION = "no_permission"
    FOLDER = "folder"
    NOT_A_FILE = "not_a_file"
    NO_FTS5 = "no_fts5"
    NO_INDEX = "no_index"
    UNKNOWN_SHAPE = "unknown_shape"
    BUSY = "busy"
    UNFINISHED = "unfinished"
    DISK = "disk"


class DatabaseTrouble(UserFacingError):
    """The conversations can't be read. `kind`; `path`: the database."""

    hint_template = "Nothing was changed. Notes and soul work as before."

    def __init__(self, kind: TroubleKind, path: Path) -> None:
        self.kind, self.path = kind, path
        self.what_template, self.why_template, hint = _SENTENCES[kind]  # type: ignore[misc]
        self.hint_template = hint or DatabaseTrouble.hint_template  # type: ignore[misc]
        super().__init__(path=path)


class Interrupted(Exception):
    """Nobody wants the result any more."""


class ReadOnlyDatabase:
    """A connection that can't write. One thread at a time; `interrupt` may be called from any.

    `is_immutable`: it was opened as if nobody wrote, because its folder can't be written; turns that
    came since may be missing then.
    """

    def __init__(self, path: Path, is_given_up: Callable[[], bool] = lambda: False) -> None:
        """`is_given_up`: whether nobody wants anything of it.

        Raises DatabaseTrouble, Interrupted.
        """
        self.path = path
        self._is_given_up = is_given_up
        self.is_immutable = False
        self._is_interrupted = False
        self._identity = _require_file(path)
        self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        if not _can_write(self.path.parent) and not _has_content(_beside(self.path, "-wal")):
            return self._connect(immutable=True)
        try:
            return self._connect(immutable=False)
        except DatabaseTrouble as trouble:
            if trouble.kind is not TroubleKind.NO_PERMISSION or _can_write(self.path.parent):
                raise
            return self._connect(immutable=True)

    def _connect(self, *, immutable: bool) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode=ro{'&immutable=1' if immutable else ''}"
        with self._told():
            connection = sqlite3.connect(
                uri, uri=True, timeout=0.0, isolation_level=None, check_same_thread=False
            )
        # One bad cell is shown as it is, not the end of the conversation.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        self._connection = connection
        try:
            self.run(_prepare)
        except BaseException:
            connection.close()
            raise
        self.is_immutable = immutable
        return connection

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` looks up; where somebody holds the database, again for up to five seconds.

        Raises DatabaseTrouble, and Interrupted after `interrupt`.
        """
        deadline = monotonic() + BUSY_SECONDS
        while True:
            if self._is_interrupted or self._is_given_up():
                raise Interrupted
            try:
                with self._told():
                    return work(self._connection)
            except DatabaseTrouble as trouble:
                if trouble.kind is not TroubleKind.BUSY or monotonic() > deadline:
                    raise
                sleep(_POLL_SECONDS)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, sqlite3.Warning) as error:
            kind = _kind(error)
            if kind is None:
                if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
                    raise Interrupted from error
                raise
            raise DatabaseTrouble(kind, self.path) from error

    def columns(self, table: str) -> frozenset[str]:
        """The columns that a table has here, "" for none: any but the first few may be missing."""
        try:
            names = self.run(lambda database: database.execute(f"PRAGMA table_info({table})").fetchall())
        except sqlite3.OperationalError:
            return frozenset()  # a virtual table that nothing can be made of
        return frozenset(name for _, name, *_ in names)

    @property
    def is_current(self) -> bool:
        """Whether the name still leads to the file that was opened."""
        try:
            return _require_file(self.path) == self._identity
        except DatabaseTrouble:
            return False

    def interrupt(self) -> None:
        """Give up what is being looked up, now and until `resume`."""
        self._is_interrupted = True
        with suppress(sqlite3.ProgrammingError):  # its own thread has just closed it
            self._connection.interrupt()

    def resume(self) -> None:
        """Look things up again."""
        self._is_interrupted = False

    def close(self) -> None:
        self._connection.close()


def _prepare(connection: sqlite3.Connection) -> None:
    """Forbid writing, give room, and read a first page: that is where trouble shows."""
    connection.execute("PRAGMA query_only = ON")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    # Never mapped: where somebody cuts the file short, reading the map would kill this process (SIGBUS).
    connection.execute("PRAGMA mmap_size = 0")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _require_file(path: Path) -> tuple[int, int]:
    """What tells this file from another one of the same name."""
    try:
        info = os.stat(path)
    except FileNotFoundError:
        kind = TroubleKind.OLD_RECORDS if has_old_records(path.parent) else TroubleKind.MISSING
        raise DatabaseTrouble(kind, path) from None
    except (OSError, ValueError) as error:
        denied = isinstance(error, PermissionError)
        raise DatabaseTrouble(
            TroubleKind.NO_PERMISSION if denied else TroubleKind.NOT_A_FILE, path
        ) from error
    if stat.S_ISDIR(info.st_mode):
        raise DatabaseTrouble(TroubleKind.FOLDER, path)
    if not stat.S_ISREG(info.st_mode):
        raise DatabaseTrouble(TroubleKind.NOT_A_FILE, path)
    if not os.access(path, os.R_OK):
        raise DatabaseTrouble(TroubleKind.NO_PERMISSION, path)
    if not info.st_size and not _has_content(_beside(path, "-wal")):
        raise DatabaseTrouble(TroubleKind.EMPTY, path)
    return info.st_dev, info.st_ino


def has_old_records(home: Path) -> bool:
    """Whether an old newt left its conversations as one file each, which a newer one will take in."""
    try:
        return any((home / "conversations").glob("*/*.json"))
    except OSError:
        return False


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _has_content(path: Path) -> bool:
    try:
        return os.stat(path).st_size > 0
    except OSError:
        return False


def _can_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK)


def _kind(error: Exception) -> TroubleKind | None:
    """What an error of SQLite's is called here; None for a mistake of ours, or an interruption."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code == sqlite3.SQLITE_ERROR:
        said = str(error)
        if "no such module: fts5" in said:
            return TroubleKind.NO_FTS5
        return TroubleKind.NO_INDEX if "no such table: turns_fts" in said else None
    if code in (_READONLY_RECOVERY, _READONLY_CANTINIT):
        return TroubleKind.UNFINISHED
    return _KINDS.get(code & 0xFF)


_READONLY_RECOVERY, _READONLY_CANTINIT = 264, 1288
_KINDS = {
    sqlite3.SQLITE_PERM: TroubleKind.NO_PERMISSION,
    sqlite3.SQLITE_BUSY: TroubleKind.BUSY,
    sqlite3.SQLITE_LOCKED: TroubleKind.BUSY,
    sqlite3.SQLITE_PROTOCOL: TroubleKind.BUSY,
    sqlite3.SQLITE_IOERR: TroubleKind.DISK,
    sqlite3.SQLITE_CORRUPT: TroubleKind.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: TroubleKind.NO_PERMISSION,
    sqlite3.SQLITE_NOTADB: TroubleKind.NOT_A_DATABASE,
}
_SENTENCES: dict[TroubleKind, tuple[str, str, str]] = {
    TroubleKind.MISSING: (
        "There are no conversations yet.",
        "newt has not made {path} so far.",
        "They appear here as soon as newt has had one.",
    ),
    TroubleKind.OLD_RECORDS: (
        "The conversations are in an old form.",
        "An older newt kept one file for each, in the folder “conversations”.",
        "A newer newt takes them in when it starts; then they can be searched here.",
    ),
    TroubleKind.EMPTY: (
        "The file of the conversations is empty.",
        "{path} has 0 bytes or nothing in it.",
        "newt fills it with its next conversation. If there were some before, look for a copy.",
    ),
    TroubleKind.NOT_A_DATABASE: (
        "The file of the conversations is no database.",
        "{path} holds something else, or is encrypted.",
        "",
    ),
    TroubleKind.DAMAGED: (
        "The file of the conversations is damaged.",
        "A part of {path} is missing or can't be read.",
        "Make a copy before newt uses it again; SQLite's own tools may recover what is left.",
    ),
    TroubleKind.NO_PERMISSION: (
        "The conversations can't be opened.",
        "You have no permission to read {path} or what lies beside it.",
        "",
    ),
    TroubleKind.FOLDER: (
        "There is a folder where the conversations should be.",
        "{path} is a folder.",
        "",
    ),
    TroubleKind.NOT_A_FILE: (
        "The conversations can't be opened.",
        "{path} is no ordinary file.",
        "",
    ),
    TroubleKind.NO_FTS5: (
        "This system can't search newt's conversations.",
        "Its SQLite was built without full text search (FTS5).",
        "Conversations can still be read one by one.",
    ),
    TroubleKind.NO_INDEX: (
        "These conversations have no index.",
        "An older newt wrote {path}.",
        "They can be searched inside words, which takes longer; a newer newt makes the index.",
    ),
    TroubleKind.UNKNOWN_SHAPE: (
        "The conversations are in a form that this version does not know.",
        "A newer newt, or another program, wrote {path}.",
        "Look for a newer Newt Memory.",
    ),
    TroubleKind.BUSY: (
        "newt is using the conversations right now.",
        "{path} is locked by another program.",
        "Try again in a moment.",
    ),
    TroubleKind.UNFINISHED: (
        "The conversations can't be opened here just now.",
        "newt ended in the middle of a change, and this window may not finish it.",
        "Start newt once; then they can be read.",
    ),
    TroubleKind.DISK: (
        "The conversations can't be read.",
        "The disk reported an error with {path}.",
        "",
    ),
}
