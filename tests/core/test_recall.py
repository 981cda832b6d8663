"""Search in past conversations: newt's own results to the letter, and what the app adds to them."""

from __future__ import annotations

import random
import sqlite3
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newt_gui.core import ranking
from newt_gui.core.conversations import EVERYWHERE, LONG_TURN, ConversationStore
from newt_gui.core.database import DatabaseTrouble, TroubleKind
from newt_gui.core.excerpt import excerpt
from newt_gui.core.fts import EmptyQuery
from newt_gui.core.recall import OVERFETCH, SearchHit, StoreRecallSource
from newt_gui.core.recall_export import conversation_markdown, recall_tool_text
from newt_gui.core.recall_search import Filters, Hit, How, Search, split_marks
from tests.core.test_conversations import KEY, NOON, talk
from tests.harness.newt_database import NewtDatabase

# The search as newt does it, in plain SQL.
PLAIN = """
SELECT t.conversation_id, c.title, t.seq,
  snippet(turns_fts, -1, '>>>', '<<<', '…', 21), bm25(turns_fts) AS best
FROM turns_fts JOIN turns t ON t.rowid = turns_fts.rowid JOIN conversations c ON c.id = t.conversation_id
WHERE turns_fts MATCH ? AND c.workspace_key IN (?, ?) ORDER BY best, t.conversation_id, t.seq LIMIT ?
"""
WORDS = [
    "deploy",
    "deploys",
    "staging",
    "main",
    "chat-send",
    "Friday",
    "café",
    "label",
    "printer",
    "深色模式",
]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Some thousand turns over three workspaces, a newt still at them."""
    path = tmp_path_factory.mktemp("many") / "conversations.db"
    chance = random.Random(7)
    with NewtDatabase(path) as newt:
        for number in range(120):
            turns = [
                {
                    "user": " ".join(chance.choices(WORDS, k=chance.randint(1, 9))),
                    "assistant": " ".join(chance.choices(WORDS, k=chance.randint(1, 30))),
                    "events": [{"tool": chance.choice(["shell", "edit"]), "args_digest": "path b3:00"}],
                    "time": NOON + number * 10**12,
                }
                for _ in range(chance.randint(1, 40))
            ]
            key = chance.choice([KEY, KEY, "old-key", "other"])
            newt.add(
                {"id": f"c{number:03}", "key": key, "title": f"T{number}", "tick": number, "turns": turns}
            )
        yield path


@pytest.fixture
def store(many: Path) -> Iterator[ConversationStore]:
    with ConversationStore(many, KEY, "old-key") as store:
        yield store


@pytest.fixture
def newt(tmp_path: Path) -> Iterator[NewtDatabase]:
    with NewtDatabase(tmp_path / "conversations.db") as newt:
        yield newt


@pytest.fixture
def own(newt: NewtDatabase) -> Iterator[ConversationStore]:
    with ConversationStore(newt.path, KEY) as store:
        yield store


def plain(path: Path, match: str, limit: int) -> list[tuple[Any, ...]]:
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return database.execute(PLAIN, (match, KEY, "old-key", limit)).fetchall()
    finally:
        database.close()


class TestAsNewt:
    @pytest.mark.parametrize(
        "query", [*WORDS[:4], "Friday", "café", "label printer", "deploy OR main", "shell"]
    )
    @pytest.mark.parametrize("limit", [1, 10, 5_000])
    def test_the_same_as_plain_sql(
        self, many: Path, store: ConversationStore, query: str, limit: int
    ) -> None:
        found = StoreRecallSource(store).search(query, limit)
        assert [tuple(hit) for hit in found] == plain(many, query, limit)
        assert found

    @pytest.mark.parametrize("query", ["deploy", "label printer", "main OR Friday"])
    def test_shared_work_gives_the_same(
        self, many: Path, store: ConversationStore, query: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ranking, "MANY", 1)
        monkeypatch.setattr("os.cpu_count", lambda: 3)
        found = StoreRecallSource(store).search(query, 500)
        assert [tuple(hit) for hit in found] == plain(many, query, 500)
        assert len(store.connections(3)) == 3

    def test_the_current_conversation_is_left_out_after_fetching_some_more(
        self, many: Path, store: ConversationStore
    ) -> None:
        first = plain(many, "deploy", 1)[0][0]
        found = StoreRecallSource(store, first).search("deploy", 10)
        expected = [row for row in plain(many, "deploy", 10 + OVERFETCH) if row[0] != first][:10]
        assert [tuple(hit) for hit in found] == expected

    def test_another_workspace_is_never_seen(self, newt: NewtDatabase, own: ConversationStore) -> None:
        newt.add(talk("a", ("secret", "x"), key="other"), talk("b", ("secret", "x")))
        assert [hit.conversation_id for hit in StoreRecallSource(own).search("secret", 9)] == ["b"]

    @pytest.mark.parametrize("query", ["", "  ", '""', "→ ☃", "( )"])
    def test_nothing_to_search_for(self, store: ConversationStore, query: str) -> None:
        with pytest.raises(EmptyQuery):
            StoreRecallSource(store).search(query, 5)

    @pytest.mark.parametrize(
        "query", ["(AND)", "^AND b", "a NOT*", "a\0b", "\ud800a", "NEAR/2 a", "user:deploy", "{a}"]
    )
    def test_holes_in_newts_rules_are_no_errors(self, store: ConversationStore, query: str) -> None:
        StoreRecallSource(store).search(query, 5)
        for look in (Search(store, store.here).ranked, Search(store, store.here).first):
            look(query, 5)

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
    @given(query=st.text(max_size=60))
    def test_no_query_is_an_error(self, store: ConversationStore, query: str) -> None:
        search = Search(store, EVERYWHERE, Filters(role="person"))
        for look in (StoreRecallSource(store).search, search.ranked, search.first, search.inside):
            try:
                look(query, 3)
            except EmptyQuery:
                continue

    def test_a_very_long_query(self, store: ConversationStore) -> None:
        StoreRecallSource(store).search(" ".join(["word"] * 300) + "x" * 5_000, 5)

    def test_a_hurried_source_cuts_the_passage_of_a_very_long_turn_out_itself(
        self, newt: NewtDatabase, own: ConversationStore
    ) -> None:
        long = "before " + "word " * (LONG_TURN // 4) + "needle behind"
        newt.add(talk("a", (long, "x")), talk("b", ("a needle", "x")))
        newest, exact = (StoreRecallSource(own, is_hurried=hurried) for hurried in (True, False))
        hits = {hit.conversation_id: hit for hit in newest.search("needle", 5)}
        assert hits["a"].snippet.endswith(" word >>>needle<<< behind")
        assert hits["b"].snippet == "a >>>needle<<<"
        assert (newest.own_passages, exact.own_passages) == (1, 0)
        assert [hit[:3] for hit in exact.search("needle", 5)] == [
            hit[:3] for hit in newest.search("needle", 5)
        ]
        assert exact.own_passages == 0

    def test_what_was_said_last(self, newt: NewtDatabase, own: ConversationStore) -> None:
        newt.add(talk("a", ("one\n two", "x" * 700), ("three", "four"), ("five", "six")))
        source = StoreRecallSource(own, "a")
        assert source.this_conversation_recent(2) == [
            SearchHit("a", "Title of a", 2, "you: three\n    me: four", 0.0),
            SearchHit("a", "Title of a", 3, "you: five\n    me: six", 0.0),
        ]
        assert source.this_conversation_recent(9)[0].snippet == f"you: one two\n    me: {'x' * 600}[…]"
        assert source.this_conversation_recent(0) == []
        assert StoreRecallSource(own).this_conversation_recent(5) == []

    def test_as_the_tool_returns_it(self) -> None:
        hit = SearchHit("1790000000000-abcdef", "A  title", 3, "…one >>>two<<<\n three", -1.5)
        assert recall_tool_text([hit]) == "179000000000 A title #3\n    …one «two» three"
        assert recall_tool_text([hit] * 20, 99).count("#3") == 10
        assert recall_tool_text([]) == ""


class TestMore:
    def ids(self, hits: tuple[Hit, ...]) -> list[str]:
        return [hit.conversation_id for hit in hits]

    def test_the_last_word_may_go_on_until_enter(self, newt: NewtDatabase, own: ConversationStore) -> None:
        newt.add(talk("a", ("deploys go", "x")), talk("b", ("depl", "x")))
        search = Search(own, own.here)
        assert sorted(self.ids(search.ranked("depl", 9).hits)) == ["a", "b"]
        assert search.ranked("depl", 9).how is How.PREFIX
        assert self.ids(search.ranked("depl", 9, as_it_stands=True).hits) == ["b"]
        assert self.ids(search.ranked("depl ", 9).hits) == ["b"]

    def test_the_newest_come_first_at_once(self, newt: NewtDatabase, own: ConversationStore) -> None:
        newt.add(*(talk(f"c{at}", ("deploys", "x" * at)) for at in range(9)))
        found = Search(own, own.here).first("deploys", 3)
        assert (self.ids(found.hits), found.how, found.is_cut) == (["c8", "c7", "c6"], How.RECENT, True)

    def test_marks_stand_where_the_words_are(self, newt: NewtDatabase, own: ConversationStore) -> None:
        newt.add(talk("a", ("well >>>deploys<<< go", "x")))
        [hit] = Search(own, own.here).ranked("deploys", 9).hits
        assert hit.snippet == "well >>>deploys<<< go"
        assert [hit.snippet[start:end] for start, end in hit.marks] == ["deploys"]

    @pytest.mark.parametrize(
        "role, found",
        [("", ["a", "b", "c"]), ("person", ["a"]), ("agent", ["b"]), ("tools", ["c"])],
    )
    def test_whose_words(
        self, newt: NewtDatabase, own: ConversationStore, role: str, found: list[str]
    ) -> None:
        newt.add(
            talk("a", ("quince", "x")),
            talk("b", ("x", "quince")),
            {**talk("c"), "turns": [{"user": "x", "events": [{"tool": "quince", "args_digest": ""}]}]},
            talk("d", ("[loop-guidance] quinces", "x")),
        )
        search = Search(own, own.here, Filters(role=role))
        for look in (search.ranked, search.first, search.inside):
            assert sorted(self.ids(look("quince ", 9).hits)) in (found, [*found, "d"] if not role else found)

    def test_when(self, newt: NewtDatabase, own: ConversationStore) -> None:
        for at, time in enumerate((0, NOON, NOON + 100)):
            newt.add({**talk(f"c{at}"), "turns": [{"user": "quince", "time": time}]})
        for filters, found in (
            (Filters(), ["c0", "c1", "c2"]),
            (Filters(since_ns=NOON + 1), ["c2"]),
            (Filters(until_ns=NOON + 1), ["c1"]),
            (Filters(leave_out=frozenset(["c1", "c2"])), ["c0"]),
        ):
            for look in (Search(own, own.here, filters).ranked, Search(own, own.here, filters).inside):
                assert sorted(self.ids(look("quince", 9).hits)) == found

    def test_everywhere(self, newt: NewtDatabase, own: ConversationStore) -> None:
        newt.add(talk("a", ("quince", "x"), key="other", path="/w/other"), talk("b", ("quince", "x")))
        hits = Search(own, EVERYWHERE).ranked("quince", 9).hits
        assert {(hit.conversation_id, hit.workspace_key, hit.workspace_path) for hit in hits} == {
            ("a", "other", "/w/other"),
            ("b", KEY, ""),
        }


class TestInsideWords:
    @pytest.mark.parametrize(
        "text, query",
        [
            ("設定は深色模式にします", "深色"),
            ("저는학교에갑니다", "학교"),
            ("สวัสดีครับ", "ดี"),
            ("good 👍🏽 work", "👍"),
            ("Naïve", unicodedata.normalize("NFD", "naïv")),
            (unicodedata.normalize("NFD", "Naïve"), "naïv"),
            ("ПРИВЕТСТВИЕ", "приветст"),
            ("100%_sure\\", "%_su"),
            ("APIキー", "キー"),
        ],
    )
    def test_what_the_index_cannot_see(
        self, newt: NewtDatabase, own: ConversationStore, text: str, query: str
    ) -> None:
        newt.add(talk("a", (text, "x")), talk("b", ("nothing of it", "x")))
        found = Search(own, own.here).inside(query, 9)
        assert [hit.conversation_id for hit in found.hits] == ["a"]
        [hit] = found.hits
        assert hit.marks
        assert found.how is How.INSIDE

    def test_without_an_index_it_is_all_there_is(self, tmp_path: Path) -> None:
        path = tmp_path / "conversations.db"
        with NewtDatabase(path, shape="no index") as newt, ConversationStore(path, KEY) as store:
            newt.add(talk("a", ("deploys", "x")))
            with pytest.raises(DatabaseTrouble) as trouble:
                Search(store, store.here).ranked("deploys", 9)
            assert trouble.value.kind is TroubleKind.NO_INDEX
            assert len(Search(store, store.here).inside("eploy", 9).hits) == 1

    def test_every_word_has_to_be_there(self, newt: NewtDatabase, own: ConversationStore) -> None:
        newt.add(talk("a", ("深色模式", "x")), talk("b", ("深色", "模式 x")), talk("c", ("深色", "x")))
        assert sorted(hit.conversation_id for hit in Search(own, own.here).inside("深色 模式", 9).hits) == [
            "a",
            "b",
        ]


def test_marks_of_a_snippet() -> None:
    assert split_marks("a \ufdd0b\ufdd1 \ufdd0c\ufdd1\ufdd1\ufdd0") == ("a b c", ((2, 3), (4, 5)))


def test_an_excerpt_shows_the_word_and_what_is_around() -> None:
    text, marks = excerpt(["nothing", "x" * 300 + " Word " + "y" * 300], ["word"])
    assert text.startswith("…")
    assert text.endswith("…")
    assert [text[start:end] for start, end in marks] == ["Word"]
    assert excerpt(["nothing"], ["word"]) == ("", ())


def test_markdown_keeps_every_letter_and_no_markup(newt: NewtDatabase, own: ConversationStore) -> None:
    newt.add(
        {
            **talk("a", title="A <b>title</b>"),
            "turns": [
                {"user": "# no heading\n```\ncode", "assistant": "![x](http://x)", "events": [{"tool": "sh"}]}
            ],
        }
    )
    conversation = own.conversation("a")
    assert conversation is not None
    text = conversation_markdown(conversation, own.turns("a"), lambda time: "then" if time else "unknown")
    assert "````text\n# no heading\n```\ncode\n````" in text
    assert "```text\n![x](http://x)\n```" in text
    assert "- Tool `sh` result unknown" in text
