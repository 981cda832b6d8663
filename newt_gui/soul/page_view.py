"""The Soul page as a person sees it: where ladder, text, editor and banners stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QPalette, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from newt_gui.qt.services import Services
from newt_gui.qt.two_panes import TwoPanes
from newt_gui.soul.editing import SoulEditing
from newt_gui.soul.ladder import Ladder
from newt_gui.soul.text_pane import TextPane
from newt_gui.soul.top_banners import TopBanners

if TYPE_CHECKING:
    from newt_gui.soul.edit_pane import EditPane
    from newt_gui.soul.versions_view import VersionsView

SHORT = 30
"""With less height than so many lines there is no room for banners that stay in view."""


class SoulPageView(QWidget):
    """Puts the parts in their places; what they say and do is the page's business."""

    editor_built = Signal()
    """`edit_pane` is there; nothing is connected to it yet."""

    def __init__(self, editing: SoulEditing, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editing, self._services = editing, services
        self._edit_pane: EditPane | None = None
        self._versions_view: VersionsView | None = None
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.top = TopBanners(services.theme)
        self.ladder = Ladder(services.theme)
        self.text_pane = TextPane(services)
        self.right = QStackedWidget()
        self.right.addWidget(self.text_pane)
        self.splitter = TwoPanes("soul_splitter", self.ladder, self.right)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.top)
        self._column.addWidget(self.splitter, 1)
        self.apply_font()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """With little height what holds for the whole page scrolls along with the ladder."""
        super().resizeEvent(event)
        short = self.height() < SHORT * self.fontMetrics().lineSpacing()
        if short and not self.ladder.isAncestorOf(self.top):
            self.ladder.put_on_top(self.top)
        elif not short and self.ladder.isAncestorOf(self.top):
            self._column.insertWidget(0, self.top)

    @property
    def edit_pane(self) -> EditPane:
        """The editor; made when a file is first edited."""
        if self._edit_pane is None:
            from newt_gui.soul.edit_pane import EditPane

            self._edit_pane = EditPane(self._editing, self._services)
            self._edit_pane.set_font(self._font())
            self.right.addWidget(self._edit_pane)
            self.editor_built.emit()
        return self._edit_pane

    @property
    def shows_editor(self) -> bool:
        """Whether the editor stands in the right half."""
        return self.right.currentWidget() is self._edit_pane

    @property
    def versions_view(self) -> VersionsView:
        """Earlier versions of a file; made when somebody first asks for them."""
        if self._versions_view is None:
            from newt_gui.soul.versions_view import VersionsView

            self._versions_view = VersionsView(self._services)
            self._versions_view.set_font(self._font())
            self.right.addWidget(self._versions_view)
        return self._versions_view

    @property
    def shows_versions(self) -> bool:
        """Whether earlier versions stand in the right half."""
        return self._versions_view is not None and self.right.currentWidget() is self._versions_view

    def show_versions(self, shown: bool) -> None:
        """Show earlier versions in the right half, or the text."""
        self.right.setCurrentWidget(self.versions_view if shown else self.text_pane)

    def show_editor(self, shown: bool) -> None:
        """Show the editor in the right half, or the text; earlier versions stay until they are left."""
        if not self.shows_versions:
            self.right.setCurrentWidget(self.edit_pane if shown else self.text_pane)

    def commit(self) -> None:
        """Take what is being written into the draft, before anything is decided by it."""
        if self._edit_pane is not None:
            self._edit_pane.commit()

    def apply_font(self) -> None:
        """Take the person's choice of font and size into the texts."""
        self.text_pane.set_font(self._font())
        for pane in (self._edit_pane, self._versions_view):
            if pane is not None:
                pane.set_font(self._font())

    def _font(self) -> QFont:
        theme, settings = self._services.theme, self._services.settings
        font, body = theme.font("body"), theme.font("body")
        if settings.get("editor_font") == "monospace":
            from PySide6.QtGui import QFontDatabase

            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(max(4.0, body.pointSizeF() + settings.get("zoom")))
        return font
