"""A soul file that is open for editing, as values: what is unsaved, and what others made of it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.errors import FileUnreadable, UserFacingError
from newt_gui.core.soul import SoulKind
from newt_gui.core.soul_files import SoulText


@dataclass(frozen=True)
class Theirs:
    """What somebody else made of the file: its text and bytes, both None where it is gone."""

    text: str | None
    data: bytes | None


class Kept(NamedTuple):
    """Unsaved text from before a crash, and the text of the file that it was begun from."""

    base: str
    text: str


@dataclass(frozen=True)
class Draft:
    """`seen`: the bytes that `base` was read from, None where there was no file; `text`: what the
    person has now; `theirs`: what somebody else wrote meanwhile and nobody has decided about;
    `problem`: why the file can't be read now. `links`: how many names the file has.
    """

    kind: SoulKind
    path: Path
    seen: bytes | None
    base: str
    text: str
    links: int = 0
    theirs: Theirs | None = None
    problem: UserFacingError | None = None

    @property
    def is_dirty(self) -> bool:
        """Whether there is something that is only here."""
        return self.text != self.base or self.theirs is not None

    @property
    def state(self) -> tuple[object, ...]:
        """What a person sees of the draft beside its text."""
        return self.path, self.is_dirty, self.theirs, self.problem, self.links


def begun(kind: SoulKind, file: SoulText) -> Draft:
    """A draft in which nothing was changed yet."""
    return Draft(kind, file.path, file.data, file.text, file.text, file.links)


def brought_back(kind: SoulKind, file: SoulText, kept: Kept) -> Draft:
    """A draft with the text that was kept, beside what the file says by now; never over it."""
    draft = begun(kind, file)
    if file.text == kept.base:
        return replace(draft, text=kept.text)
    seen = kept.base.encode("utf-8", "surrogatepass")
    theirs = Theirs(None if file.data is None else file.text, file.data)
    return replace(draft, seen=seen, base=kept.base, text=kept.text, theirs=theirs)


def saved(draft: Draft, file: SoulText) -> Draft:
    """The draft when `file` is on disk; what was written since is still unsaved."""
    return replace(draft, seen=file.data, base=file.text, links=file.links, theirs=None)


def accepted(draft: Draft, theirs: Theirs, text: str) -> Draft:
    """The draft with `text`, which counts against what is in the file now."""
    return replace(draft, seen=theirs.data, base=theirs.text or "", text=text, theirs=None)


def followed(draft: Draft, data: bytes | None, links: int) -> Draft | None:
    """The draft when the file holds `data` (None: it is gone); None: there is nothing left to edit.

    The person's text is another one only where nothing was unsaved.
    """
    draft = replace(draft, problem=None, links=links)
    if data == draft.seen:
        return replace(draft, theirs=None)
    text = _decoded(data)
    if data is not None and text is None:
        return replace(draft, problem=FileUnreadable(draft.path, "it is not valid UTF-8"))
    if text == draft.text:
        return accepted(draft, Theirs(text, data), draft.text)
    if draft.is_dirty:
        return replace(draft, theirs=Theirs(text, data))
    return None if text is None else accepted(draft, Theirs(text, data), text)


def _decoded(data: bytes | None) -> str | None:
    if data is None:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
