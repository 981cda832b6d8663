"""The scan beside a slow and plain one, written down from what each rule says and nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address

import pytest
import regex
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from newt_gui.core.scan import Finding, ScanRejected, find_all, scan_note

Span = tuple[int, int]

SPACE, SPACES = r"\p{White_Space}*", r"\p{White_Space}+"
_WORD = r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]"
EDGE = rf"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))"
LINE_START, LINE_END = r"(?<![^\n])", r"(?![^\n])"


def said(*words: str) -> str:
    """Any of the words, in any case."""
    more = {"s": "\u017f", "k": "\u212a"}
    return (
        "(?:"
        + "|".join(
            "".join(
                f"[{ch}{ch.upper()}{more.get(ch, '')}]" if ch.isalpha() else regex.escape(ch) for ch in word
            )
            for word in words
        )
        + ")"
    )


HTTP = said("http://", "https://")
QUANTITY = f"(?:{said('all', 'any')}{SPACES})?"
SECRET = said("{", "%7b", "secret", "token", "api_key", "apikey", "passw", "credential", "bearer")
IN_ADDRESS = r"[^)\p{White_Space}]"

# Where a group is named, it is what the scan marks.
PATTERNS = {
    "role-header": rf"{LINE_START}{SPACE}(?P<marked>{said('system')}{SPACE}:)",
    "chatml-token": said("<|im_start|>", "<|im_end|>"),
    "inst-wrapper": said("[inst]", "[/inst]"),
    "llama-sys-wrapper": said("<<sys>>", "<</sys>>"),
    "alpaca-header": (
        rf"{LINE_START}{SPACE}(?P<marked>#{{1,6}}{SPACE}"
        rf"{said('instructions', 'instruction', 'response', 'system')}"
        rf"(?:{SPACE}:(?={SPACE}{LINE_END}))?)(?={SPACE}{LINE_END})"
    ),
    "ignore-previous": (
        f"{EDGE}{said('ignore')}{SPACES}{QUANTITY}"
        f"{said('previous', 'prior', 'above', 'earlier', 'preceding')}{SPACES}"
        f"{said('instruction', 'direction', 'prompt', 'rule', 'message')}{said('s')}?"
    ),
    "disregard-override": (
        f"{EDGE}{said('disregard')}{SPACES}{QUANTITY}"
        f"{said('your', 'previous', 'prior', 'above', 'earlier')}{SPACES}"
        f"(?:{said('instruction', 'direction', 'prompt', 'rule', 'guideline')}{said('s')}?"
        f"|{said('training')})"
    ),
    "new-instructions": (
        f"{EDGE}{said('your')}{SPACES}(?:{said('new', 'real', 'true')}{SPACES})?"
        f"{said('instructions')}{SPACES}{said('are')}{EDGE}"
    ),
    "forget-everything": (
        f"{EDGE}{said('forget')}{SPACES}{said('everything', 'all')}{SPACES}"
        f"{said('above', 'before', 'prior', 'previous', 'earlier')}{EDGE}"
    ),
    "concealment": (
        f"""{EDGE}{said("do not", "don't", "dont", "never")}{SPACES}"""
        f"{said('tell', 'inform', 'alert', 'notify')}{SPACES}{said('the')}{SPACES}{said('user')}{EDGE}"
    ),
    "md-image-exfil": rf"!\[[^\]]*\]\({SPACE}{HTTP}{IN_ADDRESS}+\?{IN_ADDRESS}+\)",
    "md-link-exfil": rf"\[[^\]]*\]\({SPACE}{HTTP}{IN_ADDRESS}*\?{IN_ADDRESS}*{SECRET}{IN_ADDRESS}*\)",
}
COMMAND = regex.compile(f"{EDGE}{said('curl', 'wget')}{EDGE}")
ADDRESS = regex.compile(rf"{EDGE}{HTTP}(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\u017f\u212a._-]+)")
LOCAL_NETS = [
    IPv4Network(net)
    for net in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "0.0.0.0/32",
    )
]
LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".lab", ".internal", ".home.arpa", ".test")


def expected_spans(text: str) -> dict[str, list[Span]]:
    """What each rule of phrases marks; slow, since everything is tried everywhere."""
    found = {rule: list(spans_of(rule, text)) for rule in PATTERNS}
    return {**found, "curl-wget-exfil": list(command_spans(text))}


def spans_of(rule: str, text: str) -> Iterator[Span]:
    for match in regex.finditer(PATTERNS[rule], text):
        start, end = match.span("marked") if "marked" in match.groupdict() else match.span()
        if rule.startswith("md-"):  # marked from the last bracket that could open it
            opening = "![" if rule == "md-image-exfil" else "["
            start = text.rindex(opening, start, text.index("]", start))
        yield start, end


def command_spans(text: str) -> Iterator[Span]:
    done = 0
    for command in COMMAND.finditer(text):
        line_end = text.find("\n", command.end())
        nearest = None
        for at in range(command.end(), len(text) if line_end < 0 else line_end):
            nearest = nearest or ADDRESS.match(text, at)
        if nearest and not is_local(nearest[1]) and command.start() >= done:
            done = nearest.end()
            yield command.start(), done


def is_local(host: str) -> bool:
    host = host.replace("\u017f", "s").replace("\u212a", "k").lower()
    try:
        if host.startswith("["):
            return int(IPv6Address(host.strip("[]"))) in (0, 1)
        return any(IPv4Address(host) in net for net in LOCAL_NETS)
    except ValueError:
        return host == "localhost" or host.endswith(LOCAL_ENDINGS)


# The pieces of each family of rules; whole phrases come together often where they stay among themselves.
FAMILIES = [
    line.split()
    for line in """
