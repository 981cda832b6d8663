"""What stands around the filter field once the window is there: kinds, order, and the way back."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton

from newt_gui.notes.chip_filter import ChipFilter
from newt_gui.notes.notes_filter import Order
from newt_gui.qt.fields import dress_clear_button
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from newt_gui.notes.list_pane import ListPane

LEAST_ROWS = 2
"""There are chips only if there is room for so many rows under them."""
PAUSE_MS = 40
"""So long after a change the kinds are counted; many changes come together."""


class Narrowing(QObject):
    """Builds these parts into the list's pane and keeps them in step with what it shows."""

    def __init__(self, pane: ListPane, theme: Theme) -> None:
        super().__init__(pane)
        self._pane, self._theme = pane, theme
        self._build_chips()
        self._build_way_back()
        self._build_order()
        self._set_tab_order()
        self._counting = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._counting.timeout.connect(self._count)
        model = pane.model
        for changed in (model.dataChanged, model.rowsInserted, model.rowsRemoved, model.modelReset):
            changed.connect(self._counting.start)
        pane.narrowed.connect(self._follow)
        theme.changed.connect(self._dress)
        self._dress()
        self._count()
        self._follow()

    def _build_chips(self) -> None:
        self.chips = ChipFilter(self._theme, self._pane)
        self.chips.chosen.connect(self._pane.set_kinds)
        self.chips.left.connect(self._pane.view.setFocus)
        self._pane.put_under_filter(self.chips)
        # Not at once: the list may be in the middle of making room for them.
        self._folding = QTimer(self, singleShot=True, interval=0)
        self._folding.timeout.connect(self._fold)
        self._pane.view.resized.connect(self._folding.start)

    def _build_way_back(self) -> None:
        pane = self._pane
        self.show_all = QPushButton(self.tr("Show all"))
        self.show_all.setObjectName("notes_show_all")
        self.show_all.setToolTip(self.tr("Clear the filter (Esc in the filter field)"))
        self.show_all.setFlat(True)
        self.show_all.clicked.connect(self._go_back)
        pane.told.addWidget(self.show_all, 0, Qt.AlignmentFlag.AlignTop)
        clear = pane.filter.findChild(QAction)
        if clear is not None:
            clear.triggered.connect(pane.show_all)
        pane.filter.returnPressed.connect(pane.go_to_matching)
        for keys, act in ((Qt.Key.Key_Escape, self._escape), (Qt.Key.Key_Down, pane.go_to_matching)):
            shortcut = QShortcut(QKeySequence(keys), pane.filter)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    def _build_order(self) -> None:
        pane = self._pane
        self.order = QToolButton()
        self.order.setObjectName("notes_order")
        self.order.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.order.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu, group = QMenu(self.order), QActionGroup(self.order)
        self.orders: dict[Order, QAction] = {}
        for order, text in self._order_texts().items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, order=order: pane.set_order(order))
            group.addAction(action)
            self.orders[order] = action
        menu.aboutToShow.connect(self._fill_kinds)
        self.order.setMenu(menu)
        pane.top.insertWidget(1, self.order)

    def _order_texts(self) -> dict[Order, str]:
        return {
            Order.FILE: self.tr("As in the &file"),
            Order.SIZE: self.tr("By &size, largest first"),
            Order.TITLE: self.tr("By &title"),
        }

    def _set_tab_order(self) -> None:
        pane = self._pane
        chips = self.chips.chips.values()
        parts = (pane.filter, self.order, pane.new_button, *chips, self.show_all, pane.view)
        for before, after in pairwise(parts):
            pane.setTabOrder(before, after)

    def _fold(self) -> None:
        """In a low list the kinds are in a menu, so that some rows are seen."""
        pane, margins = self._pane, 6 * self._theme.unit
        chips = self.chips.heightForWidth(pane.width() - margins)
        around = pane.top.sizeHint().height() + chips
        least = around + LEAST_ROWS * pane.view.sizeHintForRow(0)
        self.chips.fold(pane.height() < least)

    def _fill_kinds(self) -> None:
        """While there is no room for the chips the menu has what they have."""
        menu = self.order.menu()
        for action in [one for one in menu.actions() if one.actionGroup() is None]:
            menu.removeAction(action)
            action.deleteLater()
        if not self.chips.is_folded or not self.chips.needed:
            return
        menu.addSeparator()
        for kind in self.chips.needed:
            chip = self.chips.chips[kind]
            action = menu.addAction(chip.text())
            action.setCheckable(True)
            action.setChecked(chip.isChecked())
            action.triggered.connect(lambda checked, chip=chip: chip.setChecked(checked))

    def _dress(self) -> None:
        dress_clear_button(self._pane.filter, self._theme)
        self.order.setIcon(self._theme.icon("arrow-up-down", "quiet"))

    # Keeping in step

    def _count(self) -> None:
        model = self._pane.model
        rows = map(model.row, range(model.rowCount()))
        self.chips.show_counts(Counter(kind for row in rows for kind in model.kinds(row)))
        self._folding.start()

    def _follow(self) -> None:
        """Another filter or order is in force."""
        shown = self._pane.filtered
        self.chips.show_chosen(shown.kinds)
        self.show_all.setVisible(shown.is_narrowed)
        self.orders[shown.order].setChecked(True)
        words = self._order_texts()[shown.order].replace("&", "")
        said = self.tr("Order on the screen: {order}").format(order=words)
        self.order.setAccessibleName(said)
        self.order.setToolTip(said)

    # Ways back

    def _go_back(self) -> None:
        self._pane.show_all()
        self._pane.filter.setFocus()

    def _escape(self) -> None:
        if self._pane.filtered.is_narrowed:
            self._pane.show_all()
        else:
            self._pane.view.setFocus()
