"""How buttons and LEDs are wired to a Raspberry Pi, drawn from the pin map: every pin with what hangs on it."""

from typing import Final

from hardware.header import GROUND, HEADER
from hardware.pins import PinMap
from ui.printing.die_face import Leds, draw_pips
from ui.printing.sketch import CREAM, FAINT, INK, PAPER, Anchor, Sketch
from vision.printed.marks import Colour
from vision.printed.shapes import box, circle, polygon

OHMS: Final = 470
"""A red LED at 3.3 V takes 3 mA through it: all LEDs at once stay within what a Pi's pins give together."""
_WIDE: Final = 1040.0
_MIDDLE: Final = _WIDE / 2
_TOP: Final = 108.0
_ROW: Final = 30.0
_PAD: Final = 16.0
"""From the middle of the header to the middle of a pin."""
_BUS: Final = 52.0
"""From the edge of the drawing to the ground that all wires end at."""
_HEADER: Final = (47, 51, 48)
_FIXED: Final = (216, 208, 189)
_BUTTON: Final = (31, 95, 168)
_LAMPS: Final = {"die0": (184, 106, 0), "die1": (44, 122, 75), "": (168, 50, 74)}
_PIP_WORDS: Final = {
    "tl": "top left", "tr": "top right", "ml": "middle left", "c": "middle", "mr": "middle right",
    "bl": "bottom left", "br": "bottom right",
}  # fmt: skip
_WORDS: Final = {
    "done": "button “done”", "back": "button “take back”", "dispute": "button “dispute”", "heads": "penny: heads",
    "tails": "penny: tails", "trouble": "trouble",
}  # fmt: skip


def named(name: str) -> str:
    """A button or lamp of a pin map as people call it."""
    if name in _WORDS:
        return _WORDS[name]
    die, _, pip = name.partition(".")
    player = int(die[-1]) + 1
    if pip:
        return f"die {player}, {_PIP_WORDS[pip]}"
    return f"button of player {player}" if name.startswith("seat") else f"player {player} is to play"


