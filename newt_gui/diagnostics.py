"""What the program notes about its own trouble: a log, crash reports, and who is told.

Nothing that a person wrote may get in, so a report names places in the code (file, line, function)
and kinds of error, never an error's message, a source line or a variable. All files are 0600.
With NEWT_GUI_DEBUG=1 the log goes to the terminal too, and Python's own tracebacks with it.
"""

from __future__ import annotations

import atexit
import faulthandler
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
    qVersion,
)

from newt_gui import __version__
from newt_gui.core.errors import UserFacingError
from newt_gui.core.paths import AppFolders
from newt_gui.preflight import one_line

if TYPE_CHECKING:
    from datetime import datetime

_log = logging.getLogger("newt_gui")

_LOG_BYTES = 256 * 1024
_REPORTS_KEPT = 20
_FRAMES_KEPT = 60
_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


_installed: Diagnostics | None = None


def install(folders: AppFolders) -> None:
    """Takes over Python's and Qt's trouble until `close`. Call it once, on the thread of the window."""
    global _installed
    _installed = Diagnostics(folders.state)
    atexit.register(close)


def on_crash(callback: Callable[[Path | None], None]) -> None:
    """`callback` gets the path of each new report, or None where none could be written."""
    assert _installed is not None
    _installed.told_of_crash.append(callback)


def on_trouble(callback: Callable[[UserFacingError], None]) -> None:
    """`callback` gets each error for a person that nobody else has shown."""
    assert _installed is not None
    _installed.told_of_trouble.append(callback)


def close() -> None:
    """Gives everything back; later trouble is Python's and Qt's own again."""
    global _installed
    if _installed is not None:
        _installed.close()
        _installed = None


class Diagnostics(QObject):
    """Writes the reports, and passes the news on to the thread of the window, after the current event."""

    _crashed = Signal(object)
    _in_trouble = Signal(object)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._debug = bool(os.environ.get("NEWT_GUI_DEBUG"))
        self.told_of_crash: list[Callable[[Path | None], None]] = []
        self.told_of_trouble: list[Callable[[UserFacingError], None]] = []
        self._reported: set[str] = set()
        self._crashed.connect(self._tell_of_crash, Qt.ConnectionType.QueuedConnection)
        self._in_trouble.connect(self._tell_of_trouble, Qt.ConnectionType.QueuedConnection)
        self._handlers = _log_handlers(folder, self._debug)
        self._faults = _open_fault_file(folder)
        self._take_over()

    def close(self) -> None:
        """Gives everything back; later trouble is Python's and Qt's own again."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__
        qInstallMessageHandler(None)
        faulthandler.disable()
        if self._faults is not None:
            self._faults.close()
        for handler in self._handlers:
            _log.removeHandler(handler)
            handler.close()

    def _take_over(self) -> None:
        _log.setLevel(logging.DEBUG if self._debug else logging.INFO)
        _log.propagate = False
        for handler in self._handlers:
            _log.addHandler(handler)
        qInstallMessageHandler(_log_qt_message)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread

    def _uncaught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        no_bug = not isinstance(error, Exception)  # Ctrl+C and the like
        if self._debug or no_bug:
            sys.__excepthook__(kind, error, trace)
        if isinstance(error, UserFacingError):
            self._say(error)
        elif not no_bug:
            self._report(error)

    def _say(self, error: UserFacingError) -> None:
        """To the window; where there is none yet, to whoever started the program."""
        _log.warning("shown to the person: %s", type(error).__name__)
        if self.told_of_trouble:
            self._in_trouble.emit(error)
        else:
            print(f"newt-gui: {one_line(error.what)} {one_line(error.hint)}", file=sys.stderr)

    def _report(self, error: BaseException) -> None:
        """The same error again (say, on every repaint) is one report."""
        trace = trace_of(error)
        if trace in self._reported or len(self._reported) >= _REPORTS_KEPT:
            return
        self._reported.add(trace)
        _log.error("not expected: %s", type(error).__name__)
        path = _write_report(self._folder, trace)
        where = f"A report without your texts is in {path}" if path else "No report could be written."
        print(f"newt-gui: something went wrong inside the program. {where}", file=sys.stderr)
        self._crashed.emit(path)

    @Slot(object)
    def _tell_of_crash(self, path: Path | None) -> None:
        for callback in self.told_of_crash:
            callback(path)

    @Slot(object)
    def _tell_of_trouble(self, error: UserFacingError) -> None:
        for callback in self.told_of_trouble:
            callback(error)


def trace_of(error: BaseException) -> str:
    """Kind and places of an error and of those it came from, the newest first; nothing else."""
    lines = []
    for each in _chain(error):
        lines.append(f"{type(each).__module__}.{type(each).__qualname__}")
        places = [
            f"  {_short(frame.f_code.co_filename)}:{line} {frame.f_code.co_qualname}"
            for frame, line in walk_tb(each.__traceback__)
        ]
        if len(places) > _FRAMES_KEPT:
            places[_FRAMES_KEPT // 2 : -_FRAMES_KEPT // 2] = ["  ..."]
        lines += places
    return "\n".join(lines) + "\n"


def _chain(error: BaseException) -> Iterator[BaseException]:
    waiting, seen = [error], set[int]()
    while waiting:
        each = waiting.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions
        before = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
        waiting += [before] if before is not None else []


def _short(filename: str) -> str:
    """Without the folders above the program, which may carry a person's name."""
    path = Path(filename)
    for base in (Path(__file__).parent.parent, Path(sys.prefix), Path(sys.base_prefix)):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.name


