"""Earlier versions of one file: when and by whom, what was in them, and how that differs from today."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from newt_gui.core.paths import display_path
from newt_gui.qt.messages import Banner, Message
from newt_gui.qt.plain import WrappedText
from newt_gui.qt.services import Services
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.version_list import VersionList
from newt_gui.soul.compare_view import CompareView
from newt_gui.soul.right_pane import RightPane
from newt_gui.soul.version import Seen, Subject, Way
from newt_gui.soul.version_words import caution, restore_label, told

SIDE_BY_SIDE = 64
"""With less width than so many average characters the parts stand one below the other."""


class VersionsView(RightPane):
    """Shows one version at a time. Wishes end in `_requested`."""

    restore_requested = Signal()
    copy_requested = Signal()
    forget_requested = Signal()
    left = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services.theme, parent)
        self._seen: Seen | None = None
        self._wants_text = False
        self.setObjectName("soul_versions_view")
        self.heading.setText(self.tr("Earlier versions"))
        self.banner = Banner(self._theme)
        self.banner.setObjectName("soul_versions_banner")
        self.banner.clear()
        self._build_parts(services)
        self._build_buttons()
        self.lay_out(self.banner)
        self.put_under_body_when_low(self.banner)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self.left)

    def _build_parts(self, services: Services) -> None:
        self.versions = VersionList("soul_versions", self._theme)
        self.told = WrappedText()
        self.told.setAccessibleName(self.tr("About this version"))
        self.text = FaithfulTextView(self._theme)
        self.text.setObjectName("soul_version_text")
        self.text.setAccessibleName(self.tr("The text as it was"))
        self.text.setTabChangesFocus(True)
        self.text.set_locked(True)
        self.difference = CompareView(services.tasks, self._theme)
        self.difference.text.setObjectName("soul_version_difference")
        parts, content = QWidget(), QVBoxLayout()
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, parts)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.setSpacing(3 * self._theme.unit)
        content.setSpacing(2 * self._theme.unit)
        for part in (self.told, self.difference, self.text):
            content.addWidget(part, 0 if part is self.told else 1)
        content.addStretch(0)
        self._parts.addWidget(self.versions, 2)
        self._parts.addLayout(content, 3)
        self.body.add_view(parts)
        self.body.show_view(parts)

    def _build_buttons(self) -> None:
        self.back_button = self.button(self.tr("Back"), self.left.emit)
        self.forget_button = self.button(self.tr("Forget this version…"), self.forget_requested.emit)
        self.copy_button = self.button(self.tr("Save a copy…"), self.copy_requested.emit)
        self.toggle_button = self.button(self.tr("Show the text"), self._toggle)
        self.primary_button.setObjectName("soul_restore")
        self.primary_button.clicked.connect(self.restore_requested)

    def set_font(self, font: QFont) -> None:
        """The font of the text and of the difference."""
        for view in (self.text, self.difference.text):
            self.give_font(view, font)

    # Showing

    def show_subject(self, subject: Subject) -> None:
        """Another file; nothing is known of it yet."""
        self.origin.set_text(display_path(subject.path))
        self.origin.setToolTip(self.origin.text)
        self._wants_text = False
        self.versions.show_versions((), "")
        self.show_problem("")

    def show_version(self, subject: Subject, seen: Seen) -> None:
        """One version beside what the file holds now."""
        had_focus = self.primary_button.hasFocus()
        self._seen = seen
        self._show_banner(caution(subject, seen))
        self.told.setPlainText(told(seen))
        self.primary_button.setEnabled(seen.way not in (Way.SAME, Way.NONE))
        self.copy_button.setEnabled(True)
        self.forget_button.setEnabled(True)
        self._arrange()
        if had_focus and not self.primary_button.isEnabled():
            self.versions.setFocus()

    def show_problem(self, said: str, *, can_forget: bool = False) -> None:
        """Why there is nothing to be seen of a version."""
        self._seen = None
        self._show_banner(None)
        self.told.setPlainText(said)
        for button in (self.primary_button, self.copy_button):
            button.setEnabled(False)
        self.forget_button.setEnabled(can_forget)
        self._arrange()

    def _show_banner(self, message: Message | None) -> None:
        if message is None:
            self.banner.clear()
        elif message != self.banner.message:
            self.banner.show_message(message)

    @property
    def _can_compare(self) -> bool:
        seen = self._seen
        return (
            seen is not None
            and seen.way is not Way.SAME
            and seen.text is not None
            and seen.text_now is not None
        )

    def _toggle(self) -> None:
        self._wants_text = not self._wants_text
        self._arrange()
        (self.text if self._wants_text else self.difference.text).setFocus()

    def _arrange(self) -> None:
        """Only what has something to say is seen."""
        seen, compares = self._seen, self._can_compare and not self._wants_text
        self.told.setVisible(bool(self.told.toPlainText()))
        self.difference.setVisible(compares)
        if seen is not None and seen.text is not None and not compares:
            if self.text.text() != seen.text:
                self.text.set_text(seen.text)
            self.text.show()
        else:
            self.text.hide()
        if compares and seen is not None:
            same = self.tr("What is shown of the two is the same.")
            differs = self.tr("− only in this version   + only in the file as it is now")
            self.difference.show_texts(seen.text or "", seen.text_now or "", same, differs)
        else:
            self.difference.forget()
        self.toggle_button.setVisible(self._can_compare)
        self.toggle_button.setText(
            self.tr("Show what differs") if self._wants_text else self.tr("Show the text")
        )
        self.primary_button.setText(restore_label(seen))
        message = self.banner.message
        said = " ".join(filter(None, (self.told.toPlainText(), message.text if message else "")))
        self.primary_button.setAccessibleDescription(said)
        self.side.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= SIDE_BY_SIDE * self.fontMetrics().averageCharWidth()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(across if wide else down)
