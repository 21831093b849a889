"""How everything looks: colours for a dim room, and one unit from which all sizes follow.

Rule kept: no size in pixels anywhere else. A unit is 1/480 of the window's shorter side, so a 7-inch screen shows
the same picture at 800×480, 1280×720 and 720×1280, and a finger (9 mm) is about 50 units.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

Colour = tuple[float, float, float, float]

SHORT_SIDE = 480.0

BODY = 20.0
SMALL = 17.0
TITLE = 32.0
GREAT = 44.0
TOUCH = 56.0
"""The least height and width of anything to be touched, in units (more than 9 mm on a 7-inch screen)."""
GAP = 8.0
ROUND = 10.0


def _hex(code: str, alpha: float = 1.0) -> Colour:
    red, green, blue = (int(code[n : n + 2], 16) / 255 for n in (0, 2, 4))
    return (red, green, blue, alpha)


NIGHT = _hex("0E1317")
"""Behind everything."""
SURFACE = _hex("1A2229")
RAISED = _hex("2A353F")
PRESSED = _hex("3C4A57")
LINE = _hex("4A5966")
TEXT = _hex("F4F6F8")
QUIET = _hex("B9C5CF")
"""Text of less weight: still 9:1 on SURFACE."""
ACCENT = _hex("5FD6AE")
ON_ACCENT = _hex("06231A")
REFUSE = _hex("FF8A75")
"""What is forbidden; always with its own shape beside it."""
WARN = _hex("FFD166")
TABLE = _hex("22382F")
"""The cloth of the table mirror."""
SQUARE = _hex("2B463B")
SEATS = (_hex("F2A33A"), _hex("6CB8F2"), _hex("E39BE8"), _hex("D3DB5A"), _hex("5FD8C4"), _hex("F4B9A7"))
"""Orange, blue, orchid, lime, turquoise and salmon, from seat 0 to seat 5; their shapes tell them apart besides."""
ON_SEAT = _hex("14110A")
SEAT_DEEP = (_hex("4A3210"), _hex("123A57"), _hex("47204B"), _hex("3C4011"), _hex("0F4039"), _hex("4C2A20"))
PIECES = {
    "red": _hex("D8352B"),
    "blue": _hex("2F6FD6"),
    "green": _hex("2E9E4B"),
    "yellow": _hex("F6CB2F"),
    "black": _hex("22262B"),
    "white": _hex("F7F7F2"),
}
"""Pieces by colour as they look on the table."""
PIECE_INKS = {
    "red": _hex("FFFFFF"),
    "blue": _hex("FFFFFF"),
    "green": _hex("06160A"),
    "yellow": _hex("2A2003"),
    "black": _hex("F4F6F8"),
    "white": _hex("14110A"),
}
"""What is drawn on a piece of each colour."""
DISCS = (_hex("6CB8F2"), _hex("B48CF0"), _hex("F6CB2F"))
"""Blue, violet and yellow discs, as they are thrown."""
HEADS = _hex("F6D77A")
ON_HEADS = _hex("3A2A05")
TAILS = _hex("2B2F36")
ON_TAILS = _hex("F4F6F8")

TONES = {"calm": QUIET, "ask": ACCENT, "refuse": REFUSE, "wait": QUIET, "trouble": WARN, "good": ACCENT}
GROUNDS = {
    "calm": SURFACE,
    "ask": _hex("143A30"),
    "refuse": _hex("43201B"),
    "wait": SURFACE,
    "trouble": _hex("40330F"),
    "good": _hex("143A30"),
}
"""What a banner of each tone stands on: bright text keeps 7:1 on all of them."""


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


WEARS = {
    "red": (_hex("FF8078"), _hex("4F1512")),
    "blue": (_hex("86B0FF"), _hex("14305F")),
    "green": (_hex("62D17F"), _hex("11401F")),
    "yellow": (_hex("F6CB2F"), _hex("423608")),
    "black": (_hex("A6AFB8"), _hex("0A0C0E")),
    "white": (_hex("F7F7F2"), _hex("3C4146")),
}
"""A seat that plays one piece wears its colour: bright enough for dark text on it, deep enough for bright text."""
_worn: list[str] = []


def wear(pieces: Sequence[str]) -> None:
    """Lets each seat wear the colour of its piece; none: the seats' own colours."""
    _worn[:] = [piece for piece in pieces if piece in WEARS]


def seat_colour(seat: int) -> Colour:
    return WEARS[_worn[seat]][0] if seat < len(_worn) else SEATS[seat % len(SEATS)]


def seat_deep(seat: int) -> Colour:
    """A seat's colour as a ground for bright text."""
    return WEARS[_worn[seat]][1] if seat < len(_worn) else SEAT_DEEP[seat % len(SEAT_DEEP)]


@dataclass(slots=True)
class _Window:
    width: float = 800.0
    height: float = 480.0


_window = _Window()


def fit(width: float, height: float) -> None:
    """Let every size follow from a window of this many pixels."""
    _window.width, _window.height = max(width, 1.0), max(height, 1.0)


def u(units: float) -> float:
    """Units as pixels."""
    return units * min(_window.width, _window.height) / SHORT_SIDE


def upright() -> bool:
    """Whether the window is higher than wide."""
    return _window.height > _window.width


REGULAR = "Roboto"
SYMBOLS = "DejaVuSans"
_ROBOTO_BEYOND_LATIN = frozenset("–—…“”‘’‚„•·×−≥≤½€")


def font_for(text: str) -> str:
    """Roboto, or DejaVu Sans where a sign is asked for that Roboto lacks: there is no font fallback."""
    plain = all(ord(sign) < 0x250 or sign in _ROBOTO_BEYOND_LATIN for sign in text)
    return REGULAR if plain else SYMBOLS


def symbols_file() -> Path:
    """Kivy's own copy of DejaVu Sans."""
    import kivy

    return Path(kivy.__file__).parent / "data" / "fonts" / "DejaVuSans.ttf"
