"""A notes file that is not UTF-8: how it may be meant to be read, and what it would say then."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from newt_gui.core.encodings import Loss, Reading
from newt_gui.core.notes_format import parse
from newt_gui.notes.words import tr
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

COLUMNS, LINES = 84, 28
"""The usual size, in average characters and lines of text."""
MOST_SHOWN, LONGEST_LINE = 1 << 14, 1 << 11
"""Of the text and of one line, in characters: enough to see whether it is read the right way."""


class RepairDialog(QDialog):
    """`reading` is what the person chose, once it is accepted."""

    def __init__(self, readings: Sequence[Reading], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._readings = readings
        self.setObjectName("repair_dialog")
        self.setWindowTitle(QGuiApplication.applicationDisplayName())
        self.setAccessibleName(self.tr("Make the notes readable again"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.explanation = WrappedText()
        self.explanation.setAccessibleName(self.tr("What this is about"))
        self.explanation.setPlainText(
            self.tr(
                "newt sees no notes in this file and would wipe it with its next save. Choose the way of "
                "reading in which the text below looks right. Then the file is saved as UTF-8; its bytes "
                "as they are now stay in “Earlier versions”."
            )
        )
        self.choice = QComboBox()
        self.choice.setObjectName("repair_choice")
        self.choice.setAccessibleName(self.tr("How to read the file"))
        self.choice.addItems([reading_name(one) for one in readings])
        self.preview = FaithfulTextView(theme)
        self.preview.setAccessibleName(self.tr("What the file says, read that way"))
        self.preview.setTabChangesFocus(True)
        self.preview.set_locked(True)
        self.told = WrappedText()
        self.told.setAccessibleName(self.tr("What comes of it"))
        self._lay_out(theme.unit)
        self.choice.currentIndexChanged.connect(self._show)
        self._show(0)
        self.choice.setFocus()

    @property
    def reading(self) -> Reading:
        return self._readings[self.choice.currentIndex()]

    def _lay_out(self, unit: int) -> None:
        save = QPushButton(self.tr("Save it as UTF-8"))
        save.setProperty("primary", True)
        save.setDefault(True)
        cancel = QPushButton(self.tr("Leave it as it is"))
        save.clicked.connect(self.accept)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * unit)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(save)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * unit, 5 * unit, 6 * unit, 5 * unit)
        column.setSpacing(3 * unit)
        column.addWidget(plain_label(self.accessibleName(), role="title", wrap=True))
        column.addWidget(self.explanation)
        column.addWidget(self.choice)
        column.addWidget(self.preview, 1)
        column.addWidget(self.told)
        column.addLayout(buttons)
        metrics = self.fontMetrics()
        self.resize(COLUMNS * metrics.averageCharWidth(), LINES * metrics.lineSpacing())

    def _show(self, at: int) -> None:
        reading = self._readings[at]
        self.preview.set_text(shown_beginning(reading.text))
        self.told.setPlainText(outcome(reading))


def shown_beginning(text: str) -> str:
    """The beginning, long lines cut short."""
    lines = text[:MOST_SHOWN].split("\n")
    cut = [line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…" for line in lines]
    return "\n".join(cut) + ("\n…" if len(text) > MOST_SHOWN else "")


def reading_name(reading: Reading) -> str:
    """What a way of reading is called."""
    name = _NAMES.get(reading.encoding, "")
    names = {
        "western": tr("Western European"),
        "cyrillic": tr("Cyrillic"),
        "greek": tr("Greek"),
        "east": tr("Central European"),
        "japanese": tr("Japanese"),
        "korean": tr("Korean"),
        "chinese": tr("Chinese"),
    }
    if reading.loss is Loss.END:
        return tr("UTF-8, without the cut off character at the end")
    if reading.loss is Loss.MARKED:
        return tr("UTF-8, with a sign in each place that can't be read")
    code = reading.encoding.upper().replace("_", "-")
    return f"{names[name]} ({code})" if name else code


_NAMES = {
    "cp1252": "western",
    "iso8859-15": "western",
    "latin_1": "western",
    "mac-roman": "western",
    "mac_roman": "western",
    "cp850": "western",
    "cp1250": "east",
    "iso8859_2": "east",
    "cp1251": "cyrillic",
    "koi8_r": "cyrillic",
    "cp1253": "greek",
    "cp932": "japanese",
    "shift_jis": "japanese",
    "euc_jp": "japanese",
    "cp949": "korean",
    "euc_kr": "korean",
    "gb18030": "chinese",
    "big5": "chinese",
}


def outcome(reading: Reading) -> str:
    """How many notes newt would see, and what is left out."""
    count = len(parse(reading.text))
    notes = tr("newt would see one note.") if count == 1 else tr("newt would see {count} notes.")
    said = [notes.format(count=number(count))]
    if reading.loss is Loss.END:
        said.append(tr("The last {bytes} bytes are no whole character and are left out."))
    elif reading.loss is Loss.MARKED:
        said.append(tr("{bytes} places that can't be read become the sign “\ufffd”."))
    return " ".join(said).format(bytes=number(reading.lost))
