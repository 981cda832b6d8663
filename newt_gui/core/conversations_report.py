"""How newt's past conversations are, told in plain sentences for a terminal. Reads only."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from newt_gui.core.conversations import ConversationStore
from newt_gui.core.database import DatabaseTrouble, TroubleKind
from newt_gui.core.workspace import legacy_key, workspace_key

_NO_FAULT = (TroubleKind.MISSING, TroubleKind.OLD_RECORDS)


class ConversationsReport(NamedTuple):
    """`lines`: what is so; `findings`: what is wrong; `counts`: the JSON form.

    The JSON form has path, trouble (null or a kind of trouble), and where there is none: conversations,
    turns, indexed_turns (null: no index), here (conversations of this workspace), running (newts that
    hold one now).
    """

    lines: tuple[str, ...]
    findings: tuple[str, ...]
    counts: dict[str, Any]


def conversations_report(database: Path, workspace: Path) -> ConversationsReport:
    """What there is to say; never raises for what the file holds."""
    with ConversationStore(database, workspace_key(workspace), legacy_key(workspace)) as store:
        try:
            return _report(store)
        except DatabaseTrouble as trouble:
            told = " ".join(trouble.texts()[:2])
            is_fault = trouble.kind not in _NO_FAULT
            counts = {"path": str(database), "trouble": trouble.kind.value}
            return ConversationsReport(() if is_fault else (told,), (told,) if is_fault else (), counts)


def _report(store: ConversationStore) -> ConversationsReport:
    state = store.state()
    here, running = len(store.conversations()), len({owner.pid for owner in store.live_owners()})
    lines = [
        f"{state.conversations:,} conversations with {state.turns:,} turns; {here:,} of this workspace.",
        f"{running:,} running newts hold conversations." if running != 1 else "A newt is running.",
    ]
    findings = []
    if state.indexed is None:
        findings.append("They have no index: newt's own recall finds nothing in them.")
    elif state.indexed < state.turns:
        findings.append(f"The index covers {state.indexed:,} of {state.turns:,} turns; newt finds no others.")
    if state.maybe_stale:
        lines.append("The folder can't be written, so the newest turns may be missing here.")
    counts = {
        "path": str(store.path),
        "trouble": None,
        "conversations": state.conversations,
        "turns": state.turns,
        "indexed_turns": state.indexed,
        "here": here,
        "running": running,
    }
    return ConversationsReport(tuple(lines), tuple(findings), counts)
