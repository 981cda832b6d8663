"""The document of the reader: parts of a conversation put in piece by piece, and where each is."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from newt_gui.qt.text import Positions, insert_text
from newt_gui.recall.reader_text import Bit, Part, Place, bits, line_starts


class Kind(IntEnum):
    """What a line of the document is. Two bits of its block's state; the part's number is above them."""

    GAP = 0
    HEADING = 1
    TEXT = 2
    CONTINUED = 3
    """Text that goes on in the next line with no line end between."""


class Formats(NamedTuple):
    """How the sorts of lines look. `top`: the gap above everything."""

    top: QTextCharFormat
    gap: QTextCharFormat
    heading: QTextCharFormat
    text: QTextCharFormat


def part_of(block: QTextBlock) -> int:
    """The number of the part that a line belongs to, -1 for none."""
    return block.userState() >> 2


def kind_of(block: QTextBlock) -> Kind:
    """What the line is; only where `part_of` says that it is one of ours."""
    return Kind(block.userState() & 3)


class ReaderDocument:
    """Begins at one part, goes on to the last one, and then back to the first.

    Every line ends with a line end, so the last block is always empty and belongs to no part.
    """

    def __init__(self, parts: Sequence[Part], begin: int, formats: Formats) -> None:
        self.document = QTextDocument()
        self.document.setUndoRedoEnabled(False)
        self.document.setDocumentLayout(QPlainTextDocumentLayout(self.document))
        self.parts, self._formats = parts, formats
        self._first = begin
        self._counts: deque[int] = deque()
        self._starts: dict[int, list[int]] = {}
        self._asked = (-1, -1, Positions(""))
        self._steps = self._all_steps(begin)

    def step(self) -> bool:
        """Put the next bit in; False when everything is there."""
        return next(self._steps, False)

    def _all_steps(self, begin: int) -> Iterator[bool]:
        for number in range(begin, len(self.parts)):
            self._counts.append(0)
            yield from self._put(number, -1)
        for number in range(begin - 1, -1, -1):
            self._first = number
            self._counts.appendleft(0)
            yield from self._put(number, 0)

    def _put(self, number: int, at: int) -> Iterator[bool]:
        """One part, before all others (`at` 0) or behind them (-1)."""
        part, cursor = self.parts[number], QTextCursor(self.document)
        if at:
            cursor.movePosition(QTextCursor.MoveOperation.End)
        gap = self._formats.gap if number else self._formats.top
        self._insert(cursor, number, at, [" "], [Kind.GAP], gap)
        self._insert(cursor, number, at, [part.heading], [Kind.HEADING], self._formats.heading)
        for bit in bits(part.text):
            self._insert(cursor, number, at, bit.lines, _kinds(bit), self._formats.text)
            yield True

    def _insert(
        self,
        cursor: QTextCursor,
        number: int,
        at: int,
        lines: Sequence[str],
        kinds: Sequence[Kind],
        form: QTextCharFormat,
    ) -> None:
        behind = cursor.block().userState()
        block_number = cursor.blockNumber()
        insert_text(cursor, "\n".join(lines) + "\n", form)
        block = self.document.findBlockByNumber(block_number)
        for kind in kinds:
            block.setUserState(number << 2 | kind)
            block = block.next()
        block.setUserState(behind)
        self._counts[at] += len(lines)

    # Where things are

    def block_of(self, number: int) -> QTextBlock:
        """The heading of a part; not valid while it is not there yet."""
        before = number - self._first
        if not 0 <= before < len(self._counts):
            return QTextBlock()
        return self.document.findBlockByNumber(sum(islice(self._counts, before)) + 1)

    def cursor_at(self, place: Place) -> QTextCursor | None:
        """A cursor with that place selected; None while it is not there yet."""
        start = self._position(place.part, place.start)
        end = self._position(place.part, place.end)
        if start is None or end is None:
            return None
        cursor = QTextCursor(self.document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _position(self, number: int, offset: int) -> int | None:
        block = self.block_of(number)
        if not block.isValid():
            return None
        starts = self._line_starts(number)
        line = max(0, bisect_right(starts, offset) - 1)
        block = self.document.findBlockByNumber(block.blockNumber() + 1 + line)
        if part_of(block) != number or kind_of(block) < Kind.TEXT:
            return None
        return block.position() + self._within(number, line).to_position(offset - starts[line])

    def _within(self, number: int, line: int) -> Positions:
        """The places in one line of a part's text. Places are asked for in order, so the last is kept."""
        if self._asked[:2] != (number, line):
            starts, text = self._line_starts(number), self.parts[number].text
            end = starts[line + 1] if line + 1 < len(starts) else len(text)
            self._asked = (number, line, Positions(text[starts[line] : end]))
        return self._asked[2]

    def _line_starts(self, number: int) -> list[int]:
        """Where each line of a part's text begins in it, in code points; known once asked for."""
        if number not in self._starts:
            self._starts[number] = line_starts(self.parts[number].text)
        return self._starts[number]

    def text_between(self, start: int, end: int) -> str:
        """What was said between two positions, as it was said: no gaps, and no line ends of ours.

        Headings only where more than one part is in it.
        """
        first, last = self._spot(start), self._spot(end)
        if first.part == last.part:
            return self.parts[first.part].text[first.said : last.said]
        said: list[str] = []
        for number in range(first.part, last.part + 1):
            begin = first if number == first.part else _Spot(number, Kind.GAP, 0, 0)
            finish = last if number == last.part else self._end_of(number)
            if begin.kind == Kind.GAP and said:
                said.append("\n")
            if begin.kind <= Kind.HEADING <= finish.kind:
                said.append(self.parts[number].heading[begin.heading : finish.heading] + "\n")
            if finish.kind >= Kind.TEXT:
                said.append(self.parts[number].text[begin.said : finish.said] + "\n")
        return "".join(said).removesuffix("\n")

    def _spot(self, position: int) -> _Spot:
        block = self.document.findBlock(position)
        number, kind, inside = part_of(block), kind_of(block), position - block.position()
        if number < 0:  # the empty one behind everything
            return self._end_of(part_of(block.previous()))
        if kind == Kind.GAP:
            return _Spot(number, kind, 0, 0)
        if kind == Kind.HEADING:
            return _Spot(number, kind, Positions(self.parts[number].heading).to_offset(inside), 0)
        line = block.blockNumber() - self.block_of(number).blockNumber() - 1
        said = self._line_starts(number)[line] + self._within(number, line).to_offset(inside)
        return _Spot(number, Kind.TEXT, len(self.parts[number].heading), said)

    def _end_of(self, number: int) -> _Spot:
        part = self.parts[number]
        return _Spot(number, Kind.TEXT, len(part.heading), len(part.text))


class _Spot(NamedTuple):
    """A position as places in a part: `heading` and `said` are offsets in its heading and its text."""

    part: int
    kind: Kind
    heading: int
    said: int


def _kinds(bit: Bit) -> list[Kind]:
    return [Kind.CONTINUED if continued else Kind.TEXT for continued in bit.continued]
