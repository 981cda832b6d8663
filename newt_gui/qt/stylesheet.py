"""The one stylesheet of the app: flat fields, rounded buttons, slim scroll bars, visible focus.

It stays small on purpose: every rule costs time at the start and whenever a widget appears.
Everything that a palette can say is said by the palette instead.

Dynamic properties that widgets may set:
    role     "small", "title", "page"             on a label: one of the type sizes
    quiet    true                                 on a label: the quiet text colour
    chip     "plain", "accent", "caution", "stop" on a label: a small rounded tag
             any                                  on a tool button that is switched on and off: the same
    primary  true                                 on a push button: the one accent button of a view
    inline   true                                 on a text area: no ground and no frame until it has focus
    message  "note", "caution", "stop"            on a frame: the ground of a message
    bare     true                                 on a text area or list: no frame (a list never has one)
    nav      true                                 on a list of pages: no ground, rounded choice
    edge     "bottom", "right"                    on a frame: one line at that side; "right": side ground
"""

from __future__ import annotations

from newt_gui.qt.tokens import Tokens, blend

# Qt resolves "style:check-light.svg" through a search path that the theme registers.
SEARCH_PREFIX = "style"

_TYPE = """
QLabel[role="small"], QLabel[chip], QToolButton[chip] {{ font-size: {small}; }}
QLabel[role="title"] {{ font-size: {title}; font-weight: 600; }}
QLabel[role="page"] {{ font-size: {page}; font-weight: 600; }}
"""

_LABELS = """
QLabel[quiet="true"] {{ color: {quiet}; }}
QLabel[chip] {{ border-radius: {radius}px; padding: {hair}px {chip_x}px; }}
QLabel[chip="plain"] {{ background: {side}; color: {quiet}; }}
QLabel[chip="accent"] {{ background: {accent}; color: {on_accent}; }}
QLabel[chip="caution"] {{ background: {caution_ground}; color: {caution}; }}
QLabel[chip="stop"] {{ background: {stop_ground}; color: {stop}; }}
"""

_BUTTONS = """
QPushButton, QToolButton, QComboBox {{
    color: {text}; background: {panel}; border: {hair}px solid {line};
    border-radius: {radius}px; padding: {pad_y}px {pad_x}px;
}}
QPushButton, QToolButton {{ icon-size: {icon}px; }}
QToolButton {{ background: transparent; border-color: transparent; padding: {unit}px; }}
QPushButton:hover, QToolButton:hover, QComboBox:hover {{ background: {accent_ground}; }}
QPushButton:pressed, QToolButton:pressed, QToolButton:checked {{ background: {line}; }}
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled {{ color: {faint}; }}
QPushButton:focus, QComboBox:focus {{
    border: {ring}px solid {accent}; padding: {ring_y}px {ring_x}px;
}}
QToolButton:focus {{ border: {ring}px solid {accent}; padding: {ring_tool}px; }}
QToolButton[chip] {{
    color: {quiet}; background: {side}; padding: {gap}px {chip_x}px; icon-size: {small_icon}px;
}}
QToolButton[chip]:checked {{ color: {text}; background: {accent_ground}; border-color: {accent}; }}
QToolButton[chip]:focus {{ border: {ring}px solid {accent}; padding: {ring_gap}px {ring_chip}px; }}
QPushButton[primary="true"] {{
    color: {on_accent}; background: {accent}; border-color: {accent}; font-weight: 600;
}}
QPushButton[primary="true"]:hover {{ background: {accent_hover}; border-color: {accent_hover}; }}
QPushButton[primary="true"]:focus {{
    border-color: {text}; text-decoration: underline;
}}
QPushButton[primary="true"]:disabled {{ color: {quiet}; background: {line}; border-color: {line}; }}
QToolButton[popupMode="2"] {{ padding-right: {grip}px; }}
QPushButton::menu-indicator, QToolButton::menu-indicator, QComboBox::down-arrow {{
    image: url(style:chevron-{scheme}.svg); width: {mark}px; height: {mark}px;
}}
QPushButton::menu-indicator, QToolButton::menu-indicator {{
    subcontrol-origin: padding; subcontrol-position: center right; right: {pad_y}px;
}}
QComboBox {{ combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: {grip}px; }}
QCheckBox::indicator, QMenu::indicator, QTreeView::indicator, QRadioButton::indicator {{
    width: {mark}px; height: {mark}px; border: {hair}px solid {quiet}; background: {panel};
}}
QCheckBox::indicator, QMenu::indicator, QTreeView::indicator {{ border-radius: {hair_round}px; }}
QCheckBox::indicator:checked, QMenu::indicator:checked, QTreeView::indicator:checked {{
    border-color: {accent}; background: {accent}; image: url(style:check-{scheme}.svg);
}}
QRadioButton::indicator, QMenu::indicator:exclusive {{ border-radius: {mark_round}px; }}
QRadioButton::indicator:checked, QMenu::indicator:exclusive:checked {{
    border: {dot}px solid {accent}; background: {on_accent}; image: none;
    width: {dot_hole}px; height: {dot_hole}px;
}}
QCheckBox:focus, QRadioButton:focus {{ color: {accent}; }}
QCheckBox::indicator:focus, QRadioButton::indicator:unchecked:focus {{
    border: {ring}px solid {accent}; width: {ring_mark}px; height: {ring_mark}px;
}}
QCheckBox::indicator:checked:focus, QRadioButton::indicator:checked:focus {{ border-color: {text}; }}
"""

