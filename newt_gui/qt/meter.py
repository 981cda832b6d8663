"""How much of a limit is used, as a bar with words beneath it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextOption
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from newt_gui.qt.plain import plain_tip
from newt_gui.qt.theme import Theme

State = Literal["fine", "caution", "stop"]

_CAUTION_PERCENT = 90
_LOOKS: dict[str, tuple[str, str]] = {
    "fine": ("", "accent"),
    "caution": ("triangle-alert", "caution"),
    "stop": ("octagon-x", "stop"),
}


class BudgetMeter(QProgressBar):
    """A progress bar to assistive technology; to the eye a slim bar with a caption.

    From 90 % it says so with an icon and a word as well as with a colour, above 100 % again.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._given: tuple[int, int, str] | None = None
        self._needed: tuple[int, int] | None = None
        self._used, self._limit, self._text, self._explanation = 0, 1, "", ""
        self.setTextVisible(False)
        self.setAccessibleName(self.tr("Space used"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._dress()
        theme.changed.connect(self._dress)

    @property
    def state(self) -> State:
        """Whether what is used is fine, close to the limit, or over it."""
        if self._used > self._limit:
            return "stop"
        return "caution" if self._used * 100 >= self._limit * _CAUTION_PERCENT else "fine"

    @property
    def caption(self) -> str:
        """The words beneath the bar: what the state is called, and the text that was set."""
        word = {"fine": "", "caution": self.tr("Nearly full"), "stop": self.tr("Too full")}[self.state]
        return " · ".join(filter(None, (word, self._text)))

    def set_values(self, used: int, limit: int, text: str) -> None:
        """Show `used` of `limit` (bytes, limit over 0); `text` says the same in words."""
        if limit <= 0:
            raise ValueError("a limit is over 0")
        if (used, limit, text) == self._given:
            return
        self._given = used, limit, text
        self._used, self._limit, self._text = max(0, used), limit, text
        self.setUpdatesEnabled(False)  # a progress bar paints at once, and all that waits with it
        self.setRange(0, limit)
        self.setValue(min(self._used, limit))
        self.setUpdatesEnabled(True)
        self._tell()
        self._fit()
        self.update()

    def _fit(self) -> None:
        """Ask for room anew, but only for another one: that costs the whole pane a new layout."""
        needed = self.minimumSizeHint().height(), self.heightForWidth(self.width())
        if needed != self._needed:
            self._needed = needed
            self.updateGeometry()

    def set_explanation(self, text: str) -> None:
        """What stands behind the words: shown on pointing at the meter, and read out after them."""
        self._explanation = text
        self._tell()

    def _tell(self) -> None:
        said = "\n\n".join(filter(None, (self.caption, self._explanation)))
        self.setAccessibleDescription(said)
        self.setToolTip(plain_tip(said))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._caption_top() + self._caption_height(width)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.caption) + self._icon_room() + 1
        return QSize(width, self._caption_top() + metrics.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 12, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bar(painter)
        self._paint_caption(painter)

    def _dress(self) -> None:
        self.setFont(self._theme.font("small", tabular=True))
        self.updateGeometry()
        self.update()

    def _paint_bar(self, painter: QPainter) -> None:
        tokens = self._theme.tokens._asdict()
        height = self._bar_height()
        groove = QRect(0, 0, self.width(), height)
        share = self.value() / self.maximum() if self.maximum() else 0.0
        length = max(height, round(self.width() * share)) if self._used else 0
        filled = QRect(self.width() - length if self._mirrored() else 0, 0, length, height)
        colour = QColor(tokens[_LOOKS[self.state][1]])
        painter.setPen(Qt.PenStyle.NoPen)
        if tokens["line"] == colour.name():  # forced colours may have no second one
            painter.setPen(colour)
            groove.adjust(0, 0, -1, -1)
        else:
            painter.setBrush(QColor(tokens["line"]))
        painter.drawRoundedRect(groove, height / 2, height / 2)
        painter.setBrush(colour)
        painter.drawRoundedRect(filled, height / 2, height / 2)

    def _paint_caption(self, painter: QPainter) -> None:
        icon, token = _LOOKS[self.state]
        room, top = self._icon_room(), self._caption_top()
        area = QRect(0, top, self.width(), self.height() - top)
        if icon:
            side = self.fontMetrics().height()
            x = self.width() - side if self._mirrored() else 0
            self._theme.icon(icon, token).paint(painter, QRect(x, top, side, side))
            area.adjust(0, 0, -room, 0) if self._mirrored() else area.adjust(room, 0, 0, 0)
        colours = self._theme.tokens._asdict()
        painter.setPen(QColor(colours[token if icon else "quiet"]))
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(self.layoutDirection())
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        painter.drawText(area.toRectF(), self.caption, option)

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _bar_height(self) -> int:
        return max(3, round(self._theme.unit * 1.5))

    def _caption_top(self) -> int:
        return self._bar_height() + self._theme.unit

    def _icon_room(self) -> int:
        return self.fontMetrics().height() + self._theme.unit if _LOOKS[self.state][0] else 0

    def _caption_height(self, width: int) -> int:
        room = QRect(0, 0, max(1, width - self._icon_room()), 1 << 20)
        wrapped = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self.caption or " ")
        return wrapped.height()
