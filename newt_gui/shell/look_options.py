"""How text and window look, as the person chooses it in the View menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup

from newt_gui.qt.services import Services
from newt_gui.qt.theme import ThemeChoice

SMALLEST, LARGEST = -5, 10
"""How many points the text may be smaller or larger than usual."""


class LookOptions(QObject):
    """Keeps each choice in the app's options and has it take effect."""

    font_changed = Signal()

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._settings = services.theme, services.settings

    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions do, by name."""
        return {
            "action_zoom_in": lambda: self._zoom(self._settings.get("zoom") + 1),
            "action_zoom_out": lambda: self._zoom(self._settings.get("zoom") - 1),
            "action_zoom_reset": lambda: self._zoom(0),
            "action_monospace": self._set_monospace,
            "action_theme_system": lambda _: self._set_theme("system"),
            "action_theme_light": lambda _: self._set_theme("light"),
            "action_theme_dark": lambda _: self._set_theme("dark"),
        }

    def take_actions(self, actions: Mapping[str, QAction]) -> None:
        """Tick what is chosen; of the looks it is one."""
        group = QActionGroup(self)
        for choice in ("system", "light", "dark"):
            action = actions[f"action_theme_{choice}"]
            group.addAction(action)
            action.setChecked(self._settings.get("theme") == choice)
        actions["action_monospace"].setChecked(self._settings.get("editor_font") == "monospace")

    def _zoom(self, points: int) -> None:
        self._keep("zoom", max(SMALLEST, min(LARGEST, points)), self.font_changed.emit)

    def _set_monospace(self, wanted: bool) -> None:
        self._keep("editor_font", "monospace" if wanted else "body", self.font_changed.emit)

    def _set_theme(self, choice: ThemeChoice) -> None:
        self._keep("theme", choice, lambda: self._theme.set_choice(choice))

    def _keep(self, key: str, value: object, apply: Callable[[], None]) -> None:
        """The choice takes effect also where it can't be kept; that is told then."""
        try:
            self._settings.set(key, value)
        finally:
            apply()
