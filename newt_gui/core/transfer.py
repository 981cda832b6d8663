"""Notes on their way in and out: pasted lists, imported and exported files. Pure.

Whatever comes in has LF for its line ends (a CR alone stays) and is trimmed, as stored notes are.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from newt_gui.core.characters import trim
from newt_gui.core.errors import UserFacingError
from newt_gui.core.merge import Delete, Insert, Move, Operation
from newt_gui.core.notes_format import is_v2, parse, serialize
from newt_gui.core.pairing import pair
from newt_gui.core.transfer_json import texts_of

MOST_BYTES = 4 << 20
"""The largest file that is looked into, in bytes."""
MOST_NOTES = 5_000
"""Of so many notes a person can still make out what they are; newt's budget ends far below it."""


class Cut(StrEnum):
    """How a text becomes notes."""

    LINES = "lines"
    """Each line that isn't blank is one."""
    BLOCKS = "blocks"
    """Lines belong together until a blank one."""
    DELIMITERS = "delimiters"
    """As in NOTES.md: each `§` line ends one."""
    WHOLE = "whole"
    """The text is one."""


class How(StrEnum):
    """What becomes of the notes that are there."""

    ADD = "add"
    SKIP = "skip"
    """As ADD, without the texts that are there already."""
    REPLACE = "replace"


class Form(StrEnum):
    """What an imported file is."""

    JSON = "json"
    V2 = "v2"
    LINES = "lines"


class Incoming(NamedTuple):
    """The notes of a file, trimmed, none of them empty.

    `text`: what the file says, for Form.LINES, since its notes could be cut in another way; else
    empty. `line_ends_changed`: there were CR LF pairs; each is an LF now.
    """

    texts: tuple[str, ...]
    form: Form
    text: str = ""
    line_ends_changed: bool = False


class NotTextFile(UserFacingError):
    """A file to import is not UTF-8. `name`; `offset`: that of the first byte that isn't."""

    what_template = "{name} is not plain UTF-8 text."
    why_template = "The byte at offset {offset} can't be read, so some of the text would get lost."
    hint_template = "Save it as UTF-8 in the program it comes from, then import it again."

    def __init__(self, name: str, offset: int) -> None:
        self.name, self.offset = name, offset
        super().__init__(name=name, offset=offset)


class NothingToImport(UserFacingError):
    """A file to import holds no notes. `name`."""

    what_template = "There are no notes in {name}."
    why_template = "It is empty or holds only blank lines."
    hint_template = "Choose another file."

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name=name)


class TooLargeToImport(UserFacingError):
    """A file to import is beyond all measure. `name`; `size` and `most` in bytes."""

    what_template = "{name} is too large to be imported."
    why_template = "It has {size} bytes; at most {most} are looked into, and newt's notes hold far less."
    hint_template = "Cut the part you need out of it and import that."

    def __init__(self, name: str, size: int, most: int = MOST_BYTES) -> None:
        self.name, self.size, self.most = name, size, most
        super().__init__(name=name, size=size, most=most)


class TooManyNotes(UserFacingError):
    """There are more notes than anybody could look through. `name`; `count`; `most`."""

    what_template = "There are {count} notes in {name}."
    why_template = "At most {most} can be shown before they are imported, and newt's notes hold far fewer."
    hint_template = "Cut the part you need out of it and import that."

    def __init__(self, name: str, count: int, most: int = MOST_NOTES) -> None:
        self.name, self.count, self.most = name, count, most
        super().__init__(name=name, count=count, most=most)


# Lists

_LIST_MARK = re.compile(
    r"^[ \t]*(?:[-*+•‣▪◦–](?:[ \t]+\[[ xX]\])?|\[[ xX]\]|[0-9]{1,3}[.)])[ \t]+(?=\S)", re.MULTILINE
)


def split_list(text: str, by: Cut | str = Cut.LINES) -> list[str]:
    """The notes that `text` makes, trimmed; empty ones go. A list keeps its markers ("- x")."""
    return [part for part in map(trim, _CUTS[Cut(by)](text.replace("\r\n", "\n"))) if part]


def without_list_marks(text: str) -> str:
    """`text` without what makes its lines items of a list: "- x", "• x", "1. x", "- [ ] x"."""
    return _LIST_MARK.sub("", text)


def has_list_marks(text: str) -> bool:
    """Whether a line of `text` begins like an item of a list."""
    return _LIST_MARK.search(text) is not None


def looks_like_list(text: str) -> bool:
    """Whether `text` has two or more lines that aren't blank."""
    return "\n" in text and sum(1 for line in text.split("\n") if trim(line)) > 1


