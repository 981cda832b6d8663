"""The main window: wires pages, menus, shortcuts and bars. No logic of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from newt_gui import __version__
from newt_gui.core.errors import SaveFailed
from newt_gui.notes.page import NotesPage
from newt_gui.qt.actions import build_actions, keep_icons
from newt_gui.qt.messages import Message, MessageBar
from newt_gui.qt.services import Services
from newt_gui.qt.window_state import remember, remember_division, restore, restore_division
from newt_gui.shell.action_table import specs
from newt_gui.shell.budget import budget_text
from newt_gui.shell.look_options import LookOptions
from newt_gui.shell.page_stack import Page, PageStack
from newt_gui.shell.places import Places
from newt_gui.shell.side_bar import SideBar
from newt_gui.shell.top_strip import TopStrip

PAGE_ICONS = {"notes": "notebook-text", "soul": "user-round", "recall": "messages-square"}
NARROWEST, LOWEST = 90, 20
"""The smallest window, in average characters and lines of text."""


class MainWindow(QMainWindow):
    """One window on one newt home and one workspace."""

    first_painted = Signal()
    """The person sees the window: what could wait may begin."""

    def __init__(
        self,
        services: Services,
        places: Places,
        notes: NotesPage,
        builders: Mapping[str, Callable[[], QWidget]],
        release: Callable[[], None],
    ) -> None:
        """`builders` make the other pages, by name, when they are first shown. `release` ends what
        works behind the window; `shutdown` calls it once.
        """
        super().__init__()
        self.setObjectName("main_window")
        self._services, self._places, self._release = services, places, release
        self._may_close = self._is_shut = self._is_painted = False
        self.notes = notes
        self.strip = TopStrip(places, services.theme)
        self.side = SideBar(services.theme)
        self.messages = MessageBar(services.theme)
        self.pages = PageStack()
        self._lay_out()
        self._looks = LookOptions(services, self)
        self._build_actions()
        self._add_pages({"notes": lambda: notes, **builders})
        self._connect()
        restore(self, [notes.splitter], services.settings)
        self._refresh()
        notes.list_pane.view.setFocus()

    # Building

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.strip, self.messages):
            column.addWidget(part)
        column.addWidget(self.pages, 1)
        central = QWidget()
        row = QHBoxLayout(central)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.side)
        row.addWidget(content, 1)
        self.setCentralWidget(central)
        metrics = self.fontMetrics()
        self.setMinimumSize(NARROWEST * metrics.averageCharWidth(), LOWEST * metrics.lineSpacing())

    def _build_actions(self) -> None:
        table, own = specs(), self._handlers()
        self._page_actions = [spec.name for spec in table if not spec.is_line and spec.name not in own]
        for_pages = {name: partial(self.pages.do, name) for name in self._page_actions}
        self.actions_by_name: dict[str, QAction] = build_actions(self, table, {**for_pages, **own})
        self._looks.take_actions(self.actions_by_name)

    def _add_pages(self, builders: Mapping[str, Callable[[], QWidget]]) -> None:
        self.pages.built.connect(self._on_page_built)
        self.side.page_chosen.connect(self._show_page)
        for name, build in builders.items():
            self.pages.add_page(name, build)
            self.side.add_page(name, self._page_name(name), PAGE_ICONS[name])
        self.side.choose("notes")

    def _page_name(self, name: str) -> str:
        return {
            "notes": self.tr("Notes"),
            "soul": self.tr("Soul"),
            "recall": self.tr("Recall"),
        }[name]

    def _on_page_built(self, name: str) -> None:
        page = self.pages.page(name)
        unknown = set(page.handlers()) - set(self._page_actions)
        if unknown:
            raise ValueError(f"no such action: {sorted(unknown)}")
        page.message_posted.connect(self.messages.show_message)
        page.state_changed.connect(self._refresh)
        page.state_changed.connect(self.messages.look_again)
        if name != "notes":
            restore_division(page.splitter, self._services.settings)
        if name == "recall":
            page.remember_requested.connect(self._remember)  # type: ignore[attr-defined]
        page.apply_font()

    def _remember(self, text: str) -> None:
        """What was found in a conversation becomes a new note, unsaved."""
        self.side.choose("notes")
        self.notes.begin_note(text)

    def _handlers(self) -> dict[str, Callable[..., object]]:
        return {
            **self._looks.handlers(),
            "action_choose_workspace": lambda: self._choose_workspace(None),
            "action_choose_home": self._choose_home,
            "action_usual_home": lambda: self.pages.settle(self._places.use_usual_home),
            "action_quit": self.close,
            **{f"action_page_{name}": partial(self.side.choose, name) for name in PAGE_ICONS},
            "action_about": self._about,
        }

    def _connect(self) -> None:
        self.first_painted.connect(
            lambda: keep_icons(self, self._services.theme, specs(), self.actions_by_name)
        )
        self.first_painted.connect(self.notes.observe)
        self.strip.workspace_requested.connect(self._choose_workspace)
        self.strip.choose_home_requested.connect(self._choose_home)
        self.strip.usual_home_requested.connect(self.actions_by_name["action_usual_home"].trigger)
        self.strip.open_home_requested.connect(self._open_home)
        self._looks.font_changed.connect(self._apply_font)
        self.notes.news_outdated.connect(self.messages.drop_old_news)
        self.notes.folder_requested.connect(self._open_home)
        self.notes.take_actions(self.actions_by_name)
        self._places.home_changed.connect(self.messages.clear)

    # Wiring

    def _show_page(self, name: str) -> None:
        is_first = not self.pages.current_name
        self.pages.show_page(name)
        self._refresh()
        if not is_first:
            self.pages.page(name).focus_first()

    def page(self, name: str) -> Page:
        """The page of that name ("notes", "soul", "recall"), built if it was not yet."""
        return self.pages.page(name)

    def _refresh(self) -> None:
        self._refresh_actions()
        snapshot = self.notes.snapshot
        self.side.set_count("notes", self.notes.count_text)
        if snapshot.problem is None:
            self.side.show_budget(snapshot.used_bytes, snapshot.limit, budget_text(snapshot))
        else:
            self.side.hide_budget()
        self.setWindowTitle(self._page_name(self.pages.current_name) + "[*]")
        self.setWindowModified(self.pages.has_drafts)

    def _refresh_actions(self) -> None:
        page = self.pages.page(self.pages.current_name)
        enabled = page.enabled()
        for name in self._page_actions:
            self.actions_by_name[name].setEnabled(enabled.get(name, False))
        for name, text in page.action_texts().items():
            self.actions_by_name[name].setText(text)

    def _choose_workspace(self, folder: Path | None) -> None:
        if folder is not None:
            self.pages.settle(lambda: self._places.choose_workspace(folder), but="notes")
            return
        self._services.dialogs.pick_folder(
            self.tr("Choose the folder newt works in"),
            self._places.workspace,
            lambda picked: self._choose_workspace(picked) if picked else None,
        )

    def _choose_home(self) -> None:
        def picked(folder: Path | None) -> None:
            if folder is not None:
                self.pages.settle(lambda: self._places.choose_home(folder))

        self._services.dialogs.pick_folder(self.tr("Choose a newt home"), self._places.home.path, picked)

    def _open_home(self) -> None:
        from PySide6.QtCore import QUrl
        from PySide6.QtGui import QDesktopServices

        folder = str(self._places.home.path)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            text = self.tr("This system offered no program to open the folder.")
            hint = self.tr("It is {path}.").format(path=folder)
            self.messages.show_message(Message(text, "caution", hint=hint))

    def _apply_font(self) -> None:
        for page in self.pages.built_pages():
            page.apply_font()

    def _about(self) -> None:
        self._services.dialogs.tell(
            self.tr("Newt Memory {version}").format(version=__version__),
            self.tr("See, check and curate what a newt agent remembers."),
            self.tr(
                "Free software under the Apache License 2.0.\n"
                "Icons: Lucide, ISC licence. Window: Qt, LGPL 3, through PySide6."
            ),
        )

    # Ending

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self, self._tell_painted)

    def _tell_painted(self) -> None:
        if not self._is_shut:
            self.first_painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.pages.commit()
        if self._services.dialogs.is_open and not self._is_shut:
            event.ignore()  # what is asked now is answered first
            return
        if self._may_close or self._is_shut or not (self.pages.has_drafts or self.pages.is_saving):
            event.accept()
            self.shutdown()
            return
        event.ignore()
        self.pages.settle(self._close_now)

    def _close_now(self) -> None:
        self._may_close = True
        # Not from within the save that this may have waited for: closing ends its worker.
        QTimer.singleShot(0, self, self.close)

    def drain(self) -> bool:
        """Wait for the work under way and let it report; whether it ended in time."""
        return self._services.tasks.drain()

    def shutdown(self) -> None:
        """End the window: remember its state, finish every save under way, stop the workers."""
        if self._is_shut:
            return
        self._is_shut = True
        self._services.dialogs.close_all()
        with suppress(SaveFailed):  # a window that can't keep its place closes all the same
            splitters = [self.notes.splitter] if self.notes.splitter.is_wide else []
            remember(self, splitters, self._services.settings)
            for page in self.pages.built_pages():
                if page is not self.notes and page.splitter.is_wide:
                    remember_division(page.splitter, self._services.settings)
        self._release()
        self.hide()
