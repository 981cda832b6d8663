"""Which rows of the notes list are selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel

from newt_gui.notes.list_pane import ListPane


def select(list_pane: ListPane, keys: Sequence[int]) -> None:
    """Make the first of these rows current and select all of them; keys without a row are left out."""
    if not keys:
        return
    list_pane.choose(keys[0])
    more = QItemSelection()
    for key in keys[1:]:
        source = list_pane.model.index(list_pane.model.position(key))
        index = list_pane.filtered.mapFromSource(source)
        more.select(index, index)
    list_pane.view.selectionModel().select(more, QItemSelectionModel.SelectionFlag.Select)
