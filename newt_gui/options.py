"""What the person asked for on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Options(NamedTuple):
    """`workspace`: an existing folder; `home`: the newt home to use instead; `demo`: sample data."""

    workspace: Path | None = None
    home: Path | None = None
    demo: bool = False
