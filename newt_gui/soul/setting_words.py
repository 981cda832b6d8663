"""What a person should know before a config file is changed, and what is told after."""

from __future__ import annotations

from newt_gui.core.config import ConfigFile, ConfigResolution, ConfigState
from newt_gui.soul.setting_preview import Preview
from newt_gui.soul.words import shown_path, tr


def remark(seen: Preview, file: ConfigFile, value: str | None, config: ConfigResolution) -> str:
    """The sentences under the fields."""
    said = [_refusal(seen, value), _as_written(value), _where(file, config), _done(seen, file, config)]
    return " ".join(filter(None, said))


def _refusal(seen: Preview, value: str | None) -> str:
    if value == "":
        return tr("Say which file holds the soul.")
    if seen.refused:
        return tr("This app can't change it: {reason}. Open the file in a text editor instead.").format(
            reason=seen.refused
        )
    if seen.is_same:
        return tr("The file says so already.")
    return ""


def _as_written(value: str | None) -> str:
    if not value:
        return ""
    if value.startswith("~") or "$" in value:
        return tr("newt takes the path as it is written: it does not expand “~” or “$”.")
    if not value.startswith("/") and value[1:3] != ":\\":
        return tr("A path like this counts from the folder newt is started in.")
    return ""


def _where(file: ConfigFile, config: ConfigResolution) -> str:
    if file.state is ConfigState.HIDDEN and file.hidden_by is not None:
        return tr("newt does not read this file here: {other} comes before it.").format(
            other=shown_path(file.hidden_by, config.workspace)
        )
    if file.from_repository:
        return tr("The file belongs to the project: whoever gets the project gets the setting, too.")
    return ""


def _done(seen: Preview, file: ConfigFile, config: ConfigResolution) -> str:
    if seen.difference is None or not seen.is_new or seen.is_same:
        return ""
    others = [one for one in config.files if one.state is ConfigState.USED and one.kind != "overlay"]
    if file.kind in ("workspace", "env") and others and others[0].path is not None:
        return tr("The file will be new, and newt will read it instead of {other}.").format(
            other=shown_path(others[0].path, config.workspace)
        )
    return tr("The file will be new.")
