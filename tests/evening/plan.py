"""What goes wrong in an evening: a plan drawn by lot from a seed, so that every evening can be had again."""

from dataclasses import dataclass
from random import Random
from typing import Final

CAMERA: Final = "camera"
LAMP: Final = "lamp"
KNOCK: Final = "knock"
DISK_FULL: Final = "disk full"
DISK_READ_ONLY: Final = "disk read-only"
PINS: Final = "pins"
DAY: Final = "wall clock"
ASLEEP: Final = "asleep"
KINDS: Final = (CAMERA, LAMP, KNOCK, DISK_FULL, DISK_READ_ONLY, PINS, DAY, ASLEEP)
LASTS_S: Final = (8.0, 40.0)
EVERY_S: Final = 75.0
"""From one trouble to the next, about, in an evening of ten minutes."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that goes wrong, from and until when (s); `much`: -1 to 1, how a knock or a clock goes."""

    kind: str
    at: float
    until: float
    much: float


def plan(seed: int, seconds: float, every_s: float = EVERY_S) -> list[Trouble]:
    """The troubles of an evening of so many seconds, one after the other; the last minute is left in peace."""
    chance = Random(seed)
    found, at = [], chance.uniform(20, every_s)
    kinds: list[str] = []
    while at < seconds - 60 - LASTS_S[1]:
        kinds = kinds or chance.sample(KINDS, len(KINDS))
        lasts = chance.uniform(*LASTS_S)
        found.append(Trouble(kinds.pop(), at, at + lasts, chance.uniform(-1, 1)))
        at += lasts + chance.uniform(0.5, 1.5) * (every_s - lasts)
    return found
