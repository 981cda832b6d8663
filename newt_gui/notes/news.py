"""What the Notes page tells of saves, refusals and other writers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.core.errors import NotesConflict, OverBudget, UserFacingError
from newt_gui.core.notes import FileKind
from newt_gui.qt.messages import Message, error_message

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

    def _tell(self, message: Message) -> None:
        self._page.message_posted.emit(message)

    def _on_saved(self) -> None:
        self._tell(Message(self.tr("Saved; counts from the next session.")))

    def _on_save_refused(self, key: int, error: UserFacingError) -> None:
        if key == self._page.editor_pane.key or self._page.flow.is_saving_all:
            self._show_refusal(key, error)
        else:
            # The person is at another note by now: nobody is pulled out of a sentence.
            actions = ((self.tr("Show"), lambda: self._show_refusal(key, error)),)
            self._tell(error_message(error, "stop", actions))

    def _show_refusal(self, key: int, error: UserFacingError) -> None:
        if self._session.row(key) is not None:
            self._page.list_pane.choose(key)
            self._page.editor_pane.show_refusal(error)

    def _on_change_refused(self, error: UserFacingError) -> None:
        if isinstance(error, NotesConflict):
            text = self.tr("Nothing was changed: somebody else changed a note that this concerns.")
            hint = self.tr("The list shows it as it is now. Look at it, then try again.")
            self._tell(Message(text, "stop", hint=hint))
        elif isinstance(error, OverBudget):
            actions = ((self.tr("Show the sizes"), lambda: self._page.editor_pane.budget.open()),)
            self._tell(error_message(error, "stop", actions))
        else:
            self._tell(error_message(error))

    def _on_changed_outside(self) -> None:
        kind = self._session.snapshot.kind
        if self._session.is_read_only:
            self._page.news_outdated.emit()  # the banner says what there is to say
        elif kind is FileKind.MISSING:
            text = self.tr("NOTES.md is gone from its folder.")
            hint = self.tr("What you save makes it anew. Its last content is kept in this app's history.")
            self._tell(Message(text, "caution", hint=hint))
        else:
            self._tell(Message(self.tr("The notes changed on disk; the list shows them as they are now.")))

    def _on_trouble(self, error: UserFacingError) -> None:
        self._tell(error_message(error, "caution"))
