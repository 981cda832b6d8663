"""Pasted lists, imported and exported files: what notes they are, and what they make of a list."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.characters import trim
from newt_gui.core.errors import UserFacingError
from newt_gui.core.merge import Delete, Insert, Move, perform
from newt_gui.core.notes_format import parse
from newt_gui.core.transfer import (
    MOST_BYTES,
    MOST_NOTES,
    Cut,
    Form,
    How,
    NothingToImport,
    NotTextFile,
    TooLargeToImport,
    TooManyNotes,
    cuts_of,
    export_json,
    export_markdown,
    has_list_marks,
    looks_like_list,
    plan_import,
    read_import,
    split_list,
    without_list_marks,
)
from newt_gui.core.transfer_json import BrokenJson, NotAList

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
short_lists = st.lists(st.sampled_from("abcd"), max_size=7)


class TestLists:
    @pytest.mark.parametrize(
        "text, by, notes",
        [
            ("- one\n- two\n", "lines", ["- one", "- two"]),
            ("1. one\n\n  * two  \n \t\n[ ] three", "lines", ["1. one", "* two", "[ ] three"]),
            ("a\r\nb\r\n", "lines", ["a", "b"]),
            ("a\rb\nc", "lines", ["a\rb", "c"]),
            ("a\u2028b\x0bc\x1dd", "lines", ["a\u2028b\x0bc\x1dd"]),
            ("\n \n", "lines", []),
            ("", "lines", []),
            ("a\n  b\n\n\n \n- c\n\td\n", "blocks", ["a\n  b", "- c\n\td"]),
            ("\r\na\r\n\r\nb", "blocks", ["a", "b"]),
            ("a\nb\n§\n\nc\n § \n", "delimiters", ["a\nb", "c"]),
            ("a\n\nb", "delimiters", ["a\n\nb"]),
            (" a\n\nb\r\n", "whole", ["a\n\nb"]),
            ("a\n§\nb", "whole", ["a\n§\nb"]),
        ],
    )
    def test_cuts(self, text: str, by: str, notes: list[str]) -> None:
        assert split_list(text, by) == notes

    def test_an_unknown_cut_is_a_bug(self) -> None:
        with pytest.raises(ValueError, match="words"):
            split_list("a", "words")

    @given(text=texts, by=st.sampled_from(Cut))
    def test_no_cut_loses_or_makes_anything_but_white_space_and_delimiters(self, text: str, by: Cut) -> None:
        def kept(part: str) -> str:
            return "".join(ch for ch in part if trim(ch) and ch != "§")

        notes = split_list(text, by)
        assert kept("".join(notes)) == kept(text)
        assert all(note and note == trim(note) and "\r\n" not in note for note in notes)

    @pytest.mark.parametrize(
        "text, answer",
        [
            ("a\nb", True),
            ("a\r\n\r\nb", True),
            ("a", False),
            ("a\n", False),
            ("\n\na\n \n", False),
            ("a\rb", False),
            ("", False),
        ],
    )
    def test_what_looks_like_a_list(self, text: str, answer: bool) -> None:
        assert looks_like_list(text) is answer

    @pytest.mark.parametrize(
        "text, bare",
        [
            ("- one\n  * two\n• three", "one\ntwo\nthree"),
            ("1. one\n12) two\n\t[x] three\n- [ ] four", "one\ntwo\nthree\nfour"),
            ("-18 °C\n- \n*bold* text\n1.5 bar\n2024. A year\n--- line", None),
            ("- - twice", "- twice"),
            ("a - b\n# heading", None),
            ("- a\r\n- b", "a\r\nb"),
        ],
    )
    def test_list_marks(self, text: str, bare: str | None) -> None:
        assert without_list_marks(text) == (text if bare is None else bare)
        assert has_list_marks(text) is (bare is not None)

    def test_cuts_of_several_texts_are_those_of_any(self) -> None:
        assert cuts_of("a\nb") == (Cut.LINES, Cut.WHOLE)
        assert cuts_of("a\nb", "a\n\nb") == (Cut.LINES, Cut.BLOCKS, Cut.WHOLE)
        assert cuts_of("a", "a\n§\nb") == (Cut.DELIMITERS, Cut.LINES, Cut.WHOLE)

    def test_parts_between_delimiter_lines(self) -> None:
        assert split_list("§\n a \n§\n§\nb\nc", Cut.DELIMITERS) == ["a", "b\nc"]
        assert split_list("a\nb §", Cut.DELIMITERS) == ["a\nb §"]
        assert split_list(" \n", Cut.DELIMITERS) == []


class TestExport:
    def test_json(self) -> None:
        assert export_json(["one", "zw\u00f6lf\n\u6f22 \U0001f389"]) == (
            '[{"id": 1, "text": "one"}, {"id": 2, "text": "zw\u00f6lf\\n\u6f22 \U0001f389"}]\n'
        )
        assert export_json([]) == "[]\n"

    def test_json_of_some_notes_keeps_their_numbers(self) -> None:
        assert export_json(["b", "d"], [2, 4]) == '[{"id": 2, "text": "b"}, {"id": 4, "text": "d"}]\n'
        with pytest.raises(ValueError, match="zip"):
            export_json(["b", "d"], [2])

    def test_markdown_is_the_format_of_the_notes_file(self) -> None:
        assert export_markdown(["one", "two\nlines"]) == "one\n§\ntwo\nlines\n§\n"
        assert export_markdown([]) == ""

    @given(st.lists(texts, min_size=1))
    def test_what_is_exported_comes_back(self, written: list[str]) -> None:
        notes = parse(export_markdown(written))
        if notes:
            assert read_import(export_markdown(notes).encode(), "a.md").texts == tuple(notes)
            assert read_import(export_json(notes).encode(), "a.json").texts == tuple(notes)


class TestImport:
    @pytest.mark.parametrize(
        "data, name, notes, form",
        [
            ("a\n\nb\n§\nc\n", "x.md", ("a\n\nb", "c"), Form.V2),
            ("- a\n\n  b\n", "x.txt", ("- a", "b"), Form.LINES),
            ("\ufeffa\n§\n", "x", ("a",), Form.V2),
            ('[{"id": 7, "text": " a\\r\\nb "}, "c"]', "x.JSON", ("a\nb", "c"), Form.JSON),
            ('[{"text": "d", "more": [1, {}]}]', "x.json", ("d",), Form.JSON),
            ('\ufeff["a", " ", "\\u00e9"]', "x.json", ("a", "é"), Form.JSON),
            ('["a"]', "x.md", ('["a"]',), Form.LINES),
        ],
    )
    def test_read(self, data: str, name: str, notes: tuple[str, ...], form: Form) -> None:
        incoming = read_import(data.encode(), name)
        assert (incoming.texts, incoming.form) == (notes, form)

    @pytest.mark.parametrize(
        "data, name, changed",
        [
            (b"a\r\nb", "x.md", True),
            (b"a\nb\r", "x.md", False),
            (b'["a\\r\\nb"]', "x.json", True),
            (b'[\r\n"a\\rb"]', "x.json", False),
        ],
    )
    def test_windows_line_ends_are_told(self, data: bytes, name: str, changed: bool) -> None:
        assert read_import(data, name).line_ends_changed is changed

    def test_a_file_that_could_be_cut_otherwise_comes_with_its_text(self) -> None:
        assert read_import(b"a\r\n\r\nb", "x.md").text == "a\n\nb"
        assert read_import("a\n§".encode(), "x.md").text == ""

    @pytest.mark.parametrize("name", ["x.md", "x.json"])
    def test_not_utf8(self, name: str) -> None:
        with pytest.raises(NotTextFile) as caught:
            read_import(b"fine \xff", name)
        assert caught.value.offset == 5
        assert "offset 5" in caught.value.why
        assert caught.value.what == f"{name} is not plain UTF-8 text."

    @pytest.mark.parametrize(
        "data, name",
        [("", "x.md"), (" \n\n", "x.md"), ("§\n", "x.md"), ("[]", "x.json"), ('[" "]', "x.json")],
    )
    def test_nothing_in_it(self, data: str, name: str) -> None:
        with pytest.raises(NothingToImport, match="There are no notes in x"):
            read_import(data.encode(), name)

    def test_too_large(self) -> None:
        assert read_import(b"x" * MOST_BYTES, "x.md").texts == ("x" * MOST_BYTES,)
        with pytest.raises(TooLargeToImport, match="4,194,305 bytes"):
            read_import(b"x" * (MOST_BYTES + 1), "x.md")

    def test_too_many(self) -> None:
        assert len(read_import(b"x\n" * MOST_NOTES, "x.md").texts) == MOST_NOTES
        with pytest.raises(TooManyNotes, match="5,001 notes"):
            read_import(b"x\n" * (MOST_NOTES + 1), "x.md")

    @pytest.mark.parametrize(
        "text, line, column, reason",
        [
            ("", 1, 1, "a value is missing"),
            ('["a",\n "b" "c"]', 2, 6, "a comma is missing"),
            ('["a\n"]', 1, 4, "a text holds a line break"),
            ('[{"text" "a"}]', 1, 10, "a colon is missing"),
            ('["a"] x', 1, 7, "something behind the end"),
            ('["a', 1, 2, "has no end"),
            ('["\\q"]', 1, 3, "a backslash"),
            ('["\\u12"]', 1, 4, "four digits"),
            ("[{text: 1}]", 1, 3, "a name in quotation marks is missing"),
            ('["a",]', 1, None, ""),
        ],
    )
    def test_broken_json(self, text: str, line: int, column: int | None, reason: str) -> None:
        with pytest.raises(BrokenJson) as caught:
            read_import(text.encode(), "x.json")
        assert caught.value.line == line
        assert column in (None, caught.value.column)
        assert reason in caught.value.why
        assert str(line) in caught.value.why

    @pytest.mark.parametrize(
        "text, reason",
        [
            ('{"notes": ["a"]}', "begins with “[”"),
            ('"a"', "begins with “[”"),
            ('["a", 5]', "Item 2 is neither"),
            ('["a", null]', "Item 2 is neither"),
            ('["a", ["b"]]', "Item 2 is neither"),
            ('[{"id": 1}]', "Item 1 has no “text”"),
            ('[{"text": 5}]', "The “text” of item 1 is no text"),
            ('[{"text": null}]', "The “text” of item 1 is no text"),
            ('["a", {"text": "b", "text": "c"}]', "Item 2 has “text” twice"),
            ('["a", "b\\ud800"]', "Item 2 holds half of a character, \\ud800, at 2"),
            ('[{"text": "\\udfff"}]', "Item 1 holds half of a character"),
            ('[{"id": NaN, "text": "a"}]', "“NaN”"),
            ("[-Infinity]", "“-Infinity”"),
            ("[" * 100_000, "too deep"),
            ("[" + '{"a":' * 100_000, "too deep"),
        ],
    )
    def test_json_that_holds_no_notes(self, text: str, reason: str) -> None:
        with pytest.raises(NotAList) as caught:
            read_import(text.encode(), "x.json")
        assert reason in caught.value.why
        assert caught.value.hint.endswith('[{"id": 1, "text": "…"}]')

    def test_numbers_of_any_size_do_no_harm(self) -> None:
        digits = "9" * (sys.get_int_max_str_digits() + 1)
        data = f'[{{"id": {digits}, "text": "a"}}, {{"id": 1e999, "text": "b"}}]'
        assert read_import(data.encode(), "x.json").texts == ("a", "b")

    def test_pairs_of_escapes_are_one_character(self) -> None:
        assert read_import(b'["\\ud83c\\udf89"]', "x.json").texts == ("\U0001f389",)

    @given(data=st.binary(max_size=60), name=st.sampled_from(["x.md", "x.json"]))
    def test_whatever_it_is_there_are_notes_or_a_sentence(self, data: bytes, name: str) -> None:
        told = read_or_hear(data, name)
        assert all(told)

    @given(
        st.recursive(
            st.none() | st.floats() | texts,
            lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
        )
    )
    def test_whatever_the_json_says_there_are_notes_or_a_sentence(self, value: object) -> None:
        told = read_or_hear(json.dumps([value, {"text": value}]).encode(), "x.json")
        assert all(told)


def read_or_hear(data: bytes, name: str) -> tuple[str, ...]:
    """The notes in the bytes, or the sentences about what is wrong with them."""
    try:
        return read_import(data, name).texts
    except UserFacingError as error:
        return error.texts()


class TestPlan:
    def test_add_puts_everything_last(self) -> None:
        plan = plan_import(["a", "b"], ["b", " c ", "", "c"], "add")
        assert plan == (Insert(3, "b"), Insert(4, "c"), Insert(5, "c"))
        assert perform(["a", "b"], plan) == ["a", "b", "b", "c", "c"]

    def test_skip_leaves_out_what_is_there_or_repeated(self) -> None:
        plan = plan_import(["a", "b"], ["b", "c", "a ", "c", "d"], How.SKIP)
        assert perform(["a", "b"], plan) == ["a", "b", "c", "d"]
        assert plan_import(["a"], ["a"], How.SKIP) == ()

    def test_replace_touches_nothing_that_stays(self) -> None:
        assert plan_import(["a", "b", "c"], ["a", "x", "c"], How.REPLACE) == (Delete(2), Insert(2, "x"))
        assert plan_import(["a", "b"], ["a", "b"], How.REPLACE) == ()
        assert plan_import(["a"], [], How.REPLACE) == (Delete(1),)

    def test_replace_moves_what_only_changes_its_place(self) -> None:
        assert plan_import(["a", "b", "c", "d"], ["b", "c", "d", "a"], How.REPLACE) == (Move(1, 4),)
        assert plan_import(["a", "b", "c", "d"], ["d", "a", "b", "c"], How.REPLACE) == (Move(4, 1),)

    @given(short_lists, short_lists)
    def test_replace_gives_the_wished_list(self, current: list[str], wished: list[str]) -> None:
        plan = plan_import(current, wished, How.REPLACE)
        assert perform(current, plan) == wished
        inserted = [operation.text for operation in plan if isinstance(operation, Insert)]
        deleted = sum(isinstance(operation, Delete) for operation in plan)
        shared = sum(min(current.count(text), wished.count(text)) for text in set(wished))
        assert len(inserted) == len(wished) - shared
        assert deleted == len(current) - shared
