"""Earlier versions of the notes: when and by whom, what was in them, and what can be brought back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from newt_gui.core.version_diff import Comparison, NoteThen, Since
from newt_gui.notes.delegate import visible
from newt_gui.notes.history_words import note_line, summary
from newt_gui.notes.slices import shown_text
from newt_gui.qt.flow import FlowBox
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme
from newt_gui.qt.version_list import VersionList, fill_lines, line_list

SIDE_BY_SIDE = 60
"""With less width than so many average characters the parts stand one below the other."""


class HistoryView(QWidget):
    """Shows one version at a time, and says what the person wants of it. Row numbers are 0-based."""

    restore_one_requested = Signal(int)
    restore_all_requested = Signal()
    copy_requested = Signal()
    forget_requested = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._notes: tuple[NoteThen, ...] = ()
        self._now: tuple[str, ...] = ()
        self.setObjectName("history_view")
        self.heading = plain_label(self.tr("Earlier versions"), role="page")
        self.told = WrappedText()
        self.told.setAccessibleName(self.tr("About this version"))
        self.versions = VersionList("history_versions", theme)
        self.notes = line_list("history_notes", self.tr("Notes of this version"), theme)
        self.text = self._text(self.tr("The note as it was"))
        self.text_now = self._text(self.tr("The note as it is today"))
        self._build_buttons()
        self._lay_out()
        self.notes.currentRowChanged.connect(self._on_note)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self.left)

    def _text(self, said: str) -> FaithfulTextView:
        view = FaithfulTextView(self._theme)
        view.setAccessibleName(said)
        view.setTabChangesFocus(True)
        view.set_locked(True)
        view.setMinimumHeight(2 * view.fontMetrics().lineSpacing())
        return view

    def _build_buttons(self) -> None:
        self._box = FlowBox(2 * self._theme.unit, self)
        self.one_button = self._button(self.tr("Restore this note"))
        self.all_button = self._button(self.tr("Restore all"))
        self.copy_button = self._button(self.tr("Save a copy…"))
        self.forget_button = self._button(self.tr("Forget this version…"))
        self.back_button = self._button(self.tr("Back to the notes"))
        self.one_button.clicked.connect(lambda: self.restore_one_requested.emit(self.notes.currentRow()))
        self.all_button.clicked.connect(self.restore_all_requested)
        self.copy_button.clicked.connect(self.copy_requested)
        self.forget_button.clicked.connect(self.forget_requested)
        self.back_button.clicked.connect(self.left)

    def _button(self, words: str) -> QPushButton:
        return QPushButton(words, self._box)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(3 * unit)
        content = QVBoxLayout()
        content.setSpacing(2 * unit)
        content.addWidget(self.told)
        content.addWidget(self.notes, 2)
        content.addWidget(self.text, 2)
        self.label_now = plain_label(self.text_now.accessibleName(), role="small", quiet=True)
        content.addWidget(self.label_now)
        content.addWidget(self.text_now, 2)
        self._parts.addWidget(self.versions, 2)
        self._parts.addLayout(content, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        column.setSpacing(3 * unit)
        column.addWidget(self.heading)
        column.addLayout(self._parts, 1)
        column.addWidget(self._box)

    # Showing

    def show_none(self) -> None:
        """Nothing is kept."""
        self.show_problem(self.tr("No earlier version is kept yet: there will be one with your next save."))

    def show_comparison(self, compared: Comparison, now: tuple[str, ...]) -> None:
        """The notes of the chosen version. `now`: the notes of today."""
        self._notes, self._now = compared.notes, now
        self.told.setPlainText(summary(compared))
        fill_lines(self.notes, [visible_lines(note_line(at, note)) for at, note in enumerate(self._notes)])
        self.all_button.setEnabled(not compared.is_same)
        self._enable(True)
        if not self._notes:
            self._on_note(-1)

    def show_problem(self, text: str, *, can_copy: bool = False) -> None:
        """Why there is nothing to be seen of the chosen version."""
        self._notes = ()
        self.told.setPlainText(text)
        self.notes.clear()
        self._on_note(-1)
        self.all_button.setEnabled(False)
        self._enable(can_copy)

    def _enable(self, has_content: bool) -> None:
        self.copy_button.setEnabled(has_content)
        self.forget_button.setEnabled(has_content)

    def _on_note(self, row: int) -> None:
        note = self._notes[row] if 0 <= row < len(self._notes) else None
        self.text.set_text(shown_text(note.text) if note is not None else "")
        changed = note is not None and note.since is Since.CHANGED
        if note is not None and note.now is not None and changed:
            self.text_now.set_text(shown_text(self._now[note.now]))
        for part in (self.text_now, self.label_now):
            part.setVisible(changed)
        self.one_button.setEnabled(note is not None and note.since is not Since.SAME)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(across if wide else down)


def visible_lines(text: str) -> str:
    """Every line with nothing in it that hides or reorders."""
    return "\n".join(map(visible, text.split("\n")))
