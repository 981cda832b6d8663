"""Putting `[memory] soul_file` into a TOML text and taking it out: no other character changes. Pure.

Whatever is put in can be taken out again with the text as it was before; a change for which that
does not hold, or that would alter what the rest of the text says, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from newt_gui.core.config_parse import MEMORY
from newt_gui.core.toml_places import ROOT, NotUnderstood, Pair, TomlPlaces, find_places

KEY = "soul_file"

_PATH = (MEMORY, KEY)
_COMMA = re.compile(r"[ \t]*,[ \t]*")
_COMMENT_LINE = re.compile(r"[ \t]*#")


class CannotSplice(Exception):
    """The change is refused. `reason`: a short clause without a full stop."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class _Text(NamedTuple):
    """A text with what it says and where. `newline`: how its lines end."""

    text: str
    table: dict[str, Any]
    places: TomlPlaces
    newline: str

    @property
    def pair(self) -> Pair | None:
        return next((pair for pair in self.places.pairs if pair.path == _PATH), None)

    def siblings(self, table: int, parent: int = ROOT) -> list[Pair]:
        return [pair for pair in self.places.pairs if (pair.table, pair.parent) == (table, parent)]


def with_soul_file(text: str, value: str) -> str:
    """`text` (without a byte order mark) saying `[memory] soul_file = value`. Raises CannotSplice."""
    old = _read(text)
    pair = old.pair
    if pair is not None:
        if old.table[MEMORY][KEY] == value:
            return text
        new = text[: pair.value] + _literal(value, text[pair.value : pair.end]) + text[pair.end :]
    else:
        new = _inserted(old, _literal(value, ""))
    _require_only_change(old.table, new, value)
    if pair is None and without_soul_file(new) != text:
        raise CannotSplice("it could not be taken out again without changing something else")
    return new


def without_soul_file(text: str) -> str:
    """`text` without the key; as it is where it has none. Raises CannotSplice."""
    old = _read(text)
    pair = old.pair
    if pair is None:
        if KEY in _memory(old.table):
            raise CannotSplice("soul_file is written there in a way that this app can't take out")
        return text
    new = _without_inline(old, pair) if pair.parent != ROOT else _without_line(text, pair)
    _require_only_change(old.table, new, None)
    return new


def _read(text: str) -> _Text:
    table = _tables(text)
    try:
        places = find_places(text, MEMORY)
    except (NotUnderstood, RecursionError) as error:
        raise CannotSplice("this app does not understand how it is written") from error
    first = text.find("\n")
    newline = "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"
    return _Text(text, table, places, newline)


def _tables(text: str) -> dict[str, Any]:
    import tomllib

    try:
        # Numbers as they are written: one of them may be "not a number", which equals nothing.
        return tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise CannotSplice("it is not valid TOML as it stands") from error


def _memory(table: dict[str, Any]) -> dict[str, Any]:
    memory = table.get(MEMORY, {})
    if not isinstance(memory, dict):
        raise CannotSplice("“memory” is not a table there")
    return memory


def _literal(value: str, old: str) -> str:
    """The value as TOML has it, in the quotes of `old` where they can hold it."""
    import tomlkit

    plain = not re.search(r"['\x00-\x08\x0a-\x1f\x7f]", value)
    if plain and old.startswith("'") and not old.startswith("'''"):
        return f"'{value}'"
    return tomlkit.item(value).as_string()


def _inserted(old: _Text, literal: str) -> str:
    if KEY in _memory(old.table):
        raise CannotSplice("soul_file is written there in a way that this app can't change")
    for number, header in enumerate(old.places.headers):
        if header.path == (MEMORY,):
            return _after_last(old, old.siblings(number), header.end, f"{KEY} = {literal}")
    for number, pair in enumerate(old.places.pairs):
        if pair.path == (MEMORY,):
            return _into_inline(old.text, pair, old.siblings(pair.table, number), f"{KEY} = {literal}")
    return _at_root(old, f"{MEMORY}.{KEY} = {literal}")


def _into_inline(text: str, table: Pair, inside: Sequence[Pair], entry: str) -> str:
    if inside:
        at = inside[-1].end
        return f"{text[:at]}, {entry}{text[at:]}"
    at = table.value + 1
    return text[:at] + entry + text[at:]


def _at_root(old: _Text, entry: str) -> str:
    """A line of its own, before the first table."""
    root = old.siblings(ROOT)
    if root:
        near = [pair for pair in root if pair.path[0] == MEMORY] or root
        return _after_last(old, near, 0, entry)
    if old.places.headers:
        at = _above_comments(old.text, old.places.headers[0].start)
        return old.text[:at] + entry + old.newline + old.text[at:]
    if not old.text or old.text.endswith("\n"):
        return old.text + entry + old.newline
    return old.text + old.newline + entry


def _after_last(old: _Text, pairs: Sequence[Pair], otherwise: int, entry: str) -> str:
    """The entry on a line below the last of the pairs, or below what ends at `otherwise`."""
    text = old.text
    indent = _indent(text, pairs[-1].start) if pairs else ""
    end = text.find("\n", pairs[-1].end if pairs else otherwise)
    if end == -1:
        return text + old.newline + indent + entry
    return text[: end + 1] + indent + entry + old.newline + text[end + 1 :]


def _indent(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 : at]


def _above_comments(text: str, header: int) -> int:
    """Where the comment begins that stands right above the header's line."""
    at = text.rfind("\n", 0, header) + 1
    while at > 0:
        above = text.rfind("\n", 0, at - 1) + 1
        if not _COMMENT_LINE.match(text, above, at):
            break
        at = above
    return at


def _without_line(text: str, pair: Pair) -> str:
    start = text.rfind("\n", 0, pair.start) + 1
    end = text.find("\n", pair.end)
    rest = text[pair.end : len(text) if end == -1 else end]
    if "#" in rest:  # a comment stays
        return text[: pair.start] + text[pair.end + rest.index("#") :]
    if end != -1:
        return text[:start] + text[end + 1 :]
    if start == 0:
        return ""
    return text[: start - (2 if text[:start].endswith("\r\n") else 1)]


def _without_inline(old: _Text, pair: Pair) -> str:
    text = old.text
    around = old.siblings(pair.table, pair.parent)
    at = around.index(pair)
    start, end = pair.start, pair.end
    if at > 0:
        start = around[at - 1].end
    elif len(around) > 1:
        end = around[1].start
    removed = text[start : pair.start] + text[pair.end : end]
    if removed and not _COMMA.fullmatch(removed):
        raise CannotSplice("something else stands between it and its neighbours")
    return text[:start] + text[end:]


def _require_only_change(old: dict[str, Any], text: str, value: str | None) -> None:
    """The text says what it said, but for the key."""
    try:
        new = _tables(text)
    except CannotSplice:
        new = {}
    wanted = {} if value is None else {KEY: value}
    others = {key: item for key, item in _memory(old).items() if key != KEY}
    expected = {**old, MEMORY: {**others, **wanted}}
    if _without_empty(new) != _without_empty(expected):
        raise CannotSplice("the rest of the file would say something else then")


def _without_empty(table: dict[str, Any]) -> dict[str, Any]:
    """An empty [memory] says no more than none."""
    return table if table.get(MEMORY) else {key: item for key, item in table.items() if key != MEMORY}
