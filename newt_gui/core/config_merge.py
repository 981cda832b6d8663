"""Laying a project's configuration over the base, by newt's rules. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

# Keys that grant authority: taken neither from an overlay nor from a workspace's own newt.toml.
AUTHORITY_KEYS = frozenset(
    {
        "backends",
        "crews",
        "default_backend",
        "dgx",
        "discovery",
        "lifecycle",
        "loadouts",
        "network",
        "providers",
        "scratch",
        "shell",
        "tui",
    }
)

_LARGEST = 2**63 - 1  # what TOML's integers can hold
_WORDS = {
    "disclosure": ("frozen", "index"),
    "provider": ("rolling_window", "token_budget", "summarizing"),
}
_MOST = {"window": _LARGEST, "context_tokens": 2**32 - 1, "note_nudge_interval": _LARGEST}


class WrongType(NamedTuple):
    """A value that newt can't take. `keys`: where; `expected`: as ConfigProblem has it."""

    keys: tuple[str, ...]
    expected: str


def without_authority(table: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The table without the keys that grant authority, and which of them it held, in order."""
    dropped = tuple(sorted(AUTHORITY_KEYS & table.keys()))
    return {key: value for key, value in table.items() if key not in AUTHORITY_KEYS}, dropped


def appends(overlay: Mapping[str, Any], base: Mapping[str, Any]) -> bool:
    """Whether arrays of the overlay are added to those of the base: the overlay says, else the base."""
    for table in (overlay, base):
        merge = table.get("merge")
        rule = merge.get("arrays") if isinstance(merge, dict) else None
        if rule in ("append", "replace"):
            return bool(rule == "append")
    return False


def merge(base: Any, overlay: Any, append: bool) -> Any:
    """`overlay` over `base`: tables are merged, all else is replaced, arrays maybe added."""
    if isinstance(base, dict) and isinstance(overlay, dict):
        both = {key: merge(base[key], overlay[key], append) for key in base.keys() & overlay.keys()}
        return {**base, **overlay, **both}
    if append and isinstance(base, list) and isinstance(overlay, list):
        return [*base, *overlay]
    return overlay


def wrong_type(memory: Any) -> WrongType | None:
    """The first value of [memory] that newt can't take, or None. What newt does not know passes."""
    if not isinstance(memory, dict):
        return WrongType((), "table")
    for key, value in memory.items():
        expected = _expected(key)
        if expected and not _fits(key, value):
            return WrongType((key,), expected)
    return None


def _expected(key: str) -> str:
    if key == "soul_file":
        return "string"
    if key == "extract_notes_on_close":
        return "boolean"
    return "integer" if key in _MOST else "|".join(_WORDS.get(key, ()))


def _fits(key: str, value: Any) -> bool:
    if key == "soul_file":
        return isinstance(value, str)
    if key == "extract_notes_on_close":
        return isinstance(value, bool)
    if key in _MOST:
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST[key]
    return isinstance(value, str) and value in _WORDS[key]
