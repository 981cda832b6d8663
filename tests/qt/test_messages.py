"""Message bar and banner: weight in icon and word, actions, wrapping, selecting, announcing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QCoreApplication, Qt, QTranslator
from PySide6.QtGui import QAccessible, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from newt_gui.core.errors import SaveFailed
from newt_gui.qt.messages import Banner, Kind, Message, MessageBar, error_message, localised
from newt_gui.qt.plain import WrappedText, plain_label, plain_tip
from newt_gui.qt.theme import DARK, LIGHT, Theme

LONG = "/home/somebody/" + "a_very_long_name" * 12 + "/NOTES.md could not be saved. " + "Words follow. " * 8


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme()
    made.install(qapp, "light")
    yield made
    made.deleteLater()
    qapp.styleHints().unsetColorScheme()
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())


@pytest.fixture
def window(theme: Theme, qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(900, 400)
    QVBoxLayout(made).addStretch()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    return made


@pytest.fixture
def bar(theme: Theme, window: QWidget) -> MessageBar:
    made = MessageBar(theme)
    window.layout().insertWidget(0, made)
    return made


@pytest.fixture
def banner(theme: Theme, window: QWidget) -> Banner:
    made = Banner(theme)
    window.layout().insertWidget(0, made)
    return made


def text_of(notice: QWidget) -> WrappedText:
    return notice.findChild(WrappedText)


def buttons(notice: QWidget) -> list[QPushButton]:
    return [button for button in notice.findChildren(QPushButton) if not button.isHidden()]


def dismiss_button(notice: QWidget) -> QToolButton:
    return notice.findChild(QToolButton)


def test_it_is_hidden_until_there_is_something_to_say(bar: MessageBar) -> None:
    assert bar.objectName() == "message_bar"
    assert not bar.isVisible()
    assert bar.message is None
    bar.show_message(Message("Saved."))
    assert bar.isVisible()
    bar.clear()
    assert not bar.isVisible()
    assert bar.message is None


def test_each_weight_has_its_own_icon_word_and_ground(banner: Banner) -> None:
    seen = set()
    kinds: tuple[Kind, ...] = ("note", "caution", "stop")
    for kind in kinds:
        banner.show_message(Message("Something.", kind))
        icon, word = banner.findChildren(QLabel)
        assert not icon.pixmap().isNull()
        ground = banner.grab().toImage().pixelColor(banner.width() // 2, 3).name()
        picture = bytes(icon.pixmap().toImage().bits())
        seen.add((word.text(), ground, picture))
    assert {word for word, _, _ in seen} == {"Info", "Caution", "Stop"}
    assert {ground for _, ground, _ in seen} == {LIGHT.side, LIGHT.caution_ground, LIGHT.stop_ground}
    assert len({picture for _, _, picture in seen}) == 3


def test_text_and_hint_are_shown_literally(banner: Banner) -> None:
    banner.show_message(Message("<b>bold</b> & co", hint="Do <i>this</i>."))
    assert text_of(banner).toPlainText() == "<b>bold</b> & co\nDo <i>this</i>."
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in banner.findChildren(QLabel)[1:])


def test_an_action_of_the_bar_ends_the_message_first(bar: MessageBar, qtbot: QtBot) -> None:
    def undo() -> None:
        assert bar.message is None
        bar.show_message(Message("Put back."))

    bar.show_message(Message("Deleted.", actions=(("Undo", undo),)))
    qtbot.mouseClick(buttons(bar)[0], Qt.MouseButton.LeftButton)
    assert bar.message == Message("Put back.")
    assert buttons(bar) == []


def test_an_action_of_a_banner_leaves_it_there(banner: Banner, qtbot: QtBot) -> None:
    done: list[str] = []
    actions = (("Remove it", lambda: done.append("removed")), ("Show", lambda: done.append("shown")))
    banner.show_message(Message("A hidden character.", "caution", actions))
    assert [button.text() for button in buttons(banner)] == ["Remove it", "Show"]
    for button in buttons(banner):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == ["removed", "shown"]
    assert banner.isVisible()


def test_three_actions_are_too_many(bar: MessageBar) -> None:
    with pytest.raises(ValueError, match="2"):
        bar.show_message(Message("Choose.", actions=(("a", print), ("b", print), ("c", print))))


def test_dismissing_tells_and_clearing_does_not(banner: Banner, qtbot: QtBot) -> None:
    told: list[bool] = []
    banner.dismissed.connect(lambda: told.append(True))
    banner.show_message(Message("One."))
    banner.clear()
    assert told == []
    banner.show_message(Message("Two."))
    qtbot.mouseClick(dismiss_button(banner), Qt.MouseButton.LeftButton)
    assert told == [True]
    assert not banner.isVisible()
    banner.show_message(Message("Three."))
    text_of(banner).setFocus()
    qtbot.keyClick(text_of(banner), Qt.Key.Key_Escape)
    assert told == [True, True]


def test_what_can_not_be_dismissed_stays(banner: Banner, qtbot: QtBot) -> None:
    banner.show_message(Message("The file can't be read.", "stop", dismissable=False))
    assert not dismiss_button(banner).isVisible()
    qtbot.keyClick(text_of(banner), Qt.Key.Key_Escape)
    assert banner.isVisible()
    banner.show_message(Message("It can again."))
    assert dismiss_button(banner).isVisible()


@pytest.mark.parametrize("width", [1_200, 900, 500, 340])
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_long_text_is_never_cut_off(
    banner: Banner, window: QWidget, qtbot: QtBot, width: int, direction: Qt.LayoutDirection
) -> None:
    window.setLayoutDirection(direction)
    window.resize(width, 700)
    banner.show_message(Message(LONG, "stop", (("Try again", print), ("Save a copy…", print)), "And a hint."))
    qtbot.waitUntil(lambda: banner.height() > 0 and banner.width() <= width)
    text = text_of(banner)
    qtbot.waitUntil(lambda: text.height() >= text.heightForWidth(text.width()))
    assert text.horizontalScrollBar().maximum() == 0
    assert text.verticalScrollBar().maximum() == 0
    assert text.document().size().width() <= text.viewport().width()
    for button in (*buttons(banner), dismiss_button(banner)):
        assert banner.rect().contains(button.geometry())
        assert not button.geometry().intersects(text.geometry())
    assert window.width() == width


@pytest.mark.parametrize("width, under", [(900, False), (420, True)])
def test_in_a_narrow_place_the_buttons_stand_under_the_text(
    banner: Banner, window: QWidget, qtbot: QtBot, width: int, under: bool
) -> None:
    window.resize(width, 400)
    banner.show_message(Message("Some words. " * 9, "stop", (("Try again", print),)))
    (button,) = buttons(banner)
    qtbot.waitUntil(lambda: (button.y() > text_of(banner).geometry().bottom()) == under)
    assert banner.height() < text_of(banner).height() + button.height() * 2


def test_a_short_message_takes_one_line(banner: Banner, qtbot: QtBot) -> None:
    banner.show_message(Message("Saved.", actions=(("Undo", print),)))
    qtbot.waitUntil(lambda: 0 < banner.height() < banner.fontMetrics().lineSpacing() * 4)


def test_the_text_can_be_copied_by_keyboard(banner: Banner, qtbot: QtBot) -> None:
    banner.show_message(Message("/home/somebody/NOTES.md can't be read.", "stop", hint="Put that right."))
    text = text_of(banner)
    assert text.focusPolicy() & Qt.FocusPolicy.TabFocus
    text.setFocus()
    qtbot.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "/home/somebody/NOTES.md can't be read.\nPut that right."
    qtbot.keyClick(text, Qt.Key.Key_X)
    assert text.toPlainText().startswith("/home")


def test_tab_leaves_the_text(banner: Banner, qtbot: QtBot) -> None:
    banner.show_message(Message("Text.", actions=(("Undo", print),)))
    text_of(banner).setFocus()
    qtbot.keyClick(text_of(banner), Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not text_of(banner).hasFocus())


def test_everything_has_a_name_for_assistive_technology(banner: Banner) -> None:
    banner.show_message(Message("Nearly full.", "caution", (("Show", print),)))
    seen = QAccessible.queryAccessibleInterface(banner)
    assert seen.text(QAccessible.Text.Name) == "Caution"
    assert seen.text(QAccessible.Text.Description) == "Nearly full."
    for widget in (text_of(banner), dismiss_button(banner), *buttons(banner)):
        named = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        assert named, widget


def test_a_message_is_announced(bar: MessageBar, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt hands announcements to the platform alone, so its door is watched here."""
    said: list[tuple[str, QAccessible.AnnouncementPoliteness]] = []

    door = SimpleNamespace(
        AnnouncementPoliteness=QAccessible.AnnouncementPoliteness,
        isActive=lambda: True,
        updateAccessibility=lambda event: said.append((event.message(), event.politeness())),
    )
    monkeypatch.setattr(QtGui, "QAccessible", door)
    bar.show_message(Message("Saved.", hint="Counts from the next session."))
    bar.show_message(Message("The disk is full.", "stop"))
    assert said == [
        ("Info: Saved.\nCounts from the next session.", QAccessible.AnnouncementPoliteness.Polite),
        ("Stop: The disk is full.", QAccessible.AnnouncementPoliteness.Assertive),
    ]


