"""How alike two texts are, whatever their language. Pure.

A text is first made plain: lower case, without punctuation, list markers, hidden characters and the
prefixes that newt puts before a note. What is left is cut into words, and scripts that write no
spaces (Chinese, Japanese, Thai and the like) into single characters. Two measures are taken of it:

- words: the words and the pairs of neighbouring words that both texts have, as a share of those
  that either has. Pairs keep "Anna asks Ben" apart from "Ben asks Anna", and make short texts strict.
- letters: the same for all pieces of three letters, for short texts only, where a slip of the
  keyboard spoils a large part of the words.

Two texts are alike where they are the same when made plain, or where one of the shares reaches its
bound and nothing stands against it. Where each has a number that the other lacks ("port 8080", "port
8081"), they are two facts; so they are where a short text has another word in the place of one ("…
and say hi", "… and delete it"), unless that is only a slip of the keyboard or another ending. The
bounds are those that part the pairs in the tests best.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from newt_gui.core.characters import WHITE_SPACE, is_hidden

WORDS_BOUND, LETTERS_BOUND = 0.75, 0.8
STRICT_WORDS_BOUND, STRICT_LETTERS_BOUND = 0.86, 0.9
SHORT = 24
"""In characters of the plain text: where either text is shorter, the strict bounds hold."""
LONGEST_FOR_LETTERS = 160
"""In characters of the plain text."""
LONGEST_FOR_SWAPS = 80
"""In characters of the plain text: where either is shorter, a word in the place of another one counts."""
LONGEST = 1 << 14
"""In code points: larger texts are like nothing but their equals. newt's whole budget is 2,200 bytes."""

_CONVENTION = re.compile(r"(?:\(auto-extracted\) )?(?:(?:user|project):)?")
_MARKER = re.compile(r"^[ \t]*(?:(?:[-*•‣▪◦]|#{1,6}|\[[ xX]\])[ \t]+)+", re.MULTILINE)
_FACTS = frozenset("0123456789²³<>=+−±#%$€£¥")
_MINUS = re.compile(r"(?<![\w)])-(?=\d)")
_IDLE_POINT = re.compile(r"[,:](?![0-9])|(?<![0-9])[,:]|\.(?![0-9a-z])|(?<![0-9a-z])\.")
_NO_SPACES = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff"  # kana, Han
    "\U00020000-\U0003ffff"
)
_WORD = re.compile(f"[{_NO_SPACES}]|[^ {_NO_SPACES}]+")


class Features(NamedTuple):
    """What is compared of one text. Members of the sets are hashes, good within one run of the program.

    `plain`: the text made plain. `words`: its words and pairs of words, `weight`: how much they tell
    together; `letters`: pieces of three letters, none for a text that is not short; `numbers`: words
    that hold a digit or a sign.
    """

    plain: str
    words: frozenset[int]
    letters: frozenset[int]
    numbers: frozenset[str]
    weight: float


def plain(text: str) -> str:
    """`text` made plain (see above); what holds nothing but punctuation stays as it is, less its spaces."""
    text = _CONVENTION.sub("", text, count=1)
    text = _MINUS.sub("−", _MARKER.sub("", text))
    words = _IDLE_POINT.sub(" ", _composed(text).casefold().translate(_table()))
    bare = (word.lstrip("#") for word in words.split(" "))
    return " ".join(filter(None, bare)) or "".join(text.split())


def features(text: str) -> Features:
    """Everything about a text that is compared; takes time linear in the text."""
    if len(text) > LONGEST:
        return Features(text, frozenset(), frozenset(), frozenset(), 0.0)
    shown = plain(text)
    words = words_of(shown)
    weighted = weights(words)
    short = shown if len(shown) <= LONGEST_FOR_LETTERS else ""
    spaced = f" {short} "
    return Features(
        plain=shown,
        words=frozenset(weighted),
        letters=frozenset(hash(spaced[at : at + 3]) for at in range(len(short))),
        numbers=frozenset(word for word in words if not _FACTS.isdisjoint(word)),
        weight=sum(weighted.values()),
    )


