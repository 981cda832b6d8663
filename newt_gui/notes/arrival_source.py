"""Where arriving notes come from, and how it is called (pure)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.characters import trim
from newt_gui.core.errors import UserFacingError
from newt_gui.core.notes_format import byte_length
from newt_gui.core.transfer import (
    MOST_BYTES,
    MOST_NOTES,
    Cut,
    Form,
    Incoming,
    TooLargeToImport,
    TooManyNotes,
    cuts_of,
    split_list,
    without_list_marks,
)
from newt_gui.notes.arrival_words import notes, tr
from newt_gui.qt.messages import localised
from newt_gui.qt.numbers import number

_MOST_NAMED = 5
"""Of more files than these the others are only counted."""

Failed = tuple[Path, UserFacingError]
Read = tuple[Path, Incoming]


class Origin(NamedTuple):
    """How a text came here. `title`, `name`: the preview's heading, and the text within a sentence.

    `label`: what is done, for the list's undo, with {notes} in it.
    """

    title: str
    name: str
    label: str


def pasted() -> Origin:
    """From the clipboard."""
    return Origin(tr("Make notes of the pasted text"), tr("the pasted text"), tr("paste {notes}"))


def dropped() -> Origin:
    """By drag and drop."""
    return Origin(tr("Make notes of the dropped text"), tr("the dropped text"), tr("drop {notes}"))


def written() -> Origin:
    """It stands in a note that is not saved yet."""
    return Origin(tr("Make several notes of this one"), tr("this note"), tr("make {notes} of one"))


class Source(NamedTuple):
    """Where notes come from. `title`: a sentence; `notice`: what was done to their text, or empty.

    `pieces`: the notes in their order; what has a `text` can be cut in another way. `verb`: what the
    button says, with {notes} in it. `can_replace`: whether they may also take the place of the whole list.
    """

    title: str
    verb: str
    pieces: tuple[Incoming, ...]
    notice: str = ""
    can_replace: bool = True

    @property
    def loose(self) -> list[str]:
        """What can be cut in several ways."""
        return [piece.text for piece in self.pieces if piece.text]

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The ways to cut it, the first one first; none where there is nothing to cut."""
        return cuts_of(*self.loose) if self.loose else ()

    def texts(self, cut: Cut | None, bare: bool) -> list[str]:
        """The notes, trimmed. `bare`: without the list marks of what is cut."""
        notes: list[str] = []
        for piece in self.pieces:
            if piece.text and cut is not None:
                parts = split_list(piece.text, cut)
                notes += map(trim, map(without_list_marks, parts)) if bare else parts
            else:
                notes += piece.texts
        return [note for note in notes if note]

    def beyond_measure(self, name: str) -> UserFacingError | None:
        """Why nobody could look through this, or None. `name`: what it is, within a sentence."""
        size = sum(map(byte_length, self.loose))
        if size > MOST_BYTES:
            return TooLargeToImport(name, size)
        count = len(self.texts(self.cuts[0] if self.cuts else None, bare=False))
        return TooManyNotes(name, count) if count > MOST_NOTES else None


def source_of_text(origin: Origin, text: str, notice: str) -> Source:
    """One text that is to become notes. `notice`: what was done to it, or empty."""
    piece = Incoming((), Form.LINES, text)
    return Source(origin.title, tr("Make {notes}"), (piece,), notice, can_replace=False)


def source_of_files(read: Sequence[Read], failed: Sequence[Failed]) -> Source:
    """All of these files together; those that failed are told of."""
    said = [*_contents(read), *(_left_out(*one) for one in failed[:_MOST_NAMED])]
    if len(failed) > _MOST_NAMED:
        more = number(len(failed) - _MOST_NAMED)
        said.append(tr("{count} more files could not be read.").format(count=more))
    if any(incoming.line_ends_changed for _, incoming in read):
        said.append(line_ends_notice())
    return Source(
        tr("Import from {name}").format(name=files_name(read)),
        tr("Import {notes}"),
        tuple(incoming for _, incoming in read),
        "\n".join(said),
    )


def files_name(read: Sequence[Read]) -> str:
    """The one file by its name, several by their count."""
    return read[0][0].name if len(read) == 1 else tr("{count} files").format(count=number(len(read)))


def line_ends_notice() -> str:
    """CR LF became LF."""
    return tr("It came with Windows line ends. They are plain line ends now, as notes have them.")


def _contents(read: Sequence[Read]) -> list[str]:
    """What comes from which file, where there are several."""
    if len(read) == 1:
        return []
    said = [f"{path.name}: {notes(len(incoming.texts))}" for path, incoming in read[:_MOST_NAMED]]
    if len(read) > _MOST_NAMED:
        said.append(tr("{count} more files").format(count=number(len(read) - _MOST_NAMED)))
    return [" · ".join(said)]


def _left_out(path: Path, error: UserFacingError) -> str:
    why = " ".join(filter(None, localised(error)[:2]))
    return tr("Left out: {name}. {why}").format(name=path.name, why=why)
