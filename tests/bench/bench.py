"""Measures the program against bare windows, in the same run and by turns; prints one table.

    bench.py [--json] [--rounds N] [--long]

Times and memory are medians. A ratio is the program's median over the floor's.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from newt_gui.core.notes_format import parse

HERE = Path(__file__).parent
LATE = ("sqlite3", "tomlkit", "psutil", "charset_normalizer", "difflib")
"""Not to be imported before the first paint."""


@dataclass(frozen=True)
class Row:
    """One line of the table; `floor` is None where there is none."""

    what: str
    unit: str
    floor: float | None
    subject: float
    goal: str

    @property
    def ratio(self) -> float | None:
        return self.subject / self.floor if self.floor else None


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=9, help="starts of each window, 7 or more (9)")
    parser.add_argument("--long", action="store_true", help="recall over 1,000,000 turns, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="newt-gui-bench-") as folder:
        env = prepared(Path(folder))
        start_rows, modules = measure_start(env, max(7, arguments.rounds))
        rows = [
            *start_rows,
            *measure_large_start(env, Path(folder), start_rows[0]),
            *measure_keystroke(env),
            *measure_large(env),
            *measure_scan(env),
            *measure_recall(env, (10_000, 100_000, 1_000_000) if arguments.long else (10_000, 100_000)),
        ]
    if arguments.json:
        print(json.dumps({"rows": [as_json(row) for row in rows], "modules": modules}, indent=2))
    else:
        print_table(rows, modules)
    return 0


def prepared(folder: Path) -> dict[str, str]:
    """A newt home with 60 notes, within the budget, and folders of its own.

    Compiled code is kept, as an installation does.
    """
    home = folder / "newt-home"
    home.mkdir()
    notes = [f"project: Bed {number} gets two cans" for number in range(60)]
    text = "".join(f"{note}\n§\n" for note in notes)
    (home / "NOTES.md").write_text(text, encoding="utf-8", newline="\n")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return env | {"NEWT_CONFIG_DIR": str(home), "NEWT_GUI_FOLDER": str(folder / "app")}


def run(script: str, env: dict[str, str], *more: str) -> dict[str, Any]:
    """What a script said, and `seconds` from before its process began to the moment it names."""
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, str(HERE / script), *more], env=env, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{script} failed:\n{done.stderr.decode()}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told | {"seconds": told.get("at", 0.0) - begun}


def measure_start(env: dict[str, str], rounds: int) -> tuple[list[Row], dict[str, Any]]:
    scripts = ("start_floor.py", "start_app.py")
    for script in scripts:
        run(script, env)  # compiles, and fills the disk cache
    pairs = [tuple(run(script, env) for script in scripts) for _ in range(rounds)]
    floors, subjects = zip(*pairs, strict=True)

    def median(runs: tuple[dict[str, Any], ...], key: str) -> float:
        return statistics.median(each[key] for each in runs)

    rows = [
        Row(
            "start to first paint, 60 notes",
            "s",
            median(floors, "seconds"),
            median(subjects, "seconds"),
            "≤ 1.5×",
        ),
        Row("peak memory by then", "MB", median(floors, "peak_mb"), median(subjects, "peak_mb"), "≤ 1.6×"),
    ]
    loaded = subjects[0]["modules"]
    extra = sorted(set(loaded) - set(floors[0]["modules"]))
    rows.append(
        Row("modules before the first paint", "", len(floors[0]["modules"]), len(loaded), "none late")
    )
    return rows, {"too_early": [name for name in LATE if name in loaded], "beyond_floor": extra}


def measure_keystroke(env: dict[str, str]) -> list[Row]:
    told = run("keystroke.py", env)
    floor, subject = sorted(told["floor"]), sorted(told["subject"])
    own_work = percentile(subject, 99) - statistics.median(floor)
    return [
        Row("key to repaint, median", "ms", statistics.median(floor), statistics.median(subject), ""),
        Row("key to repaint, p99", "ms", percentile(floor, 99), percentile(subject, 99), "≤ 2×"),
        Row("own work for a key, p99", "ms", None, own_work, "≤ 16 ms"),
        Row("own work for a key, worst", "ms", None, subject[-1] - statistics.median(floor), "≤ 16 ms"),
    ]


def measure_recall(env: dict[str, str], sizes: tuple[int, ...]) -> list[Row]:
    """Queries from rare to in every turn; p95 of the whole set, and how it grows with the database."""
    told = {turns: run("recall.py", env, str(turns))["queries"] for turns in sizes}
    rows = [row for turns, queries in told.items() for row in recall_rows(f"{turns:,} turns", queries)]
    tenfold = math.log10(sizes[-1] / sizes[0])
    for what, name in (("all of what is in every turn", "ours"), ("first rows of that", "first")):
        times = [told[turns]["everywhere"][name] for turns in (sizes[0], sizes[-1])]
        rows.append(Row(f"exponent, {what}", "", None, math.log10(times[1] / times[0]) / tenfold, "≤ 1"))
    return rows


def recall_rows(size: str, queries: dict[str, dict[str, float]]) -> list[Row]:
    floors, subjects = ([each[name] for each in queries.values()] for name in ("plain", "ours"))
    common = queries["everywhere"]
    return [
        Row(f"recall, {size}, median", "ms", statistics.median(floors), statistics.median(subjects), ""),
        Row(
            f"recall, {size}, p95",
            "ms",
            percentile(sorted(floors), 95),
            percentile(sorted(subjects), 95),
            "≤ 0.8×",
        ),
        Row(f"first rows of what is in every turn, {size}", "ms", common["ours"], common["first"], "≤ 0.1×"),
    ]


def measure_large_start(env: dict[str, str], folder: Path, bare: Row) -> list[Row]:
    """500 KB in 900 notes. The floor: the bare window, and reading and parsing that file alone."""
    home = folder / "large-home"
    home.mkdir()
    file = home / "NOTES.md"
    note = "Bed {}: beans sown again after the frost, and watered by hand. " * 9
    text = "".join(f"{note.format(*[number] * 9)}\n§\n" for number in range(900))
    file.write_text(text, encoding="utf-8", newline="\n")
    begun = time.perf_counter()
    parse(file.read_bytes().decode())
    floor = (bare.floor or 0.0) + time.perf_counter() - begun
    times = [run("start_app.py", env | {"NEWT_CONFIG_DIR": str(home)})["seconds"] for _ in range(7)]
    return [Row("start, 900 notes of 500 KB", "s", floor, statistics.median(times), "≤ 1.5×, < 1 s")]


def measure_large(env: dict[str, str]) -> list[Row]:
    told = run("large.py", env)
    return [
        Row("12,000 lines pasted", "ms", told["paste_floor"], told["paste"], "≤ 1.2×"),
        Row("a line of 1 MB shown", "ms", None, told["long_line"], "< 1000 ms"),
        Row("change on disk to list", "ms", None, told["outside"], "≤ 500 ms"),
    ]


def measure_scan(env: dict[str, str]) -> list[Row]:
    told = run("scan.py", env)
    prose, growth = told["prose"], told["growth"]
    exponents = {name: math.log(times[-1] / times[0], 8) for name, times in growth.items()}
    steepest = max(exponents, key=exponents.__getitem__)
    return [
        Row("scan of a note of 2,200 bytes", "ms", None, told["note"], "< 1 ms"),
        *(Row(f"1 MB {name!r}", "ms", prose, time, "≤ 5×") for name, time in told["worst"].items()),
        *(Row(f"findings {name!r}", "ms", prose, time, "") for name, time in told["dense"].items()),
        *(
            Row(f"{size} MB {name!r}", "ms", None, time, "")
            for name in ("prose", steepest)
            for size, time in zip(told["sizes"], growth[name], strict=True)
        ),
        Row(f"exponent of {steepest!r}", "", None, exponents[steepest], "1"),
    ]


def percentile(ordered: list[float], percent: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def as_json(row: Row) -> dict[str, Any]:
    return asdict(row) | {"ratio": row.ratio}


def print_table(rows: list[Row], modules: dict[str, Any]) -> None:
    print(f"{'':34}{'bare':>10}{'here':>10}  {'':3}{'ratio':>7}  goal")
    for row in rows:
        floor = "" if row.floor is None else f"{row.floor:.4g}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}×"
        print(f"{row.what:34}{floor:>10}{row.subject:>10.4g}  {row.unit:3}{ratio:>7}  {row.goal}")
    beyond = [name for name in modules["beyond_floor"] if not name.startswith("newt_gui")]
    print(f"\nimported too early: {', '.join(modules['too_early']) or 'nothing'}")
    print(f"imported beyond the bare window's: {', '.join(beyond)}")


if __name__ == "__main__":
    sys.exit(main())