def _write_report(folder: Path, trace: str) -> Path | None:
    import platform
    from datetime import datetime

    from PySide6.QtGui import QGuiApplication

    from newt_gui.core.files import write_own

    now = datetime.now().astimezone()
    system = f"Python {platform.python_version()} on {platform.platform()}"
    qt = f"Qt {qVersion()}, platform {QGuiApplication.platformName()}"
    text = f"Newt Memory {__version__}\n{system}\n{qt}\n{now:%Y-%m-%d %H:%M:%S %z}\n\n{trace}"
    try:
        path = _free_name(folder, now)
        write_own(path, text.encode())
        for old in sorted(folder.glob("crash-*.txt"))[:-_REPORTS_KEPT]:
            old.unlink(missing_ok=True)
    except (OSError, UserFacingError):  # a full disk must not hide the error itself
        return None
    return path


def _free_name(folder: Path, when: datetime) -> Path:
    path, number = folder / f"crash-{when:%Y%m%d-%H%M%S}.txt", 1
    while path.exists():
        number += 1
        path = folder / f"crash-{when:%Y%m%d-%H%M%S}-{number}.txt"
    return path


def _log_handlers(folder: Path, debug: bool) -> list[logging.Handler]:
    handlers: list[logging.Handler] = [_LateLogFile(folder / "newt-gui.log")]
    if debug:
        handlers.append(logging.StreamHandler())
    for handler in handlers:
        handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handlers


class _Formatter(logging.Formatter):
    def formatException(self, ei: object) -> str:  # noqa: N802 (logging's own name)
        error = ei[1] if isinstance(ei, tuple) else None
        return trace_of(error) if isinstance(error, BaseException) else ""


class _LateLogFile(logging.Handler):
    """Opens its file at the first record, since most runs have nothing to say; keeps one older file.

    The standard library's rotating handler costs a start 10 ms of imports, and its files aren't 0600.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        line = f"{self.format(record)}\n".encode(errors="backslashreplace")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._path.exists() and self._path.stat().st_size + len(line) > _LOG_BYTES:
                self._path.replace(self._path.with_suffix(".log.1"))
            with _open_private(self._path) as file:
                file.write(line)
        except OSError:
            return  # a log that can't be written is no reason to stop


def _open_private(path: Path) -> BinaryIO:
    """For writing at the end; the file is 0600 from its first moment."""
    return open(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    text = " ".join((message or "").split())[:300]
    _log.log(_QT_LEVELS.get(kind, logging.WARNING), "Qt (%s): %s", context.category, text)
    if kind == QtMsgType.QtFatalMsg:  # Qt ends the program now
        print(f"newt-gui: Qt had to stop: {text}", file=sys.stderr)


def _open_fault_file(folder: Path) -> BinaryIO | None:
    """Where the interpreter writes the places it was at when the process dies hard.

    It stays empty in all other runs; what an earlier process left in it becomes a crash report.
    """
    path = folder / "fault.txt"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size:
            from datetime import datetime

            path.rename(_free_name(folder, datetime.fromtimestamp(path.stat().st_mtime)))
        file = _open_private(path)
    except OSError:
        return None  # the folder's trouble is shown where the person's own files are at stake
    faulthandler.enable(file)
    return file
