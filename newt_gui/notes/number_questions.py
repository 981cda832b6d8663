"""Before numbers change: who refers to them by number, and whether to go ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from newt_gui.core.citations import ChangedCitation
from newt_gui.core.citing import Citing, who_cites
from newt_gui.core.merge import Operation, renumbering
from newt_gui.core.notes_format import title
from newt_gui.core.paths import display_path
from newt_gui.notes import plans
from newt_gui.notes.rows import Row
from newt_gui.notes.session import NotesSession
from newt_gui.notes.words import quoted, shown_title
from newt_gui.notes.writes import Answered
from newt_gui.qt.dialogs import Choice, Question
from newt_gui.qt.services import Services


class NumberQuestions(QObject):
    """Asks only where a number that changes is cited."""

    def __init__(
        self,
        session: NotesSession,
        services: Services,
        workspace: Callable[[], Path | None],
        parent: QObject | None = None,
    ) -> None:
        """`workspace`: the one whose souls count beside that of the newt home."""
        super().__init__(parent)
        self._session, self._services, self._workspace = session, services, workspace

    def ask(self, seen: Sequence[str], operations: Sequence[Operation], answered: Answered) -> None:
        """Let `answered` hear whether the person wants `operations`, made on the list `seen`."""
        numbers = renumbering(len(seen), operations)
        changing = {old: new for old, new in numbers.items() if new != old}
        if not changing:
            answered(True)
            return
        into = plans.merged_into(operations)
        rows = [
            row for row in self._session.rows if into or row.id is None or numbers.get(row.id) is not None
        ]
        texts, home = [row.text for row in rows], self._session.snapshot.path.parent
        workspace = self._workspace()
        unheard = [answered]

        def found(citing: Citing) -> None:
            unheard.clear()
            if not citing.changed:
                answered(True)
                return
            question = self._question(rows, citing, changing, numbers.get(into) if into else None)
            self._services.dialogs.ask(question, lambda choice: answered(choice == "go"))

        def ended() -> None:
            # Where a bug lets nothing be found, nothing is done, and whoever waits goes on.
            QTimer.singleShot(0, self, lambda: unheard.pop()(False) if unheard else None)

        self._services.tasks.mutate(lambda: who_cites(texts, home, workspace, changing), found, ended=ended)

    def _question(
        self,
        rows: Sequence[Row],
        citing: Citing,
        changing: Mapping[int, int | None],
        into: int | None,
    ) -> Question:
        """`into`: the new number of the note that those without one become a part of."""
        names = [*map(self._name, rows), *map(self._soul, citing.souls)]
        lines = [self._citation_line(names[citation.at], citation, into) for citation in citing.changed]
        lines += ["", self.tr("All numbers that change:"), *self._numbers(changing, into)]
        return Question(
            title=self.tr("Note numbers change that something refers to."),
            text=self.tr(
                "A note's number is its place in the list. What refers to it by number is not changed "
                "with it and would then mean another note, or none."
            ),
            detail="\n".join(lines),
            choices=(
                Choice("go", self.tr("Go ahead"), "primary"),
                Choice("cancel", self.tr("Cancel"), "cancel"),
            ),
            escape="cancel",
        )

    def _citation_line(self, who: str, citation: ChangedCitation, into: int | None) -> str:
        if citation.new is None and into is not None:
            said = self.tr("{who} refers to note {old}, which becomes a part of note {new}.")
            return said.format(who=who, old=citation.old, new=into)
        if citation.new is None:
            return self.tr("{who} refers to note {old}, which is deleted.").format(who=who, old=citation.old)
        return self.tr("{who} refers to note {old}, which becomes note {new}.").format(
            who=who, old=citation.old, new=citation.new
        )

    def _name(self, row: Row) -> str:
        name = quoted(shown_title(title(row.text)))
        if row.id is None:
            return self.tr("The new note {title}").format(title=name)
        return self.tr("Note {id} {title}").format(id=row.id, title=name)

    def _soul(self, path: Path) -> str:
        return self.tr("The soul {path}").format(path=display_path(path))

    def _numbers(self, changing: Mapping[int, int | None], into: int | None) -> Iterator[str]:
        none = self.tr("deleted")
        if into is not None:
            none = self.tr("a part of {new}").format(new=into)
        for first, last in _runs(changing):
            new = changing[first]
            to = none if new is None else str(new) if first == last else f"{new}–{new + last - first}"
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
