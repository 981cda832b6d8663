"""Editing and creating the file of a rung, with the same safe saving as the notes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from newt_gui.core import files
from newt_gui.core.errors import BrokenCharacter, ChangedMeanwhile, FileUnreadable, UserFacingError
from newt_gui.core.keeping import Keeper, why_opened

if TYPE_CHECKING:
    from newt_gui.core.history import History


class SoulConflict(UserFacingError):
    """The soul was changed here and elsewhere.

    `base`: the text that the caller was shown; `mine`: what the caller wants; `theirs`: what is on
    disk now, None where the file is gone; `theirs_data`: its bytes, what to pass to `save` as `seen`
    to save over it.
    """

    what_template = "Somebody else changed this soul since you opened it."
    why_template = "Saving now could overwrite what they wrote, so nothing was saved."
    hint_template = "Your text is kept here. Look at theirs, then save again."

    def __init__(self, base: str | None, mine: str, theirs: str | None, theirs_data: bytes | None) -> None:
        self.base, self.mine, self.theirs, self.theirs_data = base, mine, theirs, theirs_data
        super().__init__()


class SoulUnreadable(FileUnreadable):
    """The file is not UTF-8. `offset`: in bytes, of the first that is not."""

    def __init__(self, path: Path, offset: int, reason: str) -> None:
        self.offset = offset
        super().__init__(path, reason)


class SoulThere(UserFacingError):
    """A file that was to be created is there already, or something else has its name. `path`."""

    what_template = "{path} is there already."
    why_template = "A new soul is only put where there is none, so that nothing is overwritten."
    hint_template = "Nothing was changed. Look at what is there; it may just have appeared."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


class SoulTooLong(UserFacingError):
    """The text at `path` is more, or in longer lines, than an editor can show without standing still."""

    what_template = "{path} is too long to be edited here."
    why_template = "It has more text, or longer lines, than an editor can show without standing still."
    hint_template = "Nothing was changed. Shorten it in another program; its beginning can be read here."

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path=path)


class SoulText(NamedTuple):
    """A soul file as it was read for editing.

    `data`: its bytes, None where there is no file: what to pass to `save` as `seen`; `text`: all of
    it, nothing trimmed, byte order mark and line ends as they are; `links`: how many names the file
    has (with more than one, a save parts them).
    """

    path: Path
    data: bytes | None
    text: str
    links: int


class SoulFile:
    """The soul at `path`. With a `history`, every content that is read, replaced or written is kept."""

    def __init__(self, path: Path, history: History | None = None) -> None:
        self.path = path
        self._keeper = Keeper(path, history)

    @property
    def history_problem(self) -> UserFacingError | None:
        """Why the last saved content is missing from the history, or None."""
        return self._keeper.problem

    def load(self) -> SoulText:
        """Read the file for editing; no file is an empty text.

        Raises SoulUnreadable where it is not UTF-8, FileUnreadable where it can't be read at all, and
        HistoryFailed.
        """
        state = files.read_file(self.path)
        if state.data is not None:
            self._keeper.seen(state.data, why_opened(state.data))
        return self._as_text(state)

    def save(self, seen: bytes | None, text: str) -> SoulText:
        """Write `text` over `seen`, the bytes that the caller was shown (None: there was no file).

        What somebody else wrote meanwhile is a SoulConflict, unless it is the same text. Raises also
        BrokenCharacter, SoulUnreadable, FileUnreadable, LockBusy, SaveFailed, HistoryFailed; the file
        is as it was then.
        """
        after = self._replace(seen, _encoded(text), lambda state: self._conflict(seen, text, state))
        return self._as_text(after)

    def put_back(self, seen: bytes | None, data: bytes) -> None:
        """Write `data`, which this file held before, over `seen`.

        Raises ChangedMeanwhile where the file holds anything else, and otherwise as `save`.
        """
        self._replace(seen, data, lambda _: ChangedMeanwhile(self.path))

    def _replace(
        self, seen: bytes | None, data: bytes, conflict: Callable[[files.FileState], UserFacingError]
    ) -> files.FileState:
        if seen is None:
            created = files.create(self.path, data, rule=files.NOTES_LOCK)
            if created is not None:
                self._keeper.written(data)
                return created

        def content(state: files.FileState) -> bytes:
            if state.data not in (seen, data):
                raise conflict(state)
            return data

        before, after = files.save(
            self.path, content, rule=files.NOTES_LOCK, keep=self._keeper.replaced, look_again=bool(seen)
        )
        if not before.same_content(after):
            self._keeper.written(data)
        return after

    def create(self, text: str) -> SoulText:
        """Create the file, and its folder, with `text`; never over anything.

        Raises SoulThere where the name is taken, also by what appears in that very moment, and as
        `save`.
        """
        data = _encoded(text)
        created = files.create(self.path, data, rule=files.NOTES_LOCK)
        if created is None:
            raise SoulThere(self.path)
        self._keeper.written(data)
        return self._as_text(created)

    def _conflict(self, seen: bytes | None, mine: str, state: files.FileState) -> SoulConflict:
        base = None if seen is None else seen.decode("utf-8", "replace")
        theirs = None if state.data is None else self._as_text(state).text
        return SoulConflict(base, mine, theirs, state.data)

    def _as_text(self, state: files.FileState) -> SoulText:
        data = state.data or b""
        try:
            text = files.decode(data)
        except UnicodeDecodeError as error:
            reason = f"it is not valid UTF-8 at byte {error.start}"
            raise SoulUnreadable(self.path, error.start, reason) from error
        return SoulText(self.path, state.data, text, state.links)


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BrokenCharacter(error.start) from error


def template(name: str) -> str:
    """The text that a new soul begins with. `name`: of the workspace folder, "" for none."""
    where = f"in the folder “{name}”" if name else "on this computer"
    return _TEMPLATE.format(where=where)


_TEMPLATE = """\
# Who you are

You are a helpful assistant who works {where}.

## How you work

- Say plainly what you did, and what you are not sure of.
- Ask before you change or delete what others have made.

## What matters here

Write down what the agent should always keep in mind.
"""
