"""The seven LEDs of a die in a drawing, where they stand, each with its GPIO."""

from dataclasses import dataclass
from typing import Final

from hardware.pins import PIPS, PinMap
from ui.printing.sketch import Sketch
from vision.printed.marks import WHITE, Colour
from vision.printed.shapes import circle

_AT: Final = {
    "tl": (-1, -1), "tr": (1, -1), "ml": (-1, 0), "c": (0, 0), "mr": (1, 0), "bl": (-1, 1), "br": (1, 1)
}  # fmt: skip
"""Column and row of a LED, counted from the middle one."""


@dataclass(frozen=True, slots=True)
class Leds:
    """How the LEDs are drawn: `step` apart, their `radius`, the `size` of their numbers, and their colour."""

    step: float
    radius: float
    size: float
    fill: Colour


def draw_pips(sketch: Sketch, middle: tuple[float, float], die: str, pins: PinMap, leds: Leds) -> None:
    """The LEDs of a die around its middle."""
    for pip in PIPS:
        column, row = _AT[pip]
        x, y = middle[0] + column * leds.step, middle[1] + row * leds.step
        sketch.shape(circle(x, y, leds.radius), fill=leds.fill)
        number, sunk = str(pins.lamps[f"{die}.{pip}"]), round(leds.size * 0.78) / 2
        sketch.words(x, y + sunk, number, size=leds.size, colour=WHITE, anchor="middle", bold=True)
