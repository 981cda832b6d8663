"""The lock: one holder at a time, kept fresh, taken over only when stale, removed only if ours."""

import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from newt_gui.core import locks
from newt_gui.core.errors import LockBusy, SaveFailed
from newt_gui.core.files import NOTES_LOCK, hold_lock
from tests.harness.faulty_os import FaultyOs

IMPATIENT = NOTES_LOCK._replace(wait=0.1)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "NOTES.md"


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / ".NOTES.md.lock"


def make(lock: Path, age: float = 0.0) -> os.stat_result:
    """Somebody's lock, so many seconds old."""
    lock.write_bytes(b"")
    then = time.time() - age
    os.utime(lock, (then, then))
    return lock.lstat()


def until(condition: Callable[[], bool]) -> bool:
    """Wait for what another thread does; False after a time that is ample for it."""
    for _ in range(1000):
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_the_rule_is_newts() -> None:
    path = Path("home") / "NOTES.md"
    assert NOTES_LOCK.name(path) == Path("home") / ".NOTES.md.lock"
    assert (NOTES_LOCK.stale_after, NOTES_LOCK.wait, NOTES_LOCK.pause) == (3.0, 4.0, 0.025)


def test_is_there_while_held_and_gone_after(notes: Path, lock: Path) -> None:
    with hold_lock(notes, NOTES_LOCK):
        info = lock.lstat()
        assert stat.S_ISREG(info.st_mode)
        assert (stat.S_IMODE(info.st_mode), info.st_size) == (0o600, 0)
    assert os.listdir(lock.parent) == []


def test_goes_when_the_block_fails(notes: Path, lock: Path) -> None:
    with pytest.raises(KeyError), hold_lock(notes, NOTES_LOCK):
        raise KeyError
    assert os.listdir(lock.parent) == []


def test_lies_beside_the_link_not_beside_the_file(tmp_path: Path, notes: Path, lock: Path) -> None:
    (tmp_path / "real").mkdir()
    notes.symlink_to("real/NOTES.md")
    with hold_lock(notes, NOTES_LOCK):
        assert lock.exists()
        assert os.listdir(tmp_path / "real") == []


def test_a_fresh_lock_is_respected(notes: Path, lock: Path) -> None:
    theirs = make(lock, age=2)
    with pytest.raises(LockBusy) as caught, hold_lock(notes, IMPATIENT):
        pytest.fail("two writers hold it")
    assert caught.value.path == lock
    assert 2 <= caught.value.age < 60
    assert locks._same(lock.lstat(), theirs)
    assert os.listdir(lock.parent) == [lock.name]


def test_is_taken_as_soon_as_it_is_free(notes: Path, lock: Path) -> None:
    make(lock)
    waiting = threading.Event()

    class Watched(FaultyOs):
        def __getattr__(self, name: str) -> object:
            if name == "lstat":
                waiting.set()
            return super().__getattr__(name)

    def end() -> None:
        waiting.wait()
        lock.unlink()

    release = threading.Thread(target=end)
    release.start()
    with Watched().installed(), hold_lock(notes, NOTES_LOCK):
        assert lock.exists()
    release.join()


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_stale_lock_is_taken_over(notes: Path, lock: Path, kind: str) -> None:
    if kind == "link":
        lock.symlink_to("nowhere")
        os.utime(lock, (0, 0), follow_symlinks=False)
    else:
        make(lock, age=3.1)
    with hold_lock(notes, IMPATIENT):
        assert stat.S_ISREG(lock.lstat().st_mode)
        assert os.listdir(lock.parent) == [lock.name]
    assert os.listdir(lock.parent) == []


def test_a_folder_is_never_taken_over(notes: Path, lock: Path) -> None:
    lock.mkdir()
    os.utime(lock, (0, 0))
    with pytest.raises(LockBusy) as caught, hold_lock(notes, IMPATIENT):
        pytest.fail("a folder was taken for a lock")
    assert caught.value.age > 3
    assert lock.is_dir()


