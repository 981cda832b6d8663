"""The right half of the Soul page: a rung's text, what is odd about it, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from newt_gui.core.soul import SoulResolution, SoulRung, SoulState
from newt_gui.qt.empty import EmptyState
from newt_gui.qt.services import Services
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.soul import words
from newt_gui.soul.compare_view import CompareView
from newt_gui.soul.excerpt import excerpt
from newt_gui.soul.offers import Offers, offers
from newt_gui.soul.right_pane import RightPane
from newt_gui.soul.warning_banner import WarningBanner, marks


class TextPane(RightPane):
    """Shows one rung of a resolution. Wishes end in `_requested`."""

    edit_requested = Signal()
    create_requested = Signal()
    own_requested = Signal()
    """The person wants a soul of their own in place of the built-in one."""
    setting_requested = Signal()
    history_requested = Signal()
    folder_requested = Signal()
    gone_supposed = Signal()
    text_supposed = Signal()
    as_is_requested = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services.theme, parent)
        self._services = services
        self._shown: tuple[SoulRung, SoulResolution] | None = None
        self._offers = Offers()
        self._build_text()
        self._build_buttons()
        self.lay_out(self.banner)
        self.put_under_body_when_low(self.banner)
        self.show_waiting()

    def _build_text(self) -> None:
        self.banner = WarningBanner(self._theme)
        self.banner.place_requested.connect(self._go_to_next_place)
        self.text = FaithfulTextView(self._theme)
        self.text.setObjectName("soul_text")
        self.text.setAccessibleName(self.tr("Text of the soul"))
        self.text.setProperty("bare", True)
        self.text.setTabChangesFocus(True)
        self.text.set_locked(True)
        self.reason = EmptyState(self._theme, "")
        self.compare = CompareView(self._services.tasks, self._theme)
        for view in (self.text, self.reason, self.compare):
            self.body.add_view(view)

    def _build_buttons(self) -> None:
        self.what_if_button = self.button(self.tr("What if…"), self._show_what_if)
        self.what_if_button.setObjectName("soul_what_if")
        self.compare_button = self.button(self.tr("Compare"), self._toggle_compare)
        self.compare_button.setObjectName("soul_compare")
        self.setting_button = self.button(self.tr("Set in config…"), self.setting_requested.emit)
        self.setting_button.setObjectName("soul_set_in_config")
        self.history_button = self.button(self.tr("Earlier versions…"), self.history_requested.emit)
        self.history_button.setObjectName("soul_history")
        self.folder_button = self.button(self.tr("Open folder"), self.folder_requested.emit)
        self.primary_button.setObjectName("soul_primary")
        self.primary_button.clicked.connect(self.do_primary)

    def set_font(self, font: QFont) -> None:
        """The font of the text and of the difference."""
        for view in (self.text, self.compare.text):
            self.give_font(view, font)

    # Showing

    def show_waiting(self) -> None:
        """Nothing is known yet."""
        self._shown = None
        self.heading.setText(self.tr("What the agent gets"))
        self.origin.set_text("")
        self.banner.clear()
        self.reason.show_text(self.tr("Looking at the files…"), with_action=False)
        self.body.show_view(self.reason)
        self._show_offers(Offers())

    def show_rung(self, rung: SoulRung, resolution: SoulResolution, *, supposed: bool) -> None:
        """Show a rung as it is, or as it would be."""
        is_other = self._shown is None or self._shown[0].kind != rung.kind
        self._shown = (rung, resolution)
        self.heading.setText(words.heading(rung, resolution, supposed=supposed))
        self.origin.set_text(words.origin(rung, resolution))
        self.origin.setToolTip(str(rung.path or "").encode("utf-8", "replace").decode())
        self.banner.show_warnings(rung, resolution)
        self._show_text(rung, resolution, is_other=is_other)
        self._show_offers(offers(rung, resolution, supposed=supposed))
        comparing = self.body.current is self.compare
        if comparing and not is_other and self._offers.can_compare:
            self.compare.show_rungs(rung, resolution.winner)
        else:
            self._show_body(rung)

    def _show_text(self, rung: SoulRung, resolution: SoulResolution, *, is_other: bool) -> None:
        part = excerpt(rung.text)
        if is_other:
            self.text.set_text(part.text)
        elif self.text.text() != part.text:
            self.text.replace_text(part.text)
        self.text.set_marks(marks(rung, resolution, len(part.text)))
        if not part.is_whole:
            self.origin.set_text(
                self.tr("{origin}; only the beginning is shown").format(origin=self.origin.text)
            )

    def _show_body(self, rung: SoulRung) -> None:
        self.compare.forget()
        self.compare_button.setText(self.tr("Compare"))
        self.body.show_view(self.text if rung.text else self.reason)

    def _show_offers(self, offered: Offers) -> None:
        self._offers = offered
        primary = {
            "edit": self.tr("Edit"),
            "create": self.tr("Create…"),
            "own": self.tr("Write your own…"),
            "setting": self.tr("Set in config…"),
            "as_is": self.tr("Show how it is"),
        }.get(offered.primary, "")
        self.primary_button.setText(primary)
        self.primary_button.setVisible(bool(primary))
        self.compare_button.setVisible(offered.can_compare)
        self.setting_button.setVisible(offered.can_set and offered.primary != "setting")
        self.history_button.setVisible(offered.has_history)
        self.folder_button.setVisible(offered.has_folder)
        self.what_if_button.setVisible(offered.can_suppose)
        self.side.arrange()
        if self._shown is not None:
            self.reason.show_text(_why_no_text(*self._shown), with_action=False)

    # Doing

    def do_primary(self) -> None:
        """The one thing that is offered first."""
        wishes = {
            "edit": self.edit_requested,
            "create": self.create_requested,
            "own": self.own_requested,
            "setting": self.setting_requested,
            "as_is": self.as_is_requested,
        }
        wish = wishes.get(self._offers.primary)
        if wish is not None:
            wish.emit()

    def _toggle_compare(self) -> None:
        if self._shown is None:
            return
        rung, resolution = self._shown
        if self.body.current is self.compare:
            self._show_body(rung)
            self.text.setFocus()
        else:
            self.compare.show_rungs(rung, resolution.winner)
            self.compare_button.setText(self.tr("Show the text"))
            self.body.show_view(self.compare)
            self.compare.text.setFocus()
        self.side.arrange()

    def _show_what_if(self) -> None:
        from newt_gui.soul.what_if import what_if_menu

        menu = what_if_menu(self, self._offers)
        button = self.what_if_button
        menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _go_to_next_place(self) -> None:
        """The next of what the scan found in the text, the first after the last."""
        if self._shown is None:
            return
        places = marks(*self._shown, len(self.text.text()))
        if places:
            at = self.text.cursor_offset()
            mark = next((mark for mark in places if mark.start >= at), places[0])
            self.body.show_view(self.text)
            self.text.select(mark.start, mark.end)
            self.text.setFocus()


def _why_no_text(rung: SoulRung, resolution: SoulResolution) -> str:
    """What stands where there is no text."""
    if rung.state is SoulState.MISSING and rung.kind != "explicit":
        return words.tr("There is no file here. It would be {path}.").format(
            path=words.place(rung, resolution)
        )
    return words.reason(rung, resolution)
