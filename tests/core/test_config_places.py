"""Where keys and values stand in a TOML text: checked against what a parser makes of the text."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from newt_gui.core.toml_places import ROOT, NotUnderstood, Pair, find_places
from tests.harness.toml_texts import texts

ABOVE_ALL = [
    "memory.soul_file = 'x'",
    "[memory]\nsoul_file = 'x' # why\n",
    '["mem\\u006fry"] # here\r\n"soul_file"="x"\r\n',
    "memory = { window = 3, soul_file = '}' }",
    "[[memory]]\nsoul_file = 'x'\n[memory.more]\na = 1\n[[memory]]\n[memory.more]\na = 2\n",
    "a = [ # ] \n '}', {b = ']'}]\n[memory]\nwindow = 5",
    "[a]\nm = '''\n[memory]\nsoul_file = 'no'\n'''\n[memory]\nsoul_file = \"yes\"",
    '[memory]\nsoul_file = """a"""""\nwindow = 1',
]


def value_at(table: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        table = table[key]
    return table


def leaves(table: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """The paths of what is no table, inline tables of arrays not looked into."""
    found: set[tuple[str | int, ...]] = set()
    for key, value in table.items():
        if isinstance(value, dict):
            found |= leaves(value, (*path, key))
        elif not isinstance(value, list):
            found.add((*path, key))
    return found


def same(one: object, other: object) -> bool:
    return repr(one) == repr(other)  # nan equals nothing


@given(texts())
@settings(max_examples=300, deadline=None)
def test_what_stands_at_a_place_is_what_the_parser_found(text: str) -> None:
    table = tomllib.loads(text)
    for pair in find_places(text, "memory").pairs:
        found = tomllib.loads(f"it = {text[pair.value : pair.end]}")["it"]
        assert same(found, value_at(table, pair.path))
        assert text[pair.start : pair.value].rstrip().endswith("=")


@given(texts())
@settings(max_examples=300, deadline=None)
def test_no_value_below_memory_is_missed_or_invented(text: str) -> None:
    memory = {"memory": tomllib.loads(text).get("memory", {})}
    if not isinstance(memory["memory"], dict):
        return
    found = {pair.path for pair in find_places(text, "memory").pairs if pair.path[0] == "memory"}
    assert leaves(memory) <= found
    for path in found:
        value_at(memory, path)


@pytest.mark.parametrize("text", ABOVE_ALL)
def test_by_hand(text: str) -> None:
    table = tomllib.loads(text)
    for pair in find_places(text, "memory").pairs:
        assert same(
            tomllib.loads(f"it = {text[pair.value : pair.end]}")["it"],
            value_at(table, pair.path),
        )


def test_who_stands_where() -> None:
    places = find_places("a = 1\n[memory]\nmore = { x = 1, y = { z = 2 } }\n", "memory")
    assert [header.path for header in places.headers] == [("memory",)]
    assert [(pair.path[-1], pair.table, pair.parent) for pair in places.pairs] == [
        ("a", ROOT, ROOT),
        ("more", 0, ROOT),
        ("x", 0, 1),
        ("y", 0, 1),
        ("z", 0, 3),
    ]


def test_an_element_of_an_array_is_no_table_of_that_name() -> None:
    places = find_places("[[memory]]\nsoul_file = 'x'\n", "memory")
    assert [pair.path for pair in places.pairs] == [("memory", 0, "soul_file")]
    assert places.headers[0].is_array


@given(st.text(alphabet="ab.=[]{}'\"\\\n\r# ,1m\u00fc", max_size=60))
@example("[")
@example("a")
@example("a = {")
@example("memory = {a")
@example("memory = {a = 1")
@example('a = "')
@example("a = [[")
@settings(max_examples=300, deadline=None)
def test_any_text_at_all_comes_to_an_end(text: str) -> None:
    try:
        pairs: tuple[Pair, ...] = find_places(text, "memory").pairs
    except NotUnderstood:
        return
    assert all(pair.start <= pair.value <= pair.end <= len(text) for pair in pairs)


def test_a_hundred_thousand_pairs_take_no_quadratic_time() -> None:
    text = "[memory]\n" + "".join(f"k{number} = {number}\n" for number in range(100_000))
    assert len(find_places(text, "memory").pairs) == 100_000
