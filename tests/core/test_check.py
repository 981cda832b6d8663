"""`--check`: what it finds, what it prints, and its exit status."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from newt_gui.check import check_home, run
from newt_gui.core.notes import FileKind
from newt_gui.core.paths import NewtHome


def _home(folder: Path, data: bytes | None) -> NewtHome:
    if data is not None:
        (folder / "NOTES.md").write_bytes(data)
    return NewtHome(folder, "argument")


def _json(home: NewtHome, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    status = run(home, as_json=True)
    parsed: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert parsed["exit"] == status
    return parsed


def test_clean_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = _home(tmp_path, "one\n§\ntwo\n§\n".encode())
    assert run(home, as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("NOTES.md: notes: 2; 10 of 2,200 bytes in use (0 %)")
    assert lines[1:] == ["No findings."]


def test_json_has_the_described_shape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = _home(tmp_path, "a\u200bb\r\n§\r\ntwo\n§\ntwo\n§\n".encode())
    parsed = _json(home, capsys)
    why = parsed["findings"][0].pop("message")
    assert "U+200B" in why
    assert parsed == {
        "format": 1,
        "exit": 1,
        "newt_home": {"path": str(tmp_path), "source": "argument"},
        "notes": {
            "path": str(tmp_path / "NOTES.md"),
            "kind": "v2",
            "count": 3,
            "used_bytes": 19,
            "limit_bytes": 2200,
            "percent": 0,
            "next_save_changes": ["line_ends"],
            "unreadable": None,
        },
        "findings": [
            {
                "kind": "scan",
                "note": 1,
                "title": "a\u200bb",
                "rule": "invisible-unicode",
                "start": 1,
                "end": 2,
                "same_as": None,
                "stands_for": 1,
            },
            {
                "kind": "duplicate",
                "message": "It says exactly what note 2 says.",
                "note": 3,
                "title": "two",
                "rule": None,
                "start": None,
                "end": None,
                "same_as": 2,
                "stands_for": 1,
            },
        ],
        "remarks": ["Lines end with CR LF; the next save writes LF."],
        "soul": None,
        "conversations": None,
    }


def test_over_budget_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parsed = _json(_home(tmp_path, b"x" * 2_201), capsys)
    assert [(f["kind"], f["note"]) for f in parsed["findings"]] == [("over_budget", None)]
    assert parsed["exit"] == 1
    assert _json(_home(tmp_path, b"x" * 2_200), capsys)["exit"] == 0


@pytest.mark.parametrize(
    "data, kind, remarks",
    [
        (None, "missing", ["no notes file"]),
        (b"", "empty", []),
        (b"a\n\nb\n", "legacy", ["one note a line", "blank lines"]),
        ("a\n§\nb".encode(), "v2", ["last “§” is missing"]),
    ],
)
def test_odd_files_are_remarks_not_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes | None, kind: str, remarks: list[str]
) -> None:
    parsed = _json(_home(tmp_path, data), capsys)
    assert (parsed["exit"], parsed["notes"]["kind"], parsed["findings"]) == (0, kind, [])
    assert len(parsed["remarks"]) == len(remarks)
    assert all(words in said for words, said in zip(remarks, parsed["remarks"], strict=True))
    assert (tmp_path / "NOTES.md").exists() is (data is not None)


def test_a_byte_order_mark_and_a_second_name_are_told(tmp_path: Path) -> None:
    home = _home(tmp_path, b"\xef\xbb\xbfa\n\xc2\xa7\n")
    os.link(tmp_path / "NOTES.md", tmp_path / "second")
    report = check_home(home)
    assert [trouble.rule for trouble in report.findings] == ["invisible-unicode"]
    assert "byte order mark (U+FEFF)" in report.findings[0].message
    assert ["hard link" in remark for remark in report.remarks] == [True]


def test_what_is_not_utf8_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = _home(tmp_path, b"one\n\xff")
    parsed = _json(home, capsys)
    assert parsed["exit"] == 2
    assert parsed["notes"]["kind"] == "not_utf8"
    assert parsed["notes"]["unreadable"]["byte_offset"] == 4
    assert run(home, as_json=False) == 2
    said = capsys.readouterr().out
    assert "byte 4 is not UTF-8" in said
    assert "No findings" not in said
    assert "2,200" not in said
    assert "newt sees no notes in it" in said
    assert [parsed["notes"][key] for key in ("count", "used_bytes", "percent")] == [None, None, None]


@pytest.mark.parametrize("name", ["nowhere", "link", "file/below"])
def test_a_newt_home_that_is_not_there_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "file").touch()
    os.symlink(tmp_path / "gone", tmp_path / "link")
    home = NewtHome(tmp_path / name, "argument")
    assert _json(home, capsys)["notes"]["unreadable"]["reason"]
    assert run(home, as_json=False) == 2
    [said] = capsys.readouterr().out.splitlines()
    assert name in said
    assert ("There is no newt home" in said) is (name == "nowhere")


def test_findings_and_remarks_are_told_apart_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = "a\u200bb\n§\ntwo\n§\ntwo\n§\n".encode()
    assert run(_home(tmp_path, data.replace(b"\n", b"\r\n")), as_json=False) == 1
    _, *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["finding", "finding", "remark"]
    assert last == "Findings: 2. Remarks: 1."


def test_a_title_with_quotation_marks_is_not_quoted_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(_home(tmp_path, "say “hi”\u200b\n§\n".encode()), as_json=False) == 1
    assert "note 1 ‘say “hi”<U+200B>’: " in capsys.readouterr().out


def test_a_folder_in_place_of_the_file_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "NOTES.md").mkdir()
    report = check_home(NewtHome(tmp_path, "argument"))
    assert (report.exit_code, report.notes.kind) == (2, FileKind.UNREADABLE)


@pytest.mark.parametrize("as_json", [False, True])
def test_no_note_is_printed_beyond_its_title(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    long_title = "t" * 59 + "CUT OFF HERE"
    entries = ["\u200btitle one\nBODY", long_title + "\u200b\nBODY", "quiet\nBODY", "quiet\nBODY"]
    home = _home(tmp_path, "".join(f"{entry}\n§\n" for entry in entries).encode())
    assert run(home, as_json) == 1
    said = capsys.readouterr().out
    assert "title one" in said
    assert "t" * 59 in said
    assert "BODY" not in said
    assert "CUT" not in said


@pytest.mark.parametrize("as_json", [False, True])
def test_the_terminal_gets_no_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    folder = tmp_path / "bad\x1b]0;name\x07"
    folder.mkdir()
    home = _home(folder, "red\x1b[31m\x9b2J\u202e\rx\n§\n".encode())
    assert run(home, as_json) == 1
    said = capsys.readouterr().out.replace("\n", "")
    assert said.isprintable()
    assert "red" in said
    assert ("<U+001B>[31m" in said) is not as_json


@pytest.mark.parametrize("as_json", [False, True])
def test_a_terminal_that_knows_ascii_only_gets_ascii(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    assert run(_home(tmp_path, "é\u200b\n§\n".encode()), as_json) == 1
    assert b"\\u200b" in raw.getvalue() or b"<U+200B>" in raw.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="names there are always Unicode")
@pytest.mark.parametrize("as_json", [False, True])
def test_a_folder_name_that_is_no_unicode_is_no_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    folder = tmp_path / os.fsdecode(b"\xff")
    folder.mkdir()
    assert run(_home(folder, b"a\n\xc2\xa7\n"), as_json) == 0
    assert "NOTES.md" in capsys.readouterr().out


def _check_into(
    home: NewtHome, output: IO[bytes] | int, as_json: bool, errors: IO[bytes] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    """A real `--check` that prints into `output`, with an interpreter that hides no failing flush."""
    script = (
        "import sys; from pathlib import Path; from newt_gui import check;"
        "from newt_gui.core.paths import NewtHome;"
        "sys.exit(check.run(NewtHome(Path(sys.argv[1]), 'argument'), bool(sys.argv[2])))"
    )
    command = [sys.executable, "-X", "dev", "-c", script, str(home.path), "x" if as_json else ""]
    return subprocess.run(command, stdout=output, stderr=errors, check=False)


LONG = "".join(f"{number} {'x' * 60}\u200b\n§\n" for number in range(2_000)).encode()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("data", [b"a\n\xc2\xa7\n", LONG])
def test_output_that_cannot_be_written_is_told(tmp_path: Path, data: bytes, as_json: bool) -> None:
    home = _home(tmp_path, data)
    with open("/dev/full", "wb") as full:
        done = _check_into(home, full, as_json)
        silent = _check_into(home, full, as_json, errors=full)
    assert (done.returncode, silent.returncode) == (2, 2)
    assert done.stderr == b"newt-gui: The report could not be written: the disk is full.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe breaks differently there")
@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("data", [b"a\n\xc2\xa7\n", LONG])
def test_output_that_nobody_reads_any_more_ends_quietly(tmp_path: Path, data: bytes, as_json: bool) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = _check_into(_home(tmp_path, data), writer, as_json)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_path_that_cannot_exist_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    assert run(NewtHome(tmp_path / "a\0b", "argument"), as_json) == 2
    said = capsys.readouterr().out
    assert "character" in said
    assert "\0" not in said


def test_it_needs_no_window_system() -> None:
    script = "import sys, newt_gui.check; print(*(m for m in sys.modules if 'PySide6' in m))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
