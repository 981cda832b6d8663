"""Text that stays what it is: nothing from a file is ever taken for markup."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent, QTextDocument, QTextOption
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QTextEdit, QWidget

# Lines longer than this many characters are hard to read.
_COMFORTABLE = 80
_WRAP = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


def plain_label(text: str = "", *, role: str = "", quiet: bool = False, wrap: bool = False) -> QLabel:
    """A label that shows `text` literally. `role`, `quiet`: see the stylesheet."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    if role:
        label.setProperty("role", role)
    if quiet:
        label.setProperty("quiet", True)
    return label


def plain_tip(text: str) -> str:
    """`text` for a tool tip, which Qt would otherwise take for markup where it looks like some."""
    return RichText.convertFromPlainText(text) if RichText.mightBeRichText(text) else text


class WrappedText(QTextEdit):
    """A paragraph that can be read, selected and copied by mouse and keyboard, and never clips.

    It is as high as its text needs at the width it gets; a word that is wider than that, such as a
    long path, is broken. A label can't do that.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("inline", True)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(_WRAP)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(self._margin())
        self.viewport().setAutoFillBackground(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setPlainText(self, text: str) -> None:
        super().setPlainText(text)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._measured(width).height()

    def sizeHint(self) -> QSize:
        comfortable = self.fontMetrics().averageCharWidth() * _COMFORTABLE
        free = self._measured(-1)
        return free if free.width() <= comfortable else self._measured(comfortable)

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 12, metrics.lineSpacing()) + self._frame()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    @property
    def inset(self) -> int:
        """How far the text stands in from the edge, in pixels: room for the focus ring."""
        self.ensurePolished()
        return self.frameWidth() + self._margin()

    def _margin(self) -> int:
        return max(1, self.fontMetrics().lineSpacing() // 10)

    def _frame(self) -> QSize:
        """What the frame takes of the size. Known only once the stylesheet has been applied."""
        self.ensurePolished()
        return QSize(2 * self.frameWidth(), 2 * self.frameWidth())

    def _measured(self, width: int) -> QSize:
        """The size of the text set `width` pixels wide; -1: without any wrapping."""
        document = QTextDocument()
        document.setDefaultFont(QFont(self.font()))
        document.setDocumentMargin(self._margin())
        document.setDefaultTextOption(QTextOption(self.document().defaultTextOption()))
        document.setPlainText(self.toPlainText())
        frame = self._frame()
        document.setTextWidth(width if width < 0 else max(1, width - frame.width()))
        size = document.size().toSize()
        return QSize(int(document.idealWidth()) + 1, size.height()) + frame
