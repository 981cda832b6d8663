"""Every menu entry and shortcut of the window, in one table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from newt_gui.qt.actions import ActionSpec, line, standard

CONTEXT = "actions"


def specs() -> list[ActionSpec]:
    """The table in the person's language."""

    def tr(text: str) -> str:
        return QCoreApplication.translate(CONTEXT, text)

    file, edit, note = tr("&File"), tr("&Edit"), tr("N&ote")
    view, help_menu = tr("&View"), tr("&Help")
    return [
        ActionSpec("action_new_note", tr("&New note"), file, "Ctrl+N", "plus", tr("Begin a new note")),
        standard("action_save", file, tr("Save this note")),
        ActionSpec("action_save_all", tr("Save a&ll"), file, "Ctrl+Shift+S", "", tr("Save every note")),
        ActionSpec("action_revert", tr("&Revert"), file, "", "", tr("Go back to what is in the file")),
        line(file),
        ActionSpec("action_import", tr("&Import…"), file, "", "", tr("Take notes out of a file")),
        ActionSpec("action_export", tr("&Export…"), file, "", "", tr("Put the notes into another file")),
        line(file),
        ActionSpec("action_choose_workspace", tr("Choose &workspace…"), file, "Ctrl+O", "folder"),
        ActionSpec("action_choose_home", tr("Choose newt &home…"), file, "", "folder-open"),
        ActionSpec("action_usual_home", tr("&Use newt's usual home"), file),
        line(file),
        standard("action_quit", file),
        standard("action_undo", edit),
        standard("action_redo", edit),
        line(edit),
        ActionSpec(
            "action_paste_notes", tr("Paste &as notes…"), edit, "Ctrl+Shift+V", "", tr("Make notes of a list")
        ),
        line(edit),
        ActionSpec("action_find", tr("&Find…"), edit, "Ctrl+F", "search", tr("Find in this note")),
        ActionSpec("action_replace", tr("R&eplace…"), edit, "Ctrl+H"),
        ActionSpec("action_find_next", tr("Find &next"), edit, "F3"),
        ActionSpec("action_find_previous", tr("Find &previous"), edit, "Shift+F3"),
        ActionSpec("action_find_all", tr("Find in all n&otes…"), edit, "Ctrl+Shift+F"),
        line(edit),
        ActionSpec(
            "action_next_finding", tr("Next fin&ding"), edit, "F8", "", tr("Go to what newt would refuse")
        ),
        ActionSpec("action_previous_finding", tr("Pre&vious finding"), edit, "Shift+F8"),
        ActionSpec("action_repair", tr("Repa&ir"), edit, "Ctrl+.", "", tr("Repair what newt would refuse")),
        ActionSpec(
            "action_duplicate_note", tr("Du&plicate"), note, "Ctrl+D", "", tr("Begin a copy of this note")
        ),
        ActionSpec("action_delete_note", tr("&Delete"), note, "Del", "", tr("Delete the selected notes")),
        line(note),
        ActionSpec("action_move_up", tr("Move &up"), note, "Alt+Up"),
        ActionSpec("action_move_down", tr("Move do&wn"), note, "Alt+Down"),
        line(note),
        ActionSpec("action_split_here", tr("&Split at the cursor"), note),
        ActionSpec("action_split_delimiters", tr("Split at “§” &lines"), note),
        ActionSpec(
            "action_merge_notes", tr("&Merge"), note, "Ctrl+M", "", tr("Make one note of the selected")
        ),
        line(note),
        ActionSpec("action_copy_reference", tr("&Copy as note:<number>"), note, "Ctrl+Shift+C"),
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
