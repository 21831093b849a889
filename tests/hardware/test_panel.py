"""The panel on gpiozero's mock pins: pins are driven, lamps are read, time is handed in."""

import os
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware import panel as panels
from hardware.dice import die_lamps
from hardware.panel import BOUNCE_SECONDS, NoPanel, PinPanel, open_panel, owners_panel
from hardware.pins import PinMap, default_pins

PINS = default_pins(2)


class Box:
    """A panel on mock pins, what it posted, and the clock it goes by."""

    def __init__(self, factory: MockFactory) -> None:
        self.factory = factory
        self.now = 100.0
        self.posted: list[str] = []
        self.broken = False
        panel = open_panel(PINS, self.post, lambda: self.now)
        assert isinstance(panel, PinPanel)
        self.panel = panel

    def post(self, name: str) -> None:
        self.posted.append(name)
        if self.broken:
            raise RuntimeError("the inbox is gone")

    def down(self, name: str) -> None:
        self.factory.pin(PINS.buttons[name]).drive_low()

    def up(self, name: str) -> None:
        self.factory.pin(PINS.buttons[name]).drive_high()

    def lit(self) -> set[str]:
        return {name for name, pin in PINS.lamps.items() if self.factory.pin(pin).state}


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def box(factory: MockFactory) -> Iterator[Box]:
    box = Box(factory)
    yield box
    box.panel.close()


def test_every_button_posts_its_name_once_a_press(box: Box) -> None:
    for name in PINS.buttons:
        box.down(name)
        box.now += 1
        box.up(name)
        box.now += 1
    assert box.posted == list(PINS.buttons)


def test_bounces_of_a_press_and_of_its_release_are_no_further_presses(box: Box) -> None:
    for _ in range(6):
        box.down("done")
        box.now += 0.004
        box.up("done")
        box.now += 0.004
    box.down("done")
    box.now += 2
    for _ in range(3):
        box.up("done")
        box.now += 0.004
        box.down("done")
        box.now += 0.004
    box.up("done")
    assert box.posted == ["done"]


def test_two_quick_presses_are_two_and_buttons_do_not_mute_each_other(box: Box) -> None:
    for name in ("seat0", "seat1", "seat0"):
        box.down(name)
        box.now += BOUNCE_SECONDS
        box.up(name)
        box.now += BOUNCE_SECONDS
    box.down("back")
    box.down("done")
    assert box.posted == ["seat0", "seat1", "seat0", "back", "done"]


def test_a_fault_behind_a_press_never_reaches_the_thread_of_the_pins(
    box: Box, caplog: pytest.LogCaptureFixture
) -> None:
    box.broken = True
    box.down("done")
    box.now += 1
    box.up("done")
    box.now += 1
    box.broken = False
    box.down("done")
    assert box.posted == ["done", "done"]
    assert [record.message for record in caplog.records] == ["the press of done was lost"]


def test_lamps_go_on_and_off_by_name(box: Box) -> None:
    box.panel.light(die_lamps(0, 5) | die_lamps(1, 2) | {"turn1", "trouble"})
    assert box.lit() == die_lamps(0, 5) | die_lamps(1, 2) | {"turn1", "trouble"}
    box.panel.light(frozenset({"heads"}))
    assert box.lit() == {"heads"}
    box.panel.light(frozenset({"no such lamp"}))
    assert box.lit() == set()


def test_close_lets_go_of_every_pin(factory: MockFactory) -> None:
    for _ in range(2):
        box = Box(factory)
        box.panel.light(frozenset({"trouble"}))
        box.panel.close()
        box.panel.close()
        assert box.lit() == set()


def test_a_pin_that_is_taken_is_named_and_costs_no_other(factory: MockFactory) -> None:
    posted: list[str] = []
    taken = open_panel(PinMap({"back": 5}, {"turn0": 6}), posted.append)
    clash = PinMap({"done": 4, "back": 5}, {"trouble": 7, "turn0": 6})
    panel = open_panel(clash, posted.append)
    assert isinstance(panel, PinPanel)
    said = "used by something else: GPIO5 (back), GPIO6 (turn0); pins that work: 2"
    assert (panel.lost, str(panel.why)) == ({"back": 5, "turn0": 6}, said)
    panel.light(frozenset({"trouble", "turn0"}))
    assert factory.pin(7).state and not factory.pin(6).state
    assert str(panel.why) == said
    factory.pin(4).drive_low()
    assert posted == ["done"]
    panel.close()
    taken.close()
    free = open_panel(clash, posted.append)
    assert isinstance(free, PinPanel) and free.why is None
    free.close()


def test_where_every_pin_is_taken_there_is_no_panel(factory: MockFactory) -> None:
    pins = PinMap({"done": 4}, {"trouble": 5})
    taken = open_panel(pins, lambda name: None)
    panel = open_panel(pins, lambda name: None)
    assert isinstance(panel, NoPanel)
    assert panel.why is not None and "GPIO4" in str(panel.why)
    taken.close()


