"""Numbers as the person's language writes them."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def number(value: int) -> str:
    """A whole number with its groups of digits; a system without a language counts as English."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:
        locale = QLocale(QLocale.Language.English)
    return locale.toString(value)
