"""What looking something up gives: values that the session keeps and the widgets show. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from newt_gui.core.errors import UserFacingError
from newt_gui.recall.reader_text import Part, Place
from newt_gui.recall.rows import Address, Row
from newt_gui.recall.wishes import Wish


class Phase(StrEnum):
    """How far the looking has come."""

    SEARCHING = "searching"
    PROVISIONAL = "provisional"
    """Rows are there, but not the best ones first."""
    INSIDE = "inside"
    """Nothing was found; it is looked for inside words now."""
    FINAL = "final"


class How(StrEnum):
    """How rows were found."""

    CONVERSATIONS = "conversations"
    """Nothing was searched for: all of them by their activity."""
    WORDS = "words"
    """As newt searches."""
    PREFIX = "prefix"
    """The last word taken for the beginning of one, too."""
    QUOTED = "quoted"
    """With every word quoted, since the query as it stands says nothing to the index."""
    INSIDE = "inside"
    """Inside words, which the index can't see."""
    RECENT = "recent"
    """The newest that match, in no order of merit."""


class Found(NamedTuple):
    """`is_cut`: there are more. `asks_nothing`: the query holds no word to look for. `left_out`: how many
    active conversations were not looked through.
    """

    rows: tuple[Row, ...] = ()
    how: How = How.WORDS
    is_cut: bool = False
    asks_nothing: bool = False
    left_out: int = 0


class Listing(NamedTuple):
    """What the list shows. `chooses_first`: the person asked for it with Enter."""

    wish: Wish = Wish()
    phase: Phase = Phase.SEARCHING
    found: Found = Found()
    chooses_first: bool = False

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.found.rows

    @property
    def is_searching(self) -> bool:
        return self.phase is not Phase.FINAL

    @property
    def lines(self) -> int:
        """How many lines of text a row has under its title."""
        return 1 if self.found.how is How.CONVERSATIONS else 2


class Facts(NamedTuple):
    """What is known of the database. `workspaces`: the others: key, name for people, conversations."""

    turns: int = 0
    indexed: int = 0
    has_index: bool = True
    may_lack_newest: bool = False
    workspaces: Sequence[tuple[str, str, int]] = ()
    is_known: bool = False


NO_FACTS = Facts()


class Reading(NamedTuple):
    """What the reader shows. `about`: the line under the title. `turns`: how many there are."""

    address: Address
    title: str
    about: str
    parts: Sequence[Part]
    turns: int
    goal: Place | None

    @property
    def conversation_id(self) -> str:
        return self.address.conversation_id


class ToolAnswer(NamedTuple):
    """`fence`: what newt can find at all. `recent_note`: which conversation `recent` is of, or why none."""

    fence: str = ""
    text: str = ""
    recent_note: str = ""
    recent: str = ""
    trouble: UserFacingError | None = None
