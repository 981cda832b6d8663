"""A note that is too large for the editor: to be read in slices, and to be made editable."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from newt_gui.core.notes_format import byte_length
from newt_gui.notes import words
from newt_gui.notes.rows import Row
from newt_gui.notes.slices import LARGEST_NOTE, has_too_many_hidden, shown_slices
from newt_gui.qt.plain import WrappedText
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

NARROW = 40
"""With less width for the sentence than so many characters the button goes under it."""
LEAST_LINES = 3


class SlicedView(QWidget):
    """Shows the text of one note, read-only. What is shown as several lines may be one in the file."""

    break_requested = Signal()
    """The person wants the long lines broken, so that the note can be edited."""

    clean_requested = Signal()
    """The person wants what can't be seen gone from the note."""

    left = Signal()
    """The person is done here and wants the list (Esc)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.reason = WrappedText()
        self.reason.setAccessibleName(self.tr("Why it can't be edited here"))
        self.break_button = QPushButton(self.tr("Break the long lines"))
        self.break_button.setToolTip(
            self.tr("Puts line ends in place of spaces. Nothing is in the file until you save.")
        )
        self.break_button.clicked.connect(self.break_requested)
        self.clean_button = QPushButton(self.tr("Remove hidden characters"))
        self.clean_button.setToolTip(
            self.tr("Leaves everything that can be seen. Nothing is in the file until you save.")
        )
        self.clean_button.clicked.connect(self.clean_requested)
        self.view = FaithfulTextView(theme)
        self.view.setObjectName("sliced_view")
        self.view.setAccessibleName(self.tr("Text of the note, read only"))
        self.view.setProperty("bare", True)
        self.view.setTabChangesFocus(True)
        self.view.set_locked(True)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.view)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self.left)
        unit = theme.unit
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setSpacing(3 * unit)
        self._top.addWidget(self.reason, 1)
        self._top.addWidget(self.break_button)
        self._top.addWidget(self.clean_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        column.setSpacing(3 * unit)
        column.addLayout(self._top)
        column.addWidget(self.view, 1)
        self.view.setMinimumHeight(LEAST_LINES * self.view.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow place the button stands under the sentence."""
        super().resizeEvent(event)
        buttons = (self.break_button, self.clean_button)
        room = self.width() - max(button.sizeHint().width() for button in buttons)
        narrow = room < NARROW * self.fontMetrics().averageCharWidth()
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._top.setDirection(down if narrow else across)
        side = Qt.AlignmentFlag.AlignLeading if narrow else Qt.AlignmentFlag.AlignVCenter
        for button in buttons:
            self._top.setAlignment(button, side)

    def show_row(self, row: Row, locked: bool) -> None:
        """Show the text of `row`; `locked`: nothing may be changed."""
        too_large, poisoned = len(row.text) > LARGEST_NOTE, has_too_many_hidden(row.text)
        self.break_button.setVisible(not (too_large or poisoned or locked))
        self.clean_button.setVisible(poisoned and not locked)
        if row.text == self._shown:
            return
        self._shown = row.text
        shown = shown_slices(row.text)
        self.view.set_text("\n".join(shown.pieces))
        said = [self._reason(words.size(byte_length(row.text)), too_large=too_large, poisoned=poisoned)]
        said.append(self.tr("It is shown in slices; the file has it as it was written."))
        if not shown.whole:
            beginning = words.size(byte_length("".join(shown.pieces)))
            said.append(self.tr("Only its beginning is shown, about {size}.").format(size=beginning))
        self.reason.setPlainText(" ".join(said))

    def _reason(self, size: str, *, too_large: bool, poisoned: bool) -> str:
        if poisoned:
            return self.tr(
                "This note ({size}) has thousands of characters that nobody can see, "
                "too many to be edited here."
            ).format(size=size)
        if too_large:
            return self.tr(
                "This note is too large to be edited here ({size}). It stays as it is; "
                "to change it, use a text editor."
            ).format(size=size)
        return self.tr("A line of this note ({size}) is too long to be edited here.").format(size=size)
