"""The right half of the Notes page: one note's text, what is wrong with it, and Save."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QWidget

from newt_gui.core.characters import trim
from newt_gui.core.errors import DelimiterInText, OverBudget, ScanRejected, UserFacingError
from newt_gui.core.notes import FileKind
from newt_gui.core.scan import without_hidden
from newt_gui.notes import words
from newt_gui.notes.documents import NoteDocuments
from newt_gui.notes.editor_findings import EditorFindings
from newt_gui.notes.editor_view import EditorView
from newt_gui.notes.finder import Finder
from newt_gui.notes.model import NotesModel
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.notes.slices import broken_lines, is_too_large
from newt_gui.qt.messages import localised
from newt_gui.qt.services import Services

if TYPE_CHECKING:
    from newt_gui.notes.budget_flow import BudgetFlow
    from newt_gui.notes.editor_find import EditorFind
    from newt_gui.notes.sliced_view import SlicedView

LARGE_NOTE = 20_000
"""From so many characters on, checks wait for a pause instead of running with every key."""
PAUSE_MS = 150
FRAME_MS = 16
"""What was typed is painted first; the meter comes with the next frame."""


class EditorPane(EditorView):
    """Shows one row of the session and takes what the person writes into its draft."""

    note_requested = Signal(int)
    """The note with this key is to be opened, to make room."""
    delete_requested = Signal(int)
    save_rows_requested = Signal(object)
    """The notes with these keys are to be saved, one after the other."""

    def __init__(
        self, session: NotesSession, services: Services, notes: NotesModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(services.theme, parent)
        self._session, self._notes = session, notes
        self._key = -1
        self.refusal: UserFacingError | None = None
        """Why the last save of this note was refused, until its text is another one."""
        self._is_touched = False
        self.shows_text = False
        """Whether the note is in the editor, and not too large for it."""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._take_text)
        self._metering = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._metering.timeout.connect(self._measure)
        self._documents = NoteDocuments(self.editor)
        finder = Finder(services.tasks, self)
        self.findings = EditorFindings(self.editor, finder, self._theme, self.put_under_text)
        self.findings.notice.connect(self.notice)
        self.room_changed.connect(lambda: self.findings.set_low(self.is_low))
        self.editor.text_modified.connect(self._on_text_modified)
        self.banners.sizes_requested.connect(lambda: self.budget.open(self._key))
        session.rows_about_to_change.connect(self._take_text)
        session.rows_changed.connect(self._on_rows_changed)
        self._theme.changed.connect(self._refresh)
        self.show_row(-1)

    # What is made when it is first needed

    @cached_property
    def search(self) -> EditorFind:
        """Finding and replacing in the text."""
        from newt_gui.notes.editor_find import EditorFind

        search = EditorFind(self.editor, self._theme, self.put_under_header)
        search.notice.connect(self.notice)
        search.replacing_changed.connect(self.spare_footer)
        return search

    @cached_property
    def budget(self) -> BudgetFlow:
        """Making room where a note doesn't fit."""
        from newt_gui.notes.budget_flow import BudgetFlow

        budget = BudgetFlow(self._session, self._notes, self._theme, self.put_over_all)
        budget.set_short(self.is_short)
        self.room_changed.connect(lambda: budget.set_short(self.is_short))
        budget.note_requested.connect(self.note_requested)
        budget.delete_requested.connect(self.delete_requested)
        budget.save_requested.connect(self.save_rows_requested)
        budget.changed.connect(self._on_budget_changed)
        budget.left.connect(self.focus_text)
        return budget

    @cached_property
    def sliced(self) -> SlicedView:
        """A note that is too large for the editor."""
        from newt_gui.notes.sliced_view import SlicedView

        sliced = SlicedView(self._theme)
        sliced.break_requested.connect(lambda: self._make_editable(broken_lines))
        sliced.clean_requested.connect(lambda: self._make_editable(without_hidden))
        sliced.left.connect(self.left)
        self.add_in_place(sliced)
        return sliced

    def _make_editable(self, changed: Callable[[str], str]) -> None:
        """Make the note one that can be edited. It is unsaved text, which Revert takes back."""
        row = self._session.row(self._key)
        if row is not None:
            self._session.edit(self._key, changed(row.text))
            self.show_row(self._key)
            self.focus_text()

    def _on_budget_changed(self) -> None:
        self.cover_text(self.budget.covers_text)
        self._refresh()

    @property
    def _budget_is_told(self) -> bool:
        return "budget" in self.__dict__ and self.budget.is_open

    # Showing a row

    @property
    def key(self) -> int:
        """The key of the row that is shown, -1 for none."""
        return self._key

    def show_row(self, key: int) -> None:
        """Show another row; what was written in the last one is in its draft before."""
        self.commit()
        row = self._session.row(key)
        self._key = key if row is not None else -1
        self.refusal, self._is_touched = None, False
        self.findings.forget()
        self.shows_text = row is not None and not is_too_large(row.text)
        if row is not None and self.shows_text:
            self.editor.show_document(self._documents.of(row))
            self._sync(row)
        self.show_in_place(self.empty if row is None else self._body if self.shows_text else self.sliced)
        if "search" in self.__dict__:
            self.search.refresh()
        self._refresh()

    def focus_text(self) -> None:
        """Go to the text of the note, whichever way it is shown."""
        if self.shows_text or self._key == -1:
            self.editor.setFocus()
            self._reveal_cursor()
        else:
            self.sliced.view.setFocus()

    def _on_rows_changed(self) -> None:
        keys = {row.key for row in self._session.rows}
        row = self._session.row(self._key)
        if row is not None and row.draft is None:
            self._forget_refusal()  # there is nothing left of what was refused
        if row is not None and row.draft is None and self.shows_text == is_too_large(row.text):
            self.show_row(self._key)  # somebody made it too large for the editor, or small enough
        elif row is not None and self.shows_text:
            self._sync(row)
        if row is None and self._key != -1:
            self.show_row(-1)
        self._documents.keep(keys)
        self._refresh()

    def _sync(self, row: Row) -> None:
        """Show what the row holds now, unless the person is in the middle of something.

        What the editor was begun from is remembered: an edit counts against that text, also where
        another one is stored by the time it is taken.
        """
        text = self.editor.text()
        if text != row.text:
            if self.editor.composing:
                return
            if not (self.editor.hasFocus() and trim(text) == row.text):
                with QSignalBlocker(self.editor):
                    self.editor.replace_text(row.text)
        self._documents.shown[row.key] = row.stored

    # What the person writes

    def commit(self) -> None:
        """Take a composition under way and the text into the draft, before anything looks at it."""
        if self._key == -1 or not self.shows_text:
            return
        self.editor.commit_composition()
        self._take_text()

    def _on_text_modified(self) -> None:
        self._is_touched = True
        self._forget_refusal()
        if self.editor.document().characterCount() <= LARGE_NOTE:
            self._take_text()
        elif not self._pause.isActive():
            self._pause.start()

    def _take_text(self) -> None:
        self._pause.stop()
        if self._is_touched and self._key != -1:
            self._is_touched = False
            self._session.edit(self._key, self.editor.text(), self._documents.shown.get(self._key))
            self._refresh(metering=False)
            if not self._metering.isActive():
                self._metering.start()

    # What stands around the text

    def show_refusal(self, error: UserFacingError) -> None:
        """A save was refused: the reason stands here and the cursor goes to the spot."""
        self.refusal = error
        if isinstance(error, OverBudget):
            self.budget.open(self._key)
        self._refresh()
        if self.shows_text and isinstance(error, ScanRejected):
            self.findings.go_to_finding(error.findings[0])
        elif self.shows_text and isinstance(error, DelimiterInText):
            self.findings.go_to_delimiters(localised(error)[1])
        self.focus_text()

    def _forget_refusal(self) -> None:
        if self.refusal is not None:
            self.refusal = None
            self.findings.forget_delimiters()

    def _refresh(self, *, metering: bool = True) -> None:
        row = self._session.row(self._key)
        if row is None:
            text, with_action = _empty_text(self._session)
            self.empty.show_text(text, with_action=with_action)
            return
        if not self.shows_text:
            self.sliced.show_row(row, locked=self._session.is_read_only)
            return
        self.header.show_row(row)
        self.banners.show_row(row, self.refusal, budget_is_told=self._budget_is_told)
        if metering:
            self._measure()
        locked = self._session.is_read_only
        self.editor.set_locked(locked)
        self.save_button.setEnabled(row.is_dirty and not locked)
        self.revert_button.setEnabled(row.draft is not None)
        self.findings.mark_is_told = row.id == 1 and row.draft is None  # by the banner about the file
        self.findings.refresh()

    def _measure(self) -> None:
        row = self._session.row(self._key)
        if row is not None and self.shows_text:
            check = self._session.snapshot.check(row.text, row.id, ())  # what is found stands elsewhere
            self.meter.set_values(check.bytes_after, check.limit, words.budget_line(check, row.state))


def _empty_text(session: NotesSession) -> tuple[str, bool]:
    """What stands where there is no note to show, and whether a new one is offered."""
    if session.is_read_only:
        return words.tr("The notes can't be shown."), False
    if session.rows:
        return words.tr("Choose a note to read or change it."), False
    what = words.tr("What you write here goes into every prompt of your agent.")
    if session.snapshot.kind is FileKind.MISSING:
        made = words.tr("The file NOTES.md is made by your first save.")
        return " ".join([words.tr("No notes yet."), what, made]), True
    return f"{words.tr('There are no notes in the file.')} {what}", True
