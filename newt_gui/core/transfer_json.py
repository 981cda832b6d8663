"""Notes in JSON: a list of texts, or of objects with a "text". Pure.

Every odd file gets a sentence; what else an object holds, its "id" included, counts for nothing.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple, NoReturn

from newt_gui.core.errors import UserFacingError


class BrokenJson(UserFacingError):
    """A file is no JSON. `name`; `line` and `column`: 1-based, where it breaks off; `reason`."""

    what_template = "{name} is broken: it can't be read as JSON."
    why_template = "Line {line}, column {column}: {reason}."
    hint_template = "Mend that place, or export the notes once more."

    def __init__(self, name: str, line: int, column: int, reason: str) -> None:
        self.name, self.line, self.column, self.reason = name, line, column, reason
        super().__init__(name=name, line=line, column=column, reason=reason)


class NotAList(UserFacingError):
    """A JSON file holds something else than notes. `name`; `reason`: a sentence that names the place."""

    what_template = "The notes in {name} can't be made out."
    why_template = "{reason}"
    hint_template = 'A list of notes looks like this: [{{"id": 1, "text": "…"}}]'

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(name=name, reason=reason)


class _Object(NamedTuple):
    """A JSON object as it is written, names that stand twice included."""

    pairs: list[tuple[str, Any]]


class _NoNumber(Exception):
    """NaN or Infinity, which Python would take for JSON."""


def texts_of(text: str, name: str) -> list[str]:
    """The texts of the list that `text` is, as they stand there. `name` is for the errors.

    Raises BrokenJson and NotAList.
    """
    items = _load(text, name)
    if not isinstance(items, list):
        raise NotAList(name, "The whole of it should be a list: it begins with “[” then.")
    return [_text_of(item, at, name) for at, item in enumerate(items, start=1)]


def _load(text: str, name: str) -> Any:
    try:
        # Numbers are of no interest, and Python refuses to convert those of thousands of digits.
        return json.loads(
            text,
            object_pairs_hook=_Object,
            parse_int=_ignored,
            parse_float=_ignored,
            parse_constant=_refuse,
        )
    except json.JSONDecodeError as error:
        raise BrokenJson(name, error.lineno, error.colno, _plain(error.msg)) from error
    except _NoNumber as error:
        raise NotAList(name, f"It holds “{error}”, which is no number in JSON.") from error
    except RecursionError as error:
        raise NotAList(name, "Its lists and objects stand too deep within each other.") from error


def _ignored(_digits: str) -> None:
    return None


def _refuse(constant: str) -> NoReturn:
    raise _NoNumber(constant)


def _text_of(item: Any, at: int, name: str) -> str:
    found = _said(item, at, name)
    try:
        found.encode()
    except UnicodeEncodeError as error:
        reason = (
            f"Item {at} holds half of a character, \\u{ord(found[error.start]):04x}, at {error.start + 1}."
        )
        raise NotAList(name, reason) from error
    return found


def _said(item: Any, at: int, name: str) -> str:
    if isinstance(item, str):
        return item
    if not isinstance(item, _Object):
        raise NotAList(name, f"Item {at} is neither a text nor an object with a “text”.")
    texts = [value for key, value in item.pairs if key == "text"]
    if len(texts) != 1:
        reason = f"Item {at} has “text” twice." if texts else f"Item {at} has no “text”."
        raise NotAList(name, reason)
    if not isinstance(texts[0], str):
        raise NotAList(name, f"The “text” of item {at} is no text; it should stand in quotation marks.")
    return texts[0]


_REASONS = {
    "Expecting value": "a value is missing",
    "Expecting property name enclosed in double quotes": "a name in quotation marks is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting ',' delimiter": "a comma is missing",
    "Extra data": "there is something behind the end",
    "Unterminated string starting at": "a text begins here and has no end",
    "Invalid control character at": "a text holds a line break or another control character",
    "Invalid \\escape": "a backslash stands before a letter that it can't stand before",
    "Invalid \\uXXXX escape": "a “\\u” needs four digits behind it",
    "Illegal trailing comma before end of array": "there is a comma behind the last item",
    "Illegal trailing comma before end of object": "there is a comma behind the last name",
}


def _plain(message: str) -> str:
    """What Python's parser says, in words for people."""
    message = message.removesuffix(": ").rstrip()
    return _REASONS.get(message, message[:1].lower() + message[1:])
