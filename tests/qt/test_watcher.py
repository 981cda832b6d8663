"""The file watcher, with real files changed in every way that files change."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from newt_gui.core.errors import FileUnreadable
from newt_gui.core.files import FileState, read_file
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.watcher import FileWatcher

NEVER_MS = 3_600_000
Made = Callable[..., FileWatcher]


@pytest.fixture
def tasks(qtbot: QtBot) -> Iterator[Tasks]:
    made = Tasks()
    yield made
    made.shutdown()


class Log:
    """What a watcher has reported."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.found: list[FileState | FileUnreadable] = []

    @property
    def contents(self) -> list[bytes | None]:
        return [state.data for state in self.found if not isinstance(state, FileUnreadable)]

    def wait_for(self, content: bytes | None) -> None:
        self._qtbot.waitUntil(lambda: self.contents[-1:] == [content])


@pytest.fixture
def log(qtbot: QtBot) -> Log:
    return Log(qtbot)


@pytest.fixture
def make(tasks: Tasks, log: Log) -> Iterator[Made]:
    made: list[FileWatcher] = []

    def _make(**options: int) -> FileWatcher:
        watcher = FileWatcher(tasks, read_file, **{"poll_ms": NEVER_MS, "settle_ms": 5, **options})
        watcher.content_changed.connect(log.found.append)
        made.append(watcher)
        return watcher

    yield _make
    for watcher in made:
        watcher.stop()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "newt"
    folder.mkdir()
    file = folder / "NOTES.md"
    file.write_bytes(b"one")
    return file


def quiet(qtbot: QtBot, tasks: Tasks) -> None:
    """Long enough for the system's events to come in and for every look they cause."""
    for _ in range(4):
        qtbot.wait(40)
        assert tasks.drain()


def replace(path: Path, content: bytes) -> None:
    """As most programs save: a new file, renamed over the old one."""
    fresh = path.with_name(path.name + ".tmp")
    fresh.write_bytes(content)
    os.replace(fresh, path)


@pytest.fixture
def watching(make: Made, path: Path, qtbot: QtBot, tasks: Tasks) -> FileWatcher:
    """A watcher that knows the file and has nothing but the system's own events to go by."""
    watcher = make()
    watcher.watch(path, read_file(path))
    quiet(qtbot, tasks)
    return watcher


def test_nothing_is_said_while_nothing_changes(watching: FileWatcher, log: Log) -> None:
    assert log.found == []


def test_twenty_atomic_renames_are_all_noticed(watching: FileWatcher, path: Path, log: Log) -> None:
    for number in range(20):
        content = f"version {number}".encode()
        replace(path, content)
        log.wait_for(content)
    assert log.contents == [f"version {number}".encode() for number in range(20)]


def test_writing_in_place_is_noticed_time_and_again(watching: FileWatcher, path: Path, log: Log) -> None:
    for number in range(5):
        content = f"in place {number}".encode()
        path.write_bytes(content)
        log.wait_for(content)
    replace(path, b"renamed")
    log.wait_for(b"renamed")
    path.write_bytes(b"and in place again")
    log.wait_for(b"and in place again")


def test_deleting_and_making_anew_is_noticed(watching: FileWatcher, path: Path, log: Log) -> None:
    for number in range(3):
        path.unlink()
        log.wait_for(None)
        path.write_bytes(b"back %d" % number)
        log.wait_for(b"back %d" % number)


def test_a_folder_removed_and_made_anew_is_noticed(watching: FileWatcher, path: Path, log: Log) -> None:
    for number in range(3):
        path.unlink()
        path.parent.rmdir()
        log.wait_for(None)
        path.parent.mkdir()
        path.write_bytes(b"back %d" % number)
        log.wait_for(b"back %d" % number)


