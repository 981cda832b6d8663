"""The Notes page: list and editor side by side, and what passes between them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.errors import UserFacingError
from newt_gui.core.notes import FileKind, NotesSnapshot
from newt_gui.notes.editor_pane import EditorPane
from newt_gui.notes.file_banner import FileBanner
from newt_gui.notes.list_pane import ListPane
from newt_gui.notes.rows import Row
from newt_gui.notes.save_flow import SaveFlow
from newt_gui.notes.session import NotesSession
from newt_gui.notes.two_panes import TwoPanes
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.numbers import number
from newt_gui.qt.services import Services


class NotesPage(QWidget):
    """Wires the session to list and editor; holds no state of its own."""

    message_posted = Signal(object)
    """A Message for the window's message bar."""
    news_outdated = Signal()
    """The person went on: what was told before is no news any more."""
    folder_requested = Signal()
    """The person wants to see the folder that the file lies in."""
    state_changed = Signal()
    """What can be done here may have changed: selection, drafts or the file."""

    def __init__(self, session: NotesSession, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self._services = session, services
        self._flow = SaveFlow(session, services.dialogs, self)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.list_pane = ListPane(session, services.theme)
        self.editor_pane = EditorPane(session, services.theme)
        self.file_banner = FileBanner(services.theme)
        self._lay_out()
        self._connect_session()
        self._connect_panes()
        self.apply_font()
        self.file_banner.show_file(self.session.snapshot)
        self.list_pane.choose_near(0)

    def _lay_out(self) -> None:
        self.splitter = TwoPanes(self.list_pane, self.editor_pane)
        self.splitter.setObjectName("notes_splitter")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.file_banner)
        column.addWidget(self.splitter, 1)

    def _connect_session(self) -> None:
        self.session.rows_changed.connect(self._on_rows_changed)
        self.session.draft_changed.connect(self._on_draft_changed)
        self.session.saved.connect(self._on_saved)
        self.session.save_refused.connect(self._on_save_refused)
        self.session.changed_outside.connect(self._on_changed_outside)
        self.session.trouble.connect(self._on_trouble)

    def _connect_panes(self) -> None:
        self.file_banner.folder_requested.connect(self.folder_requested)
        self.list_pane.chosen.connect(self._on_chosen)
        self.list_pane.editing_requested.connect(self.editor_pane.editor.setFocus)
        self.list_pane.new_note_requested.connect(self.new_note)
        self.editor_pane.new_note_requested.connect(self.new_note)
        self.editor_pane.save_requested.connect(self.save)
        self.editor_pane.revert_requested.connect(self.revert)
        self.editor_pane.keep_as_new_requested.connect(self._keep_as_new)
        self.editor_pane.their_text_requested.connect(self._show_theirs)
        self.editor_pane.left.connect(self.list_pane.view.setFocus)
        self.editor_pane.notice.connect(lambda text: self.message_posted.emit(Message(text)))

    # What the window asks for

    @property
    def snapshot(self) -> NotesSnapshot:
        """The file as it was read or written last."""
        return self.session.snapshot

    @property
    def can_save(self) -> bool:
        """Whether a note is open that could be saved; what is being composed counts only on saving."""
        return self.editor_pane.key != -1 and not self.session.is_read_only

    @property
    def can_revert(self) -> bool:
        row = self.session.row(self.editor_pane.key)
        return row is not None and row.draft is not None

    @property
    def has_drafts(self) -> bool:
        return bool(self.session.dirty_rows())

    @property
    def is_saving(self) -> bool:
        return self.session.is_saving

    @property
    def count_text(self) -> str:
        """How many notes there are in the file, for the side bar; empty for none."""
        entries = self.session.snapshot.entries
        return number(len(entries)) if entries else ""

    @property
    def can_add(self) -> bool:
        return not self.session.is_read_only

    def new_note(self) -> None:
        """Begin an unsaved note and put the cursor in it."""
        if self.session.is_read_only:
            return
        self.editor_pane.commit()
        self.list_pane.choose(self.session.add_row())
        self.editor_pane.editor.setFocus()

    def save(self) -> None:
        """Save the current note."""
        self.editor_pane.commit()
        if self.can_save:
            self._flow.save(self.editor_pane.key)

    def save_all(self) -> None:
        """Save every note with unsaved text."""
        self.editor_pane.commit()
        self._flow.save_all(lambda _: None)

    def revert(self) -> None:
        """Go back to what is on disk; the editor's own undo brings the text back."""
        self.editor_pane.commit()
        row = self.session.row(self.editor_pane.key)
        if row is None:
            return
        position = self.list_pane.view.currentIndex().row()
        self.session.revert(row.key)
        if self.session.row(row.key) is None:
            self.list_pane.choose_near(position)
            self.list_pane.view.setFocus()
            self._offer_back(row)
        else:
            self.editor_pane.editor.setFocus()

    def _offer_back(self, row: Row) -> None:
        def put_back() -> None:
            self.session.put_back(row)
            self.list_pane.choose(row.key)
            self.editor_pane.editor.setFocus()

        if row.text:
            message = Message(
                self.tr("The unsaved note was discarded."), actions=((self.tr("Undo"), put_back),)
            )
            self.message_posted.emit(message)

    def undo(self) -> None:
        self.editor_pane.editor.undo()

    def redo(self) -> None:
        self.editor_pane.editor.redo()

    def apply_font(self) -> None:
        """Take the person's choice of font and size into the editor."""
        settings = self._services.settings
        self.editor_pane.set_font(settings.get("editor_font") == "monospace", settings.get("zoom"))

    def refresh(self) -> None:
        """Look at the file now."""
        self.editor_pane.commit()
        self.session.refresh()

    def commit(self) -> None:
        """Take what is being written into the drafts, before anything is decided by them."""
        self.editor_pane.commit()

    def settle(self, then: Callable[[], None]) -> None:
        """Run `then` once no unsaved text can be lost by it, or not at all."""
        self.editor_pane.commit()
        self._flow.settle(then)

    def focus_filter(self) -> None:
        self.list_pane.filter.setFocus()
        self.list_pane.filter.selectAll()

    # What happened

    def _on_draft_changed(self) -> None:
        self.news_outdated.emit()
        self.state_changed.emit()

    def _on_chosen(self, key: int) -> None:
        self.editor_pane.show_row(key)
        self.state_changed.emit()

    def _on_rows_changed(self) -> None:
        self.file_banner.show_file(self.session.snapshot)
        current = self.list_pane.current_key()
        if self.session.row(self.editor_pane.key) is not None:
            if current != self.editor_pane.key:
                self.list_pane.choose(self.editor_pane.key)
        elif current == -1:
            self.list_pane.choose_near(0)
        else:
            self.editor_pane.show_row(current)
        self.state_changed.emit()

    def _on_saved(self, key: int) -> None:
        self.message_posted.emit(Message(self.tr("Saved; counts from the next session.")))
        self.state_changed.emit()

    def _on_save_refused(self, key: int, error: UserFacingError) -> None:
        if key == self.editor_pane.key or self._flow.is_saving_all:
            self._show_refusal(key, error)
        else:
            # The person is at another note by now: nobody is pulled out of a sentence.
            actions = ((self.tr("Show"), lambda: self._show_refusal(key, error)),)
            self.message_posted.emit(error_message(error, "stop", actions))
        self.state_changed.emit()

    def _show_refusal(self, key: int, error: UserFacingError) -> None:
        if self.session.row(key) is not None:
            self.list_pane.choose(key)
            self.editor_pane.show_refusal(error)

    def _on_changed_outside(self) -> None:
        kind = self.session.snapshot.kind
        if self.session.is_read_only:
            self.news_outdated.emit()  # the banner says what there is to say
        elif kind is FileKind.MISSING:
            text = self.tr("NOTES.md is gone from its folder.")
            hint = self.tr("What you save makes it anew. Its last content is kept in this app's history.")
            self.message_posted.emit(Message(text, "caution", hint=hint))
        else:
            text = self.tr("The notes changed on disk; the list shows them as they are now.")
            self.message_posted.emit(Message(text))

    def _on_trouble(self, error: UserFacingError) -> None:
        self.message_posted.emit(error_message(error, "caution"))

    def _keep_as_new(self) -> None:
        self.editor_pane.commit()
        key = self.session.split_off(self.editor_pane.key)
        self.list_pane.choose(key)
        self.editor_pane.editor.setFocus()
        self._flow.save(key)

    def _show_theirs(self) -> None:
        row = self.session.row(self.editor_pane.key)
        if row is not None and row.stored is not None:
            self._services.dialogs.tell(
                self.tr("Note {id} as it is in the file").format(id=row.id),
                self.tr("Somebody else wrote this. Your own text stays in the editor."),
                row.stored,
            )
