"""For every test: no display needed, no home but a temporary one, and no clock that could fail it."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Qt reads it once, when the application is made; a display chosen from outside is kept.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_configure(config: pytest.Config) -> None:
    """The quick tier tries the same examples every time; the long one looks for new ones."""
    quick = config.getoption("markexpr") == "not long"
    settings.register_profile("newt", deadline=None, derandomize=quick)
    settings.load_profile("newt")


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the person's machine: home, newt home and the app's own folders."""
    machine = tmp_path_factory.mktemp("machine")
    places = {
        "HOME": "home",
        "USERPROFILE": "home",
        "APPDATA": "home/roaming",
        "LOCALAPPDATA": "home/local",
        "XDG_CONFIG_HOME": "home/.config",
        "XDG_DATA_HOME": "home/.local/share",
        "XDG_STATE_HOME": "home/.local/state",
        "XDG_CACHE_HOME": "home/.cache",
        "XDG_RUNTIME_DIR": "run",
        "NEWT_CONFIG_DIR": "newt",
        "NEWT_GUI_FOLDER": "gui",
    }
    for name, place in places.items():
        monkeypatch.setenv(name, str(machine / place))
    (machine / "home").mkdir()
    (machine / "run").mkdir(mode=0o700)
    return machine


@pytest.fixture(autouse=True)
def collected_here() -> Iterator[None]:
    """No worker thread collects: it would destroy Qt objects that belong to this one."""
    gc.disable()
    yield
    if gc.get_count()[0] > 2_000:
        gc.collect()
