"""One rung of the ladder: what it is, where, and what became of it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from newt_gui.core.soul import SoulKind, SoulResolution, SoulRung, SoulState
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_tip
from newt_gui.qt.theme import Theme
from newt_gui.soul import words
from newt_gui.soul.painting import Block, frame, paint_pill, pill_size

NARROWEST = 24
"""A card can be read down to this width, in average characters."""


class CardText(NamedTuple):
    """What a card says."""

    position: str
    title: str
    place: str
    reason: str
    pill: str
    pill_kind: words.PillKind
    spoken: str
    wins: bool


def card_text(
    rung: SoulRung, resolution: SoulResolution, position: int, *, is_unsaved: bool = False
) -> CardText:
    """The words for a rung; `position` counts from 1."""
    pill, kind = words.pill(rung)
    unsaved = words.tr("You have unsaved changes here.") if is_unsaved else ""
    return CardText(
        number(position),
        words.title(rung.kind),
        words.place(rung, resolution),
        " ".join(filter(None, (words.reason(rung, resolution), unsaved))),
        pill,
        kind,
        " ".join(filter(None, (words.spoken(rung, resolution, position), unsaved))),
        rung.state is SoulState.WON,
    )


class _Layout(NamedTuple):
    """Where the parts of a card stand at one width."""

    number: QRect
    title: Block
    place: Block
    reason: Block
    text_left: int
    tops: tuple[int, int, int]
    pill: QRect
    height: int


class RungCard(QRadioButton):
    """One of several of which one is chosen; the arrow keys go from one to the next."""

    def __init__(self, kind: SoulKind, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind, self._theme = kind, theme
        self.says: CardText | None = None
        self._laid: _Layout | None = None
        self.setObjectName(f"soul_rung_{kind}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._on_theme_changed)

    def show_text(self, says: CardText) -> None:
        """Say this from now on."""
        if says == self.says:
            return
        self.says = says
        self.setAccessibleName(says.spoken)
        self.setToolTip(plain_tip(says.place))
        self._forget_layout()

    # Size

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay_out(width).height if self.says else 0

    def sizeHint(self) -> QSize:
        width = self.width()
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST * self.fontMetrics().averageCharWidth(), 0)

    def hitButton(self, pos: QPoint) -> bool:  # noqa: N802
        return self.rect().contains(pos)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._laid = None

    def _on_theme_changed(self) -> None:
        self._forget_layout()

    def _forget_layout(self) -> None:
        self._laid = None
        self.updateGeometry()
        self.update()

    def _fonts(self) -> tuple[QFont, QFont]:
        heavy = self._theme.font("body")
        heavy.setWeight(QFont.Weight.DemiBold)
        return heavy, self._theme.font("small")

    def _lay_out(self, width: int) -> _Layout:
        says, unit = self.says, self._theme.unit
        assert says is not None
        heavy, small = self._fonts()
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        pill = pill_size(says.pill, small, self._theme)
        column = QFontMetrics(self._theme.font("title")).horizontalAdvance("0") + 6 * unit
        room = width - column - 3 * unit
        beside = room - pill.width() - 2 * unit
        title = Block(says.title, heavy, beside, mirrored=mirrored)
        place = Block(says.place, small, room, mirrored=mirrored)
        reason = Block(says.reason, small, room, mirrored=mirrored)
        top = round(2.5 * unit)
        second = top + max(title.height, pill.height()) + unit
        third = second + place.height + (unit if says.reason else 0)
        height = third + reason.height + round(2.5 * unit)
        tag = QRect(QPoint(width - 3 * unit - pill.width(), top), pill)
        digit = QRect(0, top, column, title.height)
        left = column
        if mirrored:
            tag.moveLeft(3 * unit)
            digit.moveLeft(width - column)
            left = width - column - room
        return _Layout(digit, title, place, reason, left, (top, second, third), tag, height)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        says = self.says
        if says is None:
            return
        if self._laid is None:
            self._laid = self._lay_out(self.width())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, says)
        self._paint_words(painter, says, self._laid)

    def _paint_ground(self, painter: QPainter, says: CardText) -> None:
        tokens, unit = self._theme.tokens, self._theme.unit
        hair = max(1, round(unit / 4))
        chosen = self.isChecked()
        line = 2 * hair if chosen else hair
        painter.setPen(QPen(QColor(tokens.accent if chosen or self.underMouse() else tokens.line), line))
        painter.setBrush(QColor(tokens.accent_ground if says.wins else tokens.panel))
        painter.drawRoundedRect(frame(self.rect(), line), 2 * unit, 2 * unit)
        if self.hasFocus():
            inside = self.rect().adjusted(3 * hair, 3 * hair, -3 * hair, -3 * hair)
            painter.setPen(QPen(QColor(tokens.accent), hair))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame(inside, hair), 1.5 * unit, 1.5 * unit)

    def _paint_words(self, painter: QPainter, says: CardText, laid: _Layout) -> None:
        tokens = self._theme.tokens
        painter.setFont(self._theme.font("title", tabular=True))
        painter.setPen(QColor(tokens.quiet))
        painter.drawText(laid.number, Qt.AlignmentFlag.AlignCenter, says.position)
        inks = (tokens.text, tokens.quiet, tokens.stop if says.pill_kind == "stop" else tokens.quiet)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for block, top, ink in zip((laid.title, laid.place, laid.reason), laid.tops, inks, strict=True):
            left = laid.text_left
            if mirrored and block is laid.title:
                left += laid.pill.width() + 2 * self._theme.unit
            block.paint(painter, left, top, ink)
        small = self._theme.font("small")
        small.setWeight(QFont.Weight.DemiBold)
        paint_pill(painter, laid.pill, says.pill, says.pill_kind, small, self._theme)
