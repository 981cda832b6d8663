"""Which conversations belong to a folder: the key that newt fences them by. Reads git's own files."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

GIT_DOMAIN = b"newt-workspace-key:v2:git"
PATH_DOMAIN = b"newt-workspace-key:v2:path"

_MOST_READ = 1 << 20  # bytes of one of git's files
_REF = "ref: refs/heads/"


class Repository(NamedTuple):
    """What tells one line of work from another: the address of `origin`, and the branch."""

    origin: str
    branch: str


def workspace_key(folder: str | Path) -> str:
    """newt's key of a folder, 64 hexadecimal digits: of its repository and branch, else of its path."""
    found = repository(folder)
    if found is not None:
        return domain_key(GIT_DOMAIN, [found.origin.encode(), found.branch.encode()])
    return domain_key(PATH_DOMAIN, [canonical_text(folder).encode("utf-8", "surrogateescape")])


def legacy_key(folder: str | Path) -> str:
    """The key that newt wrote before: a UUID of the path."""
    text = canonical_text(folder).encode("utf-8", "replace").decode()
    return str(uuid.uuid5(uuid.NAMESPACE_URL, text))


def domain_key(domain: bytes, fields: list[bytes]) -> str:
    """BLAKE3 of the domain and the fields, each with its length as 8 bytes little endian before it."""
    from blake3 import blake3

    hasher = blake3(domain)
    for field in fields:
        hasher.update(len(field).to_bytes(8, "little"))
        hasher.update(field)
    return hasher.hexdigest()


def canonical_text(folder: str | Path) -> str:
    """The real path of a folder, with slashes only; one that can't be followed as it is written."""
    try:
        real = os.path.realpath(folder, strict=True)
    except (OSError, ValueError):
        real = os.path.abspath(folder)
    return real.replace("\\", "/")


def repository(folder: str | Path) -> Repository | None:
    """The repository that the folder lies in; None without one, without an origin or a branch."""
    git = _git_folder(Path(canonical_text(folder)))
    if git is None:
        return None
    branch, origin = _branch(git), _origin(git)
    return Repository(origin, branch) if origin and branch else None


def _git_folder(folder: Path) -> Path | None:
    """What the first `.git` on the way up is, or names."""
    for place in (folder, *folder.parents):
        found = place / ".git"
        if found.is_dir():
            return found
        if os.path.lexists(found):
            line = next(iter(_lines(found)), "")
            named = line.removeprefix("gitdir:").strip()
            return place / named if line.startswith("gitdir:") and named else None
    return None


def _branch(git: Path) -> str:
    line = next(iter(_lines(git / "HEAD")), "")
    return line.removeprefix(_REF).strip() if line.startswith(_REF) else ""


def _origin(git: Path) -> str:
    """From the folder itself, or for one of several work trees from the one they have in common."""
    own = _origin_of(git / "config")
    if own:
        return own
    common = next(iter(_lines(git / "commondir")), "").strip()
    return _origin_of(git / common / "config") if common else ""


def _origin_of(config: Path) -> str:
    inside = False
    for line in _lines(config):
        text = line.strip()
        if text.startswith("["):
            inside = _is_origin(text)
            continue
        name, _, value = text.partition("=")
        if inside and name.strip().lower() == "url":
            address = _value(value)
            if address:
                return address
    return ""


def _is_origin(header: str) -> bool:
    """`[remote "origin"]`: the word in any case, the name exactly."""
    section, _, rest = header[1:].partition('"')
    name, closing, _ = rest.partition('"')
    return section.strip().lower() == "remote" and bool(closing) and name == "origin"


def _value(text: str) -> str:
    """Without a comment, and without one pair of quotes around it."""
    value = text.strip()
    if value.startswith('"'):
        inside, closing, _ = value[1:].partition('"')
        if closing:
            return inside
    for sign in "#;":
        value = value.partition(sign)[0]
    return value.strip()


def _lines(file: Path) -> Iterator[str]:
    """The lines of one of git's files; none where it can't be read or is not text."""
    try:
        if not file.is_file():
            return
        with file.open("rb") as opened:
            text = opened.read(_MOST_READ).decode("utf-8")
    except (OSError, ValueError):
        return
    yield from text.split("\n")
