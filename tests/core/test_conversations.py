"""newt's conversations, read from a real database that another process keeps, and never changed."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from newt_gui.core.conversations import EVERYWHERE, ConversationStore, Scope
from newt_gui.core.database import DatabaseTrouble, Interrupted, ReadOnlyDatabase, TroubleKind
from newt_gui.core.live_owners import this_machine
from newt_gui.core.turns import COMPACTION, Role, claim, events_of
from tests.harness.newt_database import NewtDatabase

KEY = "k" * 64
NOON = 1_790_000_000_000_000_000  # nanoseconds since the epoch


def talk(id: str, *turns: tuple[str, str], **more: Any) -> dict[str, Any]:
    """A conversation of (user, assistant) turns."""
    told = [{"user": user, "assistant": assistant} for user, assistant in turns]
    return {"id": id, "key": KEY, "title": f"Title of {id}", "tick": NOON, "turns": told, **more}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "conversations.db"


@pytest.fixture
def newt(path: Path) -> Iterator[NewtDatabase]:
    with NewtDatabase(path) as newt:
        yield newt


@pytest.fixture
def store(path: Path) -> Iterator[ConversationStore]:
    with ConversationStore(path, KEY, "old-key") as store:
        yield store


def contents(folder: Path) -> dict[str, str]:
    """What the files hold, but for the -shm, which SQLite itself keeps."""
    files = [file for file in folder.iterdir() if file.is_file() and not file.name.endswith("-shm")]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


class TestReading:
    def test_the_newest_comes_first_and_the_fence_holds(
        self, newt: NewtDatabase, store: ConversationStore
    ) -> None:
        newt.add(
            talk("a", ("hi", "hello"), tick=NOON + 1),
            talk("b", ("hi", "hello"), ("more", "sure"), tick=NOON + 3),
            talk("c", ("hi", "hello"), tick=NOON + 2, key="old-key"),
            talk("d", ("hi", "hello"), tick=NOON + 9, key="other"),
        )
        assert [one.id for one in store.conversations()] == ["b", "c", "a"]
        assert [one.id for one in store.conversations(EVERYWHERE)] == ["d", "b", "c", "a"]
        assert [one.id for one in store.conversations(Scope(("other",)))] == ["d"]
        assert [one.turns for one in store.conversations()] == [2, 1, 1]
        assert [one.id for one in store.conversations(limit=1)] == ["b"]
        assert {(one.key, one.conversations) for one in store.workspaces()} == {
            (KEY, 2),
            ("old-key", 1),
            ("other", 1),
        }

    def test_a_blank_title_is_what_the_person_said_first(
        self, newt: NewtDatabase, store: ConversationStore
    ) -> None:
        newt.add(
            talk(
                "a",
                (f"{COMPACTION} before", ""),
                ("[loop-guidance] go", "x"),
                ("  Fix \n the  door ", "y"),
                title=" ",
            ),
            talk("b", ("x" * 100, "y"), title=""),
            talk("c", title=""),
        )
        titles = {one.id: one.title for one in store.conversations()}
        assert titles == {"a": "Fix the door", "b": "x" * 60, "c": "(untitled)"}
        assert store.titles(["a", "zzz"]) == {"a": "Fix the door"}

    def test_turns_come_by_number_never_by_time(self, newt: NewtDatabase, store: ConversationStore) -> None:
        turns = [
            {"seq": 2, "user": "second", "time": 1},
            {"seq": 1, "user": "first", "time": 5, "writer": "z"},
            {"seq": 1, "user": "also first", "time": 9, "writer": "a"},
        ]
        newt.add({**talk("a"), "turns": turns})
        assert [turn.user for turn in store.turns("a")] == ["also first", "first", "second"]
        assert [turn.address for turn in store.turns("a")][-1] == "turn:a#2"

    def test_events_tokens_and_roles(self, newt: NewtDatabase, store: ConversationStore) -> None:
        events = [
            {"tool": "shell", "args_digest": "cmd b3:0", "ok": False, "duration_ms": 12.4},
            {"tool": 3},
        ]
        newt.add(
            {
                **talk("a"),
                "turns": [
                    {"user": "go", "assistant": "done", "events": events, "tokens_in": 5, "time": NOON},
                    {"user": f"{COMPACTION} so far", "events": "{broken", "time": 0},
                    {"user": f"{COMPACTION} so far", "assistant": "no record"},
                    {"user": "[plan-mode/approval] yes", "assistant": "ok"},
                ],
            }
        )
        one, two, three, four = store.turns("a")
        assert one.events[0] == ("shell", "cmd b3:0", False, 12)
        assert (one.tokens_in, one.tokens_out, one.time_ns, one.role) == (5, None, NOON, Role.PERSON)
        assert (two.events, two.events_broken, two.time_ns, two.role) == ((), True, None, Role.COMPACTION)
        assert three.role is Role.PERSON
        assert four.role is Role.APPROVAL

    def test_times_that_make_no_sense_are_unknown(self) -> None:
        values = (0, -5, 1_790_000_000, None, "x", 1.5, 2**63 - 1)
        assert [claim(value) for value in values] == [None] * len(values)
        assert claim(NOON) == NOON

    @pytest.mark.parametrize("cell", ["", None, "[]", '[1, null, "odd"]'])
    def test_no_events(self, cell: str | None) -> None:
        assert events_of(cell) == ((), False)

    @pytest.mark.parametrize(
        "cell", ["{}", "nope", "[" * 100_000, 5, b"[]"], ids=lambda cell: ascii(cell)[:9]
    )
    def test_broken_events(self, cell: object) -> None:
        assert events_of(cell) == ((), True)

    def test_half_a_character_in_events_is_replaced(self) -> None:
        [event] = events_of('[{"tool": "a\\ud800b", "args_digest": "\\ud83d\\ude00"}]')[0]
        assert (event.tool, event.args_digest) == ("a\ufffdb", "😀")


class TestOldShapes:
    @pytest.mark.parametrize(
        "table, column",
        [
            ("turns", "events"),
            ("turns", "tokens_in"),
            ("turns", "encoding_version"),
            ("turns", "phantom_reaches"),
            ("conversations", "scratchpad"),
            ("conversations", "end_reason"),
            ("conversations", "started_at_claim"),
        ],
    )
    def test_a_column_that_is_not_there_yet(self, path: Path, table: str, column: str) -> None:
        with NewtDatabase(path, shape="no index") as newt, ConversationStore(path, KEY) as store:
            newt.add(talk("a", ("hi", "hello")))
            newt.sql(f"ALTER TABLE {table} DROP COLUMN {column}")
            assert [one.title for one in store.conversations()] == ["Title of a"]
            assert [turn.user for turn in store.turns("a")] == ["hi"]
            assert store.state().indexed is None

    def test_without_live_owners_nobody_is_live(self, newt: NewtDatabase, store: ConversationStore) -> None:
        newt.add(talk("a"))
        newt.sql("DROP TABLE live_owners")
        assert store.live_owners() == []
        assert not store.conversations()[0].is_live

    def test_the_other_journal(self, path: Path) -> None:
        with NewtDatabase(path, journal="DELETE") as newt, ConversationStore(path, KEY) as store:
            newt.add(talk("a", ("hi", "hello")))
            assert len(store.turns("a")) == 1

    def test_cells_of_odd_kinds(self, newt: NewtDatabase, store: ConversationStore) -> None:
        newt.add(talk("a", ("hi", "hello")))
        newt.sql("UPDATE conversations SET title = x'ff41', activity_tick = 'soon'")
        newt.sql("UPDATE turns SET seq = 'one', ts_claim = 'then'")
        assert store.conversations()[0].activity_tick == 0
        assert store.turns("a")[0].time_ns is None

    def test_the_index_covers_so_many(self, newt: NewtDatabase, store: ConversationStore) -> None:
        newt.add(talk("a", ("hi", "hello"), ("more", "sure")))
        assert store.state() == (1, 2, 2, False)
        newt.sql("DROP TRIGGER turns_fts_insert")
        newt.add(talk("b", ("unseen", "x")))
        assert store.state() == (2, 3, 2, False)


class TestTroubles:
    def kind(self, path: Path) -> TroubleKind:
        with pytest.raises(DatabaseTrouble) as trouble:
            ConversationStore(path, KEY).conversations()
        assert all(trouble.value.texts())
        return trouble.value.kind

    def test_no_file_makes_no_file(self, path: Path) -> None:
        assert self.kind(path) is TroubleKind.MISSING
        assert list(path.parent.iterdir()) == []

    def test_records_of_an_old_newt(self, path: Path) -> None:
        (path.parent / "conversations" / "u").mkdir(parents=True)
        (path.parent / "conversations" / "u" / "1.json").write_text("{}")
        assert self.kind(path) is TroubleKind.OLD_RECORDS

    @pytest.mark.parametrize(
        "data, kind",
        [
            (b"", TroubleKind.EMPTY),
            (b"no database at all, but long enough to be read as one" * 40, TroubleKind.NOT_A_DATABASE),
            (b"SQLite format 3\0" + b"\xff" * 4_000, TroubleKind.NOT_A_DATABASE),
        ],
    )
    def test_what_is_no_database(self, path: Path, data: bytes, kind: TroubleKind) -> None:
        path.write_bytes(data)
        assert self.kind(path) is kind
        assert path.read_bytes() == data

    def test_a_folder_and_a_pipe(self, path: Path) -> None:
        path.mkdir()
        assert self.kind(path) is TroubleKind.FOLDER
        path.rmdir()
        os.mkfifo(path)
        assert self.kind(path) is TroubleKind.NOT_A_FILE

    def test_one_that_is_cut_short(self, path: Path) -> None:
        with NewtDatabase(path, journal="DELETE") as newt:
            newt.add(*(talk(f"c{at}", ("word " * 200, "x" * 900)) for at in range(200)))
        data = path.read_bytes()
        path.write_bytes(data[: len(data) // 2])

        def read_all() -> None:
            store = ConversationStore(path, KEY)
            for one in store.conversations(EVERYWHERE):
                store.turns(one.id)

        with pytest.raises(DatabaseTrouble) as trouble:
            read_all()
        assert trouble.value.kind is TroubleKind.DAMAGED

    def test_another_programs_tables(self, path: Path) -> None:
        database = sqlite3.connect(path)
        database.execute("CREATE TABLE notes (id)")
        database.close()
        assert self.kind(path) is TroubleKind.UNKNOWN_SHAPE

    def test_a_database_with_nothing_in_it(self, path: Path) -> None:
        database = sqlite3.connect(path)
        database.execute("CREATE TABLE t (x)")
        database.execute("DROP TABLE t")
        database.close()
        assert self.kind(path) is TroubleKind.EMPTY


class TestNothingChanges:
    @pytest.mark.parametrize("name", ["a#b", "a?mode=rwc", "a%41b", "a b", "ä&x=1", "a;b'c\"d"])
    def test_odd_names_stay_read_only(self, tmp_path: Path, name: str) -> None:
        folder = tmp_path / name
        folder.mkdir()
        path = folder / "conversations.db"
        assert_missing(path)
        assert list(folder.iterdir()) == []
        with NewtDatabase(path) as newt:
            newt.add(talk("a", ("hi", "hello")))
        opened = ReadOnlyDatabase(path)
        for sql in ("DELETE FROM turns", "CREATE TABLE t (x)", "PRAGMA user_version = 9", "VACUUM"):
            with pytest.raises(sqlite3.OperationalError, match=r"readonly|read-only|read only"):
                opened.run(lambda database, sql=sql: database.execute(sql))
        opened.close()

    def test_bytes_of_database_and_live_wal_are_the_same_after_use(
        self, newt: NewtDatabase, store: ConversationStore
    ) -> None:
        newt.add(*(talk(f"c{at}", ("deploys", "go")) for at in range(30)))
        before = contents(store.path.parent)
        assert before["conversations.db-wal"] != hashlib.sha256(b"").hexdigest()
        for one in store.conversations():
            store.turns(one.id)
        store.state()
        store.live_owners()
        store.close()
        assert contents(store.path.parent) == before

    def test_after_a_newt_that_was_killed(self, path: Path) -> None:
        newt = NewtDatabase(path)
        newt.add(talk("a", ("hi", "hello")))
        newt.kill()
        before = contents(path.parent)
        with ConversationStore(path, KEY) as store:
            assert len(store.turns("a")) == 1
        assert contents(path.parent) == before


def assert_missing(path: Path) -> None:
    with pytest.raises(DatabaseTrouble) as trouble:
        ReadOnlyDatabase(path)
    assert trouble.value.kind is TroubleKind.MISSING


class TestOthersWrite:
    def test_what_comes_later_is_seen(self, newt: NewtDatabase, store: ConversationStore) -> None:
        newt.add(talk("a", ("hi", "hello")))
        assert len(store.conversations()) == 1
        newt.add(talk("b", ("hi", "hello")))
        assert len(store.conversations()) == 2

    def test_another_file_of_that_name_is_opened_anew(
        self, path: Path, tmp_path: Path, store: ConversationStore
    ) -> None:
        with NewtDatabase(path) as newt:
            newt.add(talk("a", ("hi", "hello")))
        assert [one.id for one in store.conversations()] == ["a"]
        other = tmp_path / "other.db"
        with NewtDatabase(other) as newt:
            newt.add(talk("b", ("hi", "hello")))
        os.replace(other, path)
        assert [one.id for one in store.conversations()] == ["b"]
        path.unlink()
        assert_missing(path)

    def test_a_lock_is_waited_for(self, path: Path, store: ConversationStore) -> None:
        with NewtDatabase(path, journal="DELETE") as newt:
            newt.add(talk("a", ("hi", "hello")))
            newt.do(do="lock")
            Timer(0.3, lambda: newt.do(do="unlock")).start()
            assert len(store.conversations()) == 1

    def test_a_lock_that_stays_is_told(
        self, path: Path, store: ConversationStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("newt_gui.core.database.BUSY_SECONDS", 0.2)
        with NewtDatabase(path, journal="DELETE") as newt:
            newt.do(do="lock")
            with pytest.raises(DatabaseTrouble) as trouble:
                store.conversations()
            assert trouble.value.kind is TroubleKind.BUSY
            newt.do(do="unlock")
            assert store.conversations() == []

    def test_waiting_can_be_given_up(self, path: Path, store: ConversationStore) -> None:
        with NewtDatabase(path, journal="DELETE") as newt:
            newt.add(talk("a", ("hi", "hello")))
            assert len(store.conversations()) == 1
            newt.do(do="lock")
            Timer(0.2, store.interrupt).start()
            with pytest.raises(Interrupted):
                store.conversations()
            newt.do(do="unlock")
            store.resume()
            assert len(store.conversations()) == 1


class TestLive:
    def own(self, newt: NewtDatabase, **other: Any) -> None:
        machine = this_machine()
        row = {
            "conversation_id": "a",
            "host": machine.host,
            "boot_id": machine.boot_id,
            "pid": os.getpid(),
            "writer_fingerprint": "w",
            "heartbeat_tick": time.time_ns(),
        }
        newt.add(talk("a", ("hi", "hello")))
        newt.do(do="own", **{**row, **other})

    def test_a_process_that_runs_here(self, newt: NewtDatabase, store: ConversationStore) -> None:
        self.own(newt)
        assert [owner.conversation_id for owner in store.live_owners()] == ["a"]
        assert store.conversations()[0].is_live

    @pytest.mark.parametrize(
        "other",
        [
            {"pid": 2**22 + 5},
            {"pid": -1},
            {"heartbeat_tick": 1_000_000_000},  # the process of that number came later
            {"host": "elsewhere", "heartbeat_tick": 1},
            {"boot_id": "before", "heartbeat_tick": time.time_ns() - 2 * 3600 * 10**9},
            {"host": "elsewhere", "heartbeat_tick": time.time_ns() + 3600 * 10**9},
        ],
    )
    def test_what_a_crash_left(
        self, newt: NewtDatabase, store: ConversationStore, other: dict[str, Any]
    ) -> None:
        self.own(newt, **other)
        assert store.live_owners() == []

    def test_another_machine_counts_for_an_hour(self, newt: NewtDatabase, store: ConversationStore) -> None:
        self.own(newt, host="elsewhere", pid=1)
        assert len(store.live_owners()) == 1

    def test_a_row_without_a_conversation_is_normal(
        self, newt: NewtDatabase, store: ConversationStore
    ) -> None:
        self.own(newt, conversation_id="gone")
        assert len(store.live_owners()) == 1
        assert not store.conversations()[0].is_live
