"""The app's own options: one table of key, default and validator, kept in one TOML file.

A person may edit that file, so comments and keys that this program doesn't know stay. A value that
isn't valid counts as its default and stays in the file until it is set anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from newt_gui.core import files
from newt_gui.core.errors import FileUnreadable
from newt_gui.core.file_trouble import move_unless_taken, told_as_save_failed

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

MAX_RECENT = 10


class Option(NamedTuple):
    """One option: its default, and whether a value is one that it can have."""

    default: object
    valid: Callable[[object], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value  # no path and no name can hold that one


def _one_of(*names: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in names


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number_between(first: int, last: int) -> Callable[[object], bool]:
    return lambda value: _is_number(value) and value in range(first, last + 1)


def _list_of(valid: Callable[[object], bool], longest: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and len(value) <= longest and all(map(valid, value))


OPTIONS: dict[str, Option] = {
    "newt_home": Option("", _is_text),
    "workspace": Option("", _is_text),
    "recent_workspaces": Option([], _list_of(_is_text, MAX_RECENT)),
    "theme": Option("system", _one_of("system", "light", "dark")),
    "editor_font": Option("body", _one_of("monospace", "body")),
    "zoom": Option(0, _number_between(-5, 10)),
    "geometry": Option("", _is_text),
    "splitter": Option([], _list_of(_number_between(0, 100_000), 16)),
    "soul_splitter": Option([], _list_of(_number_between(0, 100_000), 2)),
    "recall_splitter": Option([], _list_of(_number_between(0, 100_000), 2)),
}


class Settings:
    """The options in the file at `path`, read once here. A missing file means all defaults.

    `load_problem`: why the file could not be used, in plain words, or None. Such a file is kept:
    it is moved aside when an option is next set.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.load_problem: str | None = None
        self._values: dict[str, object] = {}
        try:
            self._values = _parse(_read(path))
        except (FileUnreadable, ValueError, RecursionError) as error:
            self.load_problem = _in_words(path, error)

    def get(self, key: str) -> Any:
        """The value of the option, or its default. KeyError for a key that is not in OPTIONS."""
        option = OPTIONS[key]
        value = self._values.get(key, option.default)
        value = value if option.valid(value) else option.default
        return list(value) if isinstance(value, list) else value

    def set(self, key: str, value: object) -> None:
        """Keep the value and write the file at once, if that changes it.

        ValueError for a value that the option can't have. SaveFailed where it can't be written;
        the value counts until the program ends even so, and so does one that TOML can't hold.
        """
        if not OPTIONS[key].valid(value):
            raise ValueError(f"{value!r} is not a value of {key}")
        self._values[key] = list(value) if isinstance(value, list) else value
        document = self._document()
        current = document.unwrap().get(key)
        if OPTIONS[key].valid(current) and current == value:
            return
        document[key] = value
        try:
            data = document.as_string().encode()
        except UnicodeEncodeError:  # a path whose name is not Unicode: TOML has no way to say it
            return
        files.write_own(self.path, data)

    def _document(self) -> TOMLDocument:
        """What the file holds now (another window may have written it), or an empty document."""
        import tomlkit

        try:
            text = _read(self.path)
            _parse(text)
            return tomlkit.parse(text)
        except (FileUnreadable, ValueError, RecursionError):
            self._move_aside()
            return tomlkit.document()

    def _move_aside(self) -> None:
        """Keep the file as it is under the first free name beside it."""
        number = 1
        with told_as_save_failed(self.path):
            while not move_unless_taken(self.path, _broken_name(self.path, number)):
                number += 1
        self.load_problem = None


def _read(path: Path) -> str:
    data = files.read_file(path).data
    return files.decode(data or b"").removeprefix("\ufeff")


def _parse(text: str) -> dict[str, object]:
    if not text:
        return {}
    import tomllib

    return tomllib.loads(text)


def _in_words(path: Path, error: Exception) -> str:
    reason = error.why if isinstance(error, FileUnreadable) else f"The reason: {error}."
    return (
        f"The options in {path} could not be used, so the usual ones are in force. {reason} "
        "The file is kept as it is; the next change of an option moves it aside and begins a new one."
    )


def _broken_name(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.broken" + (f"-{number}" if number > 1 else ""))
