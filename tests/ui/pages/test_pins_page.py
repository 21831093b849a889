"""Each button pressed is ticked off, each lamp is lit by a touch; a box without pins says so."""

from hardware.panel import NoPanel
from hardware.pins import PinFault, PinMap
from hardware.said import Said
from ui.pages.table_check import PinsPage

PINS = PinMap({"seat0": 2, "done": 4}, {"turn0": 25})


class Panel:
    """A panel with pins, pressed by the test."""

    why: str | None = None

    def __init__(self, _pins: PinMap, post: object) -> None:
        self.post, self.lit, self.closed = post, frozenset(), False

    def light(self, on: frozenset[str]) -> None:
        self.lit = on

    def close(self) -> None:
        self.closed = True


def test_a_press_is_ticked_off_and_a_lamp_is_lit() -> None:
    page = PinsPage(PINS, Panel)  # type: ignore[arg-type]
    panel = page._panel
    assert [line[0] for line in page.model().body[1:]] == ["–", "–"]
    assert not page.tick()
    panel.post("done")  # type: ignore[union-attr]
    assert page.tick()
    assert [line[0] for line in page.model().body[1:]] == ["–", "✓"]
    (lamp,) = page.model().keys
    assert page.take(lamp.action) and panel.lit == {"turn0"}  # type: ignore[union-attr]
    assert page.model().keys[0].weight == "chosen"
    page.light_lamp("turn0")
    assert panel.lit == frozenset()  # type: ignore[union-attr]
    page.left()
    assert panel.closed  # type: ignore[union-attr]


def test_a_box_without_pins_says_so() -> None:
    model = PinsPage(PINS, lambda _pins, _post: NoPanel(Said("no pins: this is no Raspberry Pi"))).model()
    assert model.banner is not None and "no Raspberry Pi" in model.banner.words and model.keys == ()
    model = PinsPage(PinFault("{where}: expected a pin, found x", "pins.toml: done"), Panel).model()  # type: ignore[arg-type]
    assert model.banner is not None and "pins.toml" in model.banner.words
