"""When the text of a document really changed, and what came into it behind our back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextDocument

from newt_gui.qt.text import mend_range


class ChangeFilter(QObject):
    """Follows one document at a time and tells changes of its text from everything else.

    A composition under way, highlights and new fonts make a document say that it changed, too: as
    many characters went as came, and there is no step of undo.

    What comes in by none of our ways (a screen reader's, for instance) is given its stand-ins here.
    """

    span_changed = Signal(int, int, int)
    """Position, units that went, units that came; before `text_changed`."""
    text_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._document: QTextDocument | None = None
        self._steps = 0
        self._spans: list[tuple[int, int, int]] = []
        self._foreign = False
        self._ours = 0

    def follow(self, document: QTextDocument) -> None:
        """Follow this document and no other, as it is now."""
        self.leave()
        self._document = document
        self._steps = document.availableUndoSteps()
        document.contentsChange.connect(self._on_contents_change)
        document.contentsChanged.connect(self._on_contents_changed)

    def leave(self) -> None:
        """Follow no document; the one so far must still be alive."""
        if self._document is not None:
            self._document.contentsChange.disconnect(self._on_contents_change)
            self._document.contentsChanged.disconnect(self._on_contents_changed)
        self._document = None
        self._spans, self._foreign = [], False

    @contextmanager
    def our_edit(self) -> Iterator[None]:
        """An edit that takes care of its stand-ins itself."""
        self._ours += 1
        try:
            yield
        finally:
            self._ours -= 1

    def _on_contents_change(self, position: int, removed: int, added: int) -> None:
        self._spans.append((position, removed, added))
        self._foreign |= added > 0 and not self._ours

    def _on_contents_changed(self) -> None:
        document, spans, foreign = self._document, self._spans, self._foreign
        if document is None:
            return
        steps = document.availableUndoSteps()
        changed = steps != self._steps or any(removed != added for _position, removed, added in spans)
        self._steps, self._spans, self._foreign = steps, [], False
        if not changed:
            return
        for span in spans:
            self.span_changed.emit(*span)
        # Going back through the steps of undo must not add one.
        if foreign and not document.availableRedoSteps():
            self._mend(document, spans)
        self.text_changed.emit()

    def _mend(self, document: QTextDocument, spans: list[tuple[int, int, int]]) -> None:
        self.leave()
        for position, _removed, added in spans:
            mend_range(document, position, position + added)
        self.follow(document)
