"""The full list of notes with their sizes, for somebody who has to make room."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from newt_gui.notes.model import NotesModel, Role
from newt_gui.notes.rows import Row
from newt_gui.notes.sizes_view import SizeDelegate, SizesModel, SizesView
from newt_gui.qt.flow import FlowBox
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.theme import Theme


class BudgetList(QFrame):
    """Tells how much is still too much, and lets notes be shortened or deleted. Esc dismisses it."""

    shorten_requested = Signal(int)
    delete_requested = Signal(int)
    save_requested = Signal()
    fold_requested = Signal(bool)
    """Only the heading is to be seen, or everything again."""
    dismissed = Signal()

    def __init__(self, theme: Theme, source: NotesModel, row_of: Callable[[int], Row | None]) -> None:
        super().__init__()
        self._theme = theme
        self._fits = self._is_foldable = self._is_folded = False
        self.setObjectName("budget_list")
        self.setProperty("message", "note")
        # What it says must not decide how wide the pane is.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Sizes of the notes"))
        self.sizes = SizesModel(source, self)
        self.view = SizesView()
        self.view.setObjectName("budget_sizes")
        self.view.setAccessibleName(self.tr("Notes and their sizes"))
        self.view.setModel(self.sizes)
        self.view.setItemDelegate(SizeDelegate(theme, self.view, self.sizes, row_of))
        self._build()
        self._lay_out()
        self._dress()
        theme.changed.connect(self._dress)

    def _build(self) -> None:
        self._icon, self.heading = QLabel(), plain_label(role="title", wrap=True)
        self.detail = WrappedText()
        self.detail.setAccessibleName(self.tr("What it takes"))
        self.order = QCheckBox(self.tr("Largest first"))
        self.order.toggled.connect(self._on_order)
        self.fold_button = QPushButton()
        self.fold_button.clicked.connect(lambda: self.fold_requested.emit(not self.view.isHidden()))
        self.close_button = QToolButton()
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self.close_button.clicked.connect(self.dismissed)
        self.shorten_button = QPushButton(self.tr("Shorten"))
        self.shorten_button.setToolTip(self.tr("Open the chosen note to make it shorter (Enter)"))
        self.delete_button = QPushButton(self.tr("Delete"))
        self.delete_button.setToolTip(self.tr("Delete the chosen note; that can be undone (Del)"))
        self.save_button = QPushButton()
        self.save_button.clicked.connect(self.save_requested)
        for wish in (self.shorten_button.clicked, self.view.shorten_wanted):
            wish.connect(lambda *_: self._tell(self.shorten_requested.emit))
        for wish in (self.delete_button.clicked, self.view.delete_wanted):
            wish.connect(lambda *_: self._tell(self.delete_requested.emit))
        self.view.selectionModel().currentChanged.connect(self._refresh_buttons)
        self.sizes.rowsRemoved.connect(self._leave_waiting)
        self.sizes.rowsInserted.connect(self.view.updateGeometry)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        top, self._bottom = QHBoxLayout(), FlowBox(2 * unit)
        top.setSpacing(2 * unit)
        top.addWidget(self._icon)
        top.addWidget(self.heading, 1)
        top.addWidget(self.close_button)
        for part in (
            self.save_button,
            self.fold_button,
            self.shorten_button,
            self.delete_button,
            self.order,
        ):
            part.setParent(self._bottom)
        content = QWidget()  # labels right in a message are dressed as its heading
        around = QVBoxLayout(self)
        around.setContentsMargins(3 * unit, 2 * unit, 2 * unit, 2 * unit)
        around.addWidget(content)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * unit)
        column.addLayout(top)
        column.addWidget(self.detail)
        column.addWidget(self.view, 1)
        column.addWidget(self._bottom)

    # What it shows

    def fold(self, folded: bool, foldable: bool) -> None:
        """Show everything, or just how it stands; `foldable`: whether the person may choose."""
        for part in (self.detail, self.view, self.order, self.shorten_button, self.delete_button):
            part.setHidden(folded)
        self._is_foldable, self._is_folded = foldable, folded
        self.fold_button.setText(self.tr("Show the sizes") if folded else self.tr("Back to the text"))
        self._show_fold_button()

    def _show_fold_button(self) -> None:
        """Where everything is folded there is room for one button: saving comes first."""
        can_save = bool(self.save_button.text())
        self.fold_button.setVisible(self._is_foldable and not (self._is_folded and can_save))
        self._bottom.arrange()

    def show_need(self, heading: str, detail: str, fits: bool, save_label: str) -> None:
        """`save_label`: what the button for saving says, empty where there is nothing to save yet."""
        self._fits = fits
        self.heading.setText(heading)
        if detail != self.detail.toPlainText():
            self.detail.setPlainText(detail)
        self.setAccessibleDescription(f"{heading} {detail}")
        self.save_button.setText(save_label)
        self.save_button.setVisible(bool(save_label))
        self._show_fold_button()
        self._dress()

    def choose_largest(self) -> None:
        """Make the largest note the current one, but never the one that waits: it is not to be deleted."""
        self.view.setCurrentIndex(self.sizes.index(self.sizes.largest_other(), 0))
        self._refresh_buttons()

    def _leave_waiting(self) -> None:
        """The one below a note that went is the current one now, whichever that is."""
        if self.view.currentIndex().data(Role.KEY) == self.sizes.waiting:
            self.choose_largest()
        self._refresh_buttons()

    def _dress(self) -> None:
        unit = self._theme.unit
        name, token = ("check", "accent") if self._fits else ("octagon-x", "stop")
        size = QSize(4 * unit, 4 * unit)
        self._icon.setPixmap(self._theme.icon(name, token).pixmap(size, self.devicePixelRatio()))
        self.close_button.setIcon(self._theme.icon("x", "quiet"))

    # What the person does

    def _tell(self, wish: Callable[[int], object]) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            wish(int(index.data(Role.KEY)))

    def _on_order(self, largest_first: bool) -> None:
        self.sizes.put_largest_first(largest_first)
        self.view.scrollToTop()
        self.choose_largest()

    def _refresh_buttons(self) -> None:
        chosen = self.view.currentIndex().isValid()
        self.shorten_button.setEnabled(chosen)
        self.delete_button.setEnabled(chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)
