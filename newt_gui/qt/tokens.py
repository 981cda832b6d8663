"""The colours of the app by name, in light and dark, and how well each pair can be read."""

from __future__ import annotations

from typing import NamedTuple


class Tokens(NamedTuple):
    """Every colour the app draws with, as "#rrggbb"."""

    window: str
    panel: str
    side: str
    line: str
    text: str
    quiet: str
    accent: str
    on_accent: str
    accent_ground: str
    caution: str
    caution_ground: str
    stop: str
    stop_ground: str


LIGHT = Tokens(
    window="#f6f6f4",
    panel="#ffffff",
    side="#ecece8",
    line="#dcdcd6",
    text="#1f2320",
    quiet="#5e665f",
    accent="#2f6f53",
    on_accent="#ffffff",
    accent_ground="#e3efe8",
    caution="#8a5a00",
    caution_ground="#fdf1d8",
    stop="#a3302a",
    stop_ground="#fbe6e4",
)
DARK = Tokens(
    window="#191c1a",
    panel="#202421",
    side="#151816",
    line="#343a36",
    text="#e6e9e6",
    quiet="#a2aaa4",
    accent="#7cc9a2",
    on_accent="#10231a",
    accent_ground="#24382e",
    caution="#e8b45a",
    caution_ground="#3a2f17",
    stop="#f0908a",
    stop_ground="#402220",
)

# Which colour is written on which, and the measured contrast (light, dark). Text needs 4.5 or more.
# Text never stands on `line` except the body text of a pressed button.
PAIRS: tuple[tuple[str, str, tuple[float, float]], ...] = (
    ("text", "window", (14.71, 14.04)),
    ("text", "panel", (15.91, 12.85)),
    ("text", "side", (13.44, 14.62)),
    ("text", "line", (11.56, 9.51)),
    ("text", "accent_ground", (13.47, 10.22)),
    ("text", "caution_ground", (14.21, 10.73)),
    ("text", "stop_ground", (13.29, 11.69)),
    ("quiet", "window", (5.48, 7.22)),
    ("quiet", "panel", (5.93, 6.60)),
    ("quiet", "side", (5.01, 7.51)),
    ("quiet", "accent_ground", (5.02, 5.25)),
    ("quiet", "caution_ground", (5.29, 5.52)),
    ("quiet", "stop_ground", (4.95, 6.01)),
    ("accent", "window", (5.51, 8.78)),
    ("accent", "panel", (5.97, 8.04)),
    ("accent", "side", (5.04, 9.14)),
    ("accent", "accent_ground", (5.05, 6.39)),
    ("on_accent", "accent", (5.97, 8.40)),
    ("caution", "window", (5.48, 9.09)),
    ("caution", "panel", (5.93, 8.32)),
    ("caution", "side", (5.00, 9.46)),
    ("caution", "accent_ground", (5.02, 6.61)),
    ("caution", "caution_ground", (5.29, 6.95)),
    ("stop", "window", (6.44, 7.41)),
    ("stop", "panel", (6.97, 6.78)),
    ("stop", "side", (5.88, 7.72)),
    ("stop", "accent_ground", (5.90, 5.39)),
    ("stop", "stop_ground", (5.82, 6.17)),
)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white)."""
    linear = []
    for channel in _channels(colour):
        share = channel / 255
        linear.append(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """WCAG 2 contrast of two "#rrggbb" colours: 1.0 (equal) to 21.0 (black on white)."""
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def blend(a: str, b: str, share: float) -> str:
    """The colour that lies `share` (0.0 to 1.0) of the way from `a` to `b`."""
    mixed = (round(x + (y - x) * share) for x, y in zip(_channels(a), _channels(b), strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)
