"""What the Soul page says of the four rungs, in words for people who never heard of a rung."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication

from newt_gui.core.paths import display_path
from newt_gui.core.reading import Obstacle
from newt_gui.core.soul import SoulKind, SoulResolution, SoulRung, SoulState
from newt_gui.qt.numbers import number

_LARGE = 1 << 18
"""In characters: of a longer text the size of its file has to do."""

PillKind = Literal["accent", "plain", "caution", "stop"]


def tr(text: str) -> str:
    """Translate a sentence of this page."""
    return QCoreApplication.translate("soul", text)


def shown_path(path: Path, workspace: Path) -> str:
    """The path for a person: below the workspace without it, below their home folder with "~"."""
    try:
        below = path.relative_to(workspace)
    except ValueError:
        return display_path(path)
    return display_path(below)


def size(value: int) -> str:
    """A size in bytes."""
    return tr("{bytes} bytes").format(bytes=number(value))


def title(kind: SoulKind) -> str:
    """What a rung is called."""
    return {
        "explicit": tr("Set in config"),
        "workspace": tr("This workspace"),
        "global": tr("Yours, everywhere"),
        "builtin": tr("Built into newt"),
    }[kind]


def place(rung: SoulRung, resolution: SoulResolution) -> str:
    """Where a rung's text is."""
    if rung.kind == "builtin":
        return tr("the identity built into your newt; its text depends on the version")
    if rung.kind == "explicit":
        return _clean(rung.written or "") or tr("soul_file is not set")
    if rung.path is None:
        return tr("there is no newt home")
    shown = shown_path(rung.path, resolution.workspace)
    if rung.kind == "global" and shown != rung.label:  # the newt home is somewhere else
        return tr("{path} (newt calls it {label})").format(path=shown, label=rung.label)
    return shown


def _clean(text: str) -> str:
    """A value from a file as one line that can be shown."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


def pill(rung: SoulRung) -> tuple[str, PillKind]:
    """The word for a rung's state, and how it is set off."""
    if rung.state is SoulState.SHADOWED:
        return (tr("not reached") if rung.kind == "builtin" else tr("shadowed")), "plain"
    if rung.state is SoulState.MISSING and rung.kind != "explicit" and rung.obstacle is Obstacle.MISSING:
        return tr("not there"), "plain"
    return {
        SoulState.WON: (tr("wins"), "accent"),
        SoulState.NOT_SET: (tr("not set"), "plain"),
        SoulState.BLANK: (tr("blank"), "caution"),
    }.get(rung.state, (tr("can't be used"), "stop"))  # type: ignore[return-value]


def reason(rung: SoulRung, resolution: SoulResolution) -> str:
    """Why a rung wins or not; empty where there is nothing to add to its state."""
    said = [_supposed(rung), _state_reason(rung, resolution)]
    if rung.kind == "explicit" and rung.state not in (SoulState.NOT_SET,):
        said.insert(1 if rung.state is SoulState.WON else 2, _set_where(resolution))
    if rung.kind == "explicit" and rung.expanded is not None and rung.state is not SoulState.WON:
        said.append(_expansion(rung, resolution))
    return " ".join(filter(None, said))


def _supposed(rung: SoulRung) -> str:
    return tr("Only supposed.") if rung.supposed else ""


def _state_reason(rung: SoulRung, resolution: SoulResolution) -> str:
    match rung.state:
        case SoulState.WON:
            return tr("No file has text, so newt uses its own.") if rung.kind == "builtin" else ""
        case SoulState.SHADOWED:
            return _shadowed(rung, resolution)
        case SoulState.NOT_SET:
            return _not_set(rung, resolution)
        case SoulState.BLANK:
            return _blank(rung)
        case SoulState.NOT_UTF8:
            return tr(
                "Byte {offset} is not valid UTF-8 text, so newt passes over the file without a word."
            ).format(offset=number(rung.offset or 0))
        case SoulState.MISSING | SoulState.NOT_A_FILE | SoulState.UNREADABLE:
            return _obstacle(rung)


def _shadowed(rung: SoulRung, resolution: SoulResolution) -> str:
    winner = title(resolution.winner.kind)
    if rung.kind == "builtin":
        return ""
    if rung.same_as is not None:
        return tr("The same file as “{other}”; newt counts it there.").format(other=title(rung.same_as))
    return tr("Has text, but “{winner}” comes first.").format(winner=winner)


