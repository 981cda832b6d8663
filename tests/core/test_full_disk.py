"""A disk that is full after so many bytes: the old file stays whole, and the reason is said."""

import json
import os
from pathlib import Path

import pytest

from newt_gui.core.errors import SaveFailed
from newt_gui.core.files import NOTES_LOCK, save
from tests.harness.children import output_of
from tests.harness.faulty_os import FaultyOs
from tests.harness.full_disk import run_on_full_disk, unavailable

OLD = b"an old note\n\xc2\xa7\n" * 20
NEW = b"a new note, and longer\n\xc2\xa7\n" * 90  # as much as newt's limit allows
PAGE = 4096  # bytes; what the real file system counts in

real_disk = pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "there is one")

# Runs on the small file system. Prints for each size what became of a save there.
SAVE_ON_EACH = """
import json, os, sys
from pathlib import Path
from newt_gui.core.errors import UserFacingError
from newt_gui.core.files import NOTES_LOCK, save
from newt_gui.core.history import History, Who
from tests.harness.full_disk import resize

path, history = Path("NOTES.md"), History(Path("history"))
old, new = b"o" * 5000, b"n" * 20000

def attempt(with_history):
    def keep(state):
        if with_history:
            history.put(state.path, state.data, Who.OTHER, "replaced")
    path.write_bytes(old)
    try:
        save(path, lambda state: new, rule=NOTES_LOCK, keep=keep)
    except UserFacingError as error:
        assert path.read_bytes() == old
        return [type(error).__name__, error.reason]
    assert path.read_bytes() == new
    return ["saved", ""]

for size in json.load(sys.stdin):
    path.unlink(missing_ok=True)
    resize(size)
    outcome = attempt(with_history=len(sys.argv) > 1)
    left = sorted(name for name in os.listdir() if name not in ("NOTES.md", "history"))
    print(json.dumps([size, outcome, left]))
"""


def outcomes(sizes: list[int], *options: str) -> list[tuple[int, list[str]]]:
    """(size, [outcome, reason]) of a save on a disk of each size; nothing may be left over."""
    finished = run_on_full_disk(SAVE_ON_EACH, sizes[0], *options, told=json.dumps(sizes))
    rows = [json.loads(line) for line in output_of(finished).splitlines()]
    assert [row[0] for row in rows] == sizes
    assert [row[2] for row in rows] == [[]] * len(sizes)
    return [(size, outcome) for size, outcome, _ in rows]


def check_outcomes(sizes: list[int]) -> None:
    """The old file takes two pages and the new one five: seven is enough, less is not."""
    for size, outcome in outcomes(sizes):
        enough = -(-size // PAGE) >= 7
        assert outcome == (["saved", ""] if enough else ["SaveFailed", "the disk is full"]), size


@real_disk
def test_on_a_real_disk_of_some_sizes() -> None:
    pages = [pages * PAGE for pages in range(2, 10)]
    check_outcomes(pages + [size + 1 for size in pages] + [size - 1 for size in pages if size > 2 * PAGE])


@real_disk
@pytest.mark.long
def test_on_a_real_disk_of_every_size() -> None:
    check_outcomes(list(range(2 * PAGE, 8 * PAGE + 1)))


@real_disk
def test_a_real_disk_without_room_for_another_file() -> None:
    script = SAVE_ON_EACH.replace("resize(size)", "")
    finished = run_on_full_disk(script, 100 * PAGE, told="[0]", inodes=2)
    assert json.loads(output_of(finished)) == [0, ["SaveFailed", "the disk is full"], []]
    finished = run_on_full_disk(script, 100 * PAGE, told="[0]", inodes=3)  # one more: the lock
    assert json.loads(output_of(finished)) == [0, ["SaveFailed", "the disk is full"], []]


@real_disk
def test_what_can_not_be_kept_is_not_replaced() -> None:
    """No room in the history: the save is refused while the file still holds the only copy."""
    found = outcomes([pages * PAGE for pages in range(2, 30)], "history")
    assert found[0][1] == ["HistoryFailed", "the disk is full"]
    assert found[-1][1] == ["saved", ""]
    assert {reason for _, (_, reason) in found} == {"the disk is full", ""}


def save_with_space(path: Path, space: int) -> None:
    with FaultyOs(space=space).installed():
        save(path, lambda state: NEW, rule=NOTES_LOCK, keep=lambda state: None)


def check_full_after(path: Path, space: int) -> None:
    with pytest.raises(SaveFailed, match="the disk is full"):
        save_with_space(path, space)
    assert path.read_bytes() == OLD, space
    assert os.listdir(path.parent) == [path.name], space


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "NOTES.md"
    path.write_bytes(OLD)
    return path


@pytest.mark.parametrize("space", [0, 1, 2, len(OLD), 1000, len(NEW) // 2, len(NEW) - 1])
def test_full_after_some_bytes(notes: Path, space: int) -> None:
    check_full_after(notes, space)


def test_just_enough(notes: Path) -> None:
    save_with_space(notes, len(NEW))
    assert notes.read_bytes() == NEW


@pytest.mark.long
def test_full_after_every_byte(notes: Path) -> None:
    for space in range(len(NEW)):
        check_full_after(notes, space)
