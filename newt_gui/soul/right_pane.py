"""What the text of a soul and its editor have in common: a head, a body, and buttons below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from newt_gui.qt.elided import ElidedLabel
from newt_gui.qt.flow import FlowBox
from newt_gui.qt.plain import plain_label
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

LONGEST_LINE = 92
"""Width of the text area in average characters: about 80 of prose, which read well, and its margins."""
LEAST_LINES = 2
"""However little height there is, so many lines of the text are seen."""
LOW = 20
"""With less height than so many lines there is room for hardly anything but the text."""


class Body(QWidget):
    """One of several views at a time. It asks for no more height than that one can do with.

    Qt's own stack asks for what the largest of its views would like to have.
    """

    def __init__(self) -> None:
        super().__init__()
        self._current: QWidget | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add_view(self, view: QWidget) -> None:
        """One more, not shown yet."""
        view.hide()
        view.setParent(self)

    @property
    def current(self) -> QWidget | None:
        """The view that is shown."""
        return self._current

    def show_view(self, view: QWidget) -> None:
        """Show this view and no other."""
        before, self._current = self._current, view
        if before is not None and before is not view:
            before.hide()
        view.setGeometry(self._place(view))
        view.show()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        least = (LEAST_LINES + 2) * self.fontMetrics().lineSpacing()
        layout = self._current.layout() if self._current is not None else None
        return max(least, layout.minimumHeightForWidth(width)) if layout is not None else least

    def sizeHint(self) -> QSize:
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        width = self._current.minimumSizeHint().width() if self._current is not None else 0
        return QSize(width, self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._current is not None:
            self._current.setGeometry(self._place(self._current))

    def event(self, event: QEvent) -> bool:
        """What is shown needs another height now."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)

    def _place(self, view: QWidget) -> QRect:
        """All of the room, but no lines that are too long to read."""
        place = QRect(0, 0, min(self.width(), view.maximumWidth()), self.height())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            place.moveRight(self.width() - 1)
        return place


class RightPane(QWidget):
    """Knows nothing of souls."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.is_low = False
        self._yielding: QWidget | None = None
        self.heading = plain_label(role="page", wrap=True)
        self.origin = ElidedLabel()
        self.origin.setFont(theme.font("small"))
        self.origin.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.body = Body()
        self.footer = QWidget()
        self.side = FlowBox(2 * theme.unit, self.footer)
        self.primary_button = QPushButton(self.footer)
        self.primary_button.setProperty("primary", True)

    def button(self, text: str, action: object) -> QPushButton:
        """One more button beside the primary one."""
        button = QPushButton(text, self.side)
        button.clicked.connect(action)
        return button

    def put_under_body_when_low(self, banner: QWidget) -> None:
        """With little height the text comes before `banner`, which one scrolls to."""
        self._yielding = banner
        self._fit()

    def lay_out(self, over_body: QWidget, under_body: QWidget | None = None) -> None:
        """Put the parts in their places; called once."""
        footer = QHBoxLayout(self.footer)
        footer.setContentsMargins(0, 0, 0, 0)
        footer.setSpacing(3 * self._theme.unit)
        footer.addWidget(self.side, 1)
        footer.addWidget(self.primary_button, 0, Qt.AlignmentFlag.AlignBottom)
        head = QVBoxLayout()
        head.setSpacing(round(self._theme.unit / 2))
        head.addWidget(self.heading)
        head.addWidget(self.origin)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.addLayout(head)
        self._column.addWidget(over_body)
        self._column.addWidget(self.body, 1)
        if under_body is not None:
            self._column.addWidget(under_body)
        self._outer = QVBoxLayout(self)
        self._outer.addWidget(scrolling(content), 1)
        self._outer.addWidget(self.footer)
        self._fit()

    @staticmethod
    def give_font(view: FaithfulTextView, font: QFont) -> None:
        """The font of a text, and with it how long its lines may get."""
        view.setFont(font)
        metrics = view.fontMetrics()
        view.setMaximumWidth(LONGEST_LINE * metrics.averageCharWidth())
        view.setMinimumHeight(LEAST_LINES * metrics.lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < LOW * self.fontMetrics().lineSpacing()
        if low != self.is_low:
            self.is_low = low
            self._fit()

    def _fit(self) -> None:
        """With little height the heading goes: the ladder shows what is chosen, too."""
        unit = self._theme.unit
        across, down, between = (3, 2, 2) if self.is_low else (6, 4, 3)
        self._outer.setContentsMargins(across * unit, down * unit, across * unit, down * unit)
        self._outer.setSpacing(between * unit)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(between * unit)
        self.heading.setHidden(self.is_low)
        if self._yielding is not None:
            self._column.removeWidget(self._yielding)
            place = self._column.indexOf(self.body)
            self._column.insertWidget(place + 1 if self.is_low else place, self._yielding)


def scrolling(content: QWidget) -> QScrollArea:
    """Where there is little height one scrolls; on the ground of a page."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    for part in (area.viewport(), content):
        part.setBackgroundRole(QPalette.ColorRole.Base)
    return area
