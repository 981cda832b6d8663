"""The documents of the editor, one for each note."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtGui import QTextDocument

from newt_gui.notes.rows import Row
from newt_gui.qt.text_edit import FaithfulTextEdit


class NoteDocuments:
    """Each note has its own, so that its text undo outlives switching and saving.

    `shown`: by the row's key, the stored text that the editor had before the note was changed.
    """

    def __init__(self, editor: FaithfulTextEdit) -> None:
        self._editor = editor
        self._documents: dict[int, QTextDocument] = {}
        self.shown: dict[int, str | None] = {}

    def of(self, row: Row) -> QTextDocument:
        """The document of a row, made with its text where there is none yet."""
        document = self._documents.get(row.key)
        if document is None:
            document = self._documents[row.key] = self._editor.new_document(row.text)
        return document

    def keep(self, keys: Collection[int]) -> None:
        """Let go of the documents of all other rows."""
        for key in [key for key in self._documents if key not in keys]:
            del self._documents[key]
            self.shown.pop(key, None)
