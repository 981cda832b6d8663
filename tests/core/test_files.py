"""Reading files, replacing them, and what a save does and doesn't do on the way."""

import errno
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from newt_gui.core import file_trouble, files
from newt_gui.core.errors import EmptyText, FileUnreadable, LockBusy, SaveFailed
from newt_gui.core.files import (
    NOTES_LOCK,
    FileState,
    decode,
    read_file,
    save,
    write_own,
)
from tests.harness.children import output_of, run_python
from tests.harness.faulty_os import FaultyOs, dry_run

OLD = b"the old content\n\xc2\xa7\n"
NEW = b"the new content, a little longer\n\xc2\xa7\n"


def put(path: Path, data: bytes = NEW, *, look_again: bool = False) -> tuple[FileState, FileState]:
    return save(path, lambda state: data, rule=NOTES_LOCK, keep=lambda state: None, look_again=look_again)


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "NOTES.md"
    path.write_bytes(OLD)
    return path


class TestReading:
    @pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe\x00", b"\r\nx\r", b"a" * 200_000])
    def test_gives_the_bytes_as_they_are(self, tmp_path: Path, data: bytes) -> None:
        path = tmp_path / "NOTES.md"
        path.write_bytes(data)
        path.chmod(0o640)
        assert read_file(path) == FileState(path, path.resolve(), data, 0o640, 1)

    @pytest.mark.parametrize("place", ["NOTES.md", "no/such/folder/NOTES.md"])
    def test_nothing_there_is_no_error(self, tmp_path: Path, place: str) -> None:
        path = tmp_path / place
        assert read_file(path) == FileState(path, tmp_path.resolve() / place, None, None, 0)
        assert names(tmp_path) == []

    @pytest.mark.parametrize("place", ["NOTES\0.md", "a\0b/NOTES.md"])
    def test_a_path_that_cannot_exist(self, tmp_path: Path, place: str) -> None:
        path = tmp_path / place
        for use in (read_file, put):
            with pytest.raises(FileUnreadable, match="holds a character"):
                use(path)
        with pytest.raises(SaveFailed, match="holds a character"):
            write_own(path, NEW)
        assert names(tmp_path) == []

    def test_a_current_folder_that_is_gone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        gone = tmp_path / "gone"
        gone.mkdir()
        monkeypatch.chdir(gone)
        try:
            gone.rmdir()
        except OSError:
            pytest.skip("it can't be removed on this system")
        for path in (Path("NOTES.md"), Path("a/NOTES.md")):
            for use in (read_file, put):
                with pytest.raises(FileUnreadable, match="the folder is gone"):
                    use(path)
            with pytest.raises(SaveFailed, match="the folder is gone"):
                write_own(path, NEW)

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(FileUnreadable) as caught:
            read_file(tmp_path)
        assert (caught.value.path, caught.value.reason) == (tmp_path, "it is a folder")

    def test_below_a_file(self, notes: Path) -> None:
        with pytest.raises(FileUnreadable, match="a file where a folder should be"):
            read_file(notes / "NOTES.md")

    @pytest.mark.parametrize("name", ["stat", "open", "fstat", "read"])
    def test_a_broken_disk(self, notes: Path, name: str) -> None:
        broken = FaultyOs(refused={name: errno.EIO}).installed()
        with broken, pytest.raises(FileUnreadable, match="the disk reported an error"):
            read_file(notes)

    def test_a_file_that_another_program_has_open(self, notes: Path) -> None:
        with FaultyOs(sharing={"open": 2}).installed():
            assert read_file(notes).data == OLD

    def test_fingerprint_is_of_the_content_alone(self, notes: Path) -> None:
        first = read_file(notes)
        notes.write_bytes(NEW)
        second = read_file(notes)
        assert first.fingerprint() == "2f6b6c165d27e20c74ce9d9deede5fb604436fd8be54b6589878975e9c2a3b55"
        assert first.fingerprint() != second.fingerprint()
        assert not first.same_content(second)
        notes.write_bytes(OLD)
        notes.chmod(0o600)
        assert first.same_content(read_file(notes))
        assert first.fingerprint() == read_file(notes).fingerprint()

    def test_no_file_is_not_an_empty_file(self, notes: Path) -> None:
        notes.write_bytes(b"")
        empty = read_file(notes)
        notes.unlink()
        missing = read_file(notes)
        assert missing.fingerprint() == ""
        assert empty.fingerprint() != ""
        assert not empty.same_content(missing)

    def test_decode_changes_nothing(self) -> None:
        text = "\ufeffone\r\ntwo\rthree\x00\u2028\n"
        assert decode(text.encode()) == text

    @pytest.mark.parametrize(
        "data, offset", [(b"ab\xff", 2), (b"\xed\xa0\x80", 0), (b"abcd\xc3", 4), (b"\xc0\xaf", 0)]
    )
    def test_decode_says_where_it_is_not_text(self, data: bytes, offset: int) -> None:
        with pytest.raises(UnicodeDecodeError) as caught:
            decode(data)
        assert caught.value.start == offset


