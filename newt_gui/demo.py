"""A throw-away copy of the sample data for `--demo`."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from newt_gui.core.resources import resource
from newt_gui.demo_conversations import write_conversations
from newt_gui.options import Options


@contextmanager
def demo_options(options: Options) -> Iterator[Options]:
    """Options that point at the copy; it goes when the block ends, and the app's own files with it."""
    with tempfile.TemporaryDirectory(prefix="newt-memory-demo-") as folder:
        home, workspace = Path(folder, "newt-home"), Path(folder, "garden-site")
        fill(home, workspace)
        others = [Path(folder, name) for name in ("seed-labels", "shop-desk")]
        for other in others:
            other.mkdir()
        write_conversations(home, (workspace, *others))
        os.environ["NEWT_GUI_FOLDER"] = str(Path(folder, "app"))
        os.environ.pop("NEWT_CONFIG", None)  # the person's own configuration has no say in the sample
        yield options._replace(home=home, workspace=options.workspace or workspace)


def fill(home: Path, workspace: Path) -> None:
    """Make a newt home and a workspace with the sample data in them.

    Notes, and three souls: the configuration names one that newt does not find, the workspace's
    wins, and the one in the newt home stands in its shadow.
    """
    sample = resource("demo")
    home.mkdir(mode=0o700, parents=True)
    Path(workspace, ".newt").mkdir(parents=True)
    for name in ("NOTES.md", "soul.md", "config.toml"):
        shutil.copyfile(sample / name, home / name)
    shutil.copyfile(sample / "workspace-soul.md", workspace / ".newt" / "soul.md")
    shutil.copyfile(sample / "soul.md", workspace / "SOUL.md")
