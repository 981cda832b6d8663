"""The pages of the window: each is built when it is first shown, and the actions go to the one in view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, cast

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QStackedWidget, QWidget

from newt_gui.qt.two_panes import TwoPanes


class Page(Protocol):
    """What the window asks of a page, which is a QWidget besides."""

    message_posted: SignalInstance
    """A Message for the message bar."""
    state_changed: SignalInstance
    """What `enabled`, `action_texts` or `has_drafts` say may be something else now."""

    def handlers(self) -> Mapping[str, Callable[[], object]]:
        """What the actions of this page do, by the action's name."""

    def enabled(self) -> Mapping[str, bool]:
        """Which of these actions can be done now."""

    def action_texts(self) -> Mapping[str, str]:
        """The actions whose words change, and what they say now."""

    @property
    def splitter(self) -> TwoPanes:
        """What divides the page."""

    @property
    def has_drafts(self) -> bool:
        """Whether there is unsaved text."""

    @property
    def is_saving(self) -> bool:
        """Whether something is being written."""

    def commit(self) -> None:
        """Take what is being written into the drafts."""

    def settle(self, then: Callable[[], None]) -> None:
        """Run `then` once no unsaved text can be lost by it, or not at all."""

    def apply_font(self) -> None:
        """The person chose another font or size of text."""

    def focus_first(self) -> None:
        """The page was chosen: whoever uses the keyboard goes on here."""


class PageStack(QStackedWidget):
    """Knows its pages by name."""

    built = Signal(str)
    """A page was built; it is not in view yet."""
    shown = Signal(str)
    """This page is in view now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._builders: dict[str, Callable[[], QWidget]] = {}
        self._pages: dict[str, QWidget] = {}
        self.current_name = ""

    def add_page(self, name: str, build: Callable[[], QWidget]) -> None:
        """`build` makes the page (see `Page`) when it is first wanted."""
        self._builders[name] = build

    def page(self, name: str) -> Page:
        """The page of that name, built if it was not yet."""
        widget = self._pages.get(name)
        if widget is None:
            widget = self._pages[name] = self._builders[name]()
            self.addWidget(widget)
            self.built.emit(name)
        return cast(Page, widget)

    def show_page(self, name: str) -> None:
        """Bring a page into view."""
        self.page(name)
        self.current_name = name
        self.setCurrentWidget(self._pages[name])
        self.shown.emit(name)

    def built_pages(self) -> list[Page]:
        """The pages that a person has seen, in the order in which they came."""
        return [cast(Page, widget) for widget in self._pages.values()]

    # Actions

    def do(self, action: str) -> None:
        """What the page in view does for an action; nothing where it has no such action."""
        handler = self.page(self.current_name).handlers().get(action)
        if handler is not None:
            handler()

    # Leaving

    @property
    def has_drafts(self) -> bool:
        """Whether there is unsaved text on any page."""
        return any(page.has_drafts for page in self.built_pages())

    @property
    def is_saving(self) -> bool:
        """Whether any page is writing something."""
        return any(page.is_saving for page in self.built_pages())

    def commit(self) -> None:
        """Take what is being written on any page into the drafts."""
        for page in self.built_pages():
            page.commit()

    def settle(self, then: Callable[[], None], *, but: str = "") -> None:
        """Ask one page after the other; `then` runs unless the person stays at one.

        `but`: the name of a page that what comes is no danger to.
        """
        self._settle([cast(Page, page) for name, page in self._pages.items() if name != but], then)

    def _settle(self, pages: list[Page], then: Callable[[], None]) -> None:
        if pages:
            pages[0].settle(lambda: self._settle(pages[1:], then))
        else:
            then()
