"""The scan's rules about Markdown pictures and links that carry text to somebody. Pure.

Imported only for a text that holds the pieces of such a link. A link is looked for from its "](":
its opening bracket is the last one behind the "]" before, and where addresses run into each other
their common end is looked for once. So each rule takes time linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from newt_gui.core.characters import WHITE_SPACE


def spans(rule: str, folded: str) -> Iterator[tuple[int, int]]:
    """(start, end) in code points of each hit of the rule, ascending and apart."""
    opening, latest_start = _KINDS[rule]
    done, end, latest = 0, -1, -1
    for middle in _link_middle().finditer(folded):
        bracket, start = middle.span()
        before = max(done, folded.rfind("]", done, bracket) + 1)
        link = folded.rfind(opening, before, bracket)
        if link < 0:
            continue
        if start > end:
            end = _address_end(folded, start)
            latest = latest_start(folded, start, end) if folded.startswith(")", end) else -1
        if start <= latest:
            done = end + 1
            yield link, done


def _address_end(folded: str, start: int) -> int:
    after = _after_address().search(folded, start)
    return after.start() if after else len(folded)


# What follows "://" is at folded[start:end]. How far to the right could it begin and still be refused?


def _latest_with_query(folded: str, start: int, end: int) -> int:
    """Of a picture: with a "?" that has at least one character on either side; negative: it is fine."""
    return folded.rfind("?", start + 1, end - 1) - 1


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
def _after_address() -> re.Pattern[str]:
    return re.compile(f"[){_SPACE}]")


@cache
def _last_secret() -> re.Pattern[str]:
    """From the start of an address to the last such word: the run gives back what it took too much."""
    words = r"\{|%7b|secret|token|api_?key|passw|credential|bearer"
    return re.compile(f"[^){_SPACE}]*({words})")
