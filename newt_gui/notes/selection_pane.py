"""What stands beside the list while several notes are selected: how many, how large, and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from newt_gui.core.notes_format import byte_length
from newt_gui.notes.rows import Row
from newt_gui.notes.words import named
from newt_gui.qt.flow import FlowBox
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.theme import Theme


class SelectionPane(QScrollArea):
    """Its buttons do what the window's actions do, and can be pressed when these can.

    It scrolls where there is no room for all of them.
    """

    left = Signal()
    """The person is done here and wants the list (Esc)."""

    def __init__(self, theme: Theme, actions: Mapping[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selection_pane")
        self.setAccessibleName(self.tr("Selected notes"))
        self.heading = plain_label(role="page")
        self.detail = WrappedText()
        self.detail.setAccessibleName(self.tr("What is selected"))
        self._box = FlowBox(2 * theme.unit)
        self._buttons = {name: self._button(actions[name], text) for name, text in self._wanted().items()}
        for name in ("action_merge_notes", "action_delete_note"):
            # These notes are going, and their list is where the person goes on.
            self._buttons[name].clicked.connect(self.left)
        self._lay_out(theme.unit)

    def _lay_out(self, unit: int) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        column.setSpacing(3 * unit)
        for part in (self.heading, self.detail, self._box):
            column.addWidget(part)
        column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def _wanted(self) -> dict[str, str]:
        return {
            "action_merge_notes": self.tr("Merge into one"),
            "action_copy_reference": self.tr("Copy as note:<number>"),
            "action_export": self.tr("Export selected…"),
            "action_delete_note": self.tr("Delete"),
        }

    def _button(self, action: QAction, text: str) -> QPushButton:
        button = QPushButton(text, self._box)
        button.setObjectName(action.objectName().replace("action_", "selection_"))
        button.setToolTip(action.toolTip())
        button.setEnabled(action.isEnabled())
        button.clicked.connect(lambda: action.trigger())
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        return button

    def show_rows(self, rows: Sequence[Row], limit: int) -> None:
        """Speak of these rows, with their unsaved text. `limit`: of the file, in bytes."""
        size = sum(byte_length(row.text) for row in rows)
        self.heading.setText(self.tr("{count} notes selected").format(count=number(len(rows))))
        detail = self.tr("{bytes} bytes, {percent} % of the limit").format(
            bytes=number(size), percent=number(size * 100 // limit)
        )
        lines = [detail, self._which(rows)]
        self.detail.setPlainText("\n".join(filter(None, lines)))
        self.setAccessibleDescription(f"{self.heading.text()}. {detail}")

    def _which(self, rows: Sequence[Row]) -> str:
        """The numbers, where they are few enough to be read."""
        ids = [row.id for row in rows if row.id is not None]
        unsaved = len(rows) - len(ids)
        said = [named(ids)] if 1 < len(ids) <= 5 or len(ids) == 1 else []
        if unsaved:
            told = self.tr("1 not saved yet") if unsaved == 1 else self.tr("{count} not saved yet")
            said.append(told.format(count=number(unsaved)))
        return ", ".join(said)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
