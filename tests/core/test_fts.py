"""What a person types becomes an expression that FTS5 takes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.fts import EmptyQuery, plain_words, prefix_query, quoted_query, sanitize_fts5_query, usable

CASES = json.loads((Path(__file__).parents[1] / "cases" / "fts_query.json").read_text(encoding="utf-8"))

pieces = st.sampled_from(
    [
        '"',
        " ",
        "AND",
        "OR",
        "NOT",
        "NEAR",
        "(",
        ")",
        "*",
        "^",
        ":",
        "-",
        "+",
        "a",
        "B2",
        "é",
        "深",
        "{",
        "}",
        ",",
    ]
)
queries = st.one_of(st.text(max_size=40), st.lists(pieces, max_size=12).map("".join))


@pytest.fixture(scope="module")
def table() -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(user, assistant, tokenize = 'unicode61')")
    database.execute("INSERT INTO t VALUES ('a b chat-send NEAR and', 'deploys and é 深色模式')")
    yield database
    database.close()


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["query"]))
def test_every_known_query(case: dict[str, str | None]) -> None:
    query = case["query"]
    assert query is not None
    if case["match"] is None:
        with pytest.raises(EmptyQuery):
            sanitize_fts5_query(query)
    else:
        assert sanitize_fts5_query(query) == case["match"]


@given(raw=queries)
def test_the_quoted_form_never_fails(table: sqlite3.Connection, raw: str) -> None:
    try:
        match = quoted_query(raw)
    except EmptyQuery:
        return
    table.execute("SELECT rowid FROM t WHERE t MATCH ?", (match,)).fetchall()


@given(raw=queries)
def test_the_two_forms_are_empty_together_but_for_operators(raw: str) -> None:
    raw = usable(raw)
    try:
        sanitize_fts5_query(raw)
    except EmptyQuery:
        with pytest.raises(EmptyQuery):
            quoted_query(raw)


@given(raw=queries)
def test_a_prefix_is_only_refused_where_the_query_is(table: sqlite3.Connection, raw: str) -> None:
    raw = usable(raw)
    match = prefix_query(raw)
    if match is None:
        return
    try:
        table.execute("SELECT rowid FROM t WHERE t MATCH ?", (sanitize_fts5_query(raw),)).fetchall()
    except sqlite3.OperationalError:
        return
    table.execute("SELECT rowid FROM t WHERE t MATCH ?", (match,)).fetchall()


@pytest.mark.parametrize(
    "raw, match",
    [
        ("depl", '"depl" *'),
        ("a depl", 'a "depl" *'),
        ("chat-se", '"chat-se" *'),
        ("d", None),
        ("depl ", None),
        ('"depl"', None),
        ("depl AND", '"depl" *'),
        ("", None),
        ("→", None),
    ],
)
def test_the_last_word_may_go_on(table: sqlite3.Connection, raw: str, match: str | None) -> None:
    assert prefix_query(raw) == match
    if match is not None:
        assert table.execute("SELECT count(*) FROM t WHERE t MATCH ?", (match,)).fetchone() == (1,)


def test_words_are_given_as_they_were_typed() -> None:
    assert plain_words('a "b c" AND chat-send → (d)') == ["a", "b c", "chat-send", "d"]


def test_a_long_query_is_a_query(table: sqlite3.Connection) -> None:
    raw = " ".join(f"word{at}" for at in range(300)) + " x" * 1_000
    table.execute("SELECT rowid FROM t WHERE t MATCH ?", (sanitize_fts5_query(raw),)).fetchall()