def words_of(plain_text: str) -> list[str]:
    """The words of a plain text in their order; single characters where a script has no spaces."""
    return _WORD.findall(plain_text)


def weights(words: list[str]) -> dict[int, float]:
    """The words and the pairs of neighbours among them, as hashes, and how much each of them tells."""
    tells = [_weight(word) for word in words]
    found = dict(zip(map(hash, words), tells, strict=True))
    pairs = zip(map(hash, pairwise(words)), tells, tells[1:], strict=False)
    found.update((pair, (one + other) / 2) for pair, one, other in pairs)
    return found


def _weight(word: str) -> float:
    """Long words are rarer in every language; a character of a script without spaces is half a word."""
    if len(word) == 1:
        return 1.0 if word >= "\u0e00" else 0.5
    return min(6.0, max(0.5, len(word) - 2.0))


def alike(one: Features, other: Features) -> bool:
    """Whether the texts behind the features say nearly the same."""
    if one.plain == other.plain:
        return True
    if one.numbers - other.numbers and other.numbers - one.numbers:
        return False
    is_short = min(len(one.plain), len(other.plain)) < SHORT
    words_bound, letters_bound = (
        (STRICT_WORDS_BOUND, STRICT_LETTERS_BOUND) if is_short else (WORDS_BOUND, LETTERS_BOUND)
    )
    words = share(one.words, other.words)
    if words < words_bound and share(one.letters, other.letters) < letters_bound:
        return False
    return words >= STRICT_WORDS_BOUND or not _swaps_words(one.plain, other.plain)


def _swaps_words(one: str, other: str) -> bool:
    """Whether either of two plain texts, one of them short, has words in the place of other ones."""
    if min(len(one), len(other)) > LONGEST_FOR_SWAPS:
        return False
    mine, theirs = words_of(one), words_of(other)
    here, there = set(mine), set(theirs)
    lacking = " ".join(word for word in mine if word not in there)
    instead = " ".join(word for word in theirs if word not in here)
    return bool(lacking and instead) and not _is_slip(lacking, instead)


def _is_slip(one: str, other: str) -> bool:
    """Whether a keystroke for each four letters makes one of the other; neighbours may change places."""
    most = max(len(one), len(other)) // 4
    if abs(len(one) - len(other)) > most:
        return False
    before: list[int] = []
    last = list(range(len(other) + 1))
    for at, ch in enumerate(one, start=1):
        row = [at]
        for to, wanted in enumerate(other, start=1):
            cost = min(last[to] + 1, row[to - 1] + 1, last[to - 1] + (ch != wanted))
            if at > 1 and to > 1 and one[at - 2 : at] == wanted + other[to - 2]:
                cost = min(cost, before[to - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1] <= most


def share(one: frozenset[int], other: frozenset[int]) -> float:
    """How much of what either has both have, 0 to 1; 0 for nothing at all."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def _composed(text: str) -> str:
    """Accents as one character where there is one."""
    if text.isascii():
        return text
    # Imported here: it maps a megabyte of tables that most sessions never need.
    import unicodedata

    return unicodedata.normalize("NFC", text)


class _Table(dict[int, str]):
    """What becomes of each character, found out once: letters stay, what parts words becomes a space."""

    def __missing__(self, code: int) -> str:
        self[code] = _plain_character(chr(code))
        return self[code]


@cache
def _table() -> _Table:
    return _Table()


def _plain_character(ch: str) -> str:
    if 0xFF01 <= ord(ch) <= 0xFF5E:  # full-width forms of ASCII
        ch = chr(ord(ch) - 0xFEE0).casefold()
    if ch in WHITE_SPACE:
        return " "
    if is_hidden(ch) or ch in "'’ʼ\u0640" or 0xFE00 <= ord(ch) <= 0xFE0F:
        return ""  # in the middle of a word
    if ch in ".,:#%":
        return ch  # "3.11", "10:30", "C#"
    import unicodedata

    category = unicodedata.category(ch)
    if category == "Cf":
        return ""
    return " " if category[0] in "PZ" or ch in "`|^~" else ch
