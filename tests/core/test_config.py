"""newt's configuration chain: which file counts, what it says, on which line, and what breaks it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from newt_gui.core.config import (
    ConfigFile,
    ConfigResolution,
    ConfigState,
    ProblemKind,
    resolve_config,
)
from newt_gui.core.config_merge import AUTHORITY_KEYS
from tests.harness.children import output_of
from tests.harness.locked_down import locked_down_folder, run_locked_down

SOUL = '[memory]\nsoul_file = "{}"\n'


class Disk:
    """A home folder, a workspace in it and a configuration for all users, all empty."""

    def __init__(self, folder: Path) -> None:
        self.person = folder / "person"
        self.home = self.person / ".newt"
        self.workspace = self.person / "code" / "project"
        self.system = folder / "etc" / "config.toml"
        for place in (self.home, self.workspace, self.system.parent):
            place.mkdir(parents=True)
        self.env = {"HOME": str(self.person)}

    @property
    def places(self) -> dict[str, Path]:
        return {
            "env": self.workspace / "named.toml",
            "workspace": self.workspace / "newt.toml",
            "home": self.home / "config.toml",
            "system": self.system,
            "overlay": self.workspace / ".newt" / "config.toml",
        }

    def put(self, kind: str, text: str | bytes) -> Path:
        path = self.places[kind]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        if kind == "env":
            self.env["NEWT_CONFIG"] = str(path)
        return path

    def resolve(self, workspace: str | Path | None = None, home: Path | None = None) -> ConfigResolution:
        return resolve_config(workspace or self.workspace, home, self.env, system=self.system)


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def file(resolution: ConfigResolution, kind: str) -> ConfigFile:
    return next(file for file in resolution.files if file.kind == kind)


def states(resolution: ConfigResolution) -> dict[str, str]:
    return {file.kind: file.state.value for file in resolution.files}


def soul(resolution: ConfigResolution) -> Any:
    return None if resolution.soul_file is None else resolution.soul_file.value


BASES = ("env", "workspace", "home", "system")


class TestTheChain:
    def test_nothing_at_all(self, disk: Disk) -> None:
        resolution = disk.resolve()
        assert states(resolution) == {
            "env": "not_set",
            "workspace": "missing",
            "home": "missing",
            "system": "missing",
            "overlay": "missing",
        }
        assert (resolution.settings, resolution.soul_file, resolution.broken) == ({}, None, None)

    @pytest.mark.parametrize("first", range(4))
    def test_the_first_that_is_a_file_hides_the_others_completely(self, disk: Disk, first: int) -> None:
        for kind in BASES[first:]:
            disk.put(kind, SOUL.format(kind))
        disk.put(BASES[3], SOUL.format("system") + "window = 7\n")
        resolution = disk.resolve()
        assert soul(resolution) == BASES[first]
        assert ("window" in resolution.settings) == (first == 3)
        for kind in BASES[first + 1 :]:
            assert file(resolution, kind).state is ConfigState.HIDDEN
            assert file(resolution, kind).hidden_by == disk.places[BASES[first]]

    @pytest.mark.parametrize("kind", BASES)
    def test_the_value_comes_with_its_file_and_line(self, disk: Disk, kind: str) -> None:
        path = disk.put(kind, "# a comment\n\n[memory]\nwindow = 3\n  soul_file = 'x'\n")
        found = disk.resolve().soul_file
        assert found is not None
        assert (found.value, found.path, found.line) == ("x", path, 5)

    @pytest.mark.parametrize("named", ["", "missing.toml", "folder"])
    def test_a_named_one_that_is_no_file_is_passed_over(self, disk: Disk, named: str) -> None:
        (disk.workspace / "folder").mkdir()
        disk.env["NEWT_CONFIG"] = named
        disk.put("home", SOUL.format("home"))
        resolution = disk.resolve()
        assert soul(resolution) == "home"
        assert resolution.broken is None
        expected = {"": "not_set", "missing.toml": "missing", "folder": "not_a_file"}[named]
        assert states(resolution)["env"] == expected

    def test_a_relative_name_is_relative_to_the_workspace(self, disk: Disk, tmp_path: Path) -> None:
        disk.put("env", SOUL.format("env"))
        disk.env["NEWT_CONFIG"] = "named.toml"
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        before = Path.cwd()
        os.chdir(elsewhere)
        try:
            assert soul(disk.resolve()) == "env"
        finally:
            os.chdir(before)

    def test_a_pipe_is_passed_over_and_not_opened(self, disk: Disk) -> None:
        os.mkfifo(disk.workspace / "newt.toml")
        disk.put("home", SOUL.format("home"))
        resolution = disk.resolve()
        assert states(resolution)["workspace"] == "not_a_file"
        assert soul(resolution) == "home"

    def test_a_link_is_followed(self, disk: Disk, tmp_path: Path) -> None:
        (tmp_path / "real.toml").write_text(SOUL.format("real"))
        disk.places["home"].symlink_to(tmp_path / "real.toml")
        assert soul(disk.resolve()) == "real"

    def test_links_that_lead_nowhere(self, disk: Disk) -> None:
        disk.places["home"].symlink_to("nowhere")
        disk.places["workspace"].symlink_to("newt.toml")
        disk.put("system", SOUL.format("system"))
        resolution = disk.resolve()
        assert states(resolution)["home"] == "missing"
        assert states(resolution)["workspace"] == "unreadable"
        assert soul(resolution) == "system"
        assert resolution.broken is None


class TestTheHome:
    def test_a_folder_named_by_the_environment(self, disk: Disk, tmp_path: Path) -> None:
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "config.toml").write_text(SOUL.format("other"))
        disk.put("home", SOUL.format("home"))
        disk.env["NEWT_CONFIG_DIR"] = str(tmp_path / "other")
        assert soul(disk.resolve()) == "other"
        assert soul(disk.resolve(home=disk.home)) == "home"

    def test_a_relative_one_is_relative_to_the_workspace(self, disk: Disk) -> None:
        (disk.workspace / "mine").mkdir()
        (disk.workspace / "mine" / "config.toml").write_text(SOUL.format("mine"))
        assert soul(disk.resolve(home=Path("mine"))) == "mine"
        disk.env["NEWT_CONFIG_DIR"] = "mine"
        assert soul(disk.resolve()) == "mine"

    def test_it_is_taken_as_written(self, disk: Disk) -> None:
        disk.env["NEWT_CONFIG_DIR"] = "~/.newt"
        disk.put("home", SOUL.format("home"))
        assert file(disk.resolve(), "home").path == disk.workspace / "~" / ".newt" / "config.toml"

    def test_an_empty_name_is_none(self, disk: Disk) -> None:
        disk.env["NEWT_CONFIG_DIR"] = ""
        disk.put("home", SOUL.format("home"))
        assert soul(disk.resolve()) == "home"

    def test_userprofile_where_there_is_no_home(self, disk: Disk) -> None:
        disk.env = {"USERPROFILE": str(disk.person)}
        disk.put("home", SOUL.format("home"))
        assert soul(disk.resolve()) == "home"

    def test_an_empty_home_is_no_home(self, disk: Disk) -> None:
        disk.env = {"HOME": "", "USERPROFILE": str(disk.person)}
        disk.put("home", SOUL.format("home"))
        resolution = disk.resolve()
        assert states(resolution)["home"] == "not_set"
        # Nor does the walk stop anywhere then: what lies in the home folder is a project's.
        assert soul(resolution) == "home"
        assert file(resolution, "overlay").path == disk.home / "config.toml"


class TestTheOverlay:
    def test_it_wins_over_the_base_key_by_key(self, disk: Disk) -> None:
        base = disk.put("home", SOUL.format("base") + 'window = 5\nprovider = "summarizing"\n')
        over = disk.put("overlay", '[memory]\nprovider = "token_budget"\nsoul_file = "over"\n')
        resolution = disk.resolve()
        found = {key: (each.value, each.path, each.line) for key, each in resolution.settings.items()}
        assert found == {
            "soul_file": ("over", over, 3),
            "window": (5, base, 3),
            "provider": ("token_budget", over, 2),
        }
        told = {each.key: each.overridden_by for each in file(resolution, "home").settings}
        assert told == {"soul_file": over, "window": None, "provider": over}

    def test_it_counts_without_a_base(self, disk: Disk) -> None:
        disk.put("overlay", SOUL.format("over"))
        assert soul(disk.resolve()) == "over"

    def test_the_innermost_only(self, disk: Disk) -> None:
        outer = disk.workspace.parent / ".newt"
        outer.mkdir()
        (outer / "config.toml").write_text(SOUL.format("outer") + "window = 9\n")
        assert soul(disk.resolve()) == "outer"
        assert file(disk.resolve(), "overlay").path == outer / "config.toml"
        disk.put("overlay", SOUL.format("inner"))
        assert soul(disk.resolve()) == "inner"
        assert "window" not in disk.resolve().settings

    def test_a_folder_of_that_name_is_walked_past(self, disk: Disk) -> None:
        disk.places["overlay"].mkdir(parents=True)
        outer = disk.workspace.parent / ".newt"
        outer.mkdir()
        (outer / "config.toml").write_text(SOUL.format("outer"))
        assert soul(disk.resolve()) == "outer"

    @pytest.mark.parametrize("spelling", ["{}", "{}/", "{}/."])
    def test_it_stops_before_the_home_folder(self, disk: Disk, spelling: str) -> None:
        disk.put("workspace", "")
        disk.put("home", SOUL.format("home"))
        disk.env["HOME"] = spelling.format(disk.person)
        resolution = disk.resolve()
        assert soul(resolution) is None
        assert states(resolution)["overlay"] == "missing"

    def test_a_workspace_that_is_the_home_folder_has_none(self, disk: Disk) -> None:
        disk.put("home", SOUL.format("home"))
        for spelling in (disk.person, f"{disk.person}/"):
            resolution = disk.resolve(spelling)
            assert soul(resolution) == "home"
            assert states(resolution)["overlay"] == "not_set"

    def test_a_home_spelled_through_a_link_is_not_noticed(self, disk: Disk, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(disk.person)
        disk.env["HOME"] = str(tmp_path / "link")
        disk.put("workspace", "")
        disk.put("home", SOUL.format("home"))
        resolution = disk.resolve()
        assert soul(resolution) == "home"
        assert file(resolution, "overlay").from_repository

    def test_not_the_base_itself(self, disk: Disk) -> None:
        path = disk.put("overlay", SOUL.format("one"))
        disk.env["NEWT_CONFIG"] = str(path)
        resolution = disk.resolve()
        assert states(resolution)["overlay"] == "not_set"
        assert resolution.soul_file is not None
        assert not file(resolution, "env").from_repository

    def test_a_workspace_behind_a_link_is_walked_up_where_it_really_is(
        self, disk: Disk, tmp_path: Path
    ) -> None:
        outer = disk.workspace.parent / ".newt"
        outer.mkdir()
        (outer / "config.toml").write_text(SOUL.format("outer"))
        (tmp_path / ".newt").mkdir()
        (tmp_path / ".newt" / "config.toml").write_text(SOUL.format("beside the link"))
        (tmp_path / "link").symlink_to(disk.workspace)
        assert soul(disk.resolve(tmp_path / "link")) == "outer"
        assert soul(disk.resolve(f"{tmp_path / 'link'}/")) == "outer"


class TestMerging:
    def test_tables_merge_and_arrays_are_replaced(self, disk: Disk) -> None:
        disk.put("home", "[memory.more]\na = 1\nb = [1, 2]\n")
        disk.put("overlay", "[memory.more]\nb = [3]\nc = 4\n")
        values = {key: each.value for key, each in disk.resolve().settings.items()}
        assert values == {"more.a": 1, "more.b": [3], "more.c": 4}

    @pytest.mark.parametrize("kind", ["home", "overlay"])
    def test_arrays_are_added_where_one_of_the_two_says_so(self, disk: Disk, kind: str) -> None:
        rule = '[merge]\narrays = "append"\n'
        disk.put("home", (rule if kind == "home" else "") + "[memory.more]\nb = [1, 2]\n")
        disk.put("overlay", (rule if kind == "overlay" else "") + "[memory.more]\nb = [3]\n")
        found = disk.resolve().settings["more.b"]
        assert (found.value, found.path) == ([1, 2, 3], disk.places["overlay"])

    def test_the_overlay_has_the_last_word_about_arrays(self, disk: Disk) -> None:
        disk.put("home", '[merge]\narrays = "append"\n[memory.more]\nb = [1]\n')
        disk.put("overlay", '[merge]\narrays = "replace"\n[memory.more]\nb = [3]\n')
        assert disk.resolve().settings["more.b"].value == [3]

    def test_a_scalar_replaces_a_table(self, disk: Disk) -> None:
        disk.put("home", "[memory.more]\na = 1\n")
        over = disk.put("overlay", "[memory]\nmore = 2\n")
        resolution = disk.resolve()
        assert {key: each.value for key, each in resolution.settings.items()} == {"more": 2}
        assert [each.overridden_by for each in file(resolution, "home").settings] == [over]

    def test_keys_that_grant_authority_are_dropped_from_a_repositorys_files(self, disk: Disk) -> None:
        text = "".join(f"{key} = 1\n" for key in sorted(AUTHORITY_KEYS)) + SOUL.format("x")
        for kind in ("workspace", "overlay"):
            disk.put(kind, text)
        resolution = disk.resolve()
        assert file(resolution, "workspace").dropped == tuple(sorted(AUTHORITY_KEYS))
        assert file(resolution, "overlay").dropped == tuple(sorted(AUTHORITY_KEYS))
        assert soul(resolution) == "x"
        disk.put("env", text)
        assert file(disk.resolve(), "env").dropped == ()

    def test_whose_file_it_is(self, disk: Disk) -> None:
        told = {each.kind: each.from_repository for each in disk.resolve().files}
        assert told == {"env": False, "workspace": True, "home": False, "system": False, "overlay": True}


class TestBroken:
    @pytest.mark.parametrize("kind", [*BASES, "overlay"])
    def test_broken_toml_is_as_if_there_were_no_configuration(self, disk: Disk, kind: str) -> None:
        disk.put("home", SOUL.format("home"))
        disk.put("overlay", SOUL.format("over"))
        if kind == "system":
            disk.places["home"].unlink()
        path = disk.put(kind, "[memory]\nsoul_file = 'x'\nwindow = = 3\n")
        resolution = disk.resolve()
        assert (soul(resolution), resolution.settings) == (None, {})
        assert resolution.broken is not None
        assert resolution.broken.path == path
        problem = resolution.broken.problem
        assert problem is not None
        assert (problem.kind, problem.line, problem.column, problem.offset) == (
            ProblemKind.SYNTAX,
            3,
            10,
            len("[memory]\nsoul_file = 'x'\nwindow = "),
        )

    def test_a_broken_one_that_is_hidden_does_no_harm(self, disk: Disk) -> None:
        disk.put("workspace", SOUL.format("ws"))
        disk.put("home", "[memory\n")
        resolution = disk.resolve()
        assert soul(resolution) == "ws"
        assert resolution.broken is None
        hidden = file(resolution, "home")
        assert (hidden.state, hidden.problem and hidden.problem.line) == (ConfigState.HIDDEN, 1)

    def test_a_broken_one_further_up_does_no_harm(self, disk: Disk) -> None:
        outer = disk.workspace.parent / ".newt"
        outer.mkdir()
        (outer / "config.toml").write_text("[memory\n")
        disk.put("overlay", SOUL.format("inner"))
        assert soul(disk.resolve()) == "inner"

    @pytest.mark.parametrize(
        "text, expected",
        [
            (b"[memory]\r\nwindow = 1\r\nx = \r\n", (3, 5, 26)),
            (b"\xef\xbb\xbfx = ", (1, 5, 7)),
            ("a = 1\nü = 2\n".encode(), (2, 1, 6)),
            (b"a = 1\na = 2\n", None),
            (b'a = """x\n\n', None),
            (b"[" * 3 + b"a]", None),
        ],
    )
    def test_where(self, disk: Disk, text: bytes, expected: tuple[int, int, int] | None) -> None:
        disk.put("home", text)
        broken = disk.resolve().broken
        assert broken is not None
        problem = broken.problem
        assert problem is not None
        assert problem.kind is ProblemKind.SYNTAX
        assert problem.reason
        assert "line" not in problem.reason
        assert problem.line is not None
        assert problem.offset is not None
        assert problem.offset <= len(text)
        if expected is not None:
            assert (problem.line, problem.column, problem.offset) == expected

    def test_not_utf8(self, disk: Disk) -> None:
        disk.put("home", b"\xef\xbb\xbf# \xc3\xbc\n[memory]\nsoul_file = '\xff'\n")
        broken = disk.resolve().broken
        assert broken is not None
        assert broken.state is ConfigState.BROKEN
        problem = broken.problem
        assert problem is not None
        found = (problem.kind, problem.line, problem.column, problem.offset)
        assert found == (ProblemKind.NOT_UTF8, 3, 14, 3 + 5 + 9 + 13)

    @pytest.mark.parametrize(
        "value, key",
        [
            ("memory = 5", "memory"),
            ("memory = [1]", "memory"),
            ("[[memory]]\nsoul_file = 'x'", "memory"),
            ("memory.soul_file = 5", "memory.soul_file"),
            ("memory.soul_file = ['x']", "memory.soul_file"),
            ("memory.soul_file.x = 'y'", "memory.soul_file"),
            ("memory.window = '5'", "memory.window"),
            ("memory.window = 5.0", "memory.window"),
            ("memory.window = true", "memory.window"),
            ("memory.window = -1", "memory.window"),
            ("memory.context_tokens = 4294967296", "memory.context_tokens"),
            ("memory.note_nudge_interval = {}", "memory.note_nudge_interval"),
            ("memory.extract_notes_on_close = 1", "memory.extract_notes_on_close"),
            ("memory.disclosure = 'all'", "memory.disclosure"),
            ("memory.provider = 'note_store'", "memory.provider"),
            ("memory = { window = 1, provider = 2 }", "memory.provider"),
        ],
    )
    @pytest.mark.parametrize("kind", ["home", "overlay"])
    def test_a_wrong_type_breaks_the_whole_configuration(
        self, disk: Disk, kind: str, value: str, key: str
    ) -> None:
        disk.put("home", "")
        path = disk.put(kind, f"# one\n\n{value}\n")
        resolution = disk.resolve()
        assert (resolution.settings, resolution.soul_file) == ({}, None)
        assert resolution.broken is not None
        assert (resolution.broken.path, resolution.broken.state) == (path, ConfigState.BROKEN)
        assert resolution.broken in resolution.files
        problem = resolution.broken.problem
        assert problem is not None
        assert (problem.kind, problem.key, problem.line) == (ProblemKind.WRONG_TYPE, key, 3)
        assert problem.expected

    def test_right_ones_do_not(self, disk: Disk) -> None:
        disk.put(
            "home",
            "memory = { soul_file = '', window = 0, context_tokens = 4294967295, note_nudge_interval = 1, "
            "extract_notes_on_close = true, disclosure = 'index', provider = 'token_budget', other = [1] }",
        )
        resolution = disk.resolve()
        assert resolution.broken is None
        assert len(resolution.settings) == 8

    def test_the_one_whose_value_counts_is_told(self, disk: Disk) -> None:
        disk.put("home", "memory.window = 3\n")
        over = disk.put("overlay", "memory.window = 'many'\n")
        broken = disk.resolve().broken
        assert broken is not None
        assert broken.path == over

    def test_an_overlay_puts_a_wrong_type_right(self, disk: Disk) -> None:
        disk.put("home", "memory.window = 'many'\n")
        disk.put("overlay", "memory.window = 3\n")
        assert disk.resolve().broken is None
        assert disk.resolve().settings["window"].value == 3

    def test_too_large_to_be_looked_at(self, disk: Disk) -> None:
        path = disk.put("home", "")
        os.truncate(path, 1 << 40)  # most of it is a hole
        broken = disk.resolve().broken
        assert broken is not None
        assert broken.problem is not None
        assert broken.problem.kind is ProblemKind.TOO_LARGE

    @pytest.mark.parametrize(
        "text", ["a = " + "[" * 50_000, "memory" + ".a" * 100_000 + " = 1", "memory = " + "{a=" * 50_000]
    )
    def test_absurdly_deep(self, disk: Disk, text: str) -> None:
        disk.put("overlay", text)
        broken = disk.resolve().broken
        assert broken is not None
        assert broken.problem is not None
        assert broken.problem.kind is ProblemKind.SYNTAX


