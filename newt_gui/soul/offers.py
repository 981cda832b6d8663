"""What can be done with a rung as things stand. Pure."""

from __future__ import annotations

from typing import Literal, NamedTuple

from newt_gui.core.reading import Obstacle
from newt_gui.core.soul import SoulResolution, SoulRung, SoulState
from newt_gui.soul.excerpt import excerpt

Primary = Literal["edit", "create", "own", "setting", "as_is", ""]


class Offers(NamedTuple):
    """`primary`: the one thing that is offered first, empty for none."""

    primary: Primary = ""
    can_compare: bool = False
    can_set: bool = False
    has_history: bool = False
    has_folder: bool = False
    can_suppose: bool = False
    is_gone: bool = False
    """There is nothing whose going could be supposed."""
    is_supposing: bool = False


def offers(rung: SoulRung, resolution: SoulResolution, *, supposed: bool) -> Offers:
    """What to offer for a rung; `supposed`: the person sees how it would be."""
    has_file = rung.path is not None
    return Offers(
        primary="as_is" if supposed else _primary(rung),
        can_compare=rung.state is SoulState.SHADOWED and rung.same_as is None,
        can_set=rung.kind == "explicit" and not supposed,
        has_history=has_file and not supposed,
        has_folder=has_file,
        can_suppose=has_file,
        is_gone=rung.state is SoulState.MISSING,
        is_supposing=supposed,
    )


def _primary(rung: SoulRung) -> Primary:
    if rung.kind == "explicit" and (rung.path is None or _is_misspelt(rung)):
        return "setting"
    if rung.path is None:
        return "own" if rung.kind == "builtin" and rung.state is SoulState.WON else ""
    if rung.state in (SoulState.WON, SoulState.SHADOWED):
        return "edit" if rung.is_complete and excerpt(rung.text).is_whole else ""
    if rung.state is SoulState.BLANK:
        return "edit"
    return "create" if rung.obstacle is Obstacle.MISSING else ""


def _is_misspelt(rung: SoulRung) -> bool:
    """Whether the path names nothing because of a sign that newt does not expand."""
    return rung.expanded is not None and rung.state is SoulState.MISSING
