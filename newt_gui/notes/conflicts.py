"""What a person does about a note that was changed here and by somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.notes.conflict_view import ConflictView
from newt_gui.notes.rows import Row, RowState
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage

LARGE = 1 << 16
"""From so many characters on, two texts are not compared line by line."""


class Conflicts(QObject):
    """Shows the texts of the open note beside each other, and does what is decided."""

    def __init__(self, page: NotesPage, theme: Theme) -> None:
        super().__init__(page)
        self._page, self._pane, self._session = page, page.editor_pane, page.session
        self.view = ConflictView(theme)
        self.view.mine_requested.connect(self._use_mine)
        self.view.theirs_requested.connect(self._use_theirs)
        self.view.together_requested.connect(self._edit_together)
        self.view.both_requested.connect(self._keep_both)
        self.view.left.connect(self._leave)
        self._pane.add_in_place(self.view)
        self._session.rows_changed.connect(self._refresh)

    def compare(self) -> None:
        """Show the texts of the open note."""
        self._pane.commit()
        row = self._row()
        if row is not None:
            self.view.show_row(row)
            self._pane.show_in_place(self.view)
            self.view.theirs.setFocus()

    def keep_both(self) -> None:
        """Make the unsaved text of the open note a note of its own; what somebody else wrote stays."""
        self._pane.commit()
        key = self._session.split_off(self._pane.key)
        self._page.open_note(key)
        self._page.flow.save(key)

    def _row(self) -> Row | None:
        row = self._session.row(self._pane.key)
        return row if row is not None and row.state is RowState.CHANGED else None

    def _refresh(self) -> None:
        """The file changed again, or there is nothing left to decide."""
        if self._pane.shows_in_place(self.view):
            row = self._row()
            if row is None:
                self._leave()
            else:
                self.view.show_row(row)

    def _leave(self) -> None:
        self._pane.show_text()
        self._pane.focus_text()

    def _use_mine(self) -> None:
        row = self._row()
        self._leave()
        if row is not None:
            self._session.accept_stored(row.key)
            self._page.flow.save(row.key)

    def _use_theirs(self) -> None:
        row = self._row()
        self._leave()
        if row is not None:
            self._session.revert(row.key)

    def _edit_together(self) -> None:
        row = self._row()
        self._leave()
        if row is not None:
            self._session.accept_stored(row.key)
            self._pane.editor.replace_text(together(row.text, row.stored or ""))

    def _keep_both(self) -> None:
        self._leave()
        self.keep_both()


def together(mine: str, theirs: str) -> str:
    """Both texts in one: common lines once, where they differ first mine, then theirs."""
    if max(len(mine), len(theirs)) > LARGE:
        return f"{mine}\n\n{theirs}"
    from difflib import SequenceMatcher

    ours, others = mine.split("\n"), theirs.split("\n")
    lines: list[str] = []
    for tag, first, last, start, end in SequenceMatcher(None, ours, others, autojunk=False).get_opcodes():
        lines += ours[first:last]
        if tag != "equal":
            lines += others[start:end]
    return "\n".join(lines)
