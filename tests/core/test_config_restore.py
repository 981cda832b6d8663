"""Putting an earlier configuration back: whole, unseen by nobody, and never what breaks newt's."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from newt_gui.core.config_edit import ConfigEdit, clear_soul_file, set_soul_file
from newt_gui.core.config_lock import CONFIG_LOCK
from newt_gui.core.config_restore import (
    BreakingProvider,
    UnusableVersion,
    can_take_back,
    obstacle,
    restore_config,
    take_back,
)
from newt_gui.core.errors import ChangedMeanwhile, FileUnreadable, LockBusy, UserFacingError
from newt_gui.core.history import History, HistoryFailed, Who
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

THEN = b'\xef\xbb\xbf# ours\r\n[memory]\r\nwindow = 9 # \xc3\xbc\r\n\r\n[tui]\ncolour = "red"'
NOW = b'[memory]\nsoul_file = "new.md"\n'
BREAKING = b'[memory]\nprovider = "note_store"\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "home" / "config.toml"
    path.parent.mkdir()
    path.write_bytes(NOW)
    return path


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "app")


def kept(history: History, path: Path) -> list[tuple[bytes, Who]]:
    return [(history.content(one.id), one.who) for one in history.versions(path)]


class TestRestoring:
    def test_every_byte_comes_back_and_the_file_stays_the_same_to_others(self, path: Path) -> None:
        path.chmod(0o640)
        edit = restore_config(path, NOW, THEN)
        assert edit == ConfigEdit(NOW, THEN)
        assert path.read_bytes() == THEN
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert os.listdir(path.parent) == ["config.toml"]

    def test_a_link_stays_one(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.toml"
        link.symlink_to(path)
        restore_config(link, NOW, THEN)
        assert link.is_symlink()
        assert path.read_bytes() == THEN

    def test_what_is_replaced_and_what_is_written_are_kept(self, path: Path, history: History) -> None:
        restore_config(path, NOW, THEN, history=history)
        assert kept(history, path) == [(THEN, Who.APP), (NOW, Who.OTHER)]

    def test_nothing_is_written_where_it_holds_that_already(self, path: Path, history: History) -> None:
        inode = path.stat().st_ino
        assert not restore_config(path, NOW, NOW, history=history).changed
        assert path.stat().st_ino == inode
        assert kept(history, path) == []

    def test_a_file_that_is_gone_is_made_anew_for_this_user_only(self, path: Path, history: History) -> None:
        path.unlink()
        assert restore_config(path, None, THEN, history=history).before is None
        assert path.read_bytes() == THEN
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert kept(history, path) == [(THEN, Who.APP)]

    def test_what_appeared_meanwhile_is_not_overwritten(self, path: Path) -> None:
        with pytest.raises(ChangedMeanwhile):
            restore_config(path, None, THEN)
        assert path.read_bytes() == NOW

    @pytest.mark.parametrize("theirs", [b"[memory]\n", b"", b"\xff", None])
    def test_what_others_wrote_meanwhile_stays(
        self, path: Path, theirs: bytes | None, history: History
    ) -> None:
        path.unlink() if theirs is None else path.write_bytes(theirs)
        with pytest.raises(ChangedMeanwhile):
            restore_config(path, NOW, THEN, history=history)
        assert (path.read_bytes() if path.exists() else None) == theirs
        assert kept(history, path) == []

    def test_newt_writing_at_the_same_time_is_waited_for_and_not_overwritten(self, path: Path) -> None:
        with CONFIG_LOCK.hold(path), pytest.raises(LockBusy):
            restore_config(path, NOW, THEN)
        assert path.read_bytes() == NOW
        restore_config(path, NOW, THEN)
        assert path.read_bytes() == THEN

    def test_a_folder_in_its_place(self, path: Path) -> None:
        path.unlink()
        path.mkdir()
        with pytest.raises(FileUnreadable):
            restore_config(path, NOW, THEN)

    def test_without_a_history_nothing_is_replaced(self, path: Path, tmp_path: Path) -> None:
        (tmp_path / "app").write_text("in the way")
        with pytest.raises(HistoryFailed):
            restore_config(path, NOW, THEN, history=History(tmp_path / "app"))
        assert path.read_bytes() == NOW


class TestWhatIsNotWritten:
    def test_the_provider_that_breaks_newt(self, path: Path) -> None:
        with pytest.raises(BreakingProvider, match="note_store"):
            restore_config(path, NOW, BREAKING)
        path_gone = path.with_name("other.toml")
        with pytest.raises(BreakingProvider):
            restore_config(path_gone, None, BREAKING)
        assert path.read_bytes() == NOW
        assert not path_gone.exists()

    def test_unless_the_file_says_so_itself_now(self, path: Path) -> None:
        path.write_bytes(BREAKING)
        restore_config(path, BREAKING, b"# more\n" + BREAKING)
        assert path.read_bytes() == b"# more\n" + BREAKING

    @pytest.mark.parametrize(
        "said",
        [
            b'memory.provider = "note_store"',
            b'memory = { provider = "note_store" }',
            b"[memory]\n'provider' = '''\nnote_store'''",
            b'["memory"]\n"pro\\u0076ider" = "note_\\u0073tore"',
        ],
    )
    def test_however_it_is_spelt(self, path: Path, said: bytes) -> None:
        assert isinstance(obstacle(path, NOW, said), BreakingProvider)

    @pytest.mark.parametrize("said", [b'# provider = "note_store"\n', b'[tui]\nprovider = "note_store"\n'])
    def test_elsewhere_it_means_nothing(self, path: Path, said: bytes) -> None:
        assert obstacle(path, NOW, said) is None

    @pytest.mark.parametrize(
        "version",
        [
            b"[memory",
            b"caf\xe9 = 1",
            b"[memory]\nwindow = -1\n",
            b"memory = 5\n",
            b'[memory]\nprovider = "note_store"\nwindow = "x"\n',
        ],
    )
    def test_what_newt_could_not_use(self, path: Path, version: bytes) -> None:
        path.write_bytes(BREAKING)
        assert isinstance(obstacle(path, BREAKING, version), UnusableVersion)
        with pytest.raises(UnusableVersion, match="no configuration"):
            restore_config(path, BREAKING, version)
        assert path.read_bytes() == BREAKING


class TestTakingBack:
    @pytest.mark.parametrize("before", [NOW, b"", b"[memory", b"\xff\x00\r\n"])
    def test_gives_back_every_byte(self, path: Path, before: bytes, history: History) -> None:
        path.write_bytes(before)
        edit = restore_config(path, before, THEN, history=history)
        assert can_take_back(edit)
        take_back(path, edit, history=history)
        assert path.read_bytes() == before
        assert kept(history, path)[0] == (before, Who.APP)

    def test_not_over_what_others_wrote_since(self, path: Path) -> None:
        edit = restore_config(path, NOW, THEN)
        path.write_bytes(b"theirs = 1\n")
        with pytest.raises(ChangedMeanwhile):
            take_back(path, edit)
        assert path.read_bytes() == b"theirs = 1\n"

    def test_a_file_that_was_not_there_is_never_removed(self, path: Path) -> None:
        path.unlink()
        edit = restore_config(path, None, THEN)
        assert not can_take_back(edit)
        with pytest.raises(ValueError, match="no file"):
            take_back(path, edit)
        assert path.read_bytes() == THEN

    def test_never_to_what_breaks_newt(self, path: Path) -> None:
        path.write_bytes(BREAKING)
        edit = restore_config(path, BREAKING, THEN)
        assert not can_take_back(edit)
        with pytest.raises(BreakingProvider):
            take_back(path, edit)
        assert path.read_bytes() == THEN

    def test_a_setting_and_a_restored_file_lead_back_to_the_start(self, path: Path, history: History) -> None:
        path.write_bytes(THEN)
        set_soul_file(path, "other.md", history=history)
        clear_soul_file(path, history=history)
        first = history.versions(path)[-1]
        restore_config(path, path.read_bytes(), history.content(first.id), history=history)
        assert path.read_bytes() == THEN


@pytest.mark.parametrize("action", [FAIL, KILL_BEFORE, KILL_AFTER], ids=lambda action: action.value)
def test_at_whatever_operation_it_ends_the_file_is_whole_and_what_it_held_is_kept(
    path: Path, history: History, action: Action
) -> None:
    def restore() -> None:
        with suppress(UserFacingError):
            restore_config(path, NOW, THEN, history=history)

    operations = dry_run(restore)
    assert {"open", "write", "fsync", "replace", "link"} <= {one.name for one in operations}
    assert path.read_bytes() == THEN
    killed = 0
    for number, operation in enumerate(operations, start=1):
        path.write_bytes(NOW)
        if action is FAIL:
            path.with_name("config.toml.lock").unlink(missing_ok=True)  # of this process, which lives on
            with FaultyOs(Fault(number)).installed():
                restore()
        else:
            killed += killed_at(number, action, restore)
        held = path.read_bytes()
        assert held in (NOW, THEN), operation
        if held == THEN:
            assert NOW in [data for data, _who in kept(history, path)], operation
    assert action is FAIL or killed > len(operations) // 2
