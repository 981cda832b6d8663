"""Which newt home and which workspace the window looks at."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from newt_gui.core.paths import NewtHome, newt_home, start_workspace
from newt_gui.core.settings import Settings

MOST_RECENT = 10


class Places(QObject):
    """The two choices that every page depends on, kept in the app's own options."""

    home_changed = Signal()
    workspace_changed = Signal()

    def __init__(
        self,
        settings: Settings,
        home: Path | None = None,
        workspace: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        chosen = str(settings.get("newt_home"))
        self.home: NewtHome = newt_home(argument=home, chosen=Path(chosen) if chosen else None)
        self.workspace: Path = start_workspace(workspace, str(settings.get("workspace")))

    @property
    def home_if_any(self) -> Path | None:
        """The newt home; None where there is no home folder to have one in."""
        return None if self.home.source == "none" else self.home.path

    @property
    def recent_workspaces(self) -> list[Path]:
        """The workspaces chosen before, newest first; folders that are gone stay listed."""
        recent: list[str] = self._settings.get("recent_workspaces")
        return [Path(text) for text in recent]

    def choose_workspace(self, folder: Path) -> None:
        """Look at another workspace and remember it."""
        before, self.workspace = self.workspace, folder
        others = [str(path) for path in (before, *self.recent_workspaces) if path != folder]
        others = list(dict.fromkeys(others))
        self.workspace_changed.emit()
        self._settings.set("recent_workspaces", [str(folder), *others][:MOST_RECENT])
        self._settings.set("workspace", str(folder))

    def choose_home(self, folder: Path) -> None:
        """Look at another newt home and remember it for the next start."""
        self.home = NewtHome(folder, "chosen")
        self.home_changed.emit()
        self._settings.set("newt_home", str(folder))

    def use_usual_home(self) -> None:
        """Forget a chosen newt home: the one that newt itself uses stands again."""
        self.home = newt_home()
        self.home_changed.emit()
        self._settings.set("newt_home", "")
