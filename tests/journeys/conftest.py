"""Real windows on real files, driven by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from newt_gui.app import create_window
from newt_gui.window import MainWindow
from tests.journeys.soul_desk import Places, SoulDesk


class Desk:
    """A person before one window: what they see and what their hands do."""

    def __init__(self, window: MainWindow, bot: QtBot, notes_file: Path) -> None:
        self.window, self.bot, self.file = window, bot, notes_file

    # Seeing

    def part(self, name: str, kind: type[QWidget] = QWidget) -> QWidget:
        found = self.window.findChild(kind, name)
        assert found is not None, name
        return found

    @property
    def editor(self) -> QPlainTextEdit:
        return self.part("note_editor", QPlainTextEdit)

    @property
    def list(self) -> QListView:
        return self.part("notes_list", QListView)

    def column(self, role: str) -> list[object]:
        """One role of every row, by the role's name."""
        model = self.list.model()
        number = {bytes(name.data()).decode(): key for key, name in model.roleNames().items()}[role]
        return [model.index(at, 0).data(number) for at in range(model.rowCount())]

    @property
    def titles(self) -> list[object]:
        return self.column("title")

    def banner(self, name: str) -> str:
        """The words of a banner; empty while it is hidden."""
        banner = self.part(name)
        return "" if banner.isHidden() else words_of(banner)

    @property
    def findings(self) -> list[str]:
        """The sentences of what newt would refuse in the text; none while the list is hidden."""
        view = self.window.findChild(QListView, "findings_list")
        if view is None or not view.isVisible():
            return []
        return [str(view.model().index(at, 0).data()) for at in range(view.model().rowCount())]

    @property
    def news(self) -> str:
        return self.banner("message_bar")

    # Doing

    def action(self, name: str) -> QAction:
        found = self.window.findChild(QAction, name)
        assert found is not None, name
        return found

    def click_row(self, at: int) -> None:
        self.list.scrollTo(self.list.model().index(at, 0))
        rect = self.list.visualRect(self.list.model().index(at, 0))
        QTest.mouseClick(self.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())

    def click(self, widget: QWidget) -> None:
        QTest.mouseClick(
            widget, Qt.MouseButton.LeftButton, pos=QPoint(widget.width() // 2, widget.height() // 2)
        )

    def click_button(self, within: QWidget, text: str) -> None:
        """Click the one button in `within` that a person sees with this text."""
        self.bot.wait(1)  # what was just put there is shown with the next event
        [button] = [b for b in within.findChildren(QPushButton) if not b.isHidden() and b.text() == text]
        self.click(button)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.window.focusWidget(), text)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.window.focusWidget() or self.window, key, modifier)

    def save(self) -> None:
        self.press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)

    # Waiting

    def until(self, condition: Callable[[], bool]) -> None:
        self.bot.waitUntil(condition, timeout=5_000)

    def until_file_is(self, data: bytes) -> None:
        self.until(lambda: self.file.is_file() and self.file.read_bytes() == data)

    def rest(self) -> None:
        """Let everything that was begun come to its end."""
        assert self.window.drain()


def words_of(widget: QWidget) -> str:
    """Every word that a widget shows, in order of creation."""
    words = []
    for part in (widget, *widget.findChildren(QWidget)):
        if isinstance(part, QLabel | QAbstractButton):
            words.append(part.text())
        elif isinstance(part, QTextEdit | QPlainTextEdit):
            words.append(part.toPlainText())
    return " ".join(words)


@pytest.fixture(autouse=True)
def english_numbers() -> Iterator[None]:
    """Digits in groups of three, whatever the machine's language is."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "newt-home"
    folder.mkdir()
    return folder


@pytest.fixture
def open_desk(qtbot: QtBot, home: Path, tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Open a window on `home`, whose NOTES.md holds the given bytes (None: no file)."""
    windows: list[MainWindow] = []

    def opener(notes: bytes | None = b"one\n\xc2\xa7\ntwo\n\xc2\xa7\n") -> Desk:
        if notes is not None:
            (home / "NOTES.md").write_bytes(notes)
        window = create_window(home, tmp_path)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return Desk(window, qtbot, home / "NOTES.md")

    yield opener
    for window in windows:
        window.shutdown()
        window.deleteLater()
        qtbot.wait(1)


@pytest.fixture
def open_soul(qtbot: QtBot, places: Places) -> Iterator[Callable[..., SoulDesk]]:
    """Open the Soul page alone, in the `places` of the test."""
    desks: list[SoulDesk] = []

    def opener(**options: object) -> SoulDesk:
        desks.append(SoulDesk(qtbot, places, **options))  # type: ignore[arg-type]
        return desks[-1]

    yield opener
    for desk in desks:
        desk.close()
