"""A throw-away copy of the sample data for `--demo`."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from newt_gui.core.resources import resource
from newt_gui.options import Options


@contextmanager
def demo_options(options: Options) -> Iterator[Options]:
    """Options that point at the copy; it goes when the block ends, and the app's own files with it."""
    with tempfile.TemporaryDirectory(prefix="newt-memory-demo-") as folder:
        home, workspace = Path(folder, "newt-home"), Path(folder, "garden-site")
        workspace.mkdir()
        home.mkdir(mode=0o700)
        shutil.copyfile(resource("demo") / "NOTES.md", home / "NOTES.md")
        os.environ["NEWT_GUI_FOLDER"] = str(Path(folder, "app"))
        yield options._replace(home=home, workspace=options.workspace or workspace)
