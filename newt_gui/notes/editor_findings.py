"""What newt would refuse in the text of the editor: marked, listed, gone to, repaired."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from newt_gui.core.notes_format import delimiter_line
from newt_gui.core.scan import Finding, repaired
from newt_gui.notes.finder import Finder
from newt_gui.qt.announce import announce
from newt_gui.qt.text_edit import FaithfulTextEdit, Mark
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from newt_gui.notes.findings_list import FindingsList

BYTE_ORDER_MARK = "\ufeff"
MOST_MARKS = 1_000
"""More marks than this would make every repaint slow; what is further down is marked later."""


class EditorFindings(QObject):
    """Findings stand in the order of the text. The list is made when there is first one to show."""

    notice = Signal(str)
    """What a key could not do, in words."""

    def __init__(
        self,
        editor: FaithfulTextEdit,
        finder: Finder,
        theme: Theme,
        place: Callable[[QWidget], None],
    ) -> None:
        """`place` puts the list where a person sees it."""
        super().__init__(editor)
        self._editor, self._finder, self._theme, self._place = editor, finder, theme, place
        self._findings: Sequence[Finding] = ()
        self._marks: list[Mark] = []
        self._spots: list[Mark] = []
        self._chosen, self._low = 0, False
        self.mark_is_told = False
        """Whether a byte order mark, where there is nothing else, is told of elsewhere."""
        self._list: FindingsList | None = None
        finder.found.connect(self.refresh)

    # Showing

    def refresh(self) -> None:
        """Look through the text as it is now, but never in the middle of a composition."""
        if not self._editor.composing:
            self._look()

    def set_low(self, low: bool) -> None:
        """Whether there is room for one line at a time only."""
        self._low = low
        if self._list is not None:
            self._list.set_low(low)

    def forget(self) -> None:
        """Another text is about to be shown."""
        self._chosen = 0
        self.forget_delimiters()
        self._show((), "")

    def go_to_delimiters(self, reason: str) -> None:
        """Mark every line that holds only the delimiter, too, and go to the first."""
        self._mark_spots(_delimiters(self._editor.text(), reason))
        if self._spots:
            self._editor.go_to(self._spots[0].start)

    def forget_delimiters(self) -> None:
        """Mark them no longer: the text is another one."""
        if self._spots:
            self._mark_spots([])

    def _mark_spots(self, spots: list[Mark]) -> None:
        self._spots = spots
        self._editor.set_marks([*self._marks, *self._spots])

    def _look(self) -> Sequence[Finding] | None:
        """Show what is in the text, in its order; None while that is not known."""
        text = self._editor.text()
        found = self._finder.findings(text)
        if found is None:
            return None
        self._show(sorted(found, key=_start), text)
        return self._findings

    def _show(self, findings: Sequence[Finding], text: str) -> None:
        if not (findings or self._findings):
            return
        self._findings = findings
        self._chosen = max(0, min(self._chosen, len(findings) - 1))
        marked = self._findings[:MOST_MARKS]
        sentences = _sentences(marked, text)
        self._marks = [
            Mark(found.start, found.end, "caution", sentence)
            for found, sentence in zip(marked, sentences, strict=True)
        ]
        self._editor.set_marks([*self._marks, *self._spots])
        if findings and not (self.mark_is_told and [found.text for found in findings] == [BYTE_ORDER_MARK]):
            self._fill_list(sentences)
        elif self._list is not None:
            self._list.hide()

    def _fill_list(self, sentences: Sequence[str]) -> None:
        from newt_gui.notes.finding_words import repair_label
        from newt_gui.notes.findings_list import MOST_LINES, Line

        lines = [
            Line(sentence, repair_label(found))
            for sentence, found in zip(sentences[:MOST_LINES], self._findings, strict=False)
        ]
        repairable = sum(found.repair is not None for found in self._findings)
        panel = self._panel()
        panel.show_lines(lines, len(self._findings), repairable)
        self._choose(self._chosen)
        if panel.isHidden():
            panel.show()
            announce(panel, sentences[0])  # only the first, or each key would be talked over

    def _panel(self) -> FindingsList:
        if self._list is None:
            from newt_gui.notes.findings_list import FindingsList

            self._list = panel = FindingsList(self._theme)
            panel.hide()
            panel.set_low(self._low)
            self._place(panel)
            panel.chosen.connect(self._on_chosen)
            panel.opened.connect(self._editor.setFocus)
            panel.repair_requested.connect(lambda: self._repair(self._chosen))
            panel.repair_all_requested.connect(self.repair_all)
        return self._list

    def _choose(self, index: int) -> None:
        from newt_gui.notes.finding_words import repair_label

        self._chosen = index
        if self._list is not None and self._findings:
            self._list.choose(index)
            self._list.show_repair(repair_label(self._findings[index]), not self._editor.isReadOnly())

    # Going

    def _on_chosen(self, index: int) -> None:
        if 0 <= index < len(self._findings):
            self._choose(index)
            self._editor.go_to(self._findings[index].start)

    def step(self, by: int) -> None:
        """Go to the next finding (1) or the one before (-1), round the ends, and into the text."""
        if not self._look_again():
            return
        at = self._editor.cursor_offset()
        starts = [found.start for found in self._findings]
        there = starts[self._chosen] == at and self._editor.hasFocus()
        if by > 0:
            index = next((i for i, start in enumerate(starts) if start >= at + there), 0)
        else:
            index = next((i for i in range(len(starts) - 1, -1, -1) if starts[i] < at), len(starts) - 1)
        self.go_to(index)

    def go_to(self, index: int) -> None:
        """Choose a finding and put the cursor there."""
        self._choose(index)
        self._editor.go_to(self._findings[index].start)
        self._editor.setFocus()

    def go_to_finding(self, finding: Finding) -> None:
        """The same for one that a refused save tells of."""
        self.refresh()
        index = next((i for i, found in enumerate(self._findings) if found.start == finding.start), -1)
        if index >= 0:
            self.go_to(index)

    def _look_again(self) -> bool:
        """Take what is being composed, and look; whether there is anything to act on."""
        if not self._editor.isVisible():
            return False
        self._editor.commit_composition()
        findings = self._look()
        if not findings:
            self.notice.emit(
                self.tr("This text is still being looked through.")
                if findings is None
                else self.tr("There is nothing in this note that newt would refuse.")
            )
        return bool(findings)

    # Repairing, each time as one step of undo

    def repair(self) -> None:
        """Repair what is at the cursor, else what is chosen in the list."""
        if self._look_again():
            at = self._editor.cursor_offset()
            here = (i for i, found in enumerate(self._findings) if found.start <= at <= found.end)
            self._repair(next(here, self._chosen))

    def _repair(self, index: int) -> None:
        if not self._look_again() or index >= len(self._findings) or self._editor.isReadOnly():
            return
        finding = self._findings[index]
        if finding.repair is None:
            self.notice.emit(self.tr("Nothing can be taken out here: say it in other words."))
        else:
            self._put([finding])
            self._editor.go_to(finding.start)
        self._editor.setFocus()

    def repair_all(self) -> None:
        """Repair everything that has a repair, as one step of undo."""
        if self._look_again() and not self._editor.isReadOnly():
            self._put(self._findings)
            self._editor.setFocus()

    def _put(self, findings: Sequence[Finding]) -> None:
        self._editor.replace_text(repaired(self._editor.text(), findings))


def _delimiters(text: str, reason: str) -> list[Mark]:
    spots, start = [], 0
    for line in text.split("\n"):
        if delimiter_line(line) is not None:
            spots.append(Mark(start, start + len(line), "stop", reason))
        start += len(line) + 1
    return spots


def _sentences(findings: Sequence[Finding], text: str) -> list[str]:
    if not findings:
        return []
    from newt_gui.notes.finding_words import sentence  # most notes have none

    return [sentence(found, text) for found in findings]


def _start(finding: Finding) -> tuple[int, int]:
    return finding.start, finding.end
