"""A case for the box, drawn in millimetres: its front with screen, buttons and LEDs, and the camera's arm beside it."""

from typing import Final

from hardware.pins import PinMap
from ui.printing.die_face import Leds, draw_pips
from ui.printing.heights import MODULE_3, Height, heights
from ui.printing.svg import FAINT, INK, Svg

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
_CASE: Final = "#e9e1cf"
_DARK: Final = "#2f3330"
_BLUE: Final = "#1f5fa8"
_SEATS: Final = ("#b86a00", "#2c7a4b")
_WORDS: Final = {"done": "done", "back": "take back", "dispute": "dispute"}


def case(pins: PinMap) -> str:
    """The drawing as SVG, for a pin map of two players."""
    svg = Svg(
        _WIDE,
        _HIGH,
        "The front of a case with screen, buttons and LEDs, and how high the camera hangs for each game",
    )
    svg.words(40, 44, "A case, and the camera’s arm", size=22, bold=True)
    _front(svg, 64, 130, pins)
    _arm(svg, 690, 680, heights(MODULE_3))
    return svg.text()


def _front(svg: Svg, left: float, top: float, pins: PinMap) -> None:
    wide, high = PANEL_MM

    def x(mm: float) -> float:
        return left + mm * _FRONT

    def y(mm: float) -> float:
        return top + mm * _FRONT

    svg.words(x(0), 84, "The front (mm)", size=15, bold=True)
    svg.box(x(0), y(0), wide * _FRONT, high * _FRONT, fill=_CASE, edge=INK, round=14)
    screen_x, screen_y = (wide - BODY_MM[0]) / 2, 14.0
    svg.box(x(screen_x), y(screen_y), BODY_MM[0] * _FRONT, BODY_MM[1] * _FRONT, fill=_DARK, round=6)
    shown_x, shown_y = (wide - SHOWN_MM[0]) / 2, screen_y + (BODY_MM[1] - SHOWN_MM[1]) / 2
    svg.box(x(shown_x), y(shown_y), SHOWN_MM[0] * _FRONT, SHOWN_MM[1] * _FRONT, fill="#f4efe2")
    svg.words(x(wide / 2), y(shown_y + 38), "touchscreen", size=15, anchor="middle")
    svg.words(
        x(wide / 2),
        y(shown_y + 49),
        f"opening {SHOWN_MM[0]:.0f} × {SHOWN_MM[1]:.0f}",
        size=13,
        colour=FAINT,
        anchor="middle",
    )
    row = screen_y + BODY_MM[1] + 46
    for number, name in enumerate(("back", "done", "dispute")):
        _button(svg, x(wide / 2 + (number - 1) * 36), y(row), _WORDS[name], pins.buttons[name], _BLUE)
    for seat, side in ((0, -1), (1, 1)):
        middle = wide / 2 + side * 86
        _button(svg, x(middle), y(row), f"player {seat + 1}", pins.buttons[f"seat{seat}"], _SEATS[seat])
        _led(svg, x(middle), y(row - 24), f"turn {seat + 1}", pins.lamps[f"turn{seat}"], _SEATS[seat])
        _die(svg, x(wide / 2 + side * 124), y(row - 4), seat, pins)
    for name, aside in (("heads", -18), ("tails", 18)):
        _led(svg, x(wide / 2 + aside), y(row - 24), name, pins.lamps[name], "#a8324a")
    _led(svg, x(screen_x + BODY_MM[0] + 20), y(screen_y + 8), "trouble", pins.lamps["trouble"], "#a8324a")
    _measure(svg, [(x(0), top - 16), (x(wide), top - 16)], f"{wide:.0f}")
    _measure(svg, [(x(0) - 16, y(0)), (x(0) - 16, y(high))], f"{high:.0f}")
    lines = (
        f"Buttons {BUTTON_MM:.0f} mm, LEDs {LED_MM:.0f} mm wide, {PIP_STEP_MM:.0f} mm between pips; numbers are GPIOs.",
        "60 mm deep, leaning back by 20°. The Pi sits behind the screen; slots for air above and below.",
        "Openings at the back for power, the camera’s cable and, if you like, a loudspeaker.",
        f"Touch Display 2 (7 inch) has a body of 189 × 120 mm: the case is then {PANEL_MM[1] + 10:.0f} mm high.",
    )
    for number, line in enumerate(lines):
        svg.words(x(0), y(high) + 30 + number * 21, line, size=12)


def _button(svg: Svg, x: float, y: float, words: str, pin: int, colour: str) -> None:
    svg.ring(x, y, BUTTON_MM / 2 * _FRONT, fill=colour, edge=INK)
    svg.words(x, y + 5, str(pin), size=15, colour="#ffffff", anchor="middle", bold=True)
    svg.words(x, y + BUTTON_MM / 2 * _FRONT + 16, words, size=12, anchor="middle")


