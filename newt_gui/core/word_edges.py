"""Where a word begins and ends in any script. Pure.

Word characters are those with the Unicode property Alphabetic, marks, decimal digits, connecting
punctuation, U+200C and U+200D. `\\b` of `re` knows only some of them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regex import Pattern


def begins_word(text: str, start: int) -> bool:
    """Whether no word character stands before the offset (code points)."""
    return start == 0 or not is_word_character(text[start - 1])


def ends_word(text: str, end: int) -> bool:
    """Whether no word character stands at the offset (code points)."""
    return end == len(text) or not is_word_character(text[end])


def is_word_character(ch: str) -> bool:
    """Whether the one character can be a part of a word."""
    if ch.isascii():
        return ch.isalnum() or ch == "_"
    return _is_word_character(ch)


@lru_cache(maxsize=1024)
def _is_word_character(ch: str) -> bool:
    return _word_character().match(ch) is not None


@cache
def _word_character() -> Pattern[str]:
    import regex  # it takes longer than a whole scan, and only odd neighbours need it

    return regex.compile(r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]")
