"""The editor of a soul's file: the text as it is in the file, Save and Revert, and what others do."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from newt_gui.core.scan import Finding
from newt_gui.qt.marks import Mark
from newt_gui.qt.messages import Banner, error_message
from newt_gui.qt.services import Services
from newt_gui.qt.text_edit import FaithfulTextEdit
from newt_gui.soul import words
from newt_gui.soul.conflict_view import SoulConflictView
from newt_gui.soul.differing import together
from newt_gui.soul.edit_words import draft_message
from newt_gui.soul.editing import SoulEditing
from newt_gui.soul.places_list import PlacesFinder, PlacesList
from newt_gui.soul.right_pane import RightPane
from newt_gui.soul.warning_words import finding_lines

LARGE = 20_000
"""From so many characters on, what is typed is taken at a pause instead of with every key."""
PAUSE_MS = 150


class EditPane(RightPane):
    """Shows the draft of `editing` and takes what the person writes into it."""

    save_requested = Signal()
    revert_requested = Signal()
    history_requested = Signal()
    done_requested = Signal()
    """The person wants back to the ladder's text."""
    notice = Signal(str)
    """Something about a paste or a drop that the person should hear once."""

    def __init__(self, editing: SoulEditing, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services.theme, parent)
        self._editing = editing
        self._is_touched = False
        self._findings: tuple[Finding, ...] = ()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.take_text)
        self._build(services)
        self.lay_out(self.banner, self.places)
        self._connect()

    def _build(self, services: Services) -> None:
        self.banner = Banner(self._theme)
        self.banner.setObjectName("soul_edit_banner")
        self.editor = FaithfulTextEdit(self._theme)
        self.editor.setObjectName("soul_editor")
        self.editor.setAccessibleName(self.tr("Text of the soul's file"))
        self.editor.setProperty("bare", True)
        self.editor.setTabChangesFocus(True)
        self.conflict = SoulConflictView(self._theme)
        self.body.add_view(self.editor)
        self.body.add_view(self.conflict)
        self.finder = PlacesFinder(services.tasks, self)
        self.places = PlacesList(self._theme)
        self.done_button = self.button(self.tr("Done"), self.done_requested.emit)
        self.history_button = self.button(self.tr("Earlier versions…"), self.history_requested.emit)
        self.revert_button = self.button(self.tr("Revert"), self.revert_requested.emit)
        self.save_button = self.primary_button
        self.save_button.setText(self.tr("Save"))
        self.save_button.setObjectName("soul_save")

    def _connect(self) -> None:
        self.editor.text_modified.connect(self._on_text_modified)
        self.editor.notice.connect(self.notice)
        self.save_button.clicked.connect(self.save_requested)
        self.finder.found.connect(self._on_found)
        self.places.chosen.connect(self._go_to)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.editor)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self.done_requested)
        editing = self._editing
        editing.changed.connect(self._refresh)
        editing.text_replaced.connect(self._on_text_replaced)
        editing.text_wanted.connect(self.commit)
        self.conflict.mine_requested.connect(self._use_mine)
        self.conflict.theirs_requested.connect(self._use_theirs)
        self.conflict.together_requested.connect(self._edit_together)
        self.conflict.left.connect(self._leave_conflict)

    def set_font(self, font: QFont) -> None:
        """The font of the text."""
        self.give_font(self.editor, font)

    def _fit(self) -> None:
        super()._fit()
        self.places.set_low(self.is_low)

    # What the person writes

    def commit(self) -> None:
        """Take a composition under way and the text into the draft, before anything looks at it."""
        if self._editing.draft is not None:
            self.editor.commit_composition()
            self.take_text()

    def take_text(self) -> None:
        """Hand over what was written since the last time."""
        self._pause.stop()
        if self._is_touched:
            self._is_touched = False
            text = self.editor.text()
            self._editing.write(text)
            self.finder.look_through(text)

    def _on_text_modified(self) -> None:
        self._is_touched = True
        if self.editor.document().characterCount() <= LARGE:
            self.take_text()
        elif not self._pause.isActive():
            self._pause.start()

    # Showing the draft

    def show_draft(self) -> None:
        """A file was opened: show it, with the cursor in its text."""
        draft = self._editing.draft
        if draft is None:
            return
        self._is_touched = False
        self.editor.set_text(draft.text)
        self.body.show_view(self.editor)
        self.finder.look_through(draft.text)
        self._refresh()
        self.editor.setFocus()

    def _on_text_replaced(self) -> None:
        draft = self._editing.draft
        if draft is not None and self.editor.text() != draft.text:
            with QSignalBlocker(self.editor):
                self.editor.replace_text(draft.text)
            self.finder.look_through(draft.text)

    def _refresh(self) -> None:
        draft = self._editing.draft
        if draft is None:
            return
        self.heading.setText(self.tr("Editing: {rung}").format(rung=words.title(draft.kind)))
        self.origin.set_text(str(draft.path).encode("utf-8", "replace").decode())
        message = draft_message(draft, self._compare, is_faithful=self.editor.is_faithful)
        if message is None:
            self.banner.clear()
        elif message != self.banner.message:
            self.banner.show_message(message)
        if draft.theirs is None:
            self.body.show_view(self.editor)
        elif self.body.current is self.conflict:
            self.conflict.show_draft(draft)
        deciding = self.body.current is self.conflict
        self.banner.setHidden(deciding or message is None)
        self.places.setHidden(deciding or not self._findings)
        self.footer.setHidden(deciding)
        self.save_button.setEnabled(draft.is_dirty)
        self.revert_button.setEnabled(draft.is_dirty)

    def show_refusal(self, error: object) -> None:
        """A save was refused: the reason stands here, and the text stays."""
        from newt_gui.core.errors import UserFacingError

        draft = self._editing.draft
        if draft is not None and draft.theirs is not None:
            self._compare()
        elif isinstance(error, UserFacingError):
            self.banner.show_message(error_message(error))

    # Two texts

    def _compare(self) -> None:
        self.commit()
        draft = self._editing.draft
        if draft is not None and draft.theirs is not None:
            self.conflict.show_draft(draft)
            self.body.show_view(self.conflict)
            self._refresh()
            self.conflict.theirs.setFocus()

    def _leave_conflict(self) -> None:
        self.body.show_view(self.editor)
        self._refresh()
        self.editor.setFocus()

    def _use_mine(self) -> None:
        self._editing.use_mine()
        self.editor.setFocus()

    def _use_theirs(self) -> None:
        self._editing.use_theirs()
        self.editor.setFocus()

    def _edit_together(self) -> None:
        draft = self._editing.draft
        if draft is not None and draft.theirs is not None:
            self._editing.edit_together(together(draft.text, draft.theirs.text or ""))
            self.editor.setFocus()

    # Places worth a look

    def _on_found(self, text: str, findings: tuple[Finding, ...]) -> None:
        if text != self.editor.text():
            return
        lines = finding_lines(findings, text)
        self._findings = findings
        self.editor.set_marks(
            Mark(one.start, one.end, "caution", said) for one, said in zip(findings, lines, strict=True)
        )
        self.places.show_lines(lines)

    def _go_to(self, row: int) -> None:
        if row < len(self._findings):
            finding = self._findings[row]
            self.editor.select(finding.start, finding.end)
            self.editor.setFocus()
