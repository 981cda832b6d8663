"""Quotation marks round what people wrote, so that they don't double with those that it brings along."""

from __future__ import annotations

_DOUBLE = frozenset('“”„‟"«»')


def has_double_quotes(text: str) -> bool:
    """Whether `text` brings double quotation marks of any kind along."""
    return not _DOUBLE.isdisjoint(text)


def quoted(text: str) -> str:
    """`text` in “double” marks, or in ‘single’ ones where it holds double ones itself."""
    return f"‘{text}’" if has_double_quotes(text) else f"“{text}”"
