"""What must be true before Qt may start. Qt itself would abort with a core dump instead of words.

Each check answers with one plain line, or None where all is well. Nothing here imports Qt.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

# Library -> the Debian package that brings it. Every window needs these ...
BASE_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libzstd.so.1": "libzstd1",
}
# ... and a window on an X11 screen these as well.
X11_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
# Platforms that draw on the bare screen of a machine without a desktop. Most end in an abort where
# there is none, and the rest shows nothing.
_BARE_SCREENS = frozenset({"eglfs", "linuxfb", "minimalegl", "vkkhrdisplay"})


def import_problem(error: ImportError) -> str:
    """Why PySide6 could not be imported, and what to install."""
    library = _library_named_in(str(error))
    if library:
        return _missing_library(library)
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("PySide6"):
        return "PySide6, which draws the window, is missing. Install it: pip install PySide6-Essentials"
    return f"PySide6, which draws the window, could not be loaded: {one_line(str(error))}"


def display_problem(plugins: Path, env: Mapping[str, str] | None = None) -> str | None:
    """Why no window can open here. `plugins`: the folder of Qt's platform plugins.

    Where QT_QPA_PLATFORM names several platforms, one that works is enough.
    """
    if not sys.platform.startswith("linux"):
        return None
    env = os.environ if env is None else env
    asked_for = env.get("QT_QPA_PLATFORM", "")
    names = [_name_of(platform) for platform in asked_for.split(";") if platform] or _session_platforms(env)
    if not names:
        return (
            "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set. "
            "Start newt-gui from a desktop session."
        )
    problem = None
    for name in names:
        problem = _platform_problem(name, plugins, env)
        if problem is None:
            return None
    return problem


def without_bare_screens(asked_for: str) -> str:
    """The list in QT_QPA_PLATFORM without what `display_problem` refuses in any case.

    Qt would try those too where they come first, and abort before it gets to one that works.
    """
    kept = [platform for platform in asked_for.split(";") if _name_of(platform) not in _BARE_SCREENS]
    return ";".join(kept)


def has_display(env: Mapping[str, str] | None = None) -> bool:
    """Whether this session names a display; it may still be out of reach."""
    return not sys.platform.startswith("linux") or bool(
        _session_platforms(os.environ if env is None else env)
    )


def _session_platforms(env: Mapping[str, str]) -> list[str]:
    wanted = (("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "xcb"))
    return [platform for variable, platform in wanted if env.get(variable)]


def _name_of(platform: str) -> str:
    return platform.partition(":")[0]


def _platform_problem(name: str, plugins: Path, env: Mapping[str, str]) -> str | None:
    if name not in _known_platforms(plugins) and not env.get("QT_QPA_PLATFORM_PLUGIN_PATH"):
        known = ", ".join(sorted(_known_platforms(plugins)))
        return f"QT_QPA_PLATFORM is set to “{one_line(name)}”, which Qt does not have. It has: {known}."
    if name in _BARE_SCREENS:
        return (
            f"QT_QPA_PLATFORM is set to “{name}”, which draws without a desktop; newt-gui needs a desktop. "
            "Unset it and start newt-gui from a desktop session."
        )
    plugin = plugins / f"libq{name}.so"
    if name.startswith("wayland"):
        return _wayland_problem(env) or _plugin_problem(plugin)
    if name == "xcb":
        return _plugin_problem(plugin) or _x11_problem(env)
    return None


def _known_platforms(plugins: Path) -> set[str]:
    return {path.name[len("libq") : -len(".so")] for path in plugins.glob("libq*.so")}


def _plugin_problem(plugin: Path) -> str | None:
    """Loads the plugin as Qt is about to, so the price is paid once."""
    if not plugin.exists():
        return None
    import ctypes

    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        library = _library_named_in(str(error))
        return (
            _missing_library(library) if library else f"Qt can't load {plugin.name}: {one_line(str(error))}"
        )
    return None


def _x11_problem(env: Mapping[str, str]) -> str | None:
    """Connects once and closes again, since Qt aborts where it can't connect."""
    import ctypes

    display = env.get("DISPLAY", "")
    if not display:
        return (
            "DISPLAY is not set, so there is no display to open a window on. Start it from a desktop session."
        )
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(os.fsencode(display), None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    if failed:
        return (
            f"The display “{one_line(display)}” (DISPLAY) can't be reached. "
            "Start newt-gui from a desktop session, or check who may use that display."
        )
    return None


def _wayland_problem(env: Mapping[str, str]) -> str | None:
    import socket

    name = env.get("WAYLAND_DISPLAY") or "wayland-0"
    address = os.path.join(env.get("XDG_RUNTIME_DIR", ""), name)
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(address)
        except OSError:
            return f"The display “{one_line(name)}” (WAYLAND_DISPLAY) can't be reached."
    return None


def _library_named_in(message: str) -> str:
    """The library of a loader's "libX.so.1: cannot open shared object file: ...", or ""."""
    name, separator, _ = message.partition(": cannot open shared object file")
    name = name.rpartition(" ")[2]
    return name if separator and ".so" in name else ""


def _missing_library(library: str) -> str:
    package = (BASE_LIBRARIES | X11_LIBRARIES | _WAYLAND_LIBRARIES).get(library)
    line = f"The system library {library}, which the window needs, is missing."
    if package:
        return f"{line} On Debian or Ubuntu: sudo apt-get install {package}"
    return f"{line} Install the package of your system that brings it."


def one_line(text: str) -> str:
    """`text` on one line, without characters that could move a terminal's cursor."""
    return " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())