RESOLVE = """
import json, sys
from pathlib import Path
from newt_gui.core.config import resolve_config
workspace, home = Path(sys.argv[1]), Path(sys.argv[2])
found = resolve_config(workspace, home, {}, system=home / "system.toml")
print(json.dumps({
    "states": {file.kind: file.state for file in found.files},
    "problems": [file.problem.kind for file in found.files if file.problem],
    "soul": found.soul_file.value if found.soul_file else None,
    "broken": found.broken.kind if found.broken else None,
}))
"""


class TestPermissions:
    """In a child whom permissions stop, whoever runs the tests."""

    @pytest.fixture
    def folder(self) -> Iterator[Path]:
        with locked_down_folder() as folder:
            for place in ("ws/.newt", "home"):
                (folder / place).mkdir(parents=True)
            (folder / "home" / "config.toml").write_text(SOUL.format("home"))
            (folder / "home" / "system.toml").write_text(SOUL.format("system"))
            yield folder

    def resolve(self, folder: Path) -> Any:
        return json.loads(output_of(run_locked_down(RESOLVE, folder / "ws", folder / "home")))

    def test_none_missing(self, folder: Path) -> None:
        told = self.resolve(folder)
        assert (told["soul"], told["states"]["system"]) == ("home", "hidden")

    def test_the_chosen_one_is_a_file_but_can_not_be_read(self, folder: Path) -> None:
        (folder / "home" / "config.toml").chmod(0)
        told = self.resolve(folder)
        assert (told["soul"], told["broken"], told["problems"]) == (None, "home", ["unreadable"])
        assert (told["states"]["home"], told["states"]["system"]) == ("unreadable", "hidden")

    def test_an_overlay_that_can_not_be_read(self, folder: Path) -> None:
        (folder / "ws" / ".newt" / "config.toml").touch(0)
        told = self.resolve(folder)
        assert (told["soul"], told["broken"], told["states"]["overlay"]) == (None, "overlay", "unreadable")

    def test_a_folder_that_can_not_be_looked_into_holds_none(self, folder: Path) -> None:
        (folder / "ws" / ".newt" / "config.toml").write_text(SOUL.format("over"))
        (folder / "ws" / ".newt").chmod(0)
        told = self.resolve(folder)
        assert (told["soul"], told["broken"], told["states"]["overlay"]) == ("home", None, "unreadable")


