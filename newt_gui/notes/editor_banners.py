"""What stands over a note's text: what somebody else did to it, and why its last save was refused."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.errors import DelimiterInText, NotesConflict, OverBudget, ScanRejected, UserFacingError
from newt_gui.notes import words
from newt_gui.notes.rows import Row, RowState
from newt_gui.qt.messages import Banner, Message, MessageAction
from newt_gui.qt.theme import Theme


class EditorBanners(QWidget):
    """Two banners, each hidden while it has nothing to say."""

    sizes_requested = Signal()
    """The person wants to see what takes the room."""
    split_requested = Signal()
    """The text is to become several notes at its delimiter lines."""
    keep_as_new_requested = Signal()
    comparison_requested = Signal()
    """The person wants to see both texts and decide."""

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

    def show_row(self, row: Row, refusal: UserFacingError | None, *, budget_is_told: bool) -> None:
        """Speak of `row`; `refusal` is what its last save met.

        What would be refused before anybody saves stands in the list under the text, not here.
        `budget_is_told`: a list over the text says already that there is no room.
        """
        _show_or_clear(self.row_banner, self._row_message(row, refusal))
        told = _is_told_by_row(row, refusal) or (budget_is_told and isinstance(refusal, OverBudget))
        _show_or_clear(self.reason_banner, None if told else self._reason(row, refusal))
        self.setVisible(not (self.row_banner.isHidden() and self.reason_banner.isHidden()))

    def _reason(self, row: Row, refusal: UserFacingError | None) -> Message | None:
        """Why the last save was refused."""
        if refusal is None:
            return None
        if isinstance(refusal, ScanRejected):
            from newt_gui.notes.finding_words import refusal_message

            return refusal_message(refusal.findings)
        if isinstance(refusal, OverBudget):
            return words.not_saved(refusal, actions=[(words.tr("Show the sizes"), self._request_sizes)])
        if isinstance(refusal, DelimiterInText):
            return words.not_saved(refusal, actions=self._split_actions(row))
        return words.not_saved(refusal)

    def _split_actions(self, row: Row) -> list[MessageAction]:
        """Cutting the text at these lines, where anything is left of it then."""
        from newt_gui.notes.arrival_words import notes
        from newt_gui.notes.plans import parts_between_delimiters

        count = len(parts_between_delimiters(row.text))
        label = words.tr("Make {notes} of it").format(notes=notes(count))
        return [(label, self._request_split)] if count else []

    def _row_message(self, row: Row, refusal: UserFacingError | None) -> Message | None:
        message = words.row_message(row, refused=_is_told_by_row(row, refusal))
        if message is None or row.state is not RowState.CHANGED:
            return message
        actions = (
            (self.tr("Compare and decide"), self._request_comparison),
            (self.tr("Save mine as a new note"), self._request_keeping),
        )
        return message._replace(actions=actions)

    # Methods of their own, because two messages are the same only if their actions are.

    def _request_sizes(self) -> None:
        self.sizes_requested.emit()

    def _request_split(self) -> None:
        self.split_requested.emit()

    def _request_comparison(self) -> None:
        self.comparison_requested.emit()

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