_FIELDS = """
QLineEdit {{
    background: {window}; border: {hair}px solid {line}; border-radius: {radius}px;
    padding: {pad_y}px {field_x}px;
}}
QLineEdit:focus {{ border: {ring}px solid {accent}; padding: {ring_y}px {ring_field}px; }}
QLineEdit, QPlainTextEdit, QTextEdit, QLabel {{
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QPlainTextEdit, QTextEdit, QAbstractItemView {{
    background: {panel}; border: {hair}px solid {line}; border-radius: {radius}px;
}}
QPlainTextEdit[bare="true"], QTextEdit[bare="true"], QAbstractItemView[bare="true"] {{
    border-color: transparent;
}}
QTextEdit[inline="true"] {{ background: transparent; border-color: transparent; }}
QPlainTextEdit:focus, QTextEdit:focus, QAbstractItemView:focus {{ border-color: {accent}; }}
QComboBox QAbstractItemView {{ border-radius: 0; outline: none; }}
QComboBox QAbstractItemView::item {{ padding: {unit}px {pad_y}px; border: {hair}px solid transparent; }}
QComboBox QAbstractItemView::item:selected {{
    color: {text}; background: {accent_ground}; border-color: {accent};
}}
QTreeView::item {{ padding: {gap}px {pad_y}px; }}
QTreeView::item:selected {{ background: {accent_ground}; color: {text}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{
    color: {quiet}; background: transparent; border: none; border-bottom: {hair}px solid {line};
    padding: {unit}px {field_x}px;
}}
"""

_NOTICES = """
QFrame[message] {{ border: none; border-radius: {radius}px; background: {side}; }}
QFrame[message="caution"] {{ background: {caution_ground}; }}
QFrame[message="stop"] {{ background: {stop_ground}; }}
QFrame[message] > QLabel {{ font-weight: 600; color: {quiet}; }}
QFrame[message="caution"] > QLabel {{ color: {caution}; }}
QFrame[message="stop"] > QLabel {{ color: {stop}; }}
"""

