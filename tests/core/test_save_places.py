"""Saving to odd places: links, folders and other things where a file should be."""

import json
import os
import stat
from pathlib import Path

import pytest

from newt_gui.core.errors import FileUnreadable, SaveFailed
from newt_gui.core.files import NOTES_LOCK, FileState, read_file, save
from tests.harness.children import SAVE, output_of, run_python
from tests.harness.faulty_os import FaultyOs

OLD, NEW = b"old content", b"new content"


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


class TestLinks:
    @pytest.fixture
    def real(self, tmp_path: Path) -> Path:
        path = tmp_path / "dotfiles" / "newt" / "memory.md"
        path.parent.mkdir(parents=True)
        path.write_bytes(OLD)
        return path

    def check(self, link: Path, real: Path) -> None:
        to = os.readlink(link)
        before, after = put(link)
        assert os.readlink(link) == to
        assert real.read_bytes() == NEW
        assert not real.is_symlink()
        assert (before.path, before.target, before.data) == (link, real.resolve(), OLD)
        assert after == read_file(link)
        assert is_clean(real.parents[2])

    def test_relative(self, tmp_path: Path, real: Path) -> None:
        link = tmp_path / "NOTES.md"
        link.symlink_to("dotfiles/newt/memory.md")
        self.check(link, real)

    def test_absolute(self, tmp_path: Path, real: Path) -> None:
        link = tmp_path / "NOTES.md"
        link.symlink_to(real)
        self.check(link, real)

    def test_two_hops(self, tmp_path: Path, real: Path) -> None:
        (tmp_path / "between").mkdir()
        (tmp_path / "between" / "hop.md").symlink_to("../dotfiles/newt/memory.md")
        link = tmp_path / "NOTES.md"
        link.symlink_to("between/hop.md")
        self.check(link, real)
        assert (tmp_path / "between" / "hop.md").is_symlink()

    def test_up_through_a_linked_folder(self, tmp_path: Path, real: Path) -> None:
        """The link's `..` is meant from where its folder really lies."""
        inside = real.parent / "inside"
        inside.mkdir()
        (inside / "NOTES.md").symlink_to("../memory.md")
        (tmp_path / "home").symlink_to("dotfiles/newt/inside")
        self.check(tmp_path / "home" / "NOTES.md", real)

    def test_the_temporary_file_lies_beside_the_real_one(self, tmp_path: Path, real: Path) -> None:
        """A rename from anywhere else could cross from one file system to another."""
        link = tmp_path / "NOTES.md"
        link.symlink_to(real)
        with FaultyOs().installed() as log:
            put(link)
        renamed = [operation.subject for operation in log.log if operation.name == "replace"]
        assert [Path(name).parent for name in renamed] == [real.parent.resolve()]

    def test_to_another_file_system(self, tmp_path: Path) -> None:
        elsewhere = Path("/dev/shm")
        if not elsewhere.is_dir() or elsewhere.stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("there is only one file system here")
        real = elsewhere / f"newt-gui-test-{os.getpid()}.md"
        real.write_bytes(OLD)
        try:
            link = tmp_path / "NOTES.md"
            link.symlink_to(real)
            put(link)
            assert (os.readlink(link), real.read_bytes()) == (str(real), NEW)
        finally:
            real.unlink()

    @pytest.mark.parametrize("to", ["nowhere.md", "no/where/NOTES.md", "/no/where/NOTES.md"])
    def test_to_nothing(self, tmp_path: Path, to: str) -> None:
        link = tmp_path / "NOTES.md"
        link.symlink_to(to)
        for attempt in (read_file, put):
            with pytest.raises(FileUnreadable) as caught:
                attempt(link)
            assert caught.value.reason == f"the link points to nothing: {to}"
        assert os.listdir(tmp_path) == ["NOTES.md"]
        assert os.readlink(link) == to

    def test_from_a_folder_to_nothing(self, tmp_path: Path) -> None:
        """A disk that is not plugged in: nothing is made in its place."""
        (tmp_path / "home").symlink_to("disk/home")
        with pytest.raises(FileUnreadable, match="the link points to nothing: disk/home"):
            put(tmp_path / "home" / "NOTES.md")
        assert os.listdir(tmp_path) == ["home"]

    @pytest.mark.parametrize("hops", [1, 2])
    def test_in_a_circle(self, tmp_path: Path, hops: int) -> None:
        link = tmp_path / "NOTES.md"
        link.symlink_to("NOTES.md" if hops == 1 else "other.md")
        (tmp_path / "other.md").symlink_to("NOTES.md")
        for attempt in (read_file, put):
            with pytest.raises(FileUnreadable, match="the link leads round in a circle"):
                attempt(link)
        assert sorted(os.listdir(tmp_path)) == ["NOTES.md", "other.md"]
        assert link.is_symlink()

    def test_to_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        link = tmp_path / "NOTES.md"
        link.symlink_to("folder")
        with pytest.raises(FileUnreadable, match="it is a folder"):
            put(link)
        assert sorted(os.listdir(tmp_path)) == ["NOTES.md", "folder"]

    def test_that_is_turned_elsewhere_meanwhile(self, tmp_path: Path, real: Path) -> None:
        other = tmp_path / "other.md"
        other.write_bytes(OLD)
        link = tmp_path / "NOTES.md"
        link.symlink_to(real)

        def keep(state: FileState) -> None:
            if state.target == real.resolve():
                link.unlink()
                link.symlink_to(other)

        _, after = save(link, lambda state: NEW, rule=NOTES_LOCK, keep=keep)
        assert (real.read_bytes(), other.read_bytes()) == (OLD, NEW)
        assert after.target == other.resolve()

    def test_a_second_name_of_the_file_parts_company(self, notes: Path) -> None:
        second = notes.with_name("second.md")
        os.link(notes, second)
        assert read_file(notes).links == 2
        before, after = put(notes)
        assert (before.links, after.links) == (2, 1)
        assert (notes.read_bytes(), second.read_bytes()) == (NEW, OLD)


class TestOtherThings:
    def test_a_folder_in_place_of_the_file(self, notes: Path) -> None:
        notes.unlink()
        notes.mkdir()
        with pytest.raises(FileUnreadable, match="it is a folder"):
            put(notes)
        assert os.listdir(notes.parent) == ["NOTES.md"]

    def test_a_folder_that_comes_into_its_place(self, notes: Path) -> None:
        def keep(state: FileState) -> None:
            notes.unlink()
            notes.mkdir()

        with pytest.raises(FileUnreadable, match="it is a folder"):
            save(notes, lambda state: NEW, rule=NOTES_LOCK, keep=keep)
        assert os.listdir(notes.parent) == ["NOTES.md"]

    @pytest.mark.parametrize("kind", ["fifo", "device"])
    def test_special_files_are_not_opened(self, notes: Path, kind: str) -> None:
        """In a child with a time limit: opening would wait for ever."""
        notes.unlink()
        if kind == "fifo":
            os.mkfifo(notes)
        else:
            notes.symlink_to("/dev/tty")
        outcome = json.loads(output_of(run_python(SAVE, notes, timeout=60)))
        assert outcome == ["FileUnreadable", "it is not an ordinary file"]
        assert is_clean(notes.parent)

    def test_a_fifo_that_comes_into_its_place(self, notes: Path) -> None:
        """Between the look and the opening; in a child, as it could wait for ever."""
        script = """
import os, sys
from pathlib import Path
from newt_gui.core.errors import FileUnreadable
from newt_gui.core.files import read_file
from tests.harness.faulty_os import FaultyOs
path = Path(sys.argv[1])
def exchange():
    path.unlink()
    os.mkfifo(path)
with FaultyOs(meanwhile={"open": exchange}).installed():
    try:
        read_file(path)
    except FileUnreadable as error:
        print(error.reason)
"""
        assert output_of(run_python(script, notes, timeout=60)) == "it is not an ordinary file\n"

    def test_a_home_that_is_a_file(self, notes: Path) -> None:
        with pytest.raises(FileUnreadable, match="a file where a folder should be"):
            put(notes / "NOTES.md")
        assert notes.read_bytes() == OLD

    def test_a_folder_that_went_is_made_again(self, notes: Path) -> None:
        notes.unlink()
        notes.parent.rmdir()
        put(notes)
        assert (notes.read_bytes(), mode_of(notes.parent)) == (NEW, 0o700)

    def test_a_folder_that_goes_in_the_middle(self, notes: Path) -> None:
        away = notes.parent.with_name("away")

        def keep(state: FileState) -> None:
            notes.parent.rename(away)

        with pytest.raises(SaveFailed, match="the folder is gone") as caught:
            save(notes, lambda state: NEW, rule=NOTES_LOCK, keep=keep)
        assert caught.value.path == notes
        assert (away / "NOTES.md").read_bytes() == OLD
        assert not notes.parent.exists()
        assert not list(away.glob("*.tmp"))

    def test_the_same_size_and_time_fool_nobody(self, notes: Path) -> None:
        known = read_file(notes)
        info = notes.stat()
        notes.write_bytes(OLD.swapcase())
        os.utime(notes, ns=(info.st_atime_ns, info.st_mtime_ns))
        now = read_file(notes)
        assert (notes.stat().st_size, notes.stat().st_mtime_ns) == (info.st_size, info.st_mtime_ns)
        assert not now.same_content(known)
        assert now.fingerprint() != known.fingerprint()
        assert put(notes)[0].data == OLD.swapcase()

    def test_a_path_from_here(self, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(notes.parent)
        before, after = put(Path("NOTES.md"))
        assert (before.data, after.target) == (OLD, notes.resolve())
        assert os.listdir(notes.parent) == ["NOTES.md"]

    def test_a_name_that_is_not_text(self, tmp_path: Path) -> None:
        path = tmp_path / os.fsdecode(b"n\xf6tes.md")
        try:
            path.write_bytes(OLD)
        except OSError:
            pytest.skip("this file system takes only text for names")
        assert put(path)[0].data == OLD
        assert path.read_bytes() == NEW
