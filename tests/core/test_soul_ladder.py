"""Every combination of what can lie at the three places of a soul, as a user whom permissions stop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.harness.children import output_of
from tests.harness.locked_down import locked_down_folder, run_locked_down


class Case(NamedTuple):
    """What lies at a place. `state`: of its rung if it does not count; `text`: what it gives if it does."""

    data: bytes | None
    state: str | None
    text: str = ""


CASES = {
    "good": Case("  \r\nI am Å.\r\nTwo lines.\u3000\n".encode(), None, "I am Å.\r\nTwo lines."),
    "bom_only": Case(b"\xef\xbb\xbf", None, "\ufeff"),
    "bom_and_blank": Case(b"\xef\xbb\xbf \n", None, "\ufeff"),
    "zero_width_only": Case("\u200b".encode(), None, "\u200b"),
    "separator_only": Case(b"\x1c\n", None, "\x1c"),
    "symlink": Case(b"linked", None, "linked"),
    "missing": Case(None, "missing"),
    "dangling": Case(None, "missing"),
    "through_file": Case(None, "missing"),
    "empty": Case(b"", "blank"),
    "blank": Case(" \t\r\n\u00a0\u2028\x85\n".encode(), "blank"),
    "not_utf8": Case(b"ab\xffcd", "not_utf8"),
    "cut_short": Case(b"ab\xe2\x80", "not_utf8"),
    "surrogate": Case(b"\xed\xa0\x80", "not_utf8"),
    "folder": Case(None, "not_a_file"),
    "pipe": Case(None, "not_a_file"),
    "no_permission": Case(b"secret", "unreadable"),
    "closed_folder": Case(b"secret", "unreadable"),
    "loop": Case(None, "unreadable"),
}
NOT_SET = "not_set"
KINDS = ("explicit", "workspace", "global", "builtin")

# For every combination: its names, the winner, each rung's state, the winner's text, warnings.
RESOLVE = """
import json, sys
from pathlib import Path
from newt_gui.core.soul import SoulProvider, resolve_soul
base, cases = Path(sys.argv[1]), json.loads(sys.argv[2])
for explicit in [*cases, "not_set"]:
    env = {"HOME": "", "NEWT_CONFIG": str(base / f"{explicit}.toml")}
    for mine in cases:
        for everybodys in cases:
            workspace, home = base / mine, base / f"{everybodys}-home"
            found = resolve_soul(workspace, home, env, system=base / "none.toml")
            print(json.dumps([
                [explicit, mine, everybodys],
                found.winner.kind,
                [rung.state for rung in found.rungs],
                found.winner.text if found.winner.kind != "builtin" else "",
                [warning.kind for warning in found.warnings],
            ]))
"""


def make(path: Path, name: str) -> None:
    """Put the case of that name at `path`."""
    data = CASES[name].data
    path.parent.mkdir(parents=True, exist_ok=True)
    if data is not None:
        path.write_bytes(data)
    match name:
        case "folder":
            path.mkdir()
        case "pipe":
            import os

            os.mkfifo(path)
        case "dangling":
            path.symlink_to("nowhere.md")
        case "loop":
            path.symlink_to(path.name)
        case "symlink":
            path.rename(path.with_name("real.md"))
            path.symlink_to("real.md")
        case "no_permission":
            path.chmod(0)
        case "closed_folder":
            path.parent.chmod(0)
        case "through_file":
            path.parent.rmdir()
            path.parent.write_text("a file where a folder should be")


@pytest.fixture
def folder() -> Iterator[Path]:
    with locked_down_folder() as folder:
        for name in CASES:
            make(folder / name / ".newt" / "soul.md", name)
            make(folder / f"{name}-home" / "soul.md", name)
            make(folder / f"{name}-named" / "file.md", name)
            (folder / f"{name}.toml").write_text(f"memory.soul_file = '../{name}-named/file.md'\n")
        (folder / "not_set.toml").write_text("memory.window = 3\n")
        yield folder


def expected(explicit: str, mine: str, everybodys: str) -> tuple[str, list[str], str]:
    """By the rule: the first that counts wins, those that count after it are shadowed."""
    states, winner, text = [], "", ""
    for kind, name in zip(KINDS, (explicit, mine, everybodys), strict=False):
        case = CASES.get(name, Case(None, NOT_SET))
        if case.state is not None:
            states.append(case.state)
        elif winner:
            states.append("shadowed")
        else:
            states.append("won")
            winner, text = kind, case.text
    return winner or "builtin", [*states, "shadowed" if winner else "won"], text


def test_every_combination(folder: Path) -> None:
    finished = run_locked_down(RESOLVE, folder, json.dumps(list(CASES)))
    told = [json.loads(line) for line in output_of(finished).splitlines()]
    assert len(told) == (len(CASES) + 1) * len(CASES) ** 2
    for names, winner, states, text, warnings in told:
        assert (winner, states, text) == expected(*names), names
        looks_empty = bool(text) and not text.strip("\ufeff\u200b\x1c")
        assert ("looks_empty" in warnings) == looks_empty, names
        assert ("hidden_characters" in warnings) == looks_empty, names
