"""What can be done with one row of the list, as a menu that goes by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QMenu

from newt_gui.qt.messages import Message
from newt_gui.recall.rows import Address

if TYPE_CHECKING:
    from newt_gui.recall.page import RecallPage


class RowMenu(QMenu):
    """Made each time that it is asked for."""

    def __init__(self, page: RecallPage, address: Address) -> None:
        super().__init__(page)
        self.setObjectName("recall_row_menu")
        self._page, self._address = page, address
        self.addAction(self.tr("&Open"), page.open_current)
        self.addAction(self.tr("&Remember this…"), self._remember)
        self.addAction(self.tr("&Copy newt's address of it"), self._copy)
        self.addAction(self.tr("E&xport the conversation…"), self._export)
        self.addSeparator()
        active = self.addAction(self.tr("Take it for the &active conversation"))
        active.setCheckable(True)
        active.setChecked(page.hits_pane.filters.wish.active == address.conversation_id)
        active.triggered.connect(self._take_for_active)
        self.aboutToHide.connect(self.deleteLater)

    def _remember(self) -> None:
        self._page.session.remember(self._address, self._page.pass_on)

    def _copy(self) -> None:
        text = address_text(self._address)
        QApplication.clipboard().setText(text)
        said = QApplication.translate("recall", "Copied {address}.").format(address=text)
        self._page.message_posted.emit(Message(said))

    def _export(self) -> None:
        row = self._page.hits_pane.current_row()
        if row is not None:
            self._page.export_flow.choose_place(self._address.conversation_id, row.title)

    def _take_for_active(self, wanted: bool) -> None:
        self._page.hits_pane.filters.set_active(self._address.conversation_id if wanted else "")


def address_text(address: Address) -> str:
    """newt's own name for a turn; of a conversation, its id."""
    if address.seq is None:
        return address.conversation_id
    return f"turn:{address.conversation_id}#{address.seq}"
