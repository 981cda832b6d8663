"""The right half of the Notes page: one note's text, what is wrong with it, and Save."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from newt_gui.core.characters import trim
from newt_gui.core.errors import DelimiterInText, ScanRejected, UserFacingError
from newt_gui.core.notes import WriteCheck
from newt_gui.notes import words
from newt_gui.notes.editor_banners import EditorBanners
from newt_gui.notes.note_header import NoteHeader
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.qt.empty import EmptyState
from newt_gui.qt.meter import BudgetMeter
from newt_gui.qt.text_edit import FaithfulTextEdit, Mark
from newt_gui.qt.theme import Theme

LARGE_NOTE = 20_000
"""From so many characters on, checks wait for a pause instead of running with every key."""
PAUSE_MS = 150
LONGEST_LINE = 92
"""Width of the text area in average characters: about 80 of prose, which read well, and its margins."""

LONGEST_PLAIN_LINE = 1 << 16
LARGEST_NOTE = 1 << 20
"""In characters: a wrapped editor takes minutes to lay out a longer line, and stalls on a larger text."""


class EditorPane(QWidget):
    """Shows one row of the session and takes what the person writes into its draft."""

    save_requested = Signal()
    revert_requested = Signal()
    new_note_requested = Signal()
    keep_as_new_requested = Signal()
    their_text_requested = Signal()
    left = Signal()
    """The person is done here and wants the list (Esc)."""
    notice = Signal(str)
    """Something about a paste or drop that the person should hear once."""

    def __init__(self, session: NotesSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self._key = -1
        self._documents: dict[int, QTextDocument] = {}
        self._refusal: UserFacingError | None = None
        self._is_marked = self._is_touched = self._is_open = False
        self._shown: dict[int, str | None] = {}
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._take_text)
        self._build()
        self._lay_out()
        session.rows_about_to_change.connect(self._take_text)
        session.rows_changed.connect(self._on_rows_changed)
        theme.changed.connect(self._refresh)
        self.show_row(-1)

    # Building

    def _build(self) -> None:
        self.header = NoteHeader(self._theme)
        self.banners = EditorBanners(self._theme)
        self.banners.repair_requested.connect(self._repair_first)
        self.banners.keep_as_new_requested.connect(self.keep_as_new_requested)
        self.banners.their_text_requested.connect(self.their_text_requested)
        self.editor = FaithfulTextEdit(self._theme)
        self.editor.setObjectName("note_editor")
        self.editor.setAccessibleName(self.tr("Text of the note"))
        self.editor.setProperty("bare", True)
        self.editor.setTabChangesFocus(True)
        self.editor.text_modified.connect(self._on_text_modified)
        self.editor.notice.connect(self.notice)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.editor)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self.left)
        self.meter = BudgetMeter(self._theme)
        self.meter.setObjectName("editor_budget")
        self.meter.setToolTip(words.bytes_reason())
        self.revert_button = QPushButton(self.tr("Revert"))
        self.revert_button.clicked.connect(self.revert_requested)
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setProperty("primary", True)
        self.save_button.clicked.connect(self.save_requested)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        column.setSpacing(3 * unit)
        column.addWidget(self.header)
        column.addWidget(self.banners)
        column.addWidget(self.editor, 1)
        column.addLayout(_row(3 * unit, (self.meter, 1), self.revert_button, self.save_button))
        self.empty = EmptyState(self._theme, self.tr("New note"))
        self.empty.action_requested.connect(self.new_note_requested)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(body)

    def set_font(self, monospace: bool, zoom: int) -> None:
        """The system's fixed-width font or the body font, `zoom` points larger."""
        body = self._theme.font("body")
        font = _fixed_width_font() if monospace else body
        font.setPointSizeF(max(4.0, body.pointSizeF() + zoom))
        self.editor.setFont(font)
        self.editor.setMaximumWidth(LONGEST_LINE * self.editor.fontMetrics().averageCharWidth())

    # Showing a row

    @property
    def key(self) -> int:
        """The key of the row that is shown, -1 for none."""
        return self._key

    def show_row(self, key: int) -> None:
        """Show another row; what was written in the last one is in its draft before."""
        self.commit()
        row = self._session.row(key)
        self._key = key if row is not None else -1
        self._refusal, self._is_marked, self._is_touched = None, False, False
        self._is_open = row is not None and not is_too_large(row.text)
        if row is not None and self._is_open:
            self.editor.show_document(self._document(row))
            self._sync(row)
        self._stack.setCurrentIndex(1 if self._is_open else 0)
        self._refresh()

    def _document(self, row: Row) -> QTextDocument:
        """The row's own document, so that its text undo outlives switching and saving."""
        document = self._documents.get(row.key)
        if document is None:
            document = self._documents[row.key] = self.editor.new_document(row.text)
        return document

    def _on_rows_changed(self) -> None:
        keys = {row.key for row in self._session.rows}
        row = self._session.row(self._key)
        if row is not None and row.draft is None:
            self._refusal = None  # there is nothing left of what was refused
        if row is not None and row.draft is None and self._is_open == is_too_large(row.text):
            self.show_row(self._key)  # somebody made it too large for the editor, or small enough
        elif row is not None and self._is_open:
            self._sync(row)
        if row is None and self._key != -1:
            self.show_row(-1)
        for key in [key for key in self._documents if key not in keys]:
            del self._documents[key]
            self._shown.pop(key, None)
        self._refresh()

    def _sync(self, row: Row) -> None:
        """Show what the row holds now, unless the person is in the middle of something.

        What the editor was begun from is remembered: an edit counts against that text, also where
        another one is stored by the time it is taken.
        """
        text = self.editor.text()
        if text != row.text:
            if self.editor.composing:
                return
            if not (self.editor.hasFocus() and trim(text) == row.text):
                with QSignalBlocker(self.editor):
                    self.editor.replace_text(row.text)
        self._shown[row.key] = row.stored

    # What the person writes

    def commit(self) -> None:
        """Take a composition under way and the text into the draft, before anything looks at it."""
        if self._key == -1 or not self._is_open:
            return
        self.editor.commit_composition()
        self._take_text()

    def _on_text_modified(self) -> None:
        self._refusal, self._is_touched = None, True
        if self.editor.document().characterCount() <= LARGE_NOTE:
            self._take_text()
        elif not self._pause.isActive():
            self._pause.start()

    def _take_text(self) -> None:
        self._pause.stop()
        if self._is_touched and self._key != -1:
            self._is_touched = False
            self._session.edit(self._key, self.editor.text(), self._shown.get(self._key))
            self._refresh()

    # What stands around the text

    def show_refusal(self, error: UserFacingError) -> None:
        """A save was refused: the reason stands here and the cursor goes to the spot."""
        self._refusal = error
        self._refresh()
        spot = self._spot(error)
        if spot is not None:
            self.editor.go_to(spot)
        self.editor.setFocus()

    def _spot(self, error: UserFacingError) -> int | None:
        """Where in the text the trouble is, as a code point offset."""
        if isinstance(error, ScanRejected):
            return error.findings[0].start
        if isinstance(error, DelimiterInText):
            lines = self.editor.text().split("\n")
            return sum(len(line) + 1 for line in lines[: error.line - 1])
        return None

    def _refresh(self) -> None:
        row = self._session.row(self._key)
        if row is None or not self._is_open:
            self._refresh_empty(row)
            return
        check = self._session.snapshot.check(row.text, row.id)
        self.header.show_row(row)
        self.banners.show_row(row, check.findings, self._refusal)
        self._refresh_marks(check)
        self._refresh_footer(row, check)

    def _refresh_empty(self, row: Row | None) -> None:
        if row is not None:
            self.empty.show_text(
                self.tr(
                    "This note is too large to be edited here ({size}). It stays as it is; "
                    "to change it, use a text editor."
                ).format(size=words.size(len(row.text.encode("utf-8", "surrogatepass")))),
                with_action=False,
            )
        elif self._session.is_read_only:
            self.empty.show_text(self.tr("The notes can't be shown."), with_action=False)
        elif self._session.rows:
            self.empty.show_text(self.tr("Choose a note to read or change it."), with_action=False)
        else:
            self.empty.show_text(
                self.tr("No notes yet. What you write here goes into every prompt of your agent."),
                with_action=True,
            )

    def _repair_first(self) -> None:
        """Put its repair in place of the first finding, as one undoable edit."""
        text = self.editor.text()
        found = next(iter(words.findings_of(text)), None)
        if found is not None and found.repair is not None:
            self.editor.replace_text(text[: found.start] + found.repair + text[found.end :])
            self.editor.go_to(found.start)
        self.editor.setFocus()

    def _refresh_marks(self, check: WriteCheck) -> None:
        if self.editor.composing:
            return
        if check.findings or self._is_marked:
            text = self.editor.text()
            self.editor.set_marks(
                Mark(found.start, found.end, "caution", words.finding_sentence(found, text))
                for found in check.findings
            )
        self._is_marked = bool(check.findings)

    def _refresh_footer(self, row: Row, check: WriteCheck) -> None:
        self.meter.set_values(check.bytes_after, check.limit, words.budget_line(check))
        locked = self._session.is_read_only
        self.editor.set_locked(locked)
        self.save_button.setEnabled(row.is_dirty and not locked)
        self.revert_button.setEnabled(row.draft is not None)


def is_too_large(text: str) -> bool:
    """Whether the editor would freeze on the text."""
    if len(text) <= LONGEST_PLAIN_LINE:
        return False
    return len(text) > LARGEST_NOTE or max(map(len, text.split("\n"))) > LONGEST_PLAIN_LINE


def _fixed_width_font() -> QFont:
    from PySide6.QtGui import QFontDatabase

    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)


def _row(spacing: int, *parts: QWidget | tuple[QWidget, int]) -> QHBoxLayout:
    layout = QHBoxLayout()
    layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, tuple):
            layout.addWidget(part[0], part[1])
        else:
            layout.addWidget(part)
    return layout
