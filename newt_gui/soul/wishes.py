"""What a person asks for on the Soul page, with the questions that come before it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from newt_gui.core.config import ConfigFile
from newt_gui.core.soul import SoulKind, SoulRung
from newt_gui.core.soul_files import template
from newt_gui.qt.dialogs import Choice, Question
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services
from newt_gui.qt.tasks import Job
from newt_gui.soul import words
from newt_gui.soul.session import SoulSession


class SoulWishes(QObject):
    """Asks what has to be asked, then lets the session do it."""

    message_posted = Signal(object)

    def __init__(self, session: SoulSession, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._services = session, services
        self._editing = session.editing

    # Editing and creating

    def edit(self, rung: SoulRung) -> None:
        """Open the rung's file for editing, once what is open is dealt with."""
        path, kind = rung.path, rung.kind
        if path is not None:
            self.settle(lambda: self._editing.open(kind, path))

    def create(self, rung: SoulRung) -> None:
        """Ask, then create the rung's file from a template and open it."""
        path, kind = rung.path, rung.kind
        if path is None:
            return
        text = self.template_for(kind)

        def answered(choice: str) -> None:
            if choice == "create":
                self.settle(lambda: self._editing.create(kind, path, text))

        self._services.dialogs.ask(self._create_question(path, text), answered)

    def template_for(self, kind: SoulKind) -> str:
        """What a new file of this rung begins with."""
        name = self._session.workspace.name if kind == "workspace" else ""
        return template(name.encode("utf-8", "replace").decode())

    def _create_question(self, path: Path, text: str) -> Question:
        return Question(
            title=self.tr("Create this soul?"),
            text=self.tr(
                "{path} gets this text, for you to change. A soul that is there counts from the agent's "
                "next session. If something has the name by then, it stays as it is."
            ).format(path=str(path).encode("utf-8", "replace").decode()),
            detail=text,
            choices=(
                Choice("create", self.tr("Create"), "primary"),
                Choice("cancel", self.tr("Cancel"), "cancel"),
            ),
            escape="cancel",
        )

    def done(self) -> None:
        """Leave the editor; what is unsaved is asked about."""
        self.settle(self._editing.close)

    def settle(self, then: Callable[[], None]) -> None:
        """Run `then` once no unsaved text can be lost by it, or not at all."""
        self._editing.text_wanted.emit()
        self._editing.when_idle(lambda: self._settle(then))

    def _settle(self, then: Callable[[], None]) -> None:
        draft = self._editing.draft
        if draft is None or not draft.is_dirty:
            then()
            return

        def answered(choice: str) -> None:
            if choice == "save":
                self._editing.save(lambda ok: then() if ok else None)
            elif choice == "drop":
                self._editing.close()
                then()

        self._services.dialogs.ask(self._leaving_question(draft.path), answered)

    def _leaving_question(self, path: Path) -> Question:
        return Question(
            title=self.tr("The soul has unsaved changes."),
            text=self.tr("If you go on without saving, what you wrote is gone."),
            detail=str(path).encode("utf-8", "replace").decode(),
            choices=(
                Choice("save", self.tr("Save"), "primary"),
                Choice("drop", self.tr("Discard changes"), "destructive"),
                Choice("stay", self.tr("Keep editing"), "cancel"),
            ),
            escape="stay",
        )

    # The configuration

    def set_in_config(self, file: ConfigFile | None = None) -> None:
        """Let the person set or clear soul_file in a config file; `file`: the one that is proposed."""
        from newt_gui.soul.setting_flow import SettingFlow

        flow = SettingFlow(self._session, self._services, self)
        flow.message_posted.connect(self.message_posted)
        flow.begin(file)

    # What if

    def suppose_gone(self, rung: SoulRung) -> None:
        """Work out who would win without this file."""
        self._session.suppose(rung.kind, None)

    def suppose_text(self, rung: SoulRung) -> None:
        """Work out who would win if this file held the template."""
        self._session.suppose(rung.kind, self.template_for(rung.kind))

    # Folders

    def open_folder_of(self, rung: SoulRung) -> None:
        """Show the folder that a rung's file lies in."""
        if rung.path is not None:
            self.open_folder(rung.path)

    def open_folder(self, path: Path) -> None:
        """Show the folder that `path` lies in, or the nearest one above it that is there."""

        def nearest(_job: Job) -> Path:
            return next((folder for folder in path.parents if folder.is_dir()), path.parent)

        self._services.tasks.query("soul folder", nearest, self._show_folder)

    def _show_folder(self, folder: Path) -> None:
        from PySide6.QtCore import QUrl
        from PySide6.QtGui import QDesktopServices

        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            text = self.tr("This system offered no program to open the folder.")
            hint = self.tr("It is {path}.").format(path=words.shown_path(folder, Path()))
            self.message_posted.emit(Message(text, "caution", hint=hint))

    def tell_trouble(self, error: object) -> None:
        """Trouble that kept nothing from being done."""
        from newt_gui.core.errors import UserFacingError

        if isinstance(error, UserFacingError):
            self.message_posted.emit(error_message(error, "caution"))
