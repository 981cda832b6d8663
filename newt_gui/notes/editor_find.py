"""Finding and replacing in the text of the editor, exact to the character."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from newt_gui.qt.text_edit import FaithfulTextEdit
from newt_gui.qt.theme import Theme

if TYPE_CHECKING:
    from newt_gui.notes.find_bar import FindBar

Span = tuple[int, int]

MOST_SHOWN = 500
"""So many places get a ground of their own; more would make every repaint slow."""
LARGE_TEXT = 20_000
"""From so many characters on the places are looked for again after a pause, not with each key."""
PAUSE_MS = 150


class EditorFind(QObject):
    """The bar is made when it is first wanted. Hidden characters are found as the characters they are."""

    notice = Signal(str)
    """What a key did or could not do, in words."""
    replacing_changed = Signal(bool)
    """Whether the bar takes two lines, one of them for what to put in place."""

    def __init__(self, editor: FaithfulTextEdit, theme: Theme, place: Callable[[QWidget], None]) -> None:
        """`place` puts the bar where a person sees it."""
        super().__init__(editor)
        self._editor, self._theme, self._place = editor, theme, place
        self._bar: FindBar | None = None
        self._matches: Sequence[Span] = ()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look)
        editor.text_modified.connect(self._on_text_modified)

    # The bar

    def open(self, replacing: bool = False) -> None:
        """Begin to look for what is selected in the text, or for what was looked for last."""
        if not self._editor.isVisible():
            return
        self._editor.commit_composition()
        start, end = self._editor.selection()
        selected = self._editor.text()[start:end]
        replacing = replacing and not self._editor.isReadOnly()
        self._made().begin("" if "\n" in selected else selected, replacing)
        self.replacing_changed.emit(replacing)
        self._look()

    def close(self) -> None:
        """Put the bar away and go back to the text."""
        if self._bar is not None:
            self._bar.hide()
            self.replacing_changed.emit(False)
        self._editor.set_highlights(())
        self._editor.setFocus()

    @property
    def is_open(self) -> bool:
        return self._bar is not None and not self._bar.isHidden()

    def _made(self) -> FindBar:
        if self._bar is None:
            from newt_gui.notes.find_bar import FindBar

            self._bar = bar = FindBar(self._theme)
            bar.hide()
            self._place(bar)
            bar.wanted_changed.connect(self._on_wanted_changed)
            bar.step_requested.connect(self.step)
            bar.replace_requested.connect(self.replace)
            bar.replace_all_requested.connect(self.replace_all)
            bar.closed.connect(self.close)
        return self._bar

    # Finding

    def refresh(self) -> None:
        """Another text is shown."""
        if self.is_open:
            self._look()

    def _on_text_modified(self) -> None:
        if not self.is_open:
            return
        if self._editor.document().characterCount() <= LARGE_TEXT:
            self._look()
        else:
            self._pause.start()

    def _on_wanted_changed(self) -> None:
        """Go to the first place at or after the cursor, as the person types what to look for."""
        self._look()
        start, _ = self._editor.selection()
        if self._matches:
            self._select(bisect_left(self._matches, (start, 0)) % len(self._matches))

    def _look(self) -> None:
        """Find every place anew, and say how many there are."""
        self._pause.stop()
        bar = self._made()
        self._matches = self._places(bar)
        self._editor.set_highlights(self._matches[:MOST_SHOWN] if self.is_open else ())
        writable = not self._editor.isReadOnly()
        bar.allow(bool(self._matches), bool(self._matches) and writable)
        self._count()

    def _places(self, bar: FindBar) -> list[Span]:
        from newt_gui.core.text_search import find_spans

        text, wanted, exact = self._editor.text(), bar.wanted, bar.match_case.isChecked()
        spans = find_spans(text, wanted, match_case=exact)
        if exact:
            return list(spans)
        # One letter that folds to two is no place for half of it: it would be replaced whole.
        folded = wanted.casefold()
        return [(start, end) for start, end in spans if text[start:end].casefold() == folded]

    def _count(self) -> None:
        selected = self._editor.selection()
        at = self._index_of(selected) + 1
        self._made().show_count(at, len(self._matches))

    def _index_of(self, span: Span) -> int:
        """Which of the places a span is, -1 for none."""
        at = bisect_left(self._matches, span)
        return at if at < len(self._matches) and self._matches[at] == span else -1

    def step(self, by: int) -> None:
        """Go to the next place (1) or the one before (-1), round the ends of the text."""
        if not self._editor.isVisible():
            return
        if not self._made().wanted:
            self.open()
            return
        self._editor.commit_composition()
        self._look()
        if self._matches:
            selected = self._editor.selection()
            before = bisect_left(self._matches, (selected[0], 0))
            index = before + (self._index_of(selected) >= 0) if by > 0 else before - 1
            self._select(index % len(self._matches))

    def _select(self, index: int) -> None:
        self._editor.select(*self._matches[index])
        self._count()

    # Replacing

    def replace(self) -> None:
        """Replace the place that is selected and go to the next; select one where none is."""
        self._editor.commit_composition()
        self._look()
        if self._editor.isReadOnly() or not self._matches:
            return
        if self._index_of(self._editor.selection()) >= 0:
            self._editor.insertPlainText(self._made().replacement.text())
        self.step(1)

    def replace_all(self) -> None:
        """Replace every place as one step of undo; everything else stays as it is."""
        self._editor.commit_composition()
        if self._editor.isReadOnly():
            return
        bar = self._made()
        spans = self._places(bar)
        text, pieces, done = self._editor.text(), [], 0
        for start, end in spans:
            pieces += [text[done:start], bar.replacement.text()]
            done = end
        self._editor.replace_text("".join([*pieces, text[done:]]))
        self._look()
        self.notice.emit(self.tr("Replaced in {count} places.").format(count=len(spans)))
