"""Which lamps show what: the seven LEDs of a die, a penny's two sides, and the short run before a result.

The seven LEDs stand as pips do: tl and tr above, ml c mr across the middle, bl and br below.
"""

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
