"""Plain text in and out of clipboards and drags, every character as it was."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QMimeData, QStringListModel
from PySide6.QtGui import QTextDocument

from newt_gui.qt.text import qt_string, storable

_PLAIN = "text/plain"
_PLAIN_UTF8 = "text/plain;charset=utf-8"
_HTML = "text/html"
_OURS = "newt_exact_text"


class IncomingText(NamedTuple):
    """Text that arrives from outside of the document, and what it took to make it text."""

    text: str
    line_ends_changed: bool = False
    """There were CR LF pairs; each is an LF now."""
    incomplete: bool = False
    """Something in it was no text (halves of characters, bytes that aren't UTF-8) and is left out."""


def has_text(mime: QMimeData) -> bool:
    """Whether there is text in it. Dropped files alone are none."""
    return any(mime.hasFormat(kind) for kind in (_PLAIN, _PLAIN_UTF8, _HTML))


def files_in(mime: QMimeData) -> list[Path]:
    """The files of this computer that are in it."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def incoming(text: str) -> IncomingText:
    """Text from a person or another program: line ends become LF, a CR alone stays."""
    whole = storable(text)
    changed = whole.replace("\r\n", "\n")
    return IncomingText(changed, changed != whole, whole != text)


def read_mime(mime: QMimeData) -> IncomingText:
    """The plain text in `mime`; failing that, what its HTML says. Empty where there is neither."""
    if mime.hasFormat(_PLAIN) or mime.hasFormat(_PLAIN_UTF8):
        text, incomplete = _read_plain(mime)
    else:
        text, incomplete = _text_of_html(mime.html()), False
    if mime.property(_OURS):
        return IncomingText(text)
    return incoming(text)._replace(incomplete=incomplete)


def write_mime(text: str) -> QMimeData:
    """`text` for a clipboard or a drag. Back in this program it is taken as it stands, CR LF too."""
    mime = _made_by_qt()
    mime.setText(qt_string(text))
    mime.setProperty(_OURS, True)
    return mime


def _made_by_qt() -> QMimeData:
    """An empty QMimeData that no Python made.

    A clipboard may outlive the interpreter, and one that PySide made brings the program down then.
    """
    model = QStringListModel([""])
    mime = model.mimeData([model.index(0)])
    mime.clear()
    return mime


def _read_plain(mime: QMimeData) -> tuple[str, bool]:
    """(text, whether something was left out). Qt's own reading drops a BOM and makes up U+FFFD."""
    kind = _PLAIN_UTF8 if mime.hasFormat(_PLAIN_UTF8) else _PLAIN
    decoded = bytes(mime.data(kind).data()).decode("utf-8", "surrogateescape")
    text = storable(decoded)
    return text, text != decoded


def _text_of_html(html: str) -> str:
    document = QTextDocument()
    document.setHtml(html)
    raw = document.toRawText()
    # Ends of paragraphs, lines and table cells; a picture has no text.
    return raw.translate({0x2029: "\n", 0x2028: "\n", 0xFDD0: "\n", 0xFDD1: "\n", 0xFFFC: None})
