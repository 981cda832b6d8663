"""The left half of the Notes page: filter, list, and the way to a new note."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QListView, QPushButton, QVBoxLayout, QWidget

from newt_gui.notes.delegate import NoteDelegate
from newt_gui.notes.model import NotesFilter, NotesModel, Role
from newt_gui.notes.session import NotesSession
from newt_gui.qt.numbers import number
from newt_gui.qt.theme import Theme


class NotesList(QListView):
    """The list itself; Enter and F2 wish to edit the current note."""

    editing_requested = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.editing_requested.emit()
            return
        super().keyPressEvent(event)


class ListPane(QWidget):
    """Shows the rows and says which one the person chose."""

    chosen = Signal(int)
    """The key of the row that became current, -1 for none."""
    editing_requested = Signal()
    new_note_requested = Signal()

    def __init__(self, session: NotesSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.model = NotesModel(session, self)
        self.filtered = NotesFilter(self.model, self)
        self._build()
        self._lay_out()
        self.filtered.rowsInserted.connect(self._tell_count)
        self.filtered.rowsRemoved.connect(self._tell_count)
        self.filtered.modelReset.connect(self._tell_count)
        self.filtered.layoutChanged.connect(self._tell_count)
        self._tell_count()

    def _build(self) -> None:
        self.filter = QLineEdit()
        self.filter.setObjectName("notes_filter")
        self.filter.setPlaceholderText(self.tr("Filter notes"))
        self.filter.setAccessibleName(self.tr("Filter notes"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._on_filter_changed)
        self.count = QLabel()
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.count.setProperty("role", "small")
        self.count.setProperty("quiet", True)
        self.new_button = QPushButton(self.tr("New note"))
        self.new_button.clicked.connect(self.new_note_requested)
        self.view = NotesList()
        self.view.setObjectName("notes_list")
        self.view.setAccessibleName(self.tr("Notes"))
        self.view.setModel(self.filtered)
        self.view.setItemDelegate(NoteDelegate(self._theme, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setProperty("bare", True)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.view.editing_requested.connect(self.editing_requested)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        top = QHBoxLayout()
        top.setSpacing(2 * unit)
        top.addWidget(self.filter, 1)
        top.addWidget(self.new_button)
        top.setContentsMargins(3 * unit, 3 * unit, 3 * unit, 2 * unit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        self.count.setContentsMargins(4 * unit, 0, 3 * unit, unit)
        column.addWidget(self.count)
        column.addWidget(self.view, 1)

    def set_new_note_action(self, action: QAction) -> None:
        """The button does and says what the menu's action does."""
        self.new_button.setToolTip(action.toolTip())
        action.changed.connect(lambda: self.new_button.setEnabled(action.isEnabled()))
        self.new_button.setEnabled(action.isEnabled())

    # The current row

    def current_key(self) -> int:
        index = self.view.currentIndex()
        return int(index.data(Role.KEY)) if index.isValid() else -1

    def choose(self, key: int) -> None:
        """Make a row current and visible; the filter gives way where it hides it."""
        source = self.model.index(self.model.position(key))
        index = self.filtered.mapFromSource(source)
        if source.isValid() and not index.isValid():
            self.filter.clear()
            index = self.filtered.mapFromSource(source)
        self.view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            self.view.scrollTo(index)

    def choose_near(self, position: int) -> None:
        """Make the row at a place current, the last one where there are fewer."""
        at = min(position, self.filtered.rowCount() - 1)
        if at >= 0:
            self.choose(int(self.filtered.index(at, 0).data(Role.KEY)))

    def _on_current_changed(self) -> None:
        self.filtered.keep(self.current_key())
        self.chosen.emit(self.current_key())

    # The filter

    def _on_filter_changed(self, text: str) -> None:
        self.filtered.set_wanted(text)
        self._tell_count()

    def _tell_count(self) -> None:
        shown, all_rows = self.filtered.rowCount(), self.model.rowCount()
        filtering = bool(self.filter.text())
        text = self.tr("{shown} of {all} shown").format(shown=number(shown), all=number(all_rows))
        self.count.setText(text if filtering else "")
        self.count.setVisible(filtering)
