"""One configuration file as it is read: what it says, where, and what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from newt_gui.core import toml_places
from newt_gui.core.config_model import ConfigProblem, MemorySetting, ProblemKind
from newt_gui.core.reading import Reading, read_up_to

READ_LIMIT = 4 << 20  # bytes; a larger file would take longer than anybody waits
MARK = b"\xef\xbb\xbf"  # a byte order mark; newt's parser passes over it

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_DEEPEST = 500  # parts of a dotted key; newt's parser takes fewer
_DEEP = re.compile(
    r"""(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)""" + f"{{{_DEEPEST}}}",
)

MEMORY = "memory"
KeyPath = tuple[str, ...]


class Loaded(NamedTuple):
    """`table`: all that the file says, None where it can't be used, and then there is a `problem`.

    `settings`: the values below [memory] by their keys, "memory" left out; `offsets`: where in `text`
    (that of the file, without a byte order mark) every key at or below "memory" begins, in code points.
    """

    reading: Reading
    table: dict[str, Any] | None
    problem: ConfigProblem | None
    text: str
    settings: dict[KeyPath, MemorySetting]
    offsets: dict[toml_places.Path, int]

    def place_of(self, keys: KeyPath) -> tuple[int, int, int] | tuple[None, None, None]:
        """(line, column, offset in bytes) of a key; three times None where that is not known."""
        if keys not in self.offsets:
            return None, None, None
        before = self.text[: self.offsets[keys]]
        return (*line_column(before), len(before.encode("utf-8")) + _mark_length(self.reading.data))


def load(path: Path) -> Loaded:
    """Read and parse the file at `path`; never raises for what is there."""
    return loaded(read_up_to(path, READ_LIMIT + 1))


def loaded(reading: Reading) -> Loaded:
    """Parse what was read; never raises."""
    if reading.obstacle is not None:
        reason = reading.detail or reading.obstacle.value
        return _failed(reading, ConfigProblem(ProblemKind.UNREADABLE, reason))
    if len(reading.data) > READ_LIMIT:
        return _failed(reading, ConfigProblem(ProblemKind.TOO_LARGE, "it is too large to be looked at"))
    skipped = _mark_length(reading.data)
    try:
        text = reading.data[skipped:].decode("utf-8")
        table = parse(text)
        places = toml_places.find_places(text, MEMORY)
    except UnicodeDecodeError as error:
        return _failed(reading, _not_utf8(reading.data[skipped:], error.start, skipped))
    except (ValueError, RecursionError) as error:
        return _failed(reading, _syntax(text, error, skipped))
    settings = _settings(reading.path, text, table, places)
    return Loaded(reading, table, None, text, settings, _offsets(places))


def parse(text: str) -> dict[str, Any]:
    """The tables of a text without a byte order mark. Raises ValueError or RecursionError."""
    import tomllib

    if text.count(".") >= _DEEPEST and _DEEP.search(text):  # the parser would take minutes
        raise RecursionError
    return tomllib.loads(text)


def _mark_length(data: bytes) -> int:
    return len(MARK) if data.startswith(MARK) else 0


def _failed(reading: Reading, problem: ConfigProblem) -> Loaded:
    return Loaded(reading, None, problem, "", {}, {})


def _not_utf8(data: bytes, start: int, skipped: int) -> ConfigProblem:
    line, column = line_column(data[:start].decode("utf-8"))
    return ConfigProblem(ProblemKind.NOT_UTF8, "it is not UTF-8", line, column, start + skipped)


def _syntax(text: str, error: ValueError | RecursionError, skipped: int) -> ConfigProblem:
    if isinstance(error, RecursionError):
        return ConfigProblem(ProblemKind.SYNTAX, "values are nested too deeply")
    message = str(error)
    place = _PLACE.search(message)
    if place is None:
        return ConfigProblem(ProblemKind.SYNTAX, message)
    reason = message[: place.start()]
    if place[1] is None:
        before = text
    else:
        # Lines as the parser counts them: it takes CR LF for LF, which moves no column.
        lines = text.split("\n")[: int(place[1])]
        before = "\n".join([*lines[:-1], lines[-1][: int(place[2]) - 1]])
    line, column = line_column(before)
    return ConfigProblem(ProblemKind.SYNTAX, reason, line, column, len(before.encode("utf-8")) + skipped)


def line_column(before: str) -> tuple[int, int]:
    """Where a text ends: line and column, 1-based, the column in code points."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def _offsets(places: toml_places.TomlPlaces) -> dict[toml_places.Path, int]:
    found: dict[toml_places.Path, int] = {}
    spots = [(header.path, header.start) for header in places.headers]
    spots += [(pair.path, pair.start) for pair in places.pairs]
    for path, start in spots:
        if path[0] == MEMORY:
            found.setdefault(path, start)
            found.setdefault(path[:2], start)
            found.setdefault(path[:1], start)
    return found


def _settings(
    path: Path, text: str, table: dict[str, Any], places: toml_places.TomlPlaces
) -> dict[KeyPath, MemorySetting]:
    found: dict[KeyPath, MemorySetting] = {}
    line, counted = 1, 0
    for pair in toml_places.leaves(places, text, MEMORY):
        line, counted = line + text.count("\n", counted, pair.start), pair.start
        keys = tuple(key for key in pair.path[1:] if isinstance(key, str))
        if not keys or len(keys) != len(pair.path) - 1:  # memory = 5, or an element of [[memory]]
            continue
        found[keys] = MemorySetting(shown_key(keys), value_at(table, (MEMORY, *keys)), path, line)
    return found


def value_at(table: dict[str, Any], keys: KeyPath) -> Any:
    """What stands at the end of the keys. KeyError where nothing does."""
    value: Any = table
    for key in keys:
        if not isinstance(value, dict):
            raise KeyError(key)
        value = value[key]
    return value


def shown_key(keys: KeyPath) -> str:
    """The keys as TOML has them, dotted, those with other than plain characters in quotes."""
    return ".".join(key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key) for key in keys)


def _quoted(key: str) -> str:
    import json

    return json.dumps(key, ensure_ascii=False)
