"""A soul that was changed here and elsewhere, in three texts."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from newt_gui.qt.conflict_texts import ConflictTexts
from newt_gui.qt.theme import Theme
from newt_gui.soul.draft import Draft
from newt_gui.soul.excerpt import excerpt


class SoulConflictView(ConflictTexts):
    """Of large texts the beginning is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("soul_conflict_view", theme, with_both=False, parent=parent)

    def show_draft(self, draft: Draft) -> None:
        """Show the three texts of a draft whose file somebody else changed."""
        gone = draft.theirs is None or draft.theirs.text is None
        explanation = (
            self.tr("The file was removed while you were editing it. Your text is kept until you decide.")
            if gone
            else self.tr(
                "This soul was changed here and by somebody else at the same time. All texts are kept "
                "until you decide; nothing is saved before that."
            )
        )
        self.theirs_button.setText(self.tr("Let mine go") if gone else self.tr("Use theirs"))
        self.together_button.setVisible(not gone)
        self.choices.arrange()
        theirs = draft.theirs.text if draft.theirs else None
        shown = (excerpt(text or "").text for text in (draft.text, theirs, draft.base))
        self.show_texts(explanation, *shown)
