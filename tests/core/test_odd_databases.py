"""Databases that somebody else made, broke or cut short: told as trouble, never a crash."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from newt_gui.core.conversations import EVERYWHERE, ConversationStore
from newt_gui.core.database import DatabaseTrouble, Interrupted, ReadOnlyDatabase, TroubleKind
from newt_gui.core.ranking import MANY
from newt_gui.core.recall import StoreRecallSource
from newt_gui.core.recall_search import Filters, Search
from tests.harness.newt_database import INDEX, TABLES, add

NO_TRIGGERS = "DROP TRIGGER turns_fts_insert; DROP TRIGGER turns_fts_delete;"
NO_INDEX = f"{NO_TRIGGERS} DROP TABLE turns_fts; DROP VIEW turns_fts_content;"
ODD_INDEXES = {
    "other columns": f"{NO_INDEX} CREATE VIRTUAL TABLE turns_fts USING fts5(said);",
    "a plain table": f"{NO_INDEX} CREATE TABLE turns_fts (user, assistant);",
    "no content": f"{NO_TRIGGERS} DROP VIEW turns_fts_content;",
    "unknown tokenizer": "PRAGMA writable_schema = ON; UPDATE sqlite_schema"
    " SET sql = replace(sql, 'unicode61', 'nobodys') WHERE name = 'turns_fts';",
    "half of it": "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'turns_fts_config';",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "conversations.db"


def filled(path: Path, more: str = "", turns: int = 3) -> ConversationStore:
    said = [{"user": f"hello {at}", "assistant": "yes", "seq": at, "time": 1} for at in range(turns)]
    database = sqlite3.connect(path)
    database.executescript(TABLES + INDEX)
    add(database, {"id": "c", "title": "t", "key": "k", "turns": said})
    database.commit()
    database.executescript(more)
    database.close()
    return ConversationStore(path, "k")


@pytest.mark.parametrize("more", ODD_INDEXES.values(), ids=ODD_INDEXES.keys())
def test_an_index_that_nothing_can_be_asked_of_is_none(path: Path, more: str) -> None:
    with filled(path, more) as store:
        store.state()
        search = Search(store, store.here, Filters(role="agent"))
        for ask in (
            lambda: search.ranked("yes", 5),
            lambda: search.first("yes", 5),
            lambda: StoreRecallSource(store).search("hello", 5),
        ):
            kinds: list[TroubleKind] = []
            try:
                ask()
            except DatabaseTrouble as trouble:
                kinds.append(trouble.kind)
            assert set(kinds) <= {TroubleKind.NO_INDEX, TroubleKind.UNKNOWN_SHAPE}
        assert len(Search(store, store.here).inside("ello", 5).hits) == 3


def test_turns_without_a_number_are_an_unknown_shape(path: Path) -> None:
    more = (
        f"{NO_INDEX} DROP TABLE turns; CREATE TABLE turns (conversation_id TEXT, seq INTEGER, user TEXT,"
        " assistant TEXT, PRIMARY KEY (conversation_id, seq)) WITHOUT ROWID;"
    )
    with filled(path, more) as store:
        for ask in (lambda: store.turns("c"), lambda: Search(store, EVERYWHERE).inside("ello", 5)):
            with pytest.raises(DatabaseTrouble) as told:
                ask()
            assert told.value.kind is TroubleKind.UNKNOWN_SHAPE
        assert not Search(store, EVERYWHERE, Filters(role="tools")).inside("ello", 5).hits


def test_an_index_of_turns_that_are_gone_finds_nothing(path: Path) -> None:
    with filled(path, f"{NO_TRIGGERS} DELETE FROM turns;", turns=MANY + 1) as store:
        assert not Search(store, store.here).ranked("hello", 5).hits


@pytest.mark.parametrize("query", ["zq " * 6_600, "漢" * 20_000, "%" * 20_000 + "a", "b é漢 " * 4_000])
def test_a_page_that_was_pasted_into_the_query_is_looked_for(path: Path, query: str) -> None:
    with filled(path) as store:
        search = Search(store, store.here)
        assert not search.ranked(query, 5).hits
        assert not search.inside(query, 5).hits


def test_a_file_that_is_cut_short_while_it_is_read_kills_nobody(path: Path) -> None:
    """A mapped page that is gone would be a SIGBUS."""
    with filled(path, turns=500) as store:
        store.turns("c")
        os.truncate(path, 8192)
        for _ in range(2):
            with pytest.raises(DatabaseTrouble):
                store.turns("c")


def test_giving_up_reaches_a_database_that_is_only_being_opened(path: Path) -> None:
    with filled(path) as store:
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        threading.Timer(0.2, store.interrupt).start()
        with pytest.raises(Interrupted):
            store.state()
        holder.close()
        store.resume()
        assert store.state().turns == 3


def test_giving_up_on_what_was_closed_in_this_moment_does_nothing(path: Path) -> None:
    filled(path).close()
    opened = ReadOnlyDatabase(path)
    opened.close()
    opened.interrupt()


def test_a_turn_of_megabytes_full_of_matches_is_found_at_once(path: Path) -> None:
    """FTS5's own snippet of it would take minutes, and could not be interrupted."""
    with filled(path) as store:
        database = sqlite3.connect(path)
        turn = {
            "user": "before it needle hay\n" + "needle hay\n" * 60_000,
            "assistant": "",
            "seq": 9,
            "time": 1,
        }
        add(database, {"id": "c", "turns": [turn]})
        database.commit()
        database.close()
        search = Search(store, store.here)
        for found in (search.ranked("needle", 5), search.first("needle ha", 5)):
            [hit] = found.hits
            assert next(hit.snippet[start:end] for start, end in hit.marks) == "needle"
        assert search.ranked("needle", 5).hits[0].rank < 0
