"""Notes read from and written to real files: whole or not at all, and never over the notes file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from newt_gui.core.errors import FileUnreadable, SaveFailed
from newt_gui.core.files import write_export
from newt_gui.core.transfer import MOST_BYTES, NotTextFile, TooLargeToImport
from newt_gui.core.transfer_files import NotOverTheNotes, read_import_file, write_export_file
from tests.harness.faulty_os import FaultyOs


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    old = os.umask(0o027)
    yield
    os.umask(old)


class TestRead:
    def test_by_name(self, tmp_path: Path) -> None:
        path = tmp_path / "list.json"
        path.write_bytes(b'["a"]')
        assert read_import_file(path).texts == ("a",)
        link = tmp_path / "link.md"
        link.symlink_to(path)
        assert read_import_file(link).texts == ('["a"]',)

    def test_trouble_in_words(self, tmp_path: Path) -> None:
        with pytest.raises(FileUnreadable, match="it is not there any more"):
            read_import_file(tmp_path / "missing.md")
        with pytest.raises(FileUnreadable, match="it is a folder"):
            read_import_file(tmp_path)
        (tmp_path / "latin.txt").write_bytes("é".encode("latin-1"))
        with pytest.raises(NotTextFile, match=r"latin\.txt"):
            read_import_file(tmp_path / "latin.txt")

    def test_a_giant_is_not_even_read(self, tmp_path: Path) -> None:
        path = tmp_path / "giant.md"
        path.touch()
        os.truncate(path, MOST_BYTES * 100_000)
        with pytest.raises(TooLargeToImport):
            read_import_file(path)


class TestWrite:
    def test_a_new_document_gets_the_usual_mode(self, tmp_path: Path) -> None:
        path = tmp_path / "out.md"
        write_export_file(path, "zwölf\n§\n", tmp_path / "NOTES.md")
        assert path.read_bytes() == "zwölf\n§\n".encode()
        assert mode(path) == 0o640
        assert os.listdir(tmp_path) == ["out.md"]

    def test_an_old_one_keeps_its_mode_and_its_link(self, tmp_path: Path) -> None:
        real = tmp_path / "real.md"
        real.write_bytes(b"old")
        real.chmod(0o604)
        path = tmp_path / "link.md"
        path.symlink_to("real.md")
        write_export(path, b"new")
        assert path.is_symlink()
        assert real.read_bytes() == b"new"
        assert mode(real) == 0o604

    def test_failing_leaves_the_old_one(self, tmp_path: Path) -> None:
        path = tmp_path / "out.md"
        path.write_bytes(b"old")
        with FaultyOs(space=2).installed(), pytest.raises(SaveFailed, match="the disk is full"):
            write_export(path, b"new")
        assert path.read_bytes() == b"old"
        assert os.listdir(tmp_path) == ["out.md"]

    def test_trouble_in_words(self, tmp_path: Path) -> None:
        with pytest.raises(SaveFailed, match="the folder is gone"):
            write_export(tmp_path / "gone" / "out.md", b"")
        with pytest.raises(SaveFailed, match="it is a folder"):
            write_export(tmp_path, b"")
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(SaveFailed, match="it is not an ordinary file"):
            write_export(tmp_path / "pipe", b"")
        assert os.listdir(tmp_path) == ["pipe"]

    def test_never_over_the_notes_file(self, tmp_path: Path) -> None:
        notes = tmp_path / "home" / "NOTES.md"
        notes.parent.mkdir()
        notes.write_bytes(b"mine")
        (tmp_path / "link.md").symlink_to(notes)
        os.link(notes, tmp_path / "second_name.md")
        (tmp_path / "way").symlink_to("home")
        for path in (
            notes,
            tmp_path / "link.md",
            tmp_path / "second_name.md",
            tmp_path / "way" / "NOTES.md",
            tmp_path / "home" / ".." / "home" / "NOTES.md",
        ):
            with pytest.raises(NotOverTheNotes):
                write_export_file(path, "theirs", notes)
        assert notes.read_bytes() == b"mine"

    def test_nor_where_there_is_none_yet(self, tmp_path: Path) -> None:
        with pytest.raises(NotOverTheNotes, match="newt keeps its notes in"):
            write_export_file(tmp_path / "NOTES.md", "theirs", tmp_path / "NOTES.md")
        assert os.listdir(tmp_path) == []
