"""What begins on the Notes page once the window is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from newt_gui.notes.observations import Observations
from newt_gui.notes.similar_notes import SimilarNotes
from newt_gui.qt.services import Services

if TYPE_CHECKING:
    from newt_gui.notes.page import NotesPage


def begin(page: NotesPage, services: Services) -> Observations:
    """Look through the notes from now on, and name those that are like the one being written."""
    observations = Observations(page.session, services.tasks, page)
    similar = SimilarNotes(page.session, observations, services.theme, page.editor_pane.add_under_text)
    similar.note_requested.connect(page.open_note)
    page.list_pane.chosen.connect(similar.follow)
    similar.follow(page.editor_pane.key)
    page.list_pane.model.observe(observations)
    page.list_pane.wake()
    page.editor_pane.wake()
    observations.start()
    return observations
