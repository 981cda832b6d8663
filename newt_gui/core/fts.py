"""From what a person types to an expression for FTS5 (pure)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

import regex

from newt_gui.core.characters import WHITE_SPACE, trim
from newt_gui.core.errors import UserFacingError

_OPERATORS = ("AND", "OR", "NOT")
_DROPPED = str.maketrans("", "", '()*^"')
_LEAST_PREFIX = 2  # letters
PREFIX_SIGN = " *"
"""What stands behind a word that may go on, in `prefix_query` and nowhere else."""


class EmptyQuery(UserFacingError):
    """Nothing in the query is a word."""

    what_template = "There is nothing to search for."
    why_template = "A search needs at least one letter or digit."
    hint_template = "Type a word that the conversation has."


class Kind(Enum):
    """What a token of a query is."""

    WORD = "word"
    PHRASE = "phrase"
    OPERATOR = "operator"


class Token(NamedTuple):
    """`text`: as it stands in the expression; `word`: what it was before quoting."""

    kind: Kind
    text: str
    word: str


def sanitize_fts5_query(raw: str) -> str:
    """The MATCH expression that newt makes of a query, holes included. Raises EmptyQuery.

    A few odd queries give what SQLite refuses ("(AND)", a NUL): `quoted_query` then always works.
    """
    return _joined(_settled(_tokens(raw)))


def quoted_query(raw: str) -> str:
    """The same with every word quoted and no operator, which no query makes fail. Raises EmptyQuery."""
    terms = [token for token in _tokens(usable(raw)) if token.kind is not Kind.OPERATOR]
    return _joined([token._replace(text=_quoted(token.word)) for token in terms])


def prefix_query(raw: str) -> str | None:
    """The expression in which the last word may go on; None where it is no word of two letters or more
    that is still being typed.
    """
    tokens = _settled(_tokens(raw))
    if not tokens or raw[-1:] in WHITE_SPACE or raw.endswith('"'):
        return None
    last = tokens[-1]
    if last.kind is not Kind.WORD or sum(map(is_alphanumeric, last.word)) < _LEAST_PREFIX:
        return None
    return _joined([*tokens[:-1], last._replace(text=_quoted(last.word) + PREFIX_SIGN)])


def usable(raw: str) -> str:
    """The query without what SQLite can't take: NUL and lone surrogates."""
    return "".join(ch for ch in raw if ch != "\0" and not "\ud800" <= ch <= "\udfff")


def plain_words(raw: str) -> list[str]:
    """The words and phrases of a query as they were typed, for a search that knows no index."""
    return [token.word for token in _tokens(usable(raw)) if token.kind is not Kind.OPERATOR]


def is_alphanumeric(ch: str) -> bool:
    """Whether Unicode calls the character Alphabetic or a number of any kind."""
    if ch.isascii():
        return ch.isalnum()
    return regex.fullmatch(r"[\p{Alphabetic}\p{N}]", ch) is not None


def _joined(tokens: list[Token]) -> str:
    if not tokens:
        raise EmptyQuery()
    return " ".join(token.text for token in tokens)


def _tokens(raw: str) -> Iterator[Token]:
    """Phrases, words and operators in their order; what says nothing is left out."""
    rest = raw
    while rest:
        before, quote, after = rest.partition('"')
        yield from _words(before)
        inside, closing, rest = after.partition('"')
        if not quote:
            return
        if not closing:
            yield from _words(inside)
            return
        phrase = trim(inside)
        if any(map(is_alphanumeric, phrase)):
            yield Token(Kind.PHRASE, f'"{phrase}"', phrase)


def _words(text: str) -> Iterator[Token]:
    for word in text.translate(_SPACES).split(" "):
        if word in _OPERATORS:
            yield Token(Kind.OPERATOR, word, word)
        elif word == "NEAR":
            yield Token(Kind.WORD, '"NEAR"', word)
        else:
            left = word.translate(_DROPPED)
            if any(map(is_alphanumeric, left)):
                yield Token(Kind.WORD, left if _is_bare(left) else _quoted(left), left)


# A white space is a space; split() alone knows other ones.
_SPACES = str.maketrans(dict.fromkeys(WHITE_SPACE, " "))


def _is_bare(word: str) -> bool:
    return all(not ch.isascii() or ch.isalnum() or ch == "_" for ch in word)


def _quoted(word: str) -> str:
    return f'"{word}"'


def _settled(tokens: Iterator[Token]) -> list[Token]:
    """An operator only between two terms, of several in a row the first."""
    settled: list[Token] = []
    for token in tokens:
        if token.kind is Kind.OPERATOR and (not settled or settled[-1].kind is Kind.OPERATOR):
            continue
        settled.append(token)
    while settled and settled[-1].kind is Kind.OPERATOR:
        settled.pop()
    return settled
