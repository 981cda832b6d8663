"""A window on a newt home made for one picture, and hands to use it with."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QFont, QPainter, QPixmap, QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QToolButton,
    QWidget,
)

from newt_gui.app import create_window
from newt_gui.core.resources import resource
from newt_gui.demo import fill
from newt_gui.demo_conversations import write_conversations

PATIENCE = 5.0  # seconds for a state to be reached
SETTLE = 0.15  # seconds for late repaints
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


class NotReached(Exception):
    """The state that a picture is to show did not come about."""


class Stage:
    """`folder`: an empty folder that plays the person's home folder. `dark`: which look."""

    def __init__(self, folder: Path, dark: bool) -> None:
        self._folder = folder
        self.home = folder / ".newt"
        self.notes = self.home / "NOTES.md"
        self.workspace = workspace = folder / "garden-site"
        workspace.mkdir(parents=True)
        config = folder / "app" / "config"
        config.mkdir(parents=True)
        look = "dark" if dark else "light"
        settings = f'theme = "{look}"\nworkspace = "{workspace.as_posix()}"\neditor_font = "body"\n'
        (config / "settings.toml").write_text(settings, encoding="utf-8")
        os.environ.update(HOME=str(folder), NEWT_GUI_FOLDER=str(folder / "app"))
        os.environ.pop("NEWT_CONFIG_DIR", None)

    # The file before the window opens, or behind its back

    def write(self, content: str | bytes) -> None:
        """NOTES.md as it is on disk; bytes as they are, text in UTF-8 with its line ends kept."""
        self.home.mkdir(exist_ok=True)
        self.notes.write_bytes(content if isinstance(content, bytes) else content.encode())

    def write_notes(self, *notes: str) -> None:
        self.write("".join(f"{note}\n§\n" for note in notes))

    def write_demo(self) -> None:
        self.home.mkdir(exist_ok=True)
        shutil.copyfile(resource("demo/NOTES.md"), self.notes)

    def write_everything(self) -> None:
        """All of the sample data: notes, souls, a configuration, conversations."""
        fill(self.home, self.workspace)
        others = [self._folder / name for name in ("seed-labels", "shop-desk")]
        for other in others:
            other.mkdir()
        write_conversations(self.home, (self.workspace, *others))

    def demo_text(self) -> str:
        return resource("demo/NOTES.md").read_text(encoding="utf-8")

    def write_beside(self, name: str, text: str) -> Path:
        """Another file of the person's."""
        file = self._folder / name
        file.write_text(text, encoding="utf-8", newline="\n")
        return file

    # The window

    def open(self, width: int, height: int, points: int = 0, *, mirrored: bool = False) -> None:
        """`points`: the size of the system's letters, 0 for the usual one; `mirrored`: right to left."""
        QApplication.setLayoutDirection(_RIGHT_TO_LEFT if mirrored else _LEFT_TO_RIGHT)
        self._usual_font = QApplication.font()
        if points:
            larger = QFont(self._usual_font)
            larger.setPointSize(points)
            QApplication.setFont(larger)
        self.window = create_window()
        self.window.resize(width, height)
        self.window.show()
        self.let_settle()

    @property
    def editor(self) -> QPlainTextEdit:
        editor = self.window.findChild(QPlainTextEdit, "note_editor")
        assert editor is not None
        return editor

    def choose(self, note_id: int) -> None:
        rows = self.window.findChild(QListView, "notes_list")
        assert rows is not None
        rows.setCurrentIndex(rows.model().index(note_id - 1, 0))
        self.let_settle()

    def choose_several(self, *note_ids: int) -> None:
        self.choose(note_ids[-1])
        rows = self.window.findChild(QListView, "notes_list")
        assert rows is not None
        for note_id in note_ids:
            index = rows.model().index(note_id - 1, 0)
            rows.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)
        self.let_settle()

    def press(self, name: str) -> None:
        button = self.window.findChild(QAbstractButton, name)
        assert button is not None
        button.click()

    def press_in(self, place: str, text: str) -> None:
        """Press the button that says this in the part of that name, once it is there."""
        self.await_shown((place,))
        part = self.window.findChild(QWidget, place)
        assert part is not None
        self.let_settle()
        buttons = part.findChildren(QAbstractButton)
        [button] = [one for one in buttons if text in one.text() and not one.isHidden()]
        button.click()

    def open_menu(self, title: str) -> None:
        """A menu of the menu bar."""
        bar = self.window.menuBar()
        [action] = [one for one in bar.actions() if title in one.text().replace("&", "")]
        self._pop_up(action.menu(), bar.mapToGlobal(bar.actionGeometry(action).bottomLeft()))

    def open_menu_of(self, name: str) -> None:
        """The menu of a button."""
        button = self.window.findChild(QToolButton, name)
        assert button is not None
        self._pop_up(button.menu(), button.mapToGlobal(button.rect().bottomLeft()))

    def _pop_up(self, menu: object, place: QPoint) -> None:
        """Without the loop of its own that a click would begin."""
        assert isinstance(menu, QMenu)
        menu.popup(place)
        self.let_settle()

    def open_row_menu(self) -> None:
        """The menu of the current row, as the keyboard opens it."""
        rows = self.window.findChild(QListView, "notes_list")
        assert rows is not None
        middle = rows.visualRect(rows.currentIndex()).center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, rows.mapToGlobal(middle))
        QCoreApplication.sendEvent(rows, event)
        self.let_settle()

    def clear_note(self) -> None:
        self.editor.selectAll()
        self.editor.textCursor().removeSelectedText()

    def type(self, text: str, after: str = "") -> None:
        """At the end, or behind the first place where `after` stands."""
        cursor = self.editor.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if after:
            cursor = self.editor.document().find(after)
            cursor.setPosition(cursor.selectionEnd())
        self.editor.setTextCursor(cursor)
        self.editor.insertPlainText(text)
        self.editor.setFocus()

    def fill(self, name: str, text: str) -> None:
        field = self.window.findChild(QLineEdit, name)
        assert field is not None
        field.setText(text)

    def trigger(self, name: str) -> None:
        action = self.window.findChild(QAction, name)
        assert action is not None
        action.trigger()

    # Looking

    def await_shown(self, names: tuple[str, ...]) -> None:
        """Waits until everything with these object names can be seen."""
        for name in names:
            self._wait(lambda name=name: self._is_shown(name), name)
        self.let_settle()

    def await_that(self, reached: Callable[[], bool], what: str) -> None:
        """Waits until something is so; `what` names it if it never is."""
        self._wait(reached, what)
        self.let_settle()

    def picture(self) -> QPixmap:
        """The window, with the dialog or the menu over it that is open, if one is."""
        picture = self.window.grab()
        for menu in self._menus():
            with QPainter(picture) as painter:
                painter.drawPixmap(self.window.mapFromGlobal(menu.pos()), menu.grab())
        for dialog in self._dialogs():
            shown = dialog.grab()
            middle = self.window.rect().center() - dialog.rect().center()
            with QPainter(picture) as painter:
                painter.drawPixmap(middle, shown)
                painter.drawRect(shown.rect().translated(middle).adjusted(0, 0, -1, -1))
        return picture

    def close(self) -> None:
        for menu in self._menus():
            menu.close()
        for dialog in self._dialogs():
            dialog.reject()
        QApplication.clipboard().clear()  # what it still holds at the very end would be let go too late
        self.window.shutdown()
        self.window.deleteLater()
        QApplication.setFont(self._usual_font)
        QApplication.setLayoutDirection(_LEFT_TO_RIGHT)
        self.let_settle()
        # Outside of a loop nothing else does it, and every window that is left makes the next one slower.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def let_settle(self) -> None:
        until = time.monotonic() + SETTLE
        self._wait(lambda: time.monotonic() > until, "the end")

    def _wait(self, reached: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not reached():
            if time.monotonic() > deadline:
                raise NotReached(what)
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.005)

    def _is_shown(self, name: str) -> bool:
        return any(
            widget.isVisible()
            for window in QApplication.topLevelWidgets()
            for widget in (window, *window.findChildren(QWidget, name))
            if widget.objectName() == name
        )

    def _dialogs(self) -> list[QDialog]:
        dialogs = (widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog))
        return [dialog for dialog in dialogs if dialog.isVisible()]

    def _menus(self) -> list[QMenu]:
        menus = (widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMenu))
        return [menu for menu in menus if menu.isVisible()]
