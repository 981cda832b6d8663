"""A newt that loaded the notes before they were saved here writes its old list over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.harness.newt_writer import NewtWriter
from tests.journeys.conftest import Desk
from tests.journeys.test_list_operations import news_button, notes
from tests.journeys.test_list_undo import delete, save, undo
from tests.journeys.test_others_write import replace_file

Opener = Callable[..., Desk]
FILE = notes("one", "two", "three")


@pytest.fixture
def desk(open_desk: Opener) -> Desk:
    desk = open_desk(FILE)
    desk.rest()
    return desk


@pytest.fixture
def newt(desk: Desk) -> Iterator[NewtWriter]:
    """A newt session that has loaded FILE."""
    with NewtWriter(desk.file) as newt:
        yield newt


def told(desk: Desk) -> None:
    desk.until(lambda: "may have been overwritten" in desk.news)


def test_an_edit_that_vanished_comes_back_with_one_click(desk: Desk, newt: NewtWriter) -> None:
    save(desk, 1, "my ")
    assert newt.add("from newt")
    told(desk)
    assert "“my two”" in desk.news
    assert desk.file.read_bytes() == notes("one", "two", "three", "from newt")
    news_button(desk, "Put it back")
    desk.until_file_is(notes("one", "my two", "three", "from newt"))
    desk.rest()
    undo(desk)
    assert desk.file.read_bytes() == notes("one", "two", "three", "from newt")


def test_several_saves_and_a_deletion_come_back_together(desk: Desk, newt: NewtWriter) -> None:
    save(desk, 0, "my ")
    save(desk, 2, "my ")
    delete(desk, 1)
    assert newt.add("from newt")
    told(desk)
    assert "3 changes" in desk.news or "5 changes" in desk.news
    news_button(desk, "Put it back")
    desk.until_file_is(notes("my one", "my three", "from newt"))


def test_where_newt_changed_the_same_note_both_are_kept(desk: Desk, newt: NewtWriter) -> None:
    save(desk, 0, "my ")
    save(desk, 1, "my ")
    assert newt.replace("two", "two, says newt")
    desk.until(lambda: "two, says newt" in desk.titles)
    desk.rest()
    if "may have been overwritten" in desk.news:
        news_button(desk, "Put it back")
        desk.rest()
        data = desk.file.read_bytes().decode()
        assert "two, says newt" in data
        assert "my one" in data


def test_a_newt_that_has_seen_the_edit_overwrites_nothing(desk: Desk, newt: NewtWriter) -> None:
    save(desk, 1, "my ")
    assert newt.reload()
    assert newt.add("from newt")
    desk.until(lambda: "from newt" in desk.titles)
    desk.rest()
    desk.bot.wait(100)
    assert "overwritten" not in desk.news


def test_it_is_noticed_at_the_next_start_and_told_once(
    open_desk: Opener, desk: Desk, newt: NewtWriter
) -> None:
    save(desk, 1, "my ")
    desk.window.shutdown()
    assert newt.add("from newt")
    again = open_desk(None)
    told(again)
    again.window.shutdown()
    third = open_desk(None)
    third.rest()
    third.bot.wait(100)
    assert "overwritten" not in third.news


def test_what_somebody_else_removed_of_theirs_is_no_such_thing(desk: Desk) -> None:
    save(desk, 1, "my ")
    replace_file(desk.file, notes("one", "my two"))
    desk.until(lambda: desk.titles == ["one", "my two"])
    desk.rest()
    desk.bot.wait(100)
    assert "overwritten" not in desk.news
