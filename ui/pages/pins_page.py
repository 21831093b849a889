"""The check of buttons and lamps, one by one: each button pressed is ticked off, each lamp is lit by a touch."""

from collections.abc import Callable
from queue import SimpleQueue

from hardware.panel import NoPanel, PinPanel, open_panel
from hardware.pins import PinFault, PinMap, find_pins
from ui.places import pins_file
from ui.present.models import Banner, StepModel, StepPage, choice, ways_out
from ui.present.touches import do
from ui.words import _, device_words

Opened = PinPanel | NoPanel
Post = Callable[[str], None]


def begin_pins() -> "PinsPage":
    try:
        return PinsPage(find_pins(pins_file()), open_panel)
    except PinFault as fault:
        return PinsPage(fault, open_panel)


class PinsPage(StepPage):
    """Holds the panel while it is shown. `open`: gives it, with a function that is told of presses."""

    def __init__(self, pins: PinMap | PinFault, open: Callable[[PinMap, Post], Opened]) -> None:
        self._presses: SimpleQueue[str] = SimpleQueue()
        self._pins = pins if isinstance(pins, PinMap) else None
        self._panel = NoPanel(pins.said) if isinstance(pins, PinFault) else open(pins, self._presses.put)
        self._pressed: set[str] = set()
        self._lit: frozenset[str] = frozenset()

    def tick(self) -> bool:
        before = len(self._pressed)
        while not self._presses.empty():
            self._pressed.add(self._presses.get())
        return len(self._pressed) > before

    def light_lamp(self, lamp: str) -> None:
        self._lit ^= {lamp}
        self._panel.light(self._lit)

    def left(self) -> None:
        self._panel.close()

    def model(self) -> StepModel:
        title, why = _("Buttons and lamps"), self._panel.why
        banner = Banner("trouble", device_words(why)) if why else None
        if isinstance(self._panel, NoPanel) or self._pins is None:
            body = (_("The screen has the same keys: a box without buttons plays as well."),)
            return StepModel(title, body=body, banner=banner, tools=ways_out())
        lines, keys = [_("Press each button once. Touch a lamp below to light it.")], []
        yes, no = _("✓ {button} (GPIO {pin}) was pressed."), _("– {button} (GPIO {pin}): not pressed yet.")
        for name, pin in self._pins.buttons.items():
            lines.append((yes if name in self._pressed else no).format(button=name, pin=pin))
        for name, pin in self._pins.lamps.items():
            words = _("Lamp {lamp} (GPIO {pin})").format(lamp=name, pin=pin)
            keys.append(choice(words, do(self.light_lamp, name), name in self._lit, "lamp"))
        return StepModel(title, body=tuple(lines), banner=banner, keys=tuple(keys), tools=ways_out())
