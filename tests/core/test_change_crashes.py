"""Several changes at once that die or fail at any file operation: all of them are there, or none."""

from __future__ import annotations

import errno
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from newt_gui.core.errors import LockBusy, NotesConflict, SaveFailed, UserFacingError
from newt_gui.core.files import NOTES_LOCK, remove_own_leftovers
from newt_gui.core.history import History
from newt_gui.core.merge import Delete, Insert, Move, Operation, Update, perform
from newt_gui.core.notes import NoteStore
from newt_gui.core.notes_format import serialize
from tests.harness.children import output_of
from tests.harness.faulty_os import (
    FAIL,
    KILL_AFTER,
    KILL_BEFORE,
    Action,
    Fault,
    FaultyOs,
    dry_run,
    killed_at,
)
from tests.harness.locked_down import locked_down_folder, run_locked_down
from tests.harness.newt_writer import NewtWriter, read_entries

SEEN = [f"note {number}" for number in range(40)]
MADE: list[Operation] = [
    Delete(3),
    Move(7, 1),
    Update(2, "changed"),
    Insert(5, "pasted 1"),
    Insert(6, "pasted 2"),
]

# By name: what is done to a store, and whether somebody else wrote since it was loaded.
DEEDS: dict[str, Callable[[NoteStore], object]] = {
    "change": lambda store: store.change(SEEN, MADE),
    "split": lambda store: store.split(2, "note 1", ["a", "b", "c"]),
    "merge": lambda store: store.merge([1, 2, 40], ["note 0", "note 1", "note 39"]),
    "remove": lambda store: store.remove("note 17"),
}


class Stage:
    """Fresh folders, one after the other, in which the notes are changed, with a history beside them."""

    def __init__(self, folder: Path, deed: Callable[[NoteStore], object], rebased: bool) -> None:
        self._folder, self._deed, self._rebased, self._count = folder, deed, rebased, 0
        self.reset()

    def reset(self) -> None:
        self._count += 1
        self.folder = self._folder / str(self._count)
        self.folder.mkdir()
        self.path = self.folder / "NOTES.md"
        self.path.write_bytes(serialize(SEEN).encode())
        self.history = History(self._folder / f"history-{self._count}")
        self.store = NoteStore(self.path, history=self.history)
        self.store.load()
        if self._rebased:
            self.path.write_bytes(serialize(["of newt", *SEEN]).encode())
        self.old = self.path.read_bytes()

    def change(self) -> None:
        self._deed(self.store)

    def content(self) -> bytes:
        return self.path.read_bytes()

    def kept(self) -> list[bytes]:
        return [self.history.content(version.id) for version in self.history.versions(self.path)]

    def lock(self) -> Path:
        return NOTES_LOCK.name(self.path)


@pytest.fixture(params=DEEDS)
def deed(request: pytest.FixtureRequest) -> Callable[[NoteStore], object]:
    return DEEDS[request.param]


@pytest.fixture(params=[False, True], ids=["as loaded", "others wrote"])
def stage(tmp_path: Path, deed: Callable[[NoteStore], object], request: pytest.FixtureRequest) -> Stage:
    return Stage(tmp_path, deed, request.param)


def new_content(stage: Stage) -> tuple[bytes, int]:
    """What the whole change leaves, and how many operations it takes."""
    operations = dry_run(stage.change)
    return stage.content(), len(operations)


@pytest.mark.parametrize("when", [KILL_BEFORE, KILL_AFTER], ids=["before", "after"])
def test_killed_at_any_operation(stage: Stage, when: Action) -> None:
    new, count = new_content(stage)
    assert new != stage.old
    for number in range(1, count + 1):
        stage.reset()
        assert killed_at(number, when, stage.change)
        found = stage.content()
        assert found in (stage.old, new), number
        if found == new:
            assert stage.old in stage.kept(), number
        if stage.lock().exists():
            os.utime(stage.lock(), (0, 0))  # instead of waiting until it is stale
        again = NoteStore(stage.path, history=stage.history)
        again.add("the next one")
        assert found in stage.kept(), number
        assert again.entries == [*read_entries(found.decode()), "the next one"], number
        remove_own_leftovers(stage.folder)
        assert os.listdir(stage.folder) == ["NOTES.md"], number


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC], ids=errno.errorcode.get)
def test_failing_at_any_operation(stage: Stage, number: int) -> None:
    new, count = new_content(stage)
    for at in range(1, count + 1):
        stage.reset()
        before = stage.store.snapshot
        with FaultyOs(Fault(at, FAIL, number)).installed():
            error = error_of(stage.change)
        if error is None:
            assert stage.content() == new, at
            assert serialize(stage.store.entries).encode() == new, at
        else:
            assert stage.content() == stage.old, at
            assert stage.store.snapshot is before, at
        assert set(os.listdir(stage.folder)) <= {"NOTES.md", stage.lock().name}, at


def error_of(operation: Callable[[], object]) -> UserFacingError | None:
    try:
        operation()
    except UserFacingError as error:
        return error
    return None


@pytest.mark.parametrize("space", [0, 1, 100, 400])
def test_a_full_disk_leaves_everything_as_it_was(stage: Stage, space: int) -> None:
    before = stage.store.snapshot
    with FaultyOs(space=space).installed(), pytest.raises(UserFacingError, match="the disk is full"):
        stage.change()
    assert stage.content() == stage.old
    assert stage.store.snapshot is before
    assert os.listdir(stage.folder) == ["NOTES.md"]
    stage.change()
    assert stage.content() != stage.old


