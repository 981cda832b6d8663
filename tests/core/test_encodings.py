"""Bytes that are not UTF-8: the right reading is offered, the likeliest first, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.encodings import Loss, readings

GERMAN = "Grüße aus Köln: die Straße ist lang, und die Tür steht offen.\n" * 4
RUSSIAN = "Привет, это заметка о печати этикеток и бумаге в заднем лотке.\n" * 4


@pytest.mark.parametrize(
    "text, encoding",
    [
        ("one\n§\ntwo\n§\n", "utf-16"),
        ("one\n§\ntwo 😀\n§\n", "utf-16-le"),
        ("one\n§\ntwo\n§\n", "utf-16-be"),
        ("one\n§\n😀\n§\n", "utf-32"),
        (GERMAN, "cp1252"),
        ("café", "latin-1"),
    ],
)
def test_the_likeliest_is_the_right_one(text: str, encoding: str) -> None:
    first = readings(text.encode(encoding))[0]
    assert (first.text, first.loss) == (text, Loss.NOTHING)


@pytest.mark.parametrize("text, encoding", [(RUSSIAN, "cp1251"), (RUSSIAN, "koi8-r"), (GERMAN, "mac-roman")])
def test_the_right_one_is_among_them(text: str, encoding: str) -> None:
    assert text in [reading.text for reading in readings(text.encode(encoding))]


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_character_cut_off_at_the_end_is_told(cut: int) -> None:
    first = readings("one\n§\ntwo 😀".encode()[:-cut])[0]
    assert (first.text, first.loss, first.lost) == ("one\n§\ntwo ", Loss.END, 4 - cut)


def test_what_cannot_be_read_can_be_marked() -> None:
    last = readings(b"one \xff\xfe two \xef\xbf\xbd")[-1]
    assert (last.encoding, last.loss, last.lost) == ("utf-8", Loss.MARKED, 2)
    assert last.text == "one \ufffd\ufffd two \ufffd"


@given(data=st.binary(max_size=200))
def test_every_reading_of_anything_can_be_written(data: bytes) -> None:
    found = readings(data)
    assert found
    assert len({reading.text for reading in found}) == len(found)
    for reading in found:
        reading.text.encode("utf-8")
        if reading.loss is Loss.NOTHING and not reading.encoding.startswith(("utf-16", "utf-32")):
            assert data.decode(reading.encoding) == reading.text
