"""newt's conversations.db kept open for one piece of work after another, and what shape it has."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from newt_gui.core.database import DatabaseTrouble, ReadOnlyDatabase, TroubleKind


class ConversationDatabase:
    """Opens the file on first use, and anew where another one has its name by then.

    One thread at a time; `interrupt` may come from any. Every method raises DatabaseTrouble.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._opened: ReadOnlyDatabase | None = None
        self._others: list[ReadOnlyDatabase] = []
        self._is_interrupted = False
        self._columns: dict[str, frozenset[str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def database(self) -> ReadOnlyDatabase:
        """The open database; opened now where it was not, or where another file has the name by now."""
        if self._opened is not None and not self._opened.is_current:
            self.close()
        if self._opened is None:
            self._columns.clear()
            opened = self._open()
            try:
                self._require_shape(opened)
            except BaseException:
                opened.close()
                raise
            self._opened = opened
        return self._opened

    def _open(self) -> ReadOnlyDatabase:
        # An interruption also counts for what is opened after it, or is being waited for just then.
        return ReadOnlyDatabase(self.path, lambda: self._is_interrupted)

    def _require_shape(self, opened: ReadOnlyDatabase) -> None:
        there = {table: opened.columns(table) for table in ("conversations", "turns")}
        needed = {"conversations": {"id"}, "turns": {"conversation_id", "seq", "user", "assistant"}}
        if not any(there.values()):
            count = opened.run(
                lambda database: database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            )
            kind = TroubleKind.UNKNOWN_SHAPE if count[0] else TroubleKind.EMPTY
            raise DatabaseTrouble(kind, self.path)
        if any(needed[table] - there[table] for table in needed):
            raise DatabaseTrouble(TroubleKind.UNKNOWN_SHAPE, self.path)

    def rows(self, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query, at once: no lock is held longer than that takes."""
        try:
            return self.rows_matching(sql, values)
        except sqlite3.Error as error:  # what is asked here fails only where the tables are other ones
            raise DatabaseTrouble(TroubleKind.UNKNOWN_SHAPE, self.path) from error

    def rows_matching(self, sql: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The same for a query with a MATCH, which may be no expression: sqlite3.OperationalError then."""
        return self.database.run(lambda database: database.execute(sql, values).fetchall())

    def connections(self, count: int) -> list[ReadOnlyDatabase]:
        """So many connections to the database, this store's own among them, for as many threads."""
        first = self.database
        while len(self._others) < count - 1:
            self._others.append(self._open())
        return [first, *self._others[: count - 1]]

    def has(self, table: str, column: str = "") -> bool:
        """Whether the file has a table, or a column of it."""
        if table not in self._columns:
            self._columns[table] = self.database.columns(table)
        columns = self._columns[table]
        return column in columns if column else bool(columns)

    def interrupt(self) -> None:
        """Give up what is being looked up; from any thread."""
        self._is_interrupted = True
        for opened in self._all():
            opened.interrupt()

    def resume(self) -> None:
        """Look things up again after `interrupt`."""
        self._is_interrupted = False
        for opened in self._all():
            opened.resume()

    def close(self) -> None:
        for opened in self._all():
            opened.close()
        self._opened, self._others = None, []

    def _all(self) -> list[ReadOnlyDatabase]:
        return [*([] if self._opened is None else [self._opened]), *self._others]
