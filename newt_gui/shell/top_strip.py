"""The line over every page: workspace on the reading side, newt home beside it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from newt_gui.core.paths import NewtHome, display_path
from newt_gui.qt.elided import ElidedButton
from newt_gui.qt.plain import plain_label, plain_tip
from newt_gui.qt.theme import Theme
from newt_gui.shell.places import Places

WIDE = 90
"""With less width than so many average characters there is no room for labels."""


class TopStrip(QFrame):
    """Shows the two places and offers to change them."""

    workspace_requested = Signal(object)
    """A Path from the list of recent ones, or None: let the person pick a folder."""
    choose_home_requested = Signal()
    usual_home_requested = Signal()
    open_home_requested = Signal()

    def __init__(self, places: Places, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places, self._theme = places, theme
        self.setObjectName("top_strip")
        self.setProperty("edge", "bottom")
        self.workspace_chooser = self._button("workspace_chooser")
        self.home_button = self._button("home_button")
        self.home_button.setFlat(True)
        self._lay_out()
        places.home_changed.connect(self._refresh_home)
        places.workspace_changed.connect(self._refresh_workspace)
        theme.changed.connect(self._refresh_icons)
        self._refresh_home()
        self._refresh_workspace()
        self._refresh_icons()

    def _button(self, name: str) -> ElidedButton:
        button = ElidedButton()
        button.setObjectName(name)
        menu = QMenu(button)
        menu.aboutToShow.connect(lambda: self._fill(name, menu))
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        unit = self._theme.unit
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        row.setSpacing(3 * unit)
        texts = (self.tr("Workspace"), self.tr("newt home"))
        self._labels = [plain_label(text, role="small", quiet=True) for text in texts]
        row.addWidget(self._labels[0])
        row.addWidget(self.workspace_chooser)
        row.addSpacing(3 * unit)
        row.addWidget(self._labels[1])
        row.addWidget(self.home_button)
        row.addStretch(1)
        self._row = row

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The names of the two places are worth more than what they are called: icons and tips say that."""
        super().resizeEvent(event)
        is_wide = self.width() >= WIDE * self.fontMetrics().averageCharWidth()
        for label in self._labels:
            label.setVisible(is_wide)

    def add_indicator(self, indicator: QWidget) -> None:
        """Something small at the far end."""
        self._row.addWidget(indicator)

    def _refresh_icons(self) -> None:
        self.workspace_chooser.setIcon(self._theme.icon("folder", "quiet"))
        self.workspace_chooser.updateGeometry()

    def _refresh_workspace(self) -> None:
        folder = self._places.workspace
        self.workspace_chooser.set_text(folder.name or str(folder))
        self.workspace_chooser.setAccessibleName(self.tr("Workspace: {path}").format(path=folder))
        self.workspace_chooser.setToolTip(
            plain_tip(self.tr("Workspace: the folder newt works in.\n{path}").format(path=folder))
        )

    def _refresh_home(self) -> None:
        home = self._places.home
        shown = display_path(home.path)
        real = _real(home.path)
        if real != home.path.absolute():
            shown = self.tr("{path} → {real}").format(path=shown, real=display_path(real))
        self.home_button.set_text(shown)
        self.home_button.setAccessibleName(self.tr("newt home: {path}").format(path=real))
        self.home_button.setToolTip(plain_tip(self._home_sentence(home, real)))

    def _home_sentence(self, home: NewtHome, real: Path) -> str:
        source = {
            "argument": self.tr("It was given when the app was started."),
            "environment": self.tr("It is set by NEWT_CONFIG_DIR."),
            "chosen": self.tr("You chose it in this window."),
            "home": self.tr(
                "It is newt's usual place.\nIf you set NEWT_CONFIG_DIR only in your shell, an app started\n"
                "from the menu can't see it: choose that folder here."
            ),
            "none": self.tr("There is no home folder, so newt uses the folder it is started in."),
        }[home.source]
        return self.tr("newt home: where newt keeps what it remembers.\n{path}\n{source}").format(
            path=real, source=source
        )

    # Menus are filled when they open: the list of recent workspaces may have changed.

    def _fill(self, name: str, menu: QMenu) -> None:
        menu.clear()
        if name == "workspace_chooser":
            self._fill_workspaces(menu)
        else:
            menu.addAction(self.tr("Open the folder"), self.open_home_requested.emit)
            menu.addAction(self.tr("Choose another newt home…"), self.choose_home_requested.emit)
            menu.addAction(self.tr("Use newt's usual home"), self.usual_home_requested.emit)

    def _fill_workspaces(self, menu: QMenu) -> None:
        for folder in self._places.recent_workspaces:
            action = menu.addAction(display_path(folder).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(folder == self._places.workspace)
            action.triggered.connect(lambda _=False, path=folder: self.workspace_requested.emit(path))
        if self._places.recent_workspaces:
            menu.addSeparator()
        menu.addAction(self.tr("Choose a folder…"), lambda: self.workspace_requested.emit(None))


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()
