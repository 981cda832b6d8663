"""Which rung is before the person: the winner, until they choose another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from newt_gui.core.soul import SoulKind, SoulRung

if TYPE_CHECKING:
    from newt_gui.soul.page import SoulPage


class Choosing(QObject):
    """Keeps ladder and right half in step with what is so, what is chosen and what is edited."""

    def __init__(self, page: SoulPage) -> None:
        super().__init__(page)
        self._page, self._session, self._editing = page, page.session, page.session.editing
        self._follows_winner = True

    def start_anew(self) -> None:
        """Another place is looked at."""
        self._follows_winner = True
        self._page.leave_versions()
        self._close_clean()

    def show(self) -> None:
        """Show how it is now; the choice goes with the winner unless something is edited."""
        shown = self._session.shown
        if shown is None:
            return
        ladder = self._page.ladder
        self.show_ladder()
        is_free = self._follows_winner and self._editing.draft is None
        if is_free or ladder.current is None:
            ladder.choose(shown.winner.kind)
        self.show_right()

    def show_ladder(self) -> None:
        """Show every rung, and for which there is unsaved text."""
        shown, draft = self._session.shown, self._editing.draft
        if shown is not None:
            unsaved = draft.path if draft is not None and draft.is_dirty else None
            self._page.ladder.show_resolution(shown, unsaved)

    def current(self) -> SoulRung | None:
        """The rung that is chosen, as it is on the disk."""
        resolution, kind = self._session.resolution, self._page.ladder.current
        return resolution.rung(kind) if resolution is not None and kind is not None else None

    def edited(self) -> SoulRung | None:
        """The rung whose file is being edited, as it is on the disk."""
        resolution, draft = self._session.resolution, self._editing.draft
        return resolution.rung(draft.kind) if resolution is not None and draft is not None else None

    def chosen(self, kind: SoulKind) -> None:
        """The person went to this rung; unsaved text stays where it is."""
        self._follow(kind)
        self._page.leave_versions()
        self._page.commit()
        if not self._is_edited(kind):
            self._close_clean()
        self.show_right()

    def go_to_own(self) -> None:
        """Go to the rung where a soul of the person's own would be."""
        resolution = self._session.resolution
        if resolution is not None:
            kinds: tuple[SoulKind, ...] = ("workspace", "global")
            free = (kind for kind in kinds if resolution.rung(kind).path is not None)
            kind: SoulKind = next(free, "explicit")
            self._page.ladder.choose(kind)
            self._page.ladder.focus_current()
            self.chosen(kind)

    def editing_began(self, kind: SoulKind) -> None:
        """The file of this rung is open."""
        self._follow(kind)
        self._page.ladder.choose(kind)
        self._page.leave_versions()
        self._page.show_editor(True)
        self.show_ladder()

    def editing_ended(self) -> None:
        """No file is open any more."""
        was_shown = self._page.shows_editor
        self._page.show_editor(False)
        self.show()
        if was_shown:
            self._page.ladder.focus_current()

    def _follow(self, kind: SoulKind) -> None:
        shown = self._session.shown
        self._follows_winner = shown is not None and shown.winner.kind == kind

    def show_right(self) -> None:
        """The chosen rung's text, or the editor where its file is being edited."""
        shown, kind = self._session.shown, self._page.ladder.current
        if shown is not None and kind is not None:
            supposed = bool(self._session.suppositions)
            self._page.text_pane.show_rung(shown.rung(kind), shown, supposed=supposed)
            self._page.show_editor(self._is_edited(kind))

    def _is_edited(self, kind: SoulKind) -> bool:
        """Whether the editor stands for this rung, or for unsaved text that belongs to no rung here."""
        resolution, draft = self._session.resolution, self._editing.draft
        if draft is None or resolution is None:
            return draft is not None
        paths = [rung.path for rung in resolution.rungs]
        return draft.path == resolution.rung(kind).path or draft.path not in paths

    def _close_clean(self) -> None:
        """Leave an editor in which nothing is unsaved."""
        if not self._editing.is_dirty and not self._editing.is_saving:
            self._editing.close()
