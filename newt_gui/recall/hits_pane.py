"""The left half of the Recall page: the field, what narrows the list, the list, and what is said of it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from newt_gui.qt.announce import announce
from newt_gui.qt.empty import EmptyState
from newt_gui.qt.messages import Banner
from newt_gui.qt.plain import plain_label
from newt_gui.qt.theme import Theme
from newt_gui.recall.filter_bar import FilterBar
from newt_gui.recall.hit_delegate import HitDelegate
from newt_gui.recall.hits_list import HitsModel, HitsView
from newt_gui.recall.rows import Address, Row

LONGEST_QUERY = 4_000
"""In UTF-16 units: much longer ones take a field hundreds of milliseconds to lay out."""
LOW = 18
"""With less height than so many lines the filters go into one menu."""


class QueryField(QLineEdit):
    """↑ and ↓ go through the hits without leaving it."""

    stepped = Signal(int)
    entered = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -5, Qt.Key.Key_PageDown: 5}
        by = step.get(Qt.Key(event.key()), 0)
        if by:
            self.stepped.emit(by)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class HitsPane(QWidget):
    """Shows rows and sentences; knows nothing of where they come from."""

    current_changed = Signal()
    """Another row is the current one, by the person's hand."""
    open_requested = Signal()
    """The person wants to go on into the current conversation."""
    search_requested = Signal()
    """Enter with no row chosen: search for it as it stands."""
    menu_requested = Signal(object)
    """A place of the screen."""
    empty_action_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._build()
        self._lay_out()
        self._connect()
        self._dress()
        theme.changed.connect(self._dress)

    def _build(self) -> None:
        self.query = QueryField()
        self.query.setObjectName("recall_query")
        self.query.setPlaceholderText(self.tr("Search past conversations"))
        self.query.setAccessibleName(self.tr("Search past conversations"))
        self.query.setClearButtonEnabled(True)
        self.query.setMaxLength(LONGEST_QUERY)
        self._glass = QAction(self)
        self.query.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.filters = FilterBar(self._theme)
        self.filters_button = QToolButton()
        self.filters_button.setObjectName("recall_filters")
        self.filters_button.setProperty("chip", "any")
        self.filters_button.setText(self.tr("Filters ▾"))
        self.filters_button.setAccessibleName(self.tr("Filters"))
        self.filters_button.clicked.connect(self._open_filters)
        self.count = plain_label(role="small", quiet=True, wrap=True)
        self.count.setObjectName("recall_count")
        self.banner = Banner(self._theme)
        self.banner.setObjectName("recall_banner")
        self.model = HitsModel(self)
        self.view = HitsView(self._theme, self.model)
        self.view.setAccessibleName(self.tr("What was found"))
        self.empty = EmptyState(self._theme, "")
        self.state = plain_label(role="small", quiet=True, wrap=True)
        self.state.setObjectName("recall_state")

    def _lay_out(self) -> None:
        unit = self._theme.unit
        head = QVBoxLayout()
        head.setContentsMargins(4 * unit, 3 * unit, 4 * unit, 2 * unit)
        head.setSpacing(2 * unit)
        first = QHBoxLayout()
        first.setSpacing(2 * unit)
        first.addWidget(self.query, 1)
        first.addWidget(self.filters_button)
        head.addLayout(first)
        for part in (self.filters, self.banner, self.count):
            head.addWidget(part)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.empty)
        self.state.setContentsMargins(4 * unit, 2 * unit, 4 * unit, 3 * unit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        column.addWidget(self.state)

    def _connect(self) -> None:
        self.query.stepped.connect(self.step)
        self.query.entered.connect(self._on_entered)
        self.query.left.connect(self._on_field_left)
        self.view.opened.connect(self.open_requested)
        self.view.left.connect(self.query.setFocus)
        self.view.menu_requested.connect(self.menu_requested)
        self.view.selectionModel().currentChanged.connect(self.current_changed)
        self.empty.action_requested.connect(self.empty_action_requested)

    def _dress(self) -> None:
        self._glass.setIcon(self._theme.icon("search", "quiet"))
        self.query.setMinimumHeight(self.query.sizeHint().height())

    # What is shown

    def show_rows(self, rows: tuple[Row, ...], lines: int) -> None:
        """Other rows, with `lines` of text under each title; the one that is current stays so."""
        before = self.current()
        delegate = self.view.itemDelegate()
        if isinstance(delegate, HitDelegate):
            delegate.set_lines(lines)
        changed = self.view.selectionModel().currentChanged
        changed.disconnect(self.current_changed)
        self.model.show(rows)
        at = self.model.position(before) if before is not None else -1
        if at >= 0:
            self._make_current(at)
        else:
            self.view.scrollToTop()
        changed.connect(self.current_changed)
        if at < 0 and before is not None:
            self.current_changed.emit()
        self._stack.setCurrentWidget(self.view)

    def show_empty(self, sentence: str, action: str = "") -> None:
        """There is nothing to list: say why, and what helps."""
        self.show_rows((), 2)
        self.empty.button.setText(action)
        self.empty.show_text(sentence, bool(action))
        self._stack.setCurrentWidget(self.empty)

    def say(self, count: str, state: str) -> None:
        """The line over the list, and the one under it."""
        if count != self.count.text():
            self.count.setText(count)
            announce(self.count, count)
        self.state.setText(state)
        self._fit()

    # Room

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """With little height the list needs it more than what is said of it."""
        is_low = self.height() < LOW * self.fontMetrics().lineSpacing()
        self.filters.setHidden(is_low)
        self.filters_button.setVisible(is_low)
        self.count.setVisible(bool(self.count.text()))
        self.state.setVisible(bool(self.state.text()) and not is_low)

    def _open_filters(self) -> None:
        menu = QMenu(self)
        menu.setObjectName("recall_filters_menu")
        self.filters.fill_whole(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.filters_button.mapToGlobal(self.filters_button.rect().bottomLeft()))

    # Going through

    def current(self) -> Address | None:
        """What the current row leads to."""
        row = self.current_row()
        return row.address if row is not None else None

    def current_row(self) -> Row | None:
        """The current row."""
        at = self.view.currentIndex().row()
        return self.model.rows[at] if 0 <= at < len(self.model.rows) else None

    def step(self, by: int) -> None:
        """Make another row current; from none, the first or the last."""
        count = len(self.model.rows)
        if not count:
            return
        at = self.view.currentIndex().row()
        if at < 0:
            self._make_current(0 if by > 0 else count - 1)
        elif abs(by) == 1:
            self._make_current((at + by) % count)
        else:
            self._make_current(max(0, min(count - 1, at + by)))

    def _make_current(self, at: int) -> None:
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        index = self.model.index(at)
        self.view.selectionModel().setCurrentIndex(index, flags)
        self.view.scrollTo(index)

    def _on_entered(self) -> None:
        if self.current() is None:
            self.search_requested.emit()
        else:
            self.open_requested.emit()

    def _on_field_left(self) -> None:
        if self.query.text():
            self.query.clear()
        elif self.model.rows:
            self.view.setFocus()
