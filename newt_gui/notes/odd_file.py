"""What the buttons of the banner about the file do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.core.characters import trim
from newt_gui.notes.file_oddities import has_control, notes_with_controls
from newt_gui.qt.messages import Message

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage
    from newt_gui.notes.rows import Row

_MARK = "\ufeff"


class OddFile(QObject):
    """Each button is one click, and nothing it does can't be undone."""

    def __init__(self, page: NotesPage) -> None:
        super().__init__(page)
        self._page = page
        banner = page.file_banner
        banner.folder_requested.connect(page.folder_requested)
        banner.sizes_requested.connect(self._show_sizes)
        banner.mark_drop_requested.connect(self._drop_mark)
        banner.cleaning_requested.connect(self._clean)

    def _show_sizes(self) -> None:
        budget = self._page.editor_pane.budget
        budget.open()
        budget.focus()

    def _drop_mark(self) -> None:
        """Take the byte order mark from the file, or from what is being written of note 1."""
        self._page.commit()
        row = self._row(1)
        if row is None or not (row.stored or "").startswith(_MARK):
            return
        if row.draft is not None:
            self._take_from_draft(row)
        else:
            self._take_from_file(row)

    def _take_from_draft(self, row: Row) -> None:
        page = self._page
        page.list_pane.choose(row.key)
        page.editor_pane.editor.replace_text(row.text.removeprefix(_MARK))
        page.editor_pane.editor.setFocus()
        text = self.tr("The byte order mark is out of the text of note 1; save the note to drop it.")
        page.message_posted.emit(Message(text))

    def _take_from_file(self, row: Row) -> None:
        from newt_gui.core.merge import Delete, Update
        from newt_gui.core.snapshot import Checks

        page = self._page
        rest = trim((row.stored or "").removeprefix(_MARK))

        def told(is_done: bool) -> None:
            if is_done:
                page.message_posted.emit(
                    Message(self.tr("The byte order mark is gone."), actions=(page.commands.undo_action(),))
                )

        operation = Update(1, rest) if rest else Delete(1)
        page.commands.change([operation], self.tr("drop the byte order mark"), Checks.HELD, told)

    def _clean(self) -> None:
        """Take what can't be seen out of the first note that still has it, in the editor."""
        page = self._page
        page.commit()
        held = map(self._row, notes_with_controls(page.snapshot))
        row = next((row for row in held if row is not None and has_control(row.text)), None)
        if row is None:
            text = self.tr("These notes are clean in the editor. Save them, and they are clean in the file.")
            page.message_posted.emit(Message(text))
            return
        page.list_pane.choose(row.key)
        if page.editor_pane.editor.isVisible():
            page.editor_pane.findings.repair_all()
        else:
            text = self.tr("Note {id} is too large to be cleaned here. A text editor can do it.")
            page.message_posted.emit(Message(text.format(id=row.id), "caution"))

    def _row(self, note_id: int) -> Row | None:
        return next((row for row in self._page.session.rows if row.id == note_id), None)
