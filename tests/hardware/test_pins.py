"""The pin map: the default for every number of seats, and an owner's file, right or wrong."""

from pathlib import Path

import pytest

from hardware.pins import PIPS, PinFault, default_pins, find_pins, load_pins

DIE = "\n".join(f"{pip} = {pin}" for pin, pip in enumerate(PIPS, start=7))


@pytest.mark.parametrize("seats", range(1, 7))
def test_the_default_map_uses_each_pin_once_and_gives_every_seat_a_button_a_light_and_a_die(
    seats: int,
) -> None:
    pins = default_pins(seats)
    used = [*pins.buttons.values(), *pins.lamps.values()]
    assert len(used) == len(set(used))
    assert set(used) <= set(range(28))
    assert {"done", "back", "dispute"} | {f"seat{seat}" for seat in range(seats)} == set(pins.buttons)
    for seat in range(seats):
        assert f"turn{seat}" in pins.lamps
        assert all(pins.lamp(f"die{seat}.{pip}") in pins.lamps for pip in PIPS)
    assert {"heads", "tails", "trouble"} <= set(pins.lamps)


def test_two_seats_have_a_die_each_and_leave_the_console_and_hat_pins_free() -> None:
    pins = default_pins(2)
    assert pins.lamp("die1.c") == "die1.c"
    assert not {0, 1, 14, 15} & {*pins.buttons.values(), *pins.lamps.values()}
    assert default_pins() == pins


def test_with_more_seats_the_dice_are_shared() -> None:
    assert default_pins(3).lamp("die1.tl") == "die0.tl"
    assert default_pins(3).lamp("seat9.tl") is None
    assert default_pins(4).lamp("die3.tl") == "die0.tl"
    assert default_pins(4).lamp("turn9") is None


@pytest.mark.parametrize("seats", [0, 7])
def test_a_box_has_one_to_six_seats(seats: int) -> None:
    with pytest.raises(ValueError, match=f"expected 1 to 6, found {seats}"):
        default_pins(seats)


def test_an_owners_file_replaces_the_default_map(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(f"[buttons]\nseat0 = 20\n[lamps]\ntrouble = 21\n[die0]\n{DIE}\n")
    pins = find_pins(path)
    assert pins.buttons == {"seat0": 20}
    assert pins.lamps == {"trouble": 21} | {f"die0.{pip}": pin for pin, pip in enumerate(PIPS, start=7)}
    assert pins.source == str(path)


def test_without_a_file_the_default_map_serves(tmp_path: Path) -> None:
    assert find_pins(tmp_path / "pins.toml", 3) == default_pins(3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[buttons]\nseat0 = 3\nseat1 = 3\n",
            "buttons.seat1: expected a pin of its own, found 3, which buttons.seat0 has",
        ),
        (
            "[buttons]\nseat0 = 3\n[lamps]\nheads = 3\n",
            "lamps.heads: expected a pin of its own, found 3, which buttons.seat0",
        ),
        ("[buttons]\nseat0 = 28\n", "buttons.seat0: expected a BCM pin from 0 to 27, found 28"),
        ("[buttons]\nseat0 = -1\n", "buttons.seat0: expected a BCM pin from 0 to 27, found -1"),
        ("[buttons]\nseat0 = true\n", "buttons.seat0: expected a BCM pin from 0 to 27, found True"),
        ('[buttons]\nseat0 = "GPIO3"\n', "buttons.seat0: expected a BCM pin from 0 to 27, found 'GPIO3'"),
        ("[buttons]\nseat9 = 3\n", "buttons.seat9: expected one of seat0, .*dispute, found 'seat9'"),
        ("[lamps]\nglow = 3\n", "lamps.glow: expected one of turn0, .*trouble, found 'glow'"),
        ("[knobs]\nx = 3\n", "knobs: expected one of buttons, lamps, die0"),
        ("buttons = 3\n", "buttons: expected a table, found 3"),
        ("[die0]\ntl = 3\n", "die0: expected all seven LEDs, found none for ml, bl, c, tr, mr, br"),
        ("[buttons\n", "expected TOML, found "),
    ],
)
def test_a_wrong_file_is_one_line_with_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(text)
    with pytest.raises(PinFault, match=message) as fault:
        load_pins(path)
    assert str(fault.value).startswith(f"{path}: ")
    assert "\n" not in str(fault.value)


def test_a_file_that_cannot_be_read_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(PinFault, match="expected a pin map, found Is a directory"):
        load_pins(tmp_path)
