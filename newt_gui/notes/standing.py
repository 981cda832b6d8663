"""At which note the person is, when its row goes or the rows change their places."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject

from newt_gui.notes.list_pane import ListPane
from newt_gui.notes.model import Role
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession


class Standing(QObject):
    """Keeps the person at their note; when that goes, at the one below it, else the one above."""

    def __init__(self, list_pane: ListPane, session: NotesSession, parent: QObject) -> None:
        super().__init__(parent)
        self._list_pane, self._session = list_pane, session
        self._rows: tuple[Row, ...] = session.rows
        self._key = -1
        self._neighbours: list[int] = []
        list_pane.filtered.rowsAboutToBeRemoved.connect(self._before_removal)

    def chosen(self, key: int) -> None:
        """A row became current; in the middle of a change that is the view's own doing."""
        if self._rows is self._session.rows:
            self._key = key

    def draft_changed(self) -> None:
        """A row holds other text now."""
        self._rows = self._session.rows

    def _before_removal(self, _parent: QModelIndex, first: int, last: int) -> None:
        shown, at = self._list_pane.filtered, self._place()
        if at is None or not first <= at <= last or self._rows is self._session.rows:
            return
        places = [*range(last + 1, shown.rowCount()), *range(first - 1, -1, -1)]
        self._neighbours = [int(shown.index(place, 0).data(Role.KEY)) for place in places]

    def _place(self) -> int | None:
        """Where the row of the person's note is on the screen."""
        pane = self._list_pane
        source = pane.model.index(pane.model.position(self._key))
        shown = pane.filtered.mapFromSource(source)
        return shown.row() if shown.isValid() else None

    def rows_changed(self) -> None:
        """The rows are other ones, and so are the list's: make the right one current."""
        pane = self._list_pane
        key = next((key for key in (self._key, *self._neighbours) if pane.model.position(key) >= 0), -1)
        self._rows, self._neighbours = self._session.rows, []
        if key not in (-1, pane.current_key()):
            pane.choose(key)
        if pane.current_key() == -1:
            pane.choose_near(0)
        self._key = pane.current_key()
