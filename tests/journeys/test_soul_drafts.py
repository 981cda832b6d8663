"""The unsaved text of a soul outlives a crash, and comes back beside the file, never over it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness.children import output_of, run_python
from tests.journeys.soul_desk import Places, SoulDesk

CRASHED = """
import sys
from pathlib import Path
from newt_gui.core.drafts import Draft, DraftStore
DraftStore(Path(sys.argv[1])).keep(Path(sys.argv[2]), [Draft(None, sys.argv[3], sys.argv[4])], 1)
"""


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places(tmp_path, tmp_path / ".newt", tmp_path / "garden-site")
    places.home.mkdir()
    places.own.parent.mkdir(parents=True)
    places.own.write_text("One.\n")
    return places


Open = Callable[..., SoulDesk]


def kept(places: Places) -> list[Path]:
    return sorted(places.drafts.glob("*.json")) if places.drafts.is_dir() else []


def crash(places: Places, base: str = "One.\n", text: str = "Mine.\n") -> None:
    """Another process ended while this was unsaved in it."""
    output_of(run_python(CRASHED, places.drafts, places.own, base, text))
    assert len(kept(places)) == 1


def test_unsaved_text_is_kept_until_it_is_saved(open_soul: Open, places: Places) -> None:
    desk = open_soul()
    desk.edit()
    desk.type("So. ")
    desk.until(lambda: len(kept(places)) == 1 and b"So. One." in kept(places)[0].read_bytes())
    assert kept(places)[0].stat().st_mode & 0o777 == 0o600
    desk.click_button("Save")
    desk.until(lambda: kept(places) == [])


def test_what_was_unsaved_comes_back_as_unsaved(open_soul: Open, places: Places) -> None:
    crash(places)
    desk = open_soul(answers=["back"])
    desk.until(lambda: desk.session.editing.draft is not None)
    assert desk.editor.text() == "Mine.\n"
    assert desk.page.has_drafts
    assert places.own.read_text() == "One.\n"
    desk.rest()
    assert len(kept(places)) == 1  # of this window by now
    desk.click_button("Save")
    desk.until(lambda: places.own.read_text() == "Mine.\n")


def test_it_stands_beside_what_the_file_says_by_now(open_soul: Open, places: Places) -> None:
    crash(places)
    places.own.write_text("Newer.\n")
    desk = open_soul(answers=["back"])
    desk.until(lambda: desk.session.editing.draft is not None)
    draft = desk.session.editing.draft
    assert draft is not None
    assert draft.theirs is not None
    assert (draft.base, draft.text, draft.theirs.text) == ("One.\n", "Mine.\n", "Newer.\n")
    desk.page.save()
    desk.rest()
    assert places.own.read_text() == "Newer.\n"


@pytest.mark.parametrize("answer, left", [("drop", 0), ("later", 1)])
def test_it_can_be_discarded_or_wait(open_soul: Open, places: Places, answer: str, left: int) -> None:
    crash(places)
    desk = open_soul(answers=[answer])
    desk.until(lambda: len(desk.dialogs.asked) == 1)
    desk.rest()
    assert len(kept(places)) == left
    assert not desk.page.has_drafts
