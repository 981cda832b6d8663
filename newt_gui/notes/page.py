"""The Notes page: list and editor side by side, and what passes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from newt_gui.core.notes import NotesSnapshot
from newt_gui.notes.editor_actions import connect_editor
from newt_gui.notes.editor_pane import EditorPane
from newt_gui.notes.file_banner import FileBanner
from newt_gui.notes.list_pane import ListPane
from newt_gui.notes.list_wishes import ListWishes
from newt_gui.notes.news import NotesNews
from newt_gui.notes.odd_file import OddFile
from newt_gui.notes.page_actions import DraftState, Offer, own_offers
from newt_gui.notes.page_keys import PageKeys
from newt_gui.notes.save_flow import SaveFlow
from newt_gui.notes.session import NotesSession
from newt_gui.notes.standing import Standing
from newt_gui.notes.undoing import Undoing
from newt_gui.qt.messages import Message
from newt_gui.qt.numbers import number
from newt_gui.qt.services import Services
from newt_gui.qt.two_panes import TwoPanes

if TYPE_CHECKING:
    from newt_gui.notes.commands import NotesCommands
    from newt_gui.notes.conflicts import Conflicts
    from newt_gui.notes.observations import Observations


class NotesPage(PageKeys):
    """Wires the session to list and editor; holds no state of its own."""

    message_posted = Signal(object)
    """A Message for the window's message bar."""
    news_outdated = Signal()
    """The person went on: what was told before is no news any more."""
    folder_requested = Signal()
    """The person wants to see the folder that the file lies in."""
    changes_requested = Signal()
    """The person wants to see what somebody else changed."""
    state_changed = Signal()
    """What can be done here may have changed: selection, drafts or the file."""

    def __init__(self, session: NotesSession, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self._services = session, services
        self.flow = SaveFlow(session, services.dialogs, self)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.list_pane = ListPane(session, services.theme)
        self.editor_pane = EditorPane(session, services, self.list_pane.model)
        self.file_banner = FileBanner(services.theme)
        self.undoing = Undoing(self)
        NotesNews(self)
        OddFile(self)
        self._commands: NotesCommands | None = None
        self.newt_runs = False
        self._workspace: Path | None = None
        self.observations: Observations | None = None
        """What is noticed about the notes in the background; None until the window is painted."""
        self._offers = own_offers(self)
        self._draft_state = DraftState(session)
        self._at = Standing(self.list_pane, session, self)
        self.wishes = ListWishes(self, services.theme)
        connect_editor(self)
        self._lay_out()
        self._connect_session()
        self._connect_panes()
        self.apply_font()
        self.file_banner.show_file(self.session.snapshot)
        self.list_pane.choose_near(0)

    def _lay_out(self) -> None:
        self.right = QStackedWidget()
        self.right.addWidget(self.editor_pane)
        self.splitter = TwoPanes("notes_splitter", self.list_pane, self.right)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.file_banner)
        column.addWidget(self.splitter, 1)

    def _connect_session(self) -> None:
        self.session.rows_changed.connect(self._on_rows_changed)
        self.session.draft_changed.connect(self._on_draft_changed)
        self.session.saved.connect(self.state_changed)
        self.session.save_refused.connect(self.state_changed)
        self.session.list_changed.connect(self.state_changed)
        self.session.changed_outside.connect(lambda: self._has_seen([self.editor_pane.key]))
        self.session.has_reader = True
        self.session.change_refused.connect(self.state_changed)
        self.undoing.changed.connect(self.state_changed)
        self._services.tasks.busy_changed.connect(self.state_changed)

    def _connect_panes(self) -> None:
        self.list_pane.chosen.connect(self._on_chosen)
        self.list_pane.view.selectionModel().selectionChanged.connect(self.state_changed)
        self.list_pane.selection_settled.connect(self.state_changed)
        self.list_pane.editing_requested.connect(self.editor_pane.focus_text)
        self.list_pane.new_note_requested.connect(self.new_note)
        self.editor_pane.new_note_requested.connect(self.new_note)
        self.editor_pane.save_requested.connect(self.save)
        self.editor_pane.revert_requested.connect(self.revert)
        self.flow.keep_whole_requested.connect(lambda key, then: self.commands.keep_whole(key, then))
        self.editor_pane.keep_as_new_requested.connect(lambda: self.conflicts.keep_both())
        self.editor_pane.comparison_requested.connect(lambda: self.conflicts.compare())
        self.editor_pane.banners.split_requested.connect(lambda: self.commands.split_at_delimiters())
        self.editor_pane.left.connect(self.list_pane.view.setFocus)
        self.editor_pane.notice.connect(lambda text: self.message_posted.emit(Message(text)))

    # What the window asks for

    def offer(self, name: str, handler: Callable[[], object], can: Callable[[], bool] | None = None) -> None:
        """Let the window's action `name` do `handler` while `can` (None: always) says so.

        For the features of this page, before the window is built; `state_changed` has `can` asked anew.
        """
        self._offers[name] = Offer(handler, can or (lambda: True))

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What the actions of this page do, by the action's name."""
        return {name: offer.handler for name, offer in self._offers.items()}

    def enabled(self) -> dict[str, bool]:
        """Which of these actions can be done now."""
        return {name: offer.can() for name, offer in self._offers.items()}

    def action_texts(self) -> dict[str, str]:
        """The actions whose words change, and what they say now."""
        return {"action_undo": self.undoing.undo_text, "action_redo": self.undoing.redo_text}

    def take_actions(self, actions: Mapping[str, QAction]) -> None:
        """The window's actions by name, for the buttons and menus of this page."""
        self.wishes.take_actions(actions)

    @property
    def commands(self) -> NotesCommands:
        """What can be done with whole notes; made when it is first needed."""
        if self._commands is None:
            from newt_gui.notes.commands import NotesCommands
            from newt_gui.notes.list_desk import ListDesk
            from newt_gui.notes.number_questions import NumberQuestions

            numbers = NumberQuestions(self.session, self._services, lambda: self._workspace, self)
            desk = ListDesk(self.session, self.list_pane, self.editor_pane, self.flow, numbers, self)
            desk.message_posted.connect(self.message_posted)
            self._commands = NotesCommands(desk)
        return self._commands

    @cached_property
    def conflicts(self) -> Conflicts:
        """Deciding about notes that somebody else changed as well; made when it is first needed."""
        from newt_gui.notes.conflicts import Conflicts

        return Conflicts(self, self._services.theme)

    @property
    def snapshot(self) -> NotesSnapshot:
        """The file as it was read or written last."""
        return self.session.snapshot

    @property
    def can_save(self) -> bool:
        """Whether a note is open that could be saved; what is being composed counts only on saving."""
        return self.editor_pane.key != -1 and not self.session.is_read_only

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

    def set_newt_runs(self, runs: bool) -> None:
        """Whether a newt session is running now: it may write its older list over what is saved."""
        self.newt_runs = runs

    def set_workspace(self, folder: Path) -> None:
        """The workspace whose souls may refer to notes, beside that of the newt home."""
        self._workspace = folder

    def begin_note(self, text: str) -> None:
        """Begin an unsaved note that says `text`; it is checked like any other once it is saved."""
        if not self.session.is_read_only:
            self.editor_pane.commit()
            key = self.session.add_row()
            self.session.edit(key, text)
            self.open_note(key)

    def focus_first(self) -> None:
        """Whoever came by keyboard goes on in the list."""
        self.list_pane.view.setFocus()

    def save(self) -> None:
        """Save the current note."""
        self.editor_pane.commit()
        if self.can_save:
            self.flow.save(self.editor_pane.key)

    def save_all(self) -> None:
        """Save every note with unsaved text."""
        self.editor_pane.commit()
        self.flow.save_all(lambda _: None)

    def revert(self) -> None:
        """Go back to what is on disk; the editor's own undo brings the text back."""
        self.editor_pane.commit()
        row = self.session.row(self.editor_pane.key)
        if row is None:
            return
        if row.id is None:
            self.commands.discard([row.key])
            self.list_pane.view.setFocus()
        else:
            self.session.revert(row.key)
            self.editor_pane.editor.setFocus()

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
        self.flow.settle(then)

    # What happened

    def observe(self) -> None:
        """Begin to look through the notes in the background; the window has been painted."""
        from newt_gui.notes import background

        self.observations = background.begin(self, self._services)

    def _on_draft_changed(self, key: int) -> None:
        self.news_outdated.emit()
        self._at.draft_changed()
        if self._draft_state.has_changed(key):
            self.state_changed.emit()

    def _on_chosen(self, key: int) -> None:
        self._at.chosen(key)
        if key != self.editor_pane.key:
            self.news_outdated.emit()
        seen = {key, self.editor_pane.key}
        self.editor_pane.show_row(key)
        QTimer.singleShot(0, self, lambda: self._has_seen(seen))
        self.state_changed.emit()

    def _has_seen(self, keys: Iterable[int]) -> None:
        for key in keys:
            self.session.looked_at(key)

    def open_note(self, key: int) -> None:
        """Make a note the current one, with the cursor in its text."""
        self.list_pane.choose(key)
        self.editor_pane.editor.setFocus()

    def _on_rows_changed(self) -> None:
        self.file_banner.show_file(self.session.snapshot)
        self._at.rows_changed()
        current = self.list_pane.current_key()
        if current != self.editor_pane.key:
            self.editor_pane.show_row(current)
        self.state_changed.emit()
