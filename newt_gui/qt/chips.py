"""How a stand-in looks: a small chip in the line that names the code point, such as U+200B."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit

from newt_gui.core.characters import code_point_label
from newt_gui.qt.text import CODE_POINT, STAND_IN_TYPE
from newt_gui.qt.theme import Theme

_SCALE = 0.8


class _Colours(NamedTuple):
    text: str
    ground: str
    edge: str


class _Size(NamedTuple):
    font: QFont
    size: QSizeF
    gap: float


class ChipPainter(QPyTextObject):
    """Measures and draws the stand-ins of one editor, for all its documents.

    `kind_at`: the kind of the mark that covers a position, empty where there is none.
    """

    def __init__(self, theme: Theme, editor: QPlainTextEdit, kind_at: Callable[[int], str]) -> None:
        super().__init__(editor)
        self._theme, self._editor, self._kind_at = theme, editor, kind_at
        # By code point. A layout asks for every chip again on each pass, many times with each key.
        self._sizes: dict[int, _Size] = {}

    def serve(self, document: QTextDocument) -> None:
        """Draw the stand-ins of `document` from now on."""
        document.documentLayout().registerHandler(STAND_IN_TYPE, self)

    def forget_sizes(self) -> None:
        """The font of the editor changes."""
        self._sizes.clear()

    def intrinsicSize(self, document: QTextDocument, position: int, form: QTextFormat) -> QSizeF:
        """As high as the letters, as wide as its label."""
        return self._size(form.intProperty(CODE_POINT)).size

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        document: QTextDocument,
        position: int,
        form: QTextFormat,
    ) -> None:
        """A rounded frame with the label, in the colours of the mark that covers it."""
        code_point = form.intProperty(CODE_POINT)
        font, _size, gap = self._size(code_point)
        selected = self._is_selected(position)
        colours = self._colours(selected, position)
        frame = QRectF(rect).adjusted(gap, gap, -gap, gap)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.edge))
        painter.setBrush(QColor(colours.ground))
        painter.drawRoundedRect(frame, 3 * gap, 3 * gap)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, code_point_label(chr(code_point)))
        painter.restore()
        if selected:
            # Qt fills the place half over with the selection's colour next, and then restores this.
            painter.setOpacity(0)

    def _size(self, code_point: int) -> _Size:
        size = self._sizes.get(code_point)
        if size is None:
            size = self._sizes[code_point] = _measure(chr(code_point), self._editor.font())
        return size

    def _is_selected(self, position: int) -> bool:
        cursor = self._editor.textCursor()
        return cursor.selectionStart() <= position < cursor.selectionEnd()

    def _colours(self, selected: bool, position: int) -> _Colours:
        tokens = self._theme.tokens
        if selected:
            return _Colours(tokens.on_accent, tokens.accent, tokens.on_accent)
        kind = self._kind_at(position)
        if kind == "stop":
            return _Colours(tokens.stop, tokens.stop_ground, tokens.stop)
        if kind == "caution":
            return _Colours(tokens.caution, tokens.caution_ground, tokens.caution)
        return _Colours(tokens.quiet, tokens.side, tokens.quiet)


def _measure(character: str, base: QFont) -> _Size:
    font = QFont(base)
    if base.pointSizeF() > 0:
        font.setPointSizeF(base.pointSizeF() * _SCALE)
    else:
        font.setPixelSize(max(1, round(base.pixelSize() * _SCALE)))
    letters = QFontMetricsF(base)
    gap = letters.height() / 20
    width = QFontMetricsF(font).horizontalAdvance(code_point_label(character)) + 8 * gap
    return _Size(font, QSizeF(width, letters.ascent()), gap)
