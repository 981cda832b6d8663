"""newt's lock of a configuration file: who gets it, when it may be taken away, and what is left."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from newt_gui.core.config_lock import CONFIG_LOCK
from newt_gui.core.errors import LockBusy, SaveFailed
from tests.harness.children import output_of, run_python
from tests.harness.faulty_os import FaultyOs

IMPATIENT = CONFIG_LOCK._replace(tries=3)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


@pytest.fixture
def lock(config: Path) -> Path:
    return config.with_name("config.toml.lock")


@pytest.fixture
def dead() -> int:
    """The id of a process that is over."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def age(path: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_newts_numbers() -> None:
    assert CONFIG_LOCK._asdict() == {
        "tries": 100,
        "pause": 0.02,
        "empty_after": 0.2,
        "unreadable_after": 30.0,
    }


def test_what_it_looks_like_and_that_nothing_is_left(config: Path, lock: Path) -> None:
    with CONFIG_LOCK.hold(config) as held:
        process, colon, nonce = lock.read_bytes().partition(b":")
        assert (int(process), colon, nonce[-1:]) == (os.getpid(), b":", b"\n")
        assert len(nonce) > 16
        assert lock.stat().st_mode & 0o777 == 0o600
        held.require()
        assert os.listdir(config.parent) == [lock.name]
    assert os.listdir(config.parent) == []


def test_it_is_never_seen_half_written(config: Path, lock: Path) -> None:
    """It is complete under another name before it has its own."""
    sizes: list[int] = []

    def look() -> None:
        assert not lock.exists()
        sizes.extend(draft.stat().st_size for draft in config.parent.glob(".config.toml.lock.*"))

    with FaultyOs(meanwhile={"link": look}, at_most=7).installed(), CONFIG_LOCK.hold(config):
        assert sizes == [lock.stat().st_size]


def test_a_running_owner_keeps_it(config: Path, lock: Path) -> None:
    lock.write_text(f"{os.getppid()}:abc\n")
    age(lock, 10_000)
    with pytest.raises(LockBusy) as busy, IMPATIENT.hold(config):
        pass
    assert busy.value.path == lock
    assert busy.value.age > 9_000
    assert lock.read_text() == f"{os.getppid()}:abc\n"
    assert os.listdir(config.parent) == [lock.name]


def test_two_holders_one_after_the_other(config: Path) -> None:
    with CONFIG_LOCK.hold(config), pytest.raises(LockBusy), IMPATIENT.hold(config):
        pass
    with IMPATIENT.hold(config):
        pass


@pytest.mark.parametrize("body", ["{}:abc\n", "{}:abc", "{}:\n", "{}:a:b\n", "4294967295:abc\n", "0:x\n"])
def test_a_dead_owners_is_taken_at_once(config: Path, lock: Path, dead: int, body: str) -> None:
    lock.write_text(body.format(dead))
    with IMPATIENT.hold(config):
        assert lock.read_text().startswith(f"{os.getpid()}:")
    assert os.listdir(config.parent) == ["config.toml.lock.reclaim"]


@pytest.mark.parametrize(
    "body, old, young",
    [
        (b"", 0.3, 0.0),
        (b"no process\n", 31, 25),
        (b"-5:abc\n", 31, 25),
        (b"12345678901234567890:abc\n", 31, 25),
        (b"\xff\xfe", 31, 25),
        (b"x" * 5000, 31, 25),
    ],
)
def test_one_without_an_owner_has_to_be_old(
    config: Path, lock: Path, body: bytes, old: float, young: float
) -> None:
    lock.write_bytes(body)
    age(lock, young)
    with pytest.raises(LockBusy), CONFIG_LOCK._replace(tries=1).hold(config):
        pass
    assert lock.read_bytes() == body
    age(lock, old)
    with IMPATIENT.hold(config):
        pass


def test_an_empty_one_is_taken_while_waiting(config: Path, lock: Path) -> None:
    lock.touch()
    with CONFIG_LOCK.hold(config):
        pass


def test_while_another_one_reclaims_nobody_else_does(config: Path, lock: Path, dead: int) -> None:
    lock.write_text(f"{dead}:abc\n")
    reclaim = config.with_name("config.toml.lock.reclaim")
    with reclaim.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(LockBusy), IMPATIENT.hold(config):
            pass
        assert lock.read_text() == f"{dead}:abc\n"
    with IMPATIENT.hold(config):
        pass
    assert reclaim.exists()


def test_a_new_lock_in_the_place_of_a_stale_one_is_left_alone(config: Path, lock: Path, dead: int) -> None:
    """Another process was faster: what lies there when the reclaiming is granted is looked at again."""
    lock.write_text(f"{dead}:abc\n")
    theirs = f"{os.getppid()}:theirs\n"

    class Faster(FaultyOs):
        def __getattr__(self, name: str) -> object:
            if name == "O_RDWR":
                lock.unlink(missing_ok=True)
                lock.write_text(theirs)
            return super().__getattr__(name)

    with Faster().installed(), pytest.raises(LockBusy), IMPATIENT.hold(config):
        pass
    assert lock.read_text() == theirs


def test_somebody_elses_lock_is_not_removed_on_the_way_out(config: Path, lock: Path) -> None:
    with CONFIG_LOCK.hold(config) as held:
        lock.unlink()
        lock.write_text(f"{os.getppid()}:theirs\n")
        with pytest.raises(LockBusy):
            held.require()
    assert lock.read_text() == f"{os.getppid()}:theirs\n"


@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_what_is_no_lock_is_never_taken(config: Path, lock: Path, kind: str) -> None:
    if kind == "folder":
        lock.mkdir()
    elif kind == "link":
        lock.symlink_to("nowhere")
    else:
        os.mkfifo(lock)
    with pytest.raises(LockBusy), IMPATIENT.hold(config):
        pass
    assert os.path.lexists(lock)


def test_a_disk_without_hard_links(config: Path, lock: Path) -> None:
    with FaultyOs(refused={"link": 1}).installed():
        with IMPATIENT.hold(config):
            assert lock.read_text().startswith(f"{os.getpid()}:")
            with pytest.raises(LockBusy), IMPATIENT.hold(config):
                pass
        assert os.listdir(config.parent) == []


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(SaveFailed), CONFIG_LOCK.hold(tmp_path / "gone" / "config.toml"):
        pass


ADD = """
import sys
from pathlib import Path
from newt_gui.core.config_lock import CONFIG_LOCK
path = Path(sys.argv[1])
for _ in range(25):
    with CONFIG_LOCK._replace(tries=3000, pause=0.001).hold(path):
        number = int(path.read_text())
        path.write_text(str(number + 1))
print("done")
"""


def test_two_processes_never_hold_it_at_once(config: Path, lock: Path, dead: int) -> None:
    config.write_text("0")
    lock.write_text(f"{dead}:abc\n")
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(3) as pool:
        for finished in pool.map(lambda _: run_python(ADD, config), range(3)):
            assert output_of(finished) == "done\n"
    assert config.read_text() == "75"
