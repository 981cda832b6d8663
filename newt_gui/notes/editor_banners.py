"""What stands over a note's text: what somebody else did to it, and why a save is or would be refused."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.errors import NotesConflict, ScanRejected, UserFacingError
from newt_gui.core.scan import Finding
from newt_gui.notes import words
from newt_gui.notes.rows import Row, RowState
from newt_gui.qt.messages import Banner, Message, MessageAction, error_message
from newt_gui.qt.theme import Theme


class EditorBanners(QWidget):
    """Two banners, each hidden while it has nothing to say."""

    repair_requested = Signal()
    keep_as_new_requested = Signal()
    their_text_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row_banner, self.reason_banner = Banner(theme), Banner(theme)
        self.row_banner.setObjectName("row_banner")
        self.reason_banner.setObjectName("reason_banner")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3 * theme.unit)
        column.addWidget(self.row_banner)
        column.addWidget(self.reason_banner)

    def show_row(self, row: Row, findings: Sequence[Finding], refusal: UserFacingError | None) -> None:
        """Speak of `row`; `findings` are in its text, `refusal` is what its last save met."""
        _show_or_clear(self.row_banner, self._row_message(row, refusal))
        _show_or_clear(self.reason_banner, self._reason(row, findings, refusal))
        self.setVisible(not (self.row_banner.isHidden() and self.reason_banner.isHidden()))

    def _reason(
        self, row: Row, findings: Sequence[Finding], refusal: UserFacingError | None
    ) -> Message | None:
        """Why the last save was refused, or what the next one would be refused for."""
        if isinstance(refusal, ScanRejected):
            return self._finding_message(refusal.findings, row.text, refused=True)
        if refusal is not None and not _is_told_by_row(row, refusal):
            return error_message(refusal)
        if findings:
            return self._finding_message(findings, row.text, refused=False)
        return None

    def _finding_message(self, findings: Sequence[Finding], text: str, refused: bool) -> Message:
        message = words.finding_message(findings, text, refused)
        if findings[0].repair is None:
            return message
        actions: tuple[MessageAction, ...] = ((words.repair_label(findings[0]), self._request_repair),)
        return message._replace(actions=actions)

    def _row_message(self, row: Row, refusal: UserFacingError | None) -> Message | None:
        message = words.row_message(row, refused=_is_told_by_row(row, refusal))
        if message is None or row.state is not RowState.CHANGED:
            return message
        actions = (
            (self.tr("Show theirs"), self._request_theirs),
            (self.tr("Save mine as a new note"), self._request_keeping),
        )
        return message._replace(actions=actions)

    # Methods of their own, because two messages are the same only if their actions are.

    def _request_repair(self) -> None:
        self.repair_requested.emit()

    def _request_theirs(self) -> None:
        self.their_text_requested.emit()

    def _request_keeping(self) -> None:
        self.keep_as_new_requested.emit()


def _is_told_by_row(row: Row, refusal: UserFacingError | None) -> bool:
    """Whether the row's own banner says already why the save was refused."""
    return isinstance(refusal, NotesConflict) and row.state is RowState.CHANGED


def _show_or_clear(banner: Banner, message: Message | None) -> None:
    if message is None:
        banner.clear()
    elif message != banner.message:  # shown anew it would be read out anew, with every key
        banner.show_message(message)