def wiring(pins: PinMap) -> str:
    """The drawing as SVG."""
    dice = sorted({name.partition(".")[0] for name in pins.lamps if "." in name})
    high = _TOP + 20 * _ROW + 40 + 150 * max(1, (len(dice) + 1) // 2)
    sketch = Sketch(
        _WIDE, high, "Each pin of the Raspberry Pi's header with the button or LED that is wired to it"
    )
    _heading(sketch, pins)
    on_pin = {pin: name for name, pin in (*pins.buttons.items(), *pins.lamps.items())}
    for side in (-1, 1):
        bus = _MIDDLE + side * (_MIDDLE - _BUS)
        sketch.line([(bus, _TOP - 14), (bus, _TOP + 20 * _ROW - 16)], width=5)
    sketch.shape(box(_MIDDLE - 2 * _PAD, _TOP - 15, 4 * _PAD, 20 * _ROW, 5), fill=_HEADER)
    for index, carries in enumerate(HEADER):
        row, right = divmod(index, 2)
        name = on_pin.get(carries) if isinstance(carries, int) else None
        _row(sketch, _TOP + row * _ROW, 1 if right else -1, index + 1, carries, name)
    for number, die in enumerate(dice):
        _die(sketch, 70 + number % 2 * 300, _TOP + 20 * _ROW + 26 + number // 2 * 150, die, pins)
    _notes(sketch, _MIDDLE + 130 if dice else 70, _TOP + 20 * _ROW + 44)
    return sketch.svg()


def _heading(sketch: Sketch, pins: PinMap) -> None:
    sketch.words(
        _BUS - 8,
        38,
        f"Wiring: {len(pins.buttons)} buttons and {len(pins.lamps)} LEDs on the Pi’s header",
        size=22,
        bold=True,
    )
    sketch.words(
        _BUS - 8,
        64,
        "Seen from above, the corner with pin 1 at the top left. In grey: names in pins.toml.",
        colour=FAINT,
    )
    for side in (-1, 1):
        x = _MIDDLE + side * (_MIDDLE - _BUS + 8)
        sketch.words(x, _TOP - 22, "ground", size=12, bold=True, anchor=_outwards(-side))


def _row(sketch: Sketch, y: float, side: int, number: int, carries: int | str, name: str | None) -> None:
    """One pin: its pad, and outwards what is wired to it, as far as the ground."""

    def x(outwards: float) -> float:
        return _MIDDLE + side * outwards

    pad, bus = _PAD + 10, _MIDDLE - _BUS
    out, in_ = _outwards(side), _outwards(-side)
    colour = FAINT if name is None else _colour(name)
    if carries == GROUND:
        sketch.line([(x(pad), y), (x(bus), y)], width=2)
        sketch.words(x(pad + 12), y - 5, GROUND, size=12, anchor=out)
        colour = INK
    elif name is None:
        label = f"GPIO {carries}, free" if isinstance(carries, int) else f"{carries}, not used"
        sketch.line([(x(pad), y), (x(pad + 8), y)], colour=FAINT)
        sketch.words(x(pad + 12), y + 4, label, size=12, colour=FAINT, anchor=out)
    else:
        sketch.line([(x(pad), y), (x(bus), y)], colour=colour, width=2)
        sketch.words(x(pad + 12), y - 5, f"GPIO {carries}", size=12, colour=colour, anchor=out, bold=True)
        sketch.words(x(bus - 130), y - 5, named(name), size=13, anchor=in_)
        sketch.words(x(pad + 76), y - 5, name, size=11, colour=FAINT, anchor=out)
        if name.startswith("seat") or name in ("done", "back", "dispute"):
            _push_button(sketch, x(bus - 62), y, colour)
        else:
            _led(sketch, x(bus - 98), x(bus - 38), y, side, colour)
    fill = CREAM if isinstance(carries, int) else _FIXED
    sketch.shape(circle(x(_PAD), y, 11), fill=fill, edge=colour, width=2)
    sketch.words(x(_PAD), y + 4, str(number), size=11, anchor="middle", bold=True)


def _outwards(side: int) -> Anchor:
    """Where words stand that run away from the header on a side, or towards it on the other."""
    return "start" if side > 0 else "end"


def _push_button(sketch: Sketch, x: float, y: float, colour: Colour) -> None:
    sketch.shape(box(x - 18, y - 4, 36, 8), fill=PAPER)
    for aside in (-16, 16):
        sketch.shape(circle(x + aside, y, 3.5), fill=colour)
    sketch.line([(x - 18, y - 8), (x + 18, y - 8)], colour=colour, width=3)
    sketch.line([(x, y - 8), (x, y - 14)], colour=colour, width=3)


def _led(sketch: Sketch, resistor: float, led: float, y: float, side: int, colour: Colour) -> None:
    """A resistor, then an LED whose short leg is towards the ground."""
    sketch.shape(box(resistor - 15, y - 5, 30, 10), fill=PAPER, edge=colour)
    tip = led + side * 9
    sketch.shape(polygon([(led - side * 9, y - 8), (led - side * 9, y + 8), (tip, y)]), fill=colour)
    sketch.line([(tip, y - 8), (tip, y + 8)], colour=colour, width=3)


def _die(sketch: Sketch, x: float, y: float, die: str, pins: PinMap) -> None:
    """The seven LEDs of a die where they stand, each with its GPIO."""
    side, step, colour = 132.0, 42.0, _colour(f"{die}.c")
    sketch.shape(box(x, y, side, side, 16), fill=CREAM, edge=colour)
    draw_pips(sketch, (x + side / 2, y + side / 2), die, pins, Leds(step, 15, 13, colour))
    sketch.words(x + side + 14, y + 22, f"Die {int(die[-1]) + 1}", bold=True)
    sketch.words(x + side + 14, y + 42, "its seven LEDs,", size=12)
    sketch.words(x + side + 14, y + 59, "each with its GPIO", size=12)


def _notes(sketch: Sketch, x: float, y: float) -> None:
    lines = (
        f"LED: a resistor of {OHMS} ohms in its wire,",
        "the short leg towards ground.",
        "Button: between its GPIO and ground,",
        "no resistor.",
        "Never to 5 V: that kills the Pi.",
    )
    for number, line in enumerate(lines):
        sketch.words(x, y + number * 21, line, bold=number == len(lines) - 1)


def _colour(name: str) -> Colour:
    if name.startswith("seat") or name in ("done", "back", "dispute"):
        return _BUTTON
    return _LAMPS.get(name.partition(".")[0], _LAMPS[""] if "." not in name else _LAMPS["die0"])
