"""What is true of the whole page: something is only supposed, or newt can't load its configuration."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.config import ConfigFile
from newt_gui.core.soul import SoulKind, SoulResolution
from newt_gui.qt.messages import Banner, Message
from newt_gui.qt.numbers import number
from newt_gui.qt.theme import Theme
from newt_gui.soul.chain_words import problem_sentence
from newt_gui.soul.what_if import supposed_sentence
from newt_gui.soul.words import shown_path, tr


class TopBanners(QWidget):
    """Takes no room while there is nothing to say."""

    as_is_requested = Signal()
    folder_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.supposition, self.broken = Banner(theme), Banner(theme)
        self.supposition.setObjectName("soul_supposition")
        self.broken.setObjectName("soul_config_broken")
        self._column = QVBoxLayout(self)
        for banner in (self.supposition, self.broken):
            self._column.addWidget(banner)
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        self.supposition.clear()
        self.broken.clear()
        self._keep_distance()

    def show_resolution(self, shown: SoulResolution, suppositions: Mapping[SoulKind, str | None]) -> None:
        """Say what holds for all of it."""
        broken = shown.config.broken
        _show(self.supposition, self._supposed(suppositions, shown) if suppositions else None)
        _show(self.broken, self._broken(broken, shown) if broken is not None else None)
        self._keep_distance()

    def _supposed(self, suppositions: Mapping[SoulKind, str | None], shown: SoulResolution) -> Message:
        return Message(
            supposed_sentence(suppositions, shown),
            "note",
            ((tr("Show how it is"), self.as_is_requested.emit),),
            tr("This is only supposed: no file was changed."),
            dismissable=False,
        )

    def _broken(self, file: ConfigFile, shown: SoulResolution) -> Message:
        path, problem = file.path, file.problem
        name = shown_path(path, shown.workspace) if path is not None else ""
        where = name
        if problem is not None and problem.line is not None:
            where = tr("{file}, line {line}, column {column}").format(
                file=name, line=number(problem.line), column=number(problem.column or 1)
            )
        return Message(
            tr("newt can't load its configuration: {where}.").format(where=where),
            "stop",
            ((tr("Open folder"), lambda: self.folder_requested.emit(path)),) if path is not None else (),
            " ".join(
                filter(
                    None,
                    (
                        problem_sentence(problem) if problem else "",
                        tr("Until that is put right it goes on as if there were no configuration at all."),
                    ),
                )
            ),
            dismissable=False,
        )

    def _keep_distance(self) -> None:
        is_shown = any(banner.message is not None for banner in (self.supposition, self.broken))
        unit = self._theme.unit if is_shown else 0
        self._column.setContentsMargins(3 * unit, 3 * unit, 3 * unit, 0)
        self._column.setSpacing(2 * unit)
        self.setVisible(is_shown)


def _show(banner: Banner, message: Message | None) -> None:
    if message is None:
        banner.clear()
    elif banner.message is None or banner.message[:2] != message[:2] or banner.message.hint != message.hint:
        banner.show_message(message)
