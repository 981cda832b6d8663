"""The window comes back where it was, and somewhere sensible where that makes no sense."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from newt_gui.core.settings import Settings
from newt_gui.qt.window_state import remember, restore

Made = Callable[[], tuple[QMainWindow, list[QSplitter]]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.toml")


@pytest.fixture
def make(qtbot: QtBot) -> Made:
    def _make() -> tuple[QMainWindow, list[QSplitter]]:
        window = QMainWindow()
        qtbot.addWidget(window)
        outer, inner = QSplitter(), QSplitter(Qt.Orientation.Vertical)
        for splitter, panes in ((outer, 2), (inner, 3)):
            for _ in range(panes):
                splitter.addWidget(QWidget())
        outer.insertWidget(1, inner)
        window.setCentralWidget(outer)
        return window, [outer, inner]

    return _make


def test_place_and_panes_come_back(make: Made, settings: Settings, tmp_path: Path) -> None:
    window, splitters = make()
    window.setGeometry(120, 90, 420, 360)
    window.show()
    splitters[0].setSizes([100, 220, 100])
    splitters[1].setSizes([50, 150, 160])
    sizes = [splitter.sizes() for splitter in splitters]
    remember(window, splitters, settings)

    again, panes = make()
    restore(again, panes, Settings(tmp_path / "settings.toml"))
    again.show()
    assert again.geometry() == QRect(120, 90, 420, 360)
    assert [splitter.sizes() for splitter in panes] == sizes


def test_a_maximised_window_comes_back_maximised(make: Made, settings: Settings, tmp_path: Path) -> None:
    window, splitters = make()
    window.showMaximized()
    remember(window, splitters, settings)
    again, panes = make()
    restore(again, panes, Settings(tmp_path / "settings.toml"))
    assert again.isMaximized()


@pytest.mark.parametrize("geometry", ["", "nonsense", "AAAA", "ünsinn", "////////"])
def test_without_a_place_the_window_is_roomy_and_on_the_screen(
    make: Made, settings: Settings, geometry: str
) -> None:
    settings.set("geometry", geometry)
    window, splitters = make()
    restore(window, splitters, settings)
    screen = window.screen().availableGeometry()
    assert screen.contains(window.geometry())
    assert window.width() >= min(screen.width() * 0.85, window.fontMetrics().averageCharWidth() * 140)
    assert window.height() >= min(screen.height() * 0.85, window.fontMetrics().lineSpacing() * 40)
    assert abs(window.geometry().center().x() - screen.center().x()) <= 1


def test_a_window_left_on_a_screen_that_is_gone_is_brought_back(
    make: Made, settings: Settings, tmp_path: Path
) -> None:
    window, splitters = make()
    window.setGeometry(9_000, 7_000, 500, 400)
    window.show()
    remember(window, splitters, settings)
    again, panes = make()
    restore(again, panes, Settings(tmp_path / "settings.toml"))
    seen = again.screen().availableGeometry() & again.frameGeometry()
    assert seen.width() > 100
    assert seen.height() > 100


class _AnySizes(Settings):
    """Options whose file holds sizes that nobody looked at."""

    sizes: list[int]

    def get(self, key: str) -> Any:
        return self.sizes if key == "splitter" else super().get(key)


@pytest.mark.parametrize(
    "sizes",
    [
        [],
        [1],
        [1] * 7,
        [0] * 6,
        [100, -5, 100, 1, 1, 1],
        [100, 2**31, 100, 1, 1, 1],
        [100, 10**30, 100, 1, 1, 1],
    ],
)
def test_sizes_that_do_not_fit_change_nothing(make: Made, tmp_path: Path, sizes: list[int]) -> None:
    window, splitters = make()
    settings = _AnySizes(tmp_path / "settings.toml")
    settings.sizes = sizes
    window.resize(600, 400)
    window.show()
    before = [splitter.sizes() for splitter in splitters]
    restore(window, splitters, settings)
    window.resize(600, 400)
    assert [splitter.sizes() for splitter in splitters] == before


def test_sizes_of_a_hand_edited_file_never_stop_the_start(make: Made, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f"splitter = {[10**30] * 6}\n", encoding="utf-8")
    window, splitters = make()
    restore(window, splitters, Settings(file))
