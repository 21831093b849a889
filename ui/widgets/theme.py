"""The theme's colours, the type scale, and the unit of all sizes.

Rule kept: sizes in pixels occur nowhere else. A unit is 1/480 of the window's shorter side, so a 7-inch
screen shows the same picture at 800×480, 1280×720 and 720×1280, and a finger (9 mm) is about 50 units. Type
grows with the text size that the players chose; its container grows along or lets it shrink.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

from vision.printed.marks import Ink

Colour = tuple[float, float, float, float]
ThemeName = Literal["dark", "light", "contrast"]
Palette = dict[str, Colour]


def _coloured(digits: str) -> Colour:
    red, green, blue = (part / 255 for part in bytes.fromhex(digits))
    return red, green, blue, 1.0


_TOLD = tomllib.loads((files("ui.widgets") / "palettes.toml").read_text(encoding="utf-8"))
PALETTES: dict[ThemeName, Palette] = {
    name: {ink: _coloured(digits) for ink, digits in (_TOLD["every"] | own).items()}
    for name, own in _TOLD["themes"].items()
}
"""A theme's colours by meaning."""


SHORT_SIDE = 480.0

BODY = 20.0
SMALL = 17.0
TITLE = 32.0
GREAT = 44.0
TOUCH = 56.0
"""Minimum height and width of a touchable part in units (more than 9 mm on a 7-inch screen)."""
DRAG = 10.0
"""Maximum movement of a tap in units."""
GAP = 8.0
ROUND = 10.0
QUICK, CALM = 0.15, 0.35
"""Seconds of motion: as an answer to a finger, and over the board."""


@dataclass(slots=True)
class Style:
    """The players' choices and the window's size in px; read each time, as all may change.

    `text`: enlargement of type, 1.0 to 1.6. `still`: reduced motion, without animation. `left_handed`: keys
    stand at the left of a board, or above it.
    """

    palette: Palette
    text: float = 1.0
    still: bool = False
    left_handed: bool = False
    width: float = 800.0
    height: float = 480.0


style = Style(PALETTES["dark"])


def choose(theme: ThemeName, text: float = 1.0, *, still: bool = False, left_handed: bool = False) -> None:
    """Changes the theme for all further drawing."""
    style.palette, style.text, style.still, style.left_handed = PALETTES[theme], text, still, left_handed


SEATS = 6
"""Number of seats with colours of their own."""
_worn: list[str] = []


def wear(pieces: Sequence[str]) -> None:
    """Gives each seat the colour of its piece; empty: the seats' own colours."""
    _worn[:] = [piece for piece in pieces if f"s-{piece}" in style.palette]


def colour_of(ink: Ink, opacity: float = 1.0) -> Colour:
    """The theme's colour for a name or a seat (`s0` bright, `d0` as a background). Raises KeyError."""
    if not isinstance(ink, str):
        red, green, blue = ink
        return red / 255, green / 255, blue / 255, opacity
    if ink[1:].isdecimal():
        seat = int(ink[1:])
        ink = f"{ink[0]}-{_worn[seat]}" if seat < len(_worn) else f"{ink[0]}{seat % SEATS}"
    elif "piece-" in ink and ink not in style.palette:
        ink = "night" if ink.startswith("on-") else "quiet"
    return (*style.palette[ink][:3], opacity)


def fit(width: float, height: float) -> None:
    """Has all sizes follow from a window of this many px."""
    style.width, style.height = max(width, 1.0), max(height, 1.0)


def u(units: float) -> float:
    """Units as px."""
    return units * min(style.width, style.height) / SHORT_SIDE


def sized(wide: float, high: float | None = None) -> dict[str, Any]:
    """Widget options for a fixed size in units; square without a height."""
    return {"size_hint": (None, None), "size": (u(wide), u(wide if high is None else high))}


def type_px(units: float) -> float:
    """Type size in px: units times the players' enlargement, which affects large type less."""
    return u(units) * (1 + (style.text - 1) * min(1.0, BODY / units) ** 2)


def is_enlarged() -> bool:
    """Whether type is enlarged, so that there is less room."""
    return style.text > 1


def upright() -> bool:
    """Whether the window is higher than wide."""
    return style.height > style.width
