"""Before numbers change: who refers to them by number, and whether to go ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer

from newt_gui.core.citations import ChangedCitation
from newt_gui.core.citing import who_cites
from newt_gui.core.merge import Operation, renumbering
from newt_gui.core.notes_format import title
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.notes.words import shown_title
from newt_gui.notes.writes import Answered
from newt_gui.qt.dialogs import Choice, Question
from newt_gui.qt.services import Services


class NumberQuestions(QObject):
    """Asks only where a number that changes is cited."""

    def __init__(self, session: NotesSession, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._services = session, services

    def ask(self, seen: Sequence[str], operations: Sequence[Operation], answered: Answered) -> None:
        """Let `answered` hear whether the person wants `operations`, made on the list `seen`."""
        numbers = renumbering(len(seen), operations)
        changing = {old: new for old, new in numbers.items() if new != old}
        if not changing:
            answered(True)
            return
        rows = [row for row in self._session.rows if row.id is None or numbers.get(row.id) is not None]
        texts, home = [row.text for row in rows], self._session.snapshot.path.parent
        unheard = [answered]

        def found(citing: list[ChangedCitation]) -> None:
            unheard.clear()
            if not citing:
                answered(True)
                return
            question = self._question(rows, citing, changing)
            self._services.dialogs.ask(question, lambda choice: answered(choice == "go"))

        def ended() -> None:
            # Where a bug lets nothing be found, nothing is done, and whoever waits goes on.
            QTimer.singleShot(0, self, lambda: unheard.pop()(False) if unheard else None)

        self._services.tasks.mutate(lambda: who_cites(texts, home, changing), found, ended=ended)

    def _question(
        self, rows: Sequence[Row], citing: Sequence[ChangedCitation], changing: Mapping[int, int | None]
    ) -> Question:
        lines = [self._citation_line(rows, citation) for citation in citing]
        return Question(
            title=self.tr("Note numbers change that something refers to."),
            text=self.tr(
                "A note's number is its place in the list. What refers to it by number is not changed "
                "with it and would then mean another note."
            ),
            detail="\n".join([*lines, "", self.tr("All numbers that change:"), *self._numbers(changing)]),
            choices=(
                Choice("go", self.tr("Go ahead"), "primary"),
                Choice("cancel", self.tr("Cancel"), "cancel"),
            ),
            escape="cancel",
        )

    def _citation_line(self, rows: Sequence[Row], citation: ChangedCitation) -> str:
        who = self._name(rows[citation.at]) if citation.at < len(rows) else self.tr("The soul (soul.md)")
        if citation.new is None:
            return self.tr("{who} refers to note {old}, which goes.").format(who=who, old=citation.old)
        return self.tr("{who} refers to note {old}, which becomes note {new}.").format(
            who=who, old=citation.old, new=citation.new
        )

    def _name(self, row: Row) -> str:
        name = shown_title(title(row.text))
        if row.id is None:
            return self.tr("The new note “{title}”").format(title=name)
        return self.tr("Note {id} “{title}”").format(id=row.id, title=name)

    def _numbers(self, changing: Mapping[int, int | None]) -> Iterator[str]:
        for first, last in _runs(changing):
            new = changing[first]
            if new is None:
                to = self.tr("gone")
            else:
                to = str(new) if first == last else f"{new}–{new + last - first}"
            yield f"{first if first == last else f'{first}–{last}'} → {to}"


def _runs(changing: Mapping[int, int | None]) -> list[tuple[int, int]]:
    """Neighbours that keep being neighbours, as first and last number."""
    runs: list[tuple[int, int]] = []
    for old in sorted(changing):
        new, before = changing[old], changing.get(old - 1, 0)
        follows = new is None and before is None
        follows = follows or (new is not None and before is not None and before == new - 1)
        if runs and runs[-1][1] == old - 1 and follows:
            runs[-1] = (runs[-1][0], old)
        else:
            runs.append((old, old))
    return runs
