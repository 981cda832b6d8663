"""The line over a note's text: its number, its title, its chips."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from newt_gui.core.notes_format import title
from newt_gui.notes import words
from newt_gui.notes.delegate import LONGEST_TITLE, visible
from newt_gui.notes.rows import Row
from newt_gui.qt.elided import ElidedLabel
from newt_gui.qt.plain import plain_label
from newt_gui.qt.theme import Theme


class NoteHeader(QWidget):
    """Says which note is open, as the list calls it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = plain_label(role="page", quiet=True)
        self.heading = ElidedLabel()
        self.heading.setFont(theme.font("page"))
        self.chips = plain_label(role="small", quiet=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4 * theme.unit)
        row.addWidget(self.number)
        row.addWidget(self.heading, 1)
        row.addWidget(self.chips)

    def show_row(self, row: Row) -> None:
        """Speak of `row`, with the text that is being written."""
        self.number.setText(self.tr("new") if row.id is None else str(row.id))
        self.heading.set_text(
            visible(words.shown_title(title(row.text))[:LONGEST_TITLE]) or self.tr("(empty)")
        )
        self.chips.setText("   ".join(words.kind_chips(row.text)))
