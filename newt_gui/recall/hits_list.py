"""The list of hits or conversations: model and view."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QListView

from newt_gui.qt.plain import plain_tip
from newt_gui.qt.theme import Theme
from newt_gui.recall.hit_delegate import ROW, HitDelegate, Index
from newt_gui.recall.rows import Address, Row


class HitsModel(QAbstractListModel):
    """One row for each hit or conversation; all rows come and go together."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self._places: dict[Address, int] = {}

    def show(self, rows: tuple[Row, ...]) -> None:
        """Other rows."""
        self.beginResetModel()
        self.rows = rows
        self._places = {row.address: at for at, row in enumerate(rows)}
        self.endResetModel()

    def position(self, address: Address) -> int:
        """Where the row with that address is, -1 for nowhere."""
        return self._places.get(address, -1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            said = (row.title, " · ".join(filter(None, (row.time, row.where, *row.tags))), row.snippet)
            return plain_tip("\n".join(filter(None, said)))
        return None

    def roleNames(self) -> dict[int, Any]:
        return {Qt.ItemDataRole.DisplayRole: b"title", ROW: b"row"}


class HitsView(QListView):
    """The list; Enter goes on to the reader, Esc back to the field."""

    opened = Signal()
    left = Signal()
    menu_requested = Signal(object)
    """A place of the screen: show what can be done with the current row there."""

    def __init__(self, theme: Theme, model: HitsModel) -> None:
        super().__init__()
        self.setObjectName("recall_hits")
        self.setModel(model)
        self.setItemDelegate(HitDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setProperty("bare", True)
        self.doubleClicked.connect(self.opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = self.currentIndex()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            at = self.indexAt(event.pos())
            if at.isValid():
                self.setCurrentIndex(at)
        if not at.isValid():
            return
        below = self.viewport().mapToGlobal(self.visualRect(at).center())
        mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        self.menu_requested.emit(event.globalPos() if mouse else below)
