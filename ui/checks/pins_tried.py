"""`companion check pins`: every lamp is lit and every button waited for, one by one, each by its pin."""

import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from hardware.panel import NoPanel, PinPanel
from hardware.pins import PinMap
from vision.calibration.verdict import Verdict, failed, passed

PATIENCE_S = 20.0
"""A button is waited for so long."""
LIT_S = 1.0
"""A lamp that nobody can be asked about is lit for so long."""


def tried(
    pins: PinMap,
    open_pins: Callable[[PinMap, Callable[[str], None]], PinPanel | NoPanel],
    say: Callable[[str], None],
    was_lit: Callable[[], bool] | None,
    patience_s: float = PATIENCE_S,
) -> Iterator[Verdict]:
    """A check for each lamp and button of a map.

    `say` tells people what is lit or awaited. `was_lit` asks them whether the lamp is lit; None: nobody is asked.
    """
    presses: SimpleQueue[str] = SimpleQueue()
    panel = open_pins(pins, presses.put)

    def lamp(what: str) -> Verdict:
        if panel.why and isinstance(panel, PinPanel) and not panel.lost:
            return failed(what, str(panel.why), "look at the wiring of the LEDs")
        if was_lit is None:
            time.sleep(LIT_S)
            return passed(what, "lit for a moment; nobody was asked whether it shone")
        if was_lit():
            return passed(what, "shone")
        fix = "turn the LED round (short leg to ground), or look for a loose wire"
        return failed(what, "did not shine", fix)

    def button(what: str, name: str) -> Verdict:
        while not presses.empty():
            presses.get_nowait()
        say(f"{what}: press it")
        others: dict[str, None] = {}
        until = time.monotonic() + patience_s
        while (left := until - time.monotonic()) > 0:
            try:
                pressed = presses.get(timeout=left)
            except Empty:
                break
            if pressed == name:
                return passed(what, "was pressed")
            others[pressed] = None
            say(f"  that was GPIO{pins.buttons[pressed]} {pressed}")
        if others:
            told = ", ".join(f"GPIO{pins.buttons[other]} ({other})" for other in others)
            return failed(what, f"pressed instead: {told}", "swap the wires, or the pins in the pin map")
        return failed(
            what, f"not pressed within {patience_s:.0f} s", "its wires go to this pin and to ground"
        )

    try:
        if isinstance(panel, NoPanel):
            yield failed("pins", str(panel.why), "the wiring can wait: first the pins must be there")
            return
        for name, pin in (*pins.lamps.items(), *pins.buttons.items()):
            what = f"GPIO{pin} {name}"
            if name in panel.lost:
                yield failed(what, "used by something else", "see what companion check says of it")
            elif name in pins.lamps:
                say(f"{what}: lit now")
                panel.light(frozenset({name}))
                yield lamp(what)
            else:
                panel.light(frozenset())
                yield button(what, name)
    finally:
        panel.close()
