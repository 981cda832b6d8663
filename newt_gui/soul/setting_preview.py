"""What a config file says now and would say with another soul_file. Runs on a worker; no widgets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from newt_gui.core.config import ConfigFile, ConfigResolution, ConfigState
from newt_gui.core.reading import ABSENT, read_up_to
from newt_gui.soul.differing import Difference, difference

_LARGEST = 1 << 20  # bytes
_MARK = b"\xef\xbb\xbf"


class Preview(NamedTuple):
    """`difference`: before and after; None where it can't be done, for the reason `refused`.

    `is_new`: the file would be created; `is_same`: nothing would change.
    """

    difference: Difference | None
    refused: str = ""
    is_new: bool = False

    @property
    def is_same(self) -> bool:
        return self.difference is not None and self.difference.is_same


def preview(path: Path, value: str | None) -> Preview:
    """What setting soul_file to `value` (None: clearing it) makes of the file at `path`."""
    from newt_gui.core.config_splice import CannotSplice, with_soul_file, without_soul_file

    reading = read_up_to(path, _LARGEST)
    if reading.obstacle is not None and reading.obstacle not in ABSENT:
        return Preview(None, "it can't be read")
    if reading.size is not None and reading.size > len(reading.data):
        return Preview(None, "it is too large")
    try:
        before = reading.data.removeprefix(_MARK).decode("utf-8")
        after = without_soul_file(before) if value is None else with_soul_file(before, value)
    except UnicodeDecodeError as error:
        return Preview(None, f"it is not valid UTF-8 at byte {error.start}")
    except CannotSplice as error:
        return Preview(None, error.reason)
    return Preview(difference(before, after), is_new=reading.obstacle is not None)


def candidates(config: ConfigResolution) -> list[ConfigFile]:
    """The files of the chain that soul_file could be set in."""
    return [
        file for file in config.files if file.path is not None and file.state is not ConfigState.NOT_A_FILE
    ]


def likely(files: Sequence[ConfigFile], config: ConfigResolution) -> ConfigFile:
    """Where a person most likely wants to set it: where it is set, else where newt reads, else at home."""
    setting = config.soul_file
    tests = (
        lambda file: setting is not None and file.path == setting.path,
        lambda file: file.state is ConfigState.USED,
        lambda file: file.kind == "home",
    )
    for test in tests:
        for file in files:
            if test(file):
                return file
    return files[0]
