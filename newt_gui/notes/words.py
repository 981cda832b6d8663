"""The sentences of the Notes page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from newt_gui.core.characters import WHITE_SPACE, trim
from newt_gui.core.errors import SaveFailed, UserFacingError
from newt_gui.core.notes import WriteCheck
from newt_gui.core.notes_format import Change, title
from newt_gui.core.quoting import has_double_quotes
from newt_gui.core.scan import Finding, find_all
from newt_gui.notes.rows import Row, RowState
from newt_gui.qt.messages import Message, MessageAction, error_message
from newt_gui.qt.numbers import number

AUTO_PREFIX = "(auto-extracted) "
KIND_PREFIXES = ("user:", "project:")
_NAME_LENGTH = 60  # code points
_SMALL = 4096
"""Texts of up to so many characters are remembered by the thousand, larger ones by the dozen."""


def tr(text: str) -> str:
    """Translate a sentence of this page."""
    return QCoreApplication.translate("notes", text)


def size(value: int) -> str:
    """A size in bytes, short."""
    return tr("{bytes} B").format(bytes=number(value))


def named(ids: Sequence[int]) -> str:
    """Notes by their numbers, for a sentence: none is a new note, many are counted."""
    if not ids:
        return tr("the new note")
    if len(ids) == 1:
        return tr("note {id}").format(id=ids[0])
    if len(ids) > 5:
        return tr("{count} notes").format(count=number(len(ids)))
    *first, last = ids
    return tr("notes {first} and {last}").format(first=", ".join(map(str, first)), last=last)


def quoted(text: str) -> str:
    """`text` in quotation marks that don't double with those that it holds."""
    return (tr("‘{text}’") if has_double_quotes(text) else tr("“{text}”")).format(text=text)


def named_row(row: Row) -> str:
    """A note by number and the beginning of its title, for a sentence."""
    from newt_gui.notes.delegate import visible  # which needs this module

    name = visible(shown_title(title(row.text)))
    if len(name) > _NAME_LENGTH:
        name = name[: _NAME_LENGTH - 1] + "…"
    who = tr("the new note") if row.id is None else tr("note {id}").format(id=row.id)
    return f"{who} {quoted(name)}" if name else who


def not_saved(
    error: UserFacingError, row: Row | None = None, actions: Sequence[MessageAction] = ()
) -> Message:
    """Why a save was refused, as a message that says first what that means; `row`: of which note."""
    message = error_message(error, actions=tuple(actions))
    if row is not None:
        said = tr("Not saved: {note}.").format(note=named_row(row))
    elif isinstance(error, SaveFailed):
        return message  # it says so itself
    else:
        said = tr("Not saved.")
    return message._replace(text=f"{said} {message.text}")


def kind_chips(text: str) -> list[str]:
    """The conventions newt follows in a note's first words, as short labels."""
    chips = []
    if text.startswith(AUTO_PREFIX):
        chips.append(tr("auto-extracted"))
        text = text[len(AUTO_PREFIX) :]
    chips.extend(prefix[:-1] for prefix in KIND_PREFIXES if text.startswith(prefix))
    return chips


def shown_title(name: str) -> str:
    """A title without the conventions that its chips show already."""
    rest = name.removeprefix(AUTO_PREFIX)
    prefix = next((prefix for prefix in KIND_PREFIXES if rest.startswith(prefix)), "")
    return rest[len(prefix) :].lstrip() or name


def findings_of(text: str) -> tuple[Finding, ...]:
    """The findings of a text as it would be stored; rows on screen ask for the same ones again and again."""
    return _small_findings(text) if len(text) <= _SMALL else _large_findings(text)


def look_through(text: str) -> tuple[Finding, ...]:
    """The same, looked for anew. White space at the ends is not stored, so nothing there counts."""
    lead = len(text) - len(text.lstrip(WHITE_SPACE))
    return tuple(find_all(trim(text), lead))


_small_findings = lru_cache(maxsize=2048)(look_through)
_large_findings = lru_cache(maxsize=32)(look_through)


def row_message(row: Row, refused: bool = False) -> Message | None:
    """What the banner at the editor says of a row that somebody else touched."""
    if row.state is RowState.CHANGED:
        text = (
            tr("Not saved: somebody else changed this note while you were editing it.")
            if refused
            else tr("Somebody else changed this note while you were editing it.")
        )
        return Message(
            text=text,
            hint=tr("Both texts are kept until you decide: yours is below, theirs is in the file."),
            kind="stop" if refused else "caution",
            dismissable=False,
        )
    if row.state is RowState.REMOVED:
        return Message(
            text=tr("Somebody else removed this note while you were editing it."),
            hint=tr("Your text is kept. Save stores it as a new note, Revert lets it go."),
            kind="caution",
            dismissable=False,
        )
    return None


def budget_line(check: WriteCheck, state: RowState = RowState.UNSAVED) -> str:
    """The line under the editor's meter: percent as newt counts it, what the edit adds, what to cut.

    It adds to what the file holds now; where that is what somebody else wrote, it says so.
    """
    parts = [
        tr("{used} of {limit} bytes ({percent} %)").format(
            used=number(check.bytes_after),
            limit=number(check.limit),
            percent=number(check.bytes_after * 100 // check.limit),
        )
    ]
    change = check.bytes_after - check.bytes_now
    if change:
        if state is RowState.CHANGED:
            said = tr("yours instead of theirs adds {bytes}")
            if change < 0:
                said = tr("yours instead of theirs frees {bytes}")
        else:
            said = tr("this edit adds {bytes}") if change > 0 else tr("this edit frees {bytes}")
        parts.append(said.format(bytes=number(abs(change))))
    if check.over_by:
        said = tr("cut {over} to save it") if check.over_budget else tr("{over} too many")
        parts.append(said.format(over=number(check.over_by)))
    return " · ".join(parts)


def bytes_reason() -> str:
    """Why bytes are counted and not letters."""
    return tr(
        "newt counts bytes, not letters: a plain letter takes 1, é takes 2, most Chinese and Japanese "
        "characters take 3, an emoji takes 4. The line between two notes takes 4."
    )


def change_sentence(change: Change) -> str:
    """What a first save changes beside the edit."""
    return {
        Change.LEGACY: tr("Each line becomes a note of its own, with a “§” line after it."),
        Change.LINE_ENDS: tr("Line ends change from Windows style (CR LF) to LF."),
        Change.BLANKS: tr("Blank lines and spaces around the notes go."),
        Change.LAST_DELIMITER: tr("The “§” line after the last note is written again."),
    }[change]
