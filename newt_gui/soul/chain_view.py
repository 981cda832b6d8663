"""The config files that newt asks, in order, each with what newt makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QColor, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListView, QMenu, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem

from newt_gui.qt.plain import plain_tip
from newt_gui.qt.theme import Theme
from newt_gui.soul.chain_words import ChainLine
from newt_gui.soul.painting import Block

Index = QModelIndex | QPersistentModelIndex
STATE_ROLE: int = Qt.ItemDataRole.UserRole + 1
KIND_ROLE: int = Qt.ItemDataRole.UserRole + 2


class ChainModel(QAbstractListModel):
    """Roles: the name (display), `state` in words, `kind`."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[ChainLine, ...] = ()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def roleNames(self) -> dict[int, Any]:
        return {**super().roleNames(), STATE_ROLE: b"state", KIND_ROLE: b"kind"}

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return line.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return line.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(line.spoken)
        return {STATE_ROLE: line.state, KIND_ROLE: str(line.file.kind)}.get(role)

    def put(self, lines: Sequence[ChainLine]) -> bool:
        """Whether anything is another one now."""
        if tuple(lines) == self.lines:
            return False
        if len(lines) == len(self.lines):
            self.lines = tuple(lines)
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
        else:
            self.beginResetModel()
            self.lines = tuple(lines)
            self.endResetModel()
        return True


class _LineDelegate(QStyledItemDelegate):
    """A mark, the name, and the state behind it, or below where there is no room."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._view.viewport().width()
        name, state, beside = self._blocks(index, width)
        height = max(name.height, state.height) if beside else name.height + state.height
        return QSize(width, height + self._theme.unit)

    def _blocks(self, index: Index, width: int) -> tuple[Block, Block, bool]:
        font = self._theme.font("small")
        metrics, unit = QFontMetrics(font), self._theme.unit
        room = width - self._inset()
        name, state = str(index.data()), str(index.data(STATE_ROLE))
        needed = metrics.horizontalAdvance(name) + 3 * unit
        rest = room - needed
        beside = metrics.horizontalAdvance(state) <= rest
        mirrored = self._view.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return (
            Block(name, font, room - (rest if beside else 0), mirrored=mirrored),
            Block(state, font, rest if beside else room, mirrored=mirrored),
            beside,
        )

    def _inset(self) -> int:
        """Where the words begin: behind the mark."""
        return QFontMetrics(self._theme.font("small")).height() + 2 * self._theme.unit

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, rect, unit = self._theme.tokens, option.rect, self._theme.unit
        if self._view.hasFocus() and self._view.currentIndex() == index:
            painter.setPen(QPen(QColor(tokens.accent), 1))
            painter.setBrush(QColor(tokens.panel))
            painter.drawRoundedRect(rect.adjusted(0, 0, -1, -1), unit, unit)
        line: ChainLine = self._model().lines[index.row()]
        self._paint_line(painter, rect, index, line)
        painter.restore()

    def _model(self) -> ChainModel:
        model = self._view.model()
        assert isinstance(model, ChainModel)
        return model

    def _paint_line(self, painter: QPainter, rect: QRect, index: Index, line: ChainLine) -> None:
        tokens, inset, unit = self._theme.tokens, self._inset(), self._theme.unit
        name, state, beside = self._blocks(index, rect.width())
        mirrored = self._view.layoutDirection() == Qt.LayoutDirection.RightToLeft
        top = rect.top() + unit // 2
        side = inset - 2 * unit
        mark = QRect(rect.left() + unit // 2, top, side, side)
        left = rect.left() + inset
        behind = rect.right() + 1 - self._state_width(rect.width(), index) if beside else left
        if mirrored:
            mark.moveRight(rect.right() - unit // 2)
            left = rect.left() if not beside else rect.left() + self._state_width(rect.width(), index)
            behind = rect.left()
        if line.icon:
            self._theme.icon(line.icon, line.token).paint(painter, mark)
        ink = tokens._asdict()[line.token] if line.token != "accent" else tokens.accent
        quiet = line.token == "quiet"
        name.paint(painter, left, top, tokens.quiet if quiet else tokens.text)
        state.paint(painter, behind, top if beside else top + name.height, ink)

    def _state_width(self, width: int, index: Index) -> int:
        metrics = QFontMetrics(self._theme.font("small"))
        room = width - self._inset()
        return room - metrics.horizontalAdvance(str(index.data())) - 3 * self._theme.unit


class ConfigChain(QListView):
    """As high as its lines. Nothing is opened by a click; a menu offers what can be done with a file."""

    folder_requested = Signal(object)
    """The person wants to see the folder that this path lies in."""
    setting_requested = Signal(object)
    """soul_file is to be set or cleared in this ConfigFile."""
    history_requested = Signal(object)
    """The person wants to see what this ConfigFile held before."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines = ChainModel()
        self.setModel(self._lines)
        self.setItemDelegate(_LineDelegate(theme, self))
        self.setObjectName("config_chain")
        self.setAccessibleName(self.tr("Config files, in the order in which newt asks them"))
        self.setProperty("nav", True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu_at)
        self.doubleClicked.connect(lambda index: self._show_menu_for(index.row()))
        theme.changed.connect(self.fit)

    def show_lines(self, lines: Sequence[ChainLine]) -> None:
        """Show these lines."""
        if self._lines.put(lines):
            self.fit()

    def fit(self) -> None:
        """Take the height that the lines need."""
        self.setFixedHeight(self._needed())
        self.scheduleDelayedItemsLayout()

    def _needed(self) -> int:
        rows = range(self._lines.rowCount())
        return sum(self.sizeHintForRow(row) for row in rows) + 2 * self.frameWidth()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._show_menu_for(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def _show_menu_at(self, place: QPoint) -> None:
        index = self.indexAt(place)
        self._show_menu_for(index.row() if index.isValid() else self.currentIndex().row())

    def _show_menu_for(self, row: int) -> None:
        if not 0 <= row < self._lines.rowCount() or self._lines.lines[row].file.path is None:
            return
        menu = self.menu_for(row)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(self.visualRect(self._lines.index(row)).bottomLeft()))

    def menu_for(self, row: int) -> QMenu:
        """What can be done with the file of this line."""
        file = self._lines.lines[row].file
        menu = QMenu(self)
        menu.setObjectName("config_menu")
        setting = QAction(self.tr("Set or clear soul_file here…"), menu)
        setting.triggered.connect(lambda: self.setting_requested.emit(file))
        folder = QAction(self.tr("Open folder"), menu)
        folder.triggered.connect(lambda: self.folder_requested.emit(file.path))
        history = QAction(self.tr("Earlier versions…"), menu)
        history.triggered.connect(lambda: self.history_requested.emit(file))
        menu.addActions([setting, history, folder])
        return menu
