"""What the Notes page tells of saves, refusals and other writers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.core.errors import NotesConflict, OverBudget, UserFacingError
from newt_gui.core.notes import FileKind
from newt_gui.notes.rows import Row
from newt_gui.notes.words import named_row, not_saved
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.numbers import number

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage


class NotesNews(QObject):
    """Turns what the session reports into messages, and shows a refusal at its note."""

    def __init__(self, page: NotesPage) -> None:
        super().__init__(page)
        self._page, self._session = page, page.session
        session = page.session
        session.saved.connect(self._on_saved)
        session.save_refused.connect(self._on_save_refused)
        session.change_refused.connect(self._on_change_refused)
        session.changed_outside.connect(self._on_changed_outside)
        session.trouble.connect(self._on_trouble)
        page.flow.all_saved.connect(self._tell_saved)
        page.flow.stopped.connect(self._on_stopped)

    def _tell(self, message: Message) -> None:
        self._page.message_posted.emit(message)

    def _on_saved(self) -> None:
        if not self._page.flow.is_saving_all:  # of several it is told at the end
            self._tell_saved()

    def _tell_saved(self) -> None:
        hint = ""
        if self._page.newt_runs:
            hint = self.tr("newt is running: saving a note itself, it may overwrite this. You would be told.")
        self._tell(Message(self.tr("Saved; counts from the next session."), hint=hint))

    def _on_stopped(self, key: int, count: int, is_leaving: bool) -> None:
        """One of several notes was not saved; why is told at that note."""
        row = self._session.row(key)
        if row is None or not (count or is_leaving):
            return
        note = named_row(row)
        hint = self.tr("Mend it or revert it, then save again.")
        if is_leaving:
            text = self.tr("Called off, because {note} is not saved: the window stays as it is.")
            hint = self.tr("Mend it or revert it, then try again.")
        elif count == 1:
            text = self.tr("One note is saved, but {note} is not.")
        else:
            text = self.tr("{count} notes are saved, but {note} is not.")
        said = text.format(note=note, count=number(count))
        self._tell(Message(said, "stop", hint=hint, holds=self._while_unsaved(row)))

    def _on_save_refused(self, key: int, error: UserFacingError) -> None:
        row = self._session.row(key)
        if row is None or key == self._page.editor_pane.key or self._page.flow.is_saving_all:
            self._show_refusal(key, error)
        else:
            # The person is at another note by now: nobody is pulled out of a sentence.
            actions = ((self.tr("Show"), lambda: self._show_refusal(key, error)),)
            self._tell(not_saved(error, row, actions)._replace(holds=self._while_unsaved(row)))

    def _show_refusal(self, key: int, error: UserFacingError) -> None:
        row = self._session.row(key)
        if row is None:
            return
        self._page.list_pane.choose(key)
        self._page.editor_pane.show_refusal(error)
        self._page.news_outdated.emit()  # "Saved" beside "Not saved" would be a riddle
        if not self._page.editor_pane.shows_text:
            self._tell(not_saved(error, row)._replace(holds=self._while_unsaved(row)))

    def _while_unsaved(self, row: Row) -> Callable[[], bool]:
        """Whether the text that was not saved is still what the note is to say."""

        def holds() -> bool:
            now = self._session.row(row.key)
            return now is not None and now.is_dirty and now.draft == row.draft

        return holds

    def _until_the_list_changes(self) -> Callable[[], bool]:
        snapshot = self._session.snapshot
        return lambda: self._session.snapshot is snapshot

    def _on_change_refused(self, error: UserFacingError) -> None:
        if isinstance(error, NotesConflict):
            text = self.tr("Nothing was changed: somebody else changed a note that this concerns.")
            hint = self.tr("The list shows it as it is now. Look at it, then try again.")
            message = Message(text, "stop", hint=hint)
        elif isinstance(error, OverBudget):
            actions = ((self.tr("Show the sizes"), lambda: self._page.editor_pane.budget.open()),)
            message = error_message(error, "stop", actions)
        else:
            message = error_message(error)
        self._tell(message._replace(holds=self._until_the_list_changes()))

    def _on_changed_outside(self) -> None:
        kind = self._session.snapshot.kind
        if self._session.is_read_only:
            self._page.news_outdated.emit()  # the banner says what there is to say
        elif kind is FileKind.MISSING:
            text = self.tr("NOTES.md is gone from its folder.")
            hint = self.tr("What you save makes it anew. Its last content is kept in this app's history.")
            holds = self._until_the_list_changes()
            self._tell(Message(text, "caution", hint=hint, holds=holds))
        else:
            text = self.tr("The notes changed on disk; the list shows them as they are now.")
            self._tell(Message(text, actions=((self.tr("What changed"), self._page.changes_requested.emit),)))

    def _on_trouble(self, error: UserFacingError) -> None:
        # Nothing tells when such trouble is over, so it stays until it is dismissed.
        self._tell(error_message(error, "caution")._replace(holds=lambda: True))
