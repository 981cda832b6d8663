"""What a newt that started earlier wrote over: noticed, told apart from what was meant, put back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.stale_save import KeptList, find_vanished


def kept(*versions: str) -> list[KeptList]:
    """Lists of words, oldest first; those of this app begin with "app:"."""
    return [
        KeptList(tuple(version.removeprefix("app:").split()), version.startswith("app:"))
        for version in versions
    ]


@pytest.mark.parametrize(
    "versions, now, texts, returned, mended",
    [
        # newt loaded a b and adds n
        (["a b", "app:a b new"], "a b n", "new", "", "a b n new"),
        (["a b", "app:a B"], "a b n", "B", "b", "a B n"),
        (["a b", "app:a"], "a b n", "", "b", "a n"),
        (["a b", "app:a b c", "app:a b c d"], "a b n", "c d", "", "a b n c d"),
        (["a b", "app:a B", "app:a BB"], "a b n", "BB", "b", "a BB n"),
        # newt loaded after the first of two saves
        (["a", "app:a c", "app:a c d"], "a c n", "d", "", "a c n d"),
        # newt itself changed the note that was edited here
        (["a b", "app:a B"], "a b2", "", "", ""),
        # somebody else's note of the meantime is not ours to put back
        (["a", "a x", "app:a x y"], "a n", "y", "", "a n y"),
    ],
)
def test_what_vanished_is_told_and_put_back(
    versions: list[str], now: str, texts: str, returned: str, mended: str
) -> None:
    found = find_vanished(kept(*versions), now.split())
    if not mended:
        assert found is None
        return
    assert found is not None
    assert " ".join(found.texts) == texts
    assert " ".join(found.returned) == returned
    assert sorted(found.mended) == sorted(mended.split())


@pytest.mark.parametrize(
    "versions, now",
    [
        (["a b", "app:a b new"], "a b new n"),  # whoever wrote had seen it
        (["a b", "a b c"], "a b"),  # nothing of ours
        (["a b", "app:a b c", "app:a b c d"], "a b d"),  # one of two: removed on purpose
        (["app:a b"], "n"),  # nothing is known from before
        ([], "a"),
        (["a b", "app:b a"], "a b"),  # an order only
    ],
)
def test_what_was_meant_is_left_alone(versions: list[str], now: str) -> None:
    assert find_vanished(kept(*versions), now.split()) is None


lists = st.lists(st.sampled_from("abcdef"), max_size=5).map(tuple)


@given(st.lists(st.builds(KeptList, lists, st.booleans()), max_size=5), lists)
def test_nothing_of_now_goes_but_what_was_removed_here(
    versions: list[KeptList], now: tuple[str, ...]
) -> None:
    found = find_vanished(versions, now)
    if found is not None:
        assert set(found.texts) <= set(found.mended)
        assert set(now) - set(found.mended) <= {text for version in versions for text in version.entries}
