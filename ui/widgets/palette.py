"""The colours of the themes: dark for game night, light for daylight, and one of high contrast.

Each colour is named by what it means, never by how it looks. `tests/ui/widgets/test_theme.py` holds every pair that
stands on one another to its contrast, in every theme. The seats' colours are those of Okabe and Ito (2008), told
apart by colour-blind eyes, made lighter or darker for the ground; shapes tell the seats apart besides.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

import msgspec

Colour = tuple[float, float, float, float]
ThemeName = Literal["dark", "light", "contrast"]


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shades:
    """One meaning: `ink` where it is written or drawn, `ground` where bright text stands on it."""

    ink: Colour
    ground: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Every colour of a theme.

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
