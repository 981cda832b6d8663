"""What every pane is handed at birth, so that nothing has to be global."""

from __future__ import annotations

from typing import NamedTuple

from newt_gui.core.settings import Settings
from newt_gui.qt.dialogs import Dialogs
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.theme import Theme


class Services(NamedTuple):
    """Look, background work, the door for dialogs, and the app's own options."""

    theme: Theme
    tasks: Tasks
    dialogs: Dialogs
    settings: Settings
