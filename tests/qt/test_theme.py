"""The look: measured contrast, palette, live switching, forced colours, type, icons, focus."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QImage, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTextEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from newt_gui.core.resources import resource
from newt_gui.qt.icons import build_icon
from newt_gui.qt.theme import DARK, LIGHT, PAIRS, Theme, Tokens, contrast, tokens_of
from newt_gui.qt.tokens import blend

READABLE = 4.5
Role = QPalette.ColorRole


class ForcedTheme(Theme):
    """As on a system that asks for high contrast, which a test can't make the system do."""

    @property
    def is_forced(self) -> bool:
        return True


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, undressed again after the test."""
    font = qapp.font()
    yield qapp
    qapp.styleHints().unsetColorScheme()
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())
    qapp.setFont(font)


@pytest.fixture
def theme(app: QApplication) -> Iterator[Theme]:
    made = Theme()
    made.install(app, "light")
    yield made
    made.deleteLater()


def grounds_and_inks(image: QImage, area: Callable[[int, int], bool] = lambda _x, _y: True) -> list[str]:
    return [
        image.pixelColor(x, y).name()
        for y in range(image.height())
        for x in range(image.width())
        if area(x, y)
    ]


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#123456", "#123456") == 1
    assert contrast("#2f6f53", "#ffffff") == contrast("#ffffff", "#2f6f53")


@pytest.mark.parametrize("ink, ground, measured", PAIRS)
def test_every_pair_is_as_measured_and_readable(ink: str, ground: str, measured: tuple[float, float]) -> None:
    for tokens, stated in zip((LIGHT, DARK), measured, strict=True):
        colours = tokens._asdict()
        actual = contrast(colours[ink], colours[ground])
        assert actual == pytest.approx(stated, abs=0.0051)
        assert actual >= READABLE


def test_the_pairs_cover_every_ink_on_the_grounds_it_is_used_on() -> None:
    stated = {(ink, ground) for ink, ground, _ in PAIRS}
    grounds = ("window", "panel", "side", "accent_ground")
    expected = {(ink, ground) for ink in ("text", "quiet", "accent", "caution", "stop") for ground in grounds}
    expected |= {("on_accent", "accent"), ("caution", "caution_ground"), ("stop", "stop_ground")}
    expected |= {("text", "caution_ground"), ("text", "stop_ground")}
    assert expected <= stated


def test_shades_between_tokens_stay_readable() -> None:
    for tokens in (LIGHT, DARK):
        hovered = blend(tokens.accent, tokens.text, 0.15)
        assert contrast(tokens.on_accent, hovered) >= READABLE


@pytest.mark.parametrize("choice, tokens", [("light", LIGHT), ("dark", DARK)])
def test_the_palette_speaks_the_tokens(app: QApplication, choice: str, tokens: Tokens) -> None:
    theme = Theme()
    theme.install(app, "dark" if choice == "dark" else "light")
    assert theme.tokens == tokens
    assert theme.is_dark == (choice == "dark")
    palette = app.palette()
    said = {
        Role.Window: tokens.window,
        Role.Base: tokens.panel,
        Role.AlternateBase: tokens.side,
        Role.Mid: tokens.line,
        Role.Text: tokens.text,
        Role.WindowText: tokens.text,
        Role.PlaceholderText: tokens.quiet,
        Role.Highlight: tokens.accent_ground,
        Role.HighlightedText: tokens.text,
        Role.Accent: tokens.accent,
        Role.Link: tokens.accent,
    }
    assert {role: palette.color(role).name() for role in said} == said
    faint = palette.color(QPalette.ColorGroup.Disabled, Role.Text).name()
    assert contrast(faint, tokens.panel) < contrast(tokens.quiet, tokens.panel)


def test_an_application_is_made_in_its_style_and_the_theme_leaves_it_so() -> None:
    """In a process of its own: there can be only one application."""
    program = (
        "from newt_gui.qt.theme import Theme, make_application\n"
        "app = make_application(['newt-gui', 'folder'])\n"
        "print(app.style().name(), app.arguments())\n"
        "Theme().install(app)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert run.stdout.strip() == "fusion ['newt-gui', 'folder']"


def test_a_switch_repaints_what_is_on_screen(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    assert window.grab().toImage().pixelColor(5, 5).name() == LIGHT.window
    with qtbot.waitSignal(theme.changed):
        theme.set_choice("dark")
    assert window.grab().toImage().pixelColor(5, 5).name() == DARK.window
    with qtbot.waitSignal(theme.changed):
        theme.set_choice("light")
    assert window.grab().toImage().pixelColor(5, 5).name() == LIGHT.window


def test_the_system_is_followed_live_until_the_person_chooses(theme: Theme, app: QApplication) -> None:
    system_says = app.styleHints().colorSchemeChanged
    theme.set_choice("system")
    system_says.emit(Qt.ColorScheme.Dark)
    assert theme.is_dark
    assert app.palette().color(Role.Window).name() == DARK.window
    system_says.emit(Qt.ColorScheme.Light)
    assert not theme.is_dark

    theme.set_choice("light")
    system_says.emit(Qt.ColorScheme.Dark)
    assert not theme.is_dark
    assert app.palette().color(Role.Window).name() == LIGHT.window
    # What the signal says then is an echo of the choice, not what the system wants.
    theme.set_choice("system")
    assert not theme.is_dark


def test_forced_colours_win_over_every_choice(app: QApplication) -> None:
    system = QPalette(app.palette())
    theme = ForcedTheme()
    theme.install(app, "dark")
    for role in (Role.Window, Role.Text, Role.Highlight, Role.Button):
        assert app.palette().color(role) == system.color(role)
    assert "#" not in app.styleSheet()
    assert theme.tokens.window == system.color(Role.Window).name()
    assert theme.tokens.stop == theme.tokens.text
    assert not theme.is_dark
    theme.set_choice("light")
    assert app.palette().color(Role.Window) == system.color(Role.Window)
    theme.deleteLater()


@pytest.mark.parametrize(
    "ground, ink, chosen, on_chosen",
    [
        ("#000000", "#ffffff", "#1aebff", "#000000"),
        ("#000000", "#ffff00", "#008000", "#ffffff"),
        ("#ffffff", "#000000", "#37006e", "#ffffff"),
    ],
)
def test_text_stays_readable_in_any_forced_colours(
    ground: str, ink: str, chosen: str, on_chosen: str
) -> None:
    palette = QPalette()
    for role in (Role.Window, Role.Base):
        palette.setColor(role, QColor(ground))
    palette.setColor(Role.Text, QColor(ink))
    palette.setColor(Role.Highlight, QColor(chosen))
    palette.setColor(Role.HighlightedText, QColor(on_chosen))
    tokens = tokens_of(palette)
    for place in (tokens.window, tokens.panel, tokens.side, tokens.accent_ground, tokens.stop_ground):
        assert contrast(tokens.text, place) >= READABLE
    assert tokens.accent_ground != tokens.panel


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_a_placeholder_can_be_read(theme: Theme, qtbot: QtBot, choice: str) -> None:
    theme.set_choice("dark" if choice == "dark" else "light")
    field = QLineEdit()
    field.setPlaceholderText("IIIIII")
    font = QFont(field.font())
    font.setPointSize(40)
    field.setFont(font)
    qtbot.addWidget(field)
    field.show()
    image = field.grab().toImage()
    inside = field.rect().adjusted(8, 8, -8, -8)
    seen = grounds_and_inks(image, lambda x, y: inside.contains(x, y))
    assert max(contrast(colour, theme.tokens.window) for colour in set(seen)) >= READABLE


def _editable(text: str) -> QTextEdit:
    edit = QTextEdit()
    edit.setPlainText(text)
    return edit


CONTROLS: dict[str, Callable[[], QWidget]] = {
    "button": lambda: QPushButton("Revert"),
    "tool button": QToolButton,
    "field": lambda: QLineEdit("text"),
    "text area": lambda: QPlainTextEdit("text"),
    "rich text area": lambda: _editable("text"),
    "list": QListWidget,
    "chooser": QComboBox,
    "check box": lambda: QCheckBox("check"),
    "radio button": lambda: QRadioButton("radio"),
}


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.parametrize("name", list(CONTROLS))
def test_focus_shows_in_the_accent(theme: Theme, qtbot: QtBot, name: str, choice: str) -> None:
    theme.set_choice("dark" if choice == "dark" else "light")
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 200)
    other, control = QPushButton("other", window), CONTROLS[name]()
    control.setParent(window)
    control.setGeometry(20, 60, 160, 80)
    window.show()
    window.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    accent = theme.tokens.accent
    before = grounds_and_inks(control.grab().toImage()).count(accent)
    control.setFocus()
    qtbot.waitUntil(control.hasFocus)
    after = grounds_and_inks(control.grab().toImage()).count(accent)
    assert after > before + 20


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_focus_shows_on_the_accent_button_too(theme: Theme, qtbot: QtBot, choice: str) -> None:
    theme.set_choice("dark" if choice == "dark" else "light")
    window = QWidget()
    qtbot.addWidget(window)
    other, button = QPushButton("other", window), QPushButton("Save", window)
    button.setProperty("primary", True)
    button.setGeometry(20, 60, 120, 40)
    window.show()
    window.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert grounds_and_inks(button.grab().toImage()).count(theme.tokens.accent) > 500
    assert theme.tokens.text not in grounds_and_inks(button.grab().toImage())
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    assert grounds_and_inks(button.grab().toImage()).count(theme.tokens.text) > 100


def test_focus_does_not_move_anything(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    controls = [QPushButton("Save", window), QLineEdit(window), QToolButton(window)]
    window.show()
    window.activateWindow()
    for control in controls:
        before = control.sizeHint()
        control.setFocus()
        qtbot.waitUntil(control.hasFocus)
        assert control.sizeHint() == before


@pytest.mark.parametrize("base", [9, 12, 18])
def test_four_sizes_follow_the_users_font(theme: Theme, app: QApplication, base: int) -> None:
    app.setFont(QFont(app.font().family(), base))
    small, body, title, page = (theme.font(role).pointSizeF() for role in ("small", "body", "title", "page"))
    assert small < body < title < page
    assert body == base
    assert small >= 7.9
    assert theme.font("title").weight() == QFont.Weight.DemiBold
    assert theme.font("body").weight() == app.font().weight()
    label = QLabel("Title")
    label.setProperty("role", "page")
    label.ensurePolished()
    assert label.font().pointSizeF() == pytest.approx(page, abs=0.01)


def test_sizes_in_pixels_work_as_well(theme: Theme, app: QApplication) -> None:
    font = QFont(app.font())
    font.setPixelSize(20)
    app.setFont(font)
    assert theme.font("small").pixelSize() == 18
    assert theme.font("page").pixelSize() == 28


def test_spaces_grow_with_the_font(theme: Theme, app: QApplication, qtbot: QtBot) -> None:
    before, button = theme.unit, QPushButton("Save")
    qtbot.addWidget(button)
    height = button.sizeHint().height()
    with qtbot.waitSignal(theme.changed):
        app.setFont(QFont(app.font().family(), 27))
    assert theme.unit == round(QFontMetricsF(app.font()).lineSpacing() / 4)
    assert theme.unit > before
    assert button.sizeHint().height() > height * 2
    assert theme.icon("search").actualSize(QSize(999, 999)).height() == theme.unit * 4


def test_numbers_can_be_tabular(theme: Theme) -> None:
    (tag,) = theme.font("small", tabular=True).featureTags()
    assert bytes(tag.toString().data()) == b"tnum"
    assert theme.font("small").featureTags() == []


def test_an_icon_is_drawn_in_the_colour_of_its_token(theme: Theme) -> None:
    for choice, tokens in (("light", LIGHT), ("dark", DARK)):
        theme.set_choice("dark" if choice == "dark" else "light")
        for token in ("text", "stop"):
            image = theme.icon("octagon-x", token).pixmap(QSize(32, 32)).toImage()
            solid = {
                image.pixelColor(x, y).name()
                for x in range(image.width())
                for y in range(image.height())
                if image.pixelColor(x, y).alpha() == 255
            }
            assert solid == {tokens._asdict()[token]}


def test_an_icon_is_sharp_on_every_screen_and_never_tinted(theme: Theme) -> None:
    icon = build_icon("save", "#2f6f53", 16, range(1, 4))
    for ratio in (1, 2, 3):
        pixmap = icon.pixmap(QSize(16, 16), ratio)
        assert pixmap.size() == QSize(16 * ratio, 16 * ratio)
        assert pixmap.devicePixelRatio() == ratio
        plain = pixmap.toImage()
        assert icon.pixmap(QSize(16, 16), ratio, QIcon.Mode.Selected).toImage() == plain


def test_an_icon_that_is_not_there_is_a_bug(theme: Theme) -> None:
    with pytest.raises(FileNotFoundError):
        theme.icon("no-such-icon")


def test_every_icon_that_is_shipped_can_be_drawn_and_is_licensed(theme: Theme) -> None:
    drawings = sorted(resource("icons").glob("*.svg"))
    assert len(drawings) > 25
    for drawing in drawings:
        icon = theme.icon(drawing.stem)
        assert not icon.pixmap(QSize(16, 16)).isNull()
        if drawing.stem != "newt-memory":
            assert "currentColor" in drawing.read_text(encoding="utf-8")
    assert "ISC License" in resource("licenses/lucide.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme, tokens", [("light", LIGHT), ("dark", DARK)])
def test_the_marks_of_the_stylesheet_have_the_colours_of_the_tokens(scheme: str, tokens: Tokens) -> None:
    """A stylesheet can only point to files, so these two colours stand in files."""
    for name, colour in (("check", tokens.on_accent), ("chevron", tokens.quiet)):
        drawing = resource(f"icons/style/{name}-{scheme}.svg").read_text(encoding="utf-8")
        assert re.findall(r"#[0-9a-f]{6}", drawing) == [colour]


def test_a_ticked_box_shows_its_tick(theme: Theme, qtbot: QtBot) -> None:
    box = QCheckBox()
    qtbot.addWidget(box)
    box.setChecked(True)
    box.show()
    seen = grounds_and_inks(box.grab().toImage())
    assert seen.count(LIGHT.accent) > 30
    assert seen.count(LIGHT.on_accent) >= 4


def test_scroll_bars_are_slim_and_quiet(theme: Theme, qtbot: QtBot) -> None:
    area = QPlainTextEdit("line\n" * 200)
    qtbot.addWidget(area)
    area.resize(200, 200)
    area.show()
    bar = area.verticalScrollBar()
    assert bar.width() <= theme.unit * 3
    colours = set(grounds_and_inks(bar.grab().toImage()))
    assert LIGHT.accent not in colours
    assert any(contrast(colour, LIGHT.panel) > 1.5 for colour in colours)
