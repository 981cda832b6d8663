"""The buttons that narrow the list: which workspace, which time, whose words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from newt_gui.qt.flow import FlowBox
from newt_gui.qt.theme import Theme
from newt_gui.recall.rows import shown
from newt_gui.recall.wishes import ALL_WORKSPACES, THIS_WORKSPACE, Period, Wish

MOST_WORKSPACES = 30
_LONGEST_NAME = 28


class FilterBar(FlowBox):
    """Keeps the choice; a change is told as a whole."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(2 * theme.unit, parent)
        self._workspaces: Sequence[tuple[str, str, int]] = ()
        self._wish = Wish()
        self.workspace_button = self._button("recall_workspace", self._fill_workspaces)
        self.period_button = self._button("recall_period", self._fill_periods)
        self.role_button = self._button("recall_role", self._fill_roles)
        self.active_button = self._switch("recall_include_active", self.tr("Also the active one"))
        self.active_button.setToolTip(
            self.tr(
                "The active conversation is the one that newt holds open now.\n"
                "newt's own recall leaves it out, because the agent still has it before it."
            )
        )
        self.active_button.toggled.connect(lambda on: self._choose(self._wish._replace(include_active=on)))
        self.tool_button = self._switch("recall_as_tool", self.tr("As newt returns it"))
        self.tool_button.setToolTip(self.tr("Show what newt's recall tool gives the agent for this query"))
        self._show()

    def _button(self, name: str, fill: Callable[[QMenu], None]) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("chip", "any")
        menu = QMenu(button)
        menu.setObjectName(f"{name}_menu")
        menu.aboutToShow.connect(lambda: _refill(menu, fill))
        button.clicked.connect(lambda: menu.popup(button.mapToGlobal(button.rect().bottomLeft())))
        return button

    def _switch(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("chip", "any")
        button.setCheckable(True)
        button.setText(text)
        return button

    # The choice

    @property
    def wish(self) -> Wish:
        """What is chosen; what is typed is not known here."""
        return self._wish

    def set_workspaces(self, workspaces: Sequence[tuple[str, str, int]]) -> None:
        """The other workspaces that have conversations: key, name for people, how many there are."""
        self._workspaces = workspaces
        self._show()

    def reset(self) -> None:
        """Narrow nothing any more; whether the active conversation is there stays."""
        self._choose(Wish(include_active=self._wish.include_active))

    def set_active(self, conversation_id: str) -> None:
        """Take this conversation for the active one; empty: those that a newt holds open."""
        self._choose(self._wish._replace(active=conversation_id))

    def _choose(self, wish: Wish) -> None:
        if wish != self._wish:
            self._wish = wish
            self._show()
            self.changed.emit()

    def _show(self) -> None:
        for button, text, name in (
            (self.workspace_button, self._workspace_text(), self.tr("Workspace: {choice}")),
            (self.period_button, self._period_text(self._wish.period), self.tr("Time: {choice}")),
            (self.role_button, self._role_text(self._wish.role), self.tr("Whose words: {choice}")),
        ):
            button.setText(f"{text} ▾".replace("&", "&&"))
            button.setAccessibleName(name.format(choice=text))
            button.setToolTip(name.format(choice=text))
        self.arrange()

    # Words

    def _workspace_text(self) -> str:
        chosen = self._wish.workspace
        if chosen == THIS_WORKSPACE:
            return self.tr("This workspace")
        if chosen == ALL_WORKSPACES:
            return self.tr("All workspaces")
        name = next((name for key, name, _ in self._workspaces if key == chosen), "")
        return shown(name, _LONGEST_NAME) or self.tr("Another workspace")

    def _period_text(self, period: Period) -> str:
        return {
            Period.ANY: self.tr("Any time"),
            Period.DAY: self.tr("Last 24 hours"),
            Period.WEEK: self.tr("Last 7 days"),
            Period.MONTH: self.tr("Last 30 days"),
            Period.YEAR: self.tr("Last 12 months"),
            Period.OLDER: self.tr("Over a year ago"),
        }[period]

    def _role_text(self, role: str) -> str:
        return {
            "": self.tr("Anybody"),
            "person": self.tr("You"),
            "agent": self.tr("The agent"),
            "tools": self.tr("Tools"),
        }[role]

    # Menus are filled when they open

    def fill_whole(self, menu: QMenu) -> None:
        """Everything in one menu, for where there is no room for the buttons."""
        for title, fill in (
            (self.tr("&Workspace"), self._fill_workspaces),
            (self.tr("&Time"), self._fill_periods),
            (self.tr("W&hose words"), self._fill_roles),
        ):
            fill(menu.addMenu(title))
        menu.addSeparator()
        for switch in (self.active_button, self.tool_button):
            action = menu.addAction(switch.text())
            action.setCheckable(True)
            action.setChecked(switch.isChecked())
            action.triggered.connect(switch.setChecked)

    def _fill_workspaces(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        chosen = self._wish.workspace
        for key, text in (
            (THIS_WORKSPACE, self.tr("This workspace")),
            (ALL_WORKSPACES, self.tr("All workspaces")),
        ):
            self._add(menu, group, text, key == chosen, self._wish._replace(workspace=key))
        if self._workspaces:
            menu.addSeparator()
        for key, name, count in self._workspaces[:MOST_WORKSPACES]:
            text = self.tr("{name} ({count})").format(name=shown(name, 80), count=count)
            self._add(menu, group, text, key == chosen, self._wish._replace(workspace=key))

    def _fill_periods(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        for period in Period:
            text = self._period_text(period)
            chosen = period is self._wish.period
            self._add(menu, group, text, chosen, self._wish._replace(period=period))

    def _fill_roles(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        for role in ("", "person", "agent", "tools"):
            chosen = role == self._wish.role
            self._add(menu, group, self._role_text(role), chosen, self._wish._replace(role=role))

    def _add(self, menu: QMenu, group: QActionGroup, text: str, chosen: bool, wish: Wish) -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(chosen)
        group.addAction(action)
        action.triggered.connect(lambda: self._choose(wish))


def _refill(menu: QMenu, fill: Callable[[QMenu], None]) -> None:
    menu.clear()
    fill(menu)
