"""What is odd about the soul that wins, as banners and as a list of places in its text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from newt_gui.core.characters import code_point_name
from newt_gui.core.scan import HIDDEN, Finding
from newt_gui.core.soul import SoulResolution, SoulWarning, SoulWarningKind
from newt_gui.qt.messages import Kind
from newt_gui.qt.numbers import number
from newt_gui.soul.words import shown_path, title, tr

CAUTIONS = frozenset(
    {
        SoulWarningKind.HIDDEN_CHARACTERS,
        SoulWarningKind.SCAN_FINDINGS,
        SoulWarningKind.BY_REPOSITORY,
        SoulWarningKind.LOOKS_EMPTY,
        SoulWarningKind.NOT_EXPANDED,
    }
)
_LONGEST_QUOTE = 40


def weight(warnings: Sequence[SoulWarning]) -> Kind:
    """How grave the gravest of these is."""
    return "caution" if any(warning.kind in CAUTIONS for warning in warnings) else "note"


def sentence(warning: SoulWarning, resolution: SoulResolution) -> str:
    """What a warning says."""
    match warning.kind:
        case SoulWarningKind.HIDDEN_CHARACTERS:
            return _hidden(warning)
        case SoulWarningKind.SCAN_FINDINGS:
            return _phrases(warning)
        case SoulWarningKind.BY_REPOSITORY:
            return _by_repository(warning, resolution)
        case SoulWarningKind.LOOKS_EMPTY:
            return tr("This soul looks empty: it holds nothing that anybody can see, and still it counts.")
        case SoulWarningKind.SAME_FILE:
            return tr("“{other}” is the same file as this one.").format(
                other=title(warning.other or "global")
            )
        case SoulWarningKind.NOT_EXPANDED:
            return _not_expanded(resolution)
        case SoulWarningKind.TOO_LARGE:
            return tr("This soul is very large; only its beginning was looked at.")


def _hidden(warning: SoulWarning) -> str:
    if warning.count == 1:
        return tr("There is a character here that nobody can see.")
    return tr("Characters that nobody can see stand here in {count} places.").format(
        count=number(warning.count)
    )


def _phrases(warning: SoulWarning) -> str:
    if warning.count == 1:
        return tr("One place here is what newt would refuse in a note; it does not check souls.")
    return tr("{count} places here are what newt would refuse in a note; it does not check souls.").format(
        count=number(warning.count)
    )


def _by_repository(warning: SoulWarning, resolution: SoulResolution) -> str:
    if warning.path is None:
        return ""
    path = shown_path(warning.path, resolution.workspace)
    if warning.line is not None:
        return tr("The project chose this identity, not you: {path}, line {line}, comes with it.").format(
            path=path, line=number(warning.line)
        )
    return tr("{path} lies in the project, so whoever made that may have written this identity.").format(
        path=path
    )


def _not_expanded(resolution: SoulResolution) -> str:
    explicit = resolution.rung("explicit")
    if explicit.expanded_exists:
        return tr(
            "soul_file names {written}, and newt does not find it. Written out in full it would win."
        ).format(written=explicit.written)
    return tr(
        "soul_file names {written}, and newt takes that as it is written, so it finds nothing there."
    ).format(written=explicit.written)


def finding_lines(findings: Sequence[Finding], text: str) -> list[str]:
    """One sentence for each place, with the line of the text that it is on."""
    lines, number_of = [], 1
    ends = [0, *(finding.start for finding in findings)]
    for (before, start), finding in zip(pairwise(ends), findings, strict=True):
        number_of += text.count("\n", before, start) if start > before else -text.count("\n", start, before)
        lines.append(_finding_line(finding, number_of))
    return lines


def _finding_line(finding: Finding, line: int) -> str:
    if finding.rule == HIDDEN:
        name = code_point_name(finding.text[0])
        if len(finding.text) > 1:
            name = tr("{first} and {more} more").format(first=name, more=number(len(finding.text) - 1))
        return tr("Line {line}: a hidden character, {name}").format(line=number(line), name=name)
    return tr("Line {line}: “{quote}” reads like an order or a trick").format(
        line=number(line), quote=_quote(finding.text)
    )


def _quote(matched: str) -> str:
    words = "".join(ch if ch.isprintable() else " " for ch in matched[: 4 * _LONGEST_QUOTE])
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST_QUOTE else f"{line[:_LONGEST_QUOTE]}…"
