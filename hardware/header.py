"""The 40 pins of a Raspberry Pi's header: what each of them is, by its number on the board."""

from typing import Final

GROUND: Final = "ground"
_ROWS: Final = (
    ("3.3 V", "5 V"), (2, "5 V"), (3, GROUND), (4, 14), (GROUND, 15), (17, 18), (27, GROUND), (22, 23), ("3.3 V", 24),
    (10, GROUND), (9, 25), (11, 8), (GROUND, 7), (0, 1), (5, GROUND), (6, 12), (13, GROUND), (19, 16), (26, 20),
    (GROUND, 21),
)  # fmt: skip
HEADER: Final[tuple[int | str, ...]] = tuple(pin for row in _ROWS for pin in row)
"""From pin 1 on: a GPIO by its BCM number, anything else by what it carries. Odd numbers stand on the left."""
