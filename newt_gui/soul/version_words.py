"""What the Soul page says of an earlier version."""

from __future__ import annotations

from newt_gui.qt.messages import Message, error_message
from newt_gui.soul.version import Seen, Subject, Way
from newt_gui.soul.words import tr


def caution(subject: Subject, seen: Seen) -> Message | None:
    """What a person should know before they restore this version, or why they can't."""
    if seen.obstacle is not None:
        return error_message(seen.obstacle, "caution")._replace(dismissable=False)
    if seen.text is None:
        text = tr("This version is no plain UTF-8 text, so newt would pass over it, and it can't come back.")
        hint = tr("Save a copy to look at it with another program.")
        return Message(text, "caution", hint=hint, dismissable=False)
    said = _before_writing(subject, seen)
    if not said:
        return None
    if seen.way is Way.WRITE and seen.links > 1:
        second = tr("The file has a second name (a hard link): that other name keeps what it holds now.")
        said = f"{said} {second}"
    return Message(said, "caution" if seen.way is Way.WRITE else "note", dismissable=False)


def _before_writing(subject: Subject, seen: Seen) -> str:
    if seen.way is Way.CREATE:
        return tr("The file is gone. Restoring makes it anew, with every byte of this version.")
    if seen.way is not Way.WRITE:
        return ""
    if subject.kind is None:
        return tr(
            "Restoring puts the whole file back: everything else in it goes back too, not only soul_file. "
            "The difference shows all that changes."
        )
    return tr(
        "The editor can't hold this version or what the file holds now, so restoring writes it to the file "
        "at once."
    )


def told(seen: Seen) -> str:
    """What is shown of this version."""
    said = {
        Way.SAME: tr("This is what the file holds now."),
        Way.EDIT: tr("Restoring puts it into the editor; nothing is written before you save."),
    }.get(seen.way, "")
    part = "" if seen.is_whole else tr("Only the beginning is shown here.")
    return " ".join(filter(None, (said, part)))


def restore_label(seen: Seen | None) -> str:
    """What the button says."""
    return tr("Restore…") if seen is not None and seen.way is Way.CREATE else tr("Restore")
