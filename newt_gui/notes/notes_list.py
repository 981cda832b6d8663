"""The list itself: keys, picking rows up and putting them down, and the wish for a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from newt_gui.core.notes_format import DELIMITER
from newt_gui.notes import words
from newt_gui.notes.model import Index, Role
from newt_gui.qt.numbers import number

if TYPE_CHECKING:  # each class that is named costs time at the start
    from PySide6.QtGui import (
        QContextMenuEvent,
        QDragEnterEvent,
        QDragMoveEvent,
        QDropEvent,
        QPixmap,
        QResizeEvent,
    )

_ROWS, _LIST = "newt_rows", "newt_list"
_BETWEEN = f"\n{DELIMITER}\n"


class NotesList(QListView):
    """Shows the rows. What is dropped on it changes no model: it is told, and others act on it."""

    editing_requested = Signal()
    copied = Signal(int)
    """The texts of so many notes are in the clipboard now."""
    menu_requested = Signal(QPoint)
    """The menu of the selected rows is wanted at this place of the screen."""
    rows_dropped = Signal(object, int)
    """(keys, row): these rows were put down before this row of the list."""
    rows_refused = Signal(str)
    """Rows were picked up that can't be moved; why."""
    resized = Signal()
    dropped = Signal(object)
    """A QMimeData with text or files from elsewhere was dropped. Good until the slot returns."""

    def __init__(self, obstacle: Callable[[], str], parent: QWidget | None = None) -> None:
        """`obstacle` tells why rows can't be moved now, empty where they can."""
        super().__init__(parent)
        self._obstacle = obstacle
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """A list would lay out and draw all rows for each that changed; ours are equally high."""
        QAbstractItemView.dataChanged(self, first, last, roles)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    # Keys and menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _wants_move(event):
            event.ignore()  # a wish to move the row, which is no wish for another one
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.editing_requested.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.narrow_selection()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_texts()
        elif _wants_menu(event):
            self._ask_for_menu()
        else:
            super().keyPressEvent(event)

    def narrow_selection(self) -> None:
        """Of several selected rows only the current one stays selected."""
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(self.currentIndex(), flag)

    def copy_texts(self) -> None:
        """Put the texts of the selected notes into the clipboard, as they are in the list."""
        from PySide6.QtGui import QGuiApplication

        indexes = self.selected()
        if indexes:
            QGuiApplication.clipboard().setMimeData(self.mime_of(indexes))
            self.copied.emit(len(indexes))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == event.Reason.Keyboard:
            self._ask_for_menu()
        else:
            self.menu_requested.emit(event.globalPos())
        event.accept()

    def _ask_for_menu(self) -> None:
        """By key: the menu comes at the current row."""
        self.scrollTo(self.currentIndex())
        row = self.visualRect(self.currentIndex()) & self.viewport().rect()
        self.menu_requested.emit(self.viewport().mapToGlobal(row.center()))

    # Picking up

    def selected(self) -> list[Index]:
        """The selected rows, from the top down."""
        return sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())

    def mime_of(self, indexes: list[Index]) -> QMimeData:
        """The rows for a drag or the clipboard: for others their plain text, with delimiter lines
        between several notes.
        """
        from newt_gui.qt.mime_text import write_mime

        mime = write_mime(_BETWEEN.join(index.data(Role.TEXT) for index in indexes))
        mime.setProperty(_ROWS, [int(index.data(Role.KEY)) for index in indexes])
        mime.setProperty(_LIST, id(self))
        return mime

    def startDrag(self, supported_actions: Qt.DropAction) -> None:
        from PySide6.QtGui import QDrag

        indexes = self.selected()
        drag = QDrag(self)
        drag.setMimeData(self.mime_of(indexes))
        picture = self._picture(indexes)
        drag.setPixmap(picture)
        drag.setHotSpot(beside(picture))
        # Whatever comes of it, nothing is taken out of the list here.
        drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.DropAction.MoveAction)

    def _picture(self, indexes: list[Index]) -> QPixmap:
        """What hangs at the pointer: which row, or how many there are. It is small: the line that shows
        where they would come goes through the whole list and is seen on both sides of it.
        """
        from newt_gui.qt.plain import plain_label

        first = indexes[0].data(Role.ID)
        if len(indexes) > 1:
            said = words.tr("{count} notes").format(count=number(len(indexes)))
        else:
            said = words.tr("new note") if first is None else words.tr("note {id}").format(id=first)
        label = plain_label(said)
        label.setProperty("chip", "accent")
        label.adjustSize()
        return label.grab()

    # Putting down

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._rows_of(event.mimeData()) is None:
            _accept_copy(event)
            return
        reason = self._obstacle()
        if reason:
            event.ignore()
            self.rows_refused.emit(reason)
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._rows_of(event.mimeData()) is None:
            _accept_copy(event)
        elif self._obstacle():
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self.stopAutoScroll()
        self.setState(QListView.State.NoState)
        self.viewport().update()
        keys = self._rows_of(event.mimeData())
        if keys is None:
            _accept_copy(event)
            if event.isAccepted():
                self.dropped.emit(event.mimeData())
        elif not self._obstacle():
            event.acceptProposedAction()
            self.rows_dropped.emit(keys, self._row_below(event.position().toPoint()))

    def _rows_of(self, mime: QMimeData) -> list[int] | None:
        """The keys of the rows of this list that are in it, None for what comes from elsewhere."""
        return mime.property(_ROWS) if mime.property(_LIST) == id(self) else None

    def _row_below(self, place: QPoint) -> int:
        """The row that something put down here comes before."""
        index = self.indexAt(place)
        if not index.isValid():
            return self.model().rowCount()
        return index.row() + (place.y() >= self.visualRect(index).center().y())


def beside(picture: QPixmap) -> QPoint:
    """The hot spot of a picture that hangs below the pointer, clear of what it points at."""
    size = picture.deviceIndependentSize().toSize()
    return QPoint(size.width() // 2, -size.height())


def _wants_move(event: QKeyEvent) -> bool:
    alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
    return bool(alt) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)


def _wants_menu(event: QKeyEvent) -> bool:
    """Not every platform makes a wish for a menu of these keys."""
    if event.key() == Qt.Key.Key_F10:
        return event.modifiers() == Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_Menu


def _accept_copy(event: QDropEvent) -> None:
    """Take text and files, and leave them where they come from, too."""
    from newt_gui.qt.mime_text import has_text

    mime = event.mimeData()
    if has_text(mime) or any(url.isLocalFile() for url in mime.urls()):
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.ignore()
