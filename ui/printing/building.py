"""The box's building plans as SVG: its case, and its wiring (a table for an owner's pin map)."""

from importlib.resources import files
from typing import Any, Final

from companion.kits.options import sheet_in
from hardware.pins import HEADER, PinMap, default_pins
from vision.printed.marks import BLACK, Drawing, Label, Line, Mark, grey
from vision.printed.svg import svg_of

_TOLD: Final = sheet_in("ui.printing", "pictures/wiring", dict[str, Any])
_ROW_MM: Final = 6.5
_HALF_MM: Final = 130.0
_TOP_MM: Final = 30.0


def case() -> str:
    """The front for two players with screen, buttons and LEDs, and the camera's arm beside it."""
    return _picture("case")


def wiring(pins: PinMap) -> str:
    """The default map for two players as a picture, any other as a table of the header's pins."""
    default = default_pins()
    same = (pins.buttons, pins.lamps) == (default.buttons, default.lamps)
    return _picture("wiring") if same else svg_of(_table(pins))


def _picture(name: str) -> str:
    return (files(__package__) / "pictures" / f"{name}.svg").read_text(encoding="utf-8")


def _table(pins: PinMap) -> Drawing:
    """The header from above: each pin with its GPIO and its button or LED."""
    title = f"Wiring: {len(pins.buttons)} buttons and {len(pins.lamps)} LEDs on the Pi’s header"
    seen = "Seen from above, the corner with pin 1 at the top left. In grey: names in pins.toml."
    marks: list[Mark] = [Label(8, 13, title, 4.4, font="bold"), Label(8, 20.5, seen, 2.9, grey(90))]
    on_pin = {pin: name for name, pin in (*pins.buttons.items(), *pins.lamps.items())}
    for index, carries in enumerate(HEADER):
        row, right = divmod(index, 2)
        left, y = 8 + right * _HALF_MM, _TOP_MM + row * _ROW_MM
        name = on_pin.get(carries) if isinstance(carries, int) else None
        ink = grey(130) if name is None else BLACK
        carried = f"GPIO {carries}" if isinstance(carries, int) else carries
        marks += [
            Label(left, y, str(index + 1), 2.9, font="bold"),
            Label(left + 9, y, carried, 2.9, ink, font="bold" if name else "text"),
            Label(left + 30, y, named(name) if name else "", 2.9, ink),
            Label(left + 86, y, name or "", 2.9, grey(90)),
            Line(left, y + 1.8, left + _HALF_MM - 12, y + 1.8, ink=grey(200), width_mm=0.2),
        ]
    low = _TOP_MM + len(HEADER) / 2 * _ROW_MM + 4
    marks += [Label(8, low + n * 5.2, words, 2.9) for n, words in enumerate(_TOLD["notes"])]
    return Drawing(title, 2 * _HALF_MM, low + len(_TOLD["notes"]) * 5.2 + 4, tuple(marks))


def named(name: str) -> str:
    """The name of a pin map's button or lamp for people."""
    words: dict[str, str] = _TOLD["words"]
    if name in words:
        return words[name]
    die, _, pip = name.partition(".")
    player = int(die[-1]) + 1
    if pip:
        return f"die {player}, {words[pip]}"
    return f"button of player {player}" if name.startswith("seat") else f"player {player} is to play"
