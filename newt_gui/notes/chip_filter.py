"""A row of chips: which kinds of notes there are, how many of each, and which are to be shown."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from newt_gui.notes.badges import KINDS
from newt_gui.notes.words import tr
from newt_gui.qt.flow import FlowBox
from newt_gui.qt.numbers import number
from newt_gui.qt.theme import Theme


class ChipFilter(FlowBox):
    """Only kinds that occur have a chip, and one that is chosen keeps its own. Hidden without any."""

    chosen = Signal(object)
    """The chosen kinds, a frozenset; none: all rows are wanted."""
    left = Signal()
    """The person is done here and wants the list (Esc)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme.unit, parent)
        self.setObjectName("notes_kinds")
        self.setAccessibleName(self.tr("Kinds of notes"))
        self._theme = theme
        self._counts: Mapping[str, int] = {}
        self.is_folded = False
        self.chips: dict[str, QToolButton] = {kind: self._chip(kind) for kind in KINDS}
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def _chip(self, kind: str) -> QToolButton:
        chip = QToolButton(self)
        chip.setObjectName(f"notes_kind_{kind}")
        chip.setProperty("chip", "plain")
        chip.setCheckable(True)
        chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        chip.setToolTip(_reason(kind))
        chip.toggled.connect(self._on_toggled)
        chip.hide()
        return chip

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds that are chosen."""
        return frozenset(kind for kind, chip in self.chips.items() if chip.isChecked())

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """How many rows there are of each kind."""
        if counts == self._counts:
            return
        self._counts = dict(counts)
        for kind, chip in self.chips.items():
            count = self._counts.get(kind, 0)
            label = _label(kind)
            chip.setText(f"{label} {number(count)}")
            said = self.tr("{kind}, 1 note") if count == 1 else self.tr("{kind}, {count} notes")
            chip.setAccessibleName(said.format(kind=label, count=number(count)))
        self._show_needed()

    def show_chosen(self, kinds: frozenset[str]) -> None:
        """These kinds were chosen elsewhere."""
        for kind, chip in self.chips.items():
            chip.blockSignals(True)
            chip.setChecked(kind in kinds)
            chip.blockSignals(False)
        self._dress()
        self._show_needed()

    def _on_toggled(self) -> None:
        self._dress()
        self._show_needed()
        self.chosen.emit(self.kinds)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def fold(self, folded: bool) -> None:
        """Whether the kinds are chosen from a menu, because there is no room for chips."""
        if folded != self.is_folded:
            self.is_folded = folded
            self._show_needed()

    @property
    def needed(self) -> list[str]:
        """The kinds that there is something to choose of."""
        return [kind for kind, chip in self.chips.items() if self._counts.get(kind) or chip.isChecked()]

    def _show_needed(self) -> None:
        needed = [bool(self._counts.get(kind)) or chip.isChecked() for kind, chip in self.chips.items()]
        for chip, wanted in zip(self.chips.values(), needed, strict=True):
            if chip.hasFocus() and not wanted:
                self.focusNextChild()
            chip.setVisible(wanted)
        self.setVisible(any(needed) and not self.is_folded)
        self.arrange()

    def _dress(self) -> None:
        """A chosen chip has a tick as well as another colour."""
        side = round(self._theme.unit * 2.5)
        for chip in self.chips.values():
            chip.setIconSize(QSize(side, side))
            chip.setIcon(self._theme.icon("check") if chip.isChecked() else QIcon())
        self.arrange()


def _label(kind: str) -> str:
    return {
        "user": "user",
        "project": "project",
        "auto": tr("auto-extracted"),
        "flagged": tr("flagged"),
        "duplicates": tr("duplicates"),
        "unsaved": tr("not saved"),
    }[kind]


def _reason(kind: str) -> str:
    return {
        "user": tr("Notes that begin with “user:”"),
        "project": tr("Notes that begin with “project:”"),
        "auto": tr("Notes that newt wrote by itself, from a conversation"),
        "flagged": tr("Notes with something in them that newt would refuse"),
        "duplicates": tr("Notes that say the same as another one, or nearly"),
        "unsaved": tr("Notes with unsaved text; they are always shown"),
    }[kind]
