"""Two texts compared: which lines are only in the one, which only in the other."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from newt_gui.core.soul import SoulRung
from newt_gui.qt.plain import WrappedText
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme
from newt_gui.soul.differing import Difference, difference, joined
from newt_gui.soul.excerpt import excerpt
from newt_gui.soul.words import title

MOST_MARKED = 300
"""So many differing places get a ground of their own; more would keep the window waiting. All have signs."""


class CompareView(QWidget):
    """Works the difference out in the background; of two askings only the newer one is shown."""

    def __init__(self, tasks: Tasks, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._channel = f"soul difference {id(self)}"
        self._shown: tuple[str, str] | None = None
        self._said = ("", "")
        self.explanation = WrappedText()
        self.explanation.setAccessibleName(self.tr("What is compared"))
        self.text = FaithfulTextView(theme)
        self.text.setObjectName("soul_difference")
        self.text.setAccessibleName(self.tr("The difference, line by line"))
        self.text.setProperty("bare", True)
        self.text.setTabChangesFocus(True)
        self.text.set_locked(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * theme.unit)
        column.addWidget(self.explanation)
        column.addWidget(self.text, 1)

    def show_rungs(self, rung: SoulRung, winner: SoulRung) -> None:
        """Show how `rung` differs from the winner."""
        names = {"rung": title(rung.kind), "winner": title(winner.kind)}
        same = self.tr("“{rung}” and “{winner}” have the same text.")
        differs = self.tr("− only in “{rung}”   + only in “{winner}”, which is what the agent gets")
        self.show_texts(rung.text, winner.text, same.format(**names), differs.format(**names))

    def show_texts(self, first: str, second: str, same: str, differs: str) -> None:
        """Show how the two differ, of large ones at the beginning. `same`, `differs`: what is said of it."""
        self._said = (same, differs)
        first, second = excerpt(first).text, excerpt(second).text
        if self._shown == (first, second):
            return
        self._shown = (first, second)
        self._tasks.query(self._channel, lambda _job: difference(first, second), self._take)

    def forget(self) -> None:
        """Nothing is compared now."""
        self._tasks.interrupt(self._channel)
        self._shown = None

    def _take(self, found: Difference) -> None:
        same, differs = self._said
        self.explanation.setPlainText(same if found.is_same else differs)
        if self.text.text() != found.text:
            self.text.set_text(found.text)
        self.text.set_highlights(joined(found.changed)[:MOST_MARKED])
