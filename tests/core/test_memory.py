"""Sources of memory: their defaults, the notes as one of them, and the manager over all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from newt_gui.core.errors import NoMatch, OverBudget, ScanRejected, UserFacingError
from newt_gui.core.memory import (
    ConversationTurn,
    MemMessage,
    MemoryManager,
    MemoryProvider,
    NotesUnsupported,
    SessionContext,
    TokenUsage,
    TurnMetrics,
)
from newt_gui.core.notes import NoteStore
from tests.harness.newt_writer import NewtWriter

CONTEXT = SessionContext("/work space", "session 1")
METRICS = TurnMetrics(1_200, TokenUsage(10, 20), 0.0, "a model", "an endpoint", 0, None)
TWO = "one\n§\ntwo\n§\n".encode()


class Plain(MemoryProvider):
    """A source that does no more than it must."""

    def name(self) -> str:
        return "plain"

    def build_messages(self, system_prompt: str, new_task: str) -> list[MemMessage]:
        return []

    def sync_turn(self, user: str, assistant: str, metrics: TurnMetrics) -> None:
        return


class Source(Plain):
    """A source with a block, messages and a usage, which may fail to begin."""

    def __init__(
        self,
        name: str,
        block: str | None = None,
        usage: tuple[str, int, int] | None = None,
        messages: tuple[MemMessage, ...] = (),
        trouble: Exception | None = None,
    ) -> None:
        self._name, self._block, self._usage = name, block, usage
        self._messages, self._trouble = messages, trouble
        self.began_with: SessionContext | None = None

    def name(self) -> str:
        return self._name

    def initialize(self, ctx: SessionContext) -> None:
        if self._trouble is not None:
            raise self._trouble
        self.began_with = ctx

    def system_prompt_block(self) -> str | None:
        return self._block

    def build_messages(self, system_prompt: str, new_task: str) -> list[MemMessage]:
        return list(self._messages)

    def usage(self) -> tuple[str, int, int] | None:
        return self._usage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "NOTES.md"
    path.write_bytes(TWO)
    return path


# --- one source ---------------------------------------------------------------------------------


def test_what_a_source_does_not_say_has_a_default() -> None:
    source = Plain()
    source.initialize(CONTEXT)
    source.reset()
    source.restore_turns([ConversationTurn("user", "assistant")])
    source.on_session_end([MemMessage("user", "bye")])
    assert source.system_prompt_block() is None
    assert source.prefetch("query") == ""
    assert source.take_compaction_record() is None
    assert source.on_pre_compress([MemMessage("tool", "output")]) == ""
    assert source.usage() is None


@pytest.mark.parametrize("missing", ["name", "build_messages", "sync_turn"])
def test_what_a_source_must_say_has_none(missing: str) -> None:
    methods = {name: getattr(Plain, name) for name in ("name", "build_messages", "sync_turn")}
    assert type("Whole", (MemoryProvider,), dict(methods))().usage() is None
    del methods[missing]
    with pytest.raises(TypeError, match=missing):
        type("Lacking", (MemoryProvider,), methods)()


def test_a_source_without_notes_says_so_by_a_type_of_its_own() -> None:
    source = Plain()
    for operation in (
        lambda: source.add_note("a"),
        lambda: source.replace_note("a", "b"),
        lambda: source.remove_note("a"),
    ):
        with pytest.raises(NotesUnsupported) as unsupported:
            operation()
        assert isinstance(unsupported.value, UserFacingError)
        assert unsupported.value.what
        assert unsupported.value.why


def test_what_is_unknown_is_not_what_is_known_to_be_nothing() -> None:
    unknown = TurnMetrics(elapsed_ms=5)
    assert (unknown.usage, unknown.cost_usd, unknown.end_reason) == (None, None, None)
    assert METRICS.cost_usd == 0.0
    assert METRICS.usage is not None
    assert (METRICS.usage.input_tokens, METRICS.usage.output_tokens) == (10, 20)
    turn = ConversationTurn("user", "assistant")
    assert (turn.tokens_in, turn.tokens_out) == (None, None)
    assert (list(turn.events), list(turn.phantom_reaches), list(turn.sources)) == ([], [], [])


# --- the notes -----------------------------------------------------------------------------------


def test_the_notes_are_a_source(path: Path) -> None:
    store = NoteStore(path)
    assert isinstance(store, MemoryProvider)
    assert store.name() == "note_store"
    assert store.build_messages("prompt", "task") == []
    assert store.usage() == ("notes", 10, 2_200)
    store.sync_turn("user", "assistant", METRICS)
    store.reset()
    assert path.read_bytes() == TWO


def test_the_block_is_frozen_when_the_session_begins(path: Path) -> None:
    store = NoteStore(path)
    assert store.system_prompt_block() is None
    store.load()
    assert store.system_prompt_block() is None, "loading alone begins no session"
    store.initialize(CONTEXT)
    frozen = "## Agent Notes (10/2200, 0%)\none\n§\ntwo"
    assert store.system_prompt_block() == frozen
    store.add("three")
    store.update(1, "one", "eins")
    with NewtWriter(path) as newt:
        assert newt.add("of newt")
    store.load()
    store.reset()
    assert store.entries == ["eins", "two", "three", "of newt"]
    assert store.usage() == ("notes", 31, 2_200)
    assert store.system_prompt_block() == frozen
    path.write_bytes("of another\n§\n".encode())
    store.initialize(CONTEXT)
    assert store.system_prompt_block() == "## Agent Notes (10/2200, 0%)\nof another"


@pytest.mark.parametrize("data", [None, b"", b" \n", b"caf\xe9"])
def test_where_newt_sees_no_notes_there_is_no_block(path: Path, data: bytes | None) -> None:
    path.unlink() if data is None else path.write_bytes(data)
    store = NoteStore(path)
    store.initialize(CONTEXT)
    assert store.system_prompt_block() is None
    path.write_bytes(TWO)
    store.load()
    assert (store.entries, store.system_prompt_block()) == (["one", "two"], None)


def test_the_block_shows_a_list_over_the_limit_whole(path: Path) -> None:
    store = NoteStore(path, 10)
    path.write_bytes(TWO + "three\n§\n".encode())
    store.initialize(CONTEXT)
    assert store.system_prompt_block() == "## Agent Notes (19/10, 190%)\none\n§\ntwo\n§\nthree"


def test_note_operations_are_newts(path: Path) -> None:
    store = NoteStore(path)
    store.add_note(" three ")
    store.replace_note("tw", "2")
    store.remove_note("one")
    assert path.read_bytes() == "2\n§\nthree\n§\n".encode()
    with pytest.raises(ScanRejected):
        store.add_note("\u200b")
    with pytest.raises(NoMatch):
        store.remove_note("one")


# --- the manager ---------------------------------------------------------------------------------


def test_a_failure_to_begin_stops_nobody_and_is_reported() -> None:
    broken, bug = NoMatch("x"), ZeroDivisionError()
    sources = [Source("a"), Source("b", trouble=broken), Source("c"), Source("d", trouble=bug), Source("e")]
    assert MemoryManager(sources).initialize_all(CONTEXT) == [("b", broken), ("d", bug)]
    assert [source.began_with for source in sources] == [CONTEXT, None, CONTEXT, None, CONTEXT]


def test_the_blocks_that_are_not_empty_stand_in_order_with_a_blank_line_between() -> None:
    blocks = ["soul", None, "", "in\nstructions", "notes"]
    manager = MemoryManager(Source(str(at), block) for at, block in enumerate(blocks))
    assert manager.system_prompt() == manager.system_prompt() == "soul\n\nin\nstructions\n\nnotes"
    assert MemoryManager([]).system_prompt() == ""
    assert MemoryManager([Plain()]).system_prompt() == ""


def test_the_first_source_with_messages_makes_them() -> None:
    first, second = (MemMessage("user", "first"),), (MemMessage("user", "second"),)
    manager = MemoryManager([Source("a"), Source("b", messages=first), Source("c", messages=second)])
    assert manager.build_messages("prompt", "task") == list(first)
    plain = [MemMessage("system", "prompt"), MemMessage("user", "task")]
    assert MemoryManager([Source("a"), Plain()]).build_messages("prompt", "task") == plain
    assert MemoryManager([]).build_messages("prompt", "task") == plain


def test_usage_is_everybodys(path: Path) -> None:
    manager = MemoryManager([Source("a", usage=("tokens", 0, 5)), Plain(), NoteStore(path)])
    assert manager.usage() == [("tokens", 0, 5), ("notes", 10, 2_200)]


def test_the_first_success_with_a_note_is_enough(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_bytes("other\n§\n".encode())
    manager = MemoryManager([Plain(), NoteStore(path), NoteStore(other)])
    manager.add_note("three")
    manager.replace_note("on", "1")
    manager.remove_note("two")
    assert path.read_bytes() == "1\n§\nthree\n§\n".encode()
    assert other.read_bytes() == "other\n§\n".encode()
    manager.remove_note("other")
    assert other.read_bytes() == b"", "the first one had no such note"


def test_without_success_the_first_real_error_counts(path: Path, tmp_path: Path) -> None:
    full = tmp_path / "full.md"
    full.write_bytes("0123456789\n§\n".encode())
    manager = MemoryManager([Plain(), NoteStore(path, 10), NoteStore(full, 11), Plain()])
    with pytest.raises(OverBudget) as over:
        manager.add_note("new")
    assert over.value.limit == 10
    with pytest.raises(NoMatch):
        manager.remove_note("nowhere")
    with pytest.raises(NoMatch):
        manager.replace_note("nowhere", "new")


@pytest.mark.parametrize("sources", [[], [Plain(), Source("a")]])
def test_where_nobody_keeps_notes_that_is_said(sources: list[MemoryProvider]) -> None:
    manager = MemoryManager(sources)
    for operation in (
        lambda: manager.add_note("a"),
        lambda: manager.replace_note("a", "b"),
        lambda: manager.remove_note("a"),
    ):
        with pytest.raises(NotesUnsupported):
            operation()


def test_a_whole_session_over_a_real_file(path: Path) -> None:
    manager = MemoryManager([Source("soul", "You are a newt."), NoteStore(path)])
    assert manager.initialize_all(CONTEXT) == []
    manager.add_note("three")
    prompt = manager.system_prompt()
    assert prompt == "You are a newt.\n\n## Agent Notes (10/2200, 0%)\none\n§\ntwo"
    assert manager.build_messages(prompt, "Go.")[0] == MemMessage("system", prompt)
    assert path.read_bytes() == TWO + "three\n§\n".encode()


def test_the_notes_need_none_of_the_values_to_be_there() -> None:
    """They are read before the first paint; what an agent's session needs may come later."""
    script = (
        "import sys; from newt_gui.core.notes import NoteStore;"
        "print(*(name for name in ('dataclasses', 'newt_gui.core.memory', 'newt_gui.core.merge',"
        " 'newt_gui.core.list_check', 'newt_gui.core.newt_operations') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
