"""How bytes that are not UTF-8 may be meant to be read. Guesses; a person decides."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

_SAMPLE = 1 << 16  # bytes that the guess looks at
_LONGEST_CHARACTER = 4  # bytes, in UTF-8
_ENOUGH = 8  # characters beyond ASCII, without which a guess is none
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, which begins with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_COMMON = ("cp1252", "iso8859-15", "cp1251", "mac-roman")


class Loss(StrEnum):
    """What a reading leaves out.

    NOTHING; END: a character that is cut off at the very end; MARKED: each byte that can't be read
    becomes U+FFFD.
    """

    NOTHING = "nothing"
    END = "end"
    MARKED = "marked"


class Reading(NamedTuple):
    """One way to read the bytes. `encoding`: a name of Python's for it; `lost`: bytes left out or marked."""

    encoding: str
    text: str
    loss: Loss
    lost: int = 0


def readings(data: bytes) -> list[Reading]:
    """Every way that seems possible, the likeliest first; each text once. Never empty.

    Takes a while for large files: not for the thread that paints.
    """
    found: dict[str, Reading] = {}
    for reading in _candidates(data):
        found.setdefault(reading.text, reading)
    return list(found.values())


def _candidates(data: bytes) -> Iterator[Reading]:
    for name in (*_marked(data), *_two_bytes_each(data)):
        yield from _read(data, name)
    cut_off = list(_cut_off(data))
    if any(not reading.text.isascii() for reading in cut_off):
        yield from cut_off  # the rest is UTF-8 beyond doubt
    names = [*_guessed(data), *_COMMON]
    if sum(byte > 0x7F for byte in data[:_SAMPLE]) < _ENOUGH:
        names.insert(0, _COMMON[0])
    for name in names:
        yield from _read(data, name)
    yield from cut_off
    marked = data.decode("utf-8", "replace")
    yield Reading("utf-8", marked, Loss.MARKED, marked.count("\ufffd") - data.count("\ufffd".encode()))


def _read(data: bytes, encoding: str) -> Iterator[Reading]:
    try:
        text = data.decode(encoding)
        text.encode("utf-8")  # a lone surrogate can't be written
    except (UnicodeError, LookupError):
        return
    yield Reading(encoding, text, Loss.NOTHING)


def _marked(data: bytes) -> Iterator[str]:
    """By the mark that the file begins with, which is no part of the text."""
    return (name for mark, name in _MARKS if data.startswith(mark))


def _two_bytes_each(data: bytes) -> Iterator[str]:
    """UTF-16 without a mark: most texts have a zero in every second byte."""
    sample = data[:_SAMPLE]
    if len(data) % 2 or not sample:
        return
    half = len(sample) // 2
    if sample[1::2].count(0) > half * 0.4:
        yield "utf-16-le"
    elif sample[0::2].count(0) > half * 0.4:
        yield "utf-16-be"


def _cut_off(data: bytes) -> Iterator[Reading]:
    """UTF-8 whose last character is not there to its end, as when a disk was full."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        left = len(data) - error.start
        if error.reason == "unexpected end of data" and left < _LONGEST_CHARACTER:
            yield Reading("utf-8", data[: error.start].decode("utf-8"), Loss.END, left)


def _guessed(data: bytes) -> list[str]:
    from charset_normalizer import from_bytes

    matches = from_bytes(data[:_SAMPLE])
    names = [name for match in matches for name in (match.encoding, *match.could_be_from_charset)]
    return [name for name in dict.fromkeys(names) if not name.startswith("utf")]
