"""The passage of a text that a search found, cut out without the help of the index. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from newt_gui.core.turns import collapsed

ELLIPSIS = "…"
_BEFORE, _AROUND = 40, 160  # code points

Spans = tuple[tuple[int, int], ...]


def excerpt(texts: Sequence[str], words: Sequence[str]) -> tuple[str, Spans]:
    """The neighbourhood of the first of the words, in one line, and where the words stand in it."""
    folded = [_folded(word) for word in words]
    for text in texts:
        line = unicodedata.normalize("NFC", collapsed(text))
        small = _folded(line)
        places = [at for word in folded if (at := small.find(word)) >= 0]
        if places:
            start = max(0, min(places) - _BEFORE)
            shown = (ELLIPSIS if start else "") + line[start : start + _AROUND]
            shown += ELLIPSIS if len(line) > start + _AROUND else ""
            return shown, _spans(shown, folded)
    return "", ()


def _spans(line: str, words: Sequence[str]) -> Spans:
    folded, spans = _folded(line), []
    for word in words:
        at = folded.find(word)
        while at >= 0 and word:
            spans.append((at, at + len(word)))
            at = folded.find(word, at + len(word))
    spans.sort()
    kept: list[tuple[int, int]] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return tuple(kept)


def _folded(text: str) -> str:
    """For comparing, one character for one: a letter whose small form is longer stays."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(low if len(low := ch.lower()) == 1 else ch for ch in composed)
