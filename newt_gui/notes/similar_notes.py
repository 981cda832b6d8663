"""While a note is written: a quiet line under it that names another note that says much the same."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from newt_gui.core.characters import trim
from newt_gui.core.notes_format import title
from newt_gui.notes import words
from newt_gui.notes.delegate import visible
from newt_gui.notes.observations import Observations
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.qt.elided import ElidedLabel
from newt_gui.qt.theme import Theme

PAUSE_MS = 600
"""Nobody is told anything in the middle of a word."""


class SimilarLine(QWidget):
    """The line: one sentence, and a button to look at that note."""

    requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("similar_notes")
        self.label = ElidedLabel()
        self.label.setFont(theme.font("small"))
        self.label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.button = QPushButton(self.tr("Look at it"))
        self.button.setObjectName("similar_look")
        self.button.clicked.connect(self.requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * theme.unit)
        row.addWidget(self.label)
        row.addWidget(self.button)
        row.addStretch()

    def show_note(self, row: Row, is_same: bool) -> None:
        """Name the note of `row`. `is_same`: it says exactly what is being written."""
        shown = visible(words.shown_title(title(row.text)))
        if row.id is None:
            said = self.tr("Like another unsaved note: {title}")
        elif is_same:
            said = self.tr("Note {id} says the same: {title}")
        else:
            said = self.tr("Like note {id}: {title}")
        self.label.set_text(said.format(id=row.id, title=shown))
        self.button.setAccessibleName(self.tr("Look at the note: {title}").format(title=shown))
        self.show()


class SimilarNotes(QObject):
    """Looks for such a note whenever the person pauses, and makes the line when there is one to show."""

    note_requested = Signal(int)
    """The note with this key is to be opened; what is being written stays a draft."""

    def __init__(
        self,
        session: NotesSession,
        observations: Observations,
        theme: Theme,
        place: Callable[[QWidget], None],
    ) -> None:
        """`place` puts the line where a person sees it."""
        super().__init__(observations)
        self._session, self._observations, self._theme, self._place = session, observations, theme, place
        self._line: SimilarLine | None = None
        self._key = self._found = -1
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look)
        session.draft_changed.connect(self._on_draft_changed)
        session.rows_changed.connect(self._pause.start)

    def follow(self, key: int) -> None:
        """The note with this key is open now, -1 for none."""
        if key != self._key:
            self._key = key
            self._hide()
            self._pause.start()

    def _on_draft_changed(self, key: int) -> None:
        if key == self._key:
            self._pause.start()

    def _look(self) -> None:
        row = self._session.row(self._key)
        if row is None or not row.is_dirty:
            self._hide()
        elif self._observations.is_working:
            self._pause.start()  # what is known by now may be half of it
        else:
            self._show(row)

    def _show(self, row: Row) -> None:
        found = next(iter(self._observations.similar(row.text, row.key)), None)
        if found is None:
            self._hide()
            return
        self._found = found.key
        self._shown_line().show_note(found, is_same=trim(row.text) == found.text)

    def _shown_line(self) -> SimilarLine:
        if self._line is None:
            self._line = SimilarLine(self._theme)
            self._line.hide()
            self._place(self._line)
            self._line.requested.connect(lambda: self.note_requested.emit(self._found))
        return self._line

    def _hide(self) -> None:
        if self._line is not None:
            self._line.hide()
