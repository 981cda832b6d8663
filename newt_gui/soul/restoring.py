"""Bringing an earlier version back: into the editor, or into the file where no editor could hold it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from newt_gui.core.config_edit import ConfigEdit
from newt_gui.core.errors import UserFacingError
from newt_gui.core.history import History
from newt_gui.core.paths import display_path
from newt_gui.core.soul import SoulKind
from newt_gui.core.soul_files import SoulFile
from newt_gui.qt.dialogs import Choice, Question
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services
from newt_gui.soul.excerpt import excerpt
from newt_gui.soul.version import Seen, Subject, Way

if TYPE_CHECKING:
    from newt_gui.soul.page import SoulPage


class Restoring(QObject):
    """Never over unsaved text or over what the person was not shown; what is replaced is kept."""

    message_posted = Signal(object)
    failed = Signal()
    """Nothing was written, maybe because the file is not as it was shown."""

    def __init__(
        self, page: SoulPage, history: History, services: Services, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._page, self._editing, self._history = page, page.session.editing, history
        self._tasks, self._dialogs = services.tasks, services.dialogs

    def restore(self, subject: Subject, seen: Seen) -> None:
        """Bring this version back, in its way."""
        if subject.kind is None:
            self._restore_config(subject.path, seen)
        elif seen.way is Way.EDIT:
            self._editing.text_wanted.emit()
            kind = subject.kind
            self._editing.when_idle(lambda: self._edit(kind, subject.path, seen.data.decode("utf-8")))
        elif seen.way is Way.CREATE:
            kind = subject.kind
            self._ask_to_create(subject.path, lambda: self._create(kind, subject.path, seen))
        elif seen.way is Way.WRITE:
            self._replace(subject.path, seen)

    # Into the editor

    def _edit(self, kind: SoulKind, path: Path, text: str) -> None:
        draft = self._editing.draft
        if draft is None or draft.path != path:
            self._page.wishes.settle(lambda: self._editing.open(kind, path, then=lambda: self._bring(text)))
        elif draft.theirs is not None:
            self._page.leave_versions()
            said = self.tr("Others changed this file while you were editing it. Decide about that first.")
            hint = self.tr("Then restore the earlier version.")
            self.message_posted.emit(Message(said, "caution", hint=hint))
        elif draft.is_dirty:
            self._ask_about_unsaved(text)
        else:
            self._bring(text)

    def _bring(self, text: str) -> None:
        self._page.leave_versions()
        self._editing.bring(text)
        self._page.edit_pane.editor.setFocus()
        said = self.tr(
            "The earlier text is in the editor. Nothing is written yet: save it, or undo it there."
        )
        self.message_posted.emit(Message(said))

    def _ask_about_unsaved(self, text: str) -> None:
        question = Question(
            title=self.tr("The soul has unsaved changes."),
            text=self.tr(
                "The earlier text would stand in the editor in their place. "
                "Undo in the editor brings them back as long as it is open."
            ),
            detail="",
            choices=(
                Choice("save", self.tr("Save mine first"), "primary"),
                Choice("replace", self.tr("Put it in their place"), "plain"),
                Choice("stay", self.tr("Cancel"), "cancel"),
            ),
            escape="stay",
        )

        def answered(choice: str) -> None:
            if choice == "save":
                self._editing.save(lambda ok: self._bring(text) if ok else self._page.leave_versions())
            elif choice == "replace":
                self._bring(text)

        self._dialogs.ask(question, answered)

    # A soul's file that is gone, or that no editor could hold

    def _ask_to_create(self, path: Path, create: Callable[[], None]) -> None:
        question = Question(
            title=self.tr("Make this file anew?"),
            text=self.tr(
                "{path} is gone. It gets back every byte of this version. "
                "If something has the name by then, that stays as it is."
            ).format(path=display_path(path)),
            detail="",
            choices=(
                Choice("create", self.tr("Restore"), "primary"),
                Choice("cancel", self.tr("Cancel"), "cancel"),
            ),
            escape="cancel",
        )
        self._dialogs.ask(question, lambda choice: create() if choice == "create" else None)

    def _create(self, kind: SoulKind, path: Path, seen: Seen) -> None:
        text = seen.data.decode("utf-8")
        if not excerpt(text).is_whole:
            self._replace(path, seen)
            return

        def created() -> None:
            self._page.leave_versions()
            self._page.edit_pane.editor.setFocus()
            self.message_posted.emit(Message(self.tr("Restored; counts from the next session.")))

        self._page.wishes.settle(lambda: self._editing.create(kind, path, text, created))

    def _replace(self, path: Path, seen: Seen) -> None:
        """The editor closes: what it holds would stand against what is written."""

        def settled() -> None:
            if self._editing.draft is not None and self._editing.draft.path == path:
                self._editing.close()
            self._put_back(path, seen.now, seen.data, is_undo=False)

        self._page.wishes.settle(settled)

    def _put_back(self, path: Path, seen: bytes | None, data: bytes, *, is_undo: bool) -> None:
        file = SoulFile(path, self._history)

        def done(trouble: UserFacingError | None) -> None:
            undo = seen is not None and not is_undo
            self._tell_done(
                undo=(lambda: self._put_back(path, data, seen or b"", is_undo=True)) if undo else None
            )
            self._tell_trouble(trouble)

        def work() -> UserFacingError | None:
            file.put_back(seen, data)
            return file.history_problem

        self._tasks.mutate(work, done, self._fail)

    # A config file

    def _restore_config(self, path: Path, seen: Seen) -> None:
        from newt_gui.core.config_restore import can_take_back, restore_config

        def restore() -> None:
            self._tasks.mutate(
                lambda: restore_config(path, seen.now, seen.data, history=self._history),
                lambda edit: self._config_restored(path, edit),
                self._fail,
            )

        if seen.way is Way.CREATE:
            self._ask_to_create(path, restore)
        elif can_take_back(ConfigEdit(seen.now, seen.data)):
            restore()
        else:
            self._ask_about_breaking(restore)

    def _ask_about_breaking(self, restore: Callable[[], None]) -> None:
        question = Question(
            title=self.tr("Restore this version?"),
            text=self.tr(
                "What the file holds now breaks newt's configuration (provider = “note_store”), "
                "and this app never writes that. So there will be no Undo; "
                "a copy of it can be saved from the earlier versions."
            ),
            detail="",
            choices=(
                Choice("restore", self.tr("Restore"), "primary"),
                Choice("cancel", self.tr("Cancel"), "cancel"),
            ),
            escape="cancel",
        )
        self._dialogs.ask(question, lambda choice: restore() if choice == "restore" else None)

    def _config_restored(self, path: Path, edit: ConfigEdit) -> None:
        from newt_gui.core.config_restore import can_take_back

        can_undo = edit.changed and can_take_back(edit)
        self._tell_done(undo=(lambda: self._take_back(path, edit)) if can_undo else None)
        self._tell_trouble(edit.history_problem)

    def _take_back(self, path: Path, edit: ConfigEdit) -> None:
        from newt_gui.core.config_restore import take_back

        def done(back: ConfigEdit) -> None:
            self._tell_done(undo=None)
            self._tell_trouble(back.history_problem)

        self._tasks.mutate(lambda: take_back(path, edit, history=self._history), done, self._fail)

    # Telling

    def _tell_done(self, *, undo: Callable[[], None] | None) -> None:
        self._page.session.refresh()
        actions = ((self.tr("Undo"), undo),) if undo is not None else ()
        self.message_posted.emit(Message(self.tr("Restored; counts from the next session."), actions=actions))

    def _tell_trouble(self, trouble: UserFacingError | None) -> None:
        if trouble is not None:
            self.message_posted.emit(error_message(trouble, "caution"))

    def _fail(self, error: UserFacingError) -> None:
        self.message_posted.emit(error_message(error))
        self.failed.emit()
