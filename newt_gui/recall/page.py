"""The Recall page: the list of what was found and the reader, and what passes between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from newt_gui.core.errors import UserFacingError
from newt_gui.qt.messages import error_message
from newt_gui.qt.services import Services
from newt_gui.qt.two_panes import TwoPanes
from newt_gui.recall import words
from newt_gui.recall.export_flow import ExportFlow
from newt_gui.recall.findings import Reading
from newt_gui.recall.hits_pane import HitsPane
from newt_gui.recall.reader_pane import ReaderPane
from newt_gui.recall.row_menu import RowMenu
from newt_gui.recall.session import RecallSession
from newt_gui.recall.tool_flow import ToolFlow


class RecallPage(QWidget):
    """Wires the session to list and reader; holds no state of its own."""

    message_posted = Signal(object)
    """A Message for the window's message bar."""
    state_changed = Signal()
    """What can be done here may have changed."""
    remember_requested = Signal(str)
    """The person wants a new note with this text; it is not saved yet."""

    def __init__(self, session: RecallSession, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self._services = session, services
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.hits_pane = HitsPane(services.theme)
        self.reader = ReaderPane(services.theme, services.tasks)
        self.right = QStackedWidget()
        self.right.addWidget(self.reader)
        self.splitter = TwoPanes("recall_splitter", self.hits_pane, self.right)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self._tool = ToolFlow(self, services.theme)
        self.export_flow = ExportFlow(self, services)
        self._opening = False
        self._connect_session()
        self._connect_panes()
        self.apply_font()
        self._show_listing()

    def _connect_session(self) -> None:
        session = self.session
        session.listing_changed.connect(self._show_listing)
        session.facts_changed.connect(self._show_facts)
        session.places_changed.connect(self._on_places_changed)
        session.opened.connect(self._on_opened)
        session.opening_failed.connect(self._on_opening_failed)

    def _connect_panes(self) -> None:
        pane = self.hits_pane
        pane.query.textChanged.connect(self._on_wish_changed)
        pane.filters.changed.connect(self._on_wish_changed)
        pane.filters.tool_button.toggled.connect(self._tool.show)
        pane.current_changed.connect(self._on_current_changed)
        pane.search_requested.connect(self.session.search_as_it_stands)
        pane.open_requested.connect(self.open_current)
        pane.menu_requested.connect(self._open_row_menu)
        pane.empty_action_requested.connect(self._on_empty_action)
        self.reader.left.connect(self._on_reader_left)
        self.reader.remember_requested.connect(self.remember)
        self.reader.export_requested.connect(self.export)

    # What the window asks for

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions of this page do, by the action's name."""
        return {
            "action_remember": self.remember,
            "action_export": self.export,
            "action_refresh": self.refresh,
            "action_find": self._find,
            "action_find_next": lambda: self.reader.finding.step(1),
            "action_find_previous": lambda: self.reader.finding.step(-1),
            "action_find_all": self.focus_first,
        }

    def enabled(self) -> Mapping[str, bool]:
        """Which of these actions can be done now."""
        is_open = self.reader.is_open and self.right.currentWidget() is self.reader
        needing = ("remember", "export", "find", "find_next", "find_previous")
        return {
            "action_refresh": True,
            "action_find_all": True,
            **{f"action_{name}": is_open for name in needing},
        }

    def action_texts(self) -> Mapping[str, str]:
        """The words of these actions never change."""
        return {}

    @property
    def has_drafts(self) -> bool:
        """Nothing is written here, so nothing is unsaved."""
        return False

    @property
    def is_saving(self) -> bool:
        """Nothing is saved here."""
        return False

    def commit(self) -> None:
        """There are no drafts to take anything into."""

    def settle(self, then: Callable[[], None]) -> None:
        """Nothing can be lost."""
        then()

    def apply_font(self) -> None:
        """Take the person's choice of size into the reader."""
        self.reader.set_zoom(self._services.settings.get("zoom"))

    def focus_first(self) -> None:
        """Put the cursor into the field, ready to be typed over; look at the database anew."""
        self.hits_pane.query.setFocus()
        self.hits_pane.query.selectAll()
        self.session.refresh()

    def refresh(self) -> None:
        """Look at the database now."""
        self.session.refresh()
        self._on_current_changed()

    def remember(self) -> None:
        """Ask for a note with what is selected, or with what was said where the cursor is."""
        self.pass_on(self.reader.wanted_text())

    def export(self) -> None:
        """Put the open conversation into a file."""
        if self.reader.reading is not None:
            self.export_flow.choose_place(self.reader.reading.conversation_id, self.reader.reading.title)

    def _find(self) -> None:
        if self.reader.is_open:
            self.right.setCurrentWidget(self.reader)
            self.reader.finding.open(self.hits_pane.query.text())

    # The list

    def _on_wish_changed(self) -> None:
        wish = self.hits_pane.filters.wish
        self.session.set_wish(wish._replace(text=self.hits_pane.query.text()))

    def _show_listing(self) -> None:
        listing, trouble = self.session.listing, self.session.trouble
        pane = self.hits_pane
        self._show_trouble(trouble)
        if trouble is not None:
            pane.show_empty(words.no_list(trouble))
        elif listing.rows or listing.is_searching:
            pane.show_rows(listing.rows, listing.lines)
        else:
            pane.show_empty(*words.nothing_listed(listing))
        self._say()
        if listing.chooses_first and pane.current() is None and listing.rows:
            pane.step(1)
        self._tool.refresh()
        self.state_changed.emit()

    def _show_trouble(self, trouble: UserFacingError | None) -> None:
        if trouble is None:
            self.hits_pane.banner.clear()
            return
        retry = (self.tr("Try again"), self.session.refresh)
        message = error_message(trouble, words.weight(trouble), (retry,))._replace(dismissable=False)
        if message.text != getattr(self.hits_pane.banner.message, "text", None):
            self.hits_pane.banner.show_message(message)

    def _show_facts(self) -> None:
        self.hits_pane.filters.set_workspaces(self.session.facts.workspaces)
        self._say()

    def _say(self) -> None:
        self.hits_pane.say(words.count(self.session.listing), words.state(self.session.facts))

    def _on_empty_action(self) -> None:
        if self.session.listing.wish.is_narrowed:
            self.hits_pane.filters.reset()
        else:
            self.hits_pane.query.clear()
        self.hits_pane.query.setFocus()

    # From the list to the reader

    def _on_current_changed(self) -> None:
        row = self.hits_pane.current_row()
        if row is not None:
            self.session.open_conversation(row.address, row.passage)

    def open_current(self) -> None:
        """Go on into the text of the current row, as soon as it is there."""
        self.hits_pane.filters.tool_button.setChecked(False)
        row = self.hits_pane.current_row()
        if row is None:
            return
        reading = self.reader.reading
        if reading is not None and reading.address == row.address:
            self.reader.view.setFocus()
        else:
            self._opening = True
            self.session.open_conversation(row.address, row.passage)

    def _on_opened(self, reading: Reading) -> None:
        self.reader.show_reading(reading)
        if self._opening:
            self._opening = False
            self.reader.view.setFocus()
        self._tool.refresh()
        self.state_changed.emit()

    def _on_opening_failed(self, error: UserFacingError) -> None:
        self._opening = False
        retry = (self.tr("Try again"), self._on_current_changed)
        self.reader.show_trouble(error_message(error, words.weight(error), (retry,)))
        self.state_changed.emit()

    def _on_places_changed(self) -> None:
        self.reader.show_nothing()
        self.hits_pane.filters.reset()
        self.state_changed.emit()

    def _on_reader_left(self) -> None:
        target = self.hits_pane.view if self.hits_pane.current() is not None else self.hits_pane.query
        target.setFocus()

    def _open_row_menu(self, place: QPoint) -> None:
        row = self.hits_pane.current_row()
        if row is not None:
            RowMenu(self, row.address).popup(place)

    def pass_on(self, text: str) -> None:
        """Ask for a new note with this text."""
        if text:
            self.remember_requested.emit(text)
