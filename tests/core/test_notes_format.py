"""The format of NOTES.md: every sample file, and what must hold for any text at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from newt_gui.core import notes_format
from newt_gui.core.characters import trim
from newt_gui.core.notes_format import (
    Change,
    delimiter_line,
    is_v2,
    keep_whole,
    normalising_changes,
    parse,
    prompt_block,
    serialize,
    title,
    used_bytes,
)

ROWS = json.loads((Path(__file__).parents[1] / "cases" / "notes_file.json").read_text(encoding="utf-8"))

FILES = st.text(
    alphabet=st.sampled_from("ab§\n\n\r \t\u00a0\u2028\x85\x0b\x1c\ufeff"), max_size=40
) | st.text(max_size=40)


def test_there_are_sample_files() -> None:
    assert len(ROWS) >= 17


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["file"]))
def test_row(row: dict[str, Any]) -> None:
    entries = parse(row["file"])
    assert entries == row["entries"]
    assert [title(entry) for entry in entries] == row["titles"]
    assert serialize(entries) == row["saved"]
    assert used_bytes(entries) == row["used_bytes"]
    assert prompt_block(entries, 2_200) == row["block"]


@pytest.mark.parametrize(
    "text, entries",
    [
        ("a\x0bb\x0cc\x1cd\x1ee\x85f\u2028g\u2029h", ["a\x0bb\x0cc\x1cd\x1ee\x85f\u2028g\u2029h"]),
        ("a\r\r\nb\n§", ["a\r\nb"]),
        ("a\n§\r", ["a"]),
        ("a\n\u3000§\u2029\nb", ["a", "b"]),
        ("\u200b§\na", ["\u200b§", "a"]),
        ("§", []),
        ("a\r", ["a"]),
        ("a\n\n  b\n§\n", ["a\n\n  b"]),
    ],
)
def test_parse(text: str, entries: list[str]) -> None:
    assert parse(text) == entries


@given(FILES)
def test_entries_are_trimmed_filled_and_free_of_delimiters(text: str) -> None:
    for entry in parse(text):
        assert entry
        assert entry == trim(entry)
        assert delimiter_line(entry) is None


@given(FILES)
def test_what_is_written_reads_back_but_for_a_cr_before_a_line_end(text: str) -> None:
    entries = parse(text)
    assert parse(serialize(entries)) == [entry.replace("\r\n", "\n") for entry in entries]


@given(FILES.filter(lambda text: "\r" not in text))
def test_a_written_file_is_written_the_same_again(text: str) -> None:
    written = serialize(parse(text))
    assert serialize(parse(written)) == written
    assert normalising_changes(written) == ()


@given(st.lists(st.text()))
def test_used_bytes_is_the_length_of_what_newt_joins(entries: list[str]) -> None:
    assert used_bytes(entries) == len("\n§\n".join(entries).encode())


def test_used_bytes_are_bytes() -> None:
    assert used_bytes(["漢" * 734]) == 2_202
    assert used_bytes(["\ud800"]) == 3


@pytest.mark.parametrize(
    "entry, first_line",
    [
        ("", ""),
        ("\n \r\n", ""),
        ("  \n\t b \nc", "b"),
        ("a\u2028b\nc", "a\u2028b"),
        ("\x1c\na", "\x1c"),
        ("a\rb", "a\rb"),
        ("x\r\ny", "x"),
    ],
)
def test_title(entry: str, first_line: str) -> None:
    assert title(entry) == first_line


@pytest.mark.parametrize(
    "text, line",
    [
        ("", None),
        ("a § b\n§§", None),
        ("§", 1),
        ("a\r\n §\t\r\nb", 2),
        ("a\u2028§\u2028b", None),
        ("\n\n§\n§", 3),
    ],
)
def test_delimiter_line(text: str, line: int | None) -> None:
    assert delimiter_line(text) == line
    assert is_v2(text) is (line is not None)


def test_the_block_counts_bytes_and_says_whole_percents() -> None:
    assert prompt_block(["é" * 550], 2_200) == "## Agent Notes (1100/2200, 50%)\n" + "é" * 550
    assert prompt_block([" a\n", "b "], 100) == "## Agent Notes (9/100, 9%)\na\n\n§\nb"
    assert prompt_block(["a" * 30], 10) == "## Agent Notes (30/10, 300%)\n" + "a" * 30


@pytest.mark.parametrize(
    "text, changes",
    [
        ("", ()),
        ("a\n§\n", ()),
        ("a\r\rb\n§\n", ()),
        ("a\n§\nb", (Change.LAST_DELIMITER,)),
        ("a\n§\nb\n", (Change.LAST_DELIMITER,)),
        ("a\n§\nb\n\n", (Change.LAST_DELIMITER, Change.BLANKS)),
        ("a\n§", (Change.BLANKS,)),
        ("a\n§\n§\n", (Change.BLANKS,)),
        ("\n\n", (Change.BLANKS,)),
        ("\r\n", (Change.LINE_ENDS, Change.BLANKS)),
        (" a\n§\n", (Change.BLANKS,)),
        ("a\n\n§\n", (Change.BLANKS,)),
        ("a\n §\n", (Change.BLANKS,)),
        ("a\r\n§\r\n", (Change.LINE_ENDS,)),
        ("a\r\r\nb\n§\n", (Change.LINE_ENDS,)),
        ("a\r\n§\r\nb", (Change.LINE_ENDS, Change.LAST_DELIMITER)),
        ("a", (Change.LEGACY,)),
        ("a\nb\n", (Change.LEGACY,)),
        ("a\n\nb\n", (Change.LEGACY, Change.BLANKS)),
        ("a\n  b\n", (Change.LEGACY, Change.BLANKS)),
        ("a\r\nb\r\n", (Change.LINE_ENDS, Change.LEGACY)),
    ],
)
def test_what_the_next_save_changes(text: str, changes: tuple[Change, ...]) -> None:
    assert normalising_changes(text) == changes


@given(FILES)
@example("a\r\r\nb")
@example("a\r\nb\n§\n")
def test_no_change_is_named_exactly_where_nothing_changes(text: str) -> None:
    assert (normalising_changes(text) == ()) is (serialize(parse(text)) == text)


def test_keeping_a_legacy_file_whole_changes_one_line_only() -> None:
    text = "# Tools\r\n\r\n  - vi\r\n\t- make \r\n\r\nvi\r\n\r\n"
    assert keep_whole(text, 2, "- emacs") == "# Tools\n\n  - emacs\n\t- make \n\nvi"
    assert keep_whole(text, 4, "ed\n\nx") == "# Tools\n\n  - vi\n\t- make \n\ned\n\nx"


@given(FILES.filter(lambda text: not is_v2(text)), st.data())
def test_keeping_whole_without_a_change_is_the_trimmed_text(text: str, data: st.DataObject) -> None:
    entries = parse(text)
    if entries:
        id = data.draw(st.integers(1, len(entries)))
        assert keep_whole(text, id, entries[id - 1]) == trim(text.replace("\r\n", "\n"))
        replaced = keep_whole(text, id, "new")
        assert parse(replaced) == [*entries[: id - 1], "new", *entries[id:]]


def test_only_what_is_there_can_be_kept_whole() -> None:
    with pytest.raises(ValueError, match="delimiters"):
        keep_whole("a\n§\n", 1, "b")
    for id in (0, 2):
        with pytest.raises(IndexError):
            keep_whole("a\n\n", id, "b")


def test_the_delimiter_is_the_section_sign() -> None:
    assert notes_format.DELIMITER == "\u00a7"