class TestSaving:
    def test_replaces_and_tells_both_states(self, notes: Path) -> None:
        before, after = put(notes)
        assert notes.read_bytes() == NEW
        assert (before.data, after.data) == (OLD, NEW)
        assert after == read_file(notes)
        assert names(notes.parent) == ["NOTES.md"]

    def test_the_caller_sees_what_is_there_now(self, notes: Path) -> None:
        save(notes, lambda state: (state.data or b"") + b"more", rule=NOTES_LOCK, keep=lambda state: None)
        assert notes.read_bytes() == OLD + b"more"

    def test_makes_a_private_file_in_private_folders(self, tmp_path: Path) -> None:
        path = tmp_path / "some" / "where" / "NOTES.md"
        before, after = put(path)
        assert (before.data, before.links, after.data) == (None, 0, NEW)
        assert after == read_file(path)
        assert names(path.parent) == ["NOTES.md"]
        for place, mode in [(path, 0o600), (path.parent, 0o700), (path.parent.parent, 0o700)]:
            assert stat.S_IMODE(place.stat().st_mode) == mode

    def test_a_new_file_is_ours_to_use_whatever_the_umask(self, tmp_path: Path) -> None:
        path = tmp_path / "NOTES.md"
        old = os.umask(0o677)
        try:
            put(path)
        finally:
            os.umask(old)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def test_an_empty_file_is_content_too(self, notes: Path) -> None:
        put(notes, b"")
        assert notes.read_bytes() == b""

    def test_the_same_bytes_are_not_written(self, notes: Path) -> None:
        kept: list[FileState] = []
        first = notes.stat()
        before, after = save(notes, lambda state: OLD, rule=NOTES_LOCK, keep=kept.append)
        second = notes.stat()
        assert (first.st_ino, first.st_mtime_ns) == (second.st_ino, second.st_mtime_ns)
        assert before is after
        assert kept == []
        assert names(notes.parent) == ["NOTES.md"]

    def test_what_is_replaced_is_kept_first_and_under_the_lock(self, notes: Path) -> None:
        kept: list[bytes | None] = []

        def keep(state: FileState) -> None:
            kept.append(state.data)
            assert notes.read_bytes() == OLD
            assert (notes.parent / ".NOTES.md.lock").exists()

        save(notes, lambda state: NEW, rule=NOTES_LOCK, keep=keep)
        assert kept == [OLD]

    def test_nothing_is_kept_of_a_new_file(self, tmp_path: Path) -> None:
        kept: list[FileState] = []
        save(tmp_path / "NOTES.md", lambda state: NEW, rule=NOTES_LOCK, keep=kept.append)
        assert kept == []

    def test_the_content_is_on_the_disk_before_it_gets_the_name(self, notes: Path) -> None:
        log = [operation.name for operation in dry_run(lambda: put(notes))]
        renamed = log.index("replace")
        assert log.index("write") < log.index("fsync") < renamed
        assert "fsync" in log[renamed:]

    def test_short_writes_are_continued(self, notes: Path) -> None:
        with FaultyOs(at_most=7).installed():
            put(notes)
        assert notes.read_bytes() == NEW

    @pytest.mark.parametrize("error", [EmptyText(), ValueError("a bug"), OSError(errno.ENOSPC, "not ours")])
    @pytest.mark.parametrize(
        "who, place",
        [("transform", "NOTES.md"), ("keep", "NOTES.md"), ("transform", "new/folder/NOTES.md")],
    )
    def test_an_error_of_the_caller_leaves_everything(
        self, notes: Path, error: Exception, who: str, place: str
    ) -> None:
        def fail(state: FileState) -> bytes:
            raise error

        path = notes.parent / place
        transform = fail if who == "transform" else lambda state: NEW
        with pytest.raises(type(error)) as caught:
            save(path, transform, rule=NOTES_LOCK, keep=fail)  # type: ignore[arg-type]
        assert caught.value is error
        assert names(notes.parent) == ["NOTES.md"]
        assert notes.read_bytes() == OLD

    @pytest.mark.parametrize("at_first", [None, b""])
    def test_looks_again_before_it_believes_that_all_is_gone(
        self, notes: Path, at_first: bytes | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        notes.unlink()
        if at_first is not None:
            notes.write_bytes(at_first)
        slept: list[float] = []

        def sleep(seconds: float) -> None:
            slept.append(seconds)
            notes.write_bytes(OLD)

        monkeypatch.setattr(files, "time", SimpleNamespace(sleep=sleep))
        before, _ = put(notes, look_again=True)
        assert (before.data, slept) == (OLD, [0.3])

    @pytest.mark.parametrize("there", [None, b""])
    def test_looks_once_only_where_it_need_not(
        self, notes: Path, there: bytes | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        notes.unlink()
        if there is not None:
            notes.write_bytes(there)
        monkeypatch.setattr(files, "time", SimpleNamespace())
        assert put(notes)[0].data == there

    def test_a_write_without_the_lock_is_not_lost(self, notes: Path) -> None:
        """An editor that knows no lock writes in the very moment of a save."""
        theirs = b"THE OLD CONTENT\n\xc2\xa7\n"
        assert len(theirs) == len(OLD)
        kept: list[bytes | None] = []

        def keep(state: FileState) -> None:
            kept.append(state.data)
            if len(kept) == 1:
                info = notes.stat()
                notes.write_bytes(theirs)
                os.utime(notes, ns=(info.st_atime_ns, info.st_mtime_ns))

        before, _ = save(notes, lambda state: (state.data or b"") + b"mine", rule=NOTES_LOCK, keep=keep)
        assert notes.read_bytes() == theirs + b"mine"
        assert before.data == theirs
        assert kept == [OLD, theirs]
        assert names(notes.parent) == ["NOTES.md"]

    def test_a_new_file_of_somebody_else_is_not_lost(self, tmp_path: Path) -> None:
        path = tmp_path / "NOTES.md"

        def transform(state: FileState) -> bytes:
            if state.data is None:
                path.write_bytes(b"theirs")
            return (state.data or b"") + b"mine"

        save(path, transform, rule=NOTES_LOCK, keep=lambda state: None)
        assert path.read_bytes() == b"theirsmine"

    def test_gives_up_on_a_file_that_never_rests(self, notes: Path) -> None:
        def keep(state: FileState) -> None:
            notes.write_bytes((state.data or b"") + b"x")

        with pytest.raises(SaveFailed, match="another program keeps writing it"):
            save(notes, lambda state: NEW, rule=NOTES_LOCK, keep=keep)
        assert notes.read_bytes().startswith(OLD + b"x")
        assert names(notes.parent) == ["NOTES.md"]

    def test_does_not_write_after_its_lock_was_taken_over(self, notes: Path) -> None:
        lock = notes.parent / ".NOTES.md.lock"

        def keep(state: FileState) -> None:
            lock.rename(lock.with_name("away"))
            lock.write_bytes(b"")

        with pytest.raises(LockBusy) as caught:
            save(notes, lambda state: NEW, rule=NOTES_LOCK, keep=keep)
        assert caught.value.path == lock
        assert notes.read_bytes() == OLD
        assert names(notes.parent) == [".NOTES.md.lock", "NOTES.md", "away"]

    @pytest.mark.parametrize("name", ["open", "replace", "unlink"])
    def test_waits_for_a_program_that_has_the_file_open(self, notes: Path, name: str) -> None:
        with FaultyOs(sharing={name: 2}).installed():
            put(notes)
        assert notes.read_bytes() == NEW
        assert names(notes.parent) == ["NOTES.md"]

    def test_says_so_when_that_program_does_not_end(
        self, notes: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(file_trouble, "PATIENCE", 0.2)
        with (
            FaultyOs(sharing={"replace": 1000}).installed(),
            pytest.raises(SaveFailed, match="another program is using it"),
        ):
            put(notes)
        assert notes.read_bytes() == OLD
        assert names(notes.parent) == ["NOTES.md"]

    @pytest.mark.parametrize(
        "name, number, reason",
        [
            ("write", errno.ENOSPC, "the disk is full"),
            ("write", errno.EDQUOT, "your share of the disk is used up"),
            ("write", errno.EFBIG, "it would be too large for this disk"),
            ("fsync", errno.EIO, "the disk reported an error"),
            ("replace", errno.EROFS, "the disk is read-only"),
            ("replace", errno.EACCES, "you have no permission to write here"),
            ("replace", errno.ENOENT, "the folder is gone"),
            ("replace", errno.EOWNERDEAD, os.strerror(errno.EOWNERDEAD)),
        ],
    )
    def test_says_why_in_plain_words(self, notes: Path, name: str, number: int, reason: str) -> None:
        with FaultyOs(refused={name: number}).installed(), pytest.raises(SaveFailed) as caught:
            put(notes)
        assert (caught.value.path, caught.value.reason) == (notes, reason)
        assert notes.read_bytes() == OLD
        assert names(notes.parent) == ["NOTES.md"]

    def test_a_disk_that_cannot_sync_folders_is_no_failure(self, notes: Path) -> None:
        handles: list[int] = []

        class NoFolderSync(FaultyOs):
            def __getattr__(self, name: str) -> object:
                if name != "fsync":
                    return super().__getattr__(name)

                def fsync(handle: int) -> None:
                    if stat.S_ISDIR(os.fstat(handle).st_mode):
                        handles.append(handle)
                        raise OSError(errno.EINVAL, "no such thing here")
                    os.fsync(handle)

                return fsync

        with NoFolderSync().installed():
            put(notes)
        assert notes.read_bytes() == NEW
        assert len(handles) == 1


def test_heavy_modules_are_imported_late() -> None:
    script = (
        "import sys; known = set(sys.modules); import newt_gui.core.files, newt_gui.core.history;"
        "print(*sorted(set(sys.modules) - known))"
    )
    loaded = set(output_of(run_python(script)).split())
    assert "newt_gui.core.locks" in loaded
    assert not loaded & {
        "hashlib",
        "json",
        "logging",
        "psutil",
        "secrets",
        "sqlite3",
        "tempfile",
        "threading",
    }
