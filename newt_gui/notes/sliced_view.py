"""A note that is too large for the editor: to be read in slices, and to be made editable."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from newt_gui.core.notes_format import byte_length
from newt_gui.notes import words
from newt_gui.notes.rows import Row
from newt_gui.notes.slices import LARGEST_NOTE, MOST_SHOWN, shown_slices
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
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        column.setSpacing(3 * unit)
        column.addLayout(self._top)
        column.addWidget(self.view, 1)
        self.view.setMinimumHeight(LEAST_LINES * self.view.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow place the button stands under the sentence."""
        super().resizeEvent(event)
        room = self.width() - self.break_button.sizeHint().width()
        narrow = room < NARROW * self.fontMetrics().averageCharWidth()
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._top.setDirection(down if narrow else across)
        side = Qt.AlignmentFlag.AlignLeading if narrow else Qt.AlignmentFlag.AlignVCenter
        self._top.setAlignment(self.break_button, side)

    def show_row(self, row: Row, locked: bool) -> None:
        """Show the text of `row`; `locked`: nothing may be changed."""
        can_break = len(row.text) <= LARGEST_NOTE
        self.break_button.setVisible(can_break and not locked)
        if row.text == self._shown:
            return
        self._shown = row.text
        shown = shown_slices(row.text)
        self.view.set_text("\n".join(shown.pieces))
        self.reason.setPlainText(" ".join(self._sentences(row.text, can_break, shown.whole)))

    def _sentences(self, text: str, can_break: bool, whole: bool) -> list[str]:
        size = words.size(byte_length(text))
        if can_break:
            said = [self.tr("A line of this note ({size}) is too long to be edited here.").format(size=size)]
        else:
            said = [
                self.tr(
                    "This note is too large to be edited here ({size}). It stays as it is; "
                    "to change it, use a text editor."
                ).format(size=size)
            ]
        said.append(self.tr("It is shown in slices; the file has it as it was written."))
        if not whole:
            beginning = words.size(MOST_SHOWN)
            said.append(self.tr("Only its beginning is shown, about {size}.").format(size=beginning))
        return said
