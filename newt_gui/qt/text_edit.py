"""A plain text editor that changes no character that nobody touched, whichever way it came in."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QWidget

from newt_gui.qt.key_text import typed_text
from newt_gui.qt.marks import Mark
from newt_gui.qt.mime_text import IncomingText, files_in, has_text, incoming, read_mime
from newt_gui.qt.text import insert_text, kept_stand_ins, read_range
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

__all__ = ["FaithfulTextEdit", "Mark"]

_UP_AND_DOWN = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class FaithfulTextEdit(FaithfulTextView):
    """Takes text from keys, clipboards, drops and input methods, exactly.

    Only CR LF becomes LF, since a note's line ends are LF; a CR alone stays.
    """

    notice = Signal(str)
    """What was done to text that came in, in words. About line ends it is said once."""
    filled = Signal(str)
    """This text was pasted or dropped where there was none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._line_ends_told = False

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type what a key types; everything else about keys is Qt's."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in _UP_AND_DOWN:
            event.ignore()  # means nothing in a text: it is for whatever is around it
            return
        text = "" if self.isReadOnly() else typed_text(event)
        if not text:
            super().keyPressEvent(event)
            return
        cursor = self.textCursor()
        overwrites = self.overwriteMode() and text != "\n"
        if overwrites and not cursor.hasSelection() and not cursor.atBlockEnd():
            cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
        self._take(cursor, incoming(text))
        event.accept()

    # Clipboard, selection and drops

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Text only."""
        return has_text(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files go to whoever is behind this editor, also where their names come along as text."""
        if files_in(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take pasted, dropped or middle-clicked text."""
        if self.isReadOnly():
            return
        was_empty, what = self.document().isEmpty(), read_mime(source)
        self._take(self.textCursor(), what)
        if was_empty:
            self.filled.emit(what.text)

    def _take(self, cursor: QTextCursor, what: IncomingText) -> None:
        with self._changes.our_edit():
            insert_text(cursor, what.text)
        if cursor.document() is self.document():  # whoever heard of the edit may show another one by now
            self.setTextCursor(cursor)
            self.ensureCursorVisible()
        if what.line_ends_changed and not self._line_ends_told:
            self._line_ends_told = True
            self.notice.emit(
                self.tr(
                    "The text came with Windows line ends. They are plain line ends now, as notes have them."
                )
            )
        if what.incomplete:
            self.notice.emit(
                self.tr("Some of it wasn't readable text and was left out. Check what is missing.")
            )

    # Input methods

    @property
    def composing(self) -> bool:
        """Whether an input method is in the middle of something; its text is not in the document yet."""
        return bool(self._preedit())

    def commit_composition(self) -> None:
        """Make what is being composed part of the text, as it looks on the screen."""
        if not self.composing:
            return
        method = QGuiApplication.inputMethod()
        if QGuiApplication.focusObject() is self:
            method.commit()
        if self.composing:  # no input method took it
            self._commit(self._preedit(), 0, 0)
            method.reset()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Take what is committed exactly, then let Qt show what is still being composed."""
        if self.isReadOnly():  # Qt itself would take it
            event.ignore()
            return
        text, length = event.commitString(), event.replacementLength()
        if text or length:
            self._commit(text, event.replacementStart(), length)
            event.setCommitString("")
            event.accept()
            if not event.preeditString() and not event.attributes():
                return
        super().inputMethodEvent(event)

    def _commit(self, text: str, start: int, length: int) -> None:
        """Put `text` over `length` units from `start`, counted from the cursor, and end the composition."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        if self.composing:
            super().inputMethodEvent(QInputMethodEvent())
        cursor.removeSelectedText()
        first = self._within(cursor.position() + start)
        last = self._within(first + length)
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        replaced = read_range(self._shown, first, last) if last > first else ""
        with self._changes.our_edit():
            insert_text(cursor, kept_stand_ins(incoming(text).text, replaced))
            cursor.endEditBlock()
        self.ensureCursorVisible()

    def _preedit(self) -> str:
        return self.textCursor().block().layout().preeditAreaText()

    def _within(self, position: int) -> int:
        return max(0, min(position, self._shown.characterCount() - 1))

    # A composition belongs to the text it was begun in

    def set_text(self, text: str) -> None:
        """Load `text`; what was being composed is dropped with the text before it."""
        if self.composing:
            QGuiApplication.inputMethod().reset()
        super().set_text(text)

    def replace_text(self, text: str) -> None:
        """Turn the text into `text` as one step of undo; a composition is committed first."""
        self.commit_composition()
        super().replace_text(text)

    def show_document(self, document: QTextDocument) -> None:
        """Show another document; a composition is committed to the last one first."""
        self.commit_composition()
        super().show_document(document)
