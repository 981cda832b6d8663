"""How two texts differ, line by line. Pure; meant for a worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

CONTEXT = 3
"""So many equal lines are kept around a difference."""
MOST_LINES = 4_000
"""Where more lines than these differ, they are told as one piece: looking closer would take too long."""

Sign = Literal[" ", "-", "+", "…"]
SIGNS: dict[Sign, str] = {" ": "  ", "-": "− ", "+": "+ ", "…": "… "}


class DiffLine(NamedTuple):
    """`sign`: in both, only in the first, only in the second, or equal lines that are left out."""

    sign: Sign
    text: str


class Difference(NamedTuple):
    """`text`: the lines with their signs before them; `changed`: the spans of the changed ones in it
    (code points); `is_same`: whether the two are equal.
    """

    text: str
    changed: tuple[tuple[int, int], ...]
    is_same: bool


def difference(first: str, second: str) -> Difference:
    """What is only in the first and only in the second, with what stands around it."""
    parts, spans, at = [], [], 0
    for line in _with_gaps(list(_lines(first.split("\n"), second.split("\n")))):
        part = SIGNS[line.sign] + line.text
        if line.sign in "-+":
            spans.append((at, at + len(part)))
        parts.append(part)
        at += len(part) + 1
    return Difference("\n".join(parts), tuple(spans), first == second)


def joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of lines that follow each other as one: a view marks few places faster than many."""
    runs: list[tuple[int, int]] = []
    for start, end in spans:
        follows = bool(runs) and runs[-1][1] + 1 == start
        runs.append((runs.pop()[0] if follows else start, end))
    return runs


def _lines(first: list[str], second: list[str]) -> Iterator[DiffLine]:
    head = _common(first, second)
    tail = _common(first[head:][::-1], second[head:][::-1])
    ours, theirs = first[head : len(first) - tail], second[head : len(second) - tail]
    for text in first[:head]:
        yield DiffLine(" ", text)
    yield from _middle(ours, theirs)
    for text in first[len(first) - tail :]:
        yield DiffLine(" ", text)


def _common(first: list[str], second: list[str]) -> int:
    """How many lines the two begin with alike."""
    for at, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return at
    return min(len(first), len(second))


def _middle(ours: list[str], theirs: list[str]) -> Iterator[DiffLine]:
    if len(ours) + len(theirs) > MOST_LINES or not ours or not theirs:
        yield from (DiffLine("-", text) for text in ours)
        yield from (DiffLine("+", text) for text in theirs)
        return
    from difflib import SequenceMatcher

    for tag, first, last, start, end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from (DiffLine(" ", text) for text in ours[first:last])
        else:
            yield from (DiffLine("-", text) for text in ours[first:last])
            yield from (DiffLine("+", text) for text in theirs[start:end])


def _with_gaps(lines: list[DiffLine]) -> Iterator[DiffLine]:
    """Long runs of equal lines, far from any difference, are left out."""
    near = [False] * len(lines)
    for at, line in enumerate(lines):
        if line.sign != " ":
            span = range(max(0, at - CONTEXT), min(len(lines), at + CONTEXT + 1))
            near[span.start : span.stop] = [True] * len(span)
    left_out = False
    for line, wanted in zip(lines, near, strict=True):
        if wanted:
            yield line
        elif not left_out:
            yield DiffLine("…", "")
        left_out = not wanted


def together(mine: str, theirs: str) -> str:
    """Both texts in one: common lines once, where they differ first mine, then theirs."""
    lines = _lines(mine.split("\n"), theirs.split("\n"))
    return "\n".join(line.text for line in lines)
