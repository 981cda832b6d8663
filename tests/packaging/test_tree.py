"""The checkout: what lies at its top, and that the lock fits pyproject.toml."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "packaging" / "requirements.lock"


def pinned() -> dict[str, str]:
    """Name -> version of every requirement in the lock."""
    pins = re.findall(r"^([A-Za-z0-9._-]+)==([^ \\]+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(pins)


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    return [Requirement(name) for name in names]


def files_of_the_checkout() -> list[str]:
    """What git tracks or would track; without git, as in an unpacked archive, what lies there."""
    if shutil.which("git") is None:
        return [path.name for path in ROOT.iterdir()]
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return listed.stdout.splitlines() or [path.name for path in ROOT.iterdir()]


def test_the_top_level_holds_these_and_nothing_else() -> None:
    files = files_of_the_checkout()
    top = {name.partition("/")[0] for name in files if not name.startswith(".")}
    assert top == {"pyproject.toml", "README.md", "newt_gui", "resources", "tests", "packaging"}


def test_our_packaging_folder_does_not_hide_the_package_of_that_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_every_pin_carries_hashes() -> None:
    text = re.sub(r"\\\n\s*", "", LOCK.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert len(lines) == len(pinned())
    for line in lines:
        assert re.fullmatch(r"[a-z0-9.-]+==[^ ]+( ; [^-]+?)?( *--hash=sha256:[0-9a-f]{64})+ *", line), line


@pytest.mark.parametrize("requirement", wanted(), ids=str)
def test_what_pyproject_asks_for_is_locked(requirement: Requirement) -> None:
    assert requirement.specifier.contains(pinned()[canonicalize_name(requirement.name)])


def test_nothing_is_locked_that_nobody_asks_for() -> None:
    """Below each pin stands who wants it: another pin, or pyproject.toml itself."""
    blocks = re.split(r"^(?=[a-z0-9])", LOCK.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    direct = {block.partition("==")[0] for block in blocks if "newt-gui (pyproject.toml" in block}
    assert direct == {canonicalize_name(requirement.name) for requirement in wanted()}


def test_other_systems_are_locked_too() -> None:
    markers = re.findall(r"^[a-z0-9.-]+==\S+ ; ([^\\]+?) \\$", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    on_windows = {"os_name": "nt", "sys_platform": "win32"}
    assert any(Marker(marker).evaluate(on_windows) for marker in markers)


@pytest.mark.parametrize("name", ["pyproject.toml", "packaging/requirements.lock", ".pre-commit-config.yaml"])
def test_no_host_is_named_where_packages_come_from(name: str) -> None:
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")
