"""What a person wants to see in the list: what is typed, and what narrows it. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

NANOSECONDS = 1_000_000_000
DAY = 24 * 60 * 60 * NANOSECONDS


class Period(StrEnum):
    """How far back the list goes."""

    ANY = "any"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    OLDER = "older"
    """Longer ago than a year."""


_DAYS = {Period.DAY: 1, Period.WEEK: 7, Period.MONTH: 30, Period.YEAR: 365}

THIS_WORKSPACE = ""
ALL_WORKSPACES = "*"


class Wish(NamedTuple):
    """`workspace`: THIS_WORKSPACE, ALL_WORKSPACES or the key of another one. `role`: person, agent,
    tools or empty for anybody. `active`: the conversation chosen as the active one, empty: those that
    a newt holds open."""

    text: str = ""
    workspace: str = THIS_WORKSPACE
    period: Period = Period.ANY
    role: str = ""
    include_active: bool = False
    active: str = ""

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but what is typed leaves something out that usually is there."""
        return self.period is not Period.ANY or self.role != ""


def span_of(period: Period, now: int) -> tuple[int | None, int | None]:
    """(since, until) in Unix nanoseconds, None for no bound. `now`: the time now in nanoseconds."""
    if period is Period.ANY:
        return None, None
    if period is Period.OLDER:
        return None, now - 365 * DAY
    return now - _DAYS[period] * DAY, None
