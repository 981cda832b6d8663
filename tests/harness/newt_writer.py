"""A second process that writes NOTES.md the way newt does, down to its weaknesses.

Started as a script with the path of the notes, it loads them once and then obeys one JSON object
a line: {"do": "add", "text": …}, "replace" (old, text), "remove" (text), "list", "reload" (a new
session), "hold" and "release" (the lock alone), and answers each with one: {"ok": …, "why": …,
"entries": […]}. It shares no code with the app. The security scan is left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SIGN = "\u00a7"
BETWEEN = f"\n{SIGN}\n"
LIMIT = 2200
TRIES, PAUSE, STALE = 20, 0.025, 3.0
BLANK = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


class Refused(Exception):
    """What newt tells its model instead of saving."""


class Session:
    """One newt session: the list of its start plus its own changes."""

    def __init__(self, path: str) -> None:
        self.path = path
        folder, name = os.path.split(path)
        self.lock = os.path.join(folder, f".{name}.lock")
        self.temporary = os.path.join(folder, f"{name}.tmp")
        self.load()

    def load(self) -> None:
        try:
            with open(self.path, "rb") as file:
                text = file.read().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            text = ""
        self.entries = read_entries(text)

    def add(self, text: str) -> None:
        text = text.strip(BLANK)
        if not text or text in self.entries:
            return
        self.store([*self.entries, storable(text)])

    def replace(self, old: str, text: str) -> None:
        text = storable(text.strip(BLANK))
        at = self.find(old)
        self.store([*self.entries[:at], text, *self.entries[at + 1 :]])

    def remove(self, text: str) -> None:
        at = self.find(text)
        self.store([*self.entries[:at], *self.entries[at + 1 :]], checked=False)

    def find(self, part: str) -> int:
        part = part.strip(BLANK)
        found = [at for at, entry in enumerate(self.entries) if part and part in entry]
        if len(found) != 1:
            raise Refused(f"{len(found)} entries match")
        return found[0]

    def store(self, entries: list[str], checked: bool = True) -> None:
        if checked and len(BETWEEN.join(entries).encode()) > LIMIT:
            raise Refused("over the limit")
        self.take_lock()
        try:
            with open(self.temporary, "wb") as file:
                file.write("".join(f"{entry}\n{SIGN}\n" for entry in entries).encode())
            os.rename(self.temporary, self.path)
        finally:
            self.drop_lock()
        self.entries = entries

    def take_lock(self) -> None:
        for _ in range(TRIES):
            try:
                os.close(os.open(self.lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                self.drop_if_stale()
                time.sleep(PAUSE)
            else:
                return
        raise Refused("the lock is held")

    def drop_if_stale(self) -> None:
        try:
            if time.time() - os.stat(self.lock).st_mtime > STALE:
                os.unlink(self.lock)
        except OSError:
            return

    def drop_lock(self) -> None:
        try:
            os.unlink(self.lock)
        except FileNotFoundError:
            return


def read_entries(text: str) -> list[str]:
    """The entries of a file, by the rules that newt reads it with."""
    lines = text.split("\n")
    lines = [line.removesuffix("\r") for line in lines[:-1]] + lines[-1:]
    if not any(line.strip(BLANK) == SIGN for line in lines):
        return [line.strip(BLANK) for line in lines if line.strip(BLANK)]
    entries = [""]
    for line in lines:
        if line.strip(BLANK) == SIGN:
            entries.append("")
        else:
            entries[-1] += line + "\n"
    return [entry.strip(BLANK) for entry in entries if entry.strip(BLANK)]


def storable(text: str) -> str:
    """The text itself, if a file can hold it as one entry."""
    if not text:
        raise Refused("use remove")
    if any(line.strip(BLANK) == SIGN for line in text.split("\n")):
        raise Refused("it holds the delimiter")
    return text


def obey(session: Session, wish: dict[str, str]) -> None:
    deeds: dict[str, Callable[[], None]] = {
        "add": lambda: session.add(wish["text"]),
        "replace": lambda: session.replace(wish["old"], wish["text"]),
        "remove": lambda: session.remove(wish["text"]),
        "reload": session.load,
        "hold": session.take_lock,
        "release": session.drop_lock,
        "list": lambda: None,
    }
    deeds[wish["do"]]()


def main(path: str) -> None:
    session = Session(path)
    print(json.dumps({"ok": True, "why": "", "entries": session.entries}), flush=True)
    for line in sys.stdin:
        why = ""
        try:
            obey(session, json.loads(line))
        except (Refused, OSError) as error:
            why = str(error)
        print(json.dumps({"ok": not why, "why": why, "entries": session.entries}), flush=True)


class NewtWriter:
    """Drives such a process. Use it in a `with` block; every deed returns whether newt did it."""

    def __init__(self, path: Path) -> None:
        self.why = ""
        self.entries: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-B", __file__, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._hear()

    def __enter__(self) -> NewtWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def add(self, text: str) -> bool:
        return self._say(do="add", text=text)

    def replace(self, old: str, text: str) -> bool:
        return self._say(do="replace", old=old, text=text)

    def remove(self, text: str) -> bool:
        return self._say(do="remove", text=text)

    def reload(self) -> bool:
        """Begin a new session: read the file again."""
        return self._say(do="reload")

    def hold_lock(self) -> bool:
        """Take the lock and keep it, as in the middle of a save; it is never touched again."""
        return self._say(do="hold")

    def release_lock(self) -> bool:
        return self._say(do="release")

    def crash(self) -> None:
        """Die at once, leaving behind whatever is there."""
        self._process.kill()
        self._process.wait()

    def _say(self, **wish: str) -> bool:
        assert self._process.stdin
        print(json.dumps(wish), file=self._process.stdin, flush=True)
        return self._hear()

    def _hear(self) -> bool:
        assert self._process.stdout
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.why, self.entries = answer["why"], answer["entries"]
        return bool(answer["ok"])


if __name__ == "__main__":
    main(sys.argv[1])
