"""A person before the Soul page: what they see of it and what their hands do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QMainWindow, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from newt_gui.core.drafts import DraftStore
from newt_gui.core.files import read_file
from newt_gui.core.history import History
from newt_gui.core.settings import Settings
from newt_gui.core.soul import SoulKind
from newt_gui.qt.messages import Banner, Message
from newt_gui.qt.scripted_dialogs import Answer, ScriptedDialogs
from newt_gui.qt.services import Services
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.theme import Theme
from newt_gui.qt.watcher import FileWatcher
from newt_gui.soul.page import SoulPage
from newt_gui.soul.session import SoulSession
from newt_gui.soul.watch import PlacesWatcher

PATIENCE = 5_000  # milliseconds


class Places(NamedTuple):
    """The folders of one person: `home` is the newt home."""

    person: Path
    home: Path
    workspace: Path

    @property
    def own(self) -> Path:
        return self.workspace / ".newt" / "soul.md"

    @property
    def everywhere(self) -> Path:
        return self.home / "soul.md"

    @property
    def config(self) -> Path:
        return self.home / "config.toml"

    @property
    def drafts(self) -> Path:
        """Where unsaved text is kept against a crash."""
        return self.person / "app" / "drafts"


class SoulDesk:
    """The page in a window, on real files."""

    def __init__(
        self,
        bot: QtBot,
        places: Places,
        *,
        watcher: PlacesWatcher | None = None,
        answers: Sequence[Answer] = (),
        size: tuple[int, int] = (1000, 700),
    ) -> None:
        self.bot, self.places = bot, places
        self.tasks = Tasks()
        self.dialogs = ScriptedDialogs(answers)
        self.history = History(places.person / "app")
        theme = Theme()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.install(app, "light")
        settings = Settings(places.person / "app" / "settings.toml")
        self.session = SoulSession(
            places.workspace,
            places.home,
            self.tasks,
            self.history,
            FileWatcher(self.tasks, read_file),
            watcher,
            env={"HOME": str(places.person)},
        )
        services = Services(theme, self.tasks, self.dialogs, settings)
        self.page = SoulPage(self.session, services, drafts=DraftStore(places.drafts))
        self.told: list[Message] = []
        self.page.message_posted.connect(self.told.append)
        self.window = QMainWindow()
        theme.setParent(self.window)
        self.window.setCentralWidget(self.page)
        self.window.resize(*size)
        with bot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()
        self.page.focus_first()
        self.until(lambda: self.session.resolution is not None)
        self.bot.wait(1)  # every part stands where it belongs

    def close(self) -> None:
        self.page.stop()
        self.tasks.shutdown()
        self.history.close()
        self.window.close()
        self.window.deleteLater()
        self.bot.wait(1)

    # Seeing

    def card(self, kind: SoulKind) -> Any:
        return self.page.ladder.cards[kind]

    def state(self, kind: SoulKind) -> str:
        """The word on a rung."""
        return str(self.card(kind).says.pill)

    def reason(self, kind: SoulKind) -> str:
        return str(self.card(kind).says.reason)

    @property
    def winner(self) -> str:
        return next(kind for kind, card in self.page.ladder.cards.items() if card.says and card.says.wins)

    @property
    def winner_text(self) -> str:
        """What the agent gets, whatever is chosen."""
        resolution = self.session.resolution
        return resolution.winner.text if resolution else ""

    @property
    def text(self) -> str:
        return self.page.text_pane.text.text()

    @property
    def heading(self) -> str:
        return self.page.text_pane.heading.text()

    @property
    def chain(self) -> list[str]:
        view = self.part("config_chain", QListView)
        role = Qt.ItemDataRole.AccessibleTextRole
        return [str(view.model().index(row, 0).data(role)) for row in range(view.model().rowCount())]

    def banner(self, name: str) -> str:
        """The words of a banner; empty while it is hidden."""
        found = self.window.findChild(Banner, name)
        if found is None or not found.isVisible() or found.message is None:
            return ""
        return f"{found.message.text} {found.message.hint}"

    @property
    def news(self) -> str:
        return self.told[-1].text if self.told else ""

    def part(self, name: str, kind: type[Any] = QWidget) -> Any:
        found = self.window.findChild(kind, name)
        assert found is not None, name
        return found

    @property
    def editor(self) -> Any:
        return self.page.edit_pane.editor

    # Doing

    def click(self, widget: QWidget) -> None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.rect().center())

    def click_button(self, text: str, within: QWidget | None = None) -> None:
        """Click the one button that a person sees with this text."""
        self.bot.wait(1)
        buttons = (within or self.window).findChildren(QPushButton)
        [button] = [one for one in buttons if one.isVisible() and one.text() == text]
        self.click(button)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)

    def type(self, text: str) -> None:
        QTest.keyClicks(QApplication.focusWidget(), text)

    def edit(self) -> None:
        """Open the chosen rung's file in the editor."""
        self.click_button("Edit")
        self.until(lambda: self.session.editing.draft is not None)

    # Waiting

    def until(self, condition: Callable[[], bool]) -> None:
        self.bot.waitUntil(condition, timeout=PATIENCE)

    def rest(self) -> None:
        """Let everything that was begun come to its end."""
        assert self.tasks.drain()
        QCoreApplication.processEvents()
