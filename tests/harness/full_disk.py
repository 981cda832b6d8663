"""A real file system of so many bytes, for a child process that runs out of space on it."""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile

from tests.harness.children import run_python

_MS_REMOUNT = 32
_MOUNT = 'mount -t tmpfs -o "$1" none "$2" && cd "$2" && shift 2 && exec "$@"'


def unavailable() -> str:
    """Why no such file system can be made here, "" if it can."""
    try:
        finished = subprocess.run([*_private_mounts(), "true"], capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return finished.stderr.strip() if finished.returncode else ""


def run_on_full_disk(
    script: str, size: int, *arguments: object, told: str = "", inodes: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python code whose current folder is an empty file system of `size` bytes.

    The system counts whole pages (4,096 bytes). `inodes`: how many files and folders fit on it,
    its root folder included. `told`: what the code reads from its standard input. The file
    system goes with the child, and nobody else ever sees it.
    """
    assert size > 0, "to this file system 0 means without a limit"
    options = f"mode=700,size={size}" + (f",nr_inodes={inodes}" if inodes else "")
    with tempfile.TemporaryDirectory() as folder:
        before = [*_private_mounts(), "sh", "-c", _MOUNT, "sh", options, folder]
        return run_python(script, *arguments, before=before, input=told)


def resize(size: int) -> None:
    """In the child: give its file system another size. Raises OSError if more is in use already."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", os.fsencode(os.getcwd()), b"tmpfs", _MS_REMOUNT, f"size={size}".encode()):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _private_mounts() -> list[str]:
    as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *as_root, "--mount"]
