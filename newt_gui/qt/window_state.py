"""Where the window stood and how its panes were divided, from one start to the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRect, QSize
from PySide6.QtWidgets import QSplitter, QWidget

if TYPE_CHECKING:
    from newt_gui.core.settings import Settings

# The first size of a window, in average characters of width and lines of height.
_FIRST_COLUMNS, _FIRST_LINES = 150, 42
_WIDEST_PANE = 100_000  # pixels; Qt itself can't take any number


def restore(window: QWidget, splitters: Sequence[QSplitter], settings: Settings) -> None:
    """Put the window and its splitters where they were; a first time, or nonsense: a good size."""
    # Qt itself brings back a window whose screen is gone.
    geometry = QByteArray.fromBase64(settings.get("geometry").encode("ascii", "replace"))
    if geometry.isEmpty() or not window.restoreGeometry(geometry):
        window.setGeometry(_first_place(window))
    _divide(splitters, settings.get("splitter"))


def remember(window: QWidget, splitters: Sequence[QSplitter], settings: Settings) -> None:
    """Keep what `restore` needs. Raises SaveFailed where the options can't be written."""
    settings.set("geometry", bytes(window.saveGeometry().toBase64().data()).decode("ascii"))
    settings.set("splitter", [size for splitter in splitters for size in splitter.sizes()])


def restore_division(splitter: QSplitter, settings: Settings) -> None:
    """Divide a splitter as it was; the option is called like the splitter's objectName."""
    _divide([splitter], settings.get(splitter.objectName()))


def remember_division(splitter: QSplitter, settings: Settings) -> None:
    """Keep what `restore_division` needs. Raises SaveFailed where the options can't be written."""
    settings.set(splitter.objectName(), splitter.sizes())


def _divide(splitters: Sequence[QSplitter], sizes: list[int]) -> None:
    """`sizes`: of all panes of all splitters in turn; used only if they fit what is there."""
    if len(sizes) != sum(splitter.count() for splitter in splitters):
        return
    if not all(0 <= size <= _WIDEST_PANE for size in sizes):
        return
    remaining = iter(sizes)
    for splitter in splitters:
        share = list(islice(remaining, splitter.count()))
        if sum(share) > 0:
            splitter.setSizes(share)


def _first_place(window: QWidget) -> QRect:
    """In the middle of the screen, roomy, and never larger than nine tenths of it."""
    screen = window.screen().availableGeometry()
    metrics = window.fontMetrics()
    wanted = QSize(metrics.averageCharWidth() * _FIRST_COLUMNS, metrics.lineSpacing() * _FIRST_LINES)
    place = QRect(screen.topLeft(), wanted.boundedTo(screen.size() * 0.9))
    place.moveCenter(screen.center())
    return place
