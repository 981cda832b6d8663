"""The sentences of the Recall page."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from newt_gui.core.errors import UserFacingError
from newt_gui.core.turns import Role
from newt_gui.qt.messages import Kind
from newt_gui.qt.numbers import number
from newt_gui.recall.findings import Facts, Found, How, Listing, Phase
from newt_gui.recall.reader_text import Speaker

_LONGEST_WORD = 24  # characters


def tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)


def speaker(who: Speaker) -> str:
    """Who said it, for a person who looks at their own conversations."""
    return {
        Speaker.PERSON: tr("you"),
        Speaker.AGENT: tr("agent"),
        Speaker.SYSTEM: tr("newt"),
        Speaker.TOOLS: tr("tools"),
    }[who]


def role(who: Role) -> str:
    """Whose words the person's side of a turn holds."""
    return {
        Role.PERSON: tr("you"),
        Role.COMPACTION: tr("newt · summary of earlier turns"),
        Role.CONTINUE: tr("newt · going on after a summary"),
        Role.GUIDANCE: tr("newt · guidance for the agent"),
        Role.APPROVAL: tr("newt · approval of a plan"),
    }[who]


def turns(count: int) -> str:
    """So many turns."""
    return tr("one turn") if count == 1 else tr("{count} turns").format(count=number(count))


def weight(trouble: UserFacingError) -> Kind:
    """How grave it is: that there is nothing yet is no fault of anybody's."""
    kind = getattr(trouble, "kind", "")
    if kind in ("missing", "old_records"):
        return "note"
    return "caution" if kind in ("busy", "no_index", "empty", "unfinished") else "stop"


def count(listing: Listing) -> str:
    """The line over the list: how many there are, in what order, and how they were found."""
    if listing.phase is Phase.INSIDE:
        return tr("No word matches. Looking inside words…")
    if listing.phase is Phase.PROVISIONAL:
        return tr("First matches, in no order yet. Looking for the best…")
    if listing.phase is Phase.SEARCHING:
        return tr("Looking…")
    if listing.found.how is How.CONVERSATIONS:
        return _conversations(listing.found)
    return " · ".join(filter(None, (_matches(listing.found), how_found(listing), _left_out(listing.found))))


def _conversations(found: Found) -> str:
    total = len(found.rows)
    if found.is_cut:
        return tr("The {count} conversations used last, newest first").format(count=number(total))
    if total < 2:
        return tr("One conversation") if total else ""
    return tr("{count} conversations, newest first").format(count=number(total))


def _matches(found: Found) -> str:
    total = len(found.rows)
    if total < 2:
        return tr("One match") if total else ""
    if found.how is How.INSIDE:
        said = tr("The newest {count} matches") if found.is_cut else tr("{count} matches, newest first")
    else:
        said = tr("The best {count} matches") if found.is_cut else tr("{count} matches, best first")
    return said.format(count=number(total))


def how_found(listing: Listing) -> str:
    """How the matches were found, where newt's own search would not have found them so."""
    if not listing.rows:
        return ""
    return {
        How.CONVERSATIONS: "",
        How.WORDS: "",
        How.RECENT: "",
        How.PREFIX: tr("also words that begin with “{last}”").format(last=_last_word(listing)),
        How.QUOTED: tr("every word taken as it is written"),
        How.INSIDE: tr("found inside words, where newt itself does not look"),
    }[listing.found.how]


def _last_word(listing: Listing) -> str:
    words_typed = listing.wish.text.split()
    last = words_typed[-1] if words_typed else ""
    return last if len(last) <= _LONGEST_WORD else last[:_LONGEST_WORD] + "…"


def _left_out(found: Found) -> str:
    if not found.left_out:
        return ""
    if found.left_out == 1:
        return tr("without the active conversation")
    return tr("without the {count} active conversations").format(count=number(found.left_out))


def state(facts: Facts) -> str:
    """The line under the list: what the index covers."""
    if not facts.is_known:
        return ""
    said = [_index(facts)]
    if facts.may_lack_newest:
        said.append(
            tr("The folder can't be written here, so the newest turns may be missing from what is shown.")
        )
    said.append(tr("Reading never changes newt's file."))
    return " ".join(said)


def _index(facts: Facts) -> str:
    if not facts.has_index:
        return tr(
            "newt has made no index of these {turns} turns yet; Enter looks inside words instead."
        ).format(turns=number(facts.turns))
    said = tr("Index covers {indexed} of {turns} turns.")
    return said.format(indexed=number(facts.indexed), turns=number(facts.turns))


def nothing_listed(listing: Listing) -> tuple[str, str]:
    """(a sentence that says why the list is empty, what its button does about it)."""
    if listing.found.asks_nothing:
        return tr("There is nothing to search for: type a word with a letter or a digit in it."), tr("Clear")
    if listing.wish.is_narrowed:
        return tr("Nothing matches with this time and these words."), tr("Search everything")
    if listing.wish.text.strip():
        return tr("No conversation matches. Fewer or other words may help."), tr("Clear")
    if listing.wish.workspace:
        return tr("There are no conversations there yet."), ""
    return tr("newt has no conversations in this workspace yet. They appear here as you talk to it."), ""


def no_list(trouble: UserFacingError) -> str:
    """Stands in the list's place while the database can't be read."""
    if weight(trouble) == "note":
        return tr("There is nothing to search in yet.")
    return tr("Conversations can't be shown now. What is in the way stands above.")
