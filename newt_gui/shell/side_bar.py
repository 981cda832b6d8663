"""The bar beside every page: the app's name, the pages, and the small budget meter."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from newt_gui.qt.meter import BudgetMeter
from newt_gui.qt.plain import plain_label
from newt_gui.qt.theme import Theme

WIDTH = 46
"""Width in units of the theme."""


class SideBar(QFrame):
    """Says which page the person chose."""

    page_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("side_bar")
        self.setProperty("edge", "right")
        self.name = plain_label(self.tr("Newt Memory"), role="title")
        self.nav = QListWidget()
        self.nav.setObjectName("nav")
        self.nav.setAccessibleName(self.tr("Pages"))
        self.nav.setProperty("nav", True)
        self.nav.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nav.currentItemChanged.connect(self._on_current_changed)
        self.budget_label = plain_label(self.tr("Budget"), role="small", quiet=True)
        self.meter = BudgetMeter(theme)
        self.meter.setObjectName("budget_meter")
        self._lay_out()
        theme.changed.connect(self._refresh_icons)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        self.setFixedWidth(WIDTH * unit)
        self.nav.setIconSize(QSize(4 * unit, 4 * unit))
        self.nav.setSpacing(unit // 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * unit, 4 * unit, 3 * unit, 4 * unit)
        column.setSpacing(3 * unit)
        column.addWidget(self.name)
        column.addWidget(self.nav, 1)
        column.addWidget(self.budget_label)
        column.addWidget(self.meter)

    def add_page(self, name: str, text: str, icon: str) -> None:
        """One line in the list of pages."""
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, (name, text, icon))
        item.setIcon(self._theme.icon(icon, "text"))
        item.setSizeHint(QSize(0, 9 * self._theme.unit))
        self.nav.addItem(item)

    def set_count(self, name: str, count: str) -> None:
        """A number beside a page's name, empty for none."""
        for item in self._items():
            page, text, _ = item.data(Qt.ItemDataRole.UserRole)
            if page == name:
                item.setText(f"{text}   {count}" if count else text)

    def show_budget(self, used: int, limit: int, text: str) -> None:
        """How much of the budget the notes take as they are saved. Sizes in bytes."""
        self._set_budget_visible(True)
        self.meter.set_values(used, limit, text)

    def hide_budget(self) -> None:
        """Nothing is known of it: the notes can't be read."""
        self._set_budget_visible(False)

    def _set_budget_visible(self, visible: bool) -> None:
        self.budget_label.setVisible(visible)
        self.meter.setVisible(visible)

    def choose(self, name: str) -> None:
        """Make a page the current one."""
        for item in self._items():
            if item.data(Qt.ItemDataRole.UserRole)[0] == name:
                self.nav.setCurrentItem(item)

    def _items(self) -> list[QListWidgetItem]:
        return [self.nav.item(at) for at in range(self.nav.count())]

    def _on_current_changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.page_chosen.emit(item.data(Qt.ItemDataRole.UserRole)[0])

    def _refresh_icons(self) -> None:
        for item in self._items():
            item.setIcon(self._theme.icon(item.data(Qt.ItemDataRole.UserRole)[2], "text"))
