"""Throws of dice, pennies and lots by the box, and the lamps that show them.

Every outcome comes from the system's own random source. The seven LEDs of a die are named by place: tl and tr above,
ml c mr across the middle, bl and br below. They run shortly before a result.
"""

import secrets
from collections.abc import Sequence
from typing import Literal

FACES: dict[int, frozenset[str]] = {
    1: frozenset({"c"}),
    2: frozenset({"tl", "br"}),
    3: frozenset({"tl", "c", "br"}),
    4: frozenset({"tl", "bl", "tr", "br"}),
    5: frozenset({"tl", "bl", "c", "tr", "br"}),
    6: frozenset({"tl", "ml", "bl", "tr", "mr", "br"}),
}
RUN_SECONDS = 0.7
_STEP_SECONDS = 0.07
_RUN = (4, 1, 5, 2, 6, 3)
_SIDES = ("heads", "tails")


def roll() -> int:
    return secrets.randbelow(6) + 1


def flip() -> Literal["heads", "tails"]:
    return "heads" if secrets.randbelow(2) else "tails"


def draw(seats: Sequence[int]) -> int:
    """A random seat. Raises ValueError without seats."""
    if not seats:
        raise ValueError("seats: expected at least one to draw from, found none")
    return secrets.choice(seats)


def die_lamps(seat: int, face: int) -> frozenset[str]:
    """The lamps of a seat's die for a face from 1 to 6. Raises KeyError for another face."""
    return frozenset(f"die{seat}.{pip}" for pip in FACES[face])


def running_die(seat: int, since: float) -> frozenset[str]:
    """The lamps of a die `since` seconds after its throw, up to RUN_SECONDS: faces in turn, not yet the result."""
    return die_lamps(seat, _RUN[_step(since) % len(_RUN)])


def running_penny(since: float) -> frozenset[str]:
    """The lamps of a penny `since` seconds after its flip: its sides in turn."""
    return frozenset({_SIDES[_step(since) % 2]})


def _step(since: float) -> int:
    return int(since / _STEP_SECONDS)
