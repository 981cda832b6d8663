"""A change of a configuration, or the birth of a soul, that dies at any of its file operations."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from newt_gui.core.config_edit import set_soul_file
from newt_gui.core.errors import UserFacingError
from newt_gui.core.files import NOTES_LOCK, create, remove_own_leftovers
from newt_gui.core.soul_files import SoulThere
from tests.harness.faulty_os import FAIL, KILL_AFTER, KILL_BEFORE, Fault, FaultyOs, dry_run, killed_at

OLD = b"# mine\r\n[memory]\r\nwindow = 3\r\n"
NEW = OLD + b'soul_file = "a.md"\r\n'

# An abandoned lock is to be taken over at once, so that the tests need not wait for it.
AT_ONCE = NOTES_LOCK._replace(stale_after=-1.0)


class Stage:
    """A fresh folder for every attempt; `stale`: a lock of a dead process lies there."""

    def __init__(self, folder: Path, stale: bool) -> None:
        self._folder, self._stale, self._count = folder, stale, 0
        self.reset()

    def reset(self) -> None:
        self._count += 1
        self.folder = self._folder / str(self._count)
        self.folder.mkdir()
        self.config, self.soul = self.folder / "config.toml", self.folder / "soul.md"
        self.config.write_bytes(OLD)
        if self._stale:
            self.config.with_name("config.toml.lock").write_text("4194304999:dead\n")

    def edit(self) -> None:
        set_soul_file(self.config, "a.md")

    def create(self) -> None:
        if create(self.soul, b"a whole soul", rule=AT_ONCE) is None:
            raise SoulThere(self.soul)


@pytest.fixture(params=[False, True], ids=["plain", "stale lock"])
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Stage:
    return Stage(tmp_path, request.param)


def at_every_operation(stage: Stage, operation: Callable[[], object]) -> list[int]:
    stage.reset()
    count = len(dry_run(operation))
    assert count > 10
    return list(range(1, count + 1))


@pytest.mark.parametrize("action", [KILL_BEFORE, KILL_AFTER])
def test_a_dying_edit_leaves_the_old_or_the_new_file_and_blocks_nobody(stage: Stage, action: object) -> None:
    outcomes = set()
    for number in at_every_operation(stage, lambda: stage.edit()):
        stage.reset()
        assert killed_at(number, KILL_BEFORE if action is KILL_BEFORE else KILL_AFTER, stage.edit)
        outcomes.add(stage.config.read_bytes())
        stage.edit()
        remove_own_leftovers(stage.folder)
        assert stage.config.read_bytes() == NEW
        assert set(os.listdir(stage.folder)) <= {"config.toml", "config.toml.lock.reclaim"}
    assert outcomes == {OLD, NEW}


def test_a_failing_edit_leaves_the_old_or_the_new_file_and_nothing_else(stage: Stage) -> None:
    for number in at_every_operation(stage, lambda: stage.edit()):
        stage.reset()
        try:
            with FaultyOs(Fault(number, FAIL)).installed():
                stage.edit()
        except UserFacingError:
            assert stage.config.read_bytes() in (OLD, NEW)
        else:
            assert stage.config.read_bytes() == NEW
        assert not list(stage.folder.glob(".*.tmp"))


@pytest.mark.parametrize("action", [KILL_BEFORE, KILL_AFTER])
def test_a_dying_birth_leaves_no_soul_or_a_whole_one(tmp_path: Path, action: object) -> None:
    stage = Stage(tmp_path, False)
    outcomes = set()
    for number in at_every_operation(stage, lambda: stage.create()):
        stage.reset()
        assert killed_at(number, KILL_BEFORE if action is KILL_BEFORE else KILL_AFTER, stage.create)
        born = stage.soul.exists()
        outcomes.add(born)
        if born:
            assert stage.soul.read_bytes() == b"a whole soul"
        else:
            stage.create()
        remove_own_leftovers(stage.folder)
        assert stage.soul.stat().st_nlink == 1
    assert outcomes == {False, True}
