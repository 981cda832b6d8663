"""The write-time scan: what newt refuses to store, as rules, findings and repairs. Pure.

Notes go word for word into the agent's instructions, so a poisoned note would be a lasting one.
Every text to be stored passes here first; one hit refuses it. Rules are tried in the order of
`RULES`, and each takes time linear in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from newt_gui.core.characters import HIDDEN_RANGES, code_point_name
from newt_gui.core.errors import ScanRejected

if TYPE_CHECKING:
    import re

__all__ = ["RULES", "Finding", "Rule", "ScanRejected", "find_all", "scan_note"]


class Finding(NamedTuple):
    """One hit. `start` and `end` are offsets in code points; `text` is what stands between them.

    `why` is a plain sentence. `repair` is the text to put in the span, or None where only
    rephrasing helps.
    """

    rule: str
    start: int
    end: int
    text: str
    why: str
    repair: str | None


class Rule(NamedTuple):
    """One check. `spans` gives (start, end) of every hit, ascending and apart from each other.

    `why` makes the sentence from the matched text and its offset; `repair` makes the replacement
    from the whole text and the span.
    """

    id: str
    spans: Callable[[str], Iterator[tuple[int, int]]]
    why: Callable[[str, int], str]
    repair: Callable[[str, int, int], str | None]


def find_all(text: str, base: int = 0) -> list[Finding]:
    """Every finding, in rule order and then by place; empty exactly when `scan_note` passes.

    `base`: code points to add to each offset, where `text` is a piece of something longer.
    """
    return list(_findings(text, base))


def scan_note(text: str) -> None:
    """Pass, or raise ScanRejected with the first finding of `find_all`; looks no further than that."""
    for finding in _findings(text, 0):
        raise ScanRejected((finding,))


def _findings(text: str, base: int) -> Iterator[Finding]:
    for rule in RULES:
        for start, end in rule.spans(text):
            matched, offset = text[start:end], base + start
            why, repair = rule.why(matched, offset), rule.repair(text, start, end)
            yield Finding(rule.id, offset, base + end, matched, why, repair)


@cache
def _hidden_run() -> re.Pattern[str]:
    import re

    return re.compile("[" + "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in HIDDEN_RANGES) + "]+")


def _hidden_spans(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _hidden_run().finditer(text))


_name = lru_cache(maxsize=256)(code_point_name)  # a text can hold thousands of the same


def _why_hidden(matched: str, offset: int) -> str:
    name = _name(matched[0])
    if matched == "\r":
        return f"{name} at offset {offset} is an old kind of line end; newt accepts the plain line feed only."
    if len(matched) == 1:
        return f"{name} at offset {offset} can't be seen; newt refuses this character, also in ordinary use."
    return (
        f"{len(matched)} characters from offset {offset} on can't be seen, the first is {name}; "
        "newt refuses such characters, also in ordinary use."
    )


def _repair_hidden(text: str, start: int, end: int) -> str:
    """The CR of a CRLF goes, a lone CR becomes LF, anything else goes (of joined emoji the parts stay)."""
    run = text[start:end]
    if text[end : end + 1] == "\n":
        run = run.removesuffix("\r")
    return "\n" * run.count("\r")


RULES: tuple[Rule, ...] = (Rule("invisible-unicode", _hidden_spans, _why_hidden, _repair_hidden),)
