"""Drawn TOML texts, written in every way that TOML allows, and edges of configuration files."""

from __future__ import annotations

import tomllib

from hypothesis import assume
from hypothesis import strategies as st

BARE_KEYS = ("a", "b", "memory", "soul_file", "window", "x-1", "merge")
KEYS = st.sampled_from(
    [
        *BARE_KEYS,
        *(f'"{key}"' for key in BARE_KEYS),
        *(f"'{key}'" for key in BARE_KEYS),
        '"mem\\u006fry"',
        '"soul_\\u0066ile"',
        '"a.b"',
        "'#'",
        '""',
        '"it\'s"',
        '"[memory]"',
    ]
)
BLANKS = st.sampled_from(["", " ", "\t", "  "])
COMMENTS = st.sampled_from(["", "", "", " # why", "#", ' # soul_file = "no"', " # [memory]", " # § ü"])
SCALARS = st.sampled_from(
    [
        "1",
        "-17",
        "0xff",
        "1_000",
        "1.5",
        "nan",
        "-inf",
        "true",
        "1979-05-27 07:32:00",
        "1979-05-27T07:32:00Z",
        "07:32:00",
        '""',
        '"x"',
        '"a \\" b # c"',
        '"\\\\"',
        "'lit # ] }'",
        "''",
        '"ü § 日本"',
        '"""one"""',
        '"""\ntwo\nlines # no comment\n"""',
        '"""a \\\n   b"""',
        '"""quotes: "" \\""" x"""',
        '"""end"""""',
        "'''raw\n[memory]\nsoul_file = 1\n'''",
        "'''end'''''",
        "[]",
        "[1, 2,]",
        "[ # comment ]\n  'a', # }\n  [\"]\", {a = 1}]\n]",
        '[{soul_file = "x"}, {memory = {}}]',
    ]
)


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> str:
    """Any value."""
    if depth == 0 or draw(st.integers(0, 3)):
        return draw(SCALARS)
    entries = draw(st.lists(pairs(depth - 1), max_size=3))
    left, right = draw(BLANKS), draw(BLANKS)
    return "{" + left + ", ".join(entries) + right + "}"


@st.composite
def dotted_keys(draw: st.DrawFn) -> str:
    """One key or several, dotted."""
    return f"{draw(BLANKS)}.{draw(BLANKS)}".join(draw(st.lists(KEYS, min_size=1, max_size=3)))


@st.composite
def pairs(draw: st.DrawFn, depth: int = 2) -> str:
    """`key = value`."""
    return f"{draw(dotted_keys())}{draw(BLANKS)}={draw(BLANKS)}{draw(values(depth))}"


@st.composite
def lines(draw: st.DrawFn) -> str:
    """What stands between two line ends (of which a value may hold some more)."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(BLANKS)
    if kind == 1:
        return f"{draw(BLANKS)}#{draw(COMMENTS)}"
    if kind == 2:
        return f"{draw(BLANKS)}[{draw(BLANKS)}{draw(dotted_keys())}{draw(BLANKS)}]{draw(COMMENTS)}"
    if kind == 3:
        return f"[[{draw(dotted_keys())}]]{draw(COMMENTS)}"
    if kind == 4:
        return draw(st.sampled_from(["[memory]", "[ memory ] # here", "['memory']", "[memory.more]"]))
    return f"{draw(BLANKS)}{draw(pairs())}{draw(BLANKS)}{draw(COMMENTS)}"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A valid text, with LF or CR LF, with or without a line end at its end."""
    good: list[str] = []
    for line in draw(st.lists(lines(), max_size=8)):
        if _is_valid("\n".join([*good, line])):
            good.append(line)
    text = "\n".join(good) + draw(st.sampled_from(["", "\n"]))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    assume(_is_valid(text))
    return text


def _is_valid(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return True
