"""Whatever is done in whatever order: nothing written is lost, and the window shows what is on disk."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QAbstractItemModelTester

from newt_gui.core.history import History
from newt_gui.core.notes_format import parse, serialize
from newt_gui.core.paths import app_folders
from newt_gui.notes.notes_filter import Order
from newt_gui.qt.scripted_dialogs import ScriptedDialogs
from tests.journeys.conftest import Desk
from tests.journeys.test_others_write import replace_file

Opener = Callable[..., Desk]
BEGIN = ["apple", "birch", "cedar", "dahlia", "elder", "fern"]


class AnyAnswer(ScriptedDialogs):
    """Somebody who answers every question by chance, but never throws text away."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance

    def _next(self, request: object) -> str:
        keys = [choice.key for choice in request.choices if choice.role != "destructive"]
        return self._chance.choice(keys)


class Walker:
    """Does one thing after the other, and remembers every word it wrote."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk, self.chance = desk, random.Random(seed)
        self.page, self.session = desk.window.notes, desk.window.notes.session
        self.words = set(BEGIN)
        self.dropped: set[str] = set()
        """Words of drafts that were thrown away on purpose, and what somebody else removed."""
        self._numbers = count(1)
        self.done: list[str] = []

    def step(self) -> None:
        wish = self.chance.choice(WISHES)
        self.done.append(wish.__name__)
        wish(self)
        if self.chance.random() < 0.7:
            self.desk.rest()

    # The hands

    def choose(self) -> None:
        rows = self.session.rows
        if rows:
            self.page.list_pane.choose(self.chance.choice(rows).key)

    def select_some(self) -> None:
        view = self.page.list_pane.view
        for at in self.chance.sample(range(view.model().rowCount()), min(3, view.model().rowCount())):
            view.selectionModel().select(view.model().index(at, 0), QItemSelectionModel.SelectionFlag.Select)

    def write(self) -> None:
        if self.page.editor_pane.key == -1:
            return
        word = f"word{next(self._numbers)}x"
        self.words.add(word)
        self.desk.editor.moveCursor(QTextCursor.MoveOperation.End)
        self.desk.editor.insertPlainText(f"\n{word} " if self.chance.random() < 0.5 else f" {word}")

    def write_sign(self) -> None:
        if self.page.editor_pane.key != -1:
            self.desk.editor.moveCursor(QTextCursor.MoveOperation.End)
            self.desk.editor.insertPlainText("\n§\n")

    def new(self) -> None:
        self.page.new_note()
        self.write()

    def save(self) -> None:
        self.page.save()

    def save_all(self) -> None:
        self.page.save_all()

    def revert(self) -> None:
        self.page.editor_pane.commit()
        self.drop([self.page.editor_pane.key])
        self.page.revert()

    def delete(self) -> None:
        self.page.editor_pane.commit()
        self.drop(self.page.list_pane.selected_keys())
        self.page.commands.delete()

    def duplicate(self) -> None:
        self.page.commands.duplicate()

    def up(self) -> None:
        self.page.commands.move_up()

    def down(self) -> None:
        self.page.commands.move_down()

    def carry(self) -> None:
        self.page.commands.move_to(
            self.page.list_pane.selected_keys(), self.chance.randrange(len(self.session.rows) + 1)
        )

    def split(self) -> None:
        text = self.page.editor_pane.editor.text()
        gaps = [at for at, character in enumerate(text) if character.isspace()]
        self.page.editor_pane.editor.go_to(self.chance.choice(gaps) if gaps else len(text))
        self.page.commands.split_here()

    def split_signs(self) -> None:
        self.page.commands.split_at_delimiters()

    def merge(self) -> None:
        self.page.commands.merge()

    def undo(self) -> None:
        self.page.editor_pane.commit()
        self.drop([row.key for row in self.session.rows])
        self.page.commands.undo()

    def redo(self) -> None:
        self.page.editor_pane.commit()
        self.drop([row.key for row in self.session.rows])
        self.page.commands.redo()

    def sort(self) -> None:
        self.page.list_pane.set_order(self.chance.choice(list(Order)))

    def filter(self) -> None:
        self.page.list_pane.filter.setText(self.chance.choice(["", "", "apple", "word"]))

    def refresh(self) -> None:
        self.page.refresh()

    # Somebody else

    def others_write(self) -> None:
        entries = parse(self.desk.file.read_text(encoding="utf-8")) if self.desk.file.exists() else []
        self.others_change(entries)
        replace_file(self.desk.file, serialize(entries).encode())

    def others_change(self, entries: list[str]) -> None:
        word = f"word{next(self._numbers)}x"
        self.words.add(word)
        what = self.chance.randrange(4)
        if what == 0 and len(entries) > 1:
            gone = entries.pop(self.chance.randrange(len(entries)))
            self.dropped |= {each for each in self.words if each in gone}
        elif what == 1 and entries:
            entries[self.chance.randrange(len(entries))] += f" {word}"
        elif what == 2:
            self.chance.shuffle(entries)
        entries.append(f"theirs {word}")

    # What must hold

    def drop(self, keys: list[int]) -> None:
        """What is in the drafts of these may go: it is wished, or undone with its step."""
        texts = [row.text for row in self.session.rows if row.key in keys and row.draft is not None]
        self.dropped |= {word for word in self.words if any(word in text for text in texts)}

    def look(self) -> None:
        desk = self.desk
        self.page.refresh()
        desk.rest()
        rows = self.session.rows
        on_disk = parse(desk.file.read_text(encoding="utf-8"))
        stored = [row for row in rows if row.id is not None]
        assert [row.stored for row in stored] == on_disk, self.done
        assert [row.id for row in stored] == list(range(1, len(on_disk) + 1)), self.done
        shown = self.session.row(self.page.editor_pane.key)
        if shown is not None:
            assert self.page.list_pane.current_key() == shown.key, self.done
            assert self.page.editor_pane.editor.text().strip() == shown.text.strip(), self.done
        self.look_for_words([row.text for row in rows] + on_disk)

    def look_for_words(self, seen: list[str]) -> None:
        missing = {word for word in self.words - self.dropped if not any(word in text for text in seen)}
        if missing:
            kept = contents(self.desk.file)
            lost = {word for word in missing if word not in kept}
            assert not lost, (lost, self.done)


def contents(file: Path) -> str:
    history = History(app_folders().data)
    try:
        return "\n".join(
            history.content(version.id).decode(errors="replace") for version in history.versions(file)
        )
    finally:
        history.close()


WISHES: list[Callable[[Walker], None]] = [
    *[Walker.write] * 5,
    *[Walker.choose] * 4,
    *[Walker.save] * 3,
    *[Walker.select_some] * 2,
    *[Walker.undo, Walker.redo] * 2,
    *[Walker.others_write] * 2,
    Walker.write_sign,
    Walker.new,
    Walker.save_all,
    Walker.revert,
    Walker.delete,
    Walker.duplicate,
    Walker.up,
    Walker.down,
    Walker.carry,
    Walker.split,
    Walker.split_signs,
    Walker.merge,
    Walker.sort,
    Walker.filter,
    Walker.refresh,
]


def walk(open_desk: Opener, monkeypatch: pytest.MonkeyPatch, seed: int, steps: int) -> None:
    chance = random.Random(seed)
    monkeypatch.setattr("newt_gui.app.Dialogs", lambda *_: AnyAnswer(chance))
    desk = open_desk(serialize(BEGIN).encode())
    desk.until(lambda: not desk.window.drain() or History(app_folders().data).versions(desk.file) != [])
    walker = Walker(desk, seed)
    tester = QAbstractItemModelTester(
        walker.page.list_pane.model, QAbstractItemModelTester.FailureReportingMode.Warning, desk.window
    )
    for _ in range(steps):
        walker.step()
        if chance.random() < 0.3:
            walker.look()
    walker.look()
    assert tester.model() is not None


@pytest.mark.parametrize("seed", range(8))
def test_a_walk(open_desk: Opener, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    walk(open_desk, monkeypatch, seed, 60)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 160))
def test_a_long_walk(open_desk: Opener, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    walk(open_desk, monkeypatch, seed, 300)