system SYSTEM sy\u017ftem : # ## ###### instruction instructions Instructions response s x
<|im_start|> <|IM_END|> <| im_ start end |> [INST] [/inst] [ ] INST / <<SYS>> <</ << < >> >
ignore IGNORE \u0131gnore disregard di\u017fregard all any your previous prior above earlier preceding rule s
ignore all any prior previous rule\u017f prompts messages instruction guideline training directions
your Your new real true instructions in\u017ftructions are ARE area
forget FORGET everything all before above prior prior\u0301 beforehand
never dont don't do not tell inform alert notify the user \u017f user\u0301
![ [ ]( ] ( ) ? ?? { %7b %7B secret \u017fecret token api_key apikey http:// https:// HTTP:// ftp:// x
![a](http://e?token) ![ [ ]( ) ? token http:// http\u017f:// passw credential bearer
curl wget CURL lib http:// https:// http ://  e.example localhost 10.0.0.1 010.0.0.1 [::1] .lan .te\u017ft
curl wget http:// 172.16.0.1 172.32.0.1 127.1 [fe80::1] [::] [ ] nas \u212a \u24b6 / ' . ; _ \u0301 é
""".strip().split("\n")
]
FAMILIES[6].append("do not")
EDGES = ["a", "_", "\xb2", "é", "\u0301", "\u200d", "\u203f", "\u24b6", "\u0130", "\u212a", ".", "-"]
GAPS = ["", " ", "\n", "\t", "\u2028", "\x85", "\xa0", "\x0b", "  ", "\n\n", "\x1f", "\r\n", "\u200b"]
FAMILY = st.integers(0, len(FAMILIES) - 1)
WHOLE = [
    "system :",
    "<|im_end|>",
    "# Response :",
    "#\nsystem",
    "ignore all prior rule",
    "disregard your training",
    "your true instructions are",
    "forget all before",
    "never tell the user",
    "![a](http://e?q)",
    "[a](http://e?x=token)",
    "](http://e?token",
    "curl http://e.example",
    "curl http://10.0.0.1",
    "wget http://[::1]",
]


@st.composite
def pieces_of_phrases(draw: st.DrawFn) -> str:
    """Pieces of one family of rules, or of two, with all kinds of gaps between them; blanks mostly."""
    family = [piece for n in draw(st.lists(FAMILY, min_size=1, max_size=2)) for piece in FAMILIES[n]]
    pieces = draw(st.lists(st.sampled_from(family), max_size=16))
    gap = st.sampled_from(["", " ", " "]) | st.sampled_from([*GAPS, *EDGES])
    return "".join(piece + draw(gap) for piece in pieces)


@st.composite
def altered_phrases(draw: st.DrawFn) -> str:
    """A few whole phrases with a character or two put in, taken out, or made another."""
    text = "".join(draw(st.lists(st.sampled_from([*WHOLE, " ", "\n", "x"]), min_size=1, max_size=6)))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        new = draw(st.sampled_from([*GAPS, *"a]?)[!\u017f\u0301\u24b6#:.", "http://", "curl"]))
        text = text[:at] + new + text[at + draw(st.integers(0, 1)) :]
    return text


TEXTS = pieces_of_phrases() | altered_phrases()
thoroughly = hypothesis_settings(max_examples=500)


@thoroughly
@given(TEXTS)
def test_it_marks_what_the_plain_one_marks(text: str) -> None:
    found: dict[str, list[Span]] = {rule: [] for rule in [*PATTERNS, "curl-wget-exfil"]}
    for finding in find_all(text):
        if finding.rule in found:
            found[finding.rule].append((finding.start, finding.end))
    assert found == expected_spans(text)


@thoroughly
@given(TEXTS)
def test_all_and_first_agree(text: str) -> None:
    found = find_all(text)
    if not found:
        scan_note(text)
        return
    with pytest.raises(ScanRejected) as refused:
        scan_note(text)
    assert refused.value.findings == (found[0],)


@given(TEXTS, st.integers(0, 1000))
def test_spans_hold_the_match_ascend_and_are_apart(text: str, base: int) -> None:
    found = find_all(text, base)
    for finding in found:
        assert finding.start < finding.end
        assert text[finding.start - base : finding.end - base] == finding.text
    for before, after in itertools.pairwise(found):
        assert before.rule != after.rule or before.end <= after.start


@thoroughly
@given(TEXTS)
def test_what_is_marked_trips_the_same_rule_alone(text: str) -> None:
    for finding in find_all(text):
        alone = [f for f in find_all(finding.text) if f.rule == finding.rule]
        assert [(f.start, f.end) for f in alone] == [(0, len(finding.text))]


@given(TEXTS)
def test_repairs_made_one_by_one_leave_what_only_other_words_help_against(text: str) -> None:
    for _ in range(len(text) + 1):
        repairable = [f for f in find_all(text) if f.repair is not None]
        if not repairable:
            break
        text = repaired(text, repairable[-1])
        assert len([f for f in find_all(text) if f.repair is not None]) == len(repairable) - 1
    assert "invisible-unicode" not in {f.rule for f in find_all(text)}


def repaired(text: str, finding: Finding) -> str:
    assert finding.repair is not None
    return text[: finding.start] + finding.repair + text[finding.end :]


def test_the_pieces_make_up_every_rule() -> None:
    """Else nothing above would mean much."""
    assert {f.rule for text in WHOLE for f in find_all(text)} | {"inst-wrapper", "llama-sys-wrapper"} == {
        *PATTERNS,
        "curl-wget-exfil",
    }