# Tries each deed on the file sys.argv[1], and prints what came of it.
EACH_DEED = """
import json, sys
from pathlib import Path
from newt_gui.core.errors import UserFacingError
from newt_gui.core.merge import Delete, Insert
from newt_gui.core.notes import NoteStore
store = NoteStore(Path(sys.argv[1]))
for deed in (
    lambda: store.change(["a", "b"], [Delete(1), Insert(1, "new")]),
    lambda: store.delete(1, "a"),
    lambda: store.merge([1, 2], ["a", "b"]),
    lambda: store.split(1, "a", ["c", "d"]),
    lambda: store.move(1, "a", 2),
    lambda: store.add("new"),
    lambda: store.replace("a", "new"),
    lambda: store.remove("a"),
):
    try:
        deed()
    except UserFacingError as error:
        print(json.dumps([type(error).__name__, error.reason, store.entries]))
"""


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_may_not_be_written_stays(what: str) -> None:
    data = "a\n§\nb\n§\n".encode()
    with locked_down_folder() as folder:
        path = folder / "home" / "NOTES.md"
        path.parent.mkdir()
        path.write_bytes(data)
        for place in (path, path.parent):
            os.chown(place, folder.stat().st_uid, folder.stat().st_gid)
        path.chmod(0o444 if what == "file" else 0o644)
        path.parent.chmod(0o500 if what == "folder" else 0o700)
        rows = [json.loads(line) for line in output_of(run_locked_down(EACH_DEED, path)).splitlines()]
        assert len(rows) == 8
        assert {row[0] for row in rows} == {"SaveFailed"}
        assert all(row[1] for row in rows)
        assert all(row[2] == ["a", "b"] for row in rows)
        assert path.read_bytes() == data
        assert os.listdir(path.parent) == ["NOTES.md"]


def test_a_lock_that_stays_fresh_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from newt_gui.core import files

    stage = Stage(tmp_path, DEEDS["change"], rebased=False)
    monkeypatch.setattr(files, "NOTES_LOCK", NOTES_LOCK._replace(wait=0.1, stale_after=60))
    with NewtWriter(stage.path) as newt:
        assert newt.hold_lock()
        with pytest.raises(LockBusy):
            stage.change()
        assert stage.content() == stage.old
        assert newt.release_lock()
    stage.change()
    assert stage.store.entries[0] == "note 7"


def test_a_folder_that_vanished_with_the_notes_is_told_as_gone(tmp_path: Path) -> None:
    """What is pasted is saved all the same: folder and file are made again."""
    stage = Stage(tmp_path, lambda store: store.change(SEEN, [Insert(41, "pasted")]), rebased=False)
    stage.path.unlink()
    stage.folder.rmdir()
    stage.change()
    assert stage.content() == "pasted\n§\n".encode()


def test_somebody_who_keeps_writing_without_the_lock_stops_the_save(tmp_path: Path) -> None:
    stage = Stage(tmp_path, DEEDS["change"], rebased=False)

    class Restless(FaultyOs):
        writes = 0

        def __getattr__(self, name: str) -> object:
            if name == "fsync":
                self.writes += 1
                stage.path.write_bytes(serialize([*SEEN, f"of somebody {self.writes}"]).encode())
            return super().__getattr__(name)

    with Restless().installed() as restless, pytest.raises(SaveFailed, match="keeps writing"):
        stage.change()
    assert restless.log
    assert read_entries(stage.content().decode())[:-1] == SEEN
    assert stage.store.entries == SEEN


@pytest.mark.parametrize("rounds", [40, pytest.param(1_000, marks=pytest.mark.long)])
def test_the_app_loses_nothing_that_newt_wrote_before(tmp_path: Path, rounds: int) -> None:
    """A window, each time with the list that it read last, and newt sessions that each begin anew."""
    path = tmp_path / "NOTES.md"
    store = NoteStore(path, 1_000_000)
    seen: list[str] = []
    conflicts = 0
    with NewtWriter(path) as newt:
        for number in range(rounds):
            newt.reload()
            while len(newt.entries) > 30:
                assert newt.remove(newt.entries[number % 30])
            assert newt.add(f"newt <{number}>")
            if number % 4 == 0:
                assert newt.replace(newt.entries[0], f"newt changed <{number}>")
            there = read_entries(path.read_bytes().decode())
            made = _some_changes(seen, number)
            try:
                after = store.change(seen, made).entries
            except NotesConflict:
                conflicts += 1
                assert read_entries(path.read_bytes().decode()) == there
            else:
                mine = perform(seen, made)
                lost, gained = Counter(seen) - Counter(mine), Counter(mine) - Counter(seen)
                assert Counter(after) == Counter(there) - lost + gained
            seen = list(store.load().entries)
    assert 0 < conflicts < rounds / 2
    assert os.listdir(tmp_path) == ["NOTES.md"]


def _some_changes(seen: list[str], number: int) -> list[Operation]:
    made: list[Operation] = [Insert(number % 5, f"app <{number}>")]
    if len(seen) > 2:
        made.append(Update(2, f"app changed <{number}>"))
        made.append(Move(3, 1 + number % 2))
    if len(seen) > 10 and number % 3 == 0:
        made.append(Delete(len(seen)))
    return made