def test_a_lock_from_the_future_has_an_age(notes: Path, lock: Path) -> None:
    make(lock, age=-1000)
    with pytest.raises(LockBusy) as caught, hold_lock(notes, IMPATIENT):
        pytest.fail("it may be fresh")
    assert 0 <= caught.value.age < 60


def test_a_lock_from_the_future_grows_old(notes: Path, lock: Path) -> None:
    make(lock, age=-1000)
    with hold_lock(notes, NOTES_LOCK._replace(stale_after=0.2)):
        assert time.time() - lock.lstat().st_mtime < 60
    assert os.listdir(lock.parent) == []


def test_a_lock_from_the_future_that_is_touched_stays_fresh(notes: Path, lock: Path) -> None:
    done = threading.Event()

    def touch() -> None:
        later = time.time() + 1000
        while not done.wait(0.01):
            later += 1
            os.utime(lock, (later, later))

    make(lock, age=-1000)
    holder = threading.Thread(target=touch)
    holder.start()
    try:
        patient = NOTES_LOCK._replace(stale_after=0.5, wait=1.0)
        with pytest.raises(LockBusy) as caught, hold_lock(notes, patient):
            pytest.fail("its holder is alive")
    finally:
        done.set()
        holder.join()
    assert caught.value.age < patient.stale_after


def test_is_kept_fresh(notes: Path, lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "_HEARTBEAT", 0.02)
    with hold_lock(notes, NOTES_LOCK):
        os.utime(lock, (0, 0))
        assert until(lambda: time.time() - lock.lstat().st_mtime < 60)


def test_is_touched_often_enough() -> None:
    assert NOTES_LOCK.stale_after / locks._HEARTBEAT >= 3


def test_a_removed_lock_does_not_come_back(notes: Path, lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "_HEARTBEAT", 0.01)
    touching = FaultyOs()
    with touching.installed(), hold_lock(notes, NOTES_LOCK):
        lock.unlink()
        beats = len(touching.log)
        assert until(lambda: len(touching.log) > beats + 3)
        assert not lock.exists()
    assert os.listdir(lock.parent) == []


def test_somebody_elses_lock_is_neither_touched_nor_removed(
    notes: Path, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "_HEARTBEAT", 0.01)
    touching = FaultyOs()
    with touching.installed(), hold_lock(notes, NOTES_LOCK) as held:
        held.require()
        lock.unlink()
        theirs = make(lock, age=2)
        beats = len(touching.log)
        assert until(lambda: len(touching.log) > beats + 3)
        with pytest.raises(LockBusy):
            held.require()
    assert locks._same(lock.lstat(), theirs)