def test_a_lamp_that_went_on_and_off_comes_on_again(box: Box) -> None:
    for _ in range(2):
        box.panel.light(frozenset({"turn0"}))
        assert box.lit() == {"turn0"}
        box.panel.light(frozenset({"turn1"}))
        assert box.lit() == {"turn1"}
        box.panel.light(frozenset())
        assert box.lit() == set()


@pytest.mark.parametrize(
    ("pi", "lgpio", "chip", "why"),
    [
        (False, True, 0o600, "no pins: this is no Raspberry Pi"),
        (True, False, 0o600, "no pins: python3-lgpio is missing"),
        (True, True, None, "no pins: the system offers none: /dev/gpiochip0 is not there"),
        (True, True, 0o000, "no pins: this user may not use {chip}, and must be in the group gpio"),
        (True, True, 0o600, "no pins: can not open gpiochip"),
    ],
)
def test_each_cause_of_having_no_pins_has_words_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pi: bool, lgpio: bool, chip: int | None, why: str
) -> None:
    class error(Exception):  # noqa: N801 - as lgpio names it
        pass

    def refused() -> None:
        raise error("'can not open gpiochip'")

    device = tmp_path / "gpiochip0"
    if chip is not None:
        device.touch()
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "ensure_pin_factory", refused)
    monkeypatch.setattr(panels, "is_pi", lambda: pi)
    monkeypatch.setattr(panels, "find_spec", lambda name: object() if lgpio else None)
    monkeypatch.setattr(panels, "_DEVICES", tmp_path)
    monkeypatch.setattr(
        "os.access", lambda path, mode: bool(chip) and Path(path) == device and mode == os.R_OK | os.W_OK
    )
    panel = open_panel(PINS, lambda name: None)
    assert isinstance(panel, NoPanel)
    assert str(panel.why) == why.format(chip=device)


def test_lamps_that_fail_are_said_so_and_do_not_raise(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    pin = box.factory.pin(PINS.lamps["trouble"])
    with monkeypatch.context() as broken:
        broken.setattr(
            type(pin), "_set_state", lambda self, value: (_ for _ in ()).throw(OSError("bus gone"))
        )
        box.panel.light(frozenset({"trouble"}))
        assert str(box.panel.why) == "the lamps do not answer: bus gone"
    box.panel.light(frozenset({"trouble"}))
    assert box.panel.why is None
    assert box.lit() == {"trouble"}


@pytest.mark.parametrize(("factory_name", "why"), [("nonsense", "asks for nonsense"), ("lgpio", "no pins: ")])
def test_without_pins_there_is_no_panel_and_a_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, factory_name: str, why: str
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", factory_name)
    monkeypatch.chdir(tmp_path)
    panel = open_panel(PINS, lambda name: None)
    assert isinstance(panel, NoPanel)
    assert panel.why is not None and why in str(panel.why)
    panel.light(frozenset({"trouble"}))
    panel.close()
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []
    assert "LG_WD" not in os.environ


def test_what_the_search_for_a_factory_leaves_behind_is_put_right(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, factory: MockFactory
) -> None:
    """As gpiozero warns of what it tries in vain, and lgpio goes to LG_WD for good and leaves its pipe there."""
    monkeypatch.chdir(tmp_path)
    gone_to: list[Path] = []

    def search() -> None:
        warnings.warn("Falling back from lgpio", stacklevel=1)
        os.chdir(os.environ["LG_WD"])
        gone_to.append(Path.cwd())
        Path(".lgd-nfy0").touch()

    monkeypatch.setattr(Device, "ensure_pin_factory", search)
    panel = open_panel(PINS, lambda name: None)
    assert isinstance(panel, PinPanel)
    panel.close()
    assert Path.cwd() == tmp_path != gone_to[0]
    assert not gone_to[0].exists()


def test_the_factory_is_the_ecosystems_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    panel = open_panel(PINS, lambda name: None)
    assert isinstance(panel, PinPanel)
    panel.close()
    assert isinstance(Device.pin_factory, MockFactory)
    Device.pin_factory.reset()


def test_an_owners_map_is_used_and_a_wrong_one_gives_no_panel_and_the_reason(
    factory: MockFactory, tmp_path: Path
) -> None:
    path = tmp_path / "pins.toml"
    posted: list[str] = []
    path.write_text("[buttons]\ndone = 20\n")
    panel = owners_panel(path, 2, posted.append)
    factory.pin(20).drive_low()
    assert posted == ["done"]
    panel.close()
    path.write_text("[buttons]\ndone = 99\n")
    wrong = owners_panel(path, 2, posted.append)
    assert isinstance(wrong, NoPanel)
    assert wrong.why is not None and "expected a BCM pin from 0 to 27, found 99" in str(wrong.why)
