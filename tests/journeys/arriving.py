"""What a person does with the window that shows notes before they come in, and with file dialogs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QPushButton, QTreeView, QWidget

from tests.journeys.conftest import Desk, words_of


class Arriving:
    """The preview that is open over a desk's window."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.until(lambda: bool(self._open()))
        [self.dialog] = self._open()
        self.dialog.activateWindow()
        desk.until(lambda: self.dialog.isActiveWindow())

    def _open(self) -> list[QDialog]:
        return [d for d in self.desk.window.findChildren(QDialog, "arrivals_dialog") if d.isVisible()]

    @property
    def is_open(self) -> bool:
        return bool(self._open())

    @property
    def table(self) -> QTreeView:
        return self.dialog.findChild(QTreeView, "arrivals")

    @property
    def rows(self) -> list[tuple[bool | None, str, str]]:
        """(tick, title, remark) of every row; the tick is None where there is none to set."""
        model = self.table.model()
        rows = []
        for at in range(model.rowCount()):
            state = model.index(at, 0).data(Qt.ItemDataRole.CheckStateRole)
            tick = None if state is None else Qt.CheckState(state) == Qt.CheckState.Checked
            rows.append((tick, model.index(at, 2).data(), model.index(at, 4).data()))
        return rows

    @property
    def titles(self) -> list[str]:
        return [title for _, title, _ in self.rows]

    @property
    def words(self) -> str:
        return words_of(self.dialog)

    @property
    def reason(self) -> str:
        banner = self.dialog.findChild(QWidget, "arrivals_reason")
        return "" if banner.isHidden() else words_of(banner)

    @property
    def budget(self) -> str:
        return str(self.dialog.findChild(QWidget, "arrivals_budget").caption)

    @property
    def go_button(self) -> QPushButton:
        return next(b for b in self.dialog.findChildren(QPushButton) if b.property("primary"))

    def click_tick(self, at: int) -> None:
        rect = self.table.visualRect(self.table.model().index(at, 0))
        place = QPoint(rect.left() + rect.height() // 2, rect.center().y())
        QTest.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.dialog.focusWidget() or self.dialog, key, modifier)
        self._go_back()

    def go(self) -> None:
        self.desk.click(self.go_button)
        self._go_back()

    def _go_back(self) -> None:
        """Once the dialog is gone the window is in front again, which offscreen nobody sees to."""
        if not self.is_open:
            self.desk.window.activateWindow()
            self.desk.until(self.desk.window.isActiveWindow)


def file_dialog(desk: Desk) -> QFileDialog:
    def found() -> list[QFileDialog]:
        return [d for d in desk.window.findChildren(QFileDialog) if d.isVisible()]

    desk.until(lambda: bool(found()))
    return found()[0]


def enter_path(desk: Desk, path: Path) -> None:
    """Put a path into the file dialog that is open, and press Enter."""
    field = file_dialog(desk).findChild(QLineEdit, "fileNameEdit")
    field.setText(str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)


def copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def drop(target: QWidget, data: QMimeData) -> QDropEvent:
    """Drop `data` in the middle of a widget, as a program that would rather move it."""
    place = QPoint(target.width() // 2, target.height() // 2)
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    held = (actions, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    event = QDropEvent(QPointF(place), *held)
    for part in (QDragEnterEvent(place, *held), QDragMoveEvent(place, *held), event):
        QCoreApplication.sendEvent(target, part)
    return event


def files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data
