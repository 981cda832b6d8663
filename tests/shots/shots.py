"""Draws every page and state, light and dark: shots.py DIR

Each picture is the real window on real files, brought into its state by the hands of a person. A state
that is not reached is named, and the exit code is 1.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QLocale, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

sys.path.insert(0, str(Path(__file__).parents[2]))  # the pictures are drawn without an installation, too

from tests.shots.page_states import PAGE_STATES
from tests.shots.stage import NotReached, Stage
from tests.shots.states import STATES, State


def draw(state: State, dark: bool, target: Path) -> str:
    """Draws one picture; answers with the name of what did not appear, or ""."""
    with tempfile.TemporaryDirectory(prefix="newt-gui-shots-") as folder:
        stage = Stage(Path(folder), dark)
        state.before(stage)
        stage.open(*state.size, state.points, mirrored=state.mirrored)
        missing = ""
        try:
            state.then(stage)
            stage.await_shown(state.shown)
        except NotReached as absent:
            missing = str(absent)
        stage.picture().save(str(target / f"{state.name}-{'dark' if dark else 'light'}.png"))
        stage.close()
    return missing


def say(_kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
    """What Qt says, but for what its offscreen platform always says."""
    if "This plugin does not support" not in (message or ""):
        print(message, file=sys.stderr)


def main(arguments: list[str]) -> int:
    target = Path(arguments[0])
    target.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(say)
    QLocale.setDefault(QLocale("en_US"))
    app = QApplication(sys.argv[:1])  # before any font is asked for
    app.setApplicationDisplayName("Newt Memory")
    failed = 0
    for state in (*STATES, *PAGE_STATES):
        for dark in (False, True):
            missing = draw(state, dark, target)
            failed += bool(missing)
            print(
                f"{state.name} ({'dark' if dark else 'light'})" + (f": no {missing}" if missing else ""),
                flush=True,
            )
    print(f"{2 * (len(STATES) + len(PAGE_STATES))} pictures in {target}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
