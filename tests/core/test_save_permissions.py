"""Owner, group, mode, access lists, and what happens where permissions are missing."""

import json
import os
import stat
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from newt_gui.core.files import NOTES_LOCK, FileState, save
from tests.harness.children import SAVE, output_of
from tests.harness.faulty_os import FaultyOs
from tests.harness.locked_down import NOBODY, locked_down_folder, locked_down_user, run_locked_down

OLD, NEW = b"old content", b"new content"

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


def put(path: Path) -> tuple[FileState, FileState]:
    return save(path, lambda state: NEW, rule=NOTES_LOCK, keep=lambda state: None)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "home" / "NOTES.md"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def is_clean(folder: Path) -> bool:
    """Neither a lock nor a temporary file is left."""
    return not [path for path in folder.rglob(".*") if path.suffix in {".lock", ".tmp"}]


class TestAttributes:
    @pytest.fixture(params=[0o022, 0o077, 0], autouse=True)
    def _umask(self, request: pytest.FixtureRequest) -> Iterator[None]:
        old = os.umask(request.param)
        yield
        os.umask(old)

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664, 0o666, 0o700, 0o604])
    def test_the_mode_stays(self, notes: Path, mode: int) -> None:
        notes.chmod(mode)
        before, after = put(notes)
        assert (before.mode, after.mode, mode_of(notes)) == (mode, mode, mode)

    def test_what_is_new_is_private(self, tmp_path: Path) -> None:
        path = tmp_path / "a" / "b" / "NOTES.md"
        put(path)
        assert [mode_of(place) for place in (path, path.parent, path.parent.parent)] == [0o600, 0o700, 0o700]

    @as_root
    def test_owner_and_group_stay(self, notes: Path) -> None:
        os.chown(notes, 1234, 4321)
        notes.chmod(0o640)
        put(notes)
        info = notes.stat()
        assert (info.st_uid, info.st_gid, mode_of(notes)) == (1234, 4321, 0o640)

    def test_nobody_can_look_in_while_it_is_written(self, notes: Path) -> None:
        notes.chmod(0o666)
        modes: list[int] = []

        class Watched(FaultyOs):
            def __getattr__(self, name: str) -> object:
                if name == "fchmod":
                    modes.extend(mode_of(path) for path in notes.parent.glob(".*.tmp"))
                return super().__getattr__(name)

        with Watched().installed():
            put(notes)
        assert modes[:1] == [0o600 & ~_umask()]

    def test_extended_attributes_stay(self, notes: Path) -> None:
        _set_or_skip(notes, "user.colour", b"green")
        put(notes)
        assert os.getxattr(notes, "user.colour") == b"green"


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _set_or_skip(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except OSError as error:
        pytest.skip(f"no extended attributes here: {error}")


class TestAccessLists:
    READER = 1234
    NAME = "system.posix_acl_access"
    DEFAULT = "system.posix_acl_default"

    def entries(self, group: int) -> bytes:
        """Owner rw, user 1234 r, owning group as given, mask r, others nothing."""
        nobody_in_particular = 0xFFFFFFFF
        rows = [
            (0x01, 6, nobody_in_particular),
            (0x02, 4, self.READER),
            (0x04, group, nobody_in_particular),
            (0x10, 4, nobody_in_particular),
            (0x20, 0, nobody_in_particular),
        ]
        return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *row) for row in rows)

    def test_stay(self, notes: Path) -> None:
        _set_or_skip(notes, self.NAME, self.entries(group=0))
        put(notes)
        assert os.getxattr(notes, self.NAME) == self.entries(group=0)
        assert mode_of(notes) == 0o640

    def test_a_folders_default_lets_nobody_new_in(self, notes: Path) -> None:
        _set_or_skip(notes.parent, self.DEFAULT, self.entries(group=4))
        notes.chmod(0o640)
        put(notes)
        assert self.NAME not in os.listxattr(notes)
        assert mode_of(notes) == 0o640

    def test_that_cannot_be_kept_let_nobody_new_in(self, notes: Path) -> None:
        """The group's bits in the mode are the list's mask then: they say more than the group has."""
        _set_or_skip(notes, self.NAME, self.entries(group=0))
        assert mode_of(notes) == 0o640
        with FaultyOs(refused={"setxattr": 95}).installed():
            put(notes)
        assert self.NAME not in os.listxattr(notes)
        assert mode_of(notes) == 0o600


