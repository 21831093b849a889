"""Buttons in, lights out. The thread of the pins only posts the name of a pressed button.

An exception in a callback would end lgpio's only thread and every button with it, so callbacks catch all of them.
Bounces are dropped here, by the given clock: gpiozero's own bounce time can hang a button (gpiozero #378).
"""

import logging
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hardware.machine import is_pi
from hardware.pins import PinFault, PinMap, find_pins
from hardware.said import Said

BOUNCE_SECONDS = 0.05
_DEVICES = Path("/dev")
_log = logging.getLogger(__name__)


class NoPanel:
    """The panel of a box without pins, with the reason in `why`; the screen has the same controls."""

    def __init__(self, why: Said) -> None:
        self.why: Said | None = why
        self.failing: Said | None = None

    def light(self, on: frozenset[str]) -> None:
        """Nothing to light."""

    def close(self) -> None:
        """Nothing to close."""


class PinPanel:
    """Buttons and LEDs on the pins of a map, through gpiozero.

    `post` gets the name of each pressed button, once per press, in a thread of the pins. `lost`: pins held by
    something else, by the name of their button or lamp; the others work. `why`: why some pins are missing or no
    longer answer, or None; `failing`: only why lamps no longer answer.

    Raises the fault of gpiozero or its pin factory if no pin can be had; `open_panel` turns that into words.
    """

    def __init__(
        self, pins: PinMap, post: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        from gpiozero import LED, Button, Device

        self._pins = pins
        self._post = post
        self._clock = clock
        self._quiet_until: dict[str, float] = {}
        self._buttons: dict[str, Any] = {}
        self._leds: dict[str, Any] = {}
        self._lit: set[str] = set()
        self.lost: dict[str, int] = {}
        self.failing: Said | None = None
        first: Exception | None = None
        try:
            Device.ensure_pin_factory()
            for name, pin in (*pins.buttons.items(), *pins.lamps.items()):
                try:
                    if name in pins.buttons:
                        self._buttons[name] = self._listening(
                            name, Button(pin, pull_up=True, bounce_time=None)
                        )
                    else:
                        self._leds[name] = LED(pin)
                except Exception as fault:  # a pin's edge: one that cannot be had costs no other
                    first = first or fault
                    self.lost[name] = pin
            # One missing pin is no fault as long as another works.
            if first is not None and not self._buttons and not self._leds:
                raise first
        except BaseException:
            self.close()
            raise
        self.why = self._lost_words()

    def light(self, on: frozenset[str]) -> None:
        """Turns these lamps on and all others off; names without a lamp are ignored."""
        named = {lamp for name in on if (lamp := self._pins.lamp(name)) is not None}
        wanted = named & self._leds.keys()
        try:
            for name in wanted ^ self._lit:
                self._leds[name].value = name in wanted
        except Exception as fault:  # a pin's edge: whatever its driver raises, the game goes on
            self.why = self.failing = Said("the lamps do not answer: {why}", why=_line(fault))
        else:
            self.why, self.failing = self._lost_words(), None
            self._lit = wanted

    def close(self) -> None:
        """Releases every pin; a second call does nothing."""
        for device in (*self._buttons.values(), *self._leds.values()):
            try:
                device.close()
            except Exception as fault:  # the next pin must be released all the same
                _log.warning("a pin could not be let go of: %s", fault)
        self._buttons.clear()
        self._leds.clear()

    def _listening(self, name: str, button: Any) -> Any:
        button.when_pressed = lambda: self._edge(name, pressed=True)
        button.when_released = lambda: self._edge(name, pressed=False)
        return button

    def _lost_words(self) -> Said | None:
        if not self.lost:
            return None
        pins = ", ".join(f"GPIO{pin} ({name})" for name, pin in self.lost.items())
        work = len(self._buttons) + len(self._leds)
        return Said("used by something else: {pins}; pins that work: {n}", pins=pins, n=work)

    def _edge(self, name: str, *, pressed: bool) -> None:
        """A button went down or up; edges within BOUNCE_SECONDS after either are bounces."""
        try:
            now = self._clock()
            fresh = now >= self._quiet_until.get(name, now)
            self._quiet_until[name] = now + BOUNCE_SECONDS
            if pressed and fresh:
                self._post(name)
        except Exception:  # see the first lines of this file
            _log.exception("the press of %s was lost", name)


Panel = PinPanel | NoPanel


def open_panel(
    pins: PinMap, post: Callable[[str], None], clock: Callable[[], float] = time.monotonic
) -> Panel:
    """The panel on these pins, or NoPanel with the reason.

    gpiozero chooses the pin factory: GPIOZERO_PIN_FACTORY if set (`mock` for tests), else lgpio before others.
    """
    try:
        with _lgpio_elsewhere(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero warns of each factory that it tries in vain
            return PinPanel(pins, post, clock)
    except Exception as fault:  # gpiozero's own, lgpio.error, ImportError, OSError: none may end the app
        return NoPanel(_reason(fault))


def owners_panel(path: Path, seats: int, post: Callable[[str], None]) -> Panel:
    """The panel on the owner's pin map, or on the default one for these seats; NoPanel for a faulty map."""
    try:
        pins = find_pins(path, seats)
    except PinFault as fault:
        return NoPanel(Said("no pins: {why}", why=fault.said))
    return open_panel(pins, post)


@contextmanager
def _lgpio_elsewhere() -> Iterator[None]:
    """Lets lgpio make its notification pipe in a folder that is surely writable, and not in ours.

    `import lgpio` makes a FIFO in the working directory, and with LG_WD set it changes to that directory for good.
    Both ends are open after the import, so nothing has to remain.
    """
    if "LG_WD" in os.environ:
        yield
        return
    here = Path.cwd()
    folder = tempfile.mkdtemp(prefix="zo-pins-")
    os.environ["LG_WD"] = folder
    try:
        yield
    finally:
        del os.environ["LG_WD"]
        os.chdir(here)
        shutil.rmtree(folder, ignore_errors=True)


def _reason(fault: Exception) -> Said:
    """Why no pin can be had. gpiozero itself may be missing, so its classes are imported only here."""
    if isinstance(fault, ModuleNotFoundError):
        return Said("no pins: the Python module {name} is missing", name=str(fault.name))
    from gpiozero import Device
    from gpiozero.exc import BadPinFactory, PinUnknownPi

    wanted = os.environ.get("GPIOZERO_PIN_FACTORY")
    if isinstance(fault, BadPinFactory) and wanted:
        return Said(
            "no pins: GPIOZERO_PIN_FACTORY asks for {name}, which gpiozero does not know", name=wanted
        )
    if Device.pin_factory is not None:
        return Said("no pins: {why}", why=_line(fault))
    if isinstance(fault, PinUnknownPi) or not is_pi():
        return Said("no pins: this is no Raspberry Pi")
    # Reasons why a Raspberry Pi cannot use its pins.
    why: Said | str = _line(fault)
    chips = sorted(_DEVICES.glob("gpiochip*"))
    if find_spec("lgpio") is None:
        why = Said("python3-lgpio is missing")
    elif not chips:
        why = Said("the system offers none: /dev/gpiochip0 is not there")
    elif not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        why = Said("this user may not use {chip}, and must be in the group gpio", chip=str(chips[0]))
    return Said("no pins: {why}", why=why)


def _line(fault: Exception) -> str:
    """The message of a fault on one line; lgpio puts its own between quotes."""
    return " ".join(str(fault).split()).strip("'\"") or type(fault).__name__
