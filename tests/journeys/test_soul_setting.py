"""soul_file is set and cleared in a config file of the person's choice, and what-ifs change nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from newt_gui.soul.setting_dialog import SettingDialog
from tests.journeys.soul_desk import Places, SoulDesk

CONFIG = (
    b'# mine\r\n[memory]\r\nwindow = 3 # few\r\nsoul_file = "~/garden.md" # look here\r\n[other]\r\na=1\r\n'
)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places(tmp_path, tmp_path / ".newt", tmp_path / "garden-site")
    places.home.mkdir()
    places.own.parent.mkdir(parents=True)
    places.own.write_text("Mine.\nSame.\n")
    places.everywhere.write_text("Everywhere.\nSame.\n")
    places.config.write_bytes(CONFIG)
    return places


Open = Callable[..., SoulDesk]


class Hand:
    """Works the dialog."""

    def __init__(self, path: str | None, config: str = "", *, accept: bool = True) -> None:
        self.path, self.config, self.accept = path, config, accept
        self.desk: SoulDesk | None = None
        self.seen = self.remark = ""

    def __call__(self, dialog: SettingDialog) -> None:
        assert self.desk is not None
        if self.config:
            texts = [dialog.file_box.itemText(at) for at in range(dialog.file_box.count())]
            [at] = [at for at, text in enumerate(texts) if text.startswith(f"{self.config} ")]
            dialog.file_box.setCurrentIndex(at)
        if self.path is None:
            dialog.clear_way.setChecked(True)
        else:
            dialog.path_field.setText(self.path)
        self.desk.rest()
        self.seen, self.remark = dialog.change.text(), dialog.remark.toPlainText()
        self.can_go = dialog.go_button.isEnabled()
        if self.accept and self.can_go:
            dialog.accept()
        else:
            dialog.reject()


def begin(open_soul: Open, hand: Hand) -> SoulDesk:
    desk = open_soul(answers=[hand])
    hand.desk = desk
    desk.click(desk.card("explicit"))
    desk.click_button("Set in config…", desk.page.text_pane.footer)
    desk.rest()
    return desk


def test_only_the_value_changes_and_the_change_is_shown_before(open_soul: Open, places: Places) -> None:
    garden = places.person / "garden.md"
    garden.write_text("Gardener.\n")
    hand = Hand(str(garden))
    desk = begin(open_soul, hand)
    assert '− soul_file = "~/garden.md" # look here' in hand.seen
    assert f'+ soul_file = "{garden}" # look here' in hand.seen
    assert places.config.read_bytes() == CONFIG.replace(b"~/garden.md", str(garden).encode())
    desk.until(lambda: desk.winner == "explicit")
    assert "counts from the next session" in desk.told[-1].text


def test_undo_gives_back_the_bytes(open_soul: Open, places: Places) -> None:
    desk = begin(open_soul, Hand("other.md"))
    [(label, undo)] = desk.told[-1].actions
    assert label == "Undo"
    undo()
    desk.until(lambda: places.config.read_bytes() == CONFIG)


def test_clearing_takes_the_line_out_and_undo_puts_it_back(open_soul: Open, places: Places) -> None:
    desk = begin(open_soul, Hand(None))
    assert b"soul_file" not in places.config.read_bytes()
    desk.until(lambda: desk.state("explicit") == "not set")


def test_another_file_can_be_picked_and_what_it_would_hide_is_said(open_soul: Open, places: Places) -> None:
    hand = Hand(".newt/soul.md", "newt.toml")
    desk = begin(open_soul, hand)
    assert "will be new, and newt will read it instead of" in hand.remark
    assert "The file belongs to the project" in hand.remark
    assert places.config.read_bytes() == CONFIG
    made = places.workspace / "newt.toml"
    assert made.read_text() == 'memory.soul_file = ".newt/soul.md"\n'
    assert made.stat().st_mode & 0o777 == 0o600
    desk.until(lambda: "hidden by newt.toml" in desk.chain[2])


def test_a_path_that_newt_does_not_expand_is_said_to_be_one(open_soul: Open, places: Places) -> None:
    hand = Hand("~/other.md", accept=False)
    begin(open_soul, hand)
    assert "does not expand" in hand.remark
    assert places.config.read_bytes() == CONFIG


def test_what_the_file_says_already_and_nothing_at_all_change_nothing(
    open_soul: Open, places: Places
) -> None:
    same = Hand("~/garden.md")
    begin(open_soul, same)
    assert not same.can_go
    nothing = Hand("")
    begin(open_soul, nothing)
    assert not nothing.can_go
    assert "Say which file" in nothing.remark


def test_a_file_that_can_t_be_changed_safely_is_refused_with_the_reason(
    open_soul: Open, places: Places
) -> None:
    places.config.write_text("[memory]\nbroken = \n")
    hand = Hand("x.md")
    desk = begin(open_soul, hand)
    assert not hand.can_go
    assert "can't change it" in hand.remark
    assert places.config.read_text() == "[memory]\nbroken = \n"
    assert desk.winner == "workspace"


# What if, and comparing


def test_a_supposition_is_shown_as_one_and_changes_nothing(open_soul: Open, places: Places) -> None:
    desk = open_soul()
    before = {path: path.read_bytes() for path in places.person.rglob("*.md")}
    desk.click(desk.part("soul_what_if"))
    menu = desk.part("what_if_menu")
    menu.actions()[0].trigger()
    menu.close()
    desk.until(lambda: desk.winner == "global")
    assert "only supposed" in desk.banner("soul_supposition")
    assert "“Yours, everywhere” would win" in desk.banner("soul_supposition")
    assert desk.heading == "What the agent would get"
    assert desk.text == "Everywhere.\nSame."
    assert "Only supposed." in desk.reason("workspace")
    assert {path: path.read_bytes() for path in places.person.rglob("*.md")} == before
    desk.click_button("Show how it is", desk.part("soul_supposition"))
    desk.until(lambda: desk.winner == "workspace")
    assert desk.banner("soul_supposition") == ""


def test_two_suppositions_add_up_and_what_is_written_meanwhile_is_seen(
    open_soul: Open, places: Places
) -> None:
    desk = open_soul()
    desk.page.text_pane.gone_supposed.emit()
    desk.until(lambda: desk.winner == "global")
    desk.page.text_pane.gone_supposed.emit()
    desk.until(lambda: desk.winner == "builtin")
    desk.page.session.suppose_nothing()
    desk.page.session.suppose("workspace", None)
    desk.until(lambda: desk.winner == "global")
    places.everywhere.write_text("New.\n")
    desk.until(lambda: desk.text == "New.")


def test_a_file_supposed_to_hold_text_wins(open_soul: Open, places: Places) -> None:
    places.own.unlink()
    desk = open_soul()
    desk.click(desk.card("workspace"))
    desk.page.text_pane.text_supposed.emit()
    desk.until(lambda: desk.winner == "workspace")
    assert not places.own.exists()
    assert "held text" in desk.banner("soul_supposition")


def test_a_shadowed_rung_is_compared_with_the_winner_line_by_line(open_soul: Open, places: Places) -> None:
    desk = open_soul()
    desk.click(desk.card("global"))
    desk.click_button("Compare")
    shown = desk.page.text_pane.compare
    desk.until(lambda: shown.text.text() == "− Everywhere.\n+ Mine.\n  Same.")
    assert "only in “Yours, everywhere”" in shown.explanation.toPlainText()
    places.everywhere.write_text("Mine.\nSame.\n")
    desk.until(lambda: "have the same text" in shown.explanation.toPlainText())
    desk.click_button("Show the text")
    assert desk.page.text_pane.text.isVisible()


@pytest.mark.qt_log_ignore("QPlatformServices::openDocument", extend=True)
def test_a_folder_that_no_program_opens_is_named(open_soul: Open, places: Places) -> None:
    desk = open_soul()
    desk.click_button("Open folder")
    desk.until(lambda: bool(desk.told))
    assert "no program to open the folder" in desk.news
    assert ".newt" in desk.told[-1].hint


class FileManager(QObject):
    """Stands for the system's program that shows folders."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Path] = []

    @Slot(QUrl)
    def show(self, place: QUrl) -> None:
        self.shown.append(Path(place.toLocalFile()))


def test_the_nearest_folder_that_is_there_is_opened(open_soul: Open, places: Places) -> None:
    places.own.unlink()
    places.own.parent.rmdir()
    manager = FileManager()
    QDesktopServices.setUrlHandler("file", manager, "show")
    try:
        desk = open_soul()
        desk.click(desk.card("workspace"))
        desk.click_button("Open folder")
        desk.until(lambda: manager.shown == [places.workspace])
        assert desk.told == []
    finally:
        QDesktopServices.unsetUrlHandler("file")
