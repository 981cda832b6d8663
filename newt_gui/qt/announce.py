"""Saying something to whoever can't see it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str, *, at_once: bool = False) -> None:
    """Let a screen reader say `text`, where one listens. `at_once`: also in the middle of something else."""
    # Imported late: PySide needs over 2 ms to build this class.
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    if at_once:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)
