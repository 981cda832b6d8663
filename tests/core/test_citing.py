"""Who cites numbers that change: the texts given, and the soul of the newt home."""

from __future__ import annotations

from pathlib import Path

import pytest

from newt_gui.core.citations import ChangedCitation
from newt_gui.core.citing import who_cites

TEXTS = ["see note:2", "nothing", "notes 1 and 3"]


def test_the_soul_is_the_text_behind_the_last(tmp_path: Path) -> None:
    (tmp_path / "soul.md").write_bytes(b"\xef\xbb\xbfMind note 3 \xff.")
    assert who_cites(TEXTS, tmp_path, {1: 1, 2: None, 3: 2}) == [
        ChangedCitation(0, 2, None),
        ChangedCitation(2, 3, 2),
        ChangedCitation(3, 3, 2),
    ]


@pytest.mark.parametrize("soul", ["missing", "folder"])
def test_a_soul_that_can_not_be_read_cites_nothing(tmp_path: Path, soul: str) -> None:
    if soul == "folder":
        (tmp_path / "soul.md").mkdir()
    assert who_cites(TEXTS, tmp_path, {1: 2, 2: 1}) == [ChangedCitation(0, 2, 1), ChangedCitation(2, 1, 2)]
