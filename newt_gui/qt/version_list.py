"""The kept versions of a file as lines to choose from. Knows nothing of what is in them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from newt_gui.core.history import Version
from newt_gui.qt.theme import Theme
from newt_gui.qt.version_words import version_line


def line_list(name: str, said: str, theme: Theme) -> QListWidget:
    """A list of lines that may each have several rows. `said`: its name for a screen reader."""
    lines = QListWidget()
    _dress(lines, name, said, theme)
    return lines


def fill_lines(lines: QListWidget, said: Sequence[str]) -> None:
    """Show these; the first one is chosen."""
    lines.clear()
    for line in said:
        lines.addItem(QListWidgetItem(line))
    if said:
        lines.setCurrentRow(0)


class VersionList(QListWidget):
    """Newest first; the chosen version stays chosen while others come and go."""

    chosen = Signal(int)
    """The 0-based row of a version that is to be shown, also where it was shown before."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        """`name` becomes the objectName."""
        super().__init__(parent)
        self.versions: tuple[Version, ...] = ()
        _dress(self, name, self.tr("Versions, newest first"), theme)
        self.currentRowChanged.connect(self._on_row)

    @property
    def current(self) -> Version | None:
        """The chosen version."""
        row = self.currentRow()
        return self.versions[row] if 0 <= row < len(self.versions) else None

    def show_versions(self, versions: Sequence[Version], now: str, at: int | None = None) -> None:
        """Show these. `now`: the SHA-256 of what the file holds, empty for nothing. `at`: the row to
        choose; None for the version that is chosen already, or the newest.
        """
        before = self.current
        again = (row for row, one in enumerate(versions) if before is not None and one.id == before.id)
        row = next(again, 0) if at is None else at
        self.versions = tuple(versions)
        with QSignalBlocker(self):
            fill_lines(self, [version_line(one, one.sha256 == now) for one in versions])
            self.setCurrentRow(row if row < len(versions) else 0)
        self._on_row(self.currentRow())

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.chosen.emit(row)


def _dress(lines: QListWidget, name: str, said: str, theme: Theme) -> None:
    lines.setObjectName(name)
    lines.setAccessibleName(said)
    lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    lines.setSpacing(theme.unit // 2)
    lines.setMinimumHeight(3 * lines.fontMetrics().lineSpacing())