def _not_set(rung: SoulRung, resolution: SoulResolution) -> str:
    if rung.kind == "global":
        return tr("newt finds no home folder, so there is no place for such a file.")
    config, broken = resolution.config, resolution.config.broken
    if broken is not None and broken.path is not None:
        return tr("newt can't load {file}, so it takes nothing from any config file.").format(
            file=shown_path(broken.path, resolution.workspace)
        )
    if config.soul_file is not None:
        return tr("{where} sets it to nothing, which is as if it were not set.").format(
            where=_where(resolution)
        )
    return tr("No config file that newt reads names a soul.")


def _blank(rung: SoulRung) -> str:
    if rung.size == 0:
        return tr("The file is empty.")
    return tr("There is nothing in it but blank space.")


def _obstacle(rung: SoulRung) -> str:
    match rung.obstacle:
        case Obstacle.DANGLING:
            return tr("It is a link to {target}, which is not there.").format(target=_clean(rung.link_target))
        case Obstacle.PATH_THROUGH_FILE:
            return tr("There is no such file: a part of its path is a file and not a folder.")
        case Obstacle.FOLDER:
            return tr("It is a folder, not a file.")
        case Obstacle.SPECIAL:
            return tr("It is not an ordinary file.")
        case Obstacle.PERMISSION:
            return tr("You have no permission to read it, and neither has newt.")
        case Obstacle.LOOP:
            return tr("The link leads round in a circle.")
        case Obstacle.BAD_PATH:
            return tr("No file can have such a path.")
        case Obstacle.OTHER:
            return tr("It can't be read: {detail}.").format(detail=rung.detail)
    return tr("There is no such file.")


def _set_where(resolution: SoulResolution) -> str:
    if resolution.config.soul_file is None:
        return ""
    if is_from_project(resolution):
        return tr("Set in {where}, by this project.").format(where=_where(resolution))
    return tr("Set in {where}.").format(where=_where(resolution))


def is_from_project(resolution: SoulResolution) -> bool:
    """Whether the file that sets soul_file lies where whoever made the project may have put it."""
    setting = resolution.config.soul_file
    files = resolution.config.files
    return setting is not None and any(f.from_repository and f.path == setting.path for f in files)


def _where(resolution: SoulResolution) -> str:
    setting = resolution.config.soul_file
    if setting is None:
        return ""
    return tr("{file}, line {line}").format(
        file=shown_path(setting.path, resolution.workspace), line=number(setting.line)
    )


def _expansion(rung: SoulRung, resolution: SoulResolution) -> str:
    """What newt would find if it expanded what it takes as written."""
    if rung.expanded is None:
        return ""
    sign = "~" if (rung.written or "").startswith("~") else "$"
    found = (
        tr("newt takes “{sign}” as written. Written out it would be {path}, which is there.")
        if rung.expanded_exists
        else tr("newt takes “{sign}” as written. Written out it would be {path}; that isn't there either.")
    )
    return found.format(sign=sign, path=str(rung.expanded).encode("utf-8", "replace").decode())


def heading(rung: SoulRung, resolution: SoulResolution, *, supposed: bool) -> str:
    """The title over a rung's text."""
    if rung.state is SoulState.WON:
        return tr("What the agent would get") if supposed else tr("What the agent gets")
    return title(rung.kind)


def origin(rung: SoulRung, resolution: SoulResolution) -> str:
    """The size of a text and where it comes from."""
    if rung.kind == "builtin":
        return tr("this app's stand-in for newt's own text")
    if rung.size is None or rung.path is None:
        return place(rung, resolution)
    measured = size(len(rung.text.encode()) if 0 < len(rung.text) < _LARGE else rung.size)
    return tr("{size}, from {path}").format(size=measured, path=place(rung, resolution))


def spoken(rung: SoulRung, resolution: SoulResolution, position: int) -> str:
    """A rung as a screen reader says it."""
    parts = (
        tr("{number}. {title}: {state}").format(
            number=number(position), title=title(rung.kind), state=pill(rung)[0]
        ),
        place(rung, resolution),
        reason(rung, resolution),
    )
    return " ".join(part if part.endswith((".", "!")) else f"{part}." for part in parts if part)


def look_alikes(resolution: SoulResolution) -> list[str]:
    """Sentences about files that newt does not read."""
    from newt_gui.core.soul import LookAlikeKind

    reasons = {
        LookAlikeKind.CAPITALS: tr(
            "newt does not read {path}: the name has to be soul.md, in small letters."
        ),
        LookAlikeKind.IN_WORKSPACE: tr("newt does not read {path}: it has to lie in the folder .newt."),
        LookAlikeKind.PARENT: tr("newt does not read {path}: it belongs to a folder above the workspace."),
    }
    return [
        reasons[like.kind].format(path=shown_path(like.path, resolution.workspace))
        for like in resolution.look_alikes
    ]
