"""The scan's rules about Markdown pictures and links that carry text to somebody. Pure.

Imported only for a text that holds the pieces of such a link. A link is looked for from its "](":
its opening bracket is the last one behind the "]" before, and addresses that run into each other are
gone through once. So each rule takes time linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from newt_gui.core.characters import WHITE_SPACE


def spans(rule: str, folded: str) -> Iterator[tuple[int, int]]:
    """(start, end) in code points of each hit of the rule, ascending and apart."""
    done = 0
    for target in _targets(folded):
        if target["closed"]:
            start = _hit_start(rule, folded, done, target)
            if start >= 0:
                done = target.end()
                yield start, done


def _targets(folded: str) -> Iterator[re.Match[str]]:
    target = _target().search(folded)
    while target is not None:
        yield target
        # With white space behind it, a last "](" can begin a target of its own.
        inner = not target["closed"] and target["address"].endswith("](")
        target = _target().search(folded, target.end() - 2 if inner else target.end())


def _hit_start(rule: str, folded: str, done: int, target: re.Match[str]) -> int:
    """Where the link with this target begins, at `done` or after it; -1 if it is none or a harmless one.

    Another link can begin in the address; it ends where this one would.
    """
    opening, latest_start = _KINDS[rule]
    start = _opening(opening, folded, done, target.start())
    address, end = target.span("address")
    if start < 0 and folded.find("](", address, end) < 0:
        return -1
    latest = latest_start(folded, address, end)
    if address > latest:
        return -1
    inner = _link_middle().finditer(folded, address, latest) if start < 0 else ()
    for middle in inner:
        start = _opening(opening, folded, done, middle.start())
        if start >= 0:
            break
    return start


def _opening(opening: str, folded: str, done: int, bracket: int) -> int:
    """The last opening between the "]" before (or `done`) and the one at `bracket`; -1: there is none."""
    return folded.rfind(opening, max(done, folded.rfind("]", done, bracket) + 1), bracket)


# What follows "://" is at folded[start:end]. How far to the right could it begin and still be refused?


def _latest_with_query(folded: str, start: int, end: int) -> int:
    """Of a picture: with a "?" that has at least one character on either side; negative: it is fine."""
    return folded.rfind("?", start, end - 1) - 1


def _latest_with_secret(folded: str, start: int, end: int) -> int:
    """Of a link: the last "?" before a secret's name or a blank to fill in; negative: it is fine."""
    last = _last_secret().match(folded, start, end)
    return folded.rfind("?", start, last.start(1)) if last else -1


_Kind = tuple[str, Callable[[str, int, int], int]]
_KINDS: dict[str, _Kind] = {
    "md-image-exfil": ("![", _latest_with_query),
    "md-link-exfil": ("[", _latest_with_secret),
}
_SPACE = re.escape(WHITE_SPACE)


@cache
def _link_middle() -> re.Pattern[str]:
    return re.compile(rf"\]\([{_SPACE}]*+https?://")


@cache
def _target() -> re.Pattern[str]:
    """`address` is what follows "://", up to ")" or white space; `closed` is that ")", if it is there.

    It matches without one too, so that no address is gone through again from a link inside of it.
    """
    return re.compile(rf"{_link_middle().pattern}(?P<address>[^){_SPACE}]*+)(?P<closed>\)?)")


@cache
def _last_secret() -> re.Pattern[str]:
    """From the start of an address to the last such word: the run gives back what it took too much."""
    words = r"\{|%7b|secret|token|api_?key|passw|credential|bearer"
    return re.compile(f"[^){_SPACE}]*({words})")
