"""Background work: delivery on the UI thread, staleness, order, draining, shutting down."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from newt_gui.core.errors import SaveFailed, UserFacingError
from newt_gui.qt.tasks import Job, Tasks

PATIENCE = 10  # seconds before a test gives up; nothing is measured


@pytest.fixture
def tasks(qtbot: QtBot) -> Iterator[Tasks]:
    made = Tasks()
    yield made
    made.shutdown()


@pytest.fixture
def crashes(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What the crash route was told, instead of the test runner's own hook."""
    seen: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _type, error, _trace: seen.append(error))
    return seen


class Gate:
    """Work that says when it has begun and goes on only when told."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may_end = threading.Event()

    def __call__(self, value: object) -> object:
        self.begun.set()
        assert self.may_end.wait(PATIENCE)
        return value


def test_work_runs_elsewhere_and_is_delivered_by_the_event_loop(tasks: Tasks, qtbot: QtBot) -> None:
    threads: dict[str, object] = {}

    def work(job: Job) -> str:
        threads["work"] = threading.get_ident()
        return "found"

    def done(value: str) -> None:
        threads["done"] = threading.get_ident()
        threads["qt"] = QThread.currentThread()
        threads["value"] = value

    tasks.query("list", work, done)
    assert "value" not in threads
    qtbot.waitUntil(lambda: "value" in threads)

    assert threads["value"] == "found"
    assert threads["done"] == threading.get_ident()
    assert threads["qt"] is tasks.thread()
    assert threads["work"] != threading.get_ident()


def test_no_thread_is_started_before_there_is_work(tasks: Tasks) -> None:
    before = threading.active_count()
    assert tasks.drain()
    assert threading.active_count() == before
    tasks.mutate(lambda: None, lambda _: None)
    assert threading.active_count() == before + 1


def test_only_the_newest_of_a_channel_is_delivered(tasks: Tasks) -> None:
    gate = Gate()
    seen: list[object] = []
    ran: list[int] = []

    def later(number: int) -> Callable[[Job], int]:
        def work(_job: Job) -> int:
            ran.append(number)
            return number

        return work

    tasks.query("search", lambda _job: gate(1), seen.append)
    assert gate.begun.wait(PATIENCE)
    tasks.query("search", later(2), seen.append)
    tasks.query("search", later(3), seen.append)
    other: list[object] = []
    tasks.query("elsewhere", later(9), other.append)
    gate.may_end.set()

    assert tasks.drain()
    assert seen == [3]
    assert 2 not in ran, "what nobody wants any more is not even begun"
    assert other == [9]


def test_a_result_that_is_waiting_when_a_newer_query_comes_is_dropped(tasks: Tasks) -> None:
    seen: list[object] = []
    finished = threading.Event()

    def first(_job: Job) -> int:
        finished.set()
        return 1

    tasks.query("search", first, seen.append)
    assert finished.wait(PATIENCE)
    tasks.query("search", lambda _job: 2, seen.append)
    assert tasks.drain()
    assert seen == [2]


def test_a_hung_channel_does_not_hold_up_others_or_use_up_the_threads(tasks: Tasks, qtbot: QtBot) -> None:
    gate = Gate()
    tasks.query("hung", lambda _job: gate(0), lambda _: None)
    assert gate.begun.wait(PATIENCE)
    for number in range(20):
        tasks.query("hung", lambda _job, n=number: n, lambda _: None)
    seen: list[object] = []
    tasks.query("lively", lambda _job: "here", seen.append)
    qtbot.waitUntil(lambda: bool(seen))
    gate.may_end.set()


def test_interrupt_reaches_the_work_and_drops_its_result(tasks: Tasks) -> None:
    begun, interrupted = threading.Event(), threading.Event()
    seen: list[object] = []
    told: list[bool] = []

    def work(job: Job) -> str:
        job.on_interrupt(interrupted.set)
        begun.set()
        assert interrupted.wait(PATIENCE)
        told.append(job.cancelled)
        return "too late"

    tasks.query("search", work, seen.append)
    assert begun.wait(PATIENCE)
    assert tasks.active("search")
    tasks.interrupt("search")
    assert not tasks.active("search")
    tasks.query("search", lambda _job: "after", seen.append)

    assert tasks.drain()
    assert told == [True]
    assert seen == ["after"]


def test_a_newer_query_interrupts_the_older_one(tasks: Tasks) -> None:
    begun, interrupted = threading.Event(), threading.Event()

    def work(job: Job) -> bool:
        job.on_interrupt(interrupted.set)
        begun.set()
        return interrupted.wait(PATIENCE)

    tasks.query("search", work, lambda _: None)
    assert begun.wait(PATIENCE)
    tasks.query("search", lambda _job: None, lambda _: None)
    assert interrupted.is_set()


def test_an_interrupt_that_comes_before_its_callback_calls_it_at_once() -> None:
    job = Job(1)
    job.cancel()
    called: list[int] = []
    job.on_interrupt(lambda: called.append(1))
    assert called == [1]


def test_a_callback_taken_back_or_outlived_is_not_called() -> None:
    called: list[str] = []
    job = Job(1)
    take_back = job.on_interrupt(lambda: called.append("taken back"))
    take_back()
    job.on_interrupt(lambda: called.append("outlived"))
    job.finish()
    job.cancel()
    assert called == []


def test_changes_happen_one_after_the_other_in_order(tasks: Tasks) -> None:
    log: list[str] = []
    inside = threading.Lock()

    def change(number: int) -> Callable[[], int]:
        def work() -> int:
            assert inside.acquire(blocking=False), "two changes at once"
            log.append(f"change {number}")
            inside.release()
            return number

        return work

    for number in range(30):
        tasks.mutate(change(number), lambda n: log.append(f"told {n}"))
    assert tasks.drain()
    assert [line for line in log if line.startswith("change")] == [f"change {n}" for n in range(30)]
    assert [line for line in log if line.startswith("told")] == [f"told {n}" for n in range(30)]


def test_busy_covers_a_change_until_its_callback_has_run(tasks: Tasks, qtbot: QtBot) -> None:
    log: list[object] = []
    tasks.busy_changed.connect(log.append)
    tasks.query("search", lambda _job: None, lambda _: None)
    tasks.mutate(lambda: None, lambda _: log.append("first"))
    tasks.mutate(lambda: None, lambda _: log.append("second"))
    assert tasks.busy
    qtbot.waitUntil(lambda: not tasks.busy)
    assert log == [True, "first", "second", False]


def test_trouble_goes_to_failed_and_bugs_to_the_crash_route(
    tasks: Tasks, crashes: list[BaseException]
) -> None:
    trouble = SaveFailed(Path("NOTES.md"), "the disk is full")
    bug = ZeroDivisionError("a bug")

    def fail(error: Exception) -> Callable[..., object]:
        def work(*_: object) -> object:
            raise error

        return work

    told: list[UserFacingError] = []

    def never(_value: object) -> None:
        pytest.fail("done was called")

    tasks.mutate(fail(trouble), never, told.append)
    tasks.query("search", fail(trouble), never, told.append)
    tasks.mutate(fail(bug), never, told.append)
    tasks.query("other", fail(bug), never, told.append)
    assert tasks.drain()
    assert told == [trouble, trouble]
    assert crashes == [bug, bug]
    assert not tasks.busy

    tasks.mutate(fail(trouble), never)
    assert tasks.drain()
    assert crashes[2:] == [trouble]


def test_a_bug_keeps_the_trace_of_the_work(tasks: Tasks, crashes: list[BaseException]) -> None:
    def the_guilty_function() -> None:
        raise LookupError

    tasks.mutate(the_guilty_function, lambda _: None)
    assert tasks.drain()
    trace = crashes[0].__traceback__
    names = []
    while trace is not None:
        names.append(trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    assert "the_guilty_function" in names


def test_a_failing_callback_does_not_cost_the_next_one_its_turn(
    tasks: Tasks, crashes: list[BaseException]
) -> None:
    bug = RuntimeError("in a callback")

    def broken(_value: object) -> None:
        raise bug

    seen: list[object] = []
    tasks.mutate(lambda: 1, broken)
    tasks.mutate(lambda: 2, seen.append)
    assert tasks.drain()
    assert crashes == [bug]
    assert seen == [2]
    assert not tasks.busy


def test_drain_delivers_everything_also_what_callbacks_begin(tasks: Tasks) -> None:
    seen: list[str] = []

    def saved(_value: object) -> None:
        seen.append("saved")
        tasks.query("reload", lambda _job: None, lambda _: seen.append("reloaded"))

    for _ in range(2):
        tasks.mutate(lambda: None, saved)
        assert tasks.drain()
    assert seen == ["saved", "reloaded"] * 2


def test_a_late_signal_after_a_drain_delivers_nothing_twice(tasks: Tasks, qtbot: QtBot) -> None:
    seen: list[int] = []
    tasks.mutate(lambda: 1, seen.append)
    assert tasks.drain()
    gate: list[int] = []
    tasks.mutate(lambda: 2, gate.append)
    qtbot.waitUntil(lambda: bool(gate))
    assert seen == [1]
    assert gate == [2]


def test_drain_gives_up_in_the_end(tasks: Tasks) -> None:
    gate = Gate()
    seen: list[object] = []
    tasks.mutate(lambda: gate("slow"), seen.append)
    assert not tasks.drain(timeout_ms=30)
    gate.may_end.set()
    assert tasks.drain()
    assert seen == ["slow"]


def test_shutdown_finishes_changes_and_drops_look_ups(tasks: Tasks) -> None:
    begun, interrupted = threading.Event(), threading.Event()
    seen: list[str] = []

    def look_up(job: Job) -> None:
        job.on_interrupt(interrupted.set)
        begun.set()
        assert interrupted.wait(PATIENCE)

    def saved(_value: object) -> None:
        seen.append("saved")
        tasks.query("reload", lambda _job: None, lambda _: seen.append("reloaded"))
        if seen.count("saved") == 1:
            tasks.mutate(lambda: None, saved)

    tasks.query("search", look_up, lambda _: seen.append("looked up"))
    assert begun.wait(PATIENCE)
    tasks.mutate(lambda: None, saved)
    tasks.shutdown()

    assert interrupted.is_set()
    assert seen == ["saved", "saved"]
    assert not tasks.busy
    with pytest.raises(RuntimeError):
        tasks.mutate(lambda: None, saved)


def test_shutdown_leaves_no_thread_behind(qtbot: QtBot) -> None:
    before = set(threading.enumerate())
    tasks = Tasks()
    for channel in ("a", "b", "c"):
        tasks.query(channel, lambda _job: None, lambda _: None)
    tasks.mutate(lambda: None, lambda _: None)
    tasks.shutdown()
    assert set(threading.enumerate()) <= before


def test_a_look_up_that_ends_after_the_shutdown_is_ignored(tasks: Tasks, qtbot: QtBot) -> None:
    seen: list[object] = []
    release = threading.Event()

    def stubborn(_job: Job) -> str:
        return "late" if release.wait(PATIENCE) else "never"

    tasks.query("search", stubborn, seen.append)
    threading.Timer(0.05, release.set).start()
    tasks.shutdown()
    qtbot.wait(1)
    assert seen == []


def test_ids_are_never_used_twice(tasks: Tasks) -> None:
    ids = [tasks.query("a", lambda _job: None, lambda _: None) for _ in range(3)]
    ids += [tasks.mutate(lambda: None, lambda _: None) for _ in range(3)]
    assert sorted(set(ids)) == ids
    assert tasks.drain()


def test_a_callback_may_shut_down(qtbot: QtBot) -> None:
    tasks = Tasks()
    done: list[str] = []

    def shut_down(_: None) -> None:
        tasks.shutdown()
        done.append("shut down")

    tasks.mutate(lambda: None, shut_down)
    qtbot.waitUntil(lambda: done == ["shut down"])
