"""Every menu entry and shortcut of the window, in one table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from newt_gui.qt.actions import ActionSpec, line, standard

CONTEXT = "actions"


def tr(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)


def specs() -> list[ActionSpec]:
    """The table in the person's language, menu by menu."""
    return [
        *_file(tr("&File")),
        *_edit(tr("&Edit")),
        *_note(tr("N&ote")),
        *_view(tr("&View")),
        *_help(tr("&Help")),
    ]


def _file(menu: str) -> list[ActionSpec]:
    return [
        ActionSpec("action_new_note", tr("&New note"), menu, "Ctrl+N", "plus", tr("Begin a new note")),
        standard("action_save", menu, tr("Save this note")),
        ActionSpec("action_save_all", tr("Save a&ll"), menu, "Ctrl+Shift+S", "", tr("Save every note")),
        ActionSpec("action_revert", tr("&Revert"), menu, "", "", tr("Go back to what is in the file")),
        line(menu),
        ActionSpec("action_import", tr("&Import…"), menu, "", "", tr("Take notes out of a file")),
        ActionSpec("action_export", tr("&Export…"), menu, "", "", tr("Put the notes into another file")),
        line(menu),
        ActionSpec(
            "action_history",
            tr("Earlier &versions…"),
            menu,
            "Ctrl+Shift+H",
            "",
            tr("Bring back what was"),
        ),
        line(menu),
        ActionSpec("action_choose_workspace", tr("Choose &workspace…"), menu, "Ctrl+O", "folder"),
        ActionSpec("action_choose_home", tr("Choose newt &home…"), menu, "", "folder-open"),
        ActionSpec("action_usual_home", tr("&Use newt's usual home"), menu),
        line(menu),
        standard("action_quit", menu),
    ]


def _edit(menu: str) -> list[ActionSpec]:
    return [
        standard("action_undo", menu),
        standard("action_redo", menu),
        line(menu),
        ActionSpec(
            "action_paste_notes", tr("Paste &as notes…"), menu, "Ctrl+Shift+V", "", tr("Make notes of a list")
        ),
        line(menu),
        ActionSpec("action_find", tr("&Find…"), menu, "Ctrl+F", "search", tr("Find in this note")),
        ActionSpec("action_replace", tr("R&eplace…"), menu, "Ctrl+H"),
        ActionSpec("action_find_next", tr("Find &next"), menu, "F3"),
        ActionSpec("action_find_previous", tr("Find &previous"), menu, "Shift+F3"),
        ActionSpec("action_find_all", tr("Find in all n&otes…"), menu, "Ctrl+Shift+F"),
        line(menu),
        ActionSpec(
            "action_next_finding", tr("Next fin&ding"), menu, "F8", "", tr("Go to what newt would refuse")
        ),
        ActionSpec("action_previous_finding", tr("Pre&vious finding"), menu, "Shift+F8"),
        ActionSpec("action_repair", tr("Repa&ir"), menu, "Ctrl+.", "", tr("Repair what newt would refuse")),
    ]


def _note(menu: str) -> list[ActionSpec]:
    return [
        ActionSpec(
            "action_duplicate_note", tr("Du&plicate"), menu, "Ctrl+D", "", tr("Begin a copy of this note")
        ),
        ActionSpec("action_delete_note", tr("&Delete"), menu, "Del", "", tr("Delete the selected notes")),
        line(menu),
        ActionSpec("action_move_up", tr("Move &up"), menu, "Alt+Up"),
        ActionSpec("action_move_down", tr("Move do&wn"), menu, "Alt+Down"),
        line(menu),
        ActionSpec("action_split_here", tr("&Split at the cursor"), menu),
        ActionSpec("action_split_delimiters", tr("Split at “§” &lines"), menu),
        ActionSpec(
            "action_merge_notes", tr("&Merge"), menu, "Ctrl+M", "", tr("Make one note of the selected")
        ),
        line(menu),
        ActionSpec("action_copy_reference", tr("&Copy as note:<number>"), menu, "Ctrl+Shift+C"),
        line(menu),
        ActionSpec(
            "action_remember", tr("&Remember this…"), menu, "Ctrl+R", "bookmark-plus", tr("Make a note of it")
        ),
    ]


def _view(menu: str) -> list[ActionSpec]:
    return [
        ActionSpec("action_page_notes", tr("&Notes"), menu, "Ctrl+1", "notebook-text"),
        ActionSpec("action_page_soul", tr("&Soul"), menu, "Ctrl+2", "user-round"),
        ActionSpec("action_page_recall", tr("Re&call"), menu, "Ctrl+3", "messages-square"),
        standard("action_refresh", menu, tr("Look at the files again")),
        line(menu),
        ActionSpec("action_zoom_in", tr("Larger &text"), menu, "Ctrl++; Ctrl+="),
        ActionSpec("action_zoom_out", tr("S&maller text"), menu, "Ctrl+-"),
        ActionSpec("action_zoom_reset", tr("N&ormal size"), menu, "Ctrl+0"),
        ActionSpec("action_monospace", tr("&Fixed-width text"), menu, checkable=True),
        line(menu),
        ActionSpec("action_theme_system", tr("Look as the s&ystem"), menu, checkable=True),
        ActionSpec("action_theme_light", tr("L&ight look"), menu, checkable=True),
        ActionSpec("action_theme_dark", tr("&Dark look"), menu, checkable=True),
    ]


def _help(menu: str) -> list[ActionSpec]:
    return [
        ActionSpec("action_about", tr("&About Newt Memory"), menu, "", "info"),
    ]
