"""Places in a soul's text that are worth a look: information, since newt does not check souls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, QObject, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QVBoxLayout, QWidget

from newt_gui.core.scan import Finding, find_all
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_label
from newt_gui.qt.tasks import Job, Tasks
from newt_gui.qt.theme import Theme

MOST_LINES, ROWS_AT_ONCE = 200, 3
MOST_SCANNED = 1 << 20
"""In characters."""


def worth_a_look(findings: Iterable[Finding], text: str) -> list[Finding]:
    """These in the order of the text, without Windows line ends: a soul may have them."""
    kept = (one for one in findings if one.text != "\r" or text[one.end : one.end + 1] != "\n")
    return sorted(kept, key=lambda one: one.start)


class PlacesFinder(QObject):
    """Looks through a text in the background; of two, only the newer one counts."""

    found = Signal(str, object)
    """A text, and the findings in it in its order."""

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks, self._channel = tasks, f"soul places {id(self)}"

    def look_through(self, text: str) -> None:
        """`found` comes once this text has been looked through."""

        def work(_job: Job) -> tuple[Finding, ...]:
            return tuple(worth_a_look(find_all(text[:MOST_SCANNED]), text))

        self._tasks.query(self._channel, work, lambda found: self.found.emit(text, found))


class PlacesList(QFrame):
    """One line for each place; going to a line goes to the place."""

    chosen = Signal(int)
    """The person went to this line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_low = False
        self.setProperty("message", "note")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.caption = plain_label(wrap=True)
        self._model = QStringListModel(self)
        self.view = QListView()
        self.view.setObjectName("soul_places")
        self.view.setAccessibleName(self.tr("Places worth a look"))
        self.view.setProperty("nav", True)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.setModel(self._model)
        self.view.clicked.connect(self._on_chosen)
        self.view.activated.connect(self._on_chosen)
        inner = QWidget()  # the caption is no heading of a message
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(inner)
        column = QVBoxLayout(inner)
        unit = theme.unit
        column.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        column.setSpacing(unit)
        column.addWidget(self.caption)
        column.addWidget(self.view)
        self.setVisible(False)

    @property
    def lines(self) -> list[str]:
        """The places that are shown."""
        return self._model.stringList()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these places; without any the list takes no room."""
        self.setVisible(bool(lines))
        shown = list(lines[:MOST_LINES])
        if shown != self._model.stringList():
            self._model.setStringList(shown)
        said = (
            self.tr("One place worth a look. newt does not check souls, so this keeps nothing from saving.")
            if len(lines) == 1
            else self.tr(
                "{count} places worth a look. newt does not check souls, so this keeps nothing from saving."
            ).format(count=number(len(lines)))
        )
        self.caption.setText(said)
        self._fit()

    def set_low(self, low: bool) -> None:
        """Whether there is room for one line at a time only."""
        self._is_low = low
        self._fit()

    def _fit(self) -> None:
        self.caption.setHidden(self._is_low)
        rows = range(min(1 if self._is_low else ROWS_AT_ONCE, self._model.rowCount()))
        self.view.setFixedHeight(
            sum(self.view.sizeHintForRow(row) for row in rows) + 2 * self.view.frameWidth()
        )

    def _on_chosen(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())
