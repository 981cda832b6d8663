"""What the buttons of the banner about the file do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.core.characters import trim
from newt_gui.core.scan import without_hidden
from newt_gui.notes.file_oddities import has_control, notes_with_controls
from newt_gui.notes.slices import is_too_large
from newt_gui.notes.words import named
from newt_gui.qt.messages import Message
from newt_gui.qt.numbers import number

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
        """Take what can't be seen out of all notes that still have it, as unsaved text."""
        page = self._page
        page.commit()
        held = set(notes_with_controls(page.snapshot))
        rows = [row for row in page.session.rows if row.id in held and has_control(row.text)]
        clean = {row.key: without_hidden(row.text) for row in rows}
        large = [row for row in rows if is_too_large(clean[row.key])]
        for row in large:
            del clean[row.key]
        if clean:
            page.session.rearrange(
                lambda rows: tuple(row.edited(clean[row.key]) if row.key in clean else row for row in rows)
            )
        if rows:
            page.open_note(next(iter(clean), rows[0].key))
        page.message_posted.emit(self._cleaned(len(clean), [row.id for row in large if row.id is not None]))

    def _cleaned(self, count: int, large: Sequence[int]) -> Message:
        """What was cleaned, and what could not be."""
        hint = ""
        if large:
            hint = self.tr("Too large to be cleaned here: {notes}. A text editor can do it.")
            hint = hint.format(notes=named(large))
        if not count and large:
            return Message(self.tr("Nothing was cleaned."), "caution", hint=hint)
        text = self.tr("These notes are clean in the editor. Save them, and they are clean in the file.")
        if count == 1:
            text = self.tr("One note is clean in the editor. Save it, and it is clean in the file.")
        elif count:
            text = self.tr(
                "{count} notes are clean in the editor. Save all, and they are clean in the file."
            ).format(count=number(count))
        actions = ((self.tr("Save all"), self._page.save_all),) if count > 1 else ()
        return Message(text, "caution" if hint else "note", actions, hint, holds=self._is_cleaned)

    def _is_cleaned(self) -> bool:
        """Whether notes wait to be saved that are clean here and not in the file."""
        held = set(notes_with_controls(self._page.snapshot))
        return any(row.id in held and not has_control(row.text) for row in self._page.session.rows)

    def _row(self, note_id: int) -> Row | None:
        return next((row for row in self._page.session.rows if row.id == note_id), None)
