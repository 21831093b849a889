"""Dice, pennies and lots thrown by the box: every outcome comes from the system's own source of chance."""

import secrets
from collections.abc import Sequence
from typing import Literal


def roll() -> int:
    return secrets.randbelow(6) + 1


def flip() -> Literal["heads", "tails"]:
    return "heads" if secrets.randbelow(2) else "tails"


def draw(seats: Sequence[int]) -> int:
    """A lot among seats. Raises ValueError where there is none to draw from."""
    if not seats:
        raise ValueError("seats: expected at least one to draw from, found none")
    return secrets.choice(seats)
