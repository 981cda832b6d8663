"""What the person's wishes are as operations on the list (pure). Numbers are 1-based ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from newt_gui.core.characters import trim
from newt_gui.core.merge import Delete, Insert, Move, Operation, Update
from newt_gui.core.notes_format import delimiter_line

BETWEEN_MERGED = "\n\n"


def deletion(ids: Iterable[int]) -> list[Operation]:
    """Delete these notes, from the last one on, so that no number changes before its turn."""
    return [Delete(id) for id in sorted(ids, reverse=True)]


def one_up(ids: Iterable[int]) -> list[Operation]:
    """Move these notes one place up together; nothing where the first is at the top already."""
    chosen = sorted(ids)
    return [] if not chosen or chosen[0] == 1 else [Move(id, id - 1) for id in chosen]


def one_down(ids: Iterable[int], count: int) -> list[Operation]:
    """Move these of `count` notes one place down together; nothing where the last is at the end."""
    chosen = sorted(ids, reverse=True)
    return [] if not chosen or chosen[0] == count else [Move(id, id + 1) for id in chosen]


def before(ids: Iterable[int], place: int, count: int) -> list[Operation]:
    """Move these of `count` notes together to before note `place` (count + 1: to the end)."""
    chosen = sorted(set(ids))
    stays = next((id for id in range(place, count + 1) if id not in chosen), None)
    order = list(range(1, count + 1))
    moves: list[Operation] = []
    for id in chosen:
        at = order.index(id)
        order.pop(at)
        to = len(order) if stays is None else order.index(stays)
        order.insert(to, id)
        if at != to:
            moves.append(Move(at + 1, to + 1))
    return moves


def split(id: int | None, at: int, parts: Sequence[str]) -> list[Operation]:
    """Put `parts` in place of note `id`; of one that is not in the list (None), from number `at` on."""
    if id is None:
        return [Insert(at + index, part) for index, part in enumerate(parts)]
    return [Update(id, parts[0]), *(Insert(id + index, part) for index, part in enumerate(parts) if index)]


def merge(texts: dict[int, str]) -> list[Operation]:
    """Make one note of several, given by id, in the place of the first one."""
    first, *others = sorted(texts)
    whole = BETWEEN_MERGED.join(filter(None, (trim(texts[id]) for id in (first, *others))))
    return [*deletion(others), Update(first, whole)]


def merged_into(operations: Sequence[Operation]) -> int | None:
    """The number of the note that `merge` puts the others into; None for any other operations."""
    if len(operations) < 2 or not all(isinstance(operation, Delete) for operation in operations[:-1]):
        return None
    last = operations[-1]
    return last.id if isinstance(last, Update) else None


def parts_at(text: str, offset: int) -> list[str]:
    """The parts of a text cut at a place (code points), trimmed, empty ones dropped."""
    return _filled((text[:offset], text[offset:]))


def parts_between_delimiters(text: str) -> list[str]:
    """The parts of a text between its delimiter lines, trimmed, empty ones dropped."""
    lines, parts, start = text.split("\n"), [], 0
    for number, line in enumerate(lines):
        if delimiter_line(line) is not None:
            parts.append("\n".join(lines[start:number]))
            start = number + 1
    return _filled((*parts, "\n".join(lines[start:])))


def _filled(parts: Iterable[str]) -> list[str]:
    return [part for part in map(trim, parts) if part]
