"""The budget meter: its states in words and icons as well as colour, its bar, its accessibility."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QFont, QImage, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from newt_gui.qt.meter import BudgetMeter
from newt_gui.qt.theme import DARK, LIGHT, Theme

LIMIT = 2_200


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
def meter(theme: Theme, qtbot: QtBot) -> BudgetMeter:
    made = BudgetMeter(theme)
    qtbot.addWidget(made)
    made.resize(200, 60)
    made.show()
    return made


def picture(meter: BudgetMeter) -> QImage:
    return meter.grab().toImage()


def bar(meter: BudgetMeter) -> list[str]:
    """The colours along the middle of the bar."""
    image = picture(meter)
    return [image.pixelColor(x, 2).name() for x in range(image.width())]


def count(image: QImage, colour: str) -> int:
    wanted = QColor(colour)
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(pixel == wanted for pixel in pixels)


@pytest.mark.parametrize(
    "used, state, word",
    [
        (0, "fine", ""),
        (1_979, "fine", ""),
        (1_980, "caution", "Nearly full"),
        (2_200, "caution", "Nearly full"),
        (2_201, "stop", "Too full"),
        (9_999, "stop", "Too full"),
    ],
)
def test_the_states_begin_exactly_at_their_limits(
    meter: BudgetMeter, used: int, state: str, word: str
) -> None:
    meter.set_values(used, LIMIT, "so much")
    assert meter.state == state
    assert meter.caption == (f"{word} · so much" if word else "so much")


def test_a_state_has_an_icon_beside_its_words(meter: BudgetMeter) -> None:
    side = meter.fontMetrics().height()
    icons = []
    for used in (100, 2_000, 2_300):
        meter.set_values(used, LIMIT, "")
        icons.append(picture(meter).copy(0, 10, side, side))
    ground = [count(icon, LIGHT.window) for icon in icons]
    assert ground[0] == side * side
    assert ground[1] < side * side - 20
    assert ground[2] < side * side - 20
    assert icons[1] != icons[2]


@pytest.mark.parametrize("used, share", [(0, 0.0), (550, 0.25), (1_100, 0.5), (2_200, 1.0), (4_400, 1.0)])
def test_the_bar_is_as_long_as_what_is_used(meter: BudgetMeter, used: int, share: float) -> None:
    meter.set_values(used, LIMIT, "")
    filled = [colour != LIGHT.line for colour in bar(meter)[3:-3]]
    assert filled.count(True) / len(filled) == pytest.approx(share, abs=0.03)
    assert filled == sorted(filled, reverse=True)


def test_from_right_to_left_the_bar_begins_at_the_right(meter: BudgetMeter) -> None:
    meter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    meter.set_values(1_100, LIMIT, "")
    colours = bar(meter)
    assert colours[10] == LIGHT.line
    assert colours[-10] == LIGHT.accent


def test_even_a_little_is_seen(meter: BudgetMeter) -> None:
    meter.set_values(1, LIMIT, "")
    assert LIGHT.accent in bar(meter)


def test_a_narrow_meter_wraps_its_words(meter: BudgetMeter) -> None:
    meter.set_values(2_300, LIMIT, "104 % in use, which is 100 bytes more than newt allows")
    assert meter.heightForWidth(120) > meter.heightForWidth(800)
    assert meter.heightForWidth(800) <= meter.sizeHint().height() + 2


def test_assistive_technology_sees_a_progress_bar_with_its_words(meter: BudgetMeter) -> None:
    meter.set_values(2_000, LIMIT, "90 % · 200 bytes left")
    seen = QAccessible.queryAccessibleInterface(meter)
    assert seen.role() == QAccessible.Role.ProgressBar
    assert seen.text(QAccessible.Text.Name) == "Space used"
    assert seen.text(QAccessible.Text.Description) == "Nearly full · 90 % · 200 bytes left"
    assert (meter.value(), meter.maximum()) == (2_000, LIMIT)


def test_over_the_limit_the_bar_stays_full(meter: BudgetMeter) -> None:
    meter.set_values(9_999, LIMIT, "")
    assert meter.value() == LIMIT


def test_words_are_never_markup(meter: BudgetMeter) -> None:
    meter.set_values(10, LIMIT, "<b>10</b> bytes")
    assert meter.caption == "<b>10</b> bytes"
    assert "&lt;b&gt;" in meter.toolTip()


def test_a_switch_of_the_theme_repaints_it(meter: BudgetMeter, theme: Theme) -> None:
    meter.set_values(1_100, LIMIT, "")
    assert LIGHT.accent in bar(meter)
    theme.set_choice("dark")
    assert DARK.accent in bar(meter)


def test_it_grows_with_the_font(meter: BudgetMeter, theme: Theme, qapp: QApplication) -> None:
    base, before = qapp.font(), meter.sizeHint().height()
    try:
        qapp.setFont(QFont(base.family(), 24))
        assert meter.font().pointSizeF() == theme.font("small").pointSizeF()
        assert meter.sizeHint().height() > before * 1.5
    finally:
        qapp.setFont(base)


def test_numbers_are_tabular(meter: BudgetMeter) -> None:
    assert len(meter.font().featureTags()) == 1


def test_no_limit_is_a_bug(meter: BudgetMeter) -> None:
    with pytest.raises(ValueError, match="limit"):
        meter.set_values(1, 0, "")


def test_with_one_colour_only_the_amount_can_still_be_seen(theme: Theme, qtbot: QtBot) -> None:
    class OneColour(Theme):
        @property
        def tokens(self):
            return LIGHT._replace(line=LIGHT.text, accent=LIGHT.text)

    made = BudgetMeter(OneColour())
    qtbot.addWidget(made)
    made.resize(200, 60)
    made.set_values(1_100, LIMIT, "")
    made.show()
    colours = bar(made)
    assert colours[40] == LIGHT.text
    assert colours[-40] != LIGHT.text
