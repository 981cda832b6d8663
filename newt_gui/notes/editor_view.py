"""The right half of the Notes page as a person sees it: where its parts stand, and what fits in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from newt_gui.notes import words
from newt_gui.notes.editor_banners import EditorBanners
from newt_gui.notes.note_header import NoteHeader
from newt_gui.qt.empty import EmptyState
from newt_gui.qt.meter import BudgetMeter
from newt_gui.qt.text_edit import FaithfulTextEdit
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from newt_gui.qt.scrolled import Scrolled

LONGEST_LINE = 92
"""Width of the text area in average characters: about 80 of prose, which read well, and its margins."""
LEAST_LINES = 3
"""However little height there is, so many lines of the text are seen."""
LOWEST = 4
"""What has no room scrolls, down to so many lines."""
SHORT, LOW = 26, 17
"""With less height than so many lines there is no room for a second list; then, for hardly anything
but the text.
"""


class EditorView(QWidget):
    """Knows nothing of notes. What is seen only at times is put in its place when it is made."""

    save_requested = Signal()
    revert_requested = Signal()
    new_note_requested = Signal()
    keep_as_new_requested = Signal()
    comparison_requested = Signal()
    left = Signal()
    """The person is done here and wants the list (Esc)."""
    notice = Signal(str)
    """Something about a paste, a drop or a key that the person should hear once."""
    room_changed = Signal()
    """`is_short` or `is_low` is another one now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.is_short = self.is_low = self._is_spared = False
        self._build_editor()
        self._build_footer()
        self.header = NoteHeader(theme)
        self.banners = EditorBanners(theme)
        self.banners.keep_as_new_requested.connect(self.keep_as_new_requested)
        self.banners.comparison_requested.connect(self.comparison_requested)
        self._lay_out()

    def _build_editor(self) -> None:
        self.editor = FaithfulTextEdit(self._theme)
        self.editor.setObjectName("note_editor")
        self.editor.setAccessibleName(self.tr("Text of the note"))
        self.editor.setProperty("bare", True)
        self.editor.setTabChangesFocus(True)
        self.editor.notice.connect(self.notice)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.editor)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self.left)

    def _build_footer(self) -> None:
        self.meter = BudgetMeter(self._theme)
        self.meter.setObjectName("editor_budget")
        self.meter.set_explanation(words.bytes_reason())
        self.revert_button = QPushButton(self.tr("Revert"))
        self.revert_button.clicked.connect(self.revert_requested)
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setProperty("primary", True)
        self.save_button.clicked.connect(self.save_requested)

    def _lay_out(self) -> None:
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.addWidget(self.header)
        self._column.addWidget(self.banners)
        self._column.addWidget(self.editor, 1)
        self._footer = QWidget()
        footer = QHBoxLayout(self._footer)
        footer.setContentsMargins(0, 0, 0, 0)
        footer.setSpacing(3 * self._theme.unit)
        footer.addWidget(self.meter, 1)
        footer.addWidget(self.revert_button)
        footer.addWidget(self.save_button)
        self._column.addWidget(self._footer)
        self.empty = EmptyState(self._theme, self.tr("New note"))
        self.empty.action_requested.connect(self.new_note_requested)
        self.editor.cursorPositionChanged.connect(self._reveal_cursor)
        self._rooms: dict[QWidget, Scrolled] = {}
        self._main = QWidget()
        self._stack = QStackedLayout(self._main)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._body)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.addWidget(self._main, 1)
        self._fit()

    def set_font(self, monospace: bool, zoom: int) -> None:
        """The system's fixed-width font or the body font, `zoom` points larger."""
        body = self._theme.font("body")
        font = _fixed_width_font() if monospace else body
        font.setPointSizeF(max(4.0, body.pointSizeF() + zoom))
        self.editor.setFont(font)
        metrics = self.editor.fontMetrics()
        self.editor.setMaximumWidth(LONGEST_LINE * metrics.averageCharWidth())
        self.editor.setMinimumHeight(LEAST_LINES * metrics.lineSpacing())

    # Places for what is seen at times

    def put_under_header(self, bar: QWidget) -> None:
        """Right over the banners and the text."""
        self._column.insertWidget(self._column.indexOf(self.header) + 1, bar)

    def put_under_text(self, line: QWidget) -> None:
        """Right under the text."""
        self._column.insertWidget(self._column.indexOf(self.editor) + 1, line)

    def add_under_text(self, line: QWidget) -> None:
        """Put `line` under the text, over what belongs to the note as a whole."""
        self._column.insertWidget(self._column.count() - 1, line)

    def put_over_all(self, panel: QWidget) -> None:
        """Over everything; it stays when another note is shown."""
        self._outer.insertWidget(0, panel)

    def add_in_place(self, view: QWidget) -> None:
        """Something that can be shown in place of the text; it goes when another note is shown."""
        from newt_gui.qt.scrolled import Scrolled

        self._rooms[view] = Scrolled(view)
        self._stack.addWidget(self._rooms[view])

    def show_in_place(self, view: QWidget) -> None:
        """Show it until `show_text`."""
        self._stack.setCurrentWidget(self._rooms.get(view, view))

    def shows_in_place(self, view: QWidget) -> bool:
        return self._stack.currentWidget() is self._rooms.get(view, view)

    def show_text(self) -> None:
        """The text stands here again."""
        self.show_in_place(self._body)

    def is_about_text(self, part: QWidget) -> bool:
        """Whether a part of this pane has to do with the one text: what stands over all has not."""
        return self._body.isAncestorOf(part)

    def cover_text(self, covered: bool) -> None:
        """Leave all room to what stands over all."""
        self._main.setVisible(not covered)

    # Room

    def wake(self) -> None:
        """Let all parts scroll that have too little room; that may wait until the window is painted."""
        shown, focused = self.shows_in_place(self._body), self.window().focusWidget()
        self._stack.removeWidget(self._body)
        self.add_in_place(self._body)
        self._body.show()  # at once, and not with the next event: somebody may be writing
        if shown:
            self.show_in_place(self._body)
        if focused is not None:
            focused.setFocus()

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), LOWEST * self.fontMetrics().lineSpacing())

    def _reveal_cursor(self) -> None:
        """Whoever writes sees it, also where the parts around the text have to scroll."""
        if self.editor.hasFocus() and self._body in self._rooms:
            self._rooms[self._body].reveal(self.editor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        lines = self.height() / self.fontMetrics().lineSpacing()
        if (lines < SHORT, lines < LOW) != (self.is_short, self.is_low):
            self.is_short, self.is_low = lines < SHORT, lines < LOW
            self._fit()
            self.room_changed.emit()

    def spare_footer(self, spared: bool) -> None:
        """Whether something needs the room of the buttons and the meter where there is little."""
        self._is_spared = spared
        self._fit()

    def _fit(self) -> None:
        """With little height the number and title go: the list shows them, too."""
        unit = self._theme.unit
        across, down, between = (3, 2, 2) if self.is_low else (6, 4, 3)
        self._column.setContentsMargins(across * unit, down * unit, across * unit, down * unit)
        self._column.setSpacing(between * unit)
        self.header.setHidden(self.is_low)
        self._footer.setHidden(self.is_low and self._is_spared)


def _fixed_width_font() -> QFont:
    from PySide6.QtGui import QFontDatabase

    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
