"""Dice, pennies and lots thrown by the box, and which lamps show them.

Every outcome comes from the system's own source of chance. The seven LEDs of a die stand as pips do: tl and tr above,
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
    """A lot among seats. Raises ValueError where there is none to draw from."""
    if not seats:
        raise ValueError("seats: expected at least one to draw from, found none")
    return secrets.choice(seats)


def die_lamps(seat: int, face: int) -> frozenset[str]:
    """The lamps of a seat's die for a face, 1 to 6. Raises KeyError for any other."""
    return frozenset(f"die{seat}.{pip}" for pip in FACES[face])


def running_die(seat: int, since: float) -> frozenset[str]:
    """The lamps of a die `since` seconds after its throw, up to RUN_SECONDS: faces in turn, none of them meant."""
    return die_lamps(seat, _RUN[_step(since) % len(_RUN)])


def running_penny(since: float) -> frozenset[str]:
    """The lamps of a penny `since` seconds after it was flipped: its sides in turn."""
    return frozenset({_SIDES[_step(since) % 2]})


def _step(since: float) -> int:
    return int(since / _STEP_SECONDS)
