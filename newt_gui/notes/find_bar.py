"""The bar for finding and replacing in one text. It knows nothing of the text itself."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from newt_gui.qt.flow import FlowBox
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_label
from newt_gui.qt.text import qt_string
from newt_gui.qt.theme import Theme

NARROWEST_FIELD = 24
"""Where a field would get less than so many characters of width, the buttons go under it."""


class _Field(QLineEdit):
    """Enter wishes to go on, Shift+Enter to go back."""

    entered = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


class FindBar(QFrame):
    """What to look for, how many there are, and what to put in their place. Esc closes it."""

    wanted_changed = Signal()
    step_requested = Signal(int)
    replace_requested = Signal()
    replace_all_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("find_bar")
        self.setProperty("message", "note")
        # What it says must not decide how wide the pane is.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Find in this note"))
        self._build_find()
        self._build_replace()
        self._lay_out()
        self._dress()
        theme.changed.connect(self._dress)

    def _build_find(self) -> None:
        self.field = _Field()
        self.field.setObjectName("find_text")
        self.field.setPlaceholderText(self.tr("Find in this note"))
        self.field.setAccessibleName(self.tr("Find"))
        self.field.textChanged.connect(self.wanted_changed)
        self.field.entered.connect(self.step_requested)
        self.count = plain_label(role="small", quiet=True)
        self.count.setObjectName("find_count")
        self.match_case = QCheckBox(self.tr("Match case"))
        self.match_case.toggled.connect(self.wanted_changed)
        self.previous_button = self._tool(self.tr("Previous (Shift+F3)"))
        self.previous_button.clicked.connect(lambda: self.step_requested.emit(-1))
        self.next_button = self._tool(self.tr("Next (F3)"))
        self.next_button.clicked.connect(lambda: self.step_requested.emit(1))
        self.close_button = self._tool(self.tr("Close (Esc)"))
        self.close_button.clicked.connect(self.closed)

    def _build_replace(self) -> None:
        self.replacement = _Field()
        self.replacement.setObjectName("replace_text")
        self.replacement.setPlaceholderText(self.tr("Replace with"))
        self.replacement.setAccessibleName(self.tr("Replace with"))
        self.replacement.entered.connect(lambda _: self.replace_requested.emit())
        self.replace_button = QPushButton(self.tr("Replace"))
        self.replace_button.clicked.connect(self.replace_requested)
        self.replace_all_button = QPushButton(self.tr("Replace all"))
        self.replace_all_button.clicked.connect(self.replace_all_requested)

    @staticmethod
    def _tool(name: str) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button

    def _lay_out(self) -> None:
        unit = self._theme.unit
        self._tools = FlowBox(2 * unit)
        for part in (self.count, self.previous_button, self.next_button, self.match_case):
            part.setParent(self._tools)
        self._deeds = FlowBox(2 * unit)
        for button in (self.replace_button, self.replace_all_button):
            button.setParent(self._deeds)
        self._first, self._second = _line(self.field, self._tools), _line(self.replacement, self._deeds)
        self.replace_row = QWidget()
        self.replace_row.setLayout(self._second)
        content = QWidget()  # labels right in a message are dressed as its heading
        around = QHBoxLayout(self)
        around.setContentsMargins(2 * unit, unit, unit, unit)
        around.setSpacing(unit)
        around.addWidget(content, 1)
        around.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._first)
        column.addWidget(self.replace_row)
        for layout in (column, self._first, self._second):
            layout.setSpacing(2 * unit)
        self._set_tab_order()

    def _set_tab_order(self) -> None:
        """From one field to the other first."""
        parts = (
            self.field,
            self.replacement,
            self.replace_button,
            self.replace_all_button,
            self.previous_button,
            self.next_button,
            self.match_case,
            self.close_button,
        )
        for before, after in pairwise(parts):
            self.setTabOrder(before, after)

    def _dress(self) -> None:
        for button, icon in (
            (self.previous_button, "arrow-up"),
            (self.next_button, "arrow-down"),
            (self.close_button, "x"),
        ):
            button.setIcon(self._theme.icon(icon, "quiet"))
        self.count.setMinimumWidth(self.fontMetrics().horizontalAdvance("0000000000"))
        self._fold()

    # What it says

    @property
    def wanted(self) -> str:
        """What to look for."""
        return self.field.text()

    def begin(self, wanted: str, replacing: bool) -> None:
        """Take the keyboard; `wanted`, where there is any, is what to look for."""
        if wanted:
            self.field.setText(qt_string(wanted))
        self.replace_row.setVisible(replacing)
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def show_count(self, current: int, count: int) -> None:
        """`current`: 1-based place of the match that is selected, 0 for none of them."""
        if not self.wanted:
            said = ""
        elif not count:
            said = self.tr("not found")
        else:
            said = self.tr("{current} of {count}") if current else self.tr("{count} found")
            said = said.format(current=number(current), count=number(count))
        self.count.setText(said)
        self._tools.arrange()
        self.field.setAccessibleDescription(said)

    def allow(self, finding: bool, replacing: bool) -> None:
        """Whether there is anything to go to, and anything to replace."""
        self.previous_button.setEnabled(finding)
        self.next_button.setEnabled(finding)
        self.replace_button.setEnabled(replacing)
        self.replace_all_button.setEnabled(replacing)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Both lines alike, so that the fields stand one right below the other."""
        buttons = max(self._tools.sizeHint().width(), self._deeds.sizeHint().width())
        least = buttons + self.close_button.sizeHint().width()
        least += NARROWEST_FIELD * self.fontMetrics().averageCharWidth()
        side, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        is_narrow = self.width() < least
        for line in (self._first, self._second):
            line.setDirection(down if is_narrow else side)
        for box in (self._tools, self._deeds):
            box.setMinimumWidth(0 if is_narrow else buttons)


def _line(field: QLineEdit, buttons: FlowBox) -> QBoxLayout:
    """A field with its buttons beside it or below."""
    line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(field, 1)
    line.addWidget(buttons, 0, Qt.AlignmentFlag.AlignVCenter)
    return line
