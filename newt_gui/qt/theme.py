"""How the app looks: which colours, sizes and icons are in force, and when they change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import ceil
from typing import Literal

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QIcon, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from newt_gui.core.resources import resource
from newt_gui.qt.icons import build_icon
from newt_gui.qt.stylesheet import SEARCH_PREFIX, look_sheet, type_sheet
from newt_gui.qt.tokens import DARK, LIGHT, PAIRS, Tokens, blend, contrast

__all__ = [
    "DARK",
    "LIGHT",
    "PAIRS",
    "FontRole",
    "Theme",
    "ThemeChoice",
    "Tokens",
    "contrast",
    "make_application",
]

ThemeChoice = Literal["system", "light", "dark"]
FontRole = Literal["small", "body", "title", "page"]

# Share of the user's base size, and whether it is set heavier.
_SCALE: dict[str, tuple[float, bool]] = {
    "small": (0.88, False),
    "body": (1.0, False),
    "title": (1.15, True),
    "page": (1.4, True),
}
STYLE = "fusion"
_STYLE_KNOWN = "made with its style"
_SMALLEST_POINTS = 8.0
_MOST_SHARP = 3
_READABLE = 4.5

_ROLES: dict[QPalette.ColorRole, str] = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "panel",
    QPalette.ColorRole.AlternateBase: "side",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "quiet",
    QPalette.ColorRole.Button: "panel",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "stop",
    QPalette.ColorRole.Light: "panel",
    QPalette.ColorRole.Midlight: "window",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "line",
    QPalette.ColorRole.Shadow: "line",
    QPalette.ColorRole.Highlight: "accent_ground",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.ToolTipBase: "panel",
    QPalette.ColorRole.ToolTipText: "text",
}
_WRITING = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.HighlightedText,
)


@lru_cache(maxsize=1)
def _style_hints() -> QStyleHints:
    """The system's hints, held for good: once PySide lets go of them, the accessibility hints that
    belong to them can never be asked again."""
    return QGuiApplication.styleHints()


def palette_of(tokens: Tokens) -> QPalette:
    """The palette that says as much of the look as a palette can."""
    palette = QPalette()
    colours = tokens._asdict()
    for role, name in _ROLES.items():
        palette.setColor(role, QColor(colours[name]))
    faint = QColor(blend(tokens.quiet, tokens.panel, 0.45))
    for role in _WRITING:
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


def tokens_of(palette: QPalette) -> Tokens:
    """Tokens made of a system palette alone, for forced colours.

    The states lose their colours (their icons and words stay), and the selection ground is taken
    back towards the ground until the text on it can be read.
    """
    window, panel, text, accent, on_accent = (
        palette.color(role).name()
        for role in (
            QPalette.ColorRole.Window,
            QPalette.ColorRole.Base,
            QPalette.ColorRole.Text,
            QPalette.ColorRole.Highlight,
            QPalette.ColorRole.HighlightedText,
        )
    )
    shades = (blend(accent, panel, step / 10) for step in range(10))
    ground = next((shade for shade in shades if contrast(text, shade) >= _READABLE), panel)
    return Tokens(
        window=window,
        panel=panel,
        side=window,
        line=text,
        text=text,
        quiet=text,
        accent=accent,
        on_accent=on_accent,
        accent_ground=ground,
        caution=text,
        caution_ground=panel,
        stop=text,
        stop_ground=panel,
    )


def make_application(arguments: list[str]) -> QApplication:
    """The application, made with its style right away. `arguments`: those of the command line.

    Asking or telling an application its style later makes PySide build its class for styles, which
    takes 7 ms of the start.
    """
    app = QApplication([*(arguments or [""]), "-style", STYLE])
    app.setProperty(_STYLE_KNOWN, True)
    return app


class Theme(QObject):
    """The look in force. Widgets ask it for colours, fonts and icons, and ask again on `changed`."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app: QApplication | None = None
        self._choice: ThemeChoice = "system"
        self._tokens = LIGHT
        self._dark = False
        self._system_is_dark = False
        self._unit = 4
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._is_building = False
        self._sheet = ""

    @property
    def tokens(self) -> Tokens:
        """The colours in force."""
        return self._tokens

    @property
    def is_dark(self) -> bool:
        """Whether text is lighter than its ground."""
        return self._dark

    @property
    def is_forced(self) -> bool:
        """Whether the system asks for high contrast, so that its own colours are used."""
        preference = _style_hints().accessibility().contrastPreference()
        return preference == Qt.ContrastPreference.HighContrast

    @property
    def choice(self) -> ThemeChoice:
        """What the person chose."""
        return self._choice

    @property
    def unit(self) -> int:
        """A quarter of the line height, in logical pixels. Spaces are multiples of it."""
        return self._unit

    def install(self, app: QApplication, choice: ThemeChoice = "system") -> None:
        """Dress `app`, and keep following what the person and the system choose."""
        self._app = app
        if not app.property(_STYLE_KNOWN):
            app.setStyle(STYLE)
            app.setProperty(_STYLE_KNOWN, True)
        QDir.setSearchPaths(SEARCH_PREFIX, [str(resource("icons/style"))])
        system = app.palette()
        self._system_is_dark = system.window().color().lightness() < system.text().color().lightness()
        hints = _style_hints()
        hints.colorSchemeChanged.connect(self._follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._apply)
        app.fontChanged.connect(self._apply)
        app.screenAdded.connect(self._forget_icons)
        self.set_choice(choice)

    def set_choice(self, choice: ThemeChoice) -> None:
        """Use the light or the dark look, or whichever the system shows."""
        self._choice = choice
        hints = _style_hints()
        # The system draws window frames and file dialogs; they follow the choice too.
        if choice == "system":
            hints.unsetColorScheme()
            self._note_system(hints.colorScheme())
        else:
            hints.setColorScheme(Qt.ColorScheme.Dark if choice == "dark" else Qt.ColorScheme.Light)
        self._apply()

    def font(self, role: FontRole, *, tabular: bool = False) -> QFont:
        """The user's font in one of the four sizes; `tabular` makes all digits equally wide."""
        font = QApplication.font()
        share, heavier = _SCALE[role]
        if font.pointSizeF() > 0:
            font.setPointSizeF(_points(font.pointSizeF(), share))
        else:
            font.setPixelSize(max(1, round(font.pixelSize() * share)))
        if heavier:
            font.setWeight(QFont.Weight.DemiBold)
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def icon(self, name: str, token: str = "text") -> QIcon:
        """The icon `name`, one line of text high, in the colour of a token."""
        key = (name, token)
        if key not in self._icons:
            colour = self._tokens._asdict()[token]
            self._icons[key] = build_icon(name, colour, self._unit * 4, self._ratios())
        return self._icons[key]

    def _ratios(self) -> range:
        """The pixel ratios that the screens at hand need."""
        sharpest = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
        return range(1, min(_MOST_SHARP, ceil(sharpest)) + 1)

    def _forget_icons(self) -> None:
        self._icons.clear()
        self.changed.emit()

    def _note_system(self, scheme: Qt.ColorScheme) -> None:
        if scheme != Qt.ColorScheme.Unknown:
            self._system_is_dark = scheme == Qt.ColorScheme.Dark

    def _follow_system(self, scheme: Qt.ColorScheme) -> None:
        # With a choice of our own in force this signal only echoes that choice.
        if self._choice == "system":
            self._note_system(scheme)
            self._apply()

    def _apply(self) -> None:
        app = self._app
        if app is None:
            return
        self._unit = max(2, round(QFontMetricsF(app.font()).lineSpacing() / 4))
        self._icons.clear()
        if self.is_forced:
            self._use_system_colours(app)
        else:
            self._dark = self._choice == "dark" or (self._choice == "system" and self._system_is_dark)
            self._tokens = DARK if self._dark else LIGHT
            app.setPalette(palette_of(self._tokens))
            sheet = self._type_sheet() + look_sheet(self._tokens, self._unit, dark=self._dark)
            self._put_sheet(app, sheet)
        self.changed.emit()

    def _put_sheet(self, app: QApplication, sheet: str) -> None:
        if self._is_building:
            self._sheet = sheet
        else:
            app.setStyleSheet(sheet)

    @contextmanager
    def building(self) -> Iterator[None]:
        """While a window is being put together its parts get no stylesheet: each time one found its
        place it would be worked out again for everything within it.
        """
        self._is_building = True
        try:
            yield
        finally:
            self._is_building = False
        if self._app is not None:
            self._app.setStyleSheet(self._sheet)

    def _use_system_colours(self, app: QApplication) -> None:
        self._put_sheet(app, self._type_sheet())
        app.setPalette(QPalette())
        self._tokens = tokens_of(app.palette())
        window, text = app.palette().window().color(), app.palette().text().color()
        self._dark = window.lightness() < text.lightness()

    def _type_sheet(self) -> str:
        return type_sheet({role: _css_size(self.font(role)) for role in ("small", "title", "page")})


def _points(base: float, share: float) -> float:
    """A size in points; small type stays readable unless the user's own base is smaller still."""
    return max(base * share, min(base, _SMALLEST_POINTS))


def _css_size(font: QFont) -> str:
    if font.pointSizeF() > 0:
        return f"{font.pointSizeF():.2f}pt"
    return f"{font.pixelSize()}px"
