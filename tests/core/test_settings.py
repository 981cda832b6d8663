"""The app's own options: defaults, what is kept of a hand-edited file, and broken files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newt_gui.core.errors import SaveFailed
from newt_gui.core.settings import OPTIONS, Settings

HAND_EDITED = b"""# mine
theme = "dark" # at night
own_key = [1, 2] # unknown

[table] # also unknown
zoom = 77
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def _written(path: Path, data: bytes) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def test_without_a_file_all_options_have_valid_defaults_and_nothing_is_made(path: Path) -> None:
    loaded = Settings(path)
    assert loaded.load_problem is None
    for key, option in OPTIONS.items():
        assert option.valid(loaded.get(key)), key
    assert loaded.get("theme") == "system"
    assert not path.parent.exists()


def test_a_value_that_is_set_is_there_for_the_next_start(path: Path) -> None:
    first = Settings(path)
    first.set("zoom", 3)
    first.set("recent_workspaces", ["/a", "/b"])
    again = Settings(path)
    assert (again.get("zoom"), again.get("recent_workspaces")) == (3, ["/a", "/b"])
    assert (first.get("zoom"), first.get("recent_workspaces")) == (3, ["/a", "/b"])


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permission bits")
def test_the_file_is_private(path: Path) -> None:
    Settings(path).set("zoom", 1)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert os.listdir(path.parent) == ["settings.toml"]


def test_comments_and_unknown_keys_stay(path: Path) -> None:
    loaded = Settings(_written(path, HAND_EDITED))
    loaded.set("theme", "light")
    loaded.set("zoom", -5)
    expected = HAND_EDITED.replace(b'"dark"', b'"light"').replace(b"# unknown\n", b"# unknown\nzoom = -5\n")
    assert path.read_bytes() == expected


def test_setting_what_the_file_says_leaves_the_file_alone(path: Path) -> None:
    loaded = Settings(_written(path, b"recent_workspaces = [ '/a', # first\n ]\n"))
    before = path.stat()
    loaded.set("recent_workspaces", ["/a"])
    assert path.stat() == before


def test_what_only_equals_a_value_is_replaced_by_it(path: Path) -> None:
    Settings(_written(path, b"zoom = true\n")).set("zoom", 1)
    assert path.read_bytes() == b"zoom = 1\n"


def test_a_value_of_another_window_is_not_written_back(path: Path) -> None:
    here, there = Settings(path), Settings(path)
    there.set("theme", "dark")
    here.set("zoom", 2)
    assert (Settings(path).get("theme"), Settings(path).get("zoom")) == ("dark", 2)


@pytest.mark.parametrize(
    "line",
    [
        "theme = 'pink'",
        "theme = 1",
        "theme.dark = true",
        "zoom = 11",
        "zoom = true",
        "zoom = 1.0",
        "recent_workspaces = [1]",
        f"recent_workspaces = {['x'] * 11}",
        "recent_workspaces = 'x'",
        "splitter = [1, false]",
        "splitter = [1, -1]",
        "splitter = [100_001]",
        "splitter = [99999999999999999999999]",
        r'workspace = "a\u0000b"',
        r'recent_workspaces = ["/a", "\u0000"]',
        r'geometry = "\u0000"',
        "[newt_home]\nx = 1",
    ],
)
def test_an_invalid_value_counts_as_its_default_and_can_be_replaced(path: Path, line: str) -> None:
    key = line.strip("[").split(" ")[0].split("]")[0].split(".")[0]
    loaded = Settings(_written(path, f"x = 1\n{line}\n[other]\ny = 2\n".encode()))
    assert loaded.load_problem is None
    assert loaded.get(key) == OPTIONS[key].default
    loaded.set(key, OPTIONS[key].default)
    expected = {"x": 1, key: OPTIONS[key].default, "other": {"y": 2}}
    assert tomllib.loads(path.read_text()) == expected


def test_only_known_options_and_valid_values_can_be_set(path: Path) -> None:
    loaded = Settings(path)
    with pytest.raises(KeyError):
        loaded.get("colour")
    with pytest.raises(KeyError):
        loaded.set("colour", 1)
    for key, value in (
        ("zoom", 11),
        ("zoom", True),
        ("theme", "pink"),
        ("recent_workspaces", ["x"] * 11),
        ("newt_home", "\0"),
    ):
        with pytest.raises(ValueError, match=key):
            loaded.set(key, value)
    assert not path.exists()


