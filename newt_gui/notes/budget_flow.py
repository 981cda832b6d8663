"""Making room: which note waits for it, how much is missing, and the save once there is enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from newt_gui.notes.budget_need import Need, need
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.notes.words import named
from newt_gui.qt.announce import announce
from newt_gui.qt.numbers import number
from newt_gui.qt.scrolled import Fitted
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from newt_gui.notes.budget_list import BudgetList
    from newt_gui.notes.model import NotesModel


class BudgetFlow(QObject):
    """The list of sizes over the text, from the refused save until it is done or dismissed.

    The text of the note that waits is its row's draft all the while, as anybody else's.
    """

    note_requested = Signal(int)
    """The note with this key is to be opened and shortened."""
    delete_requested = Signal(int)
    save_requested = Signal(object)
    """The notes with these keys are to be saved, one after the other."""
    changed = Signal()
    """It opened, closed, or takes another part of the room."""
    left = Signal()
    """It closed while the keyboard was in it."""

    def __init__(
        self, session: NotesSession, source: NotesModel, theme: Theme, place: Callable[[QWidget], None]
    ) -> None:
        """`place` puts the list where a person sees it."""
        super().__init__(session)
        self._session, self._source, self._theme, self._place = session, source, theme, place
        self._list: BudgetList | None = None
        self._room: QWidget | None = None
        self._waiting: int | None = None
        self.is_open = self._is_short = self._is_folded = False
        session.rows_changed.connect(self._refresh)
        session.draft_changed.connect(self._refresh)
        session.saved.connect(self._on_saved)

    # Opening and closing

    def open(self, waiting: int | None = None) -> None:
        """Show the sizes. `waiting`: the key of the note that could not be saved; None keeps another one."""
        panel = self._panel()
        if waiting is None and self.is_open:
            waiting = self._waiting
        self._waiting, self.is_open, self._is_folded = waiting, True, self._is_short
        panel.sizes.wait_for(-1 if waiting is None else waiting)
        if not panel.isVisible():
            panel.choose_largest()
        self._refresh()
        panel.fold(self._is_folded, self._is_short)
        self._show(self.is_open)
        announce(panel, panel.accessibleDescription(), at_once=True)
        self.changed.emit()

    def focus(self) -> None:
        """Put the keyboard into the list."""
        self._fold(False)
        if self.is_open:
            self._panel().view.setFocus()

    @property
    def covers_text(self) -> bool:
        """Whether there is room for the list only, and not for the text beneath it."""
        return self.is_open and self._is_short and not self._is_folded

    def set_short(self, short: bool) -> None:
        """Whether there is room for either the list or the text."""
        self._is_short = short
        self._fold(short)

    def _fold(self, folded: bool) -> None:
        self._is_folded = folded
        if self.is_open:
            self._panel().fold(folded, self._is_short)
            self.changed.emit()

    def _shorten(self, key: int) -> None:
        self._fold(self._is_short)
        self.note_requested.emit(key)

    def _on_fold_requested(self, folded: bool) -> None:
        if not folded:
            self.focus()
        else:
            self._fold(True)

    def close(self) -> None:
        """Show the sizes no more; what waits stays a draft."""
        if self.is_open:
            panel = self._panel()
            held = panel.isAncestorOf(panel.window().focusWidget())
            self.is_open, self._waiting = False, None
            self._show(False)
            self.changed.emit()
            if held:
                self.left.emit()

    def _panel(self) -> BudgetList:
        if self._list is None:
            from newt_gui.notes.budget_list import BudgetList

            self._list = panel = BudgetList(self._theme, self._source, self._session.row)
            self._room = _room_for(panel, 3 * self._theme.unit)
            self._show(False)
            self._place(self._room)
            panel.shorten_requested.connect(self._shorten)
            panel.fold_requested.connect(self._on_fold_requested)
            panel.delete_requested.connect(self.delete_requested)
            panel.save_requested.connect(self._save)
            panel.dismissed.connect(self.close)
        return self._list

    def _show(self, shown: bool) -> None:
        if self._room is not None:
            self._room.setVisible(shown)

    # Following

    def _row(self) -> Row | None:
        return None if self._waiting is None else self._session.row(self._waiting)

    def _refresh(self) -> None:
        if not self.is_open:
            return
        row, snapshot = self._row(), self._session.snapshot
        if self._is_done(row) or self._session.is_read_only:
            self.close()
            return
        needed = need(self._session.rows, snapshot, row)
        self._panel().show_need(
            self._heading(needed, row), self._detail(needed, row), needed.fits, self._save_label(needed, row)
        )

    def _is_done(self, row: Row | None) -> bool:
        if self._waiting is None:
            return self._session.snapshot.used_bytes <= self._session.snapshot.limit
        return row is None or not row.is_dirty

    def _on_saved(self, key: int) -> None:
        if key == self._waiting:
            row = self._row()
            if row is None or not row.is_dirty:
                self.close()

    def _save(self) -> None:
        row = self._row()
        needed = need(self._session.rows, self._session.snapshot, row)
        self.save_requested.emit((*needed.first, *([row.key] if row is not None else [])))

    # Words

    def _heading(self, needed: Need, row: Row | None) -> str:
        if needed.fits:
            said = self.tr("It can be saved now") if needed.over else self.tr("It fits now")
        else:
            said = self.tr("Still {over} bytes over").format(over=number(needed.over))
        return said if row is None else self.tr("Not saved. {how}").format(how=said)

    def _detail(self, needed: Need, row: Row | None) -> str:
        sizes = {"used": number(needed.bytes_after), "limit": number(needed.limit)}
        if row is None:
            said = self.tr("The notes take {used} of {limit} bytes.").format(**sizes)
        elif row.id is None:
            said = self.tr(
                "With the new note, which waits to be saved, the notes take {used} of {limit} bytes."
            )
        else:
            said = self.tr("With note {id}, which waits to be saved, the notes take {used} of {limit} bytes.")
        parts = [said.format(id=row.id if row is not None else "", **sizes)]
        if needed.first:
            parts.append(self.tr("What you shortened and have not saved yet is counted."))
        if not needed.fits:
            parts.append(self.tr("Shorten or delete what is needed least."))
        return " ".join(parts)

    def _save_label(self, needed: Need, row: Row | None) -> str:
        keys = [*needed.first, *([row.key] if row is not None else [])]
        if not (needed.fits and keys):
            return ""
        rows = [found for found in map(self._session.row, keys) if found is not None]
        ids = sorted(found.id for found in rows if found.id is not None)
        if len(ids) == len(rows):
            return self.tr("Save {notes} now").format(notes=named(ids))
        if not ids:
            return self.tr("Save the new note now")
        return self.tr("Save {notes} and the new note now").format(notes=named(ids))


def _room_for(panel: QWidget, margin: int) -> QWidget:
    """Scrolls where there is too little room for the list, and takes its distances with it when it goes."""
    room = Fitted(panel)
    room.column.setContentsMargins(margin, margin, margin, 0)
    return room
