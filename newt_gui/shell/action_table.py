"""Every menu entry and shortcut of the window, in one table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from newt_gui.qt.actions import ActionSpec, line, standard

CONTEXT = "actions"


def specs() -> list[ActionSpec]:
    """The table in the person's language."""

    def tr(text: str) -> str:
        return QCoreApplication.translate(CONTEXT, text)

    file, edit, view, help_menu = tr("&File"), tr("&Edit"), tr("&View"), tr("&Help")
    return [
        ActionSpec("action_new_note", tr("&New note"), file, "Ctrl+N", "plus", tr("Begin a new note")),
        standard("action_save", file, tr("Save this note")),
        ActionSpec("action_save_all", tr("Save a&ll"), file, "Ctrl+Shift+S", "", tr("Save every note")),
        ActionSpec("action_revert", tr("&Revert"), file, "", "", tr("Go back to what is in the file")),
        line(file),
        ActionSpec("action_choose_workspace", tr("Choose &workspace…"), file, "Ctrl+O", "folder"),
        ActionSpec("action_choose_home", tr("Choose newt &home…"), file, "", "folder-open"),
        ActionSpec("action_usual_home", tr("&Use newt's usual home"), file),
        line(file),
        standard("action_quit", file),
        standard("action_undo", edit),
        standard("action_redo", edit),
        ActionSpec("action_page_notes", tr("&Notes"), view, "Ctrl+1", "notebook-text"),
        standard("action_refresh", view, tr("Look at the files again")),
        line(view),
        ActionSpec("action_zoom_in", tr("Larger &text"), view, "Ctrl++; Ctrl+="),
        ActionSpec("action_zoom_out", tr("S&maller text"), view, "Ctrl+-"),
        ActionSpec("action_zoom_reset", tr("N&ormal size"), view, "Ctrl+0"),
        ActionSpec("action_monospace", tr("&Fixed-width text"), view, checkable=True),
        line(view),
        ActionSpec("action_theme_system", tr("Look as the s&ystem"), view, checkable=True),
        ActionSpec("action_theme_light", tr("L&ight look"), view, checkable=True),
        ActionSpec("action_theme_dark", tr("&Dark look"), view, checkable=True),
        ActionSpec("action_about", tr("&About Newt Memory"), help_menu, "", "info"),
    ]
