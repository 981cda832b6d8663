"""The left half of the Soul page: the four rungs, the config chain behind the first, and look-alikes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from newt_gui.core.soul import SoulKind, SoulResolution
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.theme import Theme
from newt_gui.soul import words
from newt_gui.soul.chain_view import ConfigChain
from newt_gui.soul.chain_words import chain_lines
from newt_gui.soul.right_pane import scrolling
from newt_gui.soul.rung_card import RungCard, card_text

KINDS: tuple[SoulKind, ...] = ("explicit", "workspace", "global", "builtin")


class Ladder(QWidget):
    """Shows a resolution; one rung is chosen. Knows nothing of files."""

    chosen = Signal(str)
    """The person went to the rung of this kind."""
    opened = Signal()
    """The person wants to go on with the chosen rung (Enter)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.heading = plain_label(role="title", wrap=True)
        self.explanation = plain_label(
            self.tr("The first source that has text wins. Nothing is merged."),
            role="small",
            quiet=True,
            wrap=True,
        )
        self.chain_caption = plain_label(
            self.tr("Where it could be set, in the order in which newt looks:"),
            role="small",
            quiet=True,
            wrap=True,
        )
        self.chain = ConfigChain(theme)
        self.look_alikes = WrappedText()
        self.look_alikes.setObjectName("soul_look_alikes")
        self.look_alikes.setFont(theme.font("small"))
        self.look_alikes.setAccessibleName(self.tr("Files that newt does not read"))
        self._build_cards()
        self._lay_out()
        self._bringing = QTimer(self, singleShot=True, interval=0)
        self._bringing.timeout.connect(self._bring_into_view)

    def _build_cards(self) -> None:
        self._column_of_cards = QWidget()
        self._column_of_cards.setObjectName("soul_ladder")
        self._column_of_cards.setAccessibleName(
            self.tr("Where the soul can come from, the first that counts wins")
        )
        self._group = QButtonGroup(self)
        self.cards = {kind: RungCard(kind, self._theme) for kind in KINDS}
        for card in self.cards.values():
            self._group.addButton(card)
        self._group.buttonClicked.connect(self._on_clicked)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        cards = QVBoxLayout(self._column_of_cards)
        cards.setContentsMargins(0, 0, 0, 0)
        cards.setSpacing(round(2.5 * unit))
        for kind in KINDS:
            cards.addWidget(self.cards[kind])
            if kind == "explicit":
                cards.addWidget(self._chain_box())
        body = QWidget()
        self._column = column = QVBoxLayout(body)
        column.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
        column.setSpacing(2 * unit)
        column.addWidget(self.heading)
        column.addWidget(self.explanation)
        column.addSpacing(unit)
        column.addWidget(self._column_of_cards)
        column.addWidget(self.look_alikes)
        column.addStretch(1)
        self.area = scrolling(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.area)

    def _chain_box(self) -> QWidget:
        """The chain stands in from the edge: it belongs to the rung above it."""
        unit = self._theme.unit
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(5 * unit, 0, 3 * unit, unit)
        column.setSpacing(unit)
        column.addWidget(self.chain_caption)
        column.addWidget(self.chain)
        return box

    def put_on_top(self, banners: QWidget) -> None:
        """What stands over everything and scrolls along."""
        self._column.insertWidget(0, banners)

    # Showing

    def show_resolution(self, resolution: SoulResolution, unsaved: Path | None = None) -> None:
        """Show how it is, or would be. `unsaved`: the file that there is unsaved text for."""
        name = resolution.workspace.name or str(resolution.workspace)
        place = name.encode("utf-8", "replace").decode()
        self.heading.setText(self.tr("Who your agent is in {workspace}").format(workspace=place))
        for position, kind in enumerate(KINDS, 1):
            rung = resolution.rung(kind)
            is_unsaved = unsaved is not None and rung.path == unsaved
            self.cards[kind].show_text(card_text(rung, resolution, position, is_unsaved=is_unsaved))
        self.chain.show_lines(chain_lines(resolution.config))
        self.look_alikes.setPlainText("\n".join(words.look_alikes(resolution)))
        self.look_alikes.setVisible(bool(resolution.look_alikes))

    @property
    def current(self) -> SoulKind | None:
        """The kind of the chosen rung."""
        return next((kind for kind, card in self.cards.items() if card.isChecked()), None)

    def choose(self, kind: SoulKind) -> None:
        """Make a rung the chosen one without telling, and bring it into view."""
        if any(card.hasFocus() for card in self.cards.values()):
            self.cards[kind].setFocus()
        self.cards[kind].setChecked(True)
        self._bringing.start()  # once the cards stand where they belong

    def focus_current(self) -> None:
        """Whoever uses the keyboard goes on at the chosen rung."""
        self.cards[self.current or "explicit"].setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._bringing.start()

    def _bring_into_view(self) -> None:
        if self.current is not None:
            self.area.ensureWidgetVisible(self.cards[self.current], 0, self._theme.unit)

    def _on_clicked(self, card: RungCard) -> None:
        self.area.ensureWidgetVisible(card, 0, self._theme.unit)
        self.chosen.emit(card.kind)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.opened.emit()
        else:
            super().keyPressEvent(event)
