"""What characters are: white space, hidden, and their names. Pure.

White space is the Unicode property White_Space, which is what `str.strip` strips less U+001C to
U+001F. Hidden is what nobody can see on a screen and the write-time scan refuses.
"""

from __future__ import annotations

WHITE_SPACE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

# Inclusive, ascending. Controls are all of category Cc but TAB (U+0009) and LF (U+000A).
HIDDEN_RANGES: tuple[tuple[int, int], ...] = (
    (0x0000, 0x0008),
    (0x000B, 0x001F),
    (0x007F, 0x009F),
    (0x00AD, 0x00AD),
    (0x0600, 0x0605),
    (0x061C, 0x061C),
    (0x06DD, 0x06DD),
    (0x070F, 0x070F),
    (0x0890, 0x0891),
    (0x08E2, 0x08E2),
    (0x180E, 0x180E),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x2064),
    (0x2066, 0x206F),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0x110BD, 0x110BD),
    (0x110CD, 0x110CD),
    (0x13430, 0x1343F),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE007F),
)

_HIDDEN = frozenset(chr(code) for first, last in HIDDEN_RANGES for code in range(first, last + 1))

# Unicode gives controls no name; these are their usual ones, U+0000 to U+001F and U+007F to U+009F.
_C0_NAMES = (
    "NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF TRANSMISSION|ENQUIRY|ACKNOWLEDGE|BELL|BACKSPACE"
    "|CHARACTER TABULATION|LINE FEED|LINE TABULATION|FORM FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN"
    "|DATA LINK ESCAPE|DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL THREE|DEVICE CONTROL FOUR"
    "|NEGATIVE ACKNOWLEDGE|SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL|END OF MEDIUM|SUBSTITUTE"
    "|ESCAPE|INFORMATION SEPARATOR FOUR|INFORMATION SEPARATOR THREE|INFORMATION SEPARATOR TWO"
    "|INFORMATION SEPARATOR ONE"
)
_C1_NAMES = (
    "DELETE|PADDING CHARACTER|HIGH OCTET PRESET|BREAK PERMITTED HERE|NO BREAK HERE|INDEX|NEXT LINE"
    "|START OF SELECTED AREA|END OF SELECTED AREA|CHARACTER TABULATION SET"
    "|CHARACTER TABULATION WITH JUSTIFICATION|LINE TABULATION SET|PARTIAL LINE FORWARD"
    "|PARTIAL LINE BACKWARD|REVERSE LINE FEED|SINGLE SHIFT TWO|SINGLE SHIFT THREE|DEVICE CONTROL STRING"
    "|PRIVATE USE ONE|PRIVATE USE TWO|SET TRANSMIT STATE|CANCEL CHARACTER|MESSAGE WAITING"
    "|START OF GUARDED AREA|END OF GUARDED AREA|START OF STRING|SINGLE GRAPHIC CHARACTER INTRODUCER"
    "|SINGLE CHARACTER INTRODUCER|CONTROL SEQUENCE INTRODUCER|STRING TERMINATOR"
    "|OPERATING SYSTEM COMMAND|PRIVACY MESSAGE|APPLICATION PROGRAM COMMAND"
)


def is_white_space(ch: str) -> bool:
    """Whether the one character has the Unicode property White_Space."""
    return len(ch) == 1 and ch in WHITE_SPACE


def trim(text: str) -> str:
    """`text` without white space at either end. U+001C to U+001F, U+200B and U+FEFF stay."""
    return text.strip(WHITE_SPACE)


def is_hidden(ch: str) -> bool:
    """Whether the one character is a control (CR included; not LF, not TAB) or otherwise invisible."""
    return ch in _HIDDEN


def code_point_label(ch: str) -> str:
    """The code point as people write it: "U+200B"."""
    return f"U+{ord(ch):04X}"


def code_point_name(ch: str) -> str:
    """The code point with its Unicode name: "U+200B ZERO WIDTH SPACE"; the label alone where it has none."""
    code = ord(ch)
    if code < 0x20:
        name = _C0_NAMES.split("|")[code]
    elif 0x7F <= code < 0xA0:
        name = _C1_NAMES.split("|")[code - 0x7F]
    else:
        # Imported here: it maps a megabyte of tables that most sessions never need.
        import unicodedata

        name = unicodedata.name(ch, "")
    return f"{code_point_label(ch)} {name}".rstrip()


def without_hidden(text: str) -> str:
    """`text` for one line of a terminal or log: what can't be seen or printed stands as "<U+200B>"."""
    return "".join(f"<{code_point_label(ch)}>" if _breaks_a_line(ch) else ch for ch in text)


def _breaks_a_line(ch: str) -> bool:
    return ch in _HIDDEN or ch in "\t\n\u2028\u2029" or "\ud800" <= ch <= "\udfff"