def _led(svg: Svg, x: float, y: float, words: str, pin: int, colour: str) -> None:
    svg.ring(x, y, LED_MM / 2 * _FRONT + 1, fill=colour, edge=INK)
    svg.words(x, y - 9, f"{words} · {pin}", size=11, anchor="middle")


def _die(svg: Svg, x: float, y: float, seat: int, pins: PinMap) -> None:
    side = 3 * PIP_STEP_MM * _FRONT
    svg.box(x - side / 2, y - side / 2, side, side, fill="#f4efe2", edge=_SEATS[seat], round=9)
    leds = Leds(PIP_STEP_MM * _FRONT, LED_MM / 2 * _FRONT + 3, 9, _SEATS[seat])
    draw_pips(svg, (x, y), f"die{seat}", pins, leds)
    svg.words(x, y + side / 2 + 16, f"die {seat + 1}", size=12, anchor="middle")


def _arm(svg: Svg, left: float, ground: float, found: list[Height]) -> None:
    """The camera above the mat, with the height for each game; the box stands beside."""
    highest = found[-1]
    half = highest.wide_mm * _SIDE / 2
    mast, middle = left + 20, left + 62 + half
    top = ground - highest.above_cm * 10 * _SIDE
    beam = top - ABOVE_CM * 10 * _SIDE
    svg.words(left, 84, f"How high the camera hangs ({MODULE_3.name})", size=15, bold=True)
    svg.box(left - 20, ground, _WIDE - left - 10, 12, fill="#8a6a4a")
    svg.line([(mast, ground), (mast, beam), (middle, beam), (middle, top - 12)], colour="#6b6b6b", width=8)
    svg.box(mast - 20, ground - 9, 40, 9, fill="#6b6b6b", round=3)
    svg.shape(
        [(middle, top), (middle - half, ground - 5), (middle + half, ground - 5)], fill=_BLUE, opacity=0.12
    )
    for side in (-1, 1):
        svg.line([(middle, top), (middle + side * half, ground - 5)], colour=_BLUE, width=1.5, dashed=True)
    svg.box(middle - half, ground - 5, 2 * half, 5, fill="#2c7a4b")
    seen = f"in the picture: {highest.wide_mm / 10:.0f} × {highest.high_mm / 10:.0f} cm for {highest.game}"
    svg.words(middle, ground + 34, seen, size=12, anchor="middle")
    _box_beside(svg, middle + half + 40, ground)
    _heights(svg, middle, ground, found)
    svg.box(middle - 15, top - 14, 30, 14, fill=_DARK, round=3)
    svg.ring(middle, top, 5, fill=_BLUE)


def _box_beside(svg: Svg, x: float, ground: float) -> None:
    deep, high, lean = 60 * _SIDE, PANEL_MM[1] * _SIDE, 0.36 * PANEL_MM[1] * _SIDE
    svg.shape([(x, ground), (x + lean, ground - high), (x + lean + deep, ground - high), (x + deep + lean, ground)],
              fill=_CASE, edge=INK)  # fmt: skip
    svg.line([(x + 6, ground - 18), (x + lean - 4, ground - high + 10)], colour=_DARK, width=5)
    svg.words(x + lean, ground - high - 10, "the box", size=12, anchor="middle")


def _heights(svg: Svg, middle: float, ground: float, found: list[Height]) -> None:
    by_height: dict[int, list[str]] = {}
    for one in found:
        by_height.setdefault(one.above_cm, []).append(one.game.partition(" (")[0])
    for above, games in by_height.items():
        y = ground - above * 10 * _SIDE
        svg.line([(middle - 22, y), (middle + 22, y)], colour=INK, width=2)
        svg.line([(middle + 22, y), (middle + 150, y)], colour=FAINT, width=1, dashed=True)
        svg.words(middle + 158, y + 5, f"{above} cm", size=14, bold=True)
        svg.words(middle + 218, y + 5, ", ".join(games), size=14)


def _measure(svg: Svg, ends: list[tuple[float, float]], words: str) -> None:
    """A measured length: a line with a stroke at both ends, and how long it is."""
    (x0, y0), (x1, y1) = ends
    svg.line(ends, colour=FAINT, width=1)
    level = y0 == y1
    for x, y in ends:
        svg.line([(x, y - 5), (x, y + 5)] if level else [(x - 5, y), (x + 5, y)], colour=FAINT, width=1)
    at = ((x0 + x1) / 2, y0 - 5) if level else (x0 - 6, (y0 + y1) / 2)
    svg.words(*at, words, size=12, colour=FAINT, anchor="middle" if level else "end")
