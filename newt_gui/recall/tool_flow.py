"""Shows what newt itself would see in the place of the reader, and follows what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.qt.messages import localised
from newt_gui.qt.theme import Theme
from newt_gui.recall.findings import ToolAnswer

if TYPE_CHECKING:
    from newt_gui.recall.page import RecallPage
    from newt_gui.recall.tool_pane import ToolPane


class ToolFlow(QObject):
    """The pane is made when it is first wanted."""

    def __init__(self, page: RecallPage, theme: Theme) -> None:
        super().__init__(page)
        self._page, self._theme = page, theme
        self._pane: ToolPane | None = None
        page.session.tool_answered.connect(self._take)

    def show(self, wanted: bool) -> None:
        """Put the pane over the reader, or take it away."""
        right = self._page.right
        right.setCurrentWidget(self._made() if wanted else self._page.reader)
        self.refresh()
        self._page.state_changed.emit()

    def refresh(self) -> None:
        """Something else is typed, or the database is another one."""
        if self._pane is not None and self._page.right.currentWidget() is self._pane:
            self._page.session.ask_tool(self._pane.wanted)

    def _made(self) -> ToolPane:
        if self._pane is None:
            from newt_gui.recall.tool_pane import ToolPane

            self._pane = pane = ToolPane(self._theme)
            pane.limit_changed.connect(self.refresh)
            pane.left.connect(lambda: self._page.hits_pane.filters.tool_button.setChecked(False))
            self._page.right.addWidget(pane)
        return self._pane

    def _take(self, answer: ToolAnswer) -> None:
        if self._pane is None:
            return
        if answer.trouble is not None:
            self._pane.show_answer(" ".join(filter(None, localised(answer.trouble))), "")
            self._pane.show_recent("", "")
            return
        self._pane.show_answer(answer.fence, answer.text)
        self._pane.show_recent(answer.recent_note, answer.recent)