class TestPermissions:
    """In a child whom permissions stop, whoever runs the tests."""

    @pytest.fixture
    def folder(self) -> Iterator[Path]:
        with locked_down_folder() as folder:
            yield folder

    @pytest.fixture
    def notes(self, folder: Path) -> Path:
        path = folder / "NOTES.md"
        path.write_bytes(OLD)
        self.give(path)
        return path

    def give(self, path: Path) -> None:
        if locked_down_user() == NOBODY:
            os.chown(path, NOBODY, NOBODY)

    def attempt(self, path: Path, *content: str) -> list[str]:
        outcome: list[str] = json.loads(output_of(run_locked_down(SAVE, path, *content)))
        return outcome

    def test_none_missing(self, notes: Path) -> None:
        """Or else the refusals below would prove nothing."""
        assert self.attempt(notes) == ["saved", ""]
        assert notes.read_bytes() == NEW

    def test_a_read_only_folder(self, notes: Path) -> None:
        notes.parent.chmod(0o500)
        assert self.attempt(notes) == ["SaveFailed", "you have no permission to write here"]
        assert notes.read_bytes() == OLD
        assert os.listdir(notes.parent) == ["NOTES.md"]

    def test_a_read_only_folder_behind_a_link(self, folder: Path, notes: Path) -> None:
        (folder / "real").mkdir()
        real = notes.rename(folder / "real" / "NOTES.md")
        self.give(folder / "real")
        notes.symlink_to("real/NOTES.md")
        (folder / "real").chmod(0o500)
        assert self.attempt(notes) == ["SaveFailed", "you have no permission to write here"]
        assert real.read_bytes() == OLD
        assert is_clean(folder)

    def test_a_read_only_file(self, notes: Path) -> None:
        notes.chmod(0o444)
        assert self.attempt(notes) == ["SaveFailed", "the file is read-only"]
        assert (notes.read_bytes(), mode_of(notes)) == (OLD, 0o444)
        assert os.listdir(notes.parent) == ["NOTES.md"]

    def test_a_file_that_can_only_be_written(self, notes: Path) -> None:
        notes.chmod(0o200)
        assert self.attempt(notes) == ["FileUnreadable", "you have no permission to read it"]
        assert mode_of(notes) == 0o200
        assert is_clean(notes.parent)

    def test_a_folder_that_can_not_be_entered(self, notes: Path) -> None:
        notes.parent.chmod(0o600)
        assert self.attempt(notes)[0] == "FileUnreadable"
        notes.parent.chmod(0o700)
        assert notes.read_bytes() == OLD
        assert is_clean(notes.parent)

    def test_no_new_folder_may_be_made(self, folder: Path) -> None:
        folder.chmod(0o500)
        path = folder / "new" / "NOTES.md"
        assert self.attempt(path) == ["SaveFailed", "you have no permission to write here"]
        assert os.listdir(folder) == []

    @as_root
    @pytest.mark.parametrize(
        "mode, allowed", [(0o664, 0o644), (0o660, 0o600), (0o662, 0o622), (0o606, 0o600), (0o644, 0o644)]
    )
    def test_a_group_that_can_not_be_kept_opens_nothing(self, notes: Path, mode: int, allowed: int) -> None:
        os.chown(notes, locked_down_user(), 4321)
        notes.chmod(mode)
        assert self.attempt(notes) == ["saved", ""]
        assert (notes.read_bytes(), mode_of(notes)) == (NEW, allowed)

    @as_root
    def test_special_bits_do_not_pass_to_another_owner(self, notes: Path) -> None:
        os.chown(notes, 1234, locked_down_user())
        notes.chmod(0o6770)
        assert self.attempt(notes, "") == ["saved", ""]  # a write would take them away anyway
        assert (notes.stat().st_uid, mode_of(notes)) == (locked_down_user(), 0o770)
