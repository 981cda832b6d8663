"""The reader's text: what each speaker said on a ground of its own, put in bit by bit, never changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

from PySide6.QtCore import QMimeData, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from newt_gui.qt.chips import ChipPainter
from newt_gui.qt.mime_text import write_mime
from newt_gui.qt.theme import Theme
from newt_gui.recall.reader_document import Formats, Kind, ReaderDocument, kind_of, part_of
from newt_gui.recall.reader_text import Part, Place, Speaker

SLICE_SECONDS = 0.003
"""So long the window is kept at one go while a conversation is put in."""

BEFORE = 3
"""So many parts before the one that is wanted are put in with it, to stand above it."""

MOST_BEFORE = 6_000
"""In characters: longer ones come in after it."""

MOST_MARKED = 200
"""So many places get a ground of their own; more would make every repaint slow."""


class ConversationView(QPlainTextEdit):
    """Read-only. The text is plain: nothing in it is ever taken for markup, and no link is followed."""

    moved = Signal()
    """Another part of the conversation is in view."""
    filled = Signal()
    """The whole conversation is there now."""
    menu_requested = Signal(object)
    """A place of the screen: show there what can be done with the text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._goal: Place | None = None
        self._opened_at = -1
        self._matches: list[Place] = []
        self._marked: list[QTextCursor] = []
        self._chips = ChipPainter(theme, self, lambda _position: "")
        self._feed = QTimer(self, singleShot=True, interval=0)
        self._feed.timeout.connect(self._put_more)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.verticalScrollBar().valueChanged.connect(self.moved)
        theme.changed.connect(self.restyle)
        self._reader = self._made([], 0)
        self.setDocument(self._reader.document)

    # What is shown

    @property
    def parts(self) -> Sequence[Part]:
        """What is shown, in order."""
        return self._reader.parts

    @property
    def is_filled(self) -> bool:
        """Whether all of it is there."""
        return not self._feed.isActive()

    def show_parts(self, parts: Sequence[Part], goal: Place | None) -> None:
        """Show another conversation, opened at `goal` (None: at its beginning)."""
        self._goal, self._matches, self._marked = goal, [], []
        self._opened_at = goal.part if goal is not None else -1
        self.setExtraSelections([])
        before, self._reader = self._reader, self._made(parts, _beginning(parts, self._opened_at))
        self.setDocument(self._reader.document)
        before.document.deleteLater()
        self._put_more()
        if goal is None:
            self._show_cursor(0, 0)  # what is put in pushes cursor and view before it

    def _made(self, parts: Sequence[Part], begin: int) -> ReaderDocument:
        reader = ReaderDocument(parts, begin, self._formats())
        self._chips.forget_sizes()
        self._chips.serve(reader.document)
        reader.document.setDefaultFont(self.font())
        reader.document.setDocumentMargin(3 * self._theme.unit)
        return reader

    def _formats(self) -> Formats:
        top, gap, heading, text = (QTextCharFormat() for _ in range(4))
        for form, height in ((top, 1), (gap, 4 * self._theme.unit)):
            font = self.font()
            font.setPixelSize(height)
            form.setFont(font)
        heading.setFont(self._theme.font("small", tabular=True))
        heading.setForeground(QColor(self._theme.tokens.quiet))
        text.setFont(self.font())
        return Formats(top, gap, heading, text)

    def _put_more(self) -> None:
        """Some bits more, what is in view staying where it is."""
        until = monotonic() + SLICE_SECONDS
        first = self.firstVisibleBlock()
        anchor = QTextCursor(first)
        inside = self.verticalScrollBar().value() - first.firstLineNumber()
        more = self._reader.step()
        while more and monotonic() < until:
            more = self._reader.step()
        self.verticalScrollBar().setValue(anchor.block().firstLineNumber() + inside)
        self._reach_goal()
        if more:
            self._feed.start()
        else:
            self._goal = None
            self._mark()
            self.filled.emit()

    def _reach_goal(self) -> None:
        """Go to what is wanted as soon as it is there."""
        cursor = self._reader.cursor_at(self._goal) if self._goal is not None else None
        if cursor is None or self._goal is None:
            return
        if self._goal.end > self._goal.start:
            self._matches = [self._goal]
        self._goal = None
        self._show_cursor(cursor.selectionStart(), cursor.selectionStart())
        self._mark()

    def _show_cursor(self, anchor: int, position: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(anchor)
        cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()
        self.ensureCursorVisible()

    def restyle(self) -> None:
        """Other colours and sizes: everything is put in anew, opened where the person is."""
        at = self.current_part()
        opened, matches = self._opened_at, self._matches
        self.show_parts(self.parts, Place(at, 0, 0) if at >= 0 else None)
        self._opened_at = opened
        self.show_matches(matches)

    # Places

    def current_part(self) -> int:
        """The part that the cursor is in while it is in view, else the first one in view; -1 for none."""
        at = part_of(self.textCursor().block())
        if at >= 0 and self.viewport().rect().intersects(self.cursorRect()):
            return at
        block = self.firstVisibleBlock()
        while block.isValid() and kind_of(block) == Kind.GAP and part_of(block) >= 0:
            block = block.next()
        return part_of(block)

    def go_to(self, part: int) -> None:
        """Show the beginning of a part."""
        block = self._reader.block_of(part)
        if block.isValid():
            self._show_cursor(block.position(), block.position())

    def select(self, place: Place) -> None:
        """Select a place and show it; nothing while it is not there yet."""
        cursor = self._reader.cursor_at(place)
        if cursor is not None:
            self._show_cursor(cursor.selectionStart(), cursor.selectionEnd())

    def show_matches(self, places: Sequence[Place]) -> None:
        """Lay a ground under these places, the first MOST_MARKED of them, and no others."""
        self._matches = list(places)
        self._mark()

    def _mark(self) -> None:
        found = (self._reader.cursor_at(place) for place in self._matches[:MOST_MARKED])
        form = QTextCharFormat()
        form.setBackground(QColor(self._theme.tokens.caution_ground))
        form.setForeground(QColor(self._theme.tokens.caution))
        form.setFontUnderline(True)  # not by colour alone
        selections = []
        for cursor in found:
            if cursor is not None:
                selection = QTextEdit.ExtraSelection()
                selection.cursor, selection.format = cursor, form
                selections.append(selection)
        self.setExtraSelections(selections)

    # What is selected

    def selected_text(self) -> str:
        """What is selected, as it was said."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return ""
        return self._reader.text_between(cursor.selectionStart(), cursor.selectionEnd())

    def createMimeDataFromSelection(self) -> QMimeData:
        return write_mime(self.selected_text())

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, rect in self._cards():
            self._paint_card(painter, number, rect)
        painter.end()
        super().paintEvent(event)

    def _cards(self) -> Iterator[tuple[int, QRectF]]:
        """The parts in view and the ground of each."""
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        number, top, bottom = -1, 0.0, 0.0
        while block.isValid() and bottom <= self.viewport().height():
            rect = self.blockBoundingGeometry(block).translated(offset)
            if part_of(block) < 0 or kind_of(block) == Kind.GAP:
                block = block.next()
                continue
            if part_of(block) != number:
                if number >= 0:
                    yield number, self._ground(top, bottom)
                number = part_of(block)
                top = rect.top() if kind_of(block) == Kind.HEADING else rect.top() - 8 * self._theme.unit
            bottom = rect.bottom()
            block = block.next()
        if number >= 0:
            yield number, self._ground(top, bottom)

    def _ground(self, top: float, bottom: float) -> QRectF:
        unit = self._theme.unit
        return QRectF(0, top - 1.5 * unit, self.viewport().width(), bottom - top + 3 * unit)

    def _paint_card(self, painter: QPainter, number: int, rect: QRectF) -> None:
        tokens, unit = self._theme.tokens, self._theme.unit
        opened = number == self._opened_at
        quiet = self.parts[number].speaker in (Speaker.SYSTEM, Speaker.TOOLS)
        painter.setBrush(QColor(tokens.accent_ground if opened else tokens.side if quiet else tokens.window))
        painter.drawRoundedRect(rect, 1.5 * unit, 1.5 * unit)
        if opened:
            width = max(2.0, unit * 0.75)
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            left = rect.right() - width if mirrored else rect.left()
            painter.save()
            painter.setClipRect(QRectF(left, rect.top(), width, rect.height()))
            painter.setBrush(QColor(tokens.accent))
            painter.drawRoundedRect(rect, 1.5 * unit, 1.5 * unit)
            painter.restore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        at_cursor = self.viewport().mapToGlobal(self.cursorRect().center())
        self.menu_requested.emit(event.globalPos() if by_mouse else at_cursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the wheel zooms, which the window does."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)


def _beginning(parts: Sequence[Part], at: int) -> int:
    """The part to begin with, so that a little of what was said before stands above part `at`."""
    begin, size = max(0, at), 0
    while begin > 0 and at - begin < BEFORE:
        size += len(parts[begin - 1].text)
        if size > MOST_BEFORE:
            break
        begin -= 1
    return begin