_REST = """
QAbstractItemView[nav="true"] {{ background: transparent; outline: none; }}
QAbstractItemView[nav="true"], QAbstractItemView[nav="true"]:focus, QAbstractItemView[bare="true"]:focus {{
    border-color: transparent;
}}
QAbstractItemView[nav="true"]::item {{ border-radius: {radius}px; padding: {pad_y}px; color: {quiet}; }}
QAbstractItemView[nav="true"]::item:selected {{ background: {accent_ground}; color: {text}; }}
QAbstractItemView[nav="true"]::item:selected:focus {{ border: {hair}px solid {accent}; }}
QPushButton:flat {{ background: transparent; border-color: transparent; color: {quiet}; }}
QPushButton:flat:hover {{ background: {accent_ground}; color: {text}; }}
QPushButton:flat:focus {{ border-color: {accent}; }}
QFrame[edge="bottom"] {{ border: none; border-bottom: {hair}px solid {line}; }}
QFrame[edge="right"] {{ background: {side}; border: none; border-right: {hair}px solid {line}; }}

QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: {bar}px; }}
QScrollBar:horizontal {{ height: {bar}px; }}
QScrollBar::handle {{ background: {handle}; border-radius: {bar_round}px; margin: {gap}px; }}
QScrollBar::handle:vertical {{ min-height: {long_grip}px; }}
QScrollBar::handle:horizontal {{ min-width: {long_grip}px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {quiet}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; }}

QMenuBar {{ background: {window}; }}
QMenuBar::item {{ padding: {unit}px {field_x}px; border-radius: {gap}px; background: transparent; }}
QMenuBar::item:selected {{ background: {accent_ground}; }}
QMenu {{ background: {panel}; border: {hair}px solid {line}; padding: {unit}px; }}
QMenu::item {{
    padding: {unit}px {grip}px {unit}px {field_x}px; border-radius: {unit}px;
    border: {hair}px solid transparent;
}}
QMenu::item:selected {{ background: {accent_ground}; border-color: {accent}; }}
QMenu::item:disabled {{ color: {faint}; background: transparent; border-color: transparent; }}
QMenu::icon, QMenu::indicator {{ margin-left: {field_x}px; }}
QMenu::separator {{ height: {hair}px; background: {line}; margin: {unit}px {field_x}px; }}
QToolTip {{ color: {text}; background: {panel}; border: {hair}px solid {line}; padding: {gap}px; }}
QSplitter::handle {{ background: {line}; }}
"""


def _sizes(unit: int) -> dict[str, int]:
    """Lengths in pixels, all from `unit`, a quarter of the line height in pixels.

    A focus ring is thicker than the line it replaces; `ring_…` are the paddings that make up for
    it, so that nothing moves when the focus does.
    """
    hair = max(1, round(unit / 4))
    ring = 2 * hair
    gap = max(1, round(unit / 2))
    pad_y, pad_x, field_x = round(unit * 1.5), round(unit * 3.5), round(unit * 2.5)
    mark, dot = unit * 4 - 2 * hair, unit + hair
    return {
        "unit": unit,
        "hair": hair,
        "hair_round": hair * 3,
        "ring": ring,
        "gap": gap,
        "radius": pad_y,
        "pad_y": pad_y,
        "pad_x": pad_x,
        "field_x": field_x,
        "chip_x": pad_y,
        "ring_y": pad_y - hair,
        "ring_x": pad_x - hair,
        "ring_field": field_x - hair,
        "ring_tool": unit - hair,
        "ring_gap": max(0, gap - hair),
        "ring_chip": max(0, pad_y - hair),
        "icon": unit * 4,
        "small_icon": round(unit * 2.5),
        "mark": mark,
        "ring_mark": mark - 2 * hair,
        "mark_round": mark // 2 + hair,
        "dot": dot,
        "dot_hole": mark + 2 * hair - 2 * dot,
        "grip": unit * 6,
        "long_grip": unit * 8,
        "bar": gap * 5,
        "bar_round": max(1, gap * 3 // 2),
    }


def _shades(tokens: Tokens) -> dict[str, str]:
    """The few colours that lie between two tokens."""
    return {
        "faint": blend(tokens.quiet, tokens.panel, 0.45),
        "handle": blend(tokens.quiet, tokens.panel, 0.55),
        "accent_hover": blend(tokens.accent, tokens.text, 0.15),
    }


def type_sheet(sizes: dict[str, str]) -> str:
    """The rules for type alone. `sizes`: a CSS length for each of "small", "title", "page"."""
    return _TYPE.format(**sizes)


def look_sheet(tokens: Tokens, unit: int, *, dark: bool) -> str:
    """The rules for shape and colour. `unit`: a quarter of the line height in pixels."""
    names = {**tokens._asdict(), **_sizes(unit), **_shades(tokens), "scheme": "dark" if dark else "light"}
    return (_LABELS + _BUTTONS + _FIELDS + _NOTICES + _REST).format(**names)
