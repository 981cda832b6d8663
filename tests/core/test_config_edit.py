"""Setting and clearing soul_file: no other byte changes, and clearing gives back what was."""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from newt_gui.core import config_edit
from newt_gui.core.config_edit import ConfigEditRefused, clear_soul_file, set_soul_file
from newt_gui.core.config_splice import CannotSplice, with_soul_file, without_soul_file
from newt_gui.core.errors import BrokenCharacter, FileUnreadable, LockBusy, SaveFailed
from newt_gui.core.history import History
from newt_gui.core.toml_places import find_places
from tests.harness.toml_texts import texts

MARK = b"\xef\xbb\xbf"

VALUES = st.one_of(
    st.sampled_from(
        ["soul.md", "", "it's", 'a "b"', "C:\\souls\\x.md", "ü § 日本 🜁", "a\nb\t\x7f\x1b", "~/s"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)


def meaning(text: str) -> dict[str, Any]:
    return tomllib.loads(text, parse_float=str)


def soul_of(text: str) -> Any:
    memory = meaning(text).get("memory", {})
    return memory.get("soul_file") if isinstance(memory, dict) else None


def others(text: str) -> dict[str, Any]:
    """All but the key; an empty [memory] says nothing."""
    table = meaning(text)
    if isinstance(table.get("memory"), dict):
        table["memory"].pop("soul_file", None)
    return {key: value for key, value in table.items() if (key, value) != ("memory", {})}


def common_length(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (ours, theirs) in pairs if ours != theirs), min(len(one), len(other)))


def is_one_piece(before: str, after: str) -> bool:
    """Whether one run of characters was put in, taken out or exchanged."""
    start = common_length(before, after)
    rest = min(len(before), len(after)) - start
    end = min(common_length(before[::-1], after[::-1]), rest)
    put_in = after[start : len(after) - end]
    return after == before[:start] + put_in + before[len(before) - end :]


class TestText:
    @given(texts(), VALUES)
    @settings(max_examples=400, deadline=None)
    def test_set_then_clear_gives_back_every_character(self, text: str, value: str) -> None:
        assume(soul_of(text) is None)
        try:
            after = with_soul_file(text, value)
        except CannotSplice:
            assert _may_be_refused(text)
            return
        assert soul_of(after) == value
        assert others(after) == others(text)
        assert len(after) > len(text)
        assert without_soul_file(after) == text

    @given(texts(), VALUES, VALUES)
    @settings(max_examples=300, deadline=None)
    def test_setting_again_exchanges_the_value_only(self, text: str, first: str, second: str) -> None:
        try:
            once = with_soul_file(text, first)
        except CannotSplice:
            return
        twice = with_soul_file(once, second)
        assert soul_of(twice) == second
        assert others(twice) == others(text)
        assert is_one_piece(once, twice)
        assert with_soul_file(twice, second) == twice

    @given(texts())
    @settings(max_examples=300, deadline=None)
    def test_clearing_takes_out_the_key_only(self, text: str) -> None:
        try:
            after = without_soul_file(text)
        except CannotSplice:
            return
        assert soul_of(after) is None
        assert others(after) == others(text)
        assert is_one_piece(text, after)
        assert after.count("#") == _without_value(text).count("#")

    @pytest.mark.parametrize(
        "text, expected",
        [
            ("", 'memory.soul_file = "x"\n'),
            ("\n", '\nmemory.soul_file = "x"\n'),
            ("# only a comment", '# only a comment\nmemory.soul_file = "x"'),
            ("a = 1", 'a = 1\nmemory.soul_file = "x"'),
            ("a = 1\r\n", 'a = 1\r\nmemory.soul_file = "x"\r\n'),
            ("[memory]", '[memory]\nsoul_file = "x"'),
            ("[memory]\n", '[memory]\nsoul_file = "x"\n'),
            ("[memory] # here\r\n[b]\r\n", '[memory] # here\r\nsoul_file = "x"\r\n[b]\r\n'),
            (
                "[memory]\n  window = 3 # w\n\n# about b\n[b]\n",
                '[memory]\n  window = 3 # w\n  soul_file = "x"\n\n# about b\n[b]\n',
            ),
            ("['memory']\n", "['memory']\nsoul_file = \"x\"\n"),
            ("[a]\n[ memory ]\nwindow = 1\n", '[a]\n[ memory ]\nwindow = 1\nsoul_file = "x"\n'),
            ("memory = {}\n", 'memory = {soul_file = "x"}\n'),
            ("memory = { }\n", 'memory = {soul_file = "x" }\n'),
            ("memory = { window = 3 }\n", 'memory = { window = 3, soul_file = "x" }\n'),
            ("memory.window = 3\nb = 1\n[c]\n", 'memory.window = 3\nmemory.soul_file = "x"\nb = 1\n[c]\n'),
            ("b = 1\n# c\n[c]\n", 'b = 1\nmemory.soul_file = "x"\n# c\n[c]\n'),
            ("# licence\n\n# about c\n[c]\n", '# licence\n\nmemory.soul_file = "x"\n# about c\n[c]\n'),
            ("[memory.more]\na = 1\n", 'memory.soul_file = "x"\n[memory.more]\na = 1\n'),
            ("[[a]]\nb = 1\n", 'memory.soul_file = "x"\n[[a]]\nb = 1\n'),
        ],
    )
    def test_where_it_is_put(self, text: str, expected: str) -> None:
        after = with_soul_file(text, "x")
        assert after == expected
        assert without_soul_file(after) == text

    @pytest.mark.parametrize(
        "text, expected",
        [
            ("[memory]\nsoul_file = 'old' # mine\n", "[memory]\nsoul_file = 'x' # mine\n"),
            ('memory . "soul_file"="old"', 'memory . "soul_file"="x"'),
            ("memory = {soul_file = '''a''', b = 1}", 'memory = {soul_file = "x", b = 1}'),
            ('[memory]\nsoul_file = """\nold\n"""\r\n', '[memory]\nsoul_file = "x"\r\n'),
            ("[memory]\nsoul_file = 5\n", '[memory]\nsoul_file = "x"\n'),
        ],
    )
    def test_how_it_is_exchanged(self, text: str, expected: str) -> None:
        assert with_soul_file(text, "x") == expected

    @pytest.mark.parametrize(
        "text, expected",
        [
            ("memory.soul_file = 'x'", ""),
            ("a = 1\r\nmemory.soul_file = 'x'", "a = 1"),
            ("[memory]\n\tsoul_file = 'x'  \n# end\n", "[memory]\n# end\n"),
            ("[memory]\n  soul_file = 'x'  # why\nwindow = 1\n", "[memory]\n  # why\nwindow = 1\n"),
            ("memory = { soul_file = 'x' }", "memory = {  }"),
            ("memory = { soul_file = 'x' , b = 1 }", "memory = { b = 1 }"),
            ("memory = { a = 1 , soul_file = 'x' }", "memory = { a = 1 }"),
            ("memory = { a = 1, soul_file = 'x', b = 2 }", "memory = { a = 1, b = 2 }"),
            ("[memory]\nwindow = 1\n", "[memory]\nwindow = 1\n"),
        ],
    )
    def test_how_it_is_taken_out(self, text: str, expected: str) -> None:
        assert without_soul_file(text) == expected

    @pytest.mark.parametrize(
        "text",
        [
            "memory = 5\n",
            "memory = [1]\n",
            "[[memory]]\n",
            "[memory.soul_file]\nx = 1\n",
            "memory.soul_file.x = 1\n",
            "[memory\n",
            "a = " + "[" * 3000,
        ],
    )
    def test_what_is_refused(self, text: str) -> None:
        with pytest.raises(CannotSplice) as refused:
            with_soul_file(text, "x")
        assert refused.value.reason
        if "soul_file" in text:
            with pytest.raises(CannotSplice):
                without_soul_file(text)


def _may_be_refused(text: str) -> bool:
    """There is something where the key would have to go."""
    memory = meaning(text).get("memory", {})
    return not isinstance(memory, dict) or "soul_file" in memory


def _without_value(text: str) -> str:
    """What goes with the value may hold the sign of a comment; what stands after it stays."""
    for pair in find_places(text, "memory").pairs:
        if pair.path == ("memory", "soul_file"):
            return text[: pair.start] + text[pair.end :]
    return text


class TestFiles:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "home" / "config.toml"

    def put(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)

    @pytest.mark.parametrize("mark", [b"", MARK])
    @pytest.mark.parametrize(
        "data", [b"", b"\r\n", b"[memory]", b"a = 1\r\n[b]\r\n", "# ü\n[memory]\nwindow=3".encode()]
    )
    def test_there_and_back(self, path: Path, mark: bytes, data: bytes) -> None:
        self.put(path, mark + data)
        done = set_soul_file(path, "souls/a.md")
        assert done.changed
        assert done.before == mark + data
        assert path.read_bytes() == done.after
        assert path.read_bytes().startswith(mark)
        assert tomllib.loads(path.read_bytes()[len(mark) :].decode())["memory"]["soul_file"] == "souls/a.md"
        assert clear_soul_file(path).changed
        assert path.read_bytes() == mark + data
        assert os.listdir(path.parent) == ["config.toml"]

    def test_a_new_file_is_private(self, path: Path) -> None:
        assert set_soul_file(path, "x").before is None
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    def test_the_mode_stays(self, path: Path) -> None:
        self.put(path, b"a = 1\n")
        path.chmod(0o640)
        set_soul_file(path, "x")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def test_a_link_is_followed_and_stays(self, path: Path, tmp_path: Path) -> None:
        self.put(path, b"")
        path.rename(tmp_path / "real.toml")
        path.symlink_to("../real.toml")
        set_soul_file(path, "x")
        assert path.is_symlink()
        assert b"soul_file" in (tmp_path / "real.toml").read_bytes()

    def test_nothing_to_clear(self, path: Path) -> None:
        assert not clear_soul_file(path).changed
        assert not path.parent.exists()
        self.put(path, b"[memory]\n")
        inode = path.stat().st_ino
        assert not clear_soul_file(path).changed
        assert path.stat().st_ino == inode

    def test_setting_the_same_writes_nothing(self, path: Path) -> None:
        self.put(path, b"memory.soul_file = '''x'''\n")
        inode = path.stat().st_ino
        assert not set_soul_file(path, "x").changed
        assert path.stat().st_ino == inode

    def test_it_is_read_again_before_it_is_written(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Somebody who has the lock just before writes something: it stays."""
        self.put(path, b"a = 1\n")
        hold = config_edit.CONFIG_LOCK.hold

        class Late:
            def hold(self, path: Path) -> Any:
                path.write_bytes(b"a = 2\n")
                return hold(path)

        monkeypatch.setattr(config_edit, "CONFIG_LOCK", Late())
        set_soul_file(path, "x")
        assert path.read_bytes() == b'a = 2\nmemory.soul_file = "x"\n'

    def test_under_newts_lock(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.put(path, b"")
        lock = path.with_name("config.toml.lock")
        lock.write_text(f"{os.getpid()}:somebody\n")
        impatient = config_edit.CONFIG_LOCK._replace(tries=3)
        monkeypatch.setattr(config_edit, "CONFIG_LOCK", impatient)
        with pytest.raises(LockBusy):
            set_soul_file(path, "x")
        assert path.read_bytes() == b""
        assert lock.exists()

    def test_history_keeps_both_contents(self, path: Path, tmp_path: Path) -> None:
        self.put(path, b"a = 1\n")
        history = History(tmp_path / "data")
        done = set_soul_file(path, "x", history=history)
        kept = [(history.content(each.id), each.who, each.why) for each in history.versions(path)]
        assert kept == [(done.after, "app", "saved"), (b"a = 1\n", "other", "replaced")]
        assert done.history_problem is None

    def test_half_a_character(self, path: Path) -> None:
        with pytest.raises(BrokenCharacter) as broken:
            set_soul_file(path, "a\udcff")
        assert broken.value.offset == 1
        assert not path.parent.exists()

    @pytest.mark.parametrize("data", [b"[memory\n", b"memory = 5\n", b"a = '\xff'\n"])
    def test_a_refusal_says_why_and_changes_nothing(self, path: Path, data: bytes) -> None:
        self.put(path, data)
        with pytest.raises(ConfigEditRefused) as refused:
            set_soul_file(path, "x")
        assert all(refused.value.texts())
        assert str(path) in refused.value.what
        assert path.read_bytes() == data
        assert os.listdir(path.parent) == ["config.toml"]

    def test_what_is_no_file(self, path: Path) -> None:
        path.mkdir(parents=True)
        with pytest.raises(FileUnreadable):
            set_soul_file(path, "x")
        path.rmdir()
        path.symlink_to("nowhere")
        with pytest.raises(FileUnreadable):
            set_soul_file(path, "x")
        assert os.listdir(path.parent) == ["config.toml"]

    def test_a_full_name(self, path: Path) -> None:
        with pytest.raises((SaveFailed, FileUnreadable)):
            set_soul_file(path.with_name("x" * 5000), "x")

    @pytest.mark.parametrize("value", ["note_store", "x"])
    def test_no_other_key_is_ever_written(self, path: Path, value: str) -> None:
        set_soul_file(path, value)
        assert tomllib.loads(path.read_text()) == {"memory": {"soul_file": value}}
