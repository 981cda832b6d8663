"""What a save that met a full file needs now: counted in bytes, with what was shortened and not saved yet."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from newt_gui.core.notes_format import used_bytes
from newt_gui.core.snapshot import FileKind, NotesSnapshot
from newt_gui.notes.budget_need import need
from newt_gui.notes.rows import Row

LIMIT = 20


def snapshot(*entries: str) -> NotesSnapshot:
    return NotesSnapshot(Path("NOTES.md"), None, FileKind.V2, entries, LIMIT)


def rows(entries: tuple[str, ...], drafts: dict[int, str]) -> list[Row]:
    """Rows of a file, some with unsaved text; the key of a row is its number."""
    plain = (Row(id, id, text) for id, text in enumerate(entries, start=1))
    return [row if row.id not in drafts else row.edited(drafts[row.id or 0]) for row in plain]


def test_a_longer_note_counts_with_the_file() -> None:
    listed = rows(("aaaa", "bbbb"), {1: "a" * 14})
    found = need(listed, snapshot("aaaa", "bbbb"), listed[0])
    assert (found.bytes_after, found.over, found.fits, found.first) == (22, 2, False, ())


def test_a_new_note_brings_its_separator() -> None:
    new = Row(9, None, None, "c" * 8)
    found = need([*rows(("aaaa", "bbbb"), {}), new], snapshot("aaaa", "bbbb"), new)
    assert (found.bytes_after, found.over) == (24, 4)


def test_bytes_and_not_letters() -> None:
    waiting = Row(1, 1, "a", "é" * 11, "a")
    assert need([waiting], snapshot("a"), waiting).over == 2


def test_what_was_shortened_is_counted_and_saved_first() -> None:
    listed = rows(("aaaa", "bbbb"), {1: "a" * 14, 2: "b"})
    found = need(listed, snapshot("aaaa", "bbbb"), listed[0])
    assert (found.bytes_after, found.over, found.fits, found.first) == (19, 0, True, (2,))


def test_nothing_else_is_saved_where_it_fits_without() -> None:
    listed = rows(("aaaa", "bbbb"), {1: "aaaaa", 2: "b"})
    found = need(listed, snapshot("aaaa", "bbbb"), listed[0])
    assert (found.bytes_after, found.fits, found.first) == (13, True, ())


def test_what_grows_or_could_not_be_saved_is_not_counted() -> None:
    entries = ("aaaa", "bbbb", "cc")
    for other in ("b" * 9, "", " \n", "\u200b", "cc", "\ud800"):
        listed = rows(entries, {1: "a" * 14, 2: other})
        assert need(listed, snapshot(*entries), listed[0]).over == 8, ascii(other)


def test_a_note_changed_by_somebody_else_is_not_counted() -> None:
    changed = Row(2, 2, "theirs", "b", "bbbb")
    waiting = Row(1, 1, "aaaa", "a" * 14, "aaaa")
    assert need([waiting, changed], snapshot("aaaa", "theirs"), waiting).first == ()


def test_a_note_that_gets_no_larger_can_be_saved_in_a_full_file() -> None:
    waiting = Row(1, 1, "a" * 30, "b" * 30, "a" * 30)
    found = need([waiting], snapshot("a" * 30), waiting)
    assert (found.over, found.fits) == (10, True)


def test_a_full_file_without_anybody_waiting() -> None:
    entries = ("a" * 15, "b" * 15)
    assert need(rows(entries, {}), snapshot(*entries), None).over == 14
    found = need(rows(entries, {2: "b"}), snapshot(*entries), None)
    assert (found.over, found.fits, found.first) == (0, True, (2,))


NOTES = st.lists(st.text("abcé", min_size=1, max_size=9), min_size=1, max_size=5, unique=True)


@given(NOTES, st.lists(st.text("xyzé", min_size=1, max_size=12), min_size=5, max_size=5, unique=True))
def test_it_is_what_the_saves_come_to(entries: list[str], drafts: list[str]) -> None:
    """Carrying out what was counted leaves a file of just the size that was told."""
    file = tuple(entries)
    listed = rows(file, dict(enumerate(drafts[: len(file)], start=1)))
    found = need(listed, snapshot(*file), listed[0])
    after = list(file)
    for key in (*found.first, 1):
        after[key - 1] = drafts[key - 1]
    assert found.bytes_after == used_bytes(after)
    assert found.over == max(0, used_bytes(after) - LIMIT)
