"""Editing and creating a soul's file: nothing that anybody wrote is lost or overwritten."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from newt_gui.core.errors import BrokenCharacter, ChangedMeanwhile, FileUnreadable, LockBusy, UserFacingError
from newt_gui.core.files import NOTES_LOCK, create, hold_lock
from newt_gui.core.history import History
from newt_gui.core.soul_files import SoulConflict, SoulFile, SoulThere, SoulUnreadable, template
from tests.harness.children import output_of
from tests.harness.faulty_os import FaultyOs
from tests.harness.locked_down import NOBODY, locked_down_folder, locked_down_user, run_locked_down


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "project" / ".newt" / "soul.md"


@pytest.fixture
def soul(path: Path) -> SoulFile:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"one\r\ntwo\r\n")
    return SoulFile(path)


def is_clean(path: Path) -> bool:
    """Neither a lock nor a temporary file is left."""
    return os.listdir(path.parent) in ([], [path.name])


class TestEditing:
    def test_what_is_loaded_is_all_of_it(self, soul: SoulFile, path: Path) -> None:
        path.write_bytes(b"\xef\xbb\xbf\r\n one \r\n")
        loaded = soul.load()
        assert (loaded.text, loaded.data, loaded.links) == ("\ufeff\r\n one \r\n", path.read_bytes(), 1)

    def test_a_save(self, soul: SoulFile, path: Path) -> None:
        path.chmod(0o640)
        saved = soul.save(soul.load().data, "three\r\n")
        assert path.read_bytes() == b"three\r\n" == saved.data
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert is_clean(path)

    def test_a_save_on_top_of_ones_own(self, soul: SoulFile, path: Path) -> None:
        first = soul.save(soul.load().data, "a")
        soul.save(first.data, "b")
        assert path.read_text() == "b"

    def test_an_unchanged_text_writes_nothing(self, soul: SoulFile, path: Path) -> None:
        inode = path.stat().st_ino
        loaded = soul.load()
        assert soul.save(loaded.data, loaded.text).text == loaded.text
        assert path.stat().st_ino == inode

    def test_what_somebody_else_wrote_is_a_conflict(self, soul: SoulFile, path: Path) -> None:
        seen = soul.load().data
        path.write_text("theirs")
        with pytest.raises(SoulConflict) as conflict:
            soul.save(seen, "mine")
        error = conflict.value
        assert (error.base, error.mine, error.theirs) == ("one\r\ntwo\r\n", "mine", "theirs")
        assert path.read_text() == "theirs"
        assert is_clean(path)
        soul.save(error.theirs_data, "mine")
        assert path.read_text() == "mine"

    @pytest.mark.parametrize("before", [b"one\r\ntwo\r\n", b"caf\xe9", b"", None])
    @pytest.mark.parametrize("then", ["\ufeff\rold\x00\r\n".encode(), b"caf\xe9", b""])
    def test_an_earlier_version_is_put_back_byte_for_byte(
        self, soul: SoulFile, path: Path, before: bytes | None, then: bytes
    ) -> None:
        path.unlink() if before is None else path.write_bytes(before)
        soul.put_back(before, then)
        assert path.read_bytes() == then
        assert is_clean(path)

    @pytest.mark.parametrize("theirs", [b"theirs", b"caf\xe9", None])
    def test_an_earlier_version_is_not_put_over_what_nobody_was_shown(
        self, soul: SoulFile, path: Path, theirs: bytes | None
    ) -> None:
        seen = path.read_bytes() if theirs is not None else None
        path.write_bytes(theirs or b"there again")
        with pytest.raises(ChangedMeanwhile):
            soul.put_back(seen, b"old")
        assert path.read_bytes() == (theirs or b"there again")

    def test_the_same_size_and_time_does_not_hide_it(self, soul: SoulFile, path: Path) -> None:
        seen, info = soul.load().data, path.stat()
        path.write_bytes(b"ONE\r\nTWO\r\n")
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
        with pytest.raises(SoulConflict):
            soul.save(seen, "mine")

    def test_what_somebody_else_removed_is_a_conflict_too(self, soul: SoulFile, path: Path) -> None:
        seen = soul.load().data
        path.unlink()
        with pytest.raises(SoulConflict) as conflict:
            soul.save(seen, "mine")
        assert (conflict.value.theirs, conflict.value.theirs_data) == (None, None)
        assert not path.exists()
        soul.save(conflict.value.theirs_data, "mine")
        assert path.read_text() == "mine"

    def test_the_same_text_from_both_sides_is_none(self, soul: SoulFile, path: Path) -> None:
        seen = soul.load().data
        path.write_text("same")
        assert soul.save(seen, "same").text == "same"

    def test_a_file_that_appeared_is_a_conflict(self, soul: SoulFile, path: Path) -> None:
        path.unlink()
        loaded = soul.load()
        assert (loaded.data, loaded.text, loaded.links) == (None, "", 0)
        path.write_text("theirs")
        with pytest.raises(SoulConflict) as conflict:
            soul.save(None, "mine")
        assert (conflict.value.base, conflict.value.theirs) == (None, "theirs")
        assert path.read_text() == "theirs"

    def test_what_is_not_utf8(self, soul: SoulFile, path: Path) -> None:
        path.write_bytes(b"ab\xff")
        with pytest.raises(SoulUnreadable) as unreadable:
            soul.load()
        assert unreadable.value.offset == 2
        seen = b"ab\xff"
        soul.save(seen, "rescued ÿ")  # what was seen are bytes, whatever they are
        assert path.read_text() == "rescued ÿ"

    def test_what_became_unreadable_is_not_overwritten(self, soul: SoulFile, path: Path) -> None:
        seen = soul.load().data
        path.write_bytes(b"ab\xff")
        with pytest.raises(SoulUnreadable):
            soul.save(seen, "mine")
        assert path.read_bytes() == b"ab\xff"

    def test_half_a_character(self, soul: SoulFile, path: Path) -> None:
        with pytest.raises(BrokenCharacter) as broken:
            soul.save(soul.load().data, "ab\udc80")
        assert broken.value.offset == 2
        assert path.read_bytes() == b"one\r\ntwo\r\n"

    def test_the_lock_is_the_souls_own(self, soul: SoulFile, path: Path) -> None:
        lock = path.with_name(".soul.md.lock")
        seen = soul.load().data
        with hold_lock(path, NOTES_LOCK):
            assert lock.exists()
            thread = threading.Thread(target=soul.save, args=(seen, "late"))
            thread.start()
            thread.join(0.2)
            assert path.read_bytes() == b"one\r\ntwo\r\n"
        thread.join()
        assert path.read_text() == "late"

    def test_a_link_stays_and_its_file_is_written(self, soul: SoulFile, path: Path, tmp_path: Path) -> None:
        path.rename(tmp_path / "real.md")
        path.symlink_to(tmp_path / "real.md")
        soul.save(soul.load().data, "new")
        assert path.is_symlink()
        assert (tmp_path / "real.md").read_text() == "new"

    def test_history_keeps_what_was_seen_replaced_and_written(self, path: Path, tmp_path: Path) -> None:
        history = History(tmp_path / "data")
        path.parent.mkdir(parents=True)
        path.write_text("theirs")
        soul = SoulFile(path, history)
        soul.save(soul.load().data, "mine")
        soul.save(b"mine", "mine too")
        kept = [(history.content(each.id), each.who, each.why) for each in history.versions(path)]
        assert kept == [
            (b"mine too", "app", "saved"),
            (b"mine", "app", "saved"),
            (b"theirs", "other", "opened"),
        ]
        assert soul.history_problem is None


class TestCreating:
    def test_a_new_file_and_its_folder_are_private(self, path: Path, tmp_path: Path) -> None:
        history = History(tmp_path / "data")
        created = SoulFile(path, history).create("hello\n")
        assert path.read_text() == "hello\n" == created.text
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert [each.why for each in history.versions(path)] == ["saved"]
        assert is_clean(path)
        assert created.links == path.stat().st_nlink == 1

    @pytest.mark.parametrize("kind", ["file", "empty", "folder", "dangling", "loop", "pipe", "link"])
    def test_nothing_is_ever_overwritten(self, path: Path, tmp_path: Path, kind: str) -> None:
        path.parent.mkdir(parents=True)
        real = tmp_path / "real.md"
        real.write_text("real")
        match kind:
            case "file":
                path.write_text("there")
            case "empty":
                path.touch()
            case "folder":
                path.mkdir()
            case "dangling":
                path.symlink_to("nowhere.md")
            case "loop":
                path.symlink_to(path.name)
            case "pipe":
                os.mkfifo(path)
            case "link":
                path.symlink_to(real)
        before = os.lstat(path)
        with pytest.raises((SoulThere, FileUnreadable)) as refused:
            SoulFile(path).create("new")
        assert all(refused.value.texts())
        assert os.lstat(path).st_ino == before.st_ino
        assert (os.listdir(path.parent), real.read_text()) == ([path.name], "real")

    def test_what_appears_in_the_very_moment_stays(self, path: Path) -> None:
        theirs = FaultyOs(meanwhile={"link": lambda: path.write_text("theirs")})
        with theirs.installed(), pytest.raises(SoulThere):
            SoulFile(path).create("mine")
        assert path.read_text() == "theirs"
        assert is_clean(path)

    def test_no_folder_is_left_where_nothing_came_of_it(self, path: Path) -> None:
        with FaultyOs(refused={"fsync": 28}).installed(), pytest.raises(UserFacingError):
            SoulFile(path).create("new")
        assert not path.parent.parent.exists()

    def test_somebody_else_holds_the_lock(self, path: Path) -> None:
        path.parent.mkdir(parents=True)
        impatient = NOTES_LOCK._replace(wait=0.05)
        with hold_lock(path, NOTES_LOCK), pytest.raises(LockBusy):
            create(path, b"new", rule=impatient)
        assert os.listdir(path.parent) == []

    def test_a_disk_without_hard_links(self, path: Path) -> None:
        with FaultyOs(refused={"link": 1}).installed():
            SoulFile(path).create("new")
            with pytest.raises(SoulThere):
                SoulFile(path).create("newer")
        assert path.read_text() == "new"

    @pytest.mark.parametrize("name", ["", "my project", "{braces}"])
    def test_the_template_is_a_soul(self, path: Path, name: str) -> None:
        from newt_gui.core.scan import find_all

        text = template(name)
        assert name in text
        assert text.strip()
        assert find_all(text) == []


ATTEMPT = """
import json, sys
from pathlib import Path
from newt_gui.core.errors import UserFacingError
from newt_gui.core.config_edit import set_soul_file
from newt_gui.core.soul_files import SoulFile
path = Path(sys.argv[2])
try:
    if sys.argv[1] == "create":
        SoulFile(path).create("new")
    elif sys.argv[1] == "save":
        SoulFile(path).save(b"old", "new")
    else:
        set_soul_file(path, "new")
