"""Numbers as the person's language writes them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def number(value: int) -> str:
    """A whole number with its groups of digits.

    By way of the translator, which knows the language: PySide takes long to build its class of
    locales, and the first window needs a number.
    """
    return QCoreApplication.translate("numbers", "%Ln", "", value)
