"""A note that was changed here and elsewhere, in three texts."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from newt_gui.notes.rows import Row
from newt_gui.notes.slices import shown_text
from newt_gui.qt.conflict_texts import ConflictTexts
from newt_gui.qt.theme import Theme


class ConflictView(ConflictTexts):
    """Stands in place of the note's text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("conflict_view", theme, with_both=True, parent=parent)
        unit = theme.unit
        self.column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)

    def show_row(self, row: Row) -> None:
        """Show the three texts of a row that was changed on both sides."""
        explanation = self.tr(
            "Note {id} was changed here and by somebody else at the same time. All texts are kept "
            "until you decide; nothing is saved before that."
        ).format(id=row.id)
        self.show_texts(explanation, *map(shown_text, (row.text, row.stored or "", row.base or "")))
