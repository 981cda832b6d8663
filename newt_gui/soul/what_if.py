"""The menu that asks what would be, and the words for what is supposed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from newt_gui.core.soul import SoulKind, SoulResolution
from newt_gui.soul.offers import Offers
from newt_gui.soul.words import title, tr

if TYPE_CHECKING:
    from newt_gui.soul.text_pane import TextPane


def what_if_menu(pane: TextPane, offered: Offers) -> QMenu:
    """What can be supposed of the file that is shown; it goes when it is closed."""
    menu = QMenu(pane)
    menu.setObjectName("what_if_menu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    gone = QAction(tr("… this file were gone?"), menu)
    gone.setEnabled(not offered.is_gone)
    gone.triggered.connect(pane.gone_supposed)
    filled = QAction(tr("… this file held text?"), menu)
    filled.triggered.connect(pane.text_supposed)
    menu.addActions([gone, filled])
    if offered.is_supposing:
        as_is = QAction(tr("Show how it is"), menu)
        as_is.triggered.connect(pane.as_is_requested)
        menu.addSeparator()
        menu.addAction(as_is)
    return menu


def supposed_sentence(suppositions: Mapping[SoulKind, str | None], shown: SoulResolution) -> str:
    """What is supposed, and what would come of it."""
    parts = [
        (tr("“{rung}” were gone") if text is None else tr("“{rung}” held text")).format(rung=title(kind))
        for kind, text in suppositions.items()
    ]
    return tr("If {suppositions}, “{winner}” would win.").format(
        suppositions=tr(" and ").join(parts), winner=title(shown.winner.kind)
    )
