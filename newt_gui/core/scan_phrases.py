"""The scan's rules about words: signs of chat programs, headers, orders to the agent. Pure.

Imported only for a text that holds the pieces of such a phrase. Each rule takes time linear in the
text: runs of white space are possessive, and nothing optional stands before the first letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from newt_gui.core.characters import WHITE_SPACE
from newt_gui.core.word_edges import begins_word, ends_word


class Phrase(NamedTuple):
    """A pattern over the folded text, and what else must be so.

    `is_hit` is asked with the text, the place up to which it was looked through before, and the
    start and end of a match.
    """

    pattern: str
    is_hit: Callable[[str, int, int, int], bool]


def spans(rule: str, text: str, folded: str) -> Iterator[tuple[int, int]]:
    """(start, end) in code points of each hit of the rule, ascending and apart.

    No match holds the beginning of another one, so that one which is no hit hides none.
    """
    pattern, is_hit = _PHRASES[rule]
    before = 0
    for match in _compiled(pattern).finditer(folded):
        start, end = match.span()
        if is_hit(text, before, start, end):
            yield start, end
        before = end


_compiled = cache(re.compile)


def _anywhere(text: str, before: int, start: int, end: int) -> bool:
    return True


def _begins_word(text: str, before: int, start: int, end: int) -> bool:
    return begins_word(text, start)


def _is_word(text: str, before: int, start: int, end: int) -> bool:
    return begins_word(text, start) and ends_word(text, end)


def _leads_line(text: str, before: int, start: int, end: int) -> bool:
    """Whether only white space stands between the beginning of some line and the match.

    `before` ends with something visible, so nothing in front of it matters.
    """
    line = text.rfind("\n", before, start)
    return (line >= 0 or not before) and not text[max(line, 0) : start].strip(WHITE_SPACE)


_SPACE = f"[{re.escape(WHITE_SPACE)}]"
_SPACE_IN_LINE = f"[{re.escape(WHITE_SPACE.replace(chr(10), ''))}]"
_AT_LINE_END = rf"(?={_SPACE_IN_LINE}*+(?:\n|\Z))"


def _words(pattern: str) -> str:
    """The pattern with each space standing for a run of white space; "_" stands for one space."""
    return pattern.replace(" ", f"{_SPACE}++").replace("_", " ")


_PHRASES = {
    "role-header": Phrase(f"system{_SPACE}*+:", _leads_line),
    "chatml-token": Phrase(r"<\|im_(?:start|end)\|>", _anywhere),
    "inst-wrapper": Phrase(r"\[/?inst\]", _anywhere),
    "llama-sys-wrapper": Phrase("<</?sys>>", _anywhere),
    "alpaca-header": Phrase(
        f"##{{0,5}}+{_SPACE}*+(?:instructions?|response|system)(?:{_SPACE}*+:{_AT_LINE_END})?{_AT_LINE_END}",
        _leads_line,
    ),
    "ignore-previous": Phrase(
        _words(
            "ignore (?:(?:all|any) )?(?:previous|prior|above|earlier|preceding) "
            "(?:instruction|direction|prompt|rule|message)s?"
        ),
        _begins_word,
    ),
    "disregard-override": Phrase(
        _words(
            "disregard (?:(?:all|any) )?(?:your|previous|prior|above|earlier) "
            "(?:(?:instruction|direction|prompt|rule|guideline)s?|training)"
        ),
        _begins_word,
    ),
    "new-instructions": Phrase(_words("your (?:(?:new|real|true) )?instructions are"), _is_word),
    "forget-everything": Phrase(
        _words("forget (?:everything|all) (?:above|before|prior|previous|earlier)"), _is_word
    ),
    "concealment": Phrase(
        _words("(?:do_not|don't|dont|never) (?:tell|inform|alert|notify) the user"), _is_word
    ),
}
