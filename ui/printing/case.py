"""A case for the box, drawn in millimetres: its front with screen, buttons and LEDs, and the camera's arm beside it."""

from typing import Final

from hardware.pins import PinMap
from ui.printing.die_face import Leds, draw_pips
from ui.printing.heights import MODULE_3, Height, heights
from ui.printing.sketch import CREAM, FAINT, INK, Sketch
from vision.printed.marks import WHITE, Colour
from vision.printed.shapes import box, circle, polygon

PANEL_MM: Final = (292.0, 204.0)
BODY_MM: Final = (194.0, 110.0)
"""The outline of Touch Display 1; the 7-inch Touch Display 2 is 189 × 120 mm."""
SHOWN_MM: Final = (155.0, 87.0)
BUTTON_MM: Final = 24.0
LED_MM: Final = 5.0
PIP_STEP_MM: Final = 11.0
ABOVE_CM: Final = 10
"""The arm runs so far above the camera."""
_FRONT: Final = 1.9
"""Units of the drawing for a mm of the front …"""
_SIDE: Final = 0.52
"""… and for a mm of the view from the side."""
_WIDE: Final = 1270.0
_HIGH: Final = 750.0
_CASE: Final = (233, 225, 207)
_DARK: Final = (47, 51, 48)
_BLUE: Final = (31, 95, 168)
_SEATS: Final = ((184, 106, 0), (44, 122, 75))
_WORDS: Final = {"done": "done", "back": "take back", "dispute": "dispute"}


def case(pins: PinMap) -> str:
    """The drawing as SVG, for a pin map of two players."""
    sketch = Sketch(
        _WIDE,
        _HIGH,
        "The front of a case with screen, buttons and LEDs, and how high the camera hangs for each game",
    )
    sketch.words(40, 44, "A case, and the camera’s arm", size=22, bold=True)
    _front(sketch, 64, 130, pins)
    _arm(sketch, 690, 680, heights(MODULE_3))
    return sketch.svg()


def _front(sketch: Sketch, left: float, top: float, pins: PinMap) -> None:
    wide, high = PANEL_MM

    def x(mm: float) -> float:
        return left + mm * _FRONT

    def y(mm: float) -> float:
        return top + mm * _FRONT

    sketch.words(x(0), 84, "The front (mm)", size=15, bold=True)
    sketch.shape(box(x(0), y(0), wide * _FRONT, high * _FRONT, 14), fill=_CASE, edge=INK)
    screen_x, screen_y = (wide - BODY_MM[0]) / 2, 14.0
    sketch.shape(box(x(screen_x), y(screen_y), BODY_MM[0] * _FRONT, BODY_MM[1] * _FRONT, 6), fill=_DARK)
    shown_x, shown_y = (wide - SHOWN_MM[0]) / 2, screen_y + (BODY_MM[1] - SHOWN_MM[1]) / 2
    sketch.shape(box(x(shown_x), y(shown_y), SHOWN_MM[0] * _FRONT, SHOWN_MM[1] * _FRONT), fill=CREAM)
    sketch.words(x(wide / 2), y(shown_y + 38), "touchscreen", size=15, anchor="middle")
    sketch.words(
        x(wide / 2),
        y(shown_y + 49),
        f"opening {SHOWN_MM[0]:.0f} × {SHOWN_MM[1]:.0f}",
        size=13,
        colour=FAINT,
        anchor="middle",
    )
    row = screen_y + BODY_MM[1] + 46
    for number, name in enumerate(("back", "done", "dispute")):
        _button(sketch, x(wide / 2 + (number - 1) * 36), y(row), _WORDS[name], pins.buttons[name], _BLUE)
    for seat, side in ((0, -1), (1, 1)):
        middle = wide / 2 + side * 86
        _button(sketch, x(middle), y(row), f"player {seat + 1}", pins.buttons[f"seat{seat}"], _SEATS[seat])
        _led(sketch, x(middle), y(row - 24), f"turn {seat + 1}", pins.lamps[f"turn{seat}"], _SEATS[seat])
        _die(sketch, x(wide / 2 + side * 124), y(row - 4), seat, pins)
    for name, aside in (("heads", -18), ("tails", 18)):
        _led(sketch, x(wide / 2 + aside), y(row - 24), name, pins.lamps[name], (168, 50, 74))
    _led(
        sketch,
        x(screen_x + BODY_MM[0] + 20),
        y(screen_y + 8),
        "trouble",
        pins.lamps["trouble"],
        (168, 50, 74),
    )
    _measure(sketch, [(x(0), top - 16), (x(wide), top - 16)], f"{wide:.0f}")
    _measure(sketch, [(x(0) - 16, y(0)), (x(0) - 16, y(high))], f"{high:.0f}")
    lines = (
        f"Buttons {BUTTON_MM:.0f} mm, LEDs {LED_MM:.0f} mm wide, {PIP_STEP_MM:.0f} mm between pips; numbers are GPIOs.",
        "60 mm deep, leaning back by 20°. The Pi sits behind the screen; slots for air above and below.",
        "Openings at the back for power, the camera’s cable and, if you like, a loudspeaker.",
        f"Touch Display 2 (7 inch) has a body of 189 × 120 mm: the case is then {PANEL_MM[1] + 10:.0f} mm high.",
    )
    for number, line in enumerate(lines):
        sketch.words(x(0), y(high) + 30 + number * 21, line, size=12)


