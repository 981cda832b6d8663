"""The notes list as a flat Qt model over the session's rows."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from newt_gui.core.notes_format import title
from newt_gui.notes import words
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.qt.text import qt_string

Index = QModelIndex | QPersistentModelIndex

MOST_SINGLE_STEPS = 64
"""Above so many added and removed rows, one reset costs views less than the single steps."""


class Role(IntEnum):
    """The roles of a row; `roleNames` gives their names."""

    ID = Qt.ItemDataRole.UserRole + 1
    TITLE = Qt.ItemDataRole.UserRole + 2
    TEXT = Qt.ItemDataRole.UserRole + 3
    SIZE_BYTES = Qt.ItemDataRole.UserRole + 4
    BADGES = Qt.ItemDataRole.UserRole + 5
    KEY = Qt.ItemDataRole.UserRole + 6
    BADGE_LABELS = Qt.ItemDataRole.UserRole + 7
    CHIPS = Qt.ItemDataRole.UserRole + 8


class NotesModel(QAbstractListModel):
    """One item a row.

    Roles: id (int, None for a note that is not in the file), title, text (the draft where there
    is one), size_bytes (UTF-8), badges (names), badge_labels ((kind, label) pairs), chips, key.
    """

    def __init__(self, session: NotesSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: tuple[Row, ...] = session.rows
        self._first_ids = self._index_texts()
        session.rows_changed.connect(self._on_rows_changed)
        session.draft_changed.connect(self._on_draft_changed)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def roleNames(self) -> dict[int, QByteArray]:
        return {int(role): QByteArray(role.name.lower().encode()) for role in Role}

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        reader = _READERS.get(role)
        return None if reader is None else reader(self, self._rows[index.row()])

    def row(self, position: int) -> Row:
        """The row at a place of the model."""
        return self._rows[position]

    def position(self, key: int) -> int:
        """The place of a key in the model, -1 where it is not."""
        return next((at for at, row in enumerate(self._rows) if row.key == key), -1)

    # Reading one row

    def _badges(self, row: Row) -> list[words.Badge]:
        first = self._first_ids.get(row.text) if row.id is not None else None
        return words.badges(row, first if first != row.id else None)

    def _tool_tip(self, row: Row) -> str:
        return "\n".join(badge.reason for badge in self._badges(row))

    def _accessible(self, row: Row) -> str:
        name = words.tr("new note") if row.id is None else words.tr("note {id}").format(id=row.id)
        labels = [*words.kind_chips(row.text), *(badge.label for badge in self._badges(row))]
        return ", ".join([name, _title(row), *labels, words.size(_size(row))])

    # Following the session

    def _index_texts(self) -> dict[str, int]:
        first: dict[str, int] = {}
        for row in self._rows:
            if row.id is not None:
                first.setdefault(row.text, row.id)
        return first

    def _on_draft_changed(self, key: int) -> None:
        at = self.position(key)
        self._rows = self._session.rows
        if at >= 0:
            self.dataChanged.emit(self.index(at), self.index(at))

    def _on_rows_changed(self) -> None:
        old, new = [row.key for row in self._rows], [row.key for row in self._session.rows]
        kept = set(old) & set(new)
        gone = [at for at, key in enumerate(old) if key not in kept]
        come = [at for at, key in enumerate(new) if key not in kept]
        reordered = [key for key in old if key in kept] != [key for key in new if key in kept]
        if reordered or len(gone) + len(come) > MOST_SINGLE_STEPS:
            self._reset()
            return
        self._drop_rows(gone)
        self._insert_rows(come)
        self._rows = self._session.rows
        self._first_ids = self._index_texts()
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def _reset(self) -> None:
        self.beginResetModel()
        self._rows = self._session.rows
        self._first_ids = self._index_texts()
        self.endResetModel()

    def _drop_rows(self, positions: list[int]) -> None:
        for at in reversed(positions):
            self.beginRemoveRows(QModelIndex(), at, at)
            self._rows = (*self._rows[:at], *self._rows[at + 1 :])
            self.endRemoveRows()

    def _insert_rows(self, positions: list[int]) -> None:
        for at in positions:
            self.beginInsertRows(QModelIndex(), at, at)
            self._rows = (*self._rows[:at], self._session.rows[at], *self._rows[at:])
            self.endInsertRows()


def _title(row: Row) -> str:
    return title(row.text) or words.tr("(empty)")


def _size(row: Row) -> int:
    return len(row.text.encode("utf-8", "surrogatepass"))


_READERS: dict[int, Callable[[NotesModel, Row], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda model, row: _title(row),
    Qt.ItemDataRole.ToolTipRole: lambda model, row: model._tool_tip(row),
    Qt.ItemDataRole.AccessibleTextRole: lambda model, row: model._accessible(row),
    Role.ID: lambda model, row: row.id,
    Role.TITLE: lambda model, row: qt_string(_title(row)),
    Role.TEXT: lambda model, row: qt_string(row.text),
    Role.SIZE_BYTES: lambda model, row: _size(row),
    Role.BADGES: lambda model, row: [badge.name for badge in model._badges(row)],
    Role.BADGE_LABELS: lambda model, row: [(badge.kind, badge.label) for badge in model._badges(row)],
    Role.CHIPS: lambda model, row: words.kind_chips(row.text),
    Role.KEY: lambda model, row: row.key,
}


class NotesFilter(QSortFilterProxyModel):
    """The rows whose text holds what is typed, case ignored.

    A note with unsaved text always stays, and so does the one that the person is at.
    """

    def __init__(self, source: NotesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted, self._current = "", -1
        self._source = source
        self.setSourceModel(source)

    def keep(self, key: int) -> None:
        """The row that the person is at; the one before goes with the next change of either."""
        self._current = key

    def set_wanted(self, text: str) -> None:
        self.beginFilterChange()
        self._wanted = text.casefold()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        row = self._source.row(source_row)
        if not self._wanted or row.draft is not None or row.key == self._current:
            return True
        return self._wanted in row.text.casefold()
