"""The app's own files are private and whole, and what a dead process left behind goes."""

import os
import stat
from pathlib import Path

import pytest

from newt_gui.core.errors import SaveFailed
from newt_gui.core.files import remove_own_leftovers, write_own
from tests.harness.faulty_os import FaultyOs


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


class TestOwnFiles:
    @pytest.fixture(autouse=True)
    def _open_umask(self) -> object:
        old = os.umask(0)
        yield
        os.umask(old)

    def test_are_private(self, tmp_path: Path) -> None:
        path = tmp_path / "config" / "newt-gui" / "settings.toml"
        write_own(path, b"a = 1\n")
        assert path.read_bytes() == b"a = 1\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert names(path.parent) == ["settings.toml"]

    def test_are_private_again_after_a_write(self, tmp_path: Path) -> None:
        path = tmp_path / "settings.toml"
        path.write_bytes(b"")
        path.chmod(0o666)
        write_own(path, b"x")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def test_may_be_links(self, tmp_path: Path) -> None:
        real = tmp_path / "dotfiles" / "settings.toml"
        real.parent.mkdir()
        real.write_bytes(b"old")
        path = tmp_path / "settings.toml"
        path.symlink_to("dotfiles/settings.toml")
        write_own(path, b"new")
        assert path.is_symlink()
        assert real.read_bytes() == b"new"

    def test_failing_leaves_the_old_one(self, tmp_path: Path) -> None:
        path = tmp_path / "settings.toml"
        path.write_bytes(b"old")
        with FaultyOs(space=2).installed(), pytest.raises(SaveFailed, match="the disk is full"):
            write_own(path, b"new")
        assert path.read_bytes() == b"old"
        assert names(tmp_path) == ["settings.toml"]

    def test_where_none_can_be(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.write_bytes(b"")
        with pytest.raises(SaveFailed, match="a file where a folder should be"):
            write_own(file / "settings.toml", b"x")
        with pytest.raises(SaveFailed, match="it is a folder"):
            write_own(tmp_path, b"x")
        dangling = tmp_path / "dangling"
        dangling.symlink_to("nowhere")
        with pytest.raises(SaveFailed, match="the link points to nothing: nowhere"):
            write_own(dangling, b"x")


class TestLeftovers:
    @pytest.fixture
    def dead(self) -> int:
        """The id of a process that has ended."""
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        return child

    def test_of_dead_processes_go(self, tmp_path: Path, dead: int) -> None:
        (tmp_path / f".NOTES.md.newt-gui-{dead}-0a1b2c.tmp").write_bytes(b"x")
        (tmp_path / f".NOTES.md.lock.newt-gui-{dead}-0a1b2c.tmp").write_bytes(b"")
        remove_own_leftovers(tmp_path)
        assert names(tmp_path) == []

    def test_of_living_processes_stay(self, tmp_path: Path) -> None:
        for process in (os.getpid(), os.getppid(), 1):
            (tmp_path / f".NOTES.md.newt-gui-{process}-0a1b2c.tmp").write_bytes(b"x")
        remove_own_leftovers(tmp_path)
        assert len(names(tmp_path)) == len({os.getpid(), os.getppid(), 1})

    def test_go_when_their_number_belongs_to_somebody_else_by_now(self, tmp_path: Path) -> None:
        old = tmp_path / f".NOTES.md.newt-gui-{os.getppid()}-0a1b2c.tmp"
        old.write_bytes(b"x")
        os.utime(old, (0, 0))
        remove_own_leftovers(tmp_path)
        assert names(tmp_path) == []

    def test_nothing_of_anybody_else_goes(self, tmp_path: Path, dead: int) -> None:
        others = [
            "NOTES.md",
            "NOTES.md.tmp",
            ".NOTES.md.lock",
            f"NOTES.md.newt-gui-{dead}-0a1b2c.tmp",
            f".NOTES.md.newt-gui-{dead}-0a1b2c",
            f".NOTES.md.newt-gui-{dead}.tmp",
            ".NOTES.md.newt-gui-x-0a1b2c.tmp",
            ".NOTES.md.newt-gui--0a1b2c.tmp",
            ".NOTES.md.newt-gui-²-0a1b2c.tmp",
        ]
        for name in others:
            (tmp_path / name).write_bytes(b"x")
        remove_own_leftovers(tmp_path)
        assert names(tmp_path) == sorted(others)

    def test_what_cannot_be_removed_is_no_error(self, tmp_path: Path, dead: int) -> None:
        (tmp_path / f".NOTES.md.newt-gui-{dead}-0a1b2c.tmp").mkdir()
        remove_own_leftovers(tmp_path)
        remove_own_leftovers(tmp_path / "missing")
