"""The scan's rule about curl and wget with an address elsewhere. Pure.

Imported only for a text that holds the pieces of such a command. Commands and addresses are searched
by turns, each from where the other one was found, so that no part of the text is searched twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial

from newt_gui.core.local_hosts import is_local
from newt_gui.core.word_edges import begins_word, ends_word

Next = Callable[[int], "re.Match[str] | None"]
"""The first match at or after an offset."""


def spans(text: str, folded: str) -> Iterator[tuple[int, int]]:
    """(start, end) in code points from a command to the end of its remote host, ascending and apart."""
    next_command, next_address = _searches(text, folded)
    address, is_known_local = None, cache(is_local)
    command = next_command(0)
    while command:
        after = command.end()
        if address is None or address.start() < after:
            address = next_address(after)
            if address is None:
                return
        there = at = address.start()
        line = folded.rfind("\n", after, there) + 1
        if line:
            at = line  # from the command to there no address has come
        elif not is_known_local(address[1]):
            at = address.end(1)
            yield command.start(), at
        command = next_command(at)


def _searches(text: str, folded: str) -> tuple[Next, Next]:
    """What finds commands and addresses that are words of their own."""
    commands, addresses = _command(), _address()
    if text.isascii():
        return partial(commands.search, folded), partial(addresses.search, folded)

    def next_command(at: int) -> re.Match[str] | None:
        for match in commands.finditer(folded, at):
            if begins_word(text, match.start()) and ends_word(text, match.end()):
                return match
        return None

    def next_address(at: int) -> re.Match[str] | None:
        for match in addresses.finditer(folded, at):
            if begins_word(text, match.start()):
                return match
        return None

    return next_command, next_address


# Word edges between ASCII characters are a part of the patterns, which look at them fastest.


@cache
def _command() -> re.Pattern[str]:
    return re.compile("(?:curl|wget)(?<![0-9a-z_]....)(?![0-9a-z_])")


@cache
def _address() -> re.Pattern[str]:
    """Group 1, the host, is not a part of the match, since another address can begin in it."""
    host = r"\[[0-9a-f:.]++\]|[0-9a-z._-]++"
    return re.compile(f"http(?<![0-9a-z_]http)s?://(?=({host}))")
