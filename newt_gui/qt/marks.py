"""Marked spans in an editor: underlined, on a ground of their colour, with a reason to point at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from newt_gui.core.characters import code_point_name
from newt_gui.qt.text import Positions, character_at, is_all_tokens, needs_token
from newt_gui.qt.theme import Theme

MarkKind = Literal["stop", "caution"]


class Mark(NamedTuple):
    """A span of the text, `start` and `end` in code points, and a plain sentence saying why."""

    start: int
    end: int
    kind: MarkKind
    reason: str


class _Span(NamedTuple):
    """Where a mark is now, as positions of the document."""

    start: int
    end: int
    mark: Mark


class MarkLayer:
    """The marks of one editor. They move along with the text until they are set anew.

    They lie over the text and change nothing in it: no format, no step of undo. A mark on nothing
    but chips is drawn by the chips themselves, since Qt draws a line once again for each selection.
    """

    def __init__(self, theme: Theme, editor: QPlainTextEdit) -> None:
        self._theme, self._editor = theme, editor
        self._spans: list[_Span] = []
        self._longest = 0
        self._underlined: list[tuple[Mark, QTextCursor]] = []
        self._highlighted: list[QTextCursor] = []

    def show(self, marks: Iterable[Mark], text: str) -> None:
        """Show these marks and no others. `text`: what the editor holds."""
        place = Positions(text)
        self._spans = [
            _Span(place.to_position(mark.start), place.to_position(mark.end), mark)
            for mark in sorted(marks, key=lambda mark: mark.start)
        ]
        self._longest = max((span.end - span.start for span in self._spans), default=0)
        self._underlined = [
            (span.mark, self._cursor(span.start, span.end))
            for span in self._spans
            if not is_all_tokens(text[span.mark.start : span.mark.end])
        ]
        self.restyle()

    def highlight(self, spans: Iterable[tuple[int, int]], text: str) -> None:
        """Lay a quiet ground under these spans and no others; beneath the marks."""
        place = Positions(text)
        self._highlighted = [
            self._cursor(place.to_position(start), place.to_position(end)) for start, end in spans
        ]
        self.restyle()

    def clear(self) -> None:
        """Show no marks and no highlights."""
        if self._spans or self._highlighted:
            self._highlighted = []
            self.show((), "")

    def follow(self, position: int, removed: int, added: int) -> None:
        """The text changed: `removed` units went at `position`, and `added` came."""
        gone = range(position, position + removed)
        grown = added - removed
        self._spans = [
            _Span(_followed(span.start, gone, grown), _followed(span.end, gone, grown), span.mark)
            for span in self._spans
        ]

    def restyle(self) -> None:
        """Draw the marks again, in the colours now in force."""
        ground = self._ground()
        highlights = [_selection(cursor, ground) for cursor in self._highlighted]
        marks = [_selection(cursor, self._format(mark.kind)) for mark, cursor in self._underlined]
        self._editor.setExtraSelections(highlights + marks)
        self._editor.viewport().update()

    def kind_at(self, position: int) -> str:
        """The kind of the mark that covers a position, the graver of several, else empty."""
        kinds = {mark.kind for mark in self._covering(position)}
        return "stop" if "stop" in kinds else "".join(kinds)

    def reason_at(self, point: QPoint) -> str:
        """Why the character under a point of the viewport is marked, and its name if it is a chip."""
        position = position_under(self._editor, point)
        if position is None:
            return ""
        reasons = [mark.reason for mark in self._covering(position)]
        character = character_at(self._editor.document(), position)
        if character and needs_token(character):
            name = code_point_name(character)
            if not any(name in reason for reason in reasons):
                reasons.insert(0, name)
        return "\n".join(reasons)

    def _covering(self, position: int) -> Iterator[Mark]:
        # They keep their order when the text changes, so there is no need to look at all.
        for index in range(bisect_right(self._spans, position, key=_start) - 1, -1, -1):
            span = self._spans[index]
            if span.start + self._longest <= position:
                return
            if position < span.end:
                yield span.mark

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _ground(self) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setBackground(QColor(self._theme.tokens.accent_ground))
        return form

    def _format(self, kind: MarkKind) -> QTextCharFormat:
        tokens = self._theme.tokens
        line, ground = (
            (tokens.stop, tokens.stop_ground) if kind == "stop" else (tokens.caution, tokens.caution_ground)
        )
        form = QTextCharFormat()
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        form.setUnderlineColor(QColor(line))
        form.setBackground(QColor(ground))
        return form


def _selection(cursor: QTextCursor, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
    selection = QTextEdit.ExtraSelection()
    selection.cursor = cursor
    selection.format = form
    return selection


def _start(span: _Span) -> int:
    return span.start


def _followed(position: int, gone: range, grown: int) -> int:
    if position >= gone.stop:
        return position + grown
    return min(position, gone.start)


def position_under(editor: QPlainTextEdit, point: QPoint) -> int | None:
    """The position of the character drawn under a point of the viewport, None beside the text."""
    nearest = editor.cursorForPosition(point).position()
    for position in (nearest, nearest - 1):
        if position >= 0 and _covers(editor, position, point):
            return position
    return None


def _covers(editor: QPlainTextEdit, position: int, point: QPoint) -> bool:
    cursor = QTextCursor(editor.document())
    cursor.setPosition(position)
    before = editor.cursorRect(cursor)
    if not cursor.movePosition(QTextCursor.MoveOperation.NextCharacter):
        return False
    after = editor.cursorRect(cursor)
    left, right = sorted((before.left(), after.left()))
    same_line = before.top() == after.top()
    return same_line and before.top() <= point.y() <= before.bottom() and left <= point.x() < right
