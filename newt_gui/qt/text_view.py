"""A plain text view that shows every character, and gives each back as it came in."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QHelpEvent, QTextCursor, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QToolTip, QWidget

from newt_gui.qt.changes import ChangeFilter
from newt_gui.qt.chips import ChipPainter
from newt_gui.qt.marks import Mark, MarkLayer
from newt_gui.qt.mime_text import write_mime
from newt_gui.qt.plain import plain_tip
from newt_gui.qt.text import (
    Positions,
    fill_document,
    holds,
    insert_text,
    read_document,
    read_range,
    replace_document,
    to_offset,
    to_position,
)
from newt_gui.qt.theme import Theme

_VIEW = "newt_view"
_UNFAITHFUL = "newt_unfaithful"


class FaithfulTextView(QPlainTextEdit):
    """Shows one document at a time. Programs change its text here; a person, in the subclass.

    What can't be seen, or what Qt can't hold, is shown as a chip. Text that can't be given back as
    it came is shown read-only (`is_faithful`). Zooming is the window's business.
    """

    text_modified = Signal()
    """The text changed by an edit, an undo or a redo; not by loading, nor by a composition under way."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._locked = False
        self._marks = MarkLayer(theme, self)
        self._chips = ChipPainter(theme, self, self._marks.kind_at)
        self._changes = ChangeFilter(self)
        self._changes.span_changed.connect(self._marks.follow)
        self._changes.text_changed.connect(self.text_modified)
        # A document of our own from the start: Qt deletes the one it made when another is shown.
        self._shown = self.new_document("")
        self.setDocument(self._shown)
        self._changes.follow(self._shown)
        theme.changed.connect(self._restyle)

    # The text

    def text(self) -> str:
        """The text, lines ended by LF. A composition under way is not in it yet."""
        return read_document(self._shown)

    def set_text(self, text: str) -> None:
        """Load `text` into the document that is shown: unmodified, nothing to undo."""
        self._marks.clear()
        self._changes.leave()
        self._load(self._shown, text)
        self._changes.follow(self._shown)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._apply_lock()

    def replace_text(self, text: str) -> None:
        """Turn the text into `text` as one step of undo; cursor and view stay where they can."""
        anchor, position, scrolled = self._view()
        length = self._shown.characterCount()
        with self._changes.our_edit():
            changed = replace_document(self._shown, text)
        grown = self._shown.characterCount() - length
        self._show_view(_moved(anchor, changed, grown), _moved(position, changed, grown), scrolled)

    @property
    def is_faithful(self) -> bool:
        """Whether the document gave back exactly the text that was loaded into it."""
        return not self._shown.property(_UNFAITHFUL)

    def set_locked(self, locked: bool) -> None:
        """Keep the person from changing the text. Text that isn't held faithfully is locked anyway."""
        self._locked = locked
        self._apply_lock()

    def _apply_lock(self) -> None:
        read_only = self._locked or not self.is_faithful
        if read_only != self.isReadOnly():
            self.setReadOnly(read_only)

    @staticmethod
    def _load(document: QTextDocument, text: str) -> None:
        fill_document(document, text)
        document.setProperty(_UNFAITHFUL, not holds(document, text))

    # Documents, one for each text, each with its own undo

    def new_document(self, text: str) -> QTextDocument:
        """A document with `text` for `show_document`. Once shown, it lives as long as this view."""
        document = QTextDocument()
        document.setDocumentLayout(QPlainTextDocumentLayout(document))
        self._chips.serve(document)
        self._load(document, text)
        return document

    def show_document(self, document: QTextDocument) -> None:
        """Show another document of this view's, with cursor and view where it was left."""
        if document is self._shown:
            return
        self._marks.clear()
        self._shown.setProperty(_VIEW, self._view())
        document.setDefaultFont(self.font())
        document.setDefaultTextOption(self._shown.defaultTextOption())
        self._changes.follow(document)
        self.setDocument(document)
        self._shown = document
        self._show_view(*(document.property(_VIEW) or (0, 0, 0)))
        self._apply_lock()

    def _view(self) -> tuple[int, int, int]:
        cursor = self.textCursor()
        return cursor.anchor(), cursor.position(), self.verticalScrollBar().value()

    def _show_view(self, anchor: int, position: int, scrolled: int) -> None:
        self._select(anchor, position)
        self.verticalScrollBar().setValue(scrolled)

    def _select(self, anchor: int, position: int) -> None:
        last = self._shown.characterCount() - 1
        cursor = self.textCursor()
        cursor.setPosition(min(anchor, last))
        cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    # Qt's own names, faithfully

    def toPlainText(self) -> str:
        """The same as `text`."""
        return self.text()

    def setPlainText(self, text: str) -> None:
        """As `set_text`, but told as an edit: Qt's own says that the text changed, too."""
        self.set_text(text)
        self.text_modified.emit()

    def clear(self) -> None:
        """As `setPlainText` with nothing."""
        self.setPlainText("")

    def insertPlainText(self, text: str) -> None:
        """Put `text` in place of the selection, exactly, as one step of undo."""
        cursor = self.textCursor()
        with self._changes.our_edit():
            insert_text(cursor, text)
        self.setTextCursor(cursor)

    def appendPlainText(self, text: str) -> None:
        """Add `text` as lines of their own at the end; the cursor stays where it is."""
        anchor, position, scrolled = self._view()
        cursor = QTextCursor(self._shown)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        with self._changes.our_edit():
            insert_text(cursor, text if self._shown.isEmpty() else "\n" + text)
        self._show_view(anchor, position, scrolled)

    def createMimeDataFromSelection(self) -> QMimeData:
        """What copying, cutting and dragging give away: the characters themselves, as plain text."""
        cursor = self.textCursor()
        return write_mime(read_range(self._shown, cursor.selectionStart(), cursor.selectionEnd()))

    # Marks and places

    def set_marks(self, marks: Iterable[Mark]) -> None:
        """Mark these spans of the text (code points) and no others."""
        self._marks.show(marks, self.text())

    def go_to(self, offset: int) -> None:
        """Put the cursor at a code point offset and bring it into view."""
        position = to_position(self.text(), offset)
        self._select(position, position)
        self.ensureCursorVisible()

    def select(self, start: int, end: int) -> None:
        """Select a span of the text (code points) and bring it into view."""
        place = Positions(self.text())
        self._select(place.to_position(start), place.to_position(end))
        self.ensureCursorVisible()

    def selection(self) -> tuple[int, int]:
        """Start and end of what is selected, in code points; the same where nothing is."""
        cursor, place = self.textCursor(), Positions(self.text())
        return place.to_offset(cursor.selectionStart()), place.to_offset(cursor.selectionEnd())

    def set_highlights(self, spans: Iterable[tuple[int, int]]) -> None:
        """Lay a quiet ground under these spans of the text (code points) and no others."""
        self._marks.highlight(spans, self.text())

    def cursor_offset(self) -> int:
        """Where the cursor is, in code points."""
        return to_offset(self.text(), self.textCursor().position())

    def changeEvent(self, event: QEvent) -> None:
        """A new font makes new chips."""
        if event.type() == QEvent.Type.FontChange:
            self._chips.forget_sizes()
        super().changeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Pointing at a mark or a chip tells why it is there."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            reason = self._marks.reason_at(event.pos())
            if reason:
                QToolTip.showText(event.globalPos(), plain_tip(reason), self)
                return True
            QToolTip.hideText()
        return super().viewportEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the wheel zooms, which the window does."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)

    def _restyle(self) -> None:
        self._marks.restyle()


def _moved(position: int, changed: range, grown: int) -> int:
    """Where a position is after the text between the ends of `changed` came in place of other text.

    `grown`: by how many units the document is longer now.
    """
    if position <= changed.start:
        return position
    if position >= changed.stop - grown:
        return position + grown
    return min(position, changed.stop)
