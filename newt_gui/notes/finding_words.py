"""What the scan found, in words for people who can't see a hidden character and never heard of a rule."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from newt_gui.core.characters import code_point_label, code_point_name, is_hidden, is_white_space
from newt_gui.core.scan import Finding
from newt_gui.notes.words import quoted
from newt_gui.qt.messages import Message
from newt_gui.qt.numbers import number

HIDDEN = "invisible-unicode"
_JOINERS = "\u200c\u200d"
_LONGEST_QUOTE, _LONGEST_WORD = 60, 24
_CONTEXT = 60
"""How many characters before a place are looked through for a word to name it by."""


def tr(text: str) -> str:
    """Translate a sentence about findings."""
    return QCoreApplication.translate("findings", text)


def badge_label(finding: Finding) -> str:
    """What a row's small badge says; the rule's own name where it is one that nobody told us of."""
    return {
        HIDDEN: tr("hidden character"),
        "role-header": tr("poses as the system"),
        "chatml-token": tr("chat control sign"),
        "inst-wrapper": tr("chat control sign"),
        "llama-sys-wrapper": tr("chat control sign"),
        "alpaca-header": tr("poses as instructions"),
        "ignore-previous": tr("sounds like an order"),
        "disregard-override": tr("sounds like an order"),
        "new-instructions": tr("sounds like an order"),
        "forget-everything": tr("sounds like an order"),
        "concealment": tr("asks to hide something"),
        "md-image-exfil": tr("picture that could leak"),
        "md-link-exfil": tr("link that could leak"),
        "curl-wget-exfil": tr("command that sends data"),
    }.get(finding.rule, finding.rule)


def sentence(finding: Finding, text: str) -> str:
    """What was found in `text` and where, so that somebody who can't see it finds the place."""
    if finding.rule == HIDDEN:
        return _hidden_sentence(finding, text)
    return _phrase_sentence(finding.rule).format(quote=quoted(_quote(finding.text)), why=finding.why)


def _phrase_sentence(rule: str) -> str:
    return {
        "role-header": tr("{quote} at the start of a line looks like a message from the agent's maker."),
        "chatml-token": tr("{quote} is a sign with which chat programs begin or end a message."),
        "inst-wrapper": tr("{quote} is a sign with which chat programs fence off orders."),
        "llama-sys-wrapper": tr("{quote} is a sign with which chat programs fence off orders."),
        "alpaca-header": tr("The heading {quote} looks like the start of orders to the agent."),
        "ignore-previous": tr("{quote} sounds like an order to drop what the agent was told."),
        "disregard-override": tr("{quote} sounds like an order to drop what the agent was told."),
        "new-instructions": tr("{quote} sounds like new orders for the agent."),
        "forget-everything": tr("{quote} sounds like an order to forget what the agent was told."),
        "concealment": tr("{quote} sounds like an order to keep something from you."),
        "md-image-exfil": tr("The picture {quote} would send data to its address when it is shown."),
        "md-link-exfil": tr("The link {quote} could carry something secret to its address."),
        "curl-wget-exfil": tr("{quote} is a command that can send data to another computer."),
    }.get(rule, "{why}")


def _hidden_sentence(finding: Finding, text: str) -> str:
    names = code_point_name(finding.text[0])
    if len(finding.text) > 1:
        names = tr("{first} and {more} more").format(first=names, more=number(len(finding.text) - 1))
    if finding.text == "\r":
        names = tr("{name}, an old kind of line end").format(name=names)
    before = _last_word(text[max(0, finding.start - _CONTEXT) : finding.start])
    if not before:
        return tr("A hidden character ({names}) stands at the beginning.").format(names=names)
    said = tr("A hidden character ({names}) sits after {word}.")
    if finding.text[0] in _JOINERS:
        said = tr("A hidden joiner ({names}) sits after {word}. newt refuses it in ordinary use, too.")
    return said.format(names=names, word=quoted(before))


def _last_word(before: str) -> str:
    """The last few visible characters before a place, for a person to search for."""
    word = ""
    for ch in reversed(before):
        if not (is_hidden(ch) or is_white_space(ch)):
            word = ch + word
        elif word:
            break
    return word[-_LONGEST_WORD:]


def _quote(matched: str) -> str:
    """The matched text in one line, its middle left out where it is long."""
    line = " ".join(_visible(matched[: 4 * _LONGEST_QUOTE]).split())
    cut = len(matched) > 4 * _LONGEST_QUOTE
    if len(line) <= _LONGEST_QUOTE and not cut:
        return line
    tail = "" if cut else line[-_LONGEST_QUOTE // 3 :]
    return f"{line[: _LONGEST_QUOTE - len(tail)]}…{tail}"


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if is_hidden(ch) or is_white_space(ch) else ch for ch in text)


def repair_label(finding: Finding) -> str:
    """What the button of a finding's repair says; empty where only other words help."""
    if finding.repair is None:
        return ""
    if finding.repair:
        return tr("Make it a line break")
    first = code_point_label(finding.text[0])
    return tr("Remove it") if len(finding.text) == 1 else tr("Remove {first} …").format(first=first)


def refusal_message(findings: Sequence[Finding]) -> Message:
    """What the banner says of a refused save: what, why and the way out. The places stand in the list."""
    hidden = any(finding.rule == HIDDEN for finding in findings)
    phrase = any(finding.rule != HIDDEN for finding in findings)
    hints = []
    if hidden:
        hints.append(
            tr("Hidden text can carry orders, so newt takes none of it: remove what is marked, then save.")
        )
    if phrase:
        hints.append(
            tr(
                "Say the marked part in other words, then save. "
                "newt can't tell a note that only describes such an attack from the attack itself."
            )
        )
    return Message(_refused_text(hidden, phrase), "stop", hint=" ".join(hints))


def _refused_text(hidden: bool, phrase: bool) -> str:
    if hidden and phrase:
        return tr("Not saved: newt refuses hidden characters, and words that could turn the agent.")
    if hidden:
        return tr("Not saved: newt refuses hidden characters.")
    return tr("Not saved: newt refuses words that could turn the agent against you.")
