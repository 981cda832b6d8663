"""Writing an exported conversation, and refusing to write it over what newt keeps."""

from __future__ import annotations

from pathlib import Path

from newt_gui.core.copies import is_same_file
from newt_gui.core.errors import UserFacingError
from newt_gui.core.paths import notes_path
from newt_gui.core.transfer_files import write_export_file

_OF_THE_DATABASE = ("", "-wal", "-shm", "-journal")


class NotOverTheConversations(UserFacingError):
    """An export would take the place of newt's database. `path`."""

    what_template = "{path} belongs to newt's conversations."
    why_template = "An export over it would destroy what your agent remembers of them."
    hint_template = "Choose another name or another folder."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


def write_conversation(path: Path, text: str, home: Path) -> None:
    """Put `text` into the file at `path`. `home`: the newt home, whose own files it must not be.

    Raises NotOverTheConversations, NotOverTheNotes and SaveFailed.
    """
    database = home / "conversations.db"
    if any(is_same_file(path, database.with_name(database.name + end)) for end in _OF_THE_DATABASE):
        raise NotOverTheConversations(path)
    write_export_file(path, text, notes_path(home))
