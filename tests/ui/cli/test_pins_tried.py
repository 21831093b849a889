"""`companion check pins` on gpiozero's mock pins: lamps are read while they are lit, buttons are pressed when asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel import open_panel
from hardware.pins import PinMap
from ui.checks.machine import tried
from ui.cli import run_command
from vision.calibration.verdict import Verdict

PINS = PinMap({"seat0": 2, "done": 4}, {"trouble": 27, "turn0": 25})


class Person:
    """Presses what is asked for, or what hangs there instead; looks at the lamps."""

    def __init__(self, factory: MockFactory) -> None:
        self.factory = factory
        self.presses: dict[str, int] = {"seat0": 2, "done": 4}
        self.dark: set[int] = set()
        self.said: list[str] = []
        self.lit: list[set[int]] = []

    def told(self, words: str) -> None:
        self.said.append(words)
        name = words.partition(":")[0].rpartition(" ")[2]
        if words.endswith("press it") and name in self.presses:
            pin = self.factory.pin(self.presses[name])
            pin.drive_low()
            pin.drive_high()

    def looks(self) -> bool:
        lit = {pin for pin in PINS.lamps.values() if self.factory.pin(pin).state}
        self.lit.append(lit)
        return not lit & self.dark

    def tries(self) -> dict[str, Verdict]:
        checks = tried(PINS, self.told, self.looks, patience_s=0.05)
        return {check.name: check for check in checks}


@pytest.fixture
def person() -> Iterator[Person]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Person(Device.pin_factory)
    Device.pin_factory.reset()
    Device.pin_factory = before


def test_each_lamp_is_lit_alone_and_each_button_awaited_by_its_pin(person: Person) -> None:
    found = person.tries()
    assert list(found) == ["GPIO27 trouble", "GPIO25 turn0", "GPIO2 seat0", "GPIO4 done"]
    assert {check.word for check in found.values()} == {"pass"}
    assert person.lit == [{27}, {25}]
    assert person.said[0] == "GPIO27 trouble: lit now" and person.said[-1] == "GPIO4 done: press it"


def test_what_is_dark_swapped_or_not_pressed_is_named_with_what_helps(person: Person) -> None:
    person.dark = {25}
    person.presses = {"seat0": 4}
    found = person.tries()
    assert (found["GPIO25 turn0"].word, found["GPIO25 turn0"].words) == ("fail", "did not shine")
    assert found["GPIO2 seat0"].words == "pressed instead: GPIO4 (done)"
    assert found["GPIO4 done"].words == "not pressed within 0 s"


def test_a_pin_in_use_is_named_and_the_others_are_tried(person: Person) -> None:
    taken = open_panel(PinMap({"done": 4}, {}), lambda _name: None)
    found = person.tries()
    taken.close()
    assert {what: check.word for what, check in found.items()} == {
        "GPIO27 trouble": "pass", "GPIO25 turn0": "pass", "GPIO2 seat0": "pass", "GPIO4 done": "fail"
    }  # fmt: skip
    assert found["GPIO4 done"].words == "used by something else"


def test_without_pins_the_command_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    assert run_command(["check", "pins"]) == 1
    assert "nonsense" in capsys.readouterr().out
    assert run_command(["check", "pens"]) == 2
    assert "expected one of pins, found 'pens'" in capsys.readouterr().err