def test_a_list_that_was_handed_out_is_a_copy(path: Path) -> None:
    loaded = Settings(path)
    mine = ["/a"]
    loaded.set("recent_workspaces", mine)
    mine.append("/b")
    loaded.get("recent_workspaces").append("/c")
    loaded.get("splitter").append(1)
    assert loaded.get("recent_workspaces") == ["/a"]
    assert Settings(path).get("splitter") == []


@pytest.mark.parametrize(
    "data",
    [
        b"theme = \n",
        b"theme = '\xff'\n",
        b"a = 1\na = 2\n",
        b"a = {b = 1,}\n",  # newer TOML, which the writer knows and the reader doesn't
        b"\0",
        b"x = " + b"[" * 100_000,
    ],
)
def test_a_broken_file_is_kept_and_moved_aside_by_the_next_change(path: Path, data: bytes) -> None:
    loaded = Settings(_written(path, data))
    assert loaded.load_problem is not None
    assert str(path) in loaded.load_problem
    assert loaded.get("theme") == "system"
    assert path.read_bytes() == data
    loaded.set("theme", "dark")
    assert loaded.load_problem is None
    assert path.with_name("settings.toml.broken").read_bytes() == data
    assert path.read_bytes() == b'theme = "dark"\n'


def test_a_second_broken_file_does_not_replace_the_first(path: Path) -> None:
    for data in (b"= 1", b"= 2", b"= 3"):
        Settings(_written(path, data)).set("theme", "dark")
    names = ("settings.toml.broken", "settings.toml.broken-2", "settings.toml.broken-3")
    assert [path.with_name(name).read_bytes() for name in names] == [b"= 1", b"= 2", b"= 3"]


def test_a_file_that_broke_after_it_was_loaded_is_kept_too(path: Path) -> None:
    loaded = Settings(_written(path, b"zoom = 1\n"))
    path.write_bytes(b"zoom = \n")
    loaded.set("zoom", 2)
    assert path.with_name("settings.toml.broken").read_bytes() == b"zoom = \n"
    assert path.read_bytes() == b"zoom = 2\n"


def test_a_folder_in_its_place_is_moved_aside(path: Path) -> None:
    path.mkdir(parents=True)
    loaded = Settings(path)
    assert loaded.load_problem is not None
    loaded.set("theme", "dark")
    assert Settings(path).get("theme") == "dark"
    assert path.with_name("settings.toml.broken").is_dir()


def test_a_byte_order_mark_is_no_trouble(path: Path) -> None:
    loaded = Settings(_written(path, b'\xef\xbb\xbftheme = "dark"\r\n'))
    assert loaded.load_problem is None
    assert loaded.get("theme") == "dark"


def test_what_cannot_be_written_still_counts_until_the_end(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_bytes(b"")
    loaded = Settings(blocker / "settings.toml")
    with pytest.raises(SaveFailed):
        loaded.set("theme", "dark")
    assert loaded.get("theme") == "dark"
    assert blocker.read_bytes() == b""


def test_a_folder_name_that_is_no_unicode_is_no_crash(path: Path) -> None:
    loaded = Settings(_written(path, b"zoom = 1\n"))
    loaded.set("workspace", "/x/\udcff")
    assert loaded.get("workspace") == "/x/\udcff"
    assert path.read_bytes() == b"zoom = 1\n"


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))  # TOML holds no halves


@given(TEXTS, st.lists(TEXTS, max_size=10), st.integers(-5, 10))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_text_comes_back_as_it_was_set(path: Path, text: str, texts: list[str], zoom: int) -> None:
    _written(path, HAND_EDITED)
    loaded = Settings(path)
    loaded.set("workspace", text)
    loaded.set("recent_workspaces", texts)
    loaded.set("zoom", zoom)
    again = Settings(path)
    assert again.load_problem is None
    assert [again.get(key) for key in ("workspace", "recent_workspaces", "zoom")] == [text, texts, zoom]
    assert again.get("theme") == "dark"
    for kept in (b"# mine", b"# at night", b"# unknown", b"# also unknown", b"zoom = 77"):
        assert kept in path.read_bytes()


def test_reading_a_file_loads_no_writer_and_a_missing_file_no_reader(path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from newt_gui.core.settings import Settings;"
        "Settings(Path(sys.argv[1])).get('theme');"
        "print(*(name for name in ('tomllib', 'tomlkit') if name in sys.modules))"
    )
    command = [sys.executable, "-c", script, str(path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "\n"
    _written(path, HAND_EDITED)
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "tomllib\n"
