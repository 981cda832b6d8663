"""Menus and shortcuts, made from one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from newt_gui.qt.plain import plain_tip
from newt_gui.qt.theme import Theme


class ActionSpec(NamedTuple):
    """One action. `name` becomes its objectName; `text` and `menu` carry their mnemonics.

    `menu` is the title of a top-level menu, "" for none. `shortcut` is written the portable way
    ("Ctrl+S"), several of them with "; " between. `icon` names a drawing. A spec with neither name
    nor text is a line in its menu.
    """

    name: str
    text: str
    menu: str
    shortcut: str = ""
    icon: str = ""
    tip: str = ""
    checkable: bool = False

    @property
    def is_line(self) -> bool:
        """Whether this stands for a line between groups of a menu."""
        return not self.name and not self.text


_MENU_ROLES = {
    "action_quit": QAction.MenuRole.QuitRole,
    "action_about": QAction.MenuRole.AboutRole,
    "action_settings": QAction.MenuRole.PreferencesRole,
}


def line(menu: str) -> ActionSpec:
    """A line between groups of a menu."""
    return ActionSpec("", "", menu)


def build_actions(
    window: QMainWindow,
    specs: Sequence[ActionSpec],
    handlers: Mapping[str, Callable[..., Any]],
) -> dict[str, QAction]:
    """Make the actions of the table and the menus of the window, in the order of the table.

    `handlers`: by name, what each action does; that of a checkable action gets whether it is
    checked. ValueError for two actions with one shortcut or one name, and where handlers and
    actions don't match: a slip in the table shows at the first start. Icons come with `keep_icons`.
    """
    named = [spec for spec in specs if not spec.is_line]
    _check(named, handlers)
    actions = {spec.name: _build(window, spec, handlers[spec.name]) for spec in named}
    _fill_menus(window, specs, actions)
    return actions


def keep_icons(
    window: QMainWindow, theme: Theme, specs: Sequence[ActionSpec], actions: Mapping[str, QAction]
) -> None:
    """Give the actions their icons, and new ones whenever the theme changes.

    Apart from `build_actions`, because nobody sees the pictures of a menu before it is opened.
    """
    _Icons(window, theme, [(actions[spec.name], spec.icon) for spec in specs if spec.icon])


class _Icons(QObject):
    """Gives actions their icons anew whenever the theme changes, as long as their window lives."""

    def __init__(self, window: QMainWindow, theme: Theme, pictured: list[tuple[QAction, str]]) -> None:
        super().__init__(window)
        self._theme, self._pictured = theme, pictured
        theme.changed.connect(self._put)
        self._put()

    @Slot()
    def _put(self) -> None:
        for action, icon in self._pictured:
            action.setIcon(self._theme.icon(icon))


def _check(specs: Sequence[ActionSpec], handlers: Mapping[str, object]) -> None:
    names = [spec.name for spec in specs]
    if len(set(names)) != len(names):
        raise ValueError(f"an action is there twice: {sorted(names)}")
    if set(names) != set(handlers):
        raise ValueError(f"without a match: {sorted(set(names) ^ set(handlers))}")
    taken: dict[str, str] = {}
    for spec in specs:
        for shortcut in _shortcuts(spec):
            key = shortcut.toString()
            if key in taken:
                raise ValueError(f"{taken[key]} and {spec.name} both want {key}")
            taken[key] = spec.name


def _shortcuts(spec: ActionSpec) -> list[QKeySequence]:
    sequences = QKeySequence.listFromString(spec.shortcut) if spec.shortcut else []
    if any(sequence.toString() == "" for sequence in sequences):
        raise ValueError(f"{spec.name} has a shortcut that is none: {spec.shortcut}")
    return sequences


def _build(window: QMainWindow, spec: ActionSpec, handler: Callable[..., Any]) -> QAction:
    action = QAction(spec.text, window)
    action.setObjectName(spec.name)
    action.setCheckable(spec.checkable)
    action.setMenuRole(_MENU_ROLES.get(spec.name, QAction.MenuRole.NoRole))
    action.setShortcuts(_shortcuts(spec))
    action.setToolTip(_tip(spec, action))
    if spec.tip:
        action.setStatusTip(spec.tip)
    if spec.checkable:
        action.triggered.connect(lambda checked: handler(checked))
    else:
        action.triggered.connect(lambda _checked=False: handler())
    # In the window too, so that the shortcut works while no menu is open or there is no menu bar.
    window.addAction(action)
    return action


def _tip(spec: ActionSpec, action: QAction) -> str:
    words = spec.tip or action.iconText()
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return plain_tip(f"{words} ({keys})" if keys else words)


def _fill_menus(window: QMainWindow, specs: Iterable[ActionSpec], actions: Mapping[str, QAction]) -> None:
    menus: dict[str, QMenu] = {}
    for spec in specs:
        if not spec.menu:
            continue
        if spec.menu not in menus:
            menus[spec.menu] = window.menuBar().addMenu(spec.menu)
        if spec.is_line:
            menus[spec.menu].addSeparator()
        else:
            menus[spec.menu].addAction(actions[spec.name])


# Shortcut and icon of what every program has.
_STANDARD: dict[str, tuple[str, str]] = {
    "action_save": ("Ctrl+S", "save"),
    "action_undo": ("Ctrl+Z", "undo-2"),
    "action_redo": ("Ctrl+Shift+Z; Ctrl+Y", "redo-2"),
    "action_copy": ("Ctrl+C", "copy"),
    "action_refresh": ("F5", "refresh-cw"),
    "action_help": ("F1", "circle-help"),
    "action_about": ("", "info"),
    "action_quit": ("Ctrl+Q", "log-out"),
}


def standard(name: str, menu: str, tip: str = "") -> ActionSpec:
    """The spec of an action that every program has, with its usual words, shortcut and icon."""
    shortcut, icon = _STANDARD[name]
    return ActionSpec(name, _standard_texts()[name], menu, shortcut, icon, tip)


def _standard_texts() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "action_save": translate("actions", "&Save"),
        "action_undo": translate("actions", "&Undo"),
        "action_redo": translate("actions", "&Redo"),
        "action_copy": translate("actions", "&Copy"),
        "action_refresh": translate("actions", "&Refresh"),
        "action_help": translate("actions", "&Help"),
        "action_about": translate("actions", "&About"),
        "action_quit": translate("actions", "&Quit"),
    }