def cuts_of(*texts: str) -> tuple[Cut, ...]:
    """The ways to make notes of each of `texts` that differ from each other, the likeliest first."""
    cuts = [Cut.LINES, Cut.WHOLE]
    if any(len(split_list(text, Cut.BLOCKS)) > 1 for text in texts):
        cuts.insert(1, Cut.BLOCKS)
    if any(map(is_v2, texts)):
        cuts.insert(0, Cut.DELIMITERS)
    return tuple(cuts)


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _blocks(text: str) -> list[str]:
    blocks: list[list[str]] = [[]]
    for line in _lines(text):
        if trim(line):
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return ["\n".join(block) for block in blocks]


def _parts(text: str) -> list[str]:
    return parse(text) if is_v2(text) else [text]


_CUTS: dict[Cut, Callable[[str], list[str]]] = {
    Cut.LINES: _lines,
    Cut.BLOCKS: _blocks,
    Cut.DELIMITERS: _parts,
    Cut.WHOLE: lambda text: [text],
}


# Files


def export_json(entries: Sequence[str], ids: Sequence[int] | None = None) -> str:
    """`[{"id": 1, "text": "…"}]` and a line end; `ids` where they aren't simply 1, 2, 3."""
    numbers = range(1, len(entries) + 1) if ids is None else ids
    items = [{"id": id, "text": text} for id, text in zip(numbers, entries, strict=True)]
    return json.dumps(items, ensure_ascii=False) + "\n"


def export_markdown(entries: Sequence[str]) -> str:
    """The entries in the format of NOTES.md."""
    return serialize(entries)


def read_import(data: bytes, name: str) -> Incoming:
    """The notes in the bytes of a file: JSON by the name's ending, else Markdown as NOTES.md is.

    A byte order mark is no part of the text. Raises NotTextFile, TooLargeToImport, TooManyNotes,
    NothingToImport, and for JSON BrokenJson or NotAList.
    """
    if len(data) > MOST_BYTES:
        raise TooLargeToImport(name, len(data))
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise NotTextFile(name, error.start) from error
    incoming = _read_json(text, name) if name.lower().endswith(".json") else _read_markdown(text)
    if not incoming.texts:
        raise NothingToImport(name)
    if len(incoming.texts) > MOST_NOTES:
        raise TooManyNotes(name, len(incoming.texts))
    return incoming


def _read_json(text: str, name: str) -> Incoming:
    found = texts_of(text, name)
    plain = [item.replace("\r\n", "\n") for item in found]
    kept = tuple(item for item in map(trim, plain) if item)
    return Incoming(kept, Form.JSON, line_ends_changed=plain != found)


def _read_markdown(text: str) -> Incoming:
    plain = text.replace("\r\n", "\n")
    texts, changed = tuple(parse(plain)), plain != text
    if is_v2(plain):
        return Incoming(texts, Form.V2, line_ends_changed=changed)
    return Incoming(texts, Form.LINES, plain, changed)


# What it takes


def plan_import(current: Sequence[str], incoming: Sequence[str], how: How | str) -> tuple[Operation, ...]:
    """The operations that lead from `current` to what `how` asks for.

    New notes come last, in their order. How.SKIP leaves out what is there and what `incoming` has
    had before. How.REPLACE touches no note that stays, and moves one that only changes its place.
    """
    texts = [text for text in map(trim, incoming) if text]
    if How(how) is How.REPLACE:
        return _replacing(current, texts)
    if How(how) is How.SKIP:
        held = set(current)
        texts = [text for text in dict.fromkeys(texts) if text not in held]
    return tuple(Insert(at, text) for at, text in enumerate(texts, start=len(current) + 1))


def _replacing(current: Sequence[str], wished: Sequence[str]) -> tuple[Operation, ...]:
    """Each wished note that isn't where it should be is put right behind the one before it."""
    places = pair(current, wished).same
    gone = [at for at, place in enumerate(places) if place is None]
    left = [place for place in places if place is not None]
    fixed, staying = _longest_rise(left), set(left)
    operations: list[Operation] = [Delete(at + 1) for at in reversed(gone)]
    order, before = list(left), -1
    for place, text in enumerate(wished):
        if place in fixed:
            before = order.index(place, before + 1)
            continue
        if place in staying:
            at = order.index(place)
            order.remove(place)
            before = before - (at < before) + 1
            operations.append(Move(at + 1, before + 1))
        else:
            before += 1
            operations.append(Insert(before + 1, text))
        order.insert(before, place)
    return tuple(operations)


def _longest_rise(numbers: Sequence[int]) -> set[int]:
    """A longest rising subsequence of different numbers."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        at = bisect_left(ends, number)
        before[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    rise, last = set(), ends[-1] if ends else None
    while last is not None:
        rise.add(last)
        last = before[last]
    return rise
