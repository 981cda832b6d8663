"""A save that dies or fails at any of its file operations leaves the old or the new file, whole."""

import errno
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from newt_gui.core.errors import SaveFailed, UserFacingError
from newt_gui.core.files import NOTES_LOCK, FileState, remove_own_leftovers, save
from newt_gui.core.history import History, Who
from tests.harness.faulty_os import (
    FAIL,
    KILL_AFTER,
    KILL_BEFORE,
    Action,
    Fault,
    FaultyOs,
    Operation,
    dry_run,
    killed_at,
)

OLD = b"old\n\xc2\xa7\n" * 50
NEW = b"new, and longer\n\xc2\xa7\n" * 70
NEXT = b"the next save\n\xc2\xa7\n"

# What may fail without the save failing: looking after locks and folders, and what is copied as
# far as possible. Each is listed with the scene in which it happens.
FORGIVEN = {
    "close", "fchown", "fstat", "fsync", "getxattr", "link", "listxattr", "lstat", "open", "removexattr",
    "rename", "rmdir", "setxattr", "unlink", "utime",
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A folder as a save may find it; `prepare` gives the path that is saved."""

    prepare: Callable[[Path], Path]
    old: bytes | None = OLD


def _plain(folder: Path) -> Path:
    path = folder / "NOTES.md"
    path.write_bytes(OLD)
    return path


def _first(folder: Path) -> Path:
    return folder / "home" / ".newt" / "NOTES.md"


def _linked(folder: Path) -> Path:
    (folder / "real").mkdir()
    real = _plain(folder / "real")
    real.chmod(0o640)
    path = folder / "NOTES.md"
    path.symlink_to("real/NOTES.md")
    return path


def _after_a_crash(folder: Path) -> Path:
    lock = folder / ".NOTES.md.lock"
    lock.write_bytes(b"")
    os.utime(lock, (0, 0))
    return _plain(folder)


def _with_attributes(folder: Path) -> Path:
    path = _plain(folder)
    try:
        os.setxattr(path, "user.colour", b"green")
    except OSError:
        pytest.skip("no extended attributes here")
    if os.geteuid() == 0:
        os.chown(path, 1, 1)
    return path


SCENES = {
    "plain": Scene(_plain),
    "first": Scene(_first, old=None),
    "linked": Scene(_linked),
    "after a crash": Scene(_after_a_crash),
    "with attributes": Scene(_with_attributes),
}


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> Scene:
    return SCENES[request.param]


class Stage:
    """Fresh folders for one scene after the other, with a history beside them."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self.scene, self._folder, self._count = scene, folder, 0
        self.reset()

    def reset(self) -> None:
        self._count += 1
        self.folder = self._folder / str(self._count)
        self.folder.mkdir()
        self.path = self.scene.prepare(self.folder)
        self.history = History(self._folder / f"history-{self._count}")

    def save(self, data: bytes = NEW) -> tuple[FileState, FileState]:
        return save(self.path, lambda state: data, rule=NOTES_LOCK, keep=self.keep)

    def keep(self, state: FileState) -> None:
        assert state.data is not None
        self.history.put(state.path, state.data, Who.OTHER, "replaced")

    def content(self) -> bytes | None:
        return self.path.read_bytes() if self.path.exists() else None

    def kept(self) -> list[bytes]:
        return [self.history.content(version.id) for version in self.history.versions(self.path)]

    def lock(self) -> Path:
        return NOTES_LOCK.name(self.path)

    def files(self) -> set[str]:
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*")}


@pytest.fixture
def stage(scene: Scene, tmp_path: Path) -> Stage:
    return Stage(scene, tmp_path)


def _operations(stage: Stage) -> list[Operation]:
    log = dry_run(stage.save)
    assert stage.content() == NEW
    assert {"open", "write", "fsync", "replace", "unlink"} <= {operation.name for operation in log}
    return log


def _check_after_a_kill(stage: Stage, clean: set[str]) -> None:
    """Whole, old or new; the next save succeeds; nothing is left over in the end."""
    found = stage.content()
    assert found in (stage.scene.old, NEW)
    if found == NEW and stage.scene.old is not None:
        assert OLD in stage.kept()
    stage.save(NEXT)
    assert stage.content() == NEXT
    if found is not None:
        assert found in stage.kept()
    remove_own_leftovers(stage.path.resolve().parent)
    remove_own_leftovers(stage.path.parent)
    assert stage.files() == clean


@pytest.mark.parametrize("when", [KILL_BEFORE, KILL_AFTER], ids=["before", "after"])
def test_killed_at_any_operation(stage: Stage, when: Action) -> None:
    operations = _operations(stage)
    clean = stage.files()
    for number, operation in enumerate(operations, start=1):
        stage.reset()
        assert killed_at(number, when, stage.save), operation
        if stage.lock().exists():
            then = time.time() - 3.1  # instead of waiting that long
            os.utime(stage.lock(), (then, then))
        _check_after_a_kill(stage, clean)


def test_a_kill_blocks_the_next_save_no_longer_than_it_tries(tmp_path: Path) -> None:
    """The same with the real time: the lock of the dead one becomes stale while the next one waits."""
    stage = Stage(SCENES["plain"], tmp_path)
    operations = _operations(stage)
    clean = stage.files()
    stage.reset()
    write = [operation.name for operation in operations].index("write") + 1
    assert killed_at(write, KILL_BEFORE, stage.save)
    assert stage.lock().exists()
    _check_after_a_kill(stage, clean)


@pytest.mark.long
@pytest.mark.parametrize("when", [KILL_BEFORE, KILL_AFTER], ids=["before", "after"])
def test_killed_at_any_operation_in_real_time(tmp_path: Path, when: Action) -> None:
    stage = Stage(SCENES["plain"], tmp_path)
    operations = _operations(stage)
    clean = stage.files()
    for number, operation in enumerate(operations, start=1):
        stage.reset()
        assert killed_at(number, when, stage.save), operation
        _check_after_a_kill(stage, clean)


def test_killed_by_somebody_at_any_moment(tmp_path: Path) -> None:
    """Without a plan: a process that saves again and again is killed from outside."""
    stage = Stage(SCENES["plain"], tmp_path)
    for moment in range(20):
        child = os.fork()
        if child == 0:
            _save_for_ever(stage)
        time.sleep(0.005 + moment * 0.0007)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert stage.content() in (OLD, NEW, NEXT)
        if stage.lock().exists():
            os.utime(stage.lock(), (0, 0))
        stage.save(OLD)
        remove_own_leftovers(stage.folder)
        assert stage.files() == {"NOTES.md"}


def _save_for_ever(stage: Stage) -> None:
    try:
        while True:
            stage.save(NEW)
            stage.save(NEXT)
    finally:
        os._exit(1)


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EACCES], ids=errno.errorcode.get)
def test_failing_at_any_operation(stage: Stage, number: int) -> None:
    operations = _operations(stage)
    clean = stage.files()
    for at, operation in enumerate(operations, start=1):
        stage.reset()
        before = stage.files()
        with FaultyOs(Fault(at, FAIL, number)).installed():
            error = _error_of(stage.save)
        if error is None:
            assert operation.name in FORGIVEN
            assert stage.content() == NEW, operation
            assert stage.files() == clean, operation
            assert stage.path.stat().st_mode & 0o777 <= 0o644, operation
        else:
            assert str(stage.path) in str(error) or "earlier versions" in str(error), operation
            assert stage.content() == stage.scene.old, operation
            assert stage.files() - {stage.lock().name} == before - {stage.lock().name}, operation
            assert not _is_fresh(stage.lock()), operation
        stage.save(NEXT)
        assert stage.content() == NEXT, operation


def _error_of(operation: Callable[[], object]) -> UserFacingError | None:
    try:
        operation()
    except UserFacingError as error:
        return error
    return None


def _is_fresh(lock: Path) -> bool:
    return lock.exists() and time.time() - lock.stat().st_mtime < 1000


@pytest.mark.parametrize("name", ["write", "fsync", "fchmod", "replace"])
def test_what_a_save_rests_on_is_never_forgiven(tmp_path: Path, name: str) -> None:
    stage = Stage(SCENES["plain"], tmp_path)
    operations = [operation.name for operation in _operations(stage)]
    renamed = operations.index("replace") + 1
    at = max(at for at, done in enumerate(operations[:renamed], start=1) if done == name)
    stage.reset()
    with FaultyOs(Fault(at)).installed(), pytest.raises(SaveFailed):
        stage.save()
    assert stage.content() == OLD
