"""What a file holds now beside what is kept of it, and copies of that."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from newt_gui.core import file_versions
from newt_gui.core.copies import CopyFailed, NotOverTheFile, write_copy
from newt_gui.core.file_versions import MOST_BYTES, versions_of
from newt_gui.core.history import History, Who


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "soul.md"


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "app")


def kept(history: History, path: Path) -> list[tuple[bytes, str]]:
    return [(history.content(one.id), one.why) for one in history.versions(path)]


def test_what_is_there_now_is_the_newest_version(path: Path, history: History) -> None:
    history.put(path, b"old", Who.APP, "saved")
    path.write_bytes(b"new\r\n")
    found = versions_of(path, history)
    assert (found.data, found.problem) == (b"new\r\n", None)
    assert found.versions == history.versions(path)
    assert kept(history, path) == [(b"new\r\n", "opened"), (b"old", "saved")]
    assert versions_of(path, history) == found


def test_what_is_no_text_is_kept_as_that(path: Path, history: History) -> None:
    path.write_bytes(b"caf\xe9")
    assert versions_of(path, history).data == b"caf\xe9"
    assert kept(history, path) == [(b"caf\xe9", "unreadable")]


def test_looking_without_keeping(path: Path, history: History) -> None:
    path.write_bytes(b"new")
    assert versions_of(path, history, keep=False).versions == []


def test_a_file_that_is_gone(path: Path, history: History) -> None:
    history.put(path, b"old", Who.APP, "saved")
    found = versions_of(path, history)
    assert (found.data, found.problem, len(found.versions)) == (None, None, 1)


def test_what_can_not_be_read_is_told_beside_the_versions(path: Path, history: History) -> None:
    history.put(path, b"old", Who.APP, "saved")
    path.mkdir()
    found = versions_of(path, history)
    assert (found.data, len(found.versions)) == (None, 1)
    assert found.problem is not None
    odd = versions_of(Path("a\0b"), history)
    assert odd.problem is not None


def test_a_giant_is_not_even_read(path: Path, history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    monkeypatch.setattr(file_versions.files, "read_file", None)
    found = versions_of(path, history)
    assert found.problem is not None
    assert found.versions == []


class TestCopies:
    def test_a_copy_holds_every_byte(self, path: Path, tmp_path: Path) -> None:
        write_copy(tmp_path / "copy.md", b"\xff\x00\r\n", path)
        assert (tmp_path / "copy.md").read_bytes() == b"\xff\x00\r\n"

    @pytest.mark.parametrize("by", ["name", "link", "second name"])
    def test_never_over_the_file_itself(self, path: Path, tmp_path: Path, by: str) -> None:
        path.write_bytes(b"now")
        place = tmp_path / "other.md"
        if by == "name":
            place = path
        elif by == "link":
            place.symlink_to(path)
        else:
            os.link(path, place)
        with pytest.raises(NotOverTheFile):
            write_copy(place, b"then", path)
        assert path.read_bytes() == b"now"

    def test_a_place_that_can_not_be_written(self, path: Path, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"")
        with pytest.raises(CopyFailed, match="could not be written"):
            write_copy(tmp_path / "file" / "copy.md", b"then", path)