class TestOddPlaces:
    @pytest.mark.parametrize("name", ["gone", "with\0nul", "x" * 5000, "\udcff\udcfe", "a/../b", ""])
    def test_a_workspace_that_is_not_there(self, disk: Disk, tmp_path: Path, name: str) -> None:
        disk.put("home", SOUL.format("home"))
        assert soul(disk.resolve(tmp_path / name)) == "home"

    @pytest.mark.parametrize("value", ["with\0nul", "x" * 5000, "\udcff"])
    @pytest.mark.parametrize("variable", ["NEWT_CONFIG", "NEWT_CONFIG_DIR", "HOME"])
    def test_odd_variables(self, disk: Disk, variable: str, value: str) -> None:
        disk.put("workspace", SOUL.format("ws"))
        disk.env[variable] = value
        assert soul(disk.resolve()) == "ws"

    def test_every_place_is_told(self, disk: Disk) -> None:
        disk.env["NEWT_CONFIG"] = str(disk.places["env"])
        assert set(disk.places.values()) <= set(disk.resolve().looked_at)
        assert disk.workspace.parent / ".newt" / "config.toml" in disk.resolve().looked_at

    def test_line_numbers_do_not_cost_quadratic_time(self, disk: Disk) -> None:
        lines = "".join(f"k{number} = 1\n" for number in range(60_000))
        disk.put("home", f"[memory]\n{lines}soul_file = 'x'\n")
        found = disk.resolve().soul_file
        assert found is not None
        assert found.line == 60_002
