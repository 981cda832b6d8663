"""The app's save against a second process that writes by newt's rules."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from newt_gui.core.errors import LockBusy
from newt_gui.core.files import NOTES_LOCK, FileState, hold_lock, save
from tests.harness.faulty_os import FaultyOs
from tests.harness.newt_writer import NewtWriter, read_entries


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "NOTES.md"


@pytest.fixture
def lock(notes: Path) -> Path:
    return notes.with_name(".NOTES.md.lock")


@pytest.fixture
def newt(notes: Path) -> Iterator[NewtWriter]:
    with NewtWriter(notes) as writer:
        yield writer


def add(path: Path, text: str) -> tuple[FileState, FileState]:
    """The app adds a note to what is there now."""
    entry = f"{text}\n§\n".encode()
    return save(path, lambda state: (state.data or b"") + entry, rule=NOTES_LOCK, keep=lambda state: None)


def entries(path: Path) -> list[str]:
    return read_entries(path.read_bytes().decode())


class TestTheWriterItself:
    """It proves nothing about the app unless it does what newt does."""

    def test_writes_newts_format(self, newt: NewtWriter, notes: Path) -> None:
        assert newt.add("  one\nand more ")
        assert newt.add("two")
        assert notes.read_bytes() == "one\nand more\n§\ntwo\n§\n".encode()
        assert newt.replace("two", "three")
        assert newt.remove("one")
        assert newt.entries == ["three"]
        assert newt.remove("three")
        assert notes.read_bytes() == b""
        assert os.listdir(notes.parent) == ["NOTES.md"]

    def test_refuses_what_newt_refuses(self, newt: NewtWriter, notes: Path) -> None:
        assert newt.add("x" * 2200)
        assert not newt.add("y")
        assert newt.why == "over the limit"
        assert not newt.replace("x", "a\n § \nb")
        assert not newt.remove("z")
        assert newt.add("x" * 2200)  # the same again: nothing happens
        assert newt.entries == entries(notes) == ["x" * 2200]

    @pytest.mark.parametrize(
        "data, read",
        [
            (b"one\r\n\r\n two \nthree\r", ["one", "two", "three"]),
            ("a\nb\n § \n\n§\nrest".encode(), ["a\nb", "rest"]),
            ("§§\n§ x\nx §".encode(), ["§§", "§ x", "x §"]),
            ("a\x0bb\u2028c\rd\n§\n".encode(), ["a\x0bb\u2028c\rd"]),
            ("\ufeff§\na".encode(), ["\ufeff§", "a"]),
            ("\x1c\n§".encode(), ["\x1c"]),
            (b"not text \xff", []),
        ],
    )
    def test_reads_as_newt_does(self, notes: Path, data: bytes, read: list[str]) -> None:
        notes.write_bytes(data)
        with NewtWriter(notes) as writer:
            assert writer.entries == read

    def test_writes_back_its_stale_list(self, newt: NewtWriter, notes: Path) -> None:
        assert newt.add("of newt")
        add(notes, "of the app")
        assert newt.add("of newt again")
        assert entries(notes) == ["of newt", "of newt again"]
        add(notes, "of the app")
        assert newt.reload()
        assert newt.entries == ["of newt", "of newt again", "of the app"]

    def test_loses_links_and_modes(self, notes: Path) -> None:
        real = notes.with_name("real.md")
        real.write_bytes(b"")
        notes.symlink_to(real)
        with NewtWriter(notes) as writer:
            assert writer.add("one")
        assert not notes.is_symlink()
        assert real.read_bytes() == b""

    def test_takes_over_only_a_stale_lock(self, newt: NewtWriter, lock: Path) -> None:
        lock.write_bytes(b"")
        assert not newt.add("one")
        assert newt.why == "the lock is held"
        then = time.time() - 3.1
        os.utime(lock, (then, then))
        assert newt.add("one")
        assert not lock.exists()


class TestLocks:
    def test_newt_respects_the_apps(self, newt: NewtWriter, notes: Path) -> None:
        with hold_lock(notes, NOTES_LOCK):
            assert not newt.add("of newt")
            assert newt.why == "the lock is held"
        assert newt.add("of newt")

    def test_newt_does_not_take_a_held_one_for_stale(self, newt: NewtWriter, notes: Path) -> None:
        """A save that takes longer than newt would wait for a dead one, say on a slow disk."""
        with hold_lock(notes, NOTES_LOCK) as held:
            time.sleep(NOTES_LOCK.stale_after + 0.5)
            assert not newt.add("of newt")
            held.require()

    def test_the_app_waits_for_newts(self, newt: NewtWriter, notes: Path, lock: Path) -> None:
        assert newt.add("of newt")
        assert newt.hold_lock()
        waiting = threading.Event()

        class Watched(FaultyOs):
            def __getattr__(self, name: str) -> object:
                if name == "lstat":
                    waiting.set()
                return super().__getattr__(name)

        with Watched().installed():
            saving = threading.Thread(target=add, args=(notes, "of the app"))
            saving.start()
            assert waiting.wait(60)
            assert entries(notes) == ["of newt"]
            assert lock.exists()
            assert newt.release_lock()
            saving.join()
        assert entries(notes) == ["of newt", "of the app"]
        assert os.listdir(notes.parent) == ["NOTES.md"]

    def test_the_app_takes_over_from_a_dead_newt(self, newt: NewtWriter, notes: Path, lock: Path) -> None:
        """In real time: newt dies holding the lock, and the next save gets through all the same."""
        assert newt.add("of newt")
        assert newt.hold_lock()
        newt.crash()
        taken = lock.stat().st_mtime
        add(notes, "of the app")
        assert time.time() - taken > NOTES_LOCK.stale_after, "its holder could have been alive"
        assert entries(notes) == ["of newt", "of the app"]
        assert not lock.exists()

    def test_the_app_gives_up_on_a_lock_that_is_always_fresh(
        self, newt: NewtWriter, notes: Path, lock: Path
    ) -> None:
        assert newt.add("of newt")
        assert newt.hold_lock()
        done = threading.Event()

        def live() -> None:
            while not done.wait(0.2):
                os.utime(lock)

        holder = threading.Thread(target=live)
        holder.start()
        try:
            with pytest.raises(LockBusy) as caught:
                add(notes, "of the app")
        finally:
            done.set()
            holder.join()
        assert caught.value.path == lock
        assert entries(notes) == ["of newt"]
        assert lock.exists()

    def test_newts_new_lock_is_not_mistaken_for_the_dead_ones(
        self, newt: NewtWriter, notes: Path, lock: Path
    ) -> None:
        """Both find a stale lock; newt is faster, in the very moment in which the app moves it."""
        lock.write_bytes(b"")
        os.utime(lock, (0, 0))
        held: list[bool] = []
        with FaultyOs(meanwhile={"rename": lambda: held.append(newt.hold_lock())}).installed():
            saving = threading.Thread(target=add, args=(notes, "of the app"))
            saving.start()
            while not held or not lock.exists():
                time.sleep(0.01)
            assert not notes.exists()
            assert newt.release_lock()
            saving.join()
        assert held == [True]
        assert entries(notes) == ["of the app"]
        assert os.listdir(notes.parent) == ["NOTES.md"]


@pytest.mark.parametrize("rounds", [150, pytest.param(2000, marks=pytest.mark.long)])
def test_the_app_loses_nothing_of_newts(notes: Path, rounds: int) -> None:
    """Both write at will. A newt session loses what the app wrote (its list is old); what newt
    wrote is there after every save of the app, in newt's order."""
    done = threading.Event()

    def app() -> None:
        for number in range(rounds):
            add(notes, f"app {number:04}")
        done.set()

    with NewtWriter(notes) as newt:
        saving = threading.Thread(target=app)
        saving.start()
        written = 0
        while not done.is_set():
            written += newt.add(f"newt {written:04}")
            if len(newt.entries) > 100:
                newt.remove(newt.entries[0])
        saving.join()
        last = entries(notes)
        assert written > 0
        assert [entry for entry in last if entry.startswith("newt")] == newt.entries


@pytest.mark.parametrize("saves", [15, pytest.param(300, marks=pytest.mark.long)])
def test_apps_among_themselves_lose_nothing(notes: Path, saves: int) -> None:
    children = [_another_app(notes, name, saves) for name in "abc"]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert sorted(entries(notes)) == sorted(f"{name} {number}" for name in "abc" for number in range(saves))
    assert os.listdir(notes.parent) == ["NOTES.md"]


def _another_app(notes: Path, name: str, saves: int) -> int:
    child = os.fork()
    if child:
        return child
    outcome = 1
    try:
        for number in range(saves):
            add(notes, f"{name} {number}")
        outcome = 0
    finally:
        os._exit(outcome)
