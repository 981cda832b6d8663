"""Text in and out of a QTextDocument, every character as it was.

A document can't hold some characters (it makes line ends of them, or keeps them for itself), and
others can't be seen. Each of these is held as one U+FFFC with a character format that carries the
code point; `chips.py` draws it. Three ways of counting meet here and nowhere else: Python counts
code points, Qt counts UTF-16 units, and a stand-in is one unit whatever it stands for. "Offset"
means code points of the text, "position" means units of the document.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat

from newt_gui.core.characters import HIDDEN_RANGES

STAND_IN = "\ufffc"
STAND_IN_TYPE: int = QTextFormat.ObjectTypes.UserObject.value + 1
CODE_POINT: int = QTextFormat.Property.UserProperty.value + 1
"""The property of a stand-in's format that says what it stands for."""

_PARAGRAPH_END = "\u2029"
# Beside what nobody can see: what a document takes for line ends, frames and objects of its own,
# and what turns the bytes of everything behind it round on the way to Qt (see `qt_string`).
_QT_KEEPS = ((0x2028, 0x2029), (0xFDD0, 0xFDD1), (0xFFFC, 0xFFFC), (0xFFFE, 0xFFFE))
_TOKEN_RANGES = sorted((*HIDDEN_RANGES, *_QT_KEEPS))


def _character_class(ranges: Iterable[tuple[int, int]]) -> str:
    return "[" + "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges) + "]"


def _wide_ranges() -> Iterator[tuple[int, int]]:
    """What takes two units: everything beyond U+FFFF that no stand-in is needed for."""
    start = 0x10000
    for first, last in _TOKEN_RANGES:
        if first > start:
            yield start, first - 1
        start = max(start, last + 1)
    yield start, 0x10FFFF


# Patterns are made when one is first needed: an ordinary text needs none, and they take time.


@cache
def _token() -> re.Pattern[str]:
    return re.compile(_character_class(_TOKEN_RANGES))


@cache
def _token_run() -> re.Pattern[str]:
    return re.compile(f"({_token().pattern})\\1*")


@cache
def _wide() -> re.Pattern[str]:
    return re.compile(_character_class(_wide_ranges()))


def needs_token(text: str) -> bool:
    """Whether a character of `text` must be held as a stand-in."""
    # What needs one is not printable, but for U+FFFC; asking for that is ten times as fast.
    if STAND_IN not in text and text.replace("\n", " ").replace("\t", " ").isprintable():
        return False
    return _token().search(text) is not None


def is_all_tokens(text: str) -> bool:
    """Whether `text` is nothing but characters that must be held as stand-ins; not for no text."""
    return text != "" and _token().sub("", text) == ""


def storable(text: str) -> str:
    """`text` without lone surrogates, which neither a document nor UTF-8 can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]+", "", text)
    return text


def qt_string(text: str) -> str:
    """What to hand to Qt so that it gets `text`.

    PySide takes a first U+FEFF or U+FFFE for a byte order mark; a mark of its own keeps them whole.
    """
    return "\ufeff" + text if text.startswith(("\ufeff", "\ufffe")) else text


# Reading


def read_document(document: QTextDocument) -> str:
    """The text that `document` holds, lines ended by LF. Linear time."""
    raw = document.toRawText()
    if STAND_IN not in raw:
        return raw.replace(_PARAGRAPH_END, "\n")
    return "\n".join(
        _read_block(document.findBlockByNumber(number)) if STAND_IN in line else line
        for number, line in enumerate(raw.split(_PARAGRAPH_END))
    )


def read_range(document: QTextDocument, start: int, end: int) -> str:
    """The text between two positions."""
    text = read_document(document)
    positions = Positions(text)
    return text[positions.to_offset(start) : positions.to_offset(end)]


def _read_block(block: QTextBlock) -> str:
    parts = []
    fragments = block.begin()
    while not fragments.atEnd():
        fragment = fragments.fragment()
        part = fragment.text()
        if STAND_IN in part:
            part = part.replace(STAND_IN, _stood_for(fragment.charFormat()))
        parts.append(part)
        fragments += 1
    return "".join(parts)


def _stood_for(form: QTextFormat) -> str:
    """What a U+FFFC in this format stands for; U+FFFC itself where the format is not ours."""
    return chr(form.intProperty(CODE_POINT)) if form.hasProperty(CODE_POINT) else STAND_IN


def character_at(document: QTextDocument, position: int) -> str:
    """The character that begins at `position`; empty past the end."""
    block = document.findBlock(position)
    fragments = block.begin()
    while not fragments.atEnd():
        fragment = fragments.fragment()
        if fragment.contains(position):
            units = fragment.text().encode("utf-16-le")[2 * (position - fragment.position()) :]
            character = units.decode("utf-16-le", "replace")[:1]
            return _stood_for(fragment.charFormat()) if character == STAND_IN else character
        fragments += 1
    return "\n" if block.isValid() and block.next().isValid() else ""


# Writing


def insert_text(cursor: QTextCursor, text: str, base_format: QTextCharFormat | None = None) -> None:
    """Put `text` in place of the selection, as one step of undo. Lone surrogates are left out.

    `base_format` is for what is written as it is; never inherited from the neighbours, since one
    of them may be a stand-in.
    """
    plain = QTextCharFormat() if base_format is None else base_format
    runs = list(_runs(storable(text)))
    # An edit block would keep Qt from joining key after key into one step of undo.
    as_block = len(runs) != 1 or cursor.hasSelection()
    if as_block:
        cursor.beginEditBlock()
        cursor.removeSelectedText()
    for run, character in runs:
        cursor.insertText(run, _stand_in_format(character, plain) if character else plain)
    if as_block:
        cursor.endEditBlock()


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """(what to insert, the character it stands for or nothing)."""
    done = 0
    for run in _token_run().finditer(text) if needs_token(text) else ():
        if run.start() > done:
            yield text[done : run.start()], ""
        yield STAND_IN * len(run.group()), run.group(1)
        done = run.end()
    if done < len(text):
        yield text[done:], ""


def _stand_in_format(character: str, plain: QTextCharFormat) -> QTextCharFormat:
    form = QTextCharFormat(plain)
    form.setObjectType(STAND_IN_TYPE)
    form.setProperty(CODE_POINT, ord(character))
    return form


def kept_stand_ins(text: str, replaced: str) -> str:
    """`text` with what its U+FFFC stood for, where it rewrites `replaced`.

    An input method sees a stand-in in the text around the cursor as U+FFFC and hands it back so.
    """
    kept = _token().findall(replaced)
    if not kept or text.count(STAND_IN) != len(kept):
        return text
    first, *rest = text.split(STAND_IN)
    return first + "".join(character + part for character, part in zip(kept, rest, strict=True))


def mend_range(document: QTextDocument, start: int, end: int) -> None:
    """Give stand-ins to the characters between two positions that need one and have none.

    A step of undo of its own. For text that another way in than `insert_text` put there; a U+FFFC
    in it stays as it is.
    """
    found = [place for place in _unheld(document, start, end) if start <= place[0] < end]
    if not found:
        return
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for position, character in reversed(found):
        cursor.setPosition(position)
        cursor.setPosition(position + _units(character), QTextCursor.MoveMode.KeepAnchor)
        insert_text(cursor, character)
    cursor.endEditBlock()


def _unheld(document: QTextDocument, start: int, end: int) -> Iterator[tuple[int, str]]:
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        text = block.text()
        for match in _token().finditer(text):
            if match.group() != STAND_IN:
                yield block.position() + _units(text[: match.start()]), match.group()
        block = block.next()


def _units(text: str) -> int:
    """The length of `text` in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def fill_document(document: QTextDocument, text: str) -> None:
    """Make `text` all that `document` holds: unmodified, nothing to undo."""
    text = storable(text)
    if needs_token(text):
        document.setUndoRedoEnabled(False)
        document.clear()
        insert_text(QTextCursor(document), text)
        document.setUndoRedoEnabled(True)
    else:
        document.setPlainText(text)
    document.setModified(False)


