"""The left half of the Notes page: filter, list, and the way to a new note."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QListView, QPushButton, QVBoxLayout, QWidget

from newt_gui.notes.delegate import NoteDelegate
from newt_gui.notes.model import NotesModel, Role
from newt_gui.notes.notes_filter import NotesFilter, Order
from newt_gui.notes.notes_list import NotesList
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.qt.plain import plain_label
from newt_gui.qt.theme import Theme

NARROWEST_FILTER = 14
"""The field shows at least so many characters."""
LOWEST_LIST = 1
"""However little height there is, the list is so many lines high."""


class ListPane(QWidget):
    """Shows the rows and says which ones the person chose."""

    chosen = Signal(int)
    """The key of the row that became current, -1 for none."""
    selection_settled = Signal()
    """Which rows are selected is another matter now. The current row is always one of them."""
    narrowed = Signal()
    """Other rows are left out, or the order on the screen is another one."""
    editing_requested = Signal()
    new_note_requested = Signal()
    move_requested = Signal(object, int)
    """(keys, position): these rows are to stand before the row at this place of the session's rows."""
    move_refused = Signal(str)
    """Rows can't be moved now; why, and what to do."""
    menu_requested = Signal(QPoint)
    copied = Signal(int)
    dropped = Signal(object)
    """A QMimeData with text or files from elsewhere was dropped. Good until the slot returns."""

    def __init__(self, session: NotesSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self.model = NotesModel(session, self)
        self.filtered = NotesFilter(self.model, self)
        self._selected: list[int] | None = None
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._settle)
        self._build()
        self._connect_view()
        self._lay_out()
        self.filtered.rowsInserted.connect(self._on_shown_changed)
        self.filtered.rowsRemoved.connect(self._on_shown_changed)
        self.filtered.modelReset.connect(self._on_shown_changed)
        self.filtered.layoutChanged.connect(self._on_shown_changed)
        self.filtered.dataChanged.connect(self._on_data_changed)
        self._on_shown_changed()

    def _build(self) -> None:
        self.filter = QLineEdit()
        self.filter.setObjectName("notes_filter")
        self.filter.setPlaceholderText(self.tr("Filter notes"))
        self.filter.setAccessibleName(self.tr("Filter notes"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(NARROWEST_FILTER * self.filter.fontMetrics().averageCharWidth())
        self.filter.textChanged.connect(self._on_filter_changed)
        self.count: QLabel = plain_label(role="small", quiet=True, wrap=True)
        self.new_button = QPushButton(self.tr("New note"))
        self.new_button.clicked.connect(self.new_note_requested)
        self.view = NotesList(self.move_obstacle)
        self.view.setObjectName("notes_list")
        self.view.setAccessibleName(self.tr("Notes"))
        self.view.setModel(self.filtered)
        self.view.setItemDelegate(NoteDelegate(self._theme, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMinimumHeight(LOWEST_LIST * self.view.fontMetrics().lineSpacing())
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setProperty("bare", True)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)

    def _connect_view(self) -> None:
        view = self.view
        view.selectionModel().currentChanged.connect(self._on_current_changed)
        view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        view.editing_requested.connect(self.edit_current)
        view.rows_dropped.connect(self._on_rows_dropped)
        view.rows_refused.connect(self.move_refused)
        view.menu_requested.connect(self.menu_requested)
        view.copied.connect(self.copied)
        view.dropped.connect(self.dropped)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        self.top = QHBoxLayout()
        self.top.setSpacing(2 * unit)
        self.top.addWidget(self.filter, 1)
        self.top.addWidget(self.new_button)
        self.top.setContentsMargins(3 * unit, 3 * unit, 3 * unit, 2 * unit)
        self.told = QHBoxLayout()
        self.told.setContentsMargins(4 * unit, 0, 3 * unit, unit)
        self.told.addWidget(self.count, 1)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addLayout(self.top)
        self.column.addLayout(self.told)
        self.column.addWidget(self.view, 1)

    def set_new_note_action(self, action: QAction) -> None:
        """The button does and says what the menu's action does."""
        self.new_button.setToolTip(action.toolTip())
        action.changed.connect(lambda: self.new_button.setEnabled(action.isEnabled()))
        self.new_button.setEnabled(action.isEnabled())

    def put_under_filter(self, part: QWidget) -> None:
        """Give `part` a place between the filter field and the list."""
        unit = self._theme.unit
        row = QHBoxLayout()
        row.setContentsMargins(3 * unit, 0, 3 * unit, 2 * unit)
        row.addWidget(part)
        self.column.insertLayout(1, row)

    def wake(self) -> None:
        """Build what may wait until the window is painted."""
        from newt_gui.notes.in_view import InView
        from newt_gui.notes.narrowing import Narrowing

        Narrowing(self, self._theme)
        self._session.rows_changed.connect(self.filtered.sort_anew)
        InView(self, self._session)

    # The current row and the selected ones

    def current_key(self) -> int:
        index = self.view.currentIndex()
        return int(index.data(Role.KEY)) if index.isValid() else -1

    def selected_keys(self) -> list[int]:
        """The keys of the selected rows, from the top down."""
        if self._selected is None:
            self._selected = [int(index.data(Role.KEY)) for index in self.view.selected()]
        return list(self._selected)

    def selected_rows(self) -> list[Row]:
        """The selected rows, from the top down."""
        places = map(self.model.position, self.selected_keys())
        return [self.model.row(at) for at in places if at >= 0]

    def choose(self, key: int) -> None:
        """Make a row current and visible, and the only selected one; a filter that hides it goes."""
        source = self.model.index(self.model.position(key))
        index = self.filtered.mapFromSource(source)
        if source.isValid() and not index.isValid():
            self.show_all()
            index = self.filtered.mapFromSource(source)
        self.view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if index.isValid():
            self.view.scrollTo(index)
        self._settle()

    def choose_near(self, position: int) -> None:
        """Make the row at a place current, the last one where there are fewer."""
        at = min(position, self.filtered.rowCount() - 1)
        if at >= 0:
            self.choose(int(self.filtered.index(at, 0).data(Role.KEY)))

    def go_to_matching(self) -> None:
        """Go into the list, to the first of what was looked for if the current note is none of it."""
        found, at = self.filtered.matching, self.view.currentIndex().row()
        if found and at not in found:
            self.choose(int(self.filtered.index(found[0], 0).data(Role.KEY)))
        self.view.setFocus()

    def edit_current(self) -> None:
        """The person wants to write in the current note: it alone is selected then."""
        self.view.narrow_selection()
        self._settle()
        self.editing_requested.emit()

    def _on_current_changed(self) -> None:
        self.filtered.keep(self.current_key())
        self.chosen.emit(self.current_key())

    def _on_selection_changed(self) -> None:
        self._selected = None
        # The current row follows the selection, and changes after it: both are known in a moment.
        self._settling.start()

    def _settle(self) -> None:
        """Of one selected row and the current one there are never two, and none is selected for none."""
        self._settling.stop()
        selected, current = self.view.selected(), self.view.currentIndex()
        flags = QItemSelectionModel.SelectionFlag
        if not selected and current.isValid():
            self.view.selectionModel().select(current, flags.Select)
        elif selected and current not in selected:
            self.view.selectionModel().setCurrentIndex(selected[0], flags.NoUpdate)
        self.selection_settled.emit()

    # Filter and order

    def _on_rows_dropped(self, keys: list[int], position: int) -> None:
        rows = [self.model.row(at) for at in map(self.model.position, keys) if at >= 0]
        if any(row.id is not None for row in rows):
            self.move_requested.emit(keys, position)
        else:
            self.move_refused.emit(self.tr("Save a new note before you move it: it has no place yet."))

    def move_obstacle(self) -> str:
        """Why rows can't be moved now, and what to do about it; empty where they can."""
        if self._session.is_read_only:
            return self.tr("The notes can't be changed while their file can't be read.")
        if self.filtered.is_narrowed:
            return self.tr("Clear the filter to move notes: their place in the whole list counts.")
        if self.filtered.order is not Order.FILE:
            return self.tr("Sort the list as in the file to move notes: their place there counts.")
        return ""

    def set_kinds(self, kinds: frozenset[str]) -> None:
        """Show only rows of one of these kinds; none: of any."""
        self.filtered.set_kinds(kinds)
        self._on_narrowed()

    def set_order(self, order: Order) -> None:
        """Sort the rows on the screen."""
        self.filtered.set_order(order)
        self.view.scrollTo(self.view.currentIndex())
        self._on_narrowed()

    def show_all(self) -> None:
        """Take back everything that leaves rows out."""
        self.filter.clear()
        self.set_kinds(frozenset())

    def _on_filter_changed(self, text: str) -> None:
        self.filtered.set_wanted(text)
        self._on_narrowed()

    def _on_narrowed(self) -> None:
        self._on_shown_changed()
        self.narrowed.emit()

    def _on_data_changed(self) -> None:
        """What is written in a note can make it one that is looked for, or another one."""
        if self.filtered.is_narrowed:
            self._on_shown_changed()

    def _on_shown_changed(self) -> None:
        self._selected = None
        said = self.filtered.summary()
        self.count.setText(said)
        self.count.setVisible(bool(said))