except UserFacingError as error:
    print(json.dumps(type(error).__name__))
else:
    print(json.dumps("done"))
"""


class TestPermissions:
    """In a child whom permissions stop, whoever runs the tests."""

    @pytest.fixture
    def path(self) -> Iterator[Path]:
        with locked_down_folder() as folder:
            yield folder / "soul.md"

    def put(self, path: Path, mode: int) -> None:
        path.write_bytes(b"old")
        path.chmod(mode)
        if locked_down_user() == NOBODY:
            os.chown(path, NOBODY, NOBODY)

    def attempt(self, what: str, path: Path) -> str:
        outcome: str = json.loads(output_of(run_locked_down(ATTEMPT, what, path)))
        return outcome

    def test_none_missing(self, path: Path) -> None:
        assert self.attempt("create", path) == "done"
        assert path.read_bytes() == b"new"
        self.put(path.with_name("other.md"), 0o600)
        assert self.attempt("save", path.with_name("other.md")) == "done"
        assert self.attempt("set", path.with_name("config.toml")) == "done"

    @pytest.mark.parametrize("mode", [0, 0o200])
    def test_an_unreadable_file_is_never_overwritten(self, path: Path, mode: int) -> None:
        self.put(path, mode)
        assert self.attempt("create", path) == "SoulThere"
        assert self.attempt("save", path) == "FileUnreadable"
        assert self.attempt("set", path) == "FileUnreadable"
        path.chmod(0o600)
        assert path.read_bytes() == b"old"

    def test_a_read_only_file(self, path: Path) -> None:
        self.put(path, 0o400)
        assert self.attempt("save", path) == "SaveFailed"
        self.put(path.with_name("config.toml"), 0o600)
        path.with_name("config.toml").write_bytes(b"")
        path.with_name("config.toml").chmod(0o400)
        assert self.attempt("set", path.with_name("config.toml")) == "SaveFailed"
        assert path.read_bytes() == b"old"
        assert sorted(os.listdir(path.parent)) == ["config.toml", "soul.md"]

    def test_a_read_only_folder(self, path: Path) -> None:
        path.parent.chmod(0o500)
        assert self.attempt("create", path) == "SaveFailed"
        assert self.attempt("set", path.with_name("config.toml")) == "SaveFailed"
        assert os.listdir(path.parent) == []

    def test_a_closed_folder(self, path: Path) -> None:
        self.put(path, 0o600)
        path.parent.chmod(0)
        assert self.attempt("create", path) == "FileUnreadable"
        assert self.attempt("save", path) == "FileUnreadable"
        path.parent.chmod(0o700)
        assert path.read_bytes() == b"old"
