"""Saving with its decisions: what a first save changes besides, and what becomes of drafts on leaving."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from newt_gui.core.notes import FileKind
from newt_gui.core.notes_format import title
from newt_gui.notes import words
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.notes.words import shown_title
from newt_gui.qt.dialogs import Choice, Dialogs, Question
from newt_gui.qt.numbers import number


class SaveFlow(QObject):
    """Asks what has to be asked, then lets the session write."""

    keep_whole_requested = Signal(int, object)
    """(key, Finish): this save is to make the whole file one note."""
    all_saved = Signal()
    """Every unsaved row was saved, one after the other."""
    stopped = Signal(int, int, bool)
    """(key, count, is_leaving): so many rows were saved, then this one was not. `is_leaving`: the
    person wanted to go on to something else, and that was called off."""

    def __init__(self, session: NotesSession, dialogs: Dialogs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._dialogs = session, dialogs
        self.is_saving_all = False

    def save(self, key: int, then: Callable[[bool], None] | None = None) -> None:
        """Save one row; `then` hears whether it is on disk."""
        finish = then or (lambda _: None)
        row = self._session.row(key)
        question = self._question(row) if row is not None and row.is_dirty else None
        if row is None or question is None or self._session.refusal(row) is not None:
            self._session.save(key, then=finish)
            return

        def answered(choice: str) -> None:
            if choice == "save":
                self._session.save(key, then=finish)
            elif choice == "keep":
                self.keep_whole_requested.emit(key, finish)
            else:
                finish(False)

        self._dialogs.ask(question, answered)

    def before_change(self, answered: Callable[[bool], None]) -> None:
        """Ask what the first write of an odd file changes besides; `answered` hears whether to go on."""
        changes = self._besides()
        if not changes or self._session.is_read_only:
            answered(True)
            return
        question = Question(
            title=self.tr("This changes more than the list."),
            text=self.tr("newt's format asks for it. It happens once; after that saving is silent."),
            detail="\n".join(changes),
            choices=(
                Choice("save", self.tr("Go ahead"), "primary"),
                Choice("cancel", self.tr("Cancel"), "cancel"),
            ),
            escape="cancel",
        )
        self._dialogs.ask(question, lambda choice: answered(choice == "save"))

    def save_all(self, then: Callable[[bool], None]) -> None:
        """Save every unsaved row, one after the other; stops at the first that is refused."""
        self._save_next(then, 0, is_leaving=False)

    def _save_next(self, then: Callable[[bool], None], count: int, *, is_leaving: bool) -> None:
        """`count` rows have been saved."""
        dirty = self._session.dirty_rows()
        self.is_saving_all = bool(dirty)
        if not dirty:
            if count:
                self.all_saved.emit()
            then(True)
            return

        def saved(ok: bool) -> None:
            if ok:
                self._save_next(then, count + 1, is_leaving=is_leaving)
            else:
                self.is_saving_all = False
                self.stopped.emit(dirty[0].key, count, is_leaving)
                then(False)

        self.save(dirty[0].key, saved)

    def settle(self, then: Callable[[], None]) -> None:
        """Leave no draft behind unasked: save, drop or stay. `then` runs unless the person stays.

        A save under way is waited for first: what it writes is no draft any more.
        """
        self._session.when_idle(lambda: self._settle(then))

    def _settle(self, then: Callable[[], None]) -> None:
        dirty = self._session.dirty_rows()
        if not dirty:
            then()
            return
        titles = [shown_title(title(row.text)) or self.tr("(empty)") for row in dirty]

        def answered(choice: str) -> None:
            if choice == "save":
                self._save_next(lambda ok: then() if ok else None, 0, is_leaving=True)
            elif choice == "drop":
                then()

        self._dialogs.ask(self._leaving_question(titles), answered)

    def _leaving_question(self, titles: list[str]) -> Question:
        count = len(titles)
        question = (
            self.tr("One note has unsaved changes.")
            if count == 1
            else self.tr("{count} notes have unsaved changes.").format(count=number(count))
        )
        return Question(
            title=question,
            text=self.tr("If you go on without saving, what you wrote is gone."),
            detail="\n".join(titles),
            choices=(
                Choice("save", self.tr("Save"), "primary"),
                Choice("drop", self.tr("Discard changes"), "destructive"),
                Choice("stay", self.tr("Keep editing"), "cancel"),
            ),
            escape="stay",
        )

    def _question(self, row: Row) -> Question | None:
        """What the first save of an odd file has to ask, or None for an ordinary save."""
        changes = self._besides()
        if not changes:
            return None
        return Question(
            title=self.tr("This save changes more than your note."),
            text=self.tr("newt's format asks for it. It happens once; after that saving is silent."),
            detail="\n".join(changes),
            choices=self._choices(self._session.snapshot.kind is FileKind.LEGACY and row.id is not None),
            escape="cancel",
        )

    def _besides(self) -> list[str]:
        """What the next write changes besides what is meant, in sentences."""
        snapshot = self._session.snapshot
        changes = [words.change_sentence(change) for change in snapshot.normalising]
        if snapshot.links > 1:
            changes.append(
                self.tr("The file has a second name (a hard link). That other name keeps the old text.")
            )
        return changes

    def _choices(self, keep: bool) -> tuple[Choice, ...]:
        save = Choice("save", self.tr("Save"), "primary")
        whole = Choice("keep", self.tr("Keep the whole file as one note"), "plain")
        cancel = Choice("cancel", self.tr("Cancel"), "cancel")
        return (save, whole, cancel) if keep else (save, cancel)
