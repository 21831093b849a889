"""The header's 40 pins, held against what is known of them."""

from hardware.pins import GROUND, HEADER


def test_every_gpio_is_there_once_beside_eight_grounds_and_four_supplies() -> None:
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(28))
    assert (HEADER.count(GROUND), HEADER.count("5 V"), HEADER.count("3.3 V")) == (8, 2, 2)


def test_well_known_pins_are_where_they_are() -> None:
    numbers = {pin: number for number, pin in enumerate(HEADER, start=1) if isinstance(pin, int)}
    assert {gpio: numbers[gpio] for gpio in (2, 3, 4, 14, 17, 18, 0, 13, 26, 20, 21)} == {
        2: 3, 3: 5, 4: 7, 14: 8, 17: 11, 18: 12, 0: 27, 13: 33, 26: 37, 20: 38, 21: 40,
    }  # fmt: skip
    assert [number for number, pin in enumerate(HEADER, start=1) if pin == GROUND] == [
        6,
        9,
        14,
        20,
        25,
        30,
        34,
        39,
    ]
