"""Stroke icons from the resources, drawn in one of the app's colours."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QIcon, QImageReader, QPixmap

from newt_gui.core.resources import resource

_INK = b"currentColor"


def render(name: str, colour: str, side: int, ratio: int) -> QPixmap:
    """The icon `name` as a square pixmap of `side` logical pixels for a screen of `ratio`.

    Raises FileNotFoundError for an unknown name: a misspelt icon is a bug, not a blank button.
    """
    drawing = resource(f"icons/{name}.svg").read_bytes().replace(_INK, colour.encode("ascii"))
    buffer = QBuffer()
    buffer.setData(drawing)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, b"svg")
    reader.setScaledSize(QSize(side * ratio, side * ratio))
    image = reader.read()
    if image.isNull():
        raise RuntimeError(f"icon {name} can't be drawn: {reader.errorString()}")
    pixmap = QPixmap.fromImage(image)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def build_icon(name: str, colour: str, side: int, ratios: range) -> QIcon:
    """An icon that is sharp on screens of each of `ratios`, in one colour in every state."""
    icon = QIcon()
    for ratio in ratios:
        pixmap = render(name, colour, side, ratio)
        # Without its own "selected" picture a style would tint it with the highlight.
        icon.addPixmap(pixmap, QIcon.Mode.Normal)
        icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon
