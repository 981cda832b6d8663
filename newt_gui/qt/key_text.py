"""Which key presses type text, and what they type."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from newt_gui.qt.text import needs_token

_FIRST_KEY_WITHOUT_TEXT = 0x01000000
"""From here on Qt numbers keys such as Escape; below, a key's number is its character."""

_CTRL = Qt.KeyboardModifier.ControlModifier
_COMMANDS = (_CTRL, _CTRL | Qt.KeyboardModifier.ShiftModifier)
_ANY_COMMAND = _CTRL | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def typed_text(event: QKeyEvent) -> str:
    """What the key press types; empty for commands and for keys that type nothing.

    Enter types a line end, with Shift too: Qt's own line separator is no line end in a file.
    """
    new_line = QKeySequence.StandardKey.InsertParagraphSeparator
    if event.matches(new_line) or event.matches(QKeySequence.StandardKey.InsertLineSeparator):
        return "\n"
    text = event.text()
    if not text or not _is_typed(text[0], event):
        return ""
    return text


def _is_typed(first: str, event: QKeyEvent) -> bool:
    """Ctrl with Alt is AltGr and types; a control character is typed only if no key says otherwise."""
    if "\x7f" > first >= " " or first > "\x9f":
        # Joiners and direction marks sit behind Ctrl+Shift on some keyboards.
        return event.modifiers() not in _COMMANDS or needs_token(first)
    if first == "\t":
        return event.modifiers() not in _COMMANDS
    return _has_no_own_meaning(event.key()) and not event.modifiers() & _ANY_COMMAND


def _has_no_own_meaning(key: int) -> bool:
    return key < _FIRST_KEY_WITHOUT_TEXT or key == Qt.Key.Key_unknown
