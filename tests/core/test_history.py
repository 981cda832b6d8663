"""The store of earlier contents: nothing twice, nothing too early gone, safe for two processes."""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from newt_gui.core.errors import UserFacingError
from newt_gui.core.history import FORMAT, KEPT_AT_LEAST, KEPT_FOR_NS, History, HistoryFailed, Version, Who
from tests.harness.children import output_of, run_python
from tests.harness.faulty_os import FaultyOs

NOTES = Path("/home/somebody/.newt/NOTES.md")
SOUL = Path("/home/somebody/.newt/soul.md")
DAY = 24 * 3600 * 1_000_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "newt-gui"


@pytest.fixture
def database(folder: Path) -> Path:
    return folder / "history.db"


@pytest.fixture
def history(folder: Path) -> Iterator[History]:
    history = History(folder)
    yield history
    history.close()


def contents(history: History, path: Path = NOTES) -> list[bytes]:
    return [history.content(version.id) for version in history.versions(path)]


def count(database: Path, table: str) -> int:
    with closing(sqlite3.connect(database)) as connection:
        number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return number


class TestKeeping:
    @pytest.mark.parametrize("data", [b"", b"text", b"\xff\xfe\x00\r\n", os.urandom(300_000)])
    def test_gives_back_what_it_got(self, history: History, data: bytes) -> None:
        history.put(NOTES, data, Who.OTHER, "opened")
        assert contents(history) == [data]

    def test_newest_first_with_all_that_is_known(self, history: History) -> None:
        history.put(NOTES, b"one", Who.OTHER, "opened", now_ns=5)
        history.put(NOTES, b"second", Who.APP, "saved", now_ns=3)  # the clock was set back
        newer, older = history.versions(NOTES)
        assert (newer.size, newer.time_ns, newer.who, newer.why) == (6, 3, Who.APP, "saved")
        assert older == Version(
            older.id,
            "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
            3,
            5,
            Who.OTHER,
            "opened",
        )
        assert isinstance(older.who, Who)

    def test_the_time_is_now_unless_told(self, history: History, tmp_path: Path) -> None:
        mark = tmp_path / "mark"
        mark.write_bytes(b"")
        history.put(NOTES, b"x", Who.APP, "saved")
        assert abs(history.versions(NOTES)[0].time_ns - mark.stat().st_mtime_ns) < 3600 * 10**9

    def test_the_same_twice_in_a_row_is_one(self, history: History) -> None:
        for why in ("opened", "replaced"):
            history.put(NOTES, b"same", Who.OTHER, why)
        assert [version.why for version in history.versions(NOTES)] == ["opened"]

    def test_the_same_again_later_is_another_version_of_one_content(
        self, history: History, database: Path
    ) -> None:
        for data in (b"a", b"b", b"a"):
            history.put(NOTES, data, Who.APP, "saved")
        assert contents(history) == [b"a", b"b", b"a"]
        assert count(database, "blobs") == 2

    def test_each_file_has_its_own(self, history: History, database: Path) -> None:
        history.put(NOTES, b"same", Who.APP, "saved")
        history.put(SOUL, b"same", Who.APP, "saved")
        history.put(NOTES, b"more", Who.APP, "saved")
        assert contents(history) == [b"more", b"same"]
        assert contents(history, SOUL) == [b"same"]
        assert count(database, "blobs") == 2

    def test_one_file_by_any_way_of_writing_its_path(
        self, history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        history.put(Path("NOTES.md"), b"x", Who.APP, "saved")
        assert contents(history, tmp_path / "a" / ".." / "NOTES.md") == [b"x"]

    def test_a_name_that_is_not_text(self, history: History) -> None:
        path = Path("/home") / os.fsdecode(b"n\xf6tes.md")
        history.put(path, b"x", Who.APP, "saved")
        assert contents(history, path) == [b"x"]

    def test_survives_the_process(self, history: History, folder: Path) -> None:
        history.put(NOTES, b"x", Who.APP, "saved")
        history.close()
        assert contents(History(folder)) == [b"x"]

    def test_looking_creates_nothing(self, history: History, tmp_path: Path) -> None:
        assert history.versions(NOTES) == []
        history.prune(NOTES, 0)
        with pytest.raises(HistoryFailed, match="this version is not kept any more"):
            history.content(1)
        assert os.listdir(tmp_path) == []

    def test_an_unknown_version(self, history: History) -> None:
        history.put(NOTES, b"x", Who.APP, "saved")
        with pytest.raises(HistoryFailed, match="this version is not kept any more"):
            history.content(99)

    def test_is_private(self, history: History, folder: Path, database: Path) -> None:
        old = os.umask(0)
        try:
            history.put(NOTES, b"x", Who.APP, "saved")
        finally:
            os.umask(old)
        assert [stat.S_IMODE(path.stat().st_mode) for path in (database, folder, folder.parent)] == [
            0o600,
            0o700,
            0o700,
        ]
        assert os.listdir(folder) == ["history.db"]

    def test_a_use_after_the_end_is_a_mistake(self, history: History) -> None:
        history.close()
        with pytest.raises(ValueError, match="closed"):
            history.put(NOTES, b"x", Who.APP, "saved")


def test_how_much_is_kept() -> None:
    assert (KEPT_AT_LEAST, KEPT_FOR_NS) == (200, 90 * DAY)


class TestPruning:
    """With a smaller number than 200, so that it doesn't take so long."""

    @pytest.fixture(autouse=True)
    def _few(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("newt_gui.core.history.KEPT_AT_LEAST", 20)

    def fill(self, history: History, days: int) -> None:
        for day in range(days):
            history.put(NOTES, f"day {day}".encode(), Who.APP, "saved", now_ns=day * DAY)

    def test_the_newest_stay_however_old(self, history: History) -> None:
        self.fill(history, 20)
        history.prune(NOTES, 10_000 * DAY)
        assert len(history.versions(NOTES)) == 20

    def test_the_young_stay_however_many(self, history: History) -> None:
        for number in range(30):
            history.put(NOTES, f"{number}".encode(), Who.APP, "saved", now_ns=DAY)
        history.prune(NOTES, DAY + KEPT_FOR_NS)
        assert len(history.versions(NOTES)) == 30
        history.prune(NOTES, DAY + KEPT_FOR_NS + 1)
        assert contents(history) == [f"{number}".encode() for number in range(29, 9, -1)]

    def test_old_and_beyond_goes_with_its_content(self, history: History, database: Path) -> None:
        self.fill(history, 100)
        history.put(NOTES, b"much later", Who.APP, "saved", now_ns=1000 * DAY)  # a put is what drops
        assert len(history.versions(NOTES)) == 20
        assert count(database, "blobs") == 20

    def test_old_and_within_stays_beside_young_and_beyond(self, history: History) -> None:
        self.fill(history, 100)
        assert [version.time_ns // DAY for version in history.versions(NOTES)] == list(range(99, 8, -1))

    def test_content_that_is_used_elsewhere_stays(self, history: History) -> None:
        history.put(SOUL, b"day 0", Who.APP, "saved", now_ns=0)
        self.fill(history, 30)
        history.prune(NOTES, 1000 * DAY)
        assert len(history.versions(NOTES)) == 20
        assert contents(history, SOUL) == [b"day 0"]


class TestDamage:
    JUNK = b"this is no database, and never was one. " * 100

    def test_what_is_no_database_is_moved_aside(self, history: History, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "history.db").write_bytes(self.JUNK)
        history.put(NOTES, b"x", Who.APP, "saved")
        assert contents(history) == [b"x"]
        assert (folder / "history.db.broken-1").read_bytes() == self.JUNK
        assert sorted(os.listdir(folder)) == ["history.db", "history.db.broken-1"]
        assert stat.S_IMODE((folder / "history.db").stat().st_mode) == 0o600

    def test_each_time_to_a_free_name(self, history: History, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "history.db.broken-1").write_bytes(b"an earlier one")
        (folder / "history.db").write_bytes(self.JUNK)
        assert history.versions(NOTES) == []
        assert (folder / "history.db.broken-1").read_bytes() == b"an earlier one"
        assert (folder / "history.db.broken-2").read_bytes() == self.JUNK

    def test_an_old_journal_spoils_nothing(self, history: History, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "history.db").write_bytes(self.JUNK)
        (folder / "history.db-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" * 200)
        history.put(NOTES, b"x", Who.APP, "saved")
        assert contents(history) == [b"x"]

    def test_a_page_that_is_overwritten(self, history: History, database: Path) -> None:
        for number in range(50):
            history.put(NOTES, os.urandom(2000) + b"%d" % number, Who.APP, "saved")
        broken = bytearray(database.read_bytes())
        broken[4096:] = b"\xa5" * (len(broken) - 4096)
        database.write_bytes(broken)
        history.put(NOTES, b"x", Who.APP, "saved")
        assert contents(history) == [b"x"]
        assert database.with_name("history.db.broken-1").read_bytes() == broken

    def test_somebody_elses_database(self, history: History, folder: Path) -> None:
        folder.mkdir(parents=True)
        with closing(sqlite3.connect(folder / "history.db")) as connection:
            connection.execute("CREATE TABLE versions (title TEXT)")
        history.put(NOTES, b"x", Who.APP, "saved")
        assert contents(history) == [b"x"]
        assert count(folder / "history.db.broken-1", "versions") == 0

    @pytest.mark.parametrize(
        "damage",
        [
            "DROP TABLE blobs",
            "DROP TABLE versions",
            "DROP TABLE versions; DROP TABLE blobs",
            "ALTER TABLE versions RENAME COLUMN who TO whom",
            "ALTER TABLE blobs RENAME COLUMN data TO content",
        ],
    )
    @pytest.mark.parametrize("reads", [True, False])
    def test_its_format_without_its_tables(
        self, history: History, database: Path, damage: str, reads: bool
    ) -> None:
        history.put(NOTES, b"old", Who.APP, "saved")
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript(damage)
        broken = database.read_bytes()
        if reads:
            assert history.versions(NOTES) == []
        history.put(NOTES, b"x", Who.APP, "saved")
        assert contents(history) == [b"x"]
        assert database.with_name("history.db.broken-1").read_bytes() == broken
        assert sorted(os.listdir(database.parent)) == ["history.db", "history.db.broken-1"]

    def test_an_empty_file_is_a_beginning(self, history: History, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "history.db").write_bytes(b"")
        history.put(NOTES, b"x", Who.APP, "saved")
        assert os.listdir(folder) == ["history.db"]

    def test_a_newer_format_is_left_alone(self, history: History, database: Path) -> None:
        history.put(NOTES, b"x", Who.APP, "saved")
        with closing(sqlite3.connect(database)) as connection:
            connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
        before = database.read_bytes()
        uses: list[Callable[[], object]] = [
            lambda: history.put(NOTES, b"y", Who.APP, "saved"),
            lambda: history.versions(NOTES),
            lambda: history.content(1),
            lambda: history.prune(NOTES, 0),
        ]
        for use in uses:
            with pytest.raises(HistoryFailed, match="a newer version of this app wrote it"):
                use()
        assert database.read_bytes() == before
        assert os.listdir(database.parent) == ["history.db"]

    def test_a_file_that_was_removed_is_begun_again(self, history: History, database: Path) -> None:
        history.put(NOTES, b"x", Who.APP, "saved")
        database.unlink()
        history.put(NOTES, b"y", Who.APP, "saved")
        assert contents(history) == [b"y"]

    def test_it_is_replaced_only_once_by_two(self, history: History, folder: Path, database: Path) -> None:
        """Both find it damaged; the slower one must not move the new one of the faster."""
        folder.mkdir(parents=True)
        database.write_bytes(self.JUNK)
        faster = History(folder)

        class Overtaken(History):
            def _set_aside(self) -> None:
                faster.put(SOUL, b"first", Who.APP, "saved")
                super()._set_aside()

        Overtaken(folder).put(NOTES, b"second", Who.APP, "saved")
        assert (contents(history, SOUL), contents(history)) == ([b"first"], [b"second"])
        assert sorted(os.listdir(folder)) == ["history.db", "history.db.broken-1"]


class TestTrouble:
    def test_a_folder_that_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"")
        with pytest.raises(HistoryFailed, match="a file where a folder should be"):
            History(tmp_path / "file").put(NOTES, b"x", Who.APP, "saved")

    def test_a_folder_in_its_place(self, history: History, database: Path) -> None:
        database.mkdir(parents=True)
        with pytest.raises(HistoryFailed, match="it can't be opened"):
            history.put(NOTES, b"x", Who.APP, "saved")
        assert database.is_dir()

    def test_a_full_disk(self, history: History) -> None:
        with FaultyOs(refused={"mkdir": 28}).installed(), pytest.raises(HistoryFailed) as caught:
            history.put(NOTES, b"x", Who.APP, "saved")
        assert caught.value.reason == "the disk is full"
        assert isinstance(caught.value, UserFacingError)
        assert "the disk is full" in caught.value.why

    def test_somebody_who_never_ends(
        self, history: History, database: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("newt_gui.core.history._BUSY_SECONDS", 0.1)
        history.put(NOTES, b"x", Who.APP, "saved")
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(HistoryFailed, match="another program is using it"):
                history.put(NOTES, b"y", Who.APP, "saved")
        history.put(NOTES, b"y", Who.APP, "saved")
        assert contents(history) == [b"y", b"x"]

    def test_a_mistake_of_ours_stays_a_mistake(self, history: History, database: Path) -> None:
        history.put(NOTES, b"x", Who.APP, "saved")
        with closing(sqlite3.connect(database)) as connection:
            refused = "BEGIN SELECT RAISE(ABORT, 'against the rules'); END"
            connection.execute(f"CREATE TRIGGER strict BEFORE INSERT ON blobs {refused}")
        with pytest.raises(sqlite3.IntegrityError, match="against the rules"):
            history.put(NOTES, b"y", Who.APP, "saved")


class TestTogether:
    def test_threads(self, history: History) -> None:
        def put(name: str) -> None:
            for number in range(15):
                history.put(NOTES, f"{name} {number}".encode(), Who.APP, "saved")

        threads = [threading.Thread(target=put, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(contents(history)) == sorted(
            f"{name} {number}".encode() for name in "abc" for number in range(15)
        )

    def test_processes_that_begin_it_together(self, history: History, folder: Path) -> None:
        script = """
import os, sys
from pathlib import Path
from newt_gui.core.history import History, Who
children = []
for name in "abcd":
    if not os.fork():
        history = History(Path(sys.argv[1]))
        for number in range(10):
            history.put(Path("/notes"), f"{name} {number}".encode(), Who.APP, "saved")
        os._exit(0)
print(sum(os.wait()[1] for _ in "abcd"))
"""
        assert output_of(run_python(script, folder)) == "0\n"
        assert sorted(contents(history, Path("/notes"))) == sorted(
            f"{name} {number}".encode() for name in "abcd" for number in range(10)
        )
        assert os.listdir(folder) == ["history.db"]


def test_a_forgotten_version_is_gone_wherever_its_content_was_kept(tmp_path: Path) -> None:
    history = History(tmp_path)
    file, other = tmp_path / "NOTES.md", tmp_path / "other.md"
    for path, data in ((file, b"secret"), (file, b"later"), (other, b"secret"), (file, b"secret")):
        history.put(path, data, Who.APP, "saved")
    newest = history.versions(file)[0]
    history.forget(newest.id)
    assert [history.content(version.id) for version in history.versions(file)] == [b"later"]
    assert history.versions(other) == []
    assert b"secret" not in (tmp_path / "history.db").read_bytes()
    history.forget(newest.id)