def test_a_file_whose_folders_do_not_exist_yet_is_noticed_when_it_comes(
    make: Made, tmp_path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    path = tmp_path / "a" / "b" / "NOTES.md"
    make().watch(path, read_file(path))
    quiet(qtbot, tasks)
    path.parent.parent.mkdir()
    quiet(qtbot, tasks)
    assert log.found == []
    path.parent.mkdir()
    path.write_bytes(b"first")
    log.wait_for(b"first")


def test_equal_size_and_time_do_not_hide_a_change(watching: FileWatcher, path: Path, log: Log) -> None:
    before = path.stat()
    fresh = path.with_name("fresh")
    fresh.write_bytes(b"two")
    os.utime(fresh, ns=(before.st_atime_ns, before.st_mtime_ns))
    os.replace(fresh, path)
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    log.wait_for(b"two")


def test_a_link_pointed_elsewhere_and_its_new_target_are_followed(
    make: Made, tmp_path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    for name in ("here", "first", "second"):
        (tmp_path / name).mkdir()
    first, second = tmp_path / "first" / "a.md", tmp_path / "second" / "b.md"
    first.write_bytes(b"first")
    second.write_bytes(b"second")
    link = tmp_path / "here" / "NOTES.md"
    link.symlink_to(first)
    make().watch(link, read_file(link))
    quiet(qtbot, tasks)

    replace(first, b"first, replaced")
    log.wait_for(b"first, replaced")
    link.unlink()
    link.symlink_to(second)
    log.wait_for(b"second")
    quiet(qtbot, tasks)
    second.write_bytes(b"second, in place")
    log.wait_for(b"second, in place")
    replace(second, b"second, replaced")
    log.wait_for(b"second, replaced")


def test_a_link_over_two_hops_can_be_changed_in_the_middle(
    make: Made, tmp_path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    for name in ("here", "middle", "far"):
        (tmp_path / name).mkdir()
    (tmp_path / "far" / "a").write_bytes(b"a")
    (tmp_path / "far" / "b").write_bytes(b"b")
    middle, link = tmp_path / "middle" / "link", tmp_path / "here" / "NOTES.md"
    middle.symlink_to(Path("..") / "far" / "a")
    link.symlink_to(middle)
    make().watch(link, read_file(link))
    quiet(qtbot, tasks)
    middle.unlink()
    middle.symlink_to(Path("..") / "far" / "b")
    log.wait_for(b"b")


def test_a_folder_that_is_a_link_can_be_pointed_elsewhere(
    make: Made, tmp_path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "NOTES.md").write_bytes(name.encode())
    folder = tmp_path / "newt"
    folder.symlink_to(tmp_path / "one")
    make().watch(folder / "NOTES.md", read_file(folder / "NOTES.md"))
    quiet(qtbot, tasks)
    folder.unlink()
    folder.symlink_to(tmp_path / "two")
    log.wait_for(b"two")
    quiet(qtbot, tasks)
    replace(tmp_path / "two" / "NOTES.md", b"two, replaced")
    log.wait_for(b"two, replaced")


def test_other_files_in_the_folder_give_no_signal(
    watching: FileWatcher, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    for number in range(5):
        other = path.with_name(f"other {number}")
        other.write_bytes(b"other")
        qtbot.wait(15)
        other.unlink()
    path.touch()
    replace(path, b"one")
    quiet(qtbot, tasks)
    assert log.found == []


def test_the_poll_alone_notices_everything(
    make: Made, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    make(native=False, poll_ms=20).watch(path, read_file(path))
    before = path.stat()
    path.write_bytes(b"two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    log.wait_for(b"two")
    replace(path, b"three")
    log.wait_for(b"three")
    path.unlink()
    path.parent.rmdir()
    log.wait_for(None)
    path.parent.mkdir()
    path.write_bytes(b"four")
    log.wait_for(b"four")


def test_without_the_poll_and_the_system_nothing_is_noticed(
    make: Made, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    """Guards the two tests around it: neither could pass by some third way."""
    make(native=False).watch(path, read_file(path))
    quiet(qtbot, tasks)
    path.write_bytes(b"two")
    quiet(qtbot, tasks)
    assert log.found == []


def test_what_happened_between_reading_and_watching_is_noticed(make: Made, path: Path, log: Log) -> None:
    known = read_file(path)
    path.write_bytes(b"meanwhile")
    make().watch(path, known)
    log.wait_for(b"meanwhile")


def test_each_content_is_said_once_and_also_when_it_comes_back(
    watching: FileWatcher, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    replace(path, b"two")
    log.wait_for(b"two")
    path.touch()
    replace(path, b"two")
    quiet(qtbot, tasks)
    replace(path, b"one")
    log.wait_for(b"one")
    assert log.contents == [b"two", b"one"]


def test_own_writing_between_pause_and_resume_is_not_news(
    watching: FileWatcher, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    watching.pause()
    replace(path, b"ours")
    quiet(qtbot, tasks)
    watching.acknowledge(read_file(path))
    watching.resume()
    quiet(qtbot, tasks)
    assert log.found == []
    replace(path, b"theirs")
    log.wait_for(b"theirs")


def test_a_change_by_others_during_a_pause_is_told_after_the_last_resume(
    watching: FileWatcher, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    watching.pause()
    watching.pause()
    replace(path, b"theirs")
    watching.resume()
    quiet(qtbot, tasks)
    assert log.found == []
    watching.resume()
    log.wait_for(b"theirs")


def test_a_look_that_began_before_an_acknowledgement_is_not_believed(
    tasks: Tasks, path: Path, log: Log, qtbot: QtBot
) -> None:
    reading, may_end = threading.Event(), threading.Event()

    def slow_read(asked: Path) -> FileState:
        state = read_file(asked)
        reading.set()
        assert may_end.wait(10)
        return state

    watcher = FileWatcher(tasks, slow_read, poll_ms=NEVER_MS, settle_ms=5)
    watcher.content_changed.connect(log.found.append)
    watcher.watch(path, read_file(path))
    assert reading.wait(10)
    replace(path, b"ours")
    watcher.acknowledge(read_file(path))
    may_end.set()
    quiet(qtbot, tasks)
    assert log.found == []
    watcher.stop()


class HeldRead:
    """Reads at once, but hands over what was read only when told, once `hold` is set."""

    def __init__(self) -> None:
        self.hold = False
        self.has_read, self.may_end = threading.Event(), threading.Event()

    def __call__(self, asked: Path) -> FileState:
        state = read_file(asked)
        if self.hold:
            self.has_read.set()
            assert self.may_end.wait(10)
        return state


@pytest.fixture
def read() -> HeldRead:
    return HeldRead()


@pytest.fixture
def held(tasks: Tasks, read: HeldRead, path: Path, log: Log, qtbot: QtBot) -> Iterator[FileWatcher]:
    """A watcher that knows the file, and whose next reading is held up."""
    watcher = FileWatcher(tasks, read, poll_ms=NEVER_MS, settle_ms=5)
    watcher.content_changed.connect(log.found.append)
    watcher.watch(path, read_file(path))
    quiet(qtbot, tasks)
    read.hold = True
    yield watcher
    watcher.stop()


def test_what_happens_during_a_look_is_looked_at_afterwards(
    held: FileWatcher, read: HeldRead, path: Path, log: Log, qtbot: QtBot
) -> None:
    path.with_name("other").write_bytes(b"")
    qtbot.waitUntil(read.has_read.is_set)
    path.write_bytes(b"two")
    qtbot.wait(60)
    read.may_end.set()
    log.wait_for(b"two")


def test_a_look_under_way_is_not_told_in_a_pause(
    held: FileWatcher, read: HeldRead, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    replace(path, b"two")
    qtbot.waitUntil(read.has_read.is_set)
    held.pause()
    read.may_end.set()
    quiet(qtbot, tasks)
    assert log.found == []
    held.resume()
    log.wait_for(b"two")


def test_a_change_between_reading_and_watching_is_not_missed(
    tasks: Tasks, path: Path, log: Log, qtbot: QtBot
) -> None:
    meanwhile = [b"meanwhile"]

    def read(asked: Path) -> FileState:
        state = read_file(asked)
        if meanwhile:
            replace(asked, meanwhile.pop())
        return state

    watcher = FileWatcher(tasks, read, poll_ms=NEVER_MS, settle_ms=5)
    watcher.content_changed.connect(log.found.append)
    watcher.watch(path, read_file(path))
    log.wait_for(b"meanwhile")
    watcher.stop()


def test_reading_never_happens_on_the_ui_thread(tasks: Tasks, path: Path, qtbot: QtBot) -> None:
    threads: list[int] = []

    def read(asked: Path) -> FileState:
        threads.append(threading.get_ident())
        return read_file(asked)

    watcher = FileWatcher(tasks, read, poll_ms=10, settle_ms=5)
    watcher.watch(path, None)
    qtbot.waitUntil(lambda: len(threads) >= 3)
    watcher.stop()
    assert threading.get_ident() not in threads


def test_a_file_that_becomes_unreadable_is_told_with_its_reason(
    watching: FileWatcher, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    path.unlink()
    path.mkdir()
    qtbot.waitUntil(lambda: isinstance(log.found[-1:] and log.found[-1], FileUnreadable))
    told = len(log.found)
    (path / "something").write_bytes(b"")
    quiet(qtbot, tasks)
    assert len(log.found) == told
    (path / "something").unlink()
    path.rmdir()
    path.write_bytes(b"a file again")
    log.wait_for(b"a file again")


def test_after_stop_nothing_is_said_and_another_file_can_be_watched(
    watching: FileWatcher, path: Path, log: Log, qtbot: QtBot, tasks: Tasks
) -> None:
    watching.stop()
    replace(path, b"two")
    quiet(qtbot, tasks)
    assert log.found == []
    other = path.with_name("OTHER.md")
    other.write_bytes(b"other")
    watching.watch(other, None)
    log.wait_for(b"other")
    replace(path, b"three")
    quiet(qtbot, tasks)
    assert log.contents == [b"other"]
