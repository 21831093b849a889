"""How everything looks: the theme's colours, the type scale, and one unit from which all sizes follow.

Rule kept: no size in pixels anywhere else. A unit is 1/480 of the window's shorter side, so a 7-inch screen shows
the same picture at 800×480, 1280×720 and 720×1280, and a finger (9 mm) is about 50 units. Type grows with the text
size that the players chose; what holds it grows with it or lets it shrink.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

import msgspec

Colour = tuple[float, float, float, float]
ThemeName = Literal["dark", "light", "contrast"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shades:
    """One meaning: `ink` where it is written or drawn, `ground` where bright text stands on it."""

    ink: Colour
    ground: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Every colour of a theme, named by what it means. Those of the seats are told apart by colour-blind eyes: they are
    those of Okabe and Ito (2008), made lighter or darker for the ground.

    `night` is behind everything, `surface` and `raised` lie upon it. `primary` is the key that does what is likeliest,
    with `on_primary` upon it; `chosen` an option that has been taken; the others are shades of meaning. `table` is the
    cloth of the mirror, `square` a square on it. `seats` are as bright as text may stand on (`on_seat`), `seat_deep`
    the same as a ground for text. `worn`: bright and deep of a seat that wears the colour of its piece.
    """

    night: Colour
    surface: Colour
    raised: Colour
    line: Colour
    text: Colour
    quiet: Colour
    primary: Colour
    on_primary: Colour
    chosen: Shades
    hint: Shades
    success: Shades
    warning: Shades
    wrong: Shades
    table: Colour
    square: Colour
    on_seat: Colour
    seats: tuple[Colour, ...]
    seat_deep: tuple[Colour, ...]
    worn: dict[str, tuple[Colour, Colour]]


def _coloured(told: Any) -> Any:
    """What the file tells, with colours in place of their six hexadecimal digits."""
    if isinstance(told, str):
        red, green, blue = (part / 255 for part in bytes.fromhex(told))
        return (red, green, blue, 1.0)
    if isinstance(told, dict):
        return {name: _coloured(each) for name, each in told.items()}
    return tuple(map(_coloured, told))


TOLD = _coloured(tomllib.loads((files("ui.widgets") / "palettes.toml").read_text(encoding="utf-8")))
"""Everything that the file tells."""
PALETTES = msgspec.convert(TOLD["themes"], dict[ThemeName, Palette])


SHORT_SIDE = 480.0

BODY = 20.0
SMALL = 17.0
TITLE = 32.0
GREAT = 44.0
TOUCH = 56.0
"""The least height and width of anything to be touched, in units (more than 9 mm on a 7-inch screen)."""
DRAG = 10.0
"""A finger that moved less than this (units) has tapped."""
GAP = 8.0
ROUND = 10.0
QUICK, CALM = 0.15, 0.35
"""Seconds of a motion: of what answers a finger, and of what moves over the board."""


@dataclass(slots=True)
class _Look:
    """What the players chose, and the window's size in pixels."""

    palette: Palette = PALETTES["dark"]
    text: float = 1.0
    still: bool = False
    left_handed: bool = False
    width: float = 800.0
    height: float = 480.0


_look = _Look()


def choose(theme: ThemeName, text: float = 1.0, *, still: bool = False, left_handed: bool = False) -> None:
    """From now on everything is drawn in this theme.

    `text`: how much larger than usual type is, 1.0 to 1.6. `still`: nothing moves. `left_handed`: keys stand at the
    left of a board, or above it.
    """
    _look.palette, _look.text, _look.still, _look.left_handed = PALETTES[theme], text, still, left_handed


def colours() -> Palette:
    """The colours of the theme chosen; never kept, for the theme may change."""
    return _look.palette


def still() -> bool:
    """Whether motion is reduced: what would move is at its place at once."""
    return _look.still


def left_handed() -> bool:
    """Whether keys stand at the left of a board, or above it."""
    return _look.left_handed


PIECES: dict[str, Colour] = TOLD["pieces"]
"""Pieces by colour as they look on the table, in every theme."""
PIECE_INKS: dict[str, Colour] = TOLD["piece_inks"]
"""What is drawn on a piece of each colour."""
THROWN: dict[str, Colour] = TOLD["thrown"]
"""The inks of pennies by their side and of the letter on each, and of discs."""


_worn: list[str] = []


def wear(pieces: Sequence[str]) -> None:
    """Lets each seat wear the colour of its piece; none: the seats' own colours."""
    _worn[:] = [piece for piece in pieces if piece in PIECES]


def seat_colour(seat: int, *, deep: bool = False) -> Colour:
    """A seat's colour: bright enough for `on_seat` upon it, and to be seen on every ground.

    `deep`: as a ground for text.
    """
    palette = _look.palette
    if seat < len(_worn):
        return palette.worn[_worn[seat]][deep]
    some = palette.seat_deep if deep else palette.seats
    return some[seat % len(some)]


def seat_deep(seat: int) -> Colour:
    return seat_colour(seat, deep=True)


def fit(width: float, height: float) -> None:
    """Let every size follow from a window of this many pixels."""
    _look.width, _look.height = max(width, 1.0), max(height, 1.0)


def u(units: float) -> float:
    """Units as pixels."""
    return units * min(_look.width, _look.height) / SHORT_SIDE


def type_px(units: float) -> float:
    """The size of type in pixels: units, as much larger as the players chose; what is large already grows less."""
    return u(units) * (1 + (_look.text - 1) * min(1.0, BODY / units) ** 2)


def is_enlarged() -> bool:
    """Whether type is larger than usual, so that less of it finds room."""
    return _look.text > 1


def upright() -> bool:
    """Whether the window is higher than wide."""
    return _look.height > _look.width


REGULAR = "Roboto"
SYMBOLS = "DejaVuSans"
ICONS = "MaterialSymbolsRounded"
_ROBOTO_BEYOND_LATIN = frozenset("–—…“”‘’‚„•·×−≥≤½€")


def font_for(text: str) -> str:
    """Roboto, or DejaVu Sans where a sign is asked for that Roboto lacks: there is no font fallback.

    What stands in Unicode's private area is an icon.
    """
    if text and all("\ue000" <= sign <= "\uf8ff" for sign in text):
        return ICONS
    plain = all(ord(sign) < 0x250 or sign in _ROBOTO_BEYOND_LATIN for sign in text)
    return REGULAR if plain else SYMBOLS
