"""The colours of the themes: dark for game night, light for daylight, and one of high contrast.

Each colour is named by what it means, never by how it looks. `tests/ui/widgets/test_theme.py` holds every pair that
stands on one another to its contrast, in every theme. The seats' colours are those of Okabe and Ito (2008), told
apart by colour-blind eyes, made lighter or darker for the ground; shapes tell the seats apart besides.
"""

from dataclasses import dataclass
from typing import Literal

Colour = tuple[float, float, float, float]
ThemeName = Literal["dark", "light", "contrast"]


def hex_colour(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its six hexadecimal digits, RRGGBB, and its opacity (0 to 1)."""
    red, green, blue = (int(code[n : n + 2], 16) / 255 for n in (0, 2, 4))
    return (red, green, blue, alpha)


_hex = hex_colour


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


DARK = Palette(
    night=_hex("12131A"),
    surface=_hex("1D1F2A"),
    raised=_hex("2D303F"),
    line=_hex("565B70"),
    text=_hex("F7F4EE"),
    quiet=_hex("C2C3CF"),
    primary=_hex("F2B84B"),
    on_primary=_hex("241703"),
    chosen=Shades(ink=_hex("9FC3FF"), ground=_hex("24385F")),
    hint=Shades(ink=_hex("8FD3F4"), ground=_hex("15344A")),
    success=Shades(ink=_hex("7FDDA6"), ground=_hex("153E2B")),
    warning=Shades(ink=_hex("FFD166"), ground=_hex("40330F")),
    wrong=Shades(ink=_hex("FF8A75"), ground=_hex("4A211B")),
    table=_hex("22382F"),
    square=_hex("2B463B"),
    on_seat=_hex("14110A"),
    seats=tuple(map(_hex, ("F2A33A", "6CB8F2", "E39BE8", "D3DB5A", "5FD8C4", "F4B9A7"))),
    seat_deep=tuple(map(_hex, ("4A3210", "123A57", "47204B", "3C4011", "0F4039", "4C2A20"))),
    worn={
        "red": (_hex("FF8078"), _hex("4F1512")),
        "blue": (_hex("86B0FF"), _hex("14305F")),
        "green": (_hex("62D17F"), _hex("11401F")),
        "yellow": (_hex("F6CB2F"), _hex("423608")),
        "black": (_hex("A6AFB8"), _hex("0A0C0E")),
        "white": (_hex("F7F7F2"), _hex("3C4146")),
    },
)
LIGHT = Palette(
    night=_hex("F4EFE6"),
    surface=_hex("FFFDF8"),
    raised=_hex("E6DED0"),
    line=_hex("877E70"),
    text=_hex("1C1A17"),
    quiet=_hex("4A453D"),
    primary=_hex("8A3D00"),
    on_primary=_hex("FFFFFF"),
    chosen=Shades(ink=_hex("1F4E9C"), ground=_hex("D5E3FB")),
    hint=Shades(ink=_hex("0B567D"), ground=_hex("D9EEF9")),
    success=Shades(ink=_hex("136339"), ground=_hex("D6F0E0")),
    warning=Shades(ink=_hex("6E4D00"), ground=_hex("FBEBC0")),
    wrong=Shades(ink=_hex("A3210F"), ground=_hex("FBDDD7")),
    table=_hex("D3DDD2"),
    square=_hex("E4ECE3"),
    on_seat=_hex("FFFFFF"),
    seats=tuple(map(_hex, ("7D4600", "07507F", "7A2A80", "515600", "005C4F", "8A3A24"))),
    seat_deep=tuple(map(_hex, ("FBE3C0", "D3E9FA", "F6DDF8", "EBEFC0", "CFF1EA", "FADFD6"))),
    worn={
        "red": (_hex("9C1B13"), _hex("FBDAD7")),
        "blue": (_hex("1F4FA0"), _hex("D9E5FC")),
        "green": (_hex("175E2C"), _hex("D6F1DE")),
        "yellow": (_hex("665000"), _hex("FBEFB4")),
        "black": (_hex("22262B"), _hex("D9DCDF")),
        "white": (_hex("5A5F63"), _hex("FFFFFF")),
    },
)
CONTRAST = Palette(
    night=_hex("000000"),
    surface=_hex("000000"),
    raised=_hex("1E1E1E"),
    line=_hex("9A9A9A"),
    text=_hex("FFFFFF"),
    quiet=_hex("E6E6E6"),
    primary=_hex("FFB000"),
    on_primary=_hex("000000"),
    chosen=Shades(ink=_hex("B8D4FF"), ground=_hex("0B2350")),
    hint=Shades(ink=_hex("9BE4FF"), ground=_hex("002B40")),
    success=Shades(ink=_hex("8DFFBC"), ground=_hex("00331A")),
    warning=Shades(ink=_hex("FFE14D"), ground=_hex("332900")),
    wrong=Shades(ink=_hex("FFA899"), ground=_hex("4A0F06")),
    table=_hex("0A140F"),
    square=_hex("1A2A22"),
    on_seat=_hex("000000"),
    seats=tuple(map(_hex, ("FFB54D", "8CCBFF", "F4B5F8", "E6EE6A", "74F0DB", "FFCABB"))),
    seat_deep=tuple(map(_hex, ("3A2400", "00294A", "3A1040", "2E3200", "00332C", "42190F"))),
    worn={
        "red": (_hex("FF9A93"), _hex("450B08")),
        "blue": (_hex("9FC1FF"), _hex("0B2350")),
        "green": (_hex("7BE597"), _hex("053314")),
        "yellow": (_hex("FFDC55"), _hex("352B00")),
        "black": (_hex("B9C1C9"), _hex("0A0C0E")),
        "white": (_hex("FFFFFF"), _hex("33373B")),
    },
)
PALETTES: dict[ThemeName, Palette] = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}