def replace_document(document: QTextDocument, text: str) -> range:
    """Turn what `document` holds into `text` by the smallest change, as one step of undo.

    Linear time. Returns the positions that the change covers now, empty where text only went; the
    cursors outside of it stay at their text.
    """
    old, new = read_document(document), storable(text)
    start, old_end, new_end = changed_span(old, new)
    place = Positions(old)
    first = place.to_position(start)
    if start == old_end and start == new_end:
        return range(first, first)
    cursor = QTextCursor(document)
    cursor.setPosition(first)
    cursor.setPosition(place.to_position(old_end), QTextCursor.MoveMode.KeepAnchor)
    insert_text(cursor, new[start:new_end])
    return range(first, cursor.position())


def holds(document: QTextDocument, text: str) -> bool:
    """Whether `document` gives back exactly `text`."""
    return read_document(document) == text


def changed_span(old: str, new: str) -> tuple[int, int, int]:
    """(start, end in `old`, end in `new`) of the smallest span in which two texts differ."""
    shorter = min(len(old), len(new))
    start = _agreement(shorter, lambda low, high: old[low:high] == new[low:high])
    tail = _agreement(
        shorter - start,
        lambda low, high: old[len(old) - high : len(old) - low] == new[len(new) - high : len(new) - low],
    )
    return start, len(old) - tail, len(new) - tail


def _agreement(most: int, agrees: Callable[[int, int], bool]) -> int:
    """How far two texts agree, at most `most`. The stretches compared halve, so it is linear."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if agrees(low, middle):
            low = middle
        else:
            high = middle - 1
    return low


# Offsets (code points of the text) and positions (units of the document)


class Positions:
    """Converts many offsets of one text. Building it takes linear time, a look-up logarithmic."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        narrow = text.isascii()
        self._wide = [] if narrow else [match.start() for match in _wide().finditer(text)]
        self._starts = [offset + index for index, offset in enumerate(self._wide)]

    def to_position(self, offset: int) -> int:
        """The position of the code point at `offset`; offsets outside of the text are moved into it."""
        offset = max(0, min(offset, self._length))
        return offset + bisect_left(self._wide, offset)

    def to_offset(self, position: int) -> int:
        """The offset at `position`; between the halves of a pair, that of the pair."""
        position = max(0, min(position, self._length + len(self._wide)))
        return position - bisect_left(self._starts, position)


def to_position(text: str, offset: int) -> int:
    """The position in a document that holds `text` of the code point at `offset`. Linear time."""
    return Positions(text).to_position(offset)


def to_offset(text: str, position: int) -> int:
    """The offset in `text` of a position in a document that holds it. Linear time."""
    return Positions(text).to_offset(position)
