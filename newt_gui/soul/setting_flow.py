"""Setting and clearing soul_file, from the dialog to what is told of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog

from newt_gui.core.config import ConfigFile
from newt_gui.core.errors import UserFacingError
from newt_gui.qt.messages import Message, error_message
from newt_gui.qt.services import Services
from newt_gui.soul.chain_words import soul_setting
from newt_gui.soul.session import SoulSession
from newt_gui.soul.setting_dialog import SettingDialog
from newt_gui.soul.setting_preview import candidates, likely
from newt_gui.soul.words import shown_path


class SettingFlow(QObject):
    """One change of one config file."""

    message_posted = Signal(object)

    def __init__(self, session: SoulSession, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._services = session, services

    def begin(self, proposed: ConfigFile | None = None) -> None:
        """Show the dialog; `proposed`: the file that is picked at first."""
        resolution = self._session.resolution
        files = candidates(resolution.config) if resolution else []
        if resolution is None or not files:
            return
        config = resolution.config
        same = next((file for file in files if proposed is not None and file.path == proposed.path), None)
        chosen = same or likely(files, config)
        setting = soul_setting(chosen)
        explicit = resolution.rung("explicit")
        value = str(setting.value) if setting else ""
        if explicit.expanded is not None and explicit.expanded_exists and value == explicit.written:
            value = str(explicit.expanded)

        self._services.dialogs.show(
            lambda parent: SettingDialog(config, files, chosen, value, self._services, parent), self._finished
        )

    def _finished(self, dialog: SettingDialog) -> None:
        if dialog.result() == QDialog.DialogCode.Accepted and dialog.file.path is not None:
            before = soul_setting(dialog.file)
            self._write(dialog.file.path, dialog.value, str(before.value) if before else None)

    def _write(self, path: Path, value: str | None, before: str | None, *, is_undo: bool = False) -> None:
        """`before`: what the file says now, None for nothing, so that this can be undone."""
        history = self._session.history

        def work() -> UserFacingError | None:
            from newt_gui.core.config_edit import clear_soul_file, set_soul_file

            if value is None:
                return clear_soul_file(path, history=history).history_problem
            return set_soul_file(path, value, history=history).history_problem

        def done(trouble: UserFacingError | None) -> None:
            self._session.refresh()
            self.message_posted.emit(self._told(path, value, before, is_undo=is_undo))
            if trouble is not None:
                self.message_posted.emit(error_message(trouble, "caution"))

        self._services.tasks.mutate(work, done, lambda error: self.message_posted.emit(error_message(error)))

    def _told(self, path: Path, value: str | None, before: str | None, *, is_undo: bool) -> Message:
        said = (
            self.tr("{file} names no soul now; that counts from the next session.")
            if value is None
            else self.tr("{file} names the soul now; that counts from the next session.")
        )
        text = said.format(file=shown_path(path, self._session.workspace))
        if is_undo:
            return Message(text)
        undo = (self.tr("Undo"), lambda: self._write(path, before, value, is_undo=True))
        return Message(text, actions=(undo,))
