"""Owner, group, mode, access lists and extended attributes of a file that is about to be replaced."""

from __future__ import annotations

import os
import stat
from pathlib import Path

NEW_FILE = 0o600
NEW_DOCUMENT = 0o666  # less the umask
NEW_FOLDER = 0o700

_ACCESS_LIST = "system.posix_acl_access"
_HAS_ATTRIBUTES = hasattr(os, "listxattr")


def set_private(handle: int) -> None:
    """Give the open file the mode of a new one, whatever the umask is."""
    if os.name == "posix":
        os.fchmod(handle, NEW_FILE)


def copy_attributes(handle: int, source: Path, info: os.stat_result) -> None:
    """Give the open, still empty file what `source` has; `info` is the stat of `source`.

    Owner, group, access list and extended attributes as far as this user may; where the group
    can't be kept, the mode gives nobody more than it gave them before. Raises OSError only
    where the mode can't be set safely.
    """
    if os.name != "posix":
        return
    _drop_inherited_access_list(handle)
    owner_kept, group_kept = _copy_owner(handle, info)
    mode = stat.S_IMODE(info.st_mode)
    if not (owner_kept and group_kept):
        mode &= 0o777  # set-user-id and set-group-id would now stand for somebody else
    os.fchmod(handle, mode if group_kept else _narrowed(mode))
    if _HAS_ATTRIBUTES and not _copy_extended(handle, source, with_access_list=group_kept):
        os.fchmod(handle, _narrowed(mode))


def _copy_owner(handle: int, info: os.stat_result) -> tuple[bool, bool]:
    mine = os.fstat(handle)
    if (mine.st_uid, mine.st_gid) == (info.st_uid, info.st_gid):
        return True, True
    if _chown(handle, info.st_uid, info.st_gid):
        return True, True
    return mine.st_uid == info.st_uid, _chown(handle, -1, info.st_gid)


def _chown(handle: int, user: int, group: int) -> bool:
    try:
        os.fchown(handle, user, group)
    except OSError:
        return False
    return True


def _narrowed(mode: int) -> int:
    """Group and others get only what both had: who is in which of the two has changed."""
    both = (mode >> 3) & mode & 0o007
    return (mode & 0o700) | (both << 3) | both


def _drop_inherited_access_list(handle: int) -> None:
    # A folder may hand its default list to new files: the mode would then let in who is on it.
    if not _HAS_ATTRIBUTES:
        return
    try:
        names = os.listxattr(handle)
    except OSError:
        return
    if _ACCESS_LIST in names:
        os.removexattr(handle, _ACCESS_LIST)


def _copy_extended(handle: int, source: Path, *, with_access_list: bool) -> bool:
    """False if there is an access list and it was not copied."""
    try:
        names = os.listxattr(source)
    except OSError:
        return True
    whole = True
    for name in names:
        wanted = with_access_list or name != _ACCESS_LIST
        if not (wanted and _copy_one(handle, source, name)) and name == _ACCESS_LIST:
            whole = False
    return whole


def _copy_one(handle: int, source: Path, name: str) -> bool:
    try:
        os.setxattr(handle, name, os.getxattr(source, name))
    except OSError:
        return False
    return True
