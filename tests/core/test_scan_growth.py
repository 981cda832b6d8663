"""The scan's work grows with the text and no faster, whatever the text is made of."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from newt_gui.core.scan import find_all
from tests.bench.worst_texts import dense_texts, prose, worst_texts

SIZE = 4_000
TEXTS = {size: {**worst_texts(size), **dense_texts(size), "prose": prose(size)} for size in (SIZE, 4 * SIZE)}
MEGABYTE = worst_texts(1_000_000)


def calls(text: str) -> int:
    """How often the scan of the text calls a function, of Python's own or of ours, or goes on with one."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    find_all(text)  # compiles the patterns
    sys.setprofile(counted)
    try:
        find_all(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", TEXTS[SIZE], ids=repr)
def test_four_times_the_text_is_at_most_four_times_the_work(unit: str) -> None:
    small, large = (calls(TEXTS[size][unit]) for size in (SIZE, 4 * SIZE))
    assert large <= 4 * small + 40


@pytest.mark.parametrize("unit", MEGABYTE, ids=repr)
def test_a_megabyte_comes_to_its_end(unit: str) -> None:
    """Inside of a pattern nothing can be counted, but one that goes back again and again takes hours."""
    assert len(find_all(MEGABYTE[unit])) <= 2
