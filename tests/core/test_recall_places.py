"""Conversations in places that can't be written, beside a writer that goes on, and in large numbers."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from threading import Thread

import pytest

from newt_gui.core.conversations import ConversationStore
from newt_gui.core.recall import StoreRecallSource
from tests.bench.recall import KEY as BENCH_KEY
from tests.bench.recall import LIMIT, QUERIES, fill, plain
from tests.core.test_conversations import KEY, contents, talk
from tests.harness.children import output_of
from tests.harness.locked_down import locked_down_folder, locked_down_user, run_locked_down
from tests.harness.newt_database import NewtDatabase

LOOK = """
import json, sys
from newt_gui.core.conversations import ConversationStore
from newt_gui.core.database import DatabaseTrouble
store = ConversationStore(sys.argv[1], "k" * 64)
try:
    print(json.dumps({"ids": [one.id for one in store.conversations()], "stale": store.state().maybe_stale}))
except DatabaseTrouble as trouble:
    print(json.dumps({"trouble": trouble.kind}))
"""


def looked(path: Path) -> dict[str, object]:
    """What a user whom permissions stop sees."""
    return dict(json.loads(output_of(run_locked_down(LOOK, path))))


def hand_over(folder: Path) -> None:
    for file in folder.iterdir():
        os.chown(file, locked_down_user(), -1)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_folder_that_cannot_be_written() -> None:
    with locked_down_folder() as folder:
        path = folder / "conversations.db"
        with NewtDatabase(path) as newt:
            newt.add(talk("a", ("hi", "x")))
        hand_over(folder)
        before = contents(folder)
        os.chmod(folder, 0o500)
        assert looked(path) == {"ids": ["a"], "stale": True}
        assert contents(folder) == before
        assert sorted(file.name for file in folder.iterdir()) == ["conversations.db"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_newest_turns_are_not_hidden_where_the_folder_cannot_be_written() -> None:
    with locked_down_folder() as folder:
        path = folder / "conversations.db"
        newt = NewtDatabase(path)
        newt.add(talk("a", ("hi", "x")))
        newt.do(do="checkpoint")
        newt.add(talk("b", ("hi", "x")))
        newt.kill()
        hand_over(folder)
        os.chmod(folder, 0o500)
        seen = looked(path)
        # Either all of it, or it is said that something may be missing.
        assert set(seen.get("ids", ())) == {"a", "b"} or seen.get("stale") is True  # type: ignore[call-overload]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_file_that_may_not_be_read() -> None:
    with locked_down_folder() as folder:
        path = folder / "conversations.db"
        with NewtDatabase(path) as newt:
            newt.add(talk("a", ("hi", "x")))
        hand_over(folder)
        os.chmod(path, 0)
        assert looked(path) == {"trouble": "no_permission"}


def test_a_writer_goes_on_during_searches(tmp_path: Path) -> None:
    path = tmp_path / "conversations.db"
    with NewtDatabase(path) as newt, ConversationStore(path, KEY) as store:
        newt.add(talk("first", ("quince", "x")))

        def write() -> None:
            for at in range(150):
                newt.add(talk(f"c{at}", ("quince again", "x")))

        writer = Thread(target=write)
        writer.start()
        found = []
        while writer.is_alive():
            found.append(len(StoreRecallSource(store).search("quince", 500)))
        writer.join()
        assert found == sorted(found)
        assert len(StoreRecallSource(store).search("quince", 500)) == 151


@pytest.mark.long
def test_a_hundred_thousand_turns_give_what_plain_sql_gives(tmp_path: Path) -> None:
    path = tmp_path / "conversations.db"
    fill(path, 100_000)
    with ConversationStore(path, BENCH_KEY) as store:
        for query in QUERIES:
            found = StoreRecallSource(store).search(query, LIMIT)
            assert [tuple(hit) for hit in found] == plain(path, query)
    shutil.rmtree(tmp_path)