def _button(sketch: Sketch, x: float, y: float, words: str, pin: int, colour: Colour) -> None:
    sketch.shape(circle(x, y, BUTTON_MM / 2 * _FRONT), fill=colour, edge=INK)
    sketch.words(x, y + 5, str(pin), size=15, colour=WHITE, anchor="middle", bold=True)
    sketch.words(x, y + BUTTON_MM / 2 * _FRONT + 16, words, size=12, anchor="middle")


def _led(sketch: Sketch, x: float, y: float, words: str, pin: int, colour: Colour) -> None:
    sketch.shape(circle(x, y, LED_MM / 2 * _FRONT + 1), fill=colour, edge=INK)
    sketch.words(x, y - 9, f"{words} · {pin}", size=11, anchor="middle")


def _die(sketch: Sketch, x: float, y: float, seat: int, pins: PinMap) -> None:
    side = 3 * PIP_STEP_MM * _FRONT
    sketch.shape(box(x - side / 2, y - side / 2, side, side, 9), fill=CREAM, edge=_SEATS[seat])
    leds = Leds(PIP_STEP_MM * _FRONT, LED_MM / 2 * _FRONT + 3, 9, _SEATS[seat])
    draw_pips(sketch, (x, y), f"die{seat}", pins, leds)
    sketch.words(x, y + side / 2 + 16, f"die {seat + 1}", size=12, anchor="middle")


def _arm(sketch: Sketch, left: float, ground: float, found: list[Height]) -> None:
    """The camera above the mat, with the height for each game; the box stands beside."""
    highest = found[-1]
    half = highest.wide_mm * _SIDE / 2
    mast, middle = left + 20, left + 62 + half
    top = ground - highest.above_cm * 10 * _SIDE
    beam = top - ABOVE_CM * 10 * _SIDE
    sketch.words(left, 84, f"How high the camera hangs ({MODULE_3.name})", size=15, bold=True)
    sketch.shape(box(left - 20, ground, _WIDE - left - 10, 12), fill=(138, 106, 74))
    sketch.line(
        [(mast, ground), (mast, beam), (middle, beam), (middle, top - 12)], colour=(107, 107, 107), width=8
    )
    sketch.shape(box(mast - 20, ground - 9, 40, 9, 3), fill=(107, 107, 107))
    seen_from = [(middle, top), (middle - half, ground - 5), (middle + half, ground - 5)]
    sketch.shape(polygon(seen_from), fill=_BLUE, opacity=0.12)
    for side in (-1, 1):
        sketch.dashes((middle, top), (middle + side * half, ground - 5), colour=_BLUE, width=1.5)
    sketch.shape(box(middle - half, ground - 5, 2 * half, 5), fill=(44, 122, 75))
    seen = f"in the picture: {highest.wide_mm / 10:.0f} × {highest.high_mm / 10:.0f} cm for {highest.game}"
    sketch.words(middle, ground + 34, seen, size=12, anchor="middle")
    _box_beside(sketch, middle + half + 40, ground)
    _heights(sketch, middle, ground, found)
    sketch.shape(box(middle - 15, top - 14, 30, 14, 3), fill=_DARK)
    sketch.shape(circle(middle, top, 5), fill=_BLUE)


def _box_beside(sketch: Sketch, x: float, ground: float) -> None:
    deep, high, lean = 60 * _SIDE, PANEL_MM[1] * _SIDE, 0.36 * PANEL_MM[1] * _SIDE
    side = [
        (x, ground),
        (x + lean, ground - high),
        (x + lean + deep, ground - high),
        (x + deep + lean, ground),
    ]
    sketch.shape(polygon(side), fill=_CASE, edge=INK)
    sketch.line([(x + 6, ground - 18), (x + lean - 4, ground - high + 10)], colour=_DARK, width=5)
    sketch.words(x + lean, ground - high - 10, "the box", size=12, anchor="middle")


def _heights(sketch: Sketch, middle: float, ground: float, found: list[Height]) -> None:
    by_height: dict[int, list[str]] = {}
    for one in found:
        by_height.setdefault(one.above_cm, []).append(one.game.partition(" (")[0])
    for above, games in by_height.items():
        y = ground - above * 10 * _SIDE
        sketch.line([(middle - 22, y), (middle + 22, y)], colour=INK, width=2)
        sketch.dashes((middle + 22, y), (middle + 150, y), colour=FAINT, width=1)
        sketch.words(middle + 158, y + 5, f"{above} cm", size=14, bold=True)
        sketch.words(middle + 218, y + 5, ", ".join(games), size=14)


def _measure(sketch: Sketch, ends: list[tuple[float, float]], words: str) -> None:
    """A measured length: a line with a stroke at both ends, and how long it is."""
    (x0, y0), (x1, y1) = ends
    sketch.line(ends, colour=FAINT, width=1)
    level = y0 == y1
    for x, y in ends:
        sketch.line([(x, y - 5), (x, y + 5)] if level else [(x - 5, y), (x + 5, y)], colour=FAINT, width=1)
    at = ((x0 + x1) / 2, y0 - 5) if level else (x0 - 6, (y0 + y1) / 2)
    sketch.words(*at, words, size=12, colour=FAINT, anchor="middle" if level else "end")
