"""Crash reports, the log and who is told: each in a process of its own, looked at from outside."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

SECRET = "my-own-words"

# A window's program in small: takes over, fails as told, lets the event loop run, says what it was told.
PROGRAM = """
import sys, threading
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer, qWarning
from newt_gui import diagnostics
from newt_gui.core.errors import UserFacingError
from newt_gui.core.paths import app_folders

app = QCoreApplication([])
diagnostics.install(app_folders())
main_thread = threading.current_thread()

def told(kind, what):
    where = "window" if threading.current_thread() is main_thread else "elsewhere"
    print(kind, where, what, flush=True)

def listen():
    diagnostics.on_crash(lambda path: told("crash", path))
    diagnostics.on_trouble(lambda error: told("trouble", error.what))

def later(*functions):
    for function in functions:
        QTimer.singleShot(0, function)
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, app.quit))
    app.exec()

def on_a_thread(function):
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()

def broken(text="{secret}"):
    note = text
    try:
        {{}}["{secret}"]
    except KeyError:
        raise ValueError(f"can't use {{note}}")
"""


def run_program(tmp_path: Path, body: str, **env: str) -> subprocess.CompletedProcess[str]:
    program = PROGRAM.format(secret=SECRET) + body
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NEWT_GUI_FOLDER": str(tmp_path)} | env,
        capture_output=True,
        text=True,
        check=False,
    )


def reports(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "state").glob("crash-*.txt"))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def everything_written(tmp_path: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file())


def test_a_bug_is_reported_by_places_and_never_by_anybodys_text(tmp_path: Path) -> None:
    done = run_program(tmp_path, "listen(); later(broken)")
    [report] = reports(tmp_path)
    assert done.stdout == f"crash window {report}\n"
    text = report.read_text(encoding="utf-8")
    assert re.search(r"builtins\.ValueError\n  <string>:\d+ broken\n.*builtins\.KeyError\n", text, re.DOTALL)
    assert "Newt Memory" in text
    assert re.search(r"^Qt 6\.", text, re.MULTILINE)
    assert SECRET not in everything_written(tmp_path) + done.stderr
    assert "Traceback" not in done.stderr
    assert (mode(report), mode(report.parent)) == (0o600, 0o700)


def test_a_bug_of_the_programs_own_is_placed_without_the_folders_above_it(tmp_path: Path) -> None:
    run_program(tmp_path, "listen(); later(lambda: diagnostics.one_line(None))")
    [report] = reports(tmp_path)
    assert re.search(r"^  newt_gui/preflight\.py:\d+ one_line$", report.read_text("utf-8"), re.MULTILINE)


def test_a_bug_on_another_thread_is_told_on_the_windows_thread(tmp_path: Path) -> None:
    done = run_program(tmp_path, "listen(); later(lambda: on_a_thread(broken))")
    [report] = reports(tmp_path)
    assert done.stdout == f"crash window {report}\n"


def test_the_same_bug_again_is_one_report(tmp_path: Path) -> None:
    done = run_program(tmp_path, "listen(); later(*[broken] * 50)")
    assert len(reports(tmp_path)) == 1
    assert len(done.stdout.splitlines()) == 1


def test_only_the_newest_reports_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    for number in range(30):
        (folder / f"crash-20010101-0000{number:02}.txt").touch()
    run_program(tmp_path, "later(broken)")
    kept = reports(tmp_path)
    assert len(kept) == 20
    assert kept[-1].stat().st_size


def test_where_no_report_can_be_written_the_window_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file is in the way", encoding="utf-8")
    done = run_program(tmp_path, "listen(); later(broken, lambda: qWarning('w'))")
    assert done.stdout == "crash window None\n"
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("on", ["raise_it", "lambda: on_a_thread(raise_it)"])
def test_trouble_for_a_person_is_told_in_words_and_is_no_report(tmp_path: Path, on: str) -> None:
    body = f"""
def raise_it():
    raise UserFacingError(what="{SECRET}", hint="Do this.")
listen(); later({on})
"""
    done = run_program(tmp_path, body)
    assert done.stdout == f"trouble window {SECRET}\n"
    assert done.stderr == ""
    assert SECRET not in everything_written(tmp_path)
    assert not reports(tmp_path)


def test_trouble_before_there_is_a_window_is_one_line_on_the_terminal(tmp_path: Path) -> None:
    done = run_program(tmp_path, "raise UserFacingError(what='No room.', hint='Make some.')")
    assert done.stderr == "newt-gui: No room. Make some.\n"
    assert done.returncode == 1


def test_a_quiet_run_leaves_no_log(tmp_path: Path) -> None:
    run_program(tmp_path, "later()")
    assert [path.name for path in (tmp_path / "state").iterdir()] == ["fault.txt"]


def test_what_qt_says_is_logged_for_the_person_only(tmp_path: Path) -> None:
    done = run_program(tmp_path, "qWarning('the canvas\\nis torn'); later()")
    log = tmp_path / "state" / "newt-gui.log"
    assert log.read_text(encoding="utf-8").endswith("WARNING Qt (default): the canvas is torn\n")
    assert mode(log) == 0o600
    assert done.stderr == ""


def test_a_logged_exception_shows_its_places_only(tmp_path: Path) -> None:
    body = """
import logging
try:
    broken()
except ValueError:
    logging.getLogger("newt_gui.somewhere").exception("could not")
"""
    run_program(tmp_path, body)
    text = everything_written(tmp_path)
    assert "ERROR could not\nbuiltins.ValueError\n" in text
    assert SECRET not in text


def test_a_long_log_is_cut_and_stays_private(tmp_path: Path) -> None:
    run_program(tmp_path, "[qWarning('x' * 290) for _ in range(3000)]")
    logs = sorted((tmp_path / "state").glob("newt-gui.log*"))
    assert [path.name for path in logs] == ["newt-gui.log", "newt-gui.log.1"]
    assert all(path.stat().st_size <= 256 * 1024 for path in logs)
    assert {mode(path) for path in logs} == {0o600}


def test_debugging_shows_the_log_and_the_traceback_on_the_terminal(tmp_path: Path) -> None:
    done = run_program(tmp_path, "qWarning('torn'); later(broken)", NEWT_GUI_DEBUG="1")
    assert "WARNING Qt (default): torn" in done.stderr
    assert f"ValueError: can't use {SECRET}" in done.stderr
    assert SECRET not in everything_written(tmp_path)


def test_a_process_that_dies_hard_leaves_places_that_the_next_start_keeps_as_a_report(tmp_path: Path) -> None:
    died = run_program(tmp_path, f"{SECRET!r}; import faulthandler; faulthandler._sigsegv()")
    assert died.returncode < 0
    fault = tmp_path / "state" / "fault.txt"
    assert "<module>" in fault.read_text(encoding="utf-8")
    assert mode(fault) == 0o600
    run_program(tmp_path, "later()")
    [report] = reports(tmp_path)
    assert "<module>" in report.read_text(encoding="utf-8")
    assert SECRET not in everything_written(tmp_path)
    assert fault.stat().st_size == 0


def test_closing_gives_the_hooks_back(tmp_path: Path) -> None:
    body = """
diagnostics.close()
print(sys.excepthook is sys.__excepthook__, threading.excepthook is threading.__excepthook__)
diagnostics.close()
"""
    done = run_program(tmp_path, body)
    assert done.stdout == "True True\n"
