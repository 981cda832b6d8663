"""The notes list as a flat Qt model over the session's rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)

from newt_gui.core.notes_format import byte_length, title
from newt_gui.notes import words
from newt_gui.notes.badges import Badge, FirstSight, badges_of, kinds_of
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.qt.plain import plain_tip
from newt_gui.qt.text import qt_string

if TYPE_CHECKING:
    from newt_gui.notes.badges import Sight
    from newt_gui.notes.observations import Observations

Index = QModelIndex | QPersistentModelIndex

MOST_SINGLE_STEPS = 64
"""Above so many added and removed rows, one reset costs views less than the single steps."""

SIZE_PAUSE_MS = 50
"""A size that is another one with every key is told so often at most: to draw a row takes as long as
to draw what was typed.
"""

LARGE_TEXT = 1 << 16
"""In characters: what is in larger texts is told only once it was found out in the background."""


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
    """One item a row. Only the session changes it: nothing can be dropped into it.

    Roles: id (int, None for a note that is not in the file), title, text (the draft where there
    is one), size_bytes (UTF-8), badges (names), badge_labels ((kind, label) pairs), chips, key.
    `badge_labels` are for drawing: they have what is known, and come again when more is. Whoever
    asks for `badges`, a tooltip or the accessible text gets what a look at the text tells.
    """

    def __init__(self, session: NotesSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: tuple[Row, ...] = session.rows
        self._sight: Sight = FirstSight(self._rows)
        self._is_observed = False
        self._places: dict[int, int] | None = None
        self._badges: dict[int, tuple[Badge, ...]] = {}
        self._resized: set[int] = set()
        self._pause = QTimer(self, singleShot=True, interval=SIZE_PAUSE_MS)
        self._pause.timeout.connect(self._tell_sizes)
        session.rows_changed.connect(self._on_rows_changed)
        session.draft_changed.connect(self._on_draft_changed)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def roleNames(self) -> dict[int, QByteArray]:
        return {int(role): QByteArray(role.name.lower().encode()) for role in Role}

    def flags(self, index: Index) -> Qt.ItemFlag:
        # Rows can be picked up and dropped between rows, never onto one.
        return _ROW_FLAGS if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    def mimeTypes(self) -> list[str]:
        return ["text/plain"]

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction | Qt.DropAction.MoveAction

    def canDropMimeData(
        self, mime: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Between rows, for the line that shows where; the view tells of the drop itself."""
        return not parent.isValid()

    def dropMimeData(
        self, mime: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        return False

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
        if self._places is None:
            self._places = {row.key: at for at, row in enumerate(self._rows)}
        return self._places.get(key, -1)

    # Reading one row

    def badges(self, row: Row) -> tuple[Badge, ...]:
        """The marks of a row of this model, as far as they are known."""
        known = self._badges.get(row.key)
        if known is None:
            known = badges_of(row, self._sight.findings_of(row) or (), self._sight)
            self._badges[row.key] = known
        return known

    def kinds(self, row: Row) -> frozenset[str]:
        """Which kinds of notes a row is of, as far as is known."""
        return kinds_of(row, self.badges(row))

    def _looked_up(self, row: Row) -> tuple[Badge, ...]:
        """The marks of a row, looked for now where nobody has looked yet."""
        if self._sight.findings_of(row) is not None or len(row.text) > LARGE_TEXT:
            return self.badges(row)
        return badges_of(row, words.findings_of(row.text), self._sight)

    def _tool_tip(self, row: Row) -> str:
        return plain_tip("\n".join(badge.reason for badge in self._looked_up(row)))

    def _accessible(self, row: Row) -> str:
        name = words.tr("new note") if row.id is None else words.tr("note {id}").format(id=row.id)
        labels = [*words.kind_chips(row.text), *(badge.label for badge in self._looked_up(row))]
        return ", ".join([name, _title(row), *labels, words.size(byte_length(row.text))])

    # Following

    def observe(self, observations: Observations) -> None:
        """Show what is noticed in the background from now on."""
        self._sight, self._is_observed = observations, True
        observations.observed.connect(self._on_observed)

    def _on_observed(self, keys: Collection[int]) -> None:
        before = {key: self._badges.pop(key, None) for key in keys}
        places = {key: at for key in keys if (at := self.position(key)) >= 0}
        self._tell_changed(at for key, at in places.items() if self._are_others(self._rows[at], before[key]))

    def _on_draft_changed(self, key: int) -> None:
        at = self.position(key)
        before = self._face(at)
        self._take(self._session.rows)
        if self._is_observed:
            self._badges.pop(key, None)
        else:
            self._badges = {}
        if self._face(at) != before:
            self._tell_changed([at])
        elif at >= 0:
            self._resized.add(key)
            if not self._pause.isActive():
                self._pause.start()

    def _face(self, at: int) -> object:
        """What a person sees of the row at a place, but for its size."""
        if at < 0:
            return None
        row = self._rows[at]
        return title(row.text), words.kind_chips(row.text), self.badges(row)

    def _tell_sizes(self) -> None:
        places = [self.position(key) for key in self._resized]
        self._resized.clear()
        self._tell_changed(at for at in places if at >= 0)

    def _on_rows_changed(self) -> None:
        old, new = [row.key for row in self._rows], [row.key for row in self._session.rows]
        kept = set(old) & set(new)
        gone = [at for at, key in enumerate(old) if key not in kept]
        come = [at for at, key in enumerate(new) if key not in kept]
        if len(gone) + len(come) > MOST_SINGLE_STEPS:
            self._reset()
            return
        before = {row.key: (row, self._badges.get(row.key)) for row in self._rows}
        self._drop_rows(gone)
        self._reorder([key for key in new if key in kept])
        self._insert_rows(come)
        self._take(self._session.rows)
        self._badges = {}
        self._tell_changed(
            at
            for at, row in enumerate(self._rows)
            if (was := before.get(row.key)) is not None and (row != was[0] or self._are_others(row, was[1]))
        )

    def _are_others(self, row: Row, badges: tuple[Badge, ...] | None) -> bool:
        """Whether a row's marks are not these any more. Those that nobody asked for need not be told of."""
        return badges is not None and badges != self.badges(row)

    def _take(self, rows: tuple[Row, ...]) -> None:
        self._rows, self._places = rows, None
        if not self._is_observed:
            self._sight = FirstSight(rows)

    def _reset(self) -> None:
        self.beginResetModel()
        self._take(self._session.rows)
        self._badges = {}
        self.endResetModel()

    def _drop_rows(self, positions: list[int]) -> None:
        for at in reversed(positions):
            self.beginRemoveRows(QModelIndex(), at, at)
            self._take((*self._rows[:at], *self._rows[at + 1 :]))
            self.endRemoveRows()

    def _insert_rows(self, positions: list[int]) -> None:
        for at in positions:
            self.beginInsertRows(QModelIndex(), at, at)
            self._take((*self._rows[:at], self._session.rows[at], *self._rows[at:]))
            self.endInsertRows()

    def _reorder(self, keys: Sequence[int]) -> None:
        """Bring the rows into the order of `keys`; what is selected or current stays so."""
        if [row.key for row in self._rows] == list(keys):
            return
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        moved = [self._rows[index.row()].key for index in held]
        by_key = {row.key: row for row in self._rows}
        self._take(tuple(by_key[key] for key in keys))
        self.changePersistentIndexList(held, [self.index(self.position(key)) for key in moved])
        self.layoutChanged.emit()

    def _tell_changed(self, positions: Iterable[int]) -> None:
        for first, last in _runs(sorted(positions)):
            self.dataChanged.emit(self.index(first), self.index(last))


def _runs(positions: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbours."""
    start = 0
    for at in range(1, len(positions) + 1):
        if at == len(positions) or positions[at] != positions[at - 1] + 1:
            yield positions[start], positions[at - 1]
            start = at


def _title(row: Row) -> str:
    return title(row.text) or words.tr("(empty)")


_ROW_FLAGS = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
# What is shown is what typing a few letters looks for.
_READERS: dict[int, Callable[[NotesModel, Row], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda model, row: qt_string(words.shown_title(_title(row))),
    Qt.ItemDataRole.ToolTipRole: lambda model, row: model._tool_tip(row),
    Qt.ItemDataRole.AccessibleTextRole: lambda model, row: qt_string(model._accessible(row)),
    Role.ID: lambda model, row: row.id,
    Role.TITLE: lambda model, row: qt_string(_title(row)),
    Role.TEXT: lambda model, row: qt_string(row.text),
    Role.SIZE_BYTES: lambda model, row: byte_length(row.text),
    Role.BADGES: lambda model, row: [badge.name for badge in model._looked_up(row)],
    Role.BADGE_LABELS: lambda model, row: [(badge.kind, badge.label) for badge in model.badges(row)],
    Role.CHIPS: lambda model, row: words.kind_chips(row.text),
    Role.KEY: lambda model, row: row.key,
}