def test_without_touching_by_handle(notes: Path, lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: by name, and only as long as the name is still ours."""
    monkeypatch.setattr(locks, "_HEARTBEAT", 0.01)
    monkeypatch.setattr(locks, "_TOUCH_BY_HANDLE", False)
    touching = FaultyOs()
    with touching.installed(), hold_lock(notes, NOTES_LOCK):
        os.utime(lock, (0, 0))
        assert until(lambda: time.time() - lock.lstat().st_mtime < 60)
        lock.unlink()
        theirs = make(lock, age=2)
        beats = len(touching.log)
        assert until(lambda: len(touching.log) > beats + 6)
    assert locks._same(lock.lstat(), theirs)


def test_a_new_lock_that_was_moved_by_mistake_is_put_back(notes: Path, lock: Path) -> None:
    """Between the look and the move, another writer took the stale lock over."""
    make(lock, age=10)
    theirs: list[os.stat_result] = []

    def overtake() -> None:
        lock.unlink()
        theirs.append(make(lock))

    with (
        FaultyOs(meanwhile={"rename": overtake}).installed(),
        pytest.raises(LockBusy),
        hold_lock(notes, IMPATIENT),
    ):
        pytest.fail("both took it over")
    assert locks._same(lock.lstat(), theirs[0])
    assert os.listdir(lock.parent) == [lock.name]


def test_a_lock_that_is_touched_in_the_last_moment_is_put_back(notes: Path, lock: Path) -> None:
    make(lock, age=10)
    with (
        FaultyOs(meanwhile={"rename": lambda: os.utime(lock)}).installed(),
        pytest.raises(LockBusy),
        hold_lock(notes, IMPATIENT),
    ):
        pytest.fail("its holder woke up")
    assert os.listdir(lock.parent) == [lock.name]


def test_is_put_back_where_there_are_no_hard_links(notes: Path, lock: Path) -> None:
    make(lock, age=10)
    with (
        FaultyOs(meanwhile={"rename": lambda: os.utime(lock)}, refused={"link": 1}).installed(),
        pytest.raises(LockBusy),
        hold_lock(notes, IMPATIENT),
    ):
        pytest.fail("its holder woke up")
    assert os.listdir(lock.parent) == [lock.name]


@pytest.mark.parametrize("refused", [{}, {"link": 1}], ids=["hard links", "none"])
def test_a_third_writers_lock_is_not_replaced_by_what_was_moved(
    notes: Path, lock: Path, refused: dict[str, int]
) -> None:
    make(lock, age=10)
    third: list[os.stat_result] = []
    others = {
        "rename": lambda: os.utime(lock),
        "link": lambda: third.append(make(lock)),
    }
    with (
        FaultyOs(meanwhile=others, refused=refused).installed(),
        pytest.raises(LockBusy),
        hold_lock(notes, IMPATIENT),
    ):
        pytest.fail("a third writer holds it")
    assert locks._same(lock.lstat(), third[0])
    assert os.listdir(lock.parent) == [lock.name]


def test_needs_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "NOTES.md"
    with pytest.raises(SaveFailed, match="the folder is gone") as caught, hold_lock(path, NOTES_LOCK):
        pytest.fail("there is no such folder")
    assert caught.value.path == path


def test_only_one_of_ours_may_move_a_stale_lock(notes: Path, lock: Path) -> None:
    """While one is about to, another one keeps off, or it could move the new lock of the first."""
    make(lock, age=10)

    def another() -> None:
        with pytest.raises(LockBusy), hold_lock(notes, IMPATIENT):
            pytest.fail("both took it over")

    with FaultyOs(meanwhile={"rename": another}).installed(), hold_lock(notes, IMPATIENT):
        assert os.listdir(lock.parent) == [lock.name]


def test_a_lock_that_was_replaced_after_the_look_is_not_even_moved(notes: Path, lock: Path) -> None:
    """Between the look and the claim, another of ours was faster: its lock must not go for a moment."""
    make(lock, age=10)
    watched = FaultyOs(meanwhile={"fstat": lambda: make(lock)})
    with watched.installed(), pytest.raises(LockBusy), hold_lock(notes, IMPATIENT):
        pytest.fail("both took it over")
    assert "rename" not in [operation.name for operation in watched.log]


@pytest.mark.parametrize("rounds", [10, pytest.param(500, marks=pytest.mark.long)])
def test_of_many_takers_one_wins_at_a_time(notes: Path, lock: Path, rounds: int) -> None:
    """Six processes find the same stale lock; never are two of them inside."""
    for _ in range(rounds):
        make(lock, age=10)
        ready, start = os.pipe()
        children = [_taker(notes, ready, start) for _ in range(6)]
        os.close(ready)
        os.close(start)  # all of them are off
        assert [os.waitpid(child, 0)[1] for child in children] == [0] * 6
        assert os.listdir(lock.parent) == []


def _taker(notes: Path, ready: int, start: int) -> int:
    child = os.fork()
    if child:
        return child
    outcome = 1
    try:
        os.close(start)
        os.read(ready, 1)
        inside = notes.with_name("inside")
        with hold_lock(notes, NOTES_LOCK):
            os.close(os.open(inside, os.O_CREAT | os.O_EXCL))
            time.sleep(0.002)
            inside.unlink()
        outcome = 0
    finally:
        os._exit(outcome)
