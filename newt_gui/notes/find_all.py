"""Find in all notes: a panel in the place of the list, whose hits open in the editor."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from newt_gui.notes.find_all_list import HitsModel, HitsView
from newt_gui.notes.find_hits import MOST_HITS, Hit, Hits, NotesSearch
from newt_gui.notes.page import NotesPage
from newt_gui.notes.session import NotesSession
from newt_gui.qt.fields import dress_clear_button
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_label
from newt_gui.qt.theme import Theme


class _Query(QLineEdit):
    """The field; ↑ and ↓ go through the hits without leaving it."""

    stepped = Signal(int)
    opened = Signal()
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindAllPanel(QWidget):
    """The field, the hits, and how many there are. Follows what is written meanwhile."""

    shown = Signal(object, bool)
    """(Hit, whether the person wants to go there): show it in the editor."""
    left = Signal()

    def __init__(self, session: NotesSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme, self._search = session, theme, NotesSearch()
        self.setObjectName("find_all")
        self._late = QTimer(self, singleShot=True, interval=0)
        self._late.timeout.connect(self.look)
        self._build()
        self._lay_out()
        self._connect()
        self._dress()

    def _build(self) -> None:
        self.title = plain_label(self.tr("Find in all notes"), role="title")
        self.close_button = QToolButton()
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Back to the list (Esc)"))
        self.query = _Query()
        self.query.setObjectName("find_all_query")
        self.query.setPlaceholderText(self.tr("Text to find"))
        self.query.setAccessibleName(self.tr("Text to find in all notes"))
        self.query.setClearButtonEnabled(True)
        self.match_case = QCheckBox(self.tr("&Match case"))
        self.match_case.setObjectName("find_all_match_case")
        self.count = plain_label(role="small", quiet=True, wrap=True)
        self.count.setObjectName("find_all_count")
        self.model = HitsModel(self)
        self.view = HitsView(self._theme, self.model)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        top, under = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.close_button)
        under.setSpacing(3 * unit)
        under.addWidget(self.count, 1)
        under.addWidget(self.match_case)
        head = QVBoxLayout()
        head.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        head.setSpacing(2 * unit)
        head.addLayout(top)
        head.addWidget(self.query)
        head.addLayout(under)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view, 1)

    def _connect(self) -> None:
        self.close_button.clicked.connect(self.left)
        self.query.textChanged.connect(self.look)
        self.match_case.toggled.connect(self.look)
        self.query.stepped.connect(self._step)
        for part in (self.query, self.view):
            part.opened.connect(self._open)
            part.left.connect(self.left)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self._session.rows_changed.connect(self._late.start)
        self._session.draft_changed.connect(lambda _key: self._late.start())
        self._theme.changed.connect(self._dress)

    def _dress(self) -> None:
        dress_clear_button(self.query, self._theme)
        self.close_button.setIcon(self._theme.icon("x", "quiet"))

    # Looking

    def look(self) -> None:
        """Look through the notes as they are now; the hit that the person is at stays current."""
        if not self.isVisible():
            return
        before = self._current()
        hits = self._search.search(self._session.rows, self.query.text(), self.match_case.isChecked())
        self.model.show(hits.shown)
        if before is not None:
            self._keep(before)
        self.count.setText(self._counted(hits))

    def _counted(self, hits: Hits) -> str:
        if not self.query.text():
            return self.tr("Text that is not saved yet is looked through, too.")
        if not hits.total:
            return self.tr("Not found.")
        said = self.tr("{total} in one note") if hits.notes == 1 else self.tr("{total} in {notes} notes")
        said = said.format(total=number(hits.total), notes=number(hits.notes))
        if hits.total > MOST_HITS:
            said = self.tr("{said}; the first {most} are shown").format(said=said, most=number(MOST_HITS))
        return said

    def _keep(self, before: Hit) -> None:
        """Make the same place current again, or the first one behind it in that note; showing nothing."""
        hits = self.model.hits
        at = next(
            (at for at, hit in enumerate(hits) if hit.key == before.key and hit.start >= before.start), -1
        )
        if at >= 0:
            self.view.selectionModel().currentChanged.disconnect(self._on_current_changed)
            self.view.setCurrentIndex(self.model.index(at))
            self.view.selectionModel().currentChanged.connect(self._on_current_changed)

    # Going through

    def _current(self) -> Hit | None:
        at = self.view.currentIndex().row()
        return self.model.hits[at] if 0 <= at < len(self.model.hits) else None

    def _step(self, by: int) -> None:
        count = len(self.model.hits)
        if count:
            at = self.view.currentIndex().row()
            self.view.setCurrentIndex(self.model.index((at + by) % count if at >= 0 else min(0, by) % count))

    def _open(self) -> None:
        if self._current() is None:
            self._step(1)
        self._show(True)

    def _on_current_changed(self) -> None:
        self._show(False)

    def _show(self, goes_there: bool) -> None:
        hit = self._current()
        if hit is not None:
            self.shown.emit(hit, goes_there)


class FindAll(QObject):
    """Puts the panel in the place of the list, and back."""

    def __init__(self, page: NotesPage, theme: Theme) -> None:
        super().__init__(page)
        self._page = page
        self.panel = FindAllPanel(page.session, theme)
        self.panel.setBackgroundRole(QPalette.ColorRole.Base)
        self._places = QStackedWidget()
        page.splitter.replaceWidget(0, self._places)
        page.splitter.setStretchFactor(0, 2)
        for part in (page.list_pane, self.panel):
            self._places.addWidget(part)
        self.panel.shown.connect(self._show)
        self.panel.left.connect(self.close)
        page.editor_pane.left.connect(self._on_editor_left)

    def open(self) -> None:
        """Show the panel with the cursor in its field, what is selected in the editor being looked for."""
        self._page.commit()
        editor = self._page.editor_pane.editor
        start, end = editor.selection()
        chosen = editor.text()[start:end] if editor.hasFocus() else ""
        self._places.setCurrentWidget(self.panel)
        if chosen and "\n" not in chosen:
            self.panel.query.setText(chosen)
        self.panel.query.setFocus()
        self.panel.query.selectAll()
        self.panel.look()

    def close(self) -> None:
        """Back to the list."""
        self._places.setCurrentWidget(self._page.list_pane)
        self._page.list_pane.view.setFocus()

    def _show(self, hit: Hit, goes_there: bool) -> None:
        self._page.list_pane.choose(hit.key)
        if self._page.editor_pane.key == hit.key:
            self._page.editor_pane.editor.select(hit.start, hit.end)
            if goes_there:
                self._page.editor_pane.editor.setFocus()

    def _on_editor_left(self) -> None:
        if self._places.currentWidget() is self.panel:
            self.panel.query.setFocus()
