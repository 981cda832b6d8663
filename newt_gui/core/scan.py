"""The write-time scan: what newt refuses to store, as rules, findings and repairs. Pure.

Notes go word for word into the agent's instructions, so a poisoned note would be a lasting one.
Every text to be stored passes here first; one hit refuses it. Rules are tried in the order of
`RULES`, and each takes time linear in the text. What finds the phrases is imported, and its patterns
compiled, only for a text that holds the pieces of one: most notes never do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from newt_gui.core.characters import HIDDEN_RANGES, WHITE_SPACE, code_point_name
from newt_gui.core.errors import ScanRejected

if TYPE_CHECKING:
    import re

__all__ = ["RULES", "Finding", "Rule", "ScanRejected", "find_all", "repaired", "scan_note"]

HIDDEN = "invisible-unicode"


class Finding(NamedTuple):
    """One hit. `start` and `end` are offsets in code points; `text` is what stands between them.

    `repair` is the text to put in the span, or None where only rephrasing helps.
    """

    rule: str
    start: int
    end: int
    text: str
    repair: str | None

    @property
    def why(self) -> str:
        """A plain sentence. Made when asked for: a text can hold half a million findings."""
        return _why_hidden(self.text, self.start) if self.rule == HIDDEN else _WHY[self.rule]


class Rule(NamedTuple):
    """One check.

    `why`: the sentence of every finding; empty where each finding has its own. `needs`: a folded
    text that lacks all pieces of one of these groups passes without a closer look. `spans`: from
    the rule's id, the text and the folded text, (start, end) of each hit, ascending and apart.
    """

    id: str
    why: str
    needs: tuple[tuple[str, ...], ...]
    spans: Callable[[str, str, str], Iterator[tuple[int, int]]]


def find_all(text: str, base: int = 0) -> list[Finding]:
    """Every finding, in rule order and then by place; empty exactly when `scan_note` passes.

    `base`: code points to add to each offset, where `text` is a piece of something longer.
    """
    return list(_findings(text, base))


def repaired(text: str, findings: Iterable[Finding]) -> str:
    """`text` with the repair of each of these findings that has one."""
    pieces, done = [], 0
    for found in sorted(findings, key=lambda found: found.start):
        if found.repair is not None:
            pieces += [text[done : found.start], found.repair]
            done = found.end
    return "".join([*pieces, text[done:]])


def without_hidden(text: str) -> str:
    """`text` with the repair of every hidden run in it, however many there are."""
    if _is_plain(text):
        return text
    return _hidden_run().sub(lambda run: _repair_hidden(run.group(), text[run.end() : run.end() + 1]), text)


def up_to_hidden(text: str, most: int) -> int:
    """How far `text` goes, in code points, with at most `most` hidden characters in it."""
    if len(text) <= most or _is_plain(text):
        return len(text)
    left = most
    for run in _hidden_run().finditer(text):
        if len(run.group()) > left:
            return run.start() + left
        left -= len(run.group())
    return len(text)


def scan_note(text: str) -> None:
    """Pass, or raise ScanRejected with the first finding of `find_all`; looks no further than that."""
    for finding in _findings(text, 0):
        raise ScanRejected((finding,))


def _findings(text: str, base: int) -> Iterator[Finding]:
    folded = fold(text)
    for rule in RULES:
        if _may_apply(rule, folded):
            for start, end in rule.spans(rule.id, text, folded):
                found = text[start:end]
                repair = _repair_hidden(found, text[end : end + 1]) if rule.id == HIDDEN else None
                yield Finding(rule.id, base + start, base + end, found, repair)


def fold(text: str) -> str:
    """`text` with its case ignored, of the same length: as letters from a to z count the ASCII ones,
    U+017F (s) and U+212A (k), and no others.
    """
    if not text.isascii():
        # `lower` makes two characters of U+0130; U+0131 is as little an "i" as that is to be.
        text = text.replace("\u0130", "\u0131").replace("\u017f", "s")
    return text.lower()


def _may_apply(rule: Rule, folded: str) -> bool:
    for group in rule.needs:
        for piece in group:
            if piece in folded:
                break
        else:
            return False
    return True


def _is_plain(text: str) -> bool:
    """Whether there is surely nothing hidden: nothing hidden counts as printable."""
    return text.replace("\n", "").replace("\t", "").isprintable()


@cache
def _hidden_run() -> re.Pattern[str]:
    import re

    return re.compile("[" + "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in HIDDEN_RANGES) + "]+")


def _hidden_spans(rule: str, text: str, folded: str) -> Iterator[tuple[int, int]]:
    if _is_plain(text):
        return iter(())
    return (match.span() for match in _hidden_run().finditer(text))


_name = lru_cache(maxsize=256)(code_point_name)  # a text can hold thousands of the same


def _why_hidden(matched: str, offset: int) -> str:
    name = _name(matched[0])
    if matched == "\r":
        return f"{name} at offset {offset} is an old kind of line end; newt accepts the plain line feed only."
    if len(matched) == 1:
        return f"{name} at offset {offset} can't be seen; newt refuses this character, also in ordinary use."
    return (
        f"{len(matched)} characters from offset {offset} on can't be seen, the first is {name}; "
        "newt refuses such characters, also in ordinary use."
    )


def _repair_hidden(run: str, after: str) -> str:
    """The CR of a CRLF goes, a lone CR becomes LF, anything else goes (of joined emoji the parts stay).

    `after`: the character after the run, if any.
    """
    if "\r" not in run:
        return ""
    return "\n" * (run.count("\r") - (after == "\n" and run[-1] == "\r"))


def _phrase_spans(rule: str, text: str, folded: str) -> Iterator[tuple[int, int]]:
    from newt_gui.core import scan_phrases

    return scan_phrases.spans(rule, text, folded)


def _link_spans(rule: str, text: str, folded: str) -> Iterator[tuple[int, int]]:
    from newt_gui.core import scan_links

    return scan_links.spans(rule, folded)


def _command_spans(rule: str, text: str, folded: str) -> Iterator[tuple[int, int]]:
    from newt_gui.core import scan_commands

    return scan_commands.spans(text, folded)


_AIMS = ("instruction", "direction", "prompt", "rule", "guideline", "message", "training")
_OTHER_WORDS = "put it in other words, even where the note only describes such a thing."

RULES: tuple[Rule, ...] = (
    Rule(HIDDEN, "", (), _hidden_spans),
    Rule(
        "role-header",
        f"A line that begins with “system:” looks like a message from the agent's maker; {_OTHER_WORDS}",
        (("system",), ("system:", *(f"{space}:" for space in WHITE_SPACE))),
        _phrase_spans,
    ),
    Rule(
        "chatml-token",
        f"This is a sign with which chat programs begin or end a message; {_OTHER_WORDS}",
        (("<|im_",),),
        _phrase_spans,
    ),
    Rule(
        "inst-wrapper",
        f"This is a sign with which chat programs fence off orders to the agent; {_OTHER_WORDS}",
        (("[inst]", "[/inst]"),),
        _phrase_spans,
    ),
    Rule(
        "llama-sys-wrapper",
        f"This is a sign with which chat programs fence off what the agent's maker says; {_OTHER_WORDS}",
        (("<<sys>>", "<</sys>>"),),
        _phrase_spans,
    ),
    Rule(
        "alpaca-header",
        f"A heading of only this word looks like the start of orders to the agent; {_OTHER_WORDS}",
        (("#",), ("instruction", "response", "system")),
        _phrase_spans,
    ),
    Rule(
        "ignore-previous",
        f"This sounds like an order to drop what the agent was told before; {_OTHER_WORDS}",
        (("ignore",), _AIMS),
        _phrase_spans,
    ),
    Rule(
        "disregard-override",
        f"This sounds like an order to drop what the agent was told or taught; {_OTHER_WORDS}",
        (("disregard",), _AIMS),
        _phrase_spans,
    ),
    Rule(
        "new-instructions",
        f"This sounds like new orders that take the place of the agent's own; {_OTHER_WORDS}",
        (("instructions",), ("your",)),
        _phrase_spans,
    ),
    Rule(
        "forget-everything",
        f"This sounds like an order to forget what the agent was told before; {_OTHER_WORDS}",
        (("forget",), ("everything", "all"), ("above", "before", "prior", "previous", "earlier")),
        _phrase_spans,
    ),
    Rule(
        "concealment",
        f"This sounds like an order to keep something from you; {_OTHER_WORDS}",
        (("never", "do not", "don't", "dont"), ("user",), ("tell", "inform", "alert", "notify")),
        _phrase_spans,
    ),
    Rule(
        "md-image-exfil",
        f"A picture with a “?” in its address could send text to somebody when it is shown; {_OTHER_WORDS}",
        (("](",), ("://",), ("![",), ("?",)),
        _link_spans,
    ),
    Rule(
        "md-link-exfil",
        f"A link that carries a secret or a blank to fill in could send text to somebody; {_OTHER_WORDS}",
        (("](",), ("://",), ("?",)),
        _link_spans,
    ),
    Rule(
        "curl-wget-exfil",
        f"A command that talks to a computer elsewhere could send text to somebody; {_OTHER_WORDS}",
        (("://",), ("curl", "wget")),
        _command_spans,
    ),
)

_WHY = {rule.id: rule.why for rule in RULES}
