"""The pin of each button and LED, from the default map or the owner's own file; and what each header pin is.

The owner's file is TOML and replaces the default map entirely. Pins are BCM numbers, 0 to 27, each used once:

    [buttons]            # seat0 … seat5, done, back, dispute; a button to ground, pulled up by the Pi
    seat0 = 2
    [lamps]              # turn0 … turn5, heads, tails, trouble
    turn0 = 25
    [die0]               # die0 … die5: the seven LEDs of that seat's die, all of them
    tl = 7
    ml = 8
    bl = 9
    c = 10
    tr = 11
    mr = 12
    br = 13

A seat without its own die shows its throws on die0. The screen serves for buttons and lamps not named.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.said import Said

SEATS = 6
PIPS = ("tl", "ml", "bl", "c", "tr", "mr", "br")
BUTTONS = (*(f"seat{seat}" for seat in range(SEATS)), "done", "back", "dispute")
LAMPS = (*(f"turn{seat}" for seat in range(SEATS)), "heads", "tails", "trouble")
_DICE = tuple(f"die{seat}" for seat in range(SEATS))
_MOST_BYTES = 65_536
_LAST_PIN = 27
GROUND: Final = "ground"
_ROWS: Final = (
    ("3.3 V", "5 V"), (2, "5 V"), (3, GROUND), (4, 14), (GROUND, 15), (17, 18), (27, GROUND), (22, 23), ("3.3 V", 24),
    (10, GROUND), (9, 25), (11, 8), (GROUND, 7), (0, 1), (5, GROUND), (6, 12), (13, GROUND), (19, 16), (26, 20),
    (GROUND, 21),
)  # fmt: skip
HEADER: Final[tuple[int | str, ...]] = tuple(pin for row in _ROWS for pin in row)
"""A Raspberry Pi's 40 header pins from pin 1, odd ones on the left: a GPIO's BCM number, or what else a pin carries.
"""
# 14 and 15 carry the serial console and 0 and 1 ask for a HAT's description: the default map uses them last.
_ORDER = (*range(2, 14), *range(16, 28), 14, 15, 0, 1)


class PinFault(ValueError):
    """An impossible pin map: one line with file, key, what was expected and what was found.

    `said`: the same as a sentence that can be translated.
    """

    def __init__(self, text: str, where: object, **parts: str | int) -> None:
        self.said = Said(text, where=str(where), **parts)
        super().__init__(str(self.said))


@dataclass(frozen=True, slots=True)
class PinMap:
    """Pins (BCM) by the name of a button, and by the name of a lamp (`turn0`, `heads`, `die0.tl`)."""

    buttons: dict[str, int]
    lamps: dict[str, int]
    source: str = "the default map"

    def lamp(self, name: str) -> str | None:
        """The lamp that shows `name`: itself, die0's for a seat without its own die, or None."""
        if name in self.lamps:
            return name
        die, dot, pip = name.partition(".")
        shared = f"die0.{pip}"
        return shared if dot and die in _DICE and shared in self.lamps else None


def default_pins(seats: int = 2) -> PinMap:
    """The map for a box without its own file, for up to 6 seats.

    Two seats: two dice, 24 pins in all. More seats: one die for all, since a die each takes more than the 28 pins.
    """
    if not 1 <= seats <= SEATS:
        raise ValueError(f"seats: expected 1 to {SEATS}, found {seats}")
    free = iter(_ORDER)
    buttons = {name: next(free) for name in (*(f"seat{seat}" for seat in range(seats)), *BUTTONS[SEATS:])}
    dice = _DICE[:2] if seats <= 2 else _DICE[:1]
    lamps = {f"{die}.{pip}": next(free) for die in dice for pip in PIPS}
    names = ("heads", "tails", *(f"turn{seat}" for seat in range(seats)), "trouble")
    return PinMap(buttons, lamps | {name: next(free) for name in names})


def load_pins(path: Path) -> PinMap:
    """The owner's map. Raises PinFault for a faulty file, naming the key."""
    # Only a regular file of bounded size is read: a device or a pipe might never end.
    if path.exists() and not path.is_dir() and not (path.is_file() and path.stat().st_size <= _MOST_BYTES):
        raise PinFault(
            "{where}: expected a pin map, found no regular file of at most {most} bytes",
            path,
            most=_MOST_BYTES,
        )
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise PinFault("{where}: expected a pin map, found {why}", path, why=why) from fault
    except RecursionError as fault:
        raise PinFault("{where}: expected TOML, found tables nested without end", path) from fault
    except ValueError as fault:
        raise PinFault("{where}: expected TOML, found {why}", path, why=str(fault)) from fault
    # Sections and keys must be known; every pin is a GPIO and is used once.
    known = {"buttons": BUTTONS, "lamps": LAMPS} | dict.fromkeys(_DICE, PIPS)
    pins = PinMap({}, {}, str(path))
    used: dict[int, str] = {}
    for section, content in given.items():
        at = f"{path}: {section}"
        if section not in known:
            raise PinFault("{where}: expected one of buttons, lamps, die0 … die5, found another name", at)
        if not isinstance(content, Mapping):
            raise PinFault("{where}: expected a table, found {found}", at, found=repr(content))
        for name, pin in content.items():
            entry, key = f"{at}.{name}", f"{section}.{name}"
            if name not in known[section]:
                names = ", ".join(known[section])
                raise PinFault(
                    "{where}: expected one of {names}, found {found}", entry, names=names, found=repr(name)
                )
            if type(pin) is not int or not 0 <= pin <= _LAST_PIN:
                raise PinFault(
                    "{where}: expected a BCM pin from 0 to {last}, found {found}",
                    entry,
                    last=_LAST_PIN,
                    found=repr(pin),
                )
            if pin in used:
                raise PinFault(
                    "{where}: expected a pin of its own, found {pin}, which {other} has",
                    entry,
                    pin=pin,
                    other=used[pin],
                )
            used[pin] = key
            if section == "buttons":
                pins.buttons[name] = pin
            else:
                pins.lamps[key if section in _DICE else name] = pin
        # A die has all seven LEDs, or none.
        missing = ", ".join(pip for pip in PIPS if section in _DICE and pip not in content)
        if missing:
            raise PinFault("{where}: expected all seven LEDs, found none for {missing}", at, missing=missing)
    return pins


def find_pins(path: Path, seats: int = 2) -> PinMap:
    """The owner's map if its file exists, else the default map. Raises PinFault."""
    return load_pins(path) if path.exists() else default_pins(seats)