def test_a_switch_of_the_theme_dresses_it_anew(banner: Banner, theme: Theme) -> None:
    banner.show_message(Message("Nearly full.", "caution"))
    theme.set_choice("dark")
    image = banner.grab().toImage()
    assert image.pixelColor(banner.width() // 2, 3).name() == DARK.caution_ground
    icon = banner.findChildren(QLabel)[0].pixmap().toImage()
    solid = {
        icon.pixelColor(x, y).name()
        for x in range(icon.width())
        for y in range(icon.height())
        if icon.pixelColor(x, y).alpha() == 255
    }
    assert solid == {DARK.caution}


def test_the_focus_is_not_taken_away(banner: Banner, window: QWidget, qtbot: QtBot) -> None:
    field = QPushButton("elsewhere", window)
    field.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    banner.show_message(Message("News.", actions=(("Undo", print),)))
    assert field.hasFocus()


def test_an_error_becomes_a_message() -> None:
    error = SaveFailed(Path("/n/NOTES.md"), "the disk is full")
    assert localised(error) == error.texts()
    message = error_message(error)
    assert message.kind == "stop"
    assert message.text == f"{error.what} {error.why}"
    assert message.hint == error.hint


def test_templates_are_translated_before_they_are_filled_in(qapp: QApplication) -> None:
    class Backwards(QTranslator):
        def translate(self, context: str, text: str, _disambiguation: str | None = None, _n: int = -1) -> str:
            return "{path} · kaputt" if (context, text) == ("core", SaveFailed.what_template) else text

    translator = Backwards()
    QCoreApplication.installTranslator(translator)
    try:
        what, why, _hint = localised(SaveFailed(Path("/n/NOTES.md"), "the disk is full"))
    finally:
        QCoreApplication.removeTranslator(translator)
    assert what == f"{Path('/n/NOTES.md')} · kaputt"
    assert why == "The reason: the disk is full."


def test_plain_helpers_keep_markup_as_text() -> None:
    assert plain_tip("a < b and more") == "a < b and more"
    assert "&lt;b&gt;" in plain_tip("<b>bold</b>")
    label = plain_label("<b>bold</b>", role="small", quiet=True, wrap=True)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert (label.property("role"), label.property("quiet"), label.wordWrap()) == ("small", True, True)
