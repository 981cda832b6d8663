"""Where in a TOML text its keys and values stand. Pure.

The parsers tell what a text says, not where. This finds the places in a text that a parser has
accepted; of any other text it makes something or nothing, but never an endless loop. All offsets
are in code points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys from the top; a number is a place in an array of tables."""

ROOT = -1

_GAP = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_KEY = re.compile(r"""[ \t]*+("(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[^\s.=\[\]{}#"',]++)[ \t]*+""")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]++")
_NESTED = re.compile(_STRING.pattern + r"""|#[^\n]*+|[^"'#\[\]{}]++|.""", re.DOTALL)


class Header(NamedTuple):
    """`[path]`, or `[[path]]` whose path ends in a number. `start` and `end`: of all its brackets."""

    path: Path
    start: int
    end: int

    @property
    def is_array(self) -> bool:
        """Whether it begins an element of an array of tables."""
        return isinstance(self.path[-1], int)


class Pair(NamedTuple):
    """`key = value`. `start`: of the key; `value`, `end`: where the value begins and ends.

    `table`: the index of the header it stands under, ROOT before the first; `parent`: the index of
    the pair whose inline table it stands in, ROOT outside of any.
    """

    path: Path
    start: int
    value: int
    end: int
    table: int
    parent: int


class TomlPlaces(NamedTuple):
    """The headers and pairs of a text, in order; an inline table comes before what stands in it."""

    headers: tuple[Header, ...]
    pairs: tuple[Pair, ...]


class NotUnderstood(ValueError):
    """The text is not what a parser would have accepted."""


def find_places(text: str, inside: str) -> TomlPlaces:
    """The places in `text` (without a byte order mark).

    Inline tables are looked into only below the key `inside` at the top. Raises NotUnderstood.
    """
    finder = _Finder(text, inside)
    finder.run()
    return TomlPlaces(tuple(finder.headers), tuple(finder.pairs))


class _Finder:
    def __init__(self, text: str, inside: str) -> None:
        self._text, self._inside = text, inside
        self._counts: dict[Path, int] = {}  # of the elements of each array of tables
        self._table: Path = ()
        self.headers: list[Header] = []
        self.pairs: list[Pair] = []

    def run(self) -> None:
        at = _end_of(_GAP, self._text, 0)
        while at < len(self._text):
            at = self._header(at) if self._text[at] == "[" else self._pair(at, self._table, ROOT)
            at = _end_of(_GAP, self._text, at)

    def _header(self, start: int) -> int:
        is_array = self._text.startswith("[[", start)
        brackets = 2 if is_array else 1
        keys, at = self._keys(start + brackets)
        if not self._text.startswith("]" * brackets, at):
            raise NotUnderstood(at)
        self._table = self._element(keys) if is_array else self._resolved(keys)
        self.headers.append(Header(self._table, start, at + brackets))
        return at + brackets

    def _element(self, keys: list[str]) -> Path:
        array = (*self._resolved(keys[:-1]), keys[-1])
        self._counts[array] = self._counts.get(array, 0) + 1
        return (*array, self._counts[array] - 1)

    def _resolved(self, keys: list[str]) -> Path:
        """What is meant below an array of tables is its latest element."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return path

    def _pair(self, start: int, table: Path, parent: int) -> int:
        keys, at = self._keys(start)
        if not self._text.startswith("=", at):
            raise NotUnderstood(at)
        value = _end_of(_BLANK, self._text, at + 1)
        path = (*table, *keys)
        number = len(self.pairs)
        self.pairs.append(Pair(path, start, value, value, len(self.headers) - 1, parent))
        end = self._value(value, path, number)
        self.pairs[number] = self.pairs[number]._replace(end=end)
        return end

    def _keys(self, at: int) -> tuple[list[str], int]:
        keys = []
        while True:
            match = _KEY.match(self._text, at)
            if match is None:
                raise NotUnderstood(at)
            keys.append(_decoded(match[1]))
            at = match.end()
            if not self._text.startswith(".", at):
                return keys, at
            at += 1

    def _value(self, at: int, path: Path, number: int) -> int:
        first = self._text[at : at + 1]
        if first in {"'", '"'}:
            return _end_of(_STRING, self._text, at)
        if first == "{" and path[0] == self._inside:
            return self._inline_table(at, path, number)
        if first and first in "[{":
            return self._nested(at)
        match = _SCALAR.match(self._text, at)
        if match is None:
            raise NotUnderstood(at)
        return at + len(match[0].rstrip(" \t"))

    def _inline_table(self, start: int, path: Path, number: int) -> int:
        at = _end_of(_GAP, self._text, start + 1)
        while not self._text.startswith("}", at):
            at = self._pair(at, path, number)
            at = _end_of(_GAP, self._text, at)
            if self._text.startswith(",", at):
                at = _end_of(_GAP, self._text, at + 1)
        return at + 1

    def _nested(self, start: int) -> int:
        """The end of an array or an inline table, nobody looking into it."""
        depth, at = 0, start
        while at < len(self._text):
            match = _NESTED.match(self._text, at)
            if match is None:
                break
            at = match.end()
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
            if depth == 0:
                return at
        raise NotUnderstood(at)


_BLANK = re.compile(r"[ \t]*+")


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    if match is None:
        raise NotUnderstood(at)
    return match.end()


def _decoded(raw: str) -> str:
    if raw[0] == '"' and "\\" in raw:
        return _unescaped(raw)
    return raw[1:-1] if raw[0] in "\"'" else raw


@cache
def _unescaped(raw: str) -> str:
    import tomllib

    try:
        return next(iter(tomllib.loads(f"{raw} = 0")))
    except tomllib.TOMLDecodeError as error:
        raise NotUnderstood(raw) from error


def leaves(places: TomlPlaces, text: str, top: str) -> Iterator[Pair]:
    """The pairs below the key `top` that are no inline tables themselves, in order."""
    for pair in places.pairs:
        if pair.path[0] == top and not text.startswith("{", pair.value):
            yield pair
