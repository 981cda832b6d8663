"""The banner over the text of the soul that wins: what a person should know about it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.scan import Finding
from newt_gui.core.soul import SoulResolution, SoulRung, SoulState, SoulWarning, SoulWarningKind
from newt_gui.qt.marks import Mark
from newt_gui.qt.messages import MOST_ACTIONS, Banner, Message, MessageAction
from newt_gui.qt.theme import Theme
from newt_gui.soul import warning_words
from newt_gui.soul.places_list import worth_a_look
from newt_gui.soul.words import tr

_IN_TEXT = (SoulWarningKind.HIDDEN_CHARACTERS, SoulWarningKind.SCAN_FINDINGS)


class WarningBanner(QWidget):
    """Takes no room where there is nothing to say. Dismissed, it stays away until something changes."""

    place_requested = Signal()
    """The next place in the text that a warning speaks of is wanted."""
    setting_requested = Signal()
    """What the configuration says is to be changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.banner = Banner(theme)
        self.banner.setObjectName("soul_banner")
        self.banner.dismissed.connect(self._on_dismissed)
        self._told: Message | None = None
        self._dismissed: Message | None = None
        # Kept, because two messages are the same only if their actions are.
        self._show_place, self._change_setting = self.place_requested.emit, self.setting_requested.emit
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)
        self.setVisible(False)

    def show_warnings(self, rung: SoulRung, resolution: SoulResolution) -> None:
        """Say what is odd about the rung, where it is the winner and anything is."""
        message = self._message(resolution) if rung.state is SoulState.WON else None
        if message is None or message == self._dismissed:
            self.clear()
            return
        self._told, self._dismissed = message, None
        self.setVisible(True)
        if message != self.banner.message:
            self.banner.show_message(message)

    def clear(self) -> None:
        """Say nothing."""
        self.banner.clear()
        self.setVisible(False)

    def _message(self, resolution: SoulResolution) -> Message | None:
        warnings = [told for one in resolution.warnings if (told := _without_line_ends(one, resolution))]
        said = [warning_words.sentence(warning, resolution) for warning in warnings]
        if not said:
            return None
        kinds = {warning.kind for warning in warnings}
        actions: list[MessageAction] = []
        if kinds & set(_IN_TEXT):
            actions.append((tr("Show the place"), self._show_place))
        if SoulWarningKind.NOT_EXPANDED in kinds:
            actions.append((tr("Set in config…"), self._change_setting))
        return Message(
            said[0], warning_words.weight(warnings), tuple(actions[:MOST_ACTIONS]), "\n".join(said[1:])
        )

    def _on_dismissed(self) -> None:
        self._dismissed = self._told
        self.setVisible(False)


def _without_line_ends(warning: SoulWarning, resolution: SoulResolution) -> SoulWarning | None:
    """The warning without Windows line ends among its findings; None where nothing is left of it."""
    if warning.kind is not SoulWarningKind.HIDDEN_CHARACTERS:
        return warning
    kept = worth_a_look(warning.findings, resolution.winner.text)
    count = warning.count - len(warning.findings) + len(kept)
    return replace(warning, findings=tuple(kept), count=count) if kept else None


def found_in_text(resolution: SoulResolution) -> list[Finding]:
    """What the scan found in the winner's text, in its order."""
    found = [f for warning in resolution.warnings if warning.kind in _IN_TEXT for f in warning.findings]
    return worth_a_look(found, resolution.winner.text)


def marks(rung: SoulRung, resolution: SoulResolution, length: int) -> list[Mark]:
    """The same as marks in the first `length` code points of the text; none where it is no winner's."""
    if rung.state is not SoulState.WON:
        return []
    found = [finding for finding in found_in_text(resolution) if finding.end <= length]
    lines = warning_words.finding_lines(found, rung.text)
    return [Mark(f.start, f.end, "caution", said) for f, said in zip(found, lines, strict=True)]
