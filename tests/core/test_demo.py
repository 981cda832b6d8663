"""The sample data shows every state that there is a page for."""

from __future__ import annotations

from newt_gui.core.conversations import ConversationStore
from newt_gui.core.recall_search import Search
from newt_gui.core.soul import SoulState, resolve_soul
from newt_gui.core.turns import Role
from newt_gui.core.workspace import legacy_key, workspace_key
from newt_gui.demo import demo_options
from newt_gui.options import Options


def test_three_souls_of_which_the_named_one_is_not_found() -> None:
    with demo_options(Options()) as options:
        assert options.workspace is not None
        found = resolve_soul(options.workspace, options.home, {})
        assert [(rung.kind, rung.state) for rung in found.rungs] == [
            ("explicit", SoulState.MISSING),
            ("workspace", SoulState.WON),
            ("global", SoulState.SHADOWED),
            ("builtin", SoulState.SHADOWED),
        ]
        assert found.look_alikes


def test_conversations_of_three_workspaces_one_of_them_live() -> None:
    with demo_options(Options()) as options:
        assert options.home is not None
        assert options.workspace is not None
        key = workspace_key(options.workspace)
        with ConversationStore(
            options.home / "conversations.db", key, legacy_key(options.workspace)
        ) as store:
            state = store.state()
            assert state.conversations > 200
            assert state.indexed == state.turns
            assert len(store.workspaces()) == 3
            here = store.conversations()
            assert [one.is_live for one in here].count(True) == 1
            assert any(one.started_ns is None for one in here)
            roles = {turn.role for one in here for turn in store.turns(one.id)}
            assert {Role.PERSON, Role.COMPACTION, Role.CONTINUE, Role.GUIDANCE} <= roles
            search = Search(store, store.here)
            assert search.ranked("printer", 5).hits
            assert search.inside("深色", 5).hits
            assert search.inside("תזכורת", 5).hits
