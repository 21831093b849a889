"""Dice come in sets: what is as large and coloured as a die that is sure is likelier to be one, too.

Rule kept: a set only speaks for a place that looks somewhat like a die already, and never says which face is up.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.arrays import Floats, Picture
from vision.dice.reading import KINDS, DieReading, crop_at
from vision.kinship import kin_of_sure, likelier, middle_colour

SURE: Final = 0.9
SURELY_READ: Final = 0.7
"""A place is a die that speaks for others from this probability on, if one of its faces of pips has that one."""
LEAST_ALIKE: Final = 0.08
"""What is less likely a die than this by itself, no set speaks for."""
MIDDLE_PX: Final = (14, 34)
"""Rows and columns of a crop that lie on the top."""


def as_sets(image: Picture, readings: Sequence[DieReading]) -> list[DieReading]:
    """The readings of a picture (BGR), likelier to be dice where a sure one is like them."""
    sure = [k for k, reading in enumerate(readings) if _speaks(reading)]
    if not sure or len(sure) == len(readings):
        return list(readings)
    colours = [_colour(image, reading) for reading in readings]
    kin = kin_of_sure([reading.place.side for reading in readings], colours, sure)
    known = set(sure)
    return [
        reading if k in known or reading.kinds[0] > 1 - LEAST_ALIKE else _likelier(reading, kin[k])
        for k, reading in enumerate(readings)
    ]


def _speaks(reading: DieReading) -> bool:
    """Whether a place is surely a die with pips; the backs of a deck, too, are alike."""
    return bool(reading.kinds[0] <= 1 - SURE and reading.kinds[1 : KINDS - 1].max() >= SURELY_READ)


def _colour(image: Picture, reading: DieReading) -> Floats:
    """The middle colour (Lab) of what should be a top."""
    middle = crop_at(image, reading.place)[MIDDLE_PX[0] : MIDDLE_PX[1], MIDDLE_PX[0] : MIDDLE_PX[1]]
    return middle_colour(middle)


def _likelier(reading: DieReading, kin: float) -> DieReading:
    before = max(1e-9, 1 - float(reading.kinds[0]))
    die = likelier(before, kin)
    kinds = reading.kinds * (die / before)
    kinds[0] = 1 - die
    return replace(reading, kinds=kinds)
