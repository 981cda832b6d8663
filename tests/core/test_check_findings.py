"""`--check` on near duplicates, odd files, hostile titles and far too many findings."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from newt_gui.check import check_home, run
from newt_gui.core.notes_format import parse
from newt_gui.core.paths import NewtHome
from newt_gui.core.resources import resource


def _home(folder: Path, *notes: str) -> NewtHome:
    (folder / "NOTES.md").write_bytes("".join(f"{note}\n§\n" for note in notes).encode())
    return NewtHome(folder, "argument")


def test_near_duplicates_are_remarks_and_change_no_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = _home(
        tmp_path,
        "user: Deploys go through staging first",
        "uses vim",
        "uses emacs",
        "Deploys go through staging first.\nAlways.",
        "deploys go through staging, first",
    )
    assert run(home, as_json=False) == 0
    said = capsys.readouterr().out
    assert "Note 4 “Deploys go through staging first.” says nearly the same as note 1." in said
    assert "Note 5 “deploys go through staging, first” says nearly the same as note 1." in said
    assert "vim" not in said
    assert said.endswith("No findings. Remarks: 2.\n")
    assert run(home, as_json=True) == 0
    assert len(json.loads(capsys.readouterr().out)["remarks"]) == 2


def test_what_is_the_same_is_a_finding_and_not_a_remark_as_well(tmp_path: Path) -> None:
    report = check_home(_home(tmp_path, "one and the same", "one and the same"))
    assert [(trouble.kind, trouble.note, trouble.same_as) for trouble in report.findings] == [
        ("duplicate", 2, 1)
    ]
    assert report.remarks == ()
    assert report.exit_code == 1


def test_a_carriage_return_that_will_be_lost_is_told(tmp_path: Path) -> None:
    (tmp_path / "NOTES.md").write_bytes("a\r\r\nb\n§\n".encode())
    report = check_home(NewtHome(tmp_path, "argument"))
    assert [trouble.rule for trouble in report.findings] == ["invisible-unicode"]
    assert any("carriage return" in remark for remark in report.remarks)
    assert not any("carriage return" in remark for remark in check_home(_home(tmp_path, "a\nb")).remarks)


HOSTILE = [
    "\x1b[2J\x1b[31mred\x1b[0m",
    "\x1b]8;;http://x\x07link\x1b]8;;\x07",
    "\x9b2Jcleared",
    "No findings.\rcovered",
    "abc\b\b\bxyz",
    "a\u202egnp.exe",
    "a\u2066b\u2069",
    "tab\there",
    "line\u2028two\u2029three\x85four\x0bfive\x0csix",
    "nul\x00nul",
    "tag\U000e0041s",
    "%s{0}{title}\\x1b[0m",
]


@pytest.mark.parametrize("title", HOSTILE, ids=ascii)
def test_a_hostile_title_reaches_the_terminal_as_harmless_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    """Where findings name it and where remarks do."""
    long = "A rather long sentence about the boiler in the house"
    home = _home(tmp_path, f"{long} {title}", f"{long} {title}", f"{title} {long}\u200b", f"{title} {long}!")
    assert run(home, as_json=False) == 1
    lines = capsys.readouterr().out.split("\n")
    assert all(line.isprintable() for line in lines)
    assert "nearly the same" in "\n".join(lines)
    report = check_home(home)
    assert len(lines) == len(report.findings) + len(report.remarks) + 3  # summary, count, last line end
    assert run(home, as_json=True) == 1
    assert json.loads(capsys.readouterr().out)["exit"] == 1


def test_far_too_many_findings_are_counted_and_not_all_listed(tmp_path: Path) -> None:
    report = check_home(_home(tmp_path, "a\u200b" * 5_000, "b\u200bc"))
    assert [trouble.note for trouble in report.findings[:101]] == [1] * 101
    assert "4,900 more places" in report.findings[100].message
    assert (report.findings[100].rule, report.findings[100].start) == (None, None)
    assert [trouble.note for trouble in report.findings[101:-1]] == [2]
    assert report.findings[-1].kind == "over_budget"
    assert report.count == 5_002


def test_a_list_of_many_thousands_says_what_was_not_compared(tmp_path: Path) -> None:
    notes = [f"note about {number}" for number in range(2_100)]
    notes[2_050] = notes[0] + "!"
    report = check_home(_home(tmp_path, *notes))
    assert report.remarks == ("Only the first 2,000 notes were compared with each other.",)


@pytest.mark.parametrize("as_json", [False, True])
def test_the_whole_program_needs_no_window_and_no_qt(tmp_path: Path, as_json: bool) -> None:
    _home(tmp_path, "one", "two")
    script = (
        "import sys; sys.argv = ['newt-gui', *sys.argv[1:]]; from newt_gui.__main__ import main\n"
        "try: code = main()\nexcept SystemExit as end: code = end.code\n"
        "assert not [name for name in sys.modules if 'PySide6' in name]; sys.exit(code)"
    )
    options = ["--check", "--home", str(tmp_path), *(["--json"] if as_json else [])]
    done = subprocess.run(
        [sys.executable, "-c", script, *options], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "notes" in done.stdout


def test_the_sample_notes_have_something_of_everything(tmp_path: Path) -> None:
    """What --demo opens: every convention, an innocent finding of both kinds, two notes that are alike."""
    notes = parse((resource("demo") / "NOTES.md").read_text(encoding="utf-8"))
    report = check_home(_home(tmp_path, *notes))
    assert {trouble.rule for trouble in report.findings} == {"invisible-unicode", "ignore-previous"}
    assert [remark.partition(" says ")[2] for remark in report.remarks] == ["nearly the same as note 9."]
    assert 70 <= report.notes.percent <= 95
    for prefix in ("user: ", "project: ", "(auto-extracted) "):
        assert sum(note.startswith(prefix) for note in notes) > 1
